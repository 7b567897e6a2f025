"""Killed at any time: the next start finds the committed mail and repairs the rest."""

import random
from pathlib import Path

from case import RobustnessCase
from mail import Life, Maildir, Mbox
from tideline import KILLED, die_after


class KillTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.random = random.Random(self.seed)
        self.killed = 0

    def tearDown(self) -> None:
        print(f"killed {self.killed} times ", end="", flush=True)

    def _kill_a_refresh(self, mailbox: Path, within: float) -> None:
        """Starts a refresh and kills it within so many seconds of the processors, if it still runs
        then."""
        process = self.tideline.start("refresh", mailbox,
                                      prepare=die_after(self.random.uniform(0, within)))
        _, errors = process.communicate()
        self._assert_ended_well(process.returncode, errors)
        self.killed += process.returncode == KILLED

    def _assert_ended_well(self, status: int, errors: str) -> None:
        """Also accepts a killed process, and the messages that another one is at work, or that
        the mailbox keeps changing."""
        self.assertIn(status, (0, 1, KILLED), errors)
        if status == 1:
            self.assertRegex(errors, f"Another Tideline is bringing the store “{self.tideline.store}”"
                                     "|keeps changing while it is read")

    def _list(self, mailbox: Path) -> None:
        outcome = self.tideline.run("list", mailbox, "--json", "--limit", "5")
        self.assertEqual(outcome.status, 0, f"seed {self.seed}: {outcome.errors}")

    def test_while_it_indexes(self) -> None:
        """A third of all kills. Each series starts without a store, and kills up to three times
        before a run may finish."""
        maildir, mbox = self._mailboxes()
        whole = {}
        for mailbox in (maildir.path, mbox.path):
            self.forget(self.tideline)
            whole[mailbox] = self.tideline.processor_seconds("refresh", mailbox)
        while self.killed < max(2, self.kills // 3):
            for mailbox, seconds in whole.items():
                self.forget(self.tideline)
                for _ in range(self.random.randint(1, 3)):
                    self._kill_a_refresh(mailbox, within=seconds)
                self._list(mailbox)
                if self.random.random() < 0.3:
                    self.assert_like_a_clean_one(mailbox)
        self.assert_like_a_clean_one(mailbox)

    def test_while_it_refreshes_a_living_maildir(self) -> None:
        maildir, _ = self._mailboxes()
        self._kill_while_it_lives(maildir, pause=0.002)

    def test_while_it_refreshes_a_living_mbox(self) -> None:
        _, mbox = self._mailboxes(80)  # each change writes the whole file
        self._kill_while_it_lives(mbox, pause=0.05)

    def _kill_while_it_lives(self, mailbox: Maildir | Mbox, pause: float) -> None:
        self.assertEqual(self.tideline.run("refresh", mailbox.path).status, 0)
        self._live(mailbox)
        within = self.tideline.processor_seconds("refresh", mailbox.path)
        while self.killed < max(2, self.kills // 3):
            self._live(mailbox)
            with Life(mailbox, pause):
                # A second process continues where the first one was killed.
                is_alone = self.random.random() < 0.7
                other = None if is_alone else self.tideline.start("refresh", mailbox.path)
                self._kill_a_refresh(mailbox.path, within)
                if other:
                    _, errors = other.communicate()
                    self._assert_ended_well(other.returncode, errors)
            self._list(mailbox.path)
        self.assert_like_a_clean_one(mailbox.path)

    def _live(self, mailbox: Maildir | Mbox) -> None:
        for _ in range(60):
            mailbox.live()

    def test_two_at_once(self) -> None:
        """Two processes on one store, first a new one; each ends well or names the other one."""
        maildir, mbox = self._mailboxes()
        for mailbox in (maildir, mbox):
            self.forget(self.tideline)
            for _ in range(3):
                both = [self.tideline.start("refresh", mailbox.path) for _ in range(2)]
                ends = [(process.communicate()[1], process.returncode) for process in both]
                self.assertIn(0, [status for _, status in ends], ends)
                for errors, status in ends:
                    self._assert_ended_well(status, errors)
                for _ in range(30):
                    mailbox.live()
            self.assert_like_a_clean_one(mailbox.path)

    def _mailboxes(self, size: int = 1200) -> tuple[Maildir, Mbox]:
        maildir, mbox = Maildir(self.folder / "Mail", self.seed), Mbox(self.folder / "m", self.seed)
        maildir.fill(size)
        mbox.fill(size)
        return maildir, mbox
