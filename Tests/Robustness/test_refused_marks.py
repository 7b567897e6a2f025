"""Marks that the mailbox does not take: what is said about them is true, and no message is lost."""

import json
import os

from case import MarkCase
from tideline import Outcome

_SIZE = 20

# File systems that rename only with the flags that $RENAME names, and have no hard links where
# $LINK is "none". $KILL ends the process between link and unlink.
_FILE_SYSTEM = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/syscall.h>

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
  if (flags) { errno = EINVAL; return -1; }
  return syscall(SYS_renameat2, from, old, to, new, flags);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
  const char *link = getenv("LINK");
  if (link && !strcmp(link, "none")) { errno = EPERM; return -1; }
  int done = syscall(SYS_linkat, from, old, to, new, flags);
  if (done == 0 && getenv("KILL")) kill(getpid(), SIGKILL);
  return done;
}
"""


class RefusedMarkTests(MarkCase):
    def setUp(self) -> None:
        super().setUp()
        for number in range(_SIZE):
            self._write(f"cur/{number + 1}.host:2,", number)
        self.mail = self._bodies()

    def _write(self, name: str, number: int) -> None:
        (self.maildir.path / name).write_text(
            f"From: ann@a.example\nSubject: Letter {number}\nMessage-ID: <{number}@a.example>\n"
            f"Date: Mon, 02 Jan 2023 15:04:{number % 60:02} +0000\n\nText {number}\n")

    def _bodies(self) -> list[bytes]:
        return sorted(file.read_bytes() for name in ("cur", "new")
                      for file in (self.maildir.path / name).iterdir())

    def _names(self) -> list[str]:
        return sorted(file.name for file in (self.maildir.path / "cur").iterdir())

    def _ids(self) -> list[str]:
        return [str(row["id"]) for row in self.rows()]

    def _unread(self) -> int:
        return sum(row["unread"] for row in self.rows())

    def _mark(self, *ids: str, what: str = "--read", **how) -> Outcome:
        outcome = self.run_tideline("mark", what, *ids, "--in-mailbox", **how)
        self.assertEqual(self._bodies(), self.mail)
        return outcome

    def _file_system(self) -> str:
        return str(self.library(_FILE_SYSTEM))

    def test_a_file_system_that_cannot_rename_without_replacing(self) -> None:
        library = self._file_system()
        outcome = self._mark(*self._ids(), LD_PRELOAD=library)
        self.assertEqual((outcome.status, outcome.output), (0, f"marked {_SIZE} messages\n"),
                         outcome.errors)
        self.assertEqual(self._names(), sorted(f"{n + 1}.host:2,S" for n in range(_SIZE)))

    def test_neither_links_nor_such_renames(self) -> None:
        outcome = self._mark(*self._ids(), LD_PRELOAD=self._file_system(), LINK="none")
        self.assertEqual((outcome.status, outcome.output), (1, "marked 0 messages\n"))
        self.assertIn(f"{_SIZE} messages are marked in Tideline only", outcome.errors)
        self.assertIn(str(self.maildir.path), outcome.errors)
        self.assertEqual(self._names(), sorted(f"{n + 1}.host:2," for n in range(_SIZE)))
        self.assertEqual((self._unread(), self.waiting()), (0, 0))

    def test_killed_between_link_and_unlink(self) -> None:
        library, first = self._file_system(), self._ids()[0]
        outcome = self.run_tideline("mark", "--read", first, "--in-mailbox", LD_PRELOAD=library,
                                    KILL="1")
        self.assertEqual(outcome.status, -9)
        outcome = self._mark(first, LD_PRELOAD=library)
        self.assertEqual(outcome.status, 0, outcome.errors)
        self.assertEqual(sum(name.endswith(":2,S") for name in self._names()), 1)
        self.assertEqual(self.waiting(), 0)

    def test_a_name_that_has_no_room_for_a_flag(self) -> None:
        key = "9" * (255 - len(".host:2,")) + ".host"
        os.rename(self.maildir.path / "cur" / "1.host:2,", self.maildir.path / "cur" / f"{key}:2,")
        outcome = self._mark(*self._ids())
        self.assertEqual((outcome.status, outcome.output), (1, f"marked {_SIZE - 1} messages\n"))
        self.assertIn("1 message is marked in Tideline only", outcome.errors)
        self.assertIn(f"{key}:2,” is too long for a mark", outcome.errors)
        self.assertEqual((self._unread(), self.waiting()), (0, 0))

    def test_json_tells_what_was_marked_refused_and_waits(self) -> None:
        ids = self._ids()
        (self.maildir.path / "cur" / "1.host:2,S").mkdir()
        self.addCleanup((self.maildir.path / "cur" / "1.host:2,S").rmdir)
        lost = (self.maildir.path / "cur" / "2.host:2,").rename(self.folder / "lost")
        outcome = self.run_tideline("mark", "--read", *ids, "--in-mailbox", "--json")
        self.assertEqual(outcome.status, 1, outcome.errors)
        answer = json.loads(outcome.output)
        self.assertEqual((answer["marked"], answer["waiting"]), (_SIZE - 2, 1))
        self.assertEqual([one["messages"] for one in answer["refused"]], [1])
        self.assertIn("1.host:2,S", answer["refused"][0]["reason"])
        lost.rename(self.maildir.path / "cur" / "2.host:2,")

    def test_a_moved_message_is_found_in_its_new_folder(self) -> None:
        for name in ("cur", "new", "tmp"):
            (self.maildir.path / ".Later" / name).mkdir(parents=True)
        ids = self._ids()
        target = self.maildir.path / ".Later" / "cur" / "77.host:2,"
        (self.maildir.path / "cur" / "1.host:2,").rename(target)
        outcome = self.run_tideline("mark", "--read", *ids, "--in-mailbox")
        self.assertEqual((outcome.status, outcome.output), (0, f"marked {_SIZE} messages\n"),
                         outcome.errors)
        self.assertEqual([file.name for file in target.parent.iterdir()], ["77.host:2,S"])
        self.assertEqual(self.waiting(), 0)

    def test_a_message_that_is_nowhere_waits_and_is_not_called_marked(self) -> None:
        ids = self._ids()
        (self.maildir.path / "cur" / "1.host:2,").rename(self.folder / "lost")
        outcome = self.run_tideline("mark", "--read", *ids, "--in-mailbox")
        self.assertEqual((outcome.status, outcome.output), (1, f"marked {_SIZE - 1} messages\n"))
        self.assertIn("1 message waits to be marked in the mailbox", outcome.errors)
        self.assertEqual(self.waiting(), 1)
        (self.folder / "lost").rename(self.maildir.path / "cur" / "1.host:2,")
        self._ids()
        self.assertEqual((self._unread(), self.waiting()), (0, 0))

    def test_an_explicit_mark_wins_over_flags_of_before(self) -> None:
        """Another program has changed flags since the store was brought up to date."""
        for number in range(0, _SIZE, 2):
            (self.maildir.path / "cur" / f"{number + 1}.host:2,").rename(
                self.maildir.path / "cur" / f"{number + 1}.host:2,S")
        ids = self._ids()
        for number in range(0, _SIZE, 2):
            (self.maildir.path / "cur" / f"{number + 1}.host:2,S").rename(
                self.maildir.path / "cur" / f"{number + 1}.host:2,F")
        for options in (("--in-mailbox",), ()):
            with self.subTest(options):
                outcome = self.run_tideline("mark", "--read", *ids, *options)
                self.assertEqual(outcome.status, 0, outcome.errors)
                self.assertEqual(self._unread(), 0)
                if options:
                    self.assertEqual(outcome.output, f"marked {_SIZE} messages\n")
                    self.assertTrue(all(name.endswith("S") for name in self._names()))
                for name in self._names():
                    key = name.partition(":")[0]
                    (self.maildir.path / "cur" / name).rename(self.maildir.path / "cur" / f"{key}:2,")
        self.assertEqual(self._bodies(), self.mail)

    def test_a_mark_that_changes_nothing_says_so(self) -> None:
        ids = self._ids()
        self.run_tideline("mark", "--read", ids[0])
        outcome = self.run_tideline("mark", "--read", *ids)
        self.assertEqual(outcome.output, f"marked {_SIZE - 1} messages; 1 was marked before\n")

    def test_a_damaged_file_of_marks_is_put_aside(self) -> None:
        ids = self._ids()
        self.run_tideline("mark", "--star", *ids)
        whole = self.marks.read_bytes()
        for damaged in (whole[:5000], whole[:4096] + bytes(len(whole) - 4096)):
            with self.subTest(len(damaged)):
                self.marks.write_bytes(damaged)
                before = set(self.marks.parent.iterdir())
                outcome = self.run_tideline("mark", "--read", ids[0], "--in-mailbox")
                aside = [file for file in set(self.marks.parent.iterdir()) - before
                         if file.suffix != ".sqlite-journal"]
                self.assertEqual([file.read_bytes() for file in aside], [damaged])
                self.assertIn(aside[0].name, outcome.errors)
                self.assertEqual(outcome.status, 1)
                outcome = self.run_tideline("mark", "--read", ids[0], "--in-mailbox")
                self.assertEqual(outcome.status, 0)
                for file in aside:
                    self.assertEqual(file.read_bytes(), damaged)
