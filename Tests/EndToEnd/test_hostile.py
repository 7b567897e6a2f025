"""Mail that was written to harm the window: the program survives, stays on its screen, and
starts again."""

import json
import time
from email.utils import formatdate
from pathlib import Path

import versions
from app import App
from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until

MONITOR = (360, 640)  # the size of a phone

# Each text was enough to end the program, or made its window wider than the screen.
_TEXTS = (
    "\t" * 1_600 + "x",
    "\t" * 3_000 + "x",
    "\u1100" * 2_700,
    "\u0600" * 4_000,
    # Pango 1.50 aborts when it breaks this text into lines of no width.
    "\U0001F3FF\U0001F3FF\u20DD",
    "a" * 65_000,
)


class Hostile(EndToEndCase):
    def test_no_text_harms_the_window_that_gl_draws(self) -> None:
        """Opens all conversations one after the other, leaves the last one open, and starts again.
        HostileTextTests lets Cairo draw them."""
        renderer = "ngl" if versions.ONE_GL_RENDERER.is_here else "gl"
        for number, text in enumerate(_TEXTS):
            subject = f"{number} " + ("\u1100" * 299)
            self.maildir.put(str(number), _mail(subject, f"{number} reads\n{text}", number))
        store = self.stage.directory("store") / "store.sqlite"
        env = {"GSK_RENDERER": renderer, "XDG_STATE_HOME": str(self.stage.directory("state"))}
        app = self._closing(App(self.stage, self.maildir.path, store, env=env))
        app.wait_until_idle(rows=len(_TEXTS))
        for number in range(len(_TEXTS)):
            if number:
                self.devices.key("Escape")
                self._wait_for_focus(app, number - 1)
                self.devices.settle()
                self.devices.key("Down")
                self._wait_for_focus(app, number)
            else:
                self.devices.key("Home")
            self.devices.key("Return")
            app.root.find("label", f"{number} reads")
            self.devices.settle()
            self._check(app)
        self.assertEqual(app.close(), 0)
        app = self._closing(App(self.stage, self.maildir.path, store, env=env))
        app.wait_until_idle(rows=len(_TEXTS))
        self._check(app)

    def test_no_folder_harms_the_window(self) -> None:
        name = "\t" * 250
        folder = self.stage.directory("mail")
        Maildir(folder / "Inbox").fill(1)
        Maildir(folder.joinpath(*[name] * 14)).fill(2)
        app = self.open(folder)
        app.wait_until_idle(rows=1)
        app.root.find("window", "Inbox — ")  # before the folders are known, F9 does nothing
        self.devices.key("F9")
        folders = app.root.find("list", "Folders$")
        wait_until("their focus",
                   lambda: any("focused" in seen.states for seen in folders.look()))
        self.devices.settle()
        self._check(app)
        self.devices.key("End")
        self.devices.key("Return")
        app.trace.wait(rows=2)
        self.devices.settle()
        self._check(app)

    def test_after_a_run_that_was_cut_short_no_conversation_is_opened_again(self) -> None:
        self.maildir.fill(3)
        state = self.stage.directory("state")
        env = {"XDG_STATE_HOME": str(state)}
        app = App(self.stage, self.maildir.path, env=env)
        self.addCleanup(app.end)
        app.wait_until_idle(rows=3)
        self.devices.key("Home")
        self.devices.key("Return")
        wait_until("the selection", lambda: _remembered(state).get("selected") is not None)
        app.process.kill()
        app.process.wait()

        app = App(self.stage, self.maildir.path, app.store, env=env)
        self.addCleanup(app.end)
        app.wait_until_idle(rows=3)
        app.root.find(name="Tideline did not end in order")
        self.assertFalse(_has_selection(app))
        self.devices.key("Home")
        self.devices.key("Return")
        wait_until("the conversation", lambda: _has_selection(app))
        wait_until("the selection", lambda: _remembered(state).get("selected") is not None)
        app.close()

        app = self._closing(App(self.stage, self.maildir.path, app.store, env=env))
        app.wait_until_idle(rows=3)
        wait_until("the same conversation", lambda: _has_selection(app))
        self.assertFalse(app.root.find_all(name="Tideline did not end"))

    def _wait_for_focus(self, app: App, number: int) -> None:
        wait_until(f"the focus on row {number}", lambda: any(
            "focused" in row.states and row.name.startswith(f"{number} ")
            for row in app.conversations.children), describe=app.root.outline)

    def _check(self, app: App) -> None:
        app.check_running()
        for window in app.root.children:
            self.assertLessEqual(window.extents[2], MONITOR[0])
            self.assertLessEqual(window.extents[3], MONITOR[1])


def _mail(subject: str, text: str, number: int) -> bytes:
    return (
        f"From: Ada Reef <ada@example.org>\nSubject: {subject}\n"
        f"Date: {formatdate(time.time() - 3600 - 60 * number)}\n"
        f"Message-ID: <{number}@hostile.example>\nMIME-Version: 1.0\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{text}\n").encode()


def _has_selection(app: App) -> bool:
    return any("selected" in row.states for row in app.conversations.children)


def _remembered(state: Path) -> dict:
    """The remembered state of the only mailbox."""
    file = next((state / "tideline").glob("Store*.json"), None)
    mailboxes = json.loads(file.read_text()).get("mailboxes", {}) if file else {}
    return next(iter(mailboxes.values()), {})
