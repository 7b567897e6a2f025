"""The process as its shell sees it: streams that cannot be written."""

import subprocess

from case import RobustnessCase
from mail import Maildir

_LIMIT = 10  # seconds


class StreamTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir = Maildir(self.folder / "Mail", self.seed)
        self.maildir.fill(50)
        # It is skipped, and standard error names it.
        (self.maildir.path / "cur" / "1.device:2,S").symlink_to("/dev/null")
        self.tideline.run("refresh", self.maildir.path)

    def _shell(self, command: str, *words: object) -> subprocess.CompletedProcess:
        """Runs a line of the shell, in which `"$@"` is the program with these words."""
        return subprocess.run(["sh", "-c", command, "sh", str(self.binary), *map(str, words)],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env={"XDG_CACHE_HOME": str(self.folder), "LC_ALL": "C.UTF-8"},
                              timeout=_LIMIT)

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
                 ["refresh", self.maildir.path], ["sample", self.folder / "S", "--truth"]]
        reasons = {">/dev/full": "No space left on device", ">&-": "Bad file descriptor",
                   "<&- >&-": "Bad file descriptor"}
        for call in calls:
            for lost, reason in reasons.items():
                outcome = self._shell(f'"$@" {lost}', *call)
                self.assertEqual(outcome.returncode, 1, f"{call} {lost}: {outcome.stderr}")
                self.assertIn(f"tideline: The output cannot be written ({reason}).", outcome.stderr)
            everything = self._shell('"$@" >/dev/full 2>/dev/full', *call)
            self.assertEqual(everything.returncode, 1, call)
        # Nothing of it went into a file that took the number of a closed stream.
        self.assertEqual(self.tideline.run("refresh", self.maildir.path).status, 0)
        self.assert_like_a_clean_one(self.maildir.path)

    def test_a_reader_that_goes_is_no_failure(self) -> None:
        for call in (self._list("--json"), self._list(), ["--help"]):
            outcome = self._shell('{ "$@"; echo "status $?" >&2; } | true', *call)
            self.assertIn("status 0", outcome.stderr)
            self.assertNotIn("cannot be written", outcome.stderr)
