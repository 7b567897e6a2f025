"""The running app: started on a mailbox, looked at, pulled, and closed as a user would."""

import subprocess
import time
from functools import cached_property
from pathlib import Path
from typing import Callable

from accessibility import Node
from processes import cpu_seconds, end
from stage import Stage
from app_trace import Trace
from waiting import TimedOut, wait_until

LIST = "Conversations"
# Seconds. A pull within 300 ms of reaching an edge counts as the rest of the scrolling, so wait
# for twice that.
_REST = 0.6


class App:
    """A maximised Tideline window. Its place is then known: the monitor's pixels are its own."""

    def __init__(self, stage: Stage, mailbox: Path | None, store: Path | None = None) -> None:
        self._stage = stage
        self._devices = stage.devices
        self._files = stage.directory("app")
        self.store = store or self._files / "store.sqlite"
        self.trace = Trace(self._files / "trace.jsonl")
        self.errors = self._files / "stderr.log"
        self.process = self._start(mailbox)
        self.root: Node

    def _start(self, mailbox: Path | None) -> subprocess.Popen:
        env = self._stage.session.env | {
            "TIDELINE_TRACE": str(self.trace.path), "TIDELINE_DEBUG": "leaks"}
        argv = [str(self._stage.binary), *([str(mailbox)] if mailbox else []),
                "--store", str(self.store)]
        with self.errors.open("wb") as errors:
            return self._stage.session.processes.start("tideline", argv, env, stderr=errors)

    # Opening and closing

    def wait_for_window(self) -> None:
        """Waits for the window, and maximises it; the app itself has no say in that."""
        def registered() -> Node:
            self.check_running()
            return self._stage.reader.application(self.process.pid, timeout=0.5)
        self.root = _retry(registered, attempts=40)
        window = self.root.find("window", "", timeout=10)

        def maximised() -> bool:
            self._devices.key("super+Up")
            try:
                return wait_until("", lambda: window.extents[2:] == self._stage.session.monitor, 1)
            except TimedOut:
                return False
        wait_until("the maximised window", maximised, 15, describe=lambda: window.extents)

    def wait_until_idle(self, rows: int | None = None) -> None:
        """Waits for a window that shows rows and does nothing."""
        self.wait_for_window()
        self.trace.wait(
            timeout=30, header="idle", test=lambda state: state["rows"] == rows or rows is None)
        wait_until("the rows", lambda: self.conversations.children, describe=self.root.outline)
        self._devices.settle()

    def check_running(self) -> None:
        if self.process.poll() is not None:
            raise AssertionError(
                f"the app ended with status {self.process.returncode}:\n{self.messages()}")

    def close(self, timeout: float = 10) -> int:
        """Closes the window by its key and returns the exit status."""
        if self.process.poll() is None:
            self._devices.key("alt+F4")
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise TimedOut(f"the app still ran {timeout:g} s after its window was closed") from None

    def end(self) -> None:
        """Whatever happened: no app outlives its test."""
        end(self.process)

    def messages(self) -> str:
        """What it wrote to standard error."""
        return self.errors.read_text(errors="replace")

    # Looking

    @cached_property
    def conversations(self) -> Node:
        return self.root.find("list", LIST)

    @cached_property
    def _scroll_range(self) -> Node:
        """The vertical scroll bar's: it tells and sets the list's position."""
        def vertical() -> Node | None:
            bars = self.root.find_all("scroll bar")
            ranges = [child for bar in bars for child in bar.children]
            return next((node for node in ranges if node.extents[3] > node.extents[2]), None)
        return wait_until("a vertical scroll bar", vertical, describe=self.root.outline)

    @property
    def scroll(self) -> float:
        return self._scroll_range.value

    @scroll.setter
    def scroll(self, position: float) -> None:
        self._scroll_range.value = position

    @property
    def bottom(self) -> float:
        """The scroll position at the very end."""
        return self._scroll_range.maximum - self.conversations.extents[3]

    def row_names(self) -> list[str]:
        """Those offered to the screen reader now. GTK 4.8 offers up to two hundred, wherever the
        list is scrolled to; newer ones only those on the screen."""
        return [row.name for row in self.conversations.children]

    def all_row_names(self) -> list[str]:
        """From the first row to the last; scrolls through the list, unless all are offered."""
        names = self.row_names()
        if len(names) >= self.trace.last["rows"]:
            return names
        names, position = [], 0.0
        while True:
            self.scroll_to(position)
            seen = self.row_names()
            names += seen[seen.index(names[-1]) + 1 if names and names[-1] in seen else 0:]
            if position >= self.bottom:
                return names
            position = min(position + 0.8 * self.conversations.extents[3], self.bottom)

    def middle(self) -> tuple[float, float]:
        """A place on the list, far enough from its edges to pull either way."""
        x, y, width, height = self.conversations.extents
        return x + width / 2, y + height / 2

    def cpu_seconds(self) -> float:
        return cpu_seconds(self.process.pid)

    # Acting

    def pull(self, dy: float, duration: float = 0.4) -> None:
        """One touch, down to up; positive is downwards, past the top."""
        self._devices.touch_pull(*self.middle(), dy, duration)

    def point_at_list(self) -> None:
        """Puts the pointer where touchpad and wheel then scroll."""
        self._devices.pointer_to(*self.middle())

    def scroll_to(self, position: float) -> None:
        """Jumps there, as assistive technology does, and waits until the list rests there."""
        self._rest_at(lambda: position)

    def scroll_to_bottom(self) -> None:
        self._rest_at(lambda: self.bottom)

    def _rest_at(self, position: Callable[[], float]) -> None:
        """Again and again, since a spring-back or a row that opens still moves the list, and since
        on a busy machine the app draws, and then learns of the edge, later than it answers."""
        def rests() -> bool:
            self._scroll_range.value = position()
            seen = self._stage.recorder.picture()
            time.sleep(_REST)
            return abs(self.scroll - position()) < 1 and self._stage.recorder.picture() == seen
        wait_until("the list at rest", rests, describe=lambda: (self.scroll, position()))


def _retry(action, attempts: int):
    for attempt in range(attempts):
        try:
            return action()
        except TimedOut:
            if attempt == attempts - 1:
                raise
