"""The demo's scenes of the pages that replace the list and of the notice above a list, of adding an
account, of a message with pictures, and of the Preferences window."""

import shutil
from pathlib import Path

import home
import picture_mail
from accessibility import Node
from app import App
from demo_scene import Scene, say
from maildir import Maildir
from Servers.dovecot import Dovecot
from Servers.processes import Unavailable

_INBOX = ["Lamps for the harbour wall", "Minutes of Thursday", "Tickets to Seaholm"]


class Pages(Scene):
    def play(self, dark: bool) -> None:
        self._take = self.take_both if dark else self.take
        self._home = self.stage.directory("home")
        self._nothing_found()
        self._welcome()
        self._empty()
        self._error()
        self._notice()

    def _nothing_found(self) -> None:
        with self.app(None, {"HOME": str(self._home)}) as app:
            app.root.find("label", "No mailbox was found")
            self.take("welcome-none", "a machine without mail")

    def _welcome(self) -> None:
        home.thunderbird(self._home, _INBOX)
        home.thunderbird_account(self._home, "ines@tide.example", "imap.tide.example")
        Maildir(self._home / "Maildir").fill(3)
        with self.app(None, {"HOME": str(self._home)}) as app:
            app.root.find("list item", "Thunderbird$")
            self._take("welcome", "the mailboxes found on this machine")
            app.root.find("button", "Thunderbird$").act()
            app.trace.wait(rows=len(_INBOX), header="idle")
            app.activate("welcome")
            app.root.find("label", "Recent$")
            self.take("mailboxes", "to change to another one")

    def _empty(self) -> None:
        box = Maildir(self._home / "Mail" / "Holidays")
        with self.app(box.path, {"HOME": str(self._home)}) as app:
            app.root.find(None, "No Conversations$")
            self._take("empty", "an empty mailbox")

    def _error(self) -> None:
        with self.app(self._home / "Mail" / "Harbour", {"HOME": str(self._home)}) as app:
            app.root.find(None, "The mailbox cannot be shown$")
            self._take("error", "a mailbox that is not there")

    def _notice(self) -> None:
        box = self._home / "Mail" / "Away"
        self.stage.tideline("sample", box, "--messages", "120")
        with self.listed(box, {"HOME": str(self._home)}) as app:
            shutil.rmtree(box)
            self.wait_for_unmarked_focus()
            app.activate("refresh")
            app.root.find("button", "Try Again$")
            app.trace.wait(header="idle", runs=1)
            self._take("notice", "a mailbox that has gone: the list stays")


_USER, _PASSWORD = "ann@tide.example", "harbour"


class Accounts(Scene):
    def play(self) -> None:
        try:
            with Dovecot("self-signed") as server:
                server.add_user(_USER, _PASSWORD)
                self._play(server)
        except Unavailable as reason:
            say(f"no account is added: {reason}")

    def _play(self, server: Dovecot) -> None:
        with self.app(None, {"HOME": str(self.stage.directory("home"))}) as app:
            app.root.find("button", "Add Account…").act()
            dialog = app.root.find_window("Add Account$")
            self._type(dialog, "Mail Address", _USER)
            self._type(dialog, "Password", _PASSWORD)
            self.take_both("add-account", "an account to be added")
            dialog.find("button", "Type the Server by Hand").act()
            self._type(dialog, "Name of the Server", "localhost")
            self._type(dialog, "Port", str(server.tls_port))
            self.take("add-account-server", "… with its server")
            dialog.find("button", "Add$").act()
            self._questions(app, dialog)
            self.devices.key("Escape")
            app.root.wait_until_gone("window", "Add Account$")

    def _questions(self, app: App, dialog: Node) -> None:
        question = app.root.find(None, "Accept This Certificate")
        self.take_both("certificate", "a certificate that is not trusted")
        question.find("button", ".*Accept$").act()
        question = app.root.find(None, "The Password Cannot Be Stored")
        self.take("no-keyring", "a machine without a keyring")
        question.find("button", ".*Cancel$").act()
        dialog.find("label", "The keyring does not answer")
        self.take("add-account-failed", "what went wrong, and what was typed")

    @staticmethod
    def _type(dialog: Node, name: str, text: str) -> None:
        dialog.find("text box", f"{name}$").text = text


_WIDTH, _HEIGHT = 640, 360


class Pictures(Scene):
    def play(self) -> None:
        box = Maildir(self.stage.directory("mail") / "INBOX")
        box.put("harbour", picture_mail.message(
            '<img src="cid:dusk@x" alt="The harbour at dusk">',
            picture_mail.part("dusk", picture_mail.png(_WIDTH, _HEIGHT, _dusk())),
            picture_mail.part("cut", b"\x89PNG\r\n\x1a\n")))
        with self.listed(box.path) as app:
            self.tap(app.conversations.children[0])
            app.root.find("image", "The harbour at dusk$")
            app.root.find("label", "The picture .*cut")
            self.take_both("pictures", "a message with pictures")


def _dusk() -> bytes:
    """A sky over water."""
    rows = []
    for y in range(_HEIGHT):
        part = y / _HEIGHT
        colour = ((250 - 150 * part, 190 - 120 * part, 130 + 20 * part) if part < 0.6
                  else (30, 60 + 60 * (1 - part), 110 + 40 * (1 - part)))
        rows.append(b"\0" + bytes(map(int, colour)) * _WIDTH)
    return b"".join(rows)


class Preferences(Scene):
    def play(self, mailbox: Path) -> None:
        with self.listed(mailbox) as app:
            with self.second_window(app, "ctrl+comma") as window:
                self.wait_for_unmarked_focus()
                tabs: dict[str, Node] = {}
                for tab in window.find_all("tab"):
                    tabs.setdefault(tab.name, tab)  # the tabs of the other switchers come later
                for page, tab in tabs.items():
                    tab.act()
                    name = f"preferences-{page.lower().replace(' ', '-')}"
                    self.take_both(name, f"preferences, {page}")
