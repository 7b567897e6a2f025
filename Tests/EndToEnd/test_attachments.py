"""Attachments are opened, saved, and asked about; a reply is passed to a mail program."""

import base64
import random
import signal
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pdf_text
from accessibility import Node
from app import App
from case import EndToEndCase
from default_program import DefaultProgram
from maildir import eml
from Servers import messages
from Servers.dovecot import USER, Dovecot
from Servers.proxy import Proxy
from waiting import wait_until

_PDF = b"%PDF-1.4\nHigh water at three.\n"
_ELF = b"\x7fELF\x02\x01\x01\x00" + bytes(56)


def _part(name: str, kind: str, content: bytes) -> str:
    packed = base64.encodebytes(content).decode()
    return (f"--b\nContent-Type: {kind}; name=\"{name}\"\nContent-Disposition: attachment\n"
            f"Content-Transfer-Encoding: base64\n\n{packed}\n")


def _message(*parts: tuple[str, str, bytes], date: float | None = None) -> bytes:
    text = eml("attachments", date)
    return (text + "".join(_part(*part) for part in parts) + "--b--\n").encode()


class Attachments(EndToEndCase):
    def open_message(self, message: bytes, *types: str) -> App:
        """Starts the app with a default program for some types, and opens the message."""
        self.program = DefaultProgram(self.stage, types)
        self.maildir.put("tables", message)
        return self.read(self.open(env=self.program.env))

    def read(self, app: App) -> App:
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

    def open_part(self, app: App, name: str) -> None:
        app.root.find("button", f"Open {name}").act()

    # Opening

    def test_an_attachment_is_opened_as_a_private_copy(self) -> None:
        hostile = "../../.config/autostart/=?utf-8?q?a=E2=80=AEb?=.pdf"
        app = self.open_message(
            _message(("tables.pdf", "application/pdf", _PDF), (hostile, "application/pdf", _PDF),
                     ("a.odt", "application/vnd.oasis.opendocument.text", _PDF),
                     ("a.png", "image/png", _ELF)),
            "application/pdf", "application/x-executable", "application/x-sharedlib",
            "application/octet-stream", "image/png")
        with self.part("a click opens a private copy, and the same one again"):
            self.open_part(app, r"tables\.pdf")
            opened = self.program.wait()
            self.assertEqual(bytes.fromhex(str(opened["content"])), _PDF)
            self.assertEqual((opened["mode"], opened["folder"]), (0o400, 0o700))
            copy = self.program.path()
            self.assertEqual(copy.name, "tables.pdf")
            self.assertTrue(copy.is_relative_to(self.stage.session.runtime))
            self.open_part(app, r"tables\.pdf")
            self.assertEqual(self.program.wait(2)["path"], str(copy))
        with self.part("a hostile name stays in its folder"):
            self.open_part(app, "[^t].*pdf")
            self.program.wait(3)
            path = self.program.path()
            self.assertEqual(path.parents[3], self.stage.session.runtime)
            self.assertNotIn("\u202e", path.name)
        with self.part("where nothing opens it, it says so"):
            self.open_part(app, r"a\.odt")
            app.root.find("label", r"No program opened .a\.odt.\. Save it")
        with self.part("what can run is asked about"):
            self.open_part(app, r"a\.png")
            app.root.find("label", "It is a program.*calls it .image/png., which it is not")
            self.wait_for_dialogue(app)
            self.devices.key("Escape")
            wait_until("the question to go", lambda: len(app.root.children) == 1)
            self.assertEqual(len(self.program.opened), 3)
            self.open_part(app, r"a\.png")
            self.press(app, "Open Anyway")
            self.assertEqual(self.program.wait(4)["mode"], 0o400)
        with self.part("without a mail program it says so"):
            wait_until("the question to go", lambda: len(app.root.children) == 1)
            self.devices.settle()
            self.devices.key("r")
            app.root.find("label", "No mail program was started")
        with self.part("the copies go with the program"):
            app.close()
            self.assertFalse(copy.exists())
            self.assertFalse(path.exists())

    def test_copies_go_however_the_program_ends(self) -> None:
        app = self.open_message(
            _message(("tables.pdf", "application/pdf", _PDF)), "application/pdf")
        kept = None
        for count, number in enumerate(
                (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT), start=1):
            with self.part(f"by {number.name}"):
                if kept:
                    app = self.read(self.open(env=self.program.env))
                    wait_until("the copy of the killed one to go", lambda: not kept.exists())
                self.open_part(app, r"tables\.pdf")
                self.program.wait(count)
                path = self.program.path()
                app.process.send_signal(number)
                if number == signal.SIGKILL:
                    app.end()
                    self._cleanups.clear()
                    self.assertTrue(path.exists())
                    kept = path
                else:
                    self.assertEqual(app.wait(), 0)
                    self.assertFalse(path.exists())

    # Saving

    def test_attachments_and_the_message_are_saved_and_printed(self) -> None:
        folders = Path(self.stage.session.env["XDG_CONFIG_HOME"]) / "user-dirs.dirs"
        folders.parent.mkdir(exist_ok=True)
        folders.write_text('XDG_DOCUMENTS_DIR="$HOME/"\n')
        self.addCleanup(folders.unlink)
        expected = {"run.sh": b"#!/bin/sh\n", "a.pdf": b"one", "a (2).pdf": b"two"}
        one, eml, printed = (self.home / name for name in (
            "mine", "Tide tables.eml", "Tide tables.pdf"))
        for path in (one, eml, printed, *map(self.home.joinpath, expected)):
            self.addCleanup(path.unlink, missing_ok=True)
        message = _message(("run.sh", "text/x-sh", b"#!/bin/sh\n"),
                           ("a.pdf", "application/pdf", b"one"),
                           ("a.pdf", "application/pdf", b"two"))
        app = self.open_message(message, "x-scheme-handler/mailto")
        with self.part("one is saved, and cannot be run"):
            app.root.find("button", r"Save run\.sh As").act()
            self.choose_home(app)
            self.devices.key("ctrl+a")
            for letter in one.name:
                self.devices.key(letter)
            self.devices.key("Return")
            self.wait_for_file(one, b"#!/bin/sh\n")
            self.assertEqual(one.stat().st_mode & 0o111, 0)
        with self.part("all are saved under names of their own"):
            self.wait_for_one_window(app)
            app.root.find("button", "Save All Attachments").act()
            self.choose_home(app)
            self.press(app, "Save")

            def saved() -> dict[str, bytes]:
                paths = [self.home / name for name in expected]
                return {path.name: path.read_bytes() for path in paths if path.exists()}
            wait_until("the files", lambda: sorted(saved().values()) == sorted(expected.values()),
                       describe=saved)
        with self.part("the message itself is saved; no program finds it by its ID"):
            self.wait_for_one_window(app)
            self.open_menu(app)
            item = app.menu_item("Save Message As…")
            self.assertEqual(app.menu_items("Open in Mail Program"), [])
            item.act()
            self.choose_home(app)
            self.press(app, "Save")
            self.wait_for_file(eml, message)
        with self.part("it is printed, also from the list, by the desktop's dialogue"):
            self.wait_for_one_window(app)
            self.devices.key("Escape")
            self.devices.settle()
            self.devices.key("ctrl+p")
            dialogue = app.root.find("dialog", "Print$")
            dialogue.find("label", "Print to File$")
            self.wait_for_dialogue(app)
            self.devices.settle()
            self.devices.key("Tab")
            self.devices.key("space")
            printing = dialogue.find("button", ".*Print$")
            wait_until("a printer", lambda: "sensitive" in printing.states,
                       describe=app.root.outline)
            printing.act()
            wait_until("the file", lambda: printed.exists() and b"%%EOF" in printed.read_bytes())
            self.assertIn("The tables are attached.", pdf_text.read(printed)[0].text)

    @staticmethod
    def wait_for_one_window(app: App) -> None:
        def has_keys() -> bool:
            windows = app.root.children
            return len(windows) == 1 and "active" in windows[0].states
        wait_until("the window to have the keys", has_keys, describe=app.root.outline)

    def test_it_is_dragged_to_another_program(self) -> None:
        app = self.open_message(_message(("tables.pdf", "application/pdf", _PDF)))
        folder = self.stage.directory("dropped")
        files, window = self.open_files("onto", folder)
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

    def test_on_a_server_only_the_parts_that_are_wanted_are_fetched_and_each_once(self) -> None:
        server = self.enterContext(Dovecot())
        cable = self.enterContext(Proxy(server.tls_port))
        large = b"%PDF-1.4\n" + random.Random(1).randbytes(3_000_000)
        middle = b"%PDF-1.4\n" + random.Random(2).randbytes(300_000)
        message = _message(
            ("large.bin.pdf", "application/pdf", large), ("small.pdf", "application/pdf", _PDF),
            ("tables.pdf", "application/pdf", middle), date=messages._NEWEST)
        messages.place(server.maildir(USER), [messages.Message(message)])
        self.program = DefaultProgram(self.stage, ("application/pdf",))
        app = self.read(self.open(
            f"imaps://{USER}@localhost:{cable.port}/",
            env=self.program.env | self.access(server)))
        with self.part("only the part that is opened is fetched"):
            cable.forget()
            self.open_part(app, r"small\.pdf")
            self.assertEqual(bytes.fromhex(str(self.program.wait()["content"])), _PDF)
            self.assertLess(cable.counts().received, 20_000)
            self.open_part(app, r"large\.bin\.pdf")
            self.assertEqual(bytes.fromhex(str(self.program.wait(2)["content"])), large)
        with self.part("what is being fetched to be opened is saved as well"):
            target = self.home / "tables.pdf"
            self.addCleanup(target.unlink, missing_ok=True)
            self.wait_for_quiet(cable)
            cable.forget()
            # Answers the dialog before the content has come.
            cable.unplug()
            self.open_part(app, r"tables\.pdf")
            app.root.find("button", "Cancel Fetching")
            app.root.find("button", r"Save tables\.pdf As").act()
            self.choose_home(app)
            self.press(app, "Save")
            wait_until("one window", lambda: len(app.root.children) == 1)
            self.assertEqual(len(self.program.opened), 2)
            cable.plug()
            self.assertEqual(bytes.fromhex(str(self.program.wait(3)["content"])), middle)
            wait_until("the file", lambda: target.exists() and target.read_bytes() == middle)
            # The content was fetched once.
            self.assertLess(cable.counts().received, 600_000)

    # Answering

    def test_an_answer_goes_to_the_mail_program(self) -> None:
        app = self.open_message(_message(("a.pdf", "application/pdf", _PDF)),
                                "x-scheme-handler/mailto", "x-scheme-handler/mid")
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

        with self.part("a program finds the message by its ID"):
            self.open_menu(app)
            app.menu_item("Open in Mail Program").act()
            self.assertEqual(self.program.wait(4)["given"],
                             "mid:tables.1@attachments.example.org")
