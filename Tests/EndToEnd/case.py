"""The base of all end-to-end tests: one stage for all, and a fresh mailbox and app for each."""

import sys
import time
import unittest
from pathlib import Path
from typing import ClassVar, TypeVar

from gi.repository import GLib

from accessibility import Node
from app import App
from complaints import complaints
from devices import Stalled
from gallery import Gallery
from maildir import Maildir
from player import STALL
from processes import processor_wait
from program import Program
from stage import Stage
from waiting import TimedOut, when_there

# The time within which every effect of a gesture begins: the wheel's dwell is 300 ms, a touchpad's
# silence 150 ms, opening the row 200 ms.
SETTLED = 1.5

Opened = TypeVar("Opened", bound=Program)


class EndToEndCase(unittest.TestCase):
    stage: ClassVar[Stage]
    artifacts: ClassVar[Path]
    app: Program | None = None

    def setUp(self) -> None:
        self.devices = self.stage.devices
        self.maildir = Maildir(self.stage.directory("mail") / "INBOX")
        self.expected_complaints = 0  # lines of warnings that the test causes

    def open(self, mailbox: Path | None = None, **options) -> App:
        """Starts the app, which must close properly at the end of every test."""
        return self._closing(App(self.stage, mailbox or self.maildir.path, **options))

    def open_gallery(self, *arguments: str) -> Gallery:
        """Starts the library's gallery instead, which must also close properly."""
        gallery = self._closing(Gallery(self.stage, *arguments))
        gallery.wait_for_window()
        return gallery

    def _closing(self, program: Opened) -> Opened:
        self.app = program
        self.addCleanup(program.end)
        self.addCleanup(self._close, program)
        return program

    def open_filled(self, count: int = 130, **options) -> App:
        """Starts the app with this many conversations, and waits until it rests at the top."""
        self.maildir.fill(count)
        app = self.open(**options)
        app.wait_until_idle(rows=min(count, 50))
        return app

    def _close(self, app: Program) -> None:
        self.assertEqual(app.close(), 0, f"exit status; standard error:\n{app.messages()}")
        self.assertIn("live signal boxes: 0", app.messages())
        found = complaints(app.messages())
        self.assertEqual(len(found), self.expected_complaints, found)

    # Assertions

    def assert_refreshes(self, app: App, runs: int = 1) -> None:
        """Checks that this many refreshes have started, one has ended, and the row is closed
        again."""
        app.trace.wait_for_visit(header="running", runs=runs)
        app.trace.wait(header="idle", runs=runs)

    def refresh_by_wheel(self, app: App, notches: int, gap: float = 0.1) -> None:
        """Turns the wheel just far enough for a refresh. GTK merges notches that a program
        reads together into one. If that happened because the machine kept the program from
        running, the test counts as stalled, not as failed."""
        self.devices.settle()
        waited = processor_wait(app.process.pid)
        self.devices.wheel(-notches, gap)
        try:
            app.trace.wait_for_visit(header="armed", timeout=5)
        except TimedOut:
            waited = processor_wait(app.process.pid) - waited
            if waited > STALL:
                raise Stalled(f"the app waited {waited:.2f} s for a processor") from None
            raise
        self.assert_refreshes(app)

    def assert_nothing_starts(self, app: App, seconds: float = SETTLED) -> None:
        """Checks that neither a refresh nor a page begins within the time that any gesture
        needs."""
        before = app.trace.last
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for field in ("runs", "loads"):
                self.assertEqual(app.trace.last[field], before[field], app.trace.tail())
            time.sleep(0.05)

    def assert_named(
        self, app: App, name: str, within: Node | None = None, **state: object,
    ) -> Node:
        """Checks that an object has the name while the app is in the state. If a short state
        ended before one complete look at the objects, the machine was too busy to decide. In
        a lasting state, the name may take a while."""
        try:
            app.trace.wait(**state)
        except TimedOut:
            if app.trace.visits(**state):
                raise Stalled(f"{state} was over before one could wait for it") from None
            raise
        deadline = time.monotonic() + SETTLED
        looks = 0
        while (looks < 3 or time.monotonic() < deadline) and app.trace.shows(**state):
            found = when_there(lambda: (within or app.root).find_all(name=name))
            if found is None:
                continue
            if found:
                return found[0]
            looks += app.trace.shows(**state)
        if not looks:
            raise Stalled(f"{state} was over before one could look")
        self.fail(f"nothing was named {name!r} during {state}:\n{(within or app.root).outline()}")

    # Failures

    def explain(self) -> str:
        """Describes the app after a failure, while it still runs."""
        if self.app is None:
            return ""
        parts = [f"standard error:\n{self.app.messages()}"]
        if isinstance(self.app, App):
            parts.append(f"states:{self.app.trace.tail()}")
        try:
            picture = self.stage.recorder.save(self.artifacts / f"{self.id()}.png")
            parts.append(f"picture: {picture}")
            parts.append(f"accessible tree:\n{self.app.root.outline()}")
        except (AttributeError, AssertionError, GLib.Error) as error:
            print(f"(no picture or tree: {error})", file=sys.stderr)
        return "\n".join(parts)
