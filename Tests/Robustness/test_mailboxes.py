"""Mailboxes that are broken or huge: readable mail is listed, the rest is named, and memory
stays limited."""

import os
import subprocess
from pathlib import Path

from case import RobustnessCase
from mail import Maildir
from thorough import takes_long
from tideline import Outcome

_MB = 1 << 20
# A small mailbox takes about 60 MB, most of it for the system's libraries.
_BUDGET = 200 * _MB


class BadMailboxTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir = Maildir(self.folder / "Mail", self.seed)
        self.maildir.fill(20)
        # The largest number only with all kills, since a normal test run has no time for it.
        self.many = 100_000 if self.kills >= 100 else 5000

    def _refresh(self, mailbox: Path | None = None, **how) -> Outcome:
        outcome = self.tideline.peak("refresh", mailbox or self.maildir.path, **how)
        self.assertEqual(outcome.status, 0, outcome.errors)
        self.assertLess(outcome.peak, _BUDGET, f"{outcome.peak / _MB:.0f} MB")
        return outcome

    def test_an_unreadable_message_is_named(self) -> None:
        prefix = self.by_permissions
        secret = self.maildir.path / "cur" / "1.secret:2,S"
        secret.write_bytes(b"Subject: Secret\n\n")
        secret.chmod(0)
        outcome = self._refresh(prefix=prefix)
        self.assertIn("20 messages", outcome.output)
        self.assertIn(f"skipped “{secret}” (Permission denied)", outcome.errors)
        # The file is tried again each time, until it can be read.
        secret.chmod(0o644)
        self.assertIn("21 messages, 1 new", self._refresh(prefix=prefix).output)

    def test_an_unreadable_folder_is_named_and_the_list_stays(self) -> None:
        prefix = self.by_permissions
        self._refresh(prefix=prefix)
        before = self.tideline.contents(self.maildir.path)
        cur = self.maildir.path / "cur"
        cur.chmod(0)
        outcome = self.tideline.run("refresh", self.maildir.path, prefix=prefix)
        self.assertEqual(outcome.status, 1)
        self.assertIn(f"“{cur}” cannot be read (Permission denied)", outcome.errors)
        cur.chmod(0o755)
        self.assertEqual(before.rows, self.tideline.contents(self.maildir.path).rows)

    def test_an_unreadable_store_is_named(self) -> None:
        prefix = self.by_permissions
        self._refresh(prefix=prefix)
        self.tideline.store.chmod(0)
        outcome = self.tideline.run("refresh", self.maildir.path, prefix=prefix)
        self.assertEqual(outcome.status, 1)
        self.assertIn(str(self.tideline.store), outcome.errors)
        self.assertIn("Permission denied", outcome.errors)

    @takes_long
    def test_a_message_of_a_gigabyte(self) -> None:
        for name, start in (("1", b"Subject: Large\n\nText.\n"), ("2", b"Subject: "), ("3", b"")):
            with (self.maildir.path / "cur" / f"{name}.large:2,S").open("wb") as file:
                file.write(start)
                file.truncate(1 << 30)
        self.assertIn("23 messages", self._refresh().output)

    def test_an_mbox_of_a_gigabyte_without_an_end(self) -> None:
        path = self.folder / "large.mbox"
        with path.open("wb") as file:
            file.write(b"From ada@mail.example Mon Jan  2 15:04:05 2023\nSubject: Large\n\nText.\n")
            file.truncate(1 << 30)
        self.assertIn("1 messages", self._refresh(path).output)

    def test_many_empty_files(self) -> None:
        for number in range(self.many):
            (self.maildir.path / "cur" / f"{number}.empty:2,S").touch()
        self.assertIn(f"{self.many + 20} messages", self._refresh().output)
        self.assertIn(" 0 new", self._refresh().output)

    def test_many_that_are_no_messages(self) -> None:
        """Complaints are counted, but not all stored."""
        for number in range(self.many):
            os.symlink("/dev/null", self.maildir.path / "cur" / f"{number}.device:2,S")
        outcome = self._refresh()
        self.assertIn("20 messages", outcome.output)
        self.assertIn(f"skipped {self.many - 100} more messages", outcome.errors)

    def test_an_mbox_of_nothing_but_marks(self) -> None:
        path = self.folder / "marks.mbox"
        path.write_bytes(b"From ada@mail.example Mon Jan  2 15:04:05 2023\nA:\n\n" * self.many)
        self.assertIn(f"{self.many} messages", self._refresh(path).output)
