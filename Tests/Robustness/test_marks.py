"""Marking messages despite a kill, a full disk, a read-only mailbox, or another program. No message
is lost or altered, and every mark is set in the end."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
from collections import Counter
from contextlib import closing

from case import MarkCase
from tideline import KILLED, die_after

_SIZE = 60

# Sends the process $SIGNAL once, and waits until it was taken: before the step of writing with the
# number $AT, or if that is "journal", before the journal of the file of marks is removed.
_CUT = r"""
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/syscall.h>

static void step(int removes_journal) {
  static int steps, sent;
  const char *at = getenv("AT");
  if (sent || !(strcmp(at, "journal") ? ++steps == atoi(at) : removes_journal)) return;
  sent = 1;
  int number = atoi(getenv("SIGNAL"));
  sigset_t pending;
  kill(getpid(), number);
  do {
    usleep(1000);
    sigpending(&pending);
  } while (sigismember(&pending, number));
  // Only where the signal must have had its effect, its thread has long.
  usleep(removes_journal ? 3000000 : 100000);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  step(0);
  return syscall(SYS_pwrite64, file, bytes, count, place);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
  return pwrite64(file, bytes, count, place);
}

int unlink(const char *path) {
  step(strstr(path, "marks.sqlite-journal") != NULL);
  return syscall(SYS_unlink, path);
}
"""


class MarkTests(MarkCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir.fill(_SIZE)
        self.mail = self._bodies()

    def _bodies(self) -> Counter[bytes]:
        """The contents of all messages, whatever their file names are."""
        return Counter(file.read_bytes() for name in ("cur", "new", "tmp")
                       for file in (self.maildir.path / name).iterdir())

    def _unread(self) -> list[int]:
        return [row["id"] for row in self.rows() if row["unread"]]

    def _assert_whole(self) -> None:
        self.assertEqual(self._bodies(), self.mail, f"seed {self.seed}")

    def _assert_converged(self) -> None:
        """Checks that the list agrees with the flags in the file names, and that no mark waits."""
        self.rows()
        unread = sum(row["unread"] for row in self.rows())
        names = [file.name for name in ("cur", "new") for file in (self.maildir.path / name).iterdir()]
        self.assertEqual(unread, sum("S" not in name.partition(":2,")[2] for name in names))
        self.assertEqual(self.waiting(), 0)
        self._assert_whole()

    def test_killed_at_any_moment(self) -> None:
        draw = random.Random(self.seed)
        within = self.tideline.processor_seconds(
            "mark", self.maildir.path, "--read", str(self._unread()[0]), "--in-mailbox",
            prefix=self.with_state)
        killed = 0
        while killed < self.kills:
            what = draw.choice(("--read", "--unread", "--star", "--unstar"))
            ids = [str(row["id"]) for row in draw.sample(self.rows(), 5)]
            process = self.tideline.start(
                "mark", self.maildir.path, what, *ids, "--in-mailbox", prefix=self.with_state,
                prepare=die_after(draw.uniform(0, within)))
            process.communicate()
            killed += process.returncode == KILLED
            self._assert_whole()
            if draw.random() < 0.3:
                self._assert_converged()
        self._assert_converged()

    def test_cut_short_at_any_moment(self) -> None:
        """Marks that are kept in Tideline only: all of them or none, in every store."""
        draw = random.Random(self.seed)
        ids = [str(row["id"]) for row in self.rows()]
        self.run_tideline("mark", "--unread", *ids)
        ends = (0, len(self._unread()))
        library, cut = str(self.library(_CUT)), 0
        for step in range(draw.randint(1, 3), 45, 3):
            what = "--unread" if not self._unread() else "--read"
            number = draw.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP) + 3 * (signal.SIGKILL,))
            outcome = self.run_tideline("mark", what, *ids, LD_PRELOAD=library, AT=str(step),
                                        SIGNAL=str(int(number)))
            self.assertIn(outcome.status, (0, -number), outcome.errors)
            cut += outcome.status != 0
            listed = len(self._unread())
            self.assertIn(listed, ends, f"seed {self.seed}")
            new = self.tideline.with_store(self.folder / "new.sqlite")
            again = new.run("list", self.maildir.path, "--unread", "--json", "--limit", "1000",
                            prefix=self.with_state)
            self.assertEqual(len(json.loads(again.output)["conversations"]), listed,
                             f"seed {self.seed}")
            self.forget(new)
        self.assertGreater(cut, 0)

    def test_stopped_before_the_mailbox_it_leaves_the_mailbox_alone(self) -> None:
        """Ctrl+C arrives while the file of marks is written."""
        ids = [str(row["id"]) for row in self.rows()]
        before = sorted(self.maildir.path.rglob("*"))
        outcome = self.run_tideline("mark", "--read", *ids, "--in-mailbox", AT="journal",
                                    LD_PRELOAD=str(self.library(_CUT)), SIGNAL=str(int(signal.SIGINT)))
        self.assertEqual(outcome.status, -signal.SIGINT, outcome.errors)
        self.assertRegex(outcome.errors, r"stopped; \d+ messages marked in Tideline only")
        self.assertEqual((self._unread(), self.waiting()), ([], 0))
        self.assertEqual(sorted(self.maildir.path.rglob("*")), before)

    def test_several_programs_at_once(self) -> None:
        ids = self._unread()
        both = [subprocess.Popen([self.binary, "mark", self.maildir.path, "--read", str(id), "--in-mailbox",
                                  "--store", self.tideline.store], stderr=subprocess.PIPE, text=True,
                                 env={**os.environ, "XDG_STATE_HOME": str(self.state)},
                                 stdout=subprocess.DEVNULL) for id in [*ids, *ids]]
        for process in both:
            errors = process.communicate()[1]
            self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(self._unread(), [])
        self._assert_converged()

    def test_a_file_system_that_may_only_be_read(self) -> None:
        mount = ("unshare", "--mount", "--propagation", "private", "sh", "-c",
                 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"',
                 str(self.maildir.path))
        if subprocess.run([*mount, "true"], capture_output=True).returncode != 0:
            self.skipTest("only root may mount, and not everywhere")
        self._assert_kept_here(mount)

    def test_folders_that_may_only_be_read(self) -> None:
        for name in ("cur", "new"):
            (self.maildir.path / name).chmod(0o555)
            self.addCleanup((self.maildir.path / name).chmod, 0o755)
        self._assert_kept_here(self.by_permissions)

    def _assert_kept_here(self, prefix: tuple[str, ...]) -> None:
        """Checks that a mark that cannot be set in the mailbox is kept here and not retried."""
        before = sorted(self.maildir.path.rglob("*"))
        first = self._unread()[0]
        outcome = self.run_tideline("mark", "--read", str(first), "--in-mailbox", prefix=prefix)
        self.assertEqual(outcome.status, 1)
        self.assertRegex(outcome.output, "^marked 0 messages")
        self.assertIn(f"marked in Tideline only. “{self.maildir.path}”", outcome.errors)
        self.assertEqual(len(outcome.errors.splitlines()), 1, outcome.errors)
        self.assertNotIn(first, self._unread())
        self.assertEqual(self.waiting(), 0)
        self.assertEqual(sorted(self.maildir.path.rglob("*")), before)
        self._assert_whole()

    def test_a_disk_without_space_for_marks(self) -> None:
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(self.state)]
        if not self.is_root or subprocess.run(mount, capture_output=True).returncode != 0:
            self.skipTest("only root may mount a small disk, and not everywhere")
        self.addCleanup(subprocess.run, ["umount", str(self.state)], check=True)
        before = sorted(self.maildir.path.rglob("*"))
        unread = self._unread()
        (self.state / "filler").write_bytes(bytes(shutil.disk_usage(self.state).free))
        outcome = self.run_tideline("mark", "--read", str(unread[0]), "--in-mailbox")
        self.assertEqual(outcome.status, 1)
        self.assert_one_line(outcome.errors)
        self.assertIn(str(self.marks), outcome.errors)
        # Nothing is marked by half.
        self.assertEqual(self._unread(), unread)
        self.assertEqual(sorted(self.maildir.path.rglob("*")), before)
        (self.state / "filler").unlink()
        outcome = self.run_tideline("mark", "--read", str(unread[0]), "--in-mailbox")
        self.assertEqual(outcome.status, 0)
        self.assertEqual(self._unread(), unread[1:])
        self._assert_converged()

    def test_a_file_that_is_not_ours_stays(self) -> None:
        unread = self._unread()
        self.marks.parent.mkdir()
        for make in (self._text, self._database_of_others, self._folder):
            with self.subTest(make.__name__):
                before = make()
                outcome = self.run_tideline("mark", "--read", str(unread[0]), "--in-mailbox")
                self.assertEqual(outcome.status, 1)
                self.assert_one_line(outcome.errors)
                self.assertIn(str(self.marks), outcome.errors)
                self.assertEqual(self._unread(), unread)
                self._assert_whole()
                if self.marks.is_dir():
                    self.marks.rmdir()
                else:
                    self.assertEqual(self.marks.read_bytes(), before)
                    self.marks.unlink()

    def _text(self) -> bytes:
        self.marks.write_text("Dear diary\n" * 1000)
        return self.marks.read_bytes()

    def _database_of_others(self) -> bytes:
        with closing(sqlite3.connect(self.marks)) as other:
            other.execute("CREATE TABLE school (mark INTEGER)")
            other.execute("PRAGMA user_version = 7")
        return self.marks.read_bytes()

    def _folder(self) -> bytes:
        self.marks.mkdir()
        return b""
