"""The program's question for a password, on a terminal whose shell stops and continues it."""

import os
import pty
import select
import signal
import termios
import time

from .program_case import BINARY, ProgramCase
from .scripted import PASSWORD

_LIMIT = 60  # seconds
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)


class _Job:
    """The program in the foreground of its own terminal, in which a child process of the tests
    plays the shell.

    The shell reports what happens to the program, and continues it when it receives a byte.
    """

    def __init__(self, words: list[str], environment: dict[str, str]) -> None:
        self.seen = b""
        report, report_end = os.pipe()
        order_end, order = os.pipe()
        self._shell, self.file = pty.fork()
        if self._shell == 0:
            self._lead(words, environment, report_end, order_end)
        os.close(report_end)
        os.close(order_end)
        self._report, self._order = os.fdopen(report), os.fdopen(order, "w")
        os.set_blocking(self.file, False)
        self.pid = int(self._report.readline())

    @staticmethod
    def _lead(words: list[str], environment: dict[str, str], report: int, order: int) -> None:
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        ready, begin = os.pipe()
        job = os.fork()
        if job == 0:
            # Resets signals that the tests' caller may ignore, as nohup does.
            for number in (signal.SIGTTOU, *_SIGNALS):
                signal.signal(number, signal.SIG_DFL)
            os.setpgid(0, 0)
            os.read(ready, 1)
            os.execve(words[0], words, environment)
        os.setpgid(job, job)
        os.tcsetpgrp(0, job)
        os.write(begin, b"!")
        os.write(report, f"{job}\n".encode())
        while True:
            _, status = os.waitpid(job, os.WUNTRACED)
            if not os.WIFSTOPPED(status):
                os.write(report, f"ended {os.waitstatus_to_exitcode(status)}\n".encode())
                os.read(order, 1)
                os._exit(0)
            os.tcsetpgrp(0, os.getpid())
            os.write(report, f"stopped {os.WSTOPSIG(status)}\n".encode())
            os.read(order, 1)
            os.tcsetpgrp(0, job)
            os.killpg(job, signal.SIGCONT)

    def said(self) -> str:
        """The shell's next report."""
        if not select.select([self._report], [], [], _LIMIT)[0]:
            raise AssertionError(self._read())
        return self._report.readline().strip()

    def go_on(self) -> None:
        self._order.write("!")
        self._order.flush()

    def type(self, text: str) -> None:
        os.write(self.file, text.encode())

    @property
    def settings(self) -> list:
        return termios.tcgetattr(self.file)

    @property
    def echoes(self) -> bool:
        return bool(self.settings[3] & termios.ECHO)

    def wait_until(self, condition) -> None:
        deadline = time.monotonic() + _LIMIT
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(self.seen)
            time.sleep(0.01)

    def wait_for(self, words: str, count: int = 1) -> None:
        self.wait_until(lambda: self._read().count(words.encode()) >= count)

    def _read(self) -> bytes:
        try:
            self.seen += os.read(self.file, 1 << 16)
        except OSError:  # nothing yet, or the other end has closed it
            pass
        return self.seen

    def close(self) -> None:
        for pid in (self.pid, self._shell):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.waitpid(self._shell, 0)
        self._report.close()
        self._order.close()
        os.close(self.file)


class ProgramTerminal(ProgramCase):
    QUESTION = "Password for "

    def asked(self) -> _Job:
        """The program after it has asked for the password."""
        self.start()
        environment = self.environment()
        for name in ("TIDELINE_PASSWORD_FILE", "DBUS_SESSION_BUS_ADDRESS"):
            environment.pop(name, None)
        job = _Job([BINARY, "list", self.url], environment)
        self.addCleanup(job.close)
        self.before = job.settings
        self.assertTrue(job.echoes)
        job.wait_for(self.QUESTION)
        job.wait_until(lambda: not job.echoes)
        return job

    def assert_answered(self, job: _Job) -> None:
        job.wait_until(lambda: not job.echoes)
        job.type(PASSWORD + "\n")
        self.assertEqual(job.said(), "ended 0", job.seen)
        self.assertEqual(job.settings, self.before)
        self.assertNotIn(PASSWORD.encode(), job.seen)

    def assert_stopped(self, job: _Job) -> None:
        self.assertEqual(job.said(), f"stopped {int(signal.SIGTSTP)}")
        self.assertEqual(job.settings, self.before)

    def test_while_it_is_stopped_the_terminal_is_as_before(self) -> None:
        job = self.asked()
        for count in (2, 3):
            job.type("half of it\x1a")
            self.assert_stopped(job)
            job.go_on()
            job.wait_for(self.QUESTION, count)
        self.assert_answered(job)
        self.assertNotIn(b"half", job.seen)

    def test_also_where_another_process_stops_it(self) -> None:
        job = self.asked()
        os.kill(job.pid, signal.SIGTSTP)
        self.assert_stopped(job)
        job.go_on()
        job.wait_for(self.QUESTION, 2)
        self.assert_answered(job)

    def test_nothing_typed_is_seen_after_a_stop_that_it_did_not_notice(self) -> None:
        """A shell may restore the terminal's settings while the program is stopped."""
        job = self.asked()
        os.kill(job.pid, signal.SIGSTOP)
        self.assertEqual(job.said(), f"stopped {int(signal.SIGSTOP)}")
        termios.tcsetattr(job.file, termios.TCSANOW, self.before)
        job.go_on()
        self.assert_answered(job)

    def test_each_end_leaves_the_terminal_as_before(self) -> None:
        for key, end in (("\x03", "ended 1"), ("\x1c", f"ended {-signal.SIGQUIT}")):
            job = self.asked()
            job.type("half of it" + key)
            self.assertEqual(job.said(), end)
            self.assertEqual(job.settings, self.before)
            self.assertNotIn(b"half", job.seen)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            job = self.asked()
            os.kill(job.pid, number)
            self.assertTrue(job.said().startswith("ended "))
            self.assertEqual(job.settings, self.before)
