"""A command with its own terminal."""

import os
import pty
import select
import signal

from Servers.processes import PATIENCE

from .account_case import HomeCase


class Terminal:
    """A command with its own terminal, and its output there."""

    def __init__(self, case: HomeCase, *arguments: object, env: dict | None = None) -> None:
        self.seen = b""
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            os.chdir(case.home)
            words = case.command(arguments)
            os.execvpe(words[0], words, case.env | (env or {}))
        case.addCleanup(self._close)
        self._status: int | None = None

    def type(self, text: str) -> None:
        os.write(self._file, text.encode())

    def wait_for(self, words: str) -> None:
        while words.encode() not in self.seen:
            if not self._read():
                raise AssertionError(f"it ended without “{words}”: {self.seen}")

    def wait(self) -> int:
        """Waits for the command to end, and returns its exit status."""
        while self._read():
            pass
        self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._status

    def _read(self) -> bytes:
        """Waits for more output. The end of all output is empty."""
        if not select.select([self._file], [], [], PATIENCE)[0]:
            raise AssertionError(f"waited {PATIENCE} s after {self.seen}")
        try:
            more = os.read(self._file, 1 << 16)
        except OSError:  # the other end is closed
            more = b""
        self.seen += more
        return more

    def _close(self) -> None:
        if self._status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._file)
