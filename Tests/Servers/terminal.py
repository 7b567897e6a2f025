"""A program with its own terminal."""

import os
import pty
import select
import signal
import unittest
from typing import Callable

from .processes import PATIENCE


class Terminal:
    """A terminal, and what was seen there."""

    def __init__(self, case: unittest.TestCase, begin: Callable[[], object]) -> None:
        """`begin` runs in the terminal's first process, and does not return."""
        self.seen = b""
        self._leader, self.file = pty.fork()
        if self._leader == 0:
            begin()
        self._status: int | None = None
        case.addCleanup(self.close)

    @property
    def pid(self) -> int:
        return self._leader

    def type(self, text: str) -> None:
        os.write(self.file, text.encode())

    def wait_for(self, words: str, count: int = 1) -> None:
        while self.seen.count(words.encode()) < count:
            if not self._read():
                raise AssertionError(f"it ended without “{words}”: {self.seen}")

    def wait(self) -> int:
        """Waits for the end of the first process, and returns its exit status."""
        while self._read():
            pass
        self._status = os.waitstatus_to_exitcode(os.waitpid(self._leader, 0)[1])
        return self._status

    def _read(self) -> bytes:
        """Waits for more output. The end of all output is empty."""
        if not select.select([self.file], [], [], PATIENCE)[0]:
            raise AssertionError(f"waited {PATIENCE} s after {self.seen}")
        try:
            more = os.read(self.file, 1 << 16)
        except OSError:  # the other end is closed
            more = b""
        self.seen += more
        return more

    def close(self) -> None:
        if self._status is None:
            os.kill(self._leader, signal.SIGKILL)
            os.waitpid(self._leader, 0)
        os.close(self.file)
