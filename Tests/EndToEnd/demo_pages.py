"""The demo's scenes of the pages that replace the list, and of the notice above a list."""

import shutil

import home
from demo_scene import Scene
from maildir import Maildir

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
