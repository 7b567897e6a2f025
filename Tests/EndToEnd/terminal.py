"""A command with its own terminal."""

import os
import pty
import signal
import termios

from account_case import HomeCase
from waiting import wait_until


class Terminal:
    """A command with its own terminal, and its output there."""

    def __init__(self, case: HomeCase, *arguments: object, env: dict | None = None) -> None:
        self.seen = b""
        self._pid, self.file = pty.fork()
        if self._pid == 0:
            os.chdir(case.home)
            words = case.command(arguments)
            os.execvpe(words[0], words, case.env | (env or {}))
        os.set_blocking(self.file, False)
        case.addCleanup(self._close)
        self._status: int | None = None

    @property
    def pid(self) -> int:
        return self._pid

    @property
    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self.file)[3] & termios.ECHO)

    def type(self, text: str) -> None:
        os.write(self.file, text.encode())

    def wait_for(self, words: str) -> None:
        wait_until(words, lambda: words.encode() in self._read(), describe=lambda: self.seen)

    def wait(self) -> int:
        """Waits for the command to end, and returns its exit status."""
        def ended() -> bool:
            self._read()
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
            return bool(pid)
        wait_until("its end", ended, describe=lambda: self.seen)
        self._read()
        return self._status

    def _read(self) -> bytes:
        try:
            self.seen += os.read(self.file, 1 << 16)
        except OSError:  # nothing yet, or the other end has closed it
            pass
        return self.seen

    def _close(self) -> None:
        if self._status is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self.file)
