"""The program's question for a password, on a terminal whose shell stops and continues it."""

import os
import select
import signal
import termios
from contextlib import suppress

from .processes import PATIENCE, wait_until
from .program_case import BINARY, ProgramCase
from .scripted import PASSWORD
from .terminal import Terminal

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)


class _Job(Terminal):
    """The program in the foreground of its own terminal, in which a child process of the tests
    plays the shell.

    The shell reports what happens to the program, and continues it when it receives a byte.
    """

    def __init__(self, case: ProgramCase, words: list[str], environment: dict[str, str]) -> None:
        report, report_end = os.pipe()
        order_end, order = os.pipe()
        super().__init__(case, lambda: self._lead(words, environment, report_end, order_end))
        os.close(report_end)
        os.close(order_end)
        self._report, self._order = os.fdopen(report), os.fdopen(order, "w")
        self._job = int(self._report.readline())

    @property
    def pid(self) -> int:
        return self._job

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
        """The shell's next report. All output before it is in `seen`."""
        if not select.select([self._report], [], [], PATIENCE)[0]:
            raise AssertionError(f"waited {PATIENCE} s after {self.seen}")
        report = self._report.readline().strip()
        while select.select([self.file], [], [], 0)[0]:
            self._read()
        return report

    def go_on(self) -> None:
        self._order.write("!")
        self._order.flush()

    @property
    def settings(self) -> list:
        return termios.tcgetattr(self.file)

    @property
    def echoes(self) -> bool:
        return bool(self.settings[3] & termios.ECHO)

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self._report.close()
        self._order.close()
        super().close()


class ProgramTerminal(ProgramCase):
    QUESTION = "Password for "

    def asked(self) -> _Job:
        """The program after it has asked for the password."""
        self.start()
        environment = self.environment()
        for name in ("TIDELINE_PASSWORD_FILE", "DBUS_SESSION_BUS_ADDRESS"):
            environment.pop(name, None)
        job = _Job(self, [BINARY, "list", self.url], environment)
        self.before = job.settings
        self.assertTrue(job.echoes)
        job.wait_for(self.QUESTION)
        self.assertFalse(job.echoes)
        return job

    def assert_answered(self, job: _Job) -> None:
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
        wait_until("the echo to be off again", lambda: not job.echoes)
        self.assert_answered(job)

    def test_each_end_leaves_the_terminal_as_before(self) -> None:
        for key, number in (("\x03", signal.SIGINT), ("\x1c", signal.SIGQUIT)):
            job = self.asked()
            job.type("half of it" + key)
            self.assertEqual(job.said(), f"ended {-number}")
            self.assertEqual(job.settings, self.before)
            self.assertNotIn(b"half", job.seen)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            job = self.asked()
            os.kill(job.pid, number)
            self.assertTrue(job.said().startswith("ended "))
            self.assertEqual(job.settings, self.before)
