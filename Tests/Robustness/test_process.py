"""The process in its shell: streams that cannot be written, signals."""

import signal
import subprocess
import time
from pathlib import Path

from case import RobustnessCase
from mail import Maildir
from Servers.processes import PATIENCE



class StreamTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir = Maildir(self.folder / "Mail", self.seed)
        self.maildir.fill(50)
        # The link is skipped, and named on standard error.
        (self.maildir.path / "cur" / "1.device:2,S").symlink_to("/dev/null")
        self.tideline.run("refresh", self.maildir.path)

    def _shell(self, command: str, *words: object) -> subprocess.CompletedProcess:
        """Runs a line of the shell, in which `"$@"` is the program with these words."""
        return subprocess.run(["sh", "-c", command, "sh", str(self.binary), *map(str, words)],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env={"XDG_CACHE_HOME": str(self.folder), "LC_ALL": "C.UTF-8"},
                              timeout=PATIENCE)

    def _list(self, *options: str) -> list[object]:
        return ["list", self.maildir.path, "--store", self.tideline.store, *options]

    def test_without_standard_error_all_else_is_as_with_it(self) -> None:
        calls = [self._list(), self._list("--json"), ["list", self.folder / "none"], ["list"],
                 ["--version"], ["find"], ["list", "--none"],
                 ["refresh", self.maildir.path, "--fetch", "false"]]
        for call in calls:
            expected = self._shell('"$@"', *call)
            for lost in ("2>/dev/full", "2>&-", ">/dev/null 2>&-", "<&- 2>&-"):
                outcome = self._shell(f'"$@" {lost}', *call)
                self.assertEqual(outcome.returncode, expected.returncode, f"{call} {lost}")
                if ">/dev/null" not in lost and "refresh" not in call:
                    self.assertEqual(outcome.stdout, expected.stdout, f"{call} {lost}")

    def test_results_that_cannot_be_written_are_an_error(self) -> None:
        calls = [self._list(), self._list("--json"), ["--version"], ["--help"],
                 ["threads", self.maildir.path], ["folders", self.maildir.path],
                 ["refresh", self.maildir.path],
                 ["sample", self.folder / "S", "--truth", "--messages", "20"]]
        reasons = {">/dev/full": "No space left on device", ">&-": "Bad file descriptor",
                   "<&- >&-": "Bad file descriptor"}
        for call in calls:
            for lost, reason in reasons.items():
                outcome = self._shell(f'"$@" {lost}', *call)
                self.assertEqual(outcome.returncode, 1, f"{call} {lost}: {outcome.stderr}")
                self.assertIn(f"tideline: The output cannot be written ({reason}).", outcome.stderr)
            everything = self._shell('"$@" >/dev/full 2>/dev/full', *call)
            self.assertEqual(everything.returncode, 1, call)
        # No output went into a file that took the file descriptor of a closed stream.
        self.assertEqual(self.tideline.run("refresh", self.maildir.path).status, 0)
        self.assert_like_a_clean_one(self.maildir.path)

    def test_a_reader_that_goes_is_no_failure(self) -> None:
        for call in (self._list("--json"), self._list(), ["--help"]):
            outcome = self._shell('{ "$@"; echo "status $?" >&2; } | true', *call)
            self.assertIn("status 0", outcome.stderr)
            self.assertNotIn("cannot be written", outcome.stderr)


# Replaces `openat`: a file whose name contains "stuck" is on a disk that does not answer. The file
# named by STUCK is created once a thread waits for it.
_STUCK_DISK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int openat(int folder, const char *name, int flags, ...) {
  static int (*system_openat)(int, const char *, int, ...);
  if (!system_openat)
    *(void **)&system_openat = dlsym(RTLD_NEXT, "openat");
  if (strstr(name, "stuck")) {
    close(system_openat(AT_FDCWD, getenv("STUCK"), O_WRONLY | O_CREAT, 0600));
    for (;;)
      pause();
  }
  va_list arguments;
  va_start(arguments, flags);
  int mode = va_arg(arguments, int);
  va_end(arguments);
  return system_openat(folder, name, flags, mode);
}
"""


class SignalTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.disk = self.library(_STUCK_DISK, "-ldl")
        self.maildir = Maildir(self.folder / "Mail", self.seed)
        self.maildir.fill(5)
        (self.maildir.path / "cur" / "1.stuck:2,S").write_text("Message-ID: <stuck@mail.example>\n")

    def _stuck(self, *command: str, ignoring: signal.Signals | None = None) -> subprocess.Popen:
        """Runs a command until it waits for the disk."""
        mark = self.folder / "mark"
        mark.unlink(missing_ok=True)
        process = self.tideline.start(
            command[0], self.maildir.path, *command[1:],
            prefix=("env", f"LD_PRELOAD={self.disk}", f"STUCK={mark}"),
            prepare=lambda: self._heed_all_but(ignoring))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self._wait(mark.exists)
        return process

    @staticmethod
    def _heed_all_but(ignored: signal.Signals | None) -> None:
        """Resets the signals, which the tests' own shell may ignore, except for one."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)

    def _wait(self, condition) -> None:
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def _is_pending(self, process: subprocess.Popen, number: signal.Signals) -> bool:
        """Whether no thread has taken the signal yet."""
        return self._is_in("ShdPnd", process, number)

    @staticmethod
    def _is_in(name: str, process: subprocess.Popen, number: signal.Signals) -> bool:
        """Whether a signal is in one of the process's sets; `name` is the set's in proc(5)."""
        status = Path(f"/proc/{process.pid}/status").read_text()
        numbers = next(line for line in status.splitlines() if line.startswith(name))
        return bool(int(numbers.split()[1], 16) >> number - 1 & 1)

    def test_the_first_signal_ends_a_refresh_that_waits_for_a_disk(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self._stuck("refresh")
            process.send_signal(number)
            self.assertEqual(process.wait(PATIENCE), -number)

    def test_a_second_signal_ends_what_waits_for_a_disk(self) -> None:
        """The program waits while it opens the mailbox and looks for its folders."""
        for part in ("cur", "new"):
            (self.maildir.path / ".stuck" / part).mkdir(parents=True)
        for first in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self._stuck("refresh")
            process.send_signal(first)
            self._wait(lambda: not self._is_pending(process, first))
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(PATIENCE), -signal.SIGINT)

    def test_the_first_signal_ends_a_message_that_waits_for_a_disk(self) -> None:
        threads = self.tideline.run("threads", self.maildir.path).output.split()
        conversation = threads[threads.index("stuck@mail.example") - 1]
        process = self._stuck("show", conversation)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), -signal.SIGINT)

    def test_what_is_ignored_stays_so(self) -> None:
        """The signal is ignored as after nohup."""
        process = self._stuck("refresh", ignoring=signal.SIGHUP)
        self.assertTrue(self._is_in("SigIgn", process, signal.SIGHUP))
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), -signal.SIGTERM)
