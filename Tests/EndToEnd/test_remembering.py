"""A start restores mailbox, position in the list and window size, also after a crash."""

import json
import subprocess
import time
from pathlib import Path

from app import App
from case import EndToEndCase
from waiting import wait_until


class Remembering(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.store = self.stage.directory("store") / "store.sqlite"
        self.state = self.stage.directory("state")

    def start(self, mailbox: Path | None = None) -> App:
        """Starts without a mailbox argument, unless one is given."""
        return App(self.stage, mailbox, self.store, env={"XDG_STATE_HOME": str(self.state)})

    @property
    def remembered(self) -> dict:
        return json.loads(self.file.read_text()) if self.file else {}

    @property
    def file(self) -> Path | None:
        return next((self.state / "tideline").glob("Store*.json"), None)

    @property
    def mailbox(self) -> dict:
        return self.remembered.get("mailboxes", {}).get(str(self.maildir.path), {})

    @property
    def place(self) -> dict | None:
        return self.mailbox.get("place")

    def crash(self, app: App) -> None:
        app.process.kill()
        app.process.wait()

    def test_after_a_crash_the_list_is_where_it_was(self) -> None:
        self.maildir.fill(130)
        app = self.start(self.maildir.path)
        self.addCleanup(app.end)
        app.wait_until_idle(rows=50)
        row = app.conversations.children[0].extents[3]
        with self.part("in the middle of what was loaded"):
            app.scroll_to_bottom()
            app.pull(-150)
            app.trace.wait(rows=100, footer="idle")
            wait_until("the end to be written", lambda: self.place is not None)
            app.scroll_to(0)
            wait_until("the top to be written", lambda: self.place is None)
            app.scroll_to(4321)
            before = app.scroll
            wait_until("the place to be written",
                       lambda: (self.place or {}).get("offset") is not None)
            top = self.place
            self.crash(app)
        with self.part("new mail moves nothing but the top"):
            self.maildir.deliver("While it was away", "And another one")
            app = self.start()
            self.addCleanup(app.end)
            app.wait_for_window()
            app.trace.wait(runs=1, header="idle", test=lambda state: state["rows"] >= 102)
            wait_until("the header to be gone", lambda: abs(app.scroll - before - 2 * row) <= 2,
                       describe=lambda: (app.scroll, before, row))
            wait_until("the same place", lambda: self.place == top, describe=lambda: self.place)
        with self.part("whoever left at the top is there again, and sees what is new"):
            app.scroll_to(0)
            wait_until("the top to be written", lambda: self.place is None)
            self.crash(app)
            self.maildir.deliver("While it was at the top")
            app = self._closing(self.start())
            app.wait_for_window()
            app.trace.wait(runs=1, header="idle", first="While it was at the top")
            wait_until("the top", lambda: app.scroll == 0, describe=lambda: app.scroll)

    def test_of_two_windows_the_one_that_is_not_used_changes_nothing(self) -> None:
        self.maildir.fill(50)
        app = self._closing(self.start(self.maildir.path))
        app.wait_until_idle(rows=50)
        app.scroll_to(1000)
        wait_until("the place to be written", lambda: self.place is not None)
        first = self.place
        subprocess.run(
            [self.stage.binary, "--store", self.store, "--action", "new-window"], check=True,
            env=self.stage.session.env | {"XDG_STATE_HOME": str(self.state)})
        wait_until("another window", lambda: len(app.root.children) == 2)
        app.trace.wait(runs=1, header="idle")
        app.point_at_list()
        self.devices.wheel(8, 0.1)
        self.devices.settle()
        wait_until("another place that stays", lambda: self.place not in (None, first)
                   and time.time() - self.file.stat().st_mtime > 1)
        used = self.place
        self.maildir.deliver("Seen in the other window alone")
        app.activate("refresh")  # the first window, below the other one
        app.trace.wait(header="idle", rows=51, runs=1)
        # The list is laid out again once it is visible.
        self.devices.key("alt+F4")
        wait_until("one window", lambda: len(app.root.children) == 1)
        self.devices.settle()
        self.assertEqual(app.close(), 0)
        self.assertEqual(self.place, used)

    def test_the_conversation_and_the_size_of_the_window_are_found_again(self) -> None:
        self.maildir.fill(5)
        app = self._closing(self.start(self.maildir.path))
        app.wait_until_idle(rows=5)
        x, y, width, height = app.conversations.children[2].extents
        self.devices.tap(x + width / 2, y + height / 2)
        wait_until("the selection to be written", lambda: self.mailbox.get("selected") is not None)
        wait_until("the window to be known",
                   lambda: self.remembered.get("window", {}).get("isMaximized"))
        self.assertEqual(app.close(), 0)
        file = self.file
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)

        kept = self.remembered
        kept["window"] |= {"isMaximized": False, "size": {"width": 456, "height": 543}}
        file.write_text(json.dumps(kept))
        # In the new store, the conversation's ID belongs to another one.
        for path in self.store.parent.iterdir():
            path.unlink()
        for number in (0, 1, 3):
            self.maildir.remove(number)
        self.stage.tideline("refresh", self.maildir.path, "--store", self.store)
        app = self._closing(self.start())
        with self.part("the window has its size again"):
            app.trace.wait(rows=2, header="idle", runs=1)
            app.root = self.stage.reader.application(app.process.pid)
            window = app.root.find_window("")
            wait_until("its size", lambda: window.extents[2:] == (456, 543),
                       describe=lambda: window.extents)
        with self.part("the conversation that was read is found in a store made anew"):
            wait_until("the same conversation", lambda: [
                row.name[:len(self.maildir.subject(2))] for row in app.conversations.children
                if "selected" in row.states] == [self.maildir.subject(2)])
            self.assertEqual(app.close(), 0)
        with self.part("garbage is replaced"):
            file.write_bytes(b"\x00{[\xff" * 1000)
            app = self._closing(self.start(self.maildir.path))
            app.wait_until_idle(rows=2)
            wait_until("a sound file", lambda: b"\x00" not in file.read_bytes())
            self.assertEqual(self.remembered["last"], str(self.maildir.path))
