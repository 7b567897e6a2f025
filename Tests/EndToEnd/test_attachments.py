"""Attachments are opened, saved, and asked about; a reply is passed to a mail program."""

import base64
import random
import signal
import sys
import time
from email.utils import formatdate
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pdf_text
from accessibility import Node
from app import App
from case import EndToEndCase
from default_program import DefaultProgram
from program import Program
from Servers import messages
from Servers.dovecot import PASSWORD, USER, Dovecot
from Servers.proxy import Proxy
from waiting import wait_until

_TARGET = Path(__file__).with_name("drop_target.py")
_PDF = b"%PDF-1.4\nHigh water at three.\n"
_ELF = b"\x7fELF\x02\x01\x01\x00" + bytes(56)
_HEADER = """\
From: Ada Reef <ada@example.org>
To: Ines Kai <ines@example.org>, Bo Lund <bo@example.org>
Cc: Crew <crew@example.org>
Subject: Tide tables
Date: {date}
Message-ID: <tables.1@attachments.example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

The tables are attached.
"""


def _part(name: str, kind: str, content: bytes) -> str:
    packed = base64.encodebytes(content).decode()
    return (f"--b\nContent-Type: {kind}; name=\"{name}\"\nContent-Disposition: attachment\n"
            f"Content-Transfer-Encoding: base64\n\n{packed}\n")


def _message(*parts: tuple[str, str, bytes], date: float | None = None) -> bytes:
    text = _HEADER.format(date=formatdate(date or time.time() - 60))
    return (text + "".join(_part(*part) for part in parts) + "--b--\n").encode()


class Attachments(EndToEndCase):
    def open_message(self, message: bytes, *types: str, **options) -> App:
        """Starts the app with a default program for some types, and opens the message."""
        self.program = DefaultProgram(self.stage, types)
        self.maildir.put("tables", message)
        app = self.open(env=self.program.env, **options)
        app.wait_until_idle(rows=1)
        self.devices.key("Home")
        self.devices.key("Return")
        app.root.find("label", "The tables are attached")
        return app

    @property
    def home(self) -> Path:
        return Path(self.stage.session.env["HOME"])

    def choose_home(self, app: App) -> None:
        """Chooses the home folder in GTK's own dialog, which replaces the desktop's if there is
        no portal."""
        self.wait_for_dialogue(app)
        self.devices.settle()
        self.devices.key("alt+Home")
        self.devices.settle()

    @staticmethod
    def wait_for_dialogue(app: App) -> None:
        """Waits for a second window, until it has taken the keyboard focus from the first one. GTK's
        file chooser itself does not say that it is active."""
        def has_keys() -> bool:
            windows = app.root.children
            return len(windows) == 2 and "active" not in windows[0].states
        wait_until("a dialogue with the keys", has_keys, describe=app.root.outline)

    @staticmethod
    def open_menu(app: App) -> None:
        """Opens the message's menu by the inner one of two nested buttons with the same name."""
        app.root.find("button", "Menu of the Message$")
        app.root.find_all(None, "Menu of the Message$")[-1].act()

    @staticmethod
    def wait_for_file(path: Path, content: bytes) -> None:
        """Waits until the file has this content: it exists before it is written."""
        wait_until(f"the file {path.name}", lambda: path.exists() and path.read_bytes() == content,
                   describe=lambda: path.exists() and path.read_bytes())

    @staticmethod
    def press(app: App, label: str) -> None:
        """Presses the visible button with this label: libadwaita's dialogs have one for wide
        windows, and one for narrow windows."""
        def shown() -> Node | None:
            found = app.root.find_all("button", f".*{label}$")
            return next((node for node in found if node.extents[2] > 0), None)
        wait_until(f"the button {label}", shown, describe=app.root.outline).act()

    # Opening

    def test_a_click_opens_a_private_copy(self) -> None:
        app = self.open_message(
            _message(("tables.pdf", "application/pdf", _PDF)), "application/pdf")
        app.root.find("button", r"Open tables\.pdf").act()
        opened = self.program.wait()
        self.assertEqual(bytes.fromhex(str(opened["content"])), _PDF)
        self.assertEqual((opened["mode"], opened["folder"]), (0o400, 0o700))
        path = self.program.path()
        self.assertEqual(path.name, "tables.pdf")
        self.assertTrue(path.is_relative_to(self.stage.session.runtime))
        # Opens the same copy again.
        app.root.find("button", r"Open tables\.pdf").act()
        self.assertEqual(self.program.wait(2)["path"], str(path))
        app.close()
        self.assertFalse(path.exists())

    def test_copies_go_when_the_session_or_the_terminal_ends(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            with self.subTest(number):
                app = self.open_message(
                    _message(("tables.pdf", "application/pdf", _PDF)), "application/pdf")
                app.root.find("button", r"Open tables\.pdf").act()
                self.program.wait()
                path = self.program.path()
                app.process.send_signal(number)
                self.assertEqual(app.wait(), 0)
                self.assertFalse(path.exists())

    def test_a_killed_program_s_copies_go_at_the_next_start(self) -> None:
        app = self.open_message(
            _message(("tables.pdf", "application/pdf", _PDF)), "application/pdf")
        app.root.find("button", r"Open tables\.pdf").act()
        self.program.wait()
        path = self.program.path()
        app.process.kill()
        app.end()
        self._cleanups.clear()
        self.assertTrue(path.exists())
        self.open(env=self.program.env).wait_until_idle()
        wait_until("the copy to go", lambda: not path.exists())

    def test_a_hostile_name_stays_in_its_folder(self) -> None:
        name = "../../.config/autostart/=?utf-8?q?a=E2=80=AEb?=.pdf"
        app = self.open_message(_message((name, "application/pdf", _PDF)), "application/pdf")
        app.root.find("button", "Open .*pdf").act()
        self.program.wait()
        path = self.program.path()
        self.assertEqual(path.parents[3], self.stage.session.runtime)
        self.assertNotIn("\u202e", path.name)

    def test_where_nothing_opens_it_says_so(self) -> None:
        app = self.open_message(_message(("a.pdf", "application/pdf", _PDF)))
        app.root.find("button", r"Open a\.pdf").act()
        app.root.find("label", r".a\.pdf. was not opened \(.*Save it")

    # Asking

    def test_what_can_run_is_asked_about(self) -> None:
        app = self.open_message(
            _message(("a.png", "image/png", _ELF)), "application/x-executable",
            "application/x-sharedlib", "application/octet-stream", "image/png")
        app.root.find("button", r"Open a\.png").act()
        app.root.find("label", "It is a program.*calls it .image/png., which it is not")
        self.wait_for_dialogue(app)
        self.devices.key("Escape")
        wait_until("the question to go", lambda: len(app.root.children) == 1)
        self.assertEqual(self.program.opened, [])
        app.root.find("button", r"Open a\.png").act()
        self.press(app, "Open Anyway")
        self.assertEqual(self.program.wait()["mode"], 0o400)

    # Saving

    def test_it_is_saved_and_can_not_be_run(self) -> None:
        app = self.open_message(_message(("run.sh", "text/x-sh", b"#!/bin/sh\n")))
        target = self.home / "mine"
        self.addCleanup(target.unlink, missing_ok=True)
        app.root.find("button", r"Save run\.sh As").act()
        self.choose_home(app)
        self.devices.key("ctrl+a")
        for letter in target.name:
            self.devices.key(letter)
        self.devices.key("Return")
        self.wait_for_file(target, b"#!/bin/sh\n")
        self.assertEqual(target.stat().st_mode & 0o111, 0)

    def test_the_message_itself_is_saved(self) -> None:
        message = _message(("a.pdf", "application/pdf", _PDF))
        app = self.open_message(message)
        target = self.home / "Tide tables.eml"
        self.addCleanup(target.unlink, missing_ok=True)
        self.open_menu(app)
        app.menu_item("Save Message As…").act()
        self.choose_home(app)
        self.press(app, "Save")
        self.wait_for_file(target, message)

    def test_all_are_saved_under_names_of_their_own(self) -> None:
        app = self.open_message(_message(
            ("a.pdf", "application/pdf", b"one"), ("a.pdf", "application/pdf", b"two"),
            ("b.txt", "text/plain", b"three")))
        expected = {"a.pdf": b"one", "a (2).pdf": b"two", "b.txt": b"three"}
        for name in expected:
            self.addCleanup((self.home / name).unlink, missing_ok=True)

        def saved() -> dict[str, bytes]:
            paths = [self.home / name for name in expected]
            return {path.name: path.read_bytes() for path in paths if path.exists()}
        app.root.find("button", "Save All Attachments").act()
        self.choose_home(app)
        self.press(app, "Save")
        wait_until("the files", lambda: sorted(saved().values()) == sorted(expected.values()),
                   describe=saved)

    def test_it_is_dragged_to_another_program(self) -> None:
        app = self.open_message(_message(("tables.pdf", "application/pdf", _PDF)))
        folder = self.stage.directory("dropped")
        files = Program(self.stage, [sys.executable, str(_TARGET), str(folder)], {})
        self.addCleanup(files.end)
        window = self.stage.reader.application(files.process.pid).find("window", "Files")
        width, height = self.stage.session.monitor

        def is_half(window: Node, side: str) -> bool:
            self.devices.key(f"super+{side}")
            return window.extents[2:] == (width // 2, height)
        wait_until("the other program on the left", lambda: is_half(window, "Left"))
        self.devices.settle()
        # Keeps the windows apart, because a press brings a window to the front.
        self.devices.click(width * 3 / 4, height - 100)
        own = app.root.find("window", "")
        wait_until("Tideline on the right", lambda: is_half(own, "Right"))
        self.devices.settle()
        x, y, _, button = app.root.find("button", r"Open tables\.pdf").extents
        # Aims some pixels lower, which is inside in all versions: since GTK 4.10, positions do not
        # include the padding of the parents.
        self.devices.drag((width / 2 + x + 60, y + button - 4), (width / 4, height / 2))
        dropped = folder / "tables.pdf"
        wait_until("the file", lambda: dropped.exists() and dropped.read_bytes() == _PDF)
        files.end()

    # A server

    def open_on_server(self, *parts: tuple[str, str, bytes]) -> App:
        """Opens a message on a server, to which `cable` is the connection."""
        server = self.enterContext(Dovecot())
        self.cable = self.enterContext(Proxy(server.tls_port))
        message = _message(*parts, date=messages._NEWEST)
        messages.place(server.maildir(USER), [messages.Message(message)])
        password = self.stage.directory("secret") / "password"
        password.write_text(f"{PASSWORD}\n")
        password.chmod(0o600)
        self.program = DefaultProgram(self.stage, ("application/pdf",))
        app = self.open(
            f"imaps://{USER}@localhost:{self.cable.port}/",
            env=self.program.env | {
                "TIDELINE_PASSWORD_FILE": str(password),
                "TIDELINE_CA_FILE": str(server.certificates.authority)})
        app.wait_until_idle(rows=1)
        self.devices.key("Home")
        self.devices.key("Return")
        app.root.find("label", "The tables are attached")
        return app

    def test_of_a_message_on_a_server_only_that_part_is_fetched(self) -> None:
        large = b"%PDF-1.4\n" + random.Random(1).randbytes(3_000_000)
        app = self.open_on_server(
            ("large.bin.pdf", "application/pdf", large), ("small.pdf", "application/pdf", _PDF))
        self.cable.forget()
        app.root.find("button", r"Open small\.pdf").act()
        self.assertEqual(bytes.fromhex(str(self.program.wait()["content"])), _PDF)
        self.assertLess(self.cable.counts().received, 20_000)
        app.root.find("button", r"Open large\.bin\.pdf").act()
        opened = self.program.wait(2)
        self.assertEqual(bytes.fromhex(str(opened["content"])), large)

    def test_what_is_being_fetched_to_be_opened_is_saved_as_well(self) -> None:
        content = b"%PDF-1.4\n" + random.Random(1).randbytes(300_000)
        app = self.open_on_server(("tables.pdf", "application/pdf", content))
        target = self.home / "tables.pdf"
        self.addCleanup(target.unlink, missing_ok=True)
        self.cable.forget()
        # Answers the dialog before the content has come.
        self.cable.unplug()
        app.root.find("button", r"Open tables\.pdf").act()
        app.root.find("button", "Cancel Fetching")
        app.root.find("button", "Save All Attachments|Save tables").act()
        self.choose_home(app)
        self.press(app, "Save")
        wait_until("one window", lambda: len(app.root.children) == 1)
        self.assertEqual(self.program.opened, [])
        self.cable.plug()
        self.assertEqual(bytes.fromhex(str(self.program.wait()["content"])), content)
        wait_until("the file", lambda: target.exists() and target.read_bytes() == content)
        # The content was fetched once.
        self.assertLess(self.cable.counts().received, 600_000)

    # Answering

    def test_an_answer_goes_to_the_mail_program(self) -> None:
        app = self.open_message(
            _message(("a.pdf", "application/pdf", _PDF)), "x-scheme-handler/mailto")
        app.root.find("button", "Ada Reef, ")
        self.devices.key("r")
        link = urlsplit(str(self.program.wait()["given"]))
        self.assertEqual((link.scheme, link.path), ("mailto", "ada@example.org"))
        answer = parse_qs(link.query)
        body = answer.pop("body")[0].split("\r\n")
        self.assertRegex(body[2], "^On .*, Ada Reef wrote:$")
        self.assertEqual(body[3:], ["> The tables are attached.", ""])
        self.assertEqual(answer, {"subject": ["Re: Tide tables"],
                                  "in-reply-to": ["<tables.1@attachments.example.org>"]})
        copies = answer | {"cc": ["ines@example.org,bo@example.org,crew@example.org"]}
        for count, ask in enumerate([
            lambda: self.devices.key("a"), app.root.find("button", "Reply to All$").act,
        ], start=2):
            ask()
            answer = parse_qs(urlsplit(str(self.program.wait(count)["given"])).query)
            self.assertIn("> The tables are attached.", answer.pop("body")[0])
            self.assertEqual(answer, copies)

    def test_the_message_opens_in_a_mail_program_that_finds_it_by_its_id(self) -> None:
        app = self.open_message(_message(), "x-scheme-handler/mid")
        self.open_menu(app)
        app.menu_item("Open in Mail Program").act()
        self.assertEqual(self.program.wait()["given"], "mid:tables.1@attachments.example.org")

    def test_without_such_a_program_it_is_not_offered(self) -> None:
        app = self.open_message(_message(), "x-scheme-handler/mailto")
        self.open_menu(app)
        app.menu_item("Save Message As…")
        self.assertEqual(app.menu_items("Open in Mail Program"), [])
        self.devices.key("Escape")

    def test_a_message_is_printed_by_the_desktop_s_dialogue(self) -> None:
        """The key to print works in the list, too, for the conversation that is shown beside it."""
        folders = Path(self.stage.session.env["XDG_CONFIG_HOME"]) / "user-dirs.dirs"
        folders.parent.mkdir(exist_ok=True)
        folders.write_text('XDG_DOCUMENTS_DIR="$HOME/"\n')
        self.addCleanup(folders.unlink)
        app = self.open_message(_message(("a.pdf", "application/pdf", _PDF)))
        target = self.home / "Tide tables.pdf"
        self.addCleanup(target.unlink, missing_ok=True)
        self.devices.key("Escape")
        self.devices.key("ctrl+p")
        dialogue = app.root.find("dialog", "Print$")
        dialogue.find("label", "Print to File$")
        self.wait_for_dialogue(app)
        self.devices.settle()
        self.devices.key("Tab")
        self.devices.key("space")
        printing = dialogue.find("button", ".*Print$")
        wait_until("a printer", lambda: "sensitive" in printing.states, describe=app.root.outline)
        printing.act()
        wait_until("the file", lambda: target.exists() and b"%%EOF" in target.read_bytes())
        self.assertIn("The tables are attached.", pdf_text.read(target)[0].text)

    def test_without_a_mail_program_it_says_so(self) -> None:
        self.open_message(_message(("a.pdf", "application/pdf", _PDF)))
        self.devices.key("r")
        self.app.root.find("label", "No mail program was started")
