"""Killed at any time: the next start finds the committed mail and repairs the rest."""

import random
import subprocess
import time
from pathlib import Path

from case import RobustnessCase
from mail import Life, Maildir, Mbox

_SIZE = 1200


class KillTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.random = random.Random(self.seed)
        self.killed = 0

    def tearDown(self) -> None:
        print(f"killed {self.killed} times ", end="", flush=True)

    def _kill_a_refresh(self, mailbox: Path, within: float) -> bool:
        """Starts a refresh and kills it within this many seconds, if it still runs then."""
        process = self.tideline.start("refresh", mailbox)
        try:
            process.wait(self.random.uniform(0, within))
        except subprocess.TimeoutExpired:
            process.kill()
        _, errors = process.communicate()
        self._assert_ended_well(process.returncode, errors)
        self.killed += process.returncode == -9
        return process.returncode == -9

    def _assert_ended_well(self, status: int, errors: str) -> None:
        """Also accepts a killed process, and the messages that another one is at work, or that
        the mailbox keeps changing."""
        self.assertIn(status, (0, 1, -9), errors)
        if status == 1:
            self.assertRegex(errors, f"Another Tideline is bringing the store “{self.tideline.store}”"
                                     "|keeps changing while it is read")

    def _list(self, mailbox: Path) -> None:
        outcome = self.tideline.run("list", mailbox, "--json", "--limit", "5")
        self.assertEqual(outcome.status, 0, f"seed {self.seed}: {outcome.errors}")

    def _time(self, mailbox: Path) -> float:
        began = time.monotonic()
        self.assertEqual(self.tideline.run("refresh", mailbox).status, 0)
        return time.monotonic() - began

    def test_while_it_indexes(self) -> None:
        """A third of all kills. Each series starts without a store, and kills up to three times
        before a run may finish."""
        maildir, mbox = self._mailboxes()
        whole = {}
        for mailbox in (maildir.path, mbox.path):
            self.forget(self.tideline)
            whole[mailbox] = self._time(mailbox)
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
        _, mbox = self._mailboxes()
        self._kill_while_it_lives(mbox, pause=0.05)

    def _kill_while_it_lives(self, mailbox: Maildir | Mbox, pause: float) -> None:
        # The first time is that of a full refresh. It is shortened when a small one ends unkilled.
        within = self._time(mailbox.path)
        while self.killed < max(2, self.kills // 3):
            for _ in range(60):
                mailbox.live()
            with Life(mailbox, pause):
                # A second process continues where the first one was killed.
                is_alone = self.random.random() < 0.7
                other = None if is_alone else self.tideline.start("refresh", mailbox.path)
                if not self._kill_a_refresh(mailbox.path, within):
                    within *= 0.8
                if other:
                    _, errors = other.communicate()
                    self._assert_ended_well(other.returncode, errors)
            self._list(mailbox.path)
        self.assert_like_a_clean_one(mailbox.path)

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

    def _mailboxes(self) -> tuple[Maildir, Mbox]:
        maildir, mbox = Maildir(self.folder / "Mail", self.seed), Mbox(self.folder / "m", self.seed)
        maildir.fill(_SIZE)
        mbox.fill(_SIZE)
        return maildir, mbox
