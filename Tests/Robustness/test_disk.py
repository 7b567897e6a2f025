"""A full disk: a clear error, the list stays, and with space the next refresh repairs it."""

import random
import subprocess
from pathlib import Path

from case import RobustnessCase
from mail import Maildir
from thorough import FACTOR
from tideline import Outcome, limit_files

_SIZE = 1000


class FullDiskTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir = Maildir(self.folder / "Mail", self.seed)
        self.maildir.fill(_SIZE)

    def _assert_clear(self, outcome: Outcome, *, store: Path) -> None:
        self.assertEqual(outcome.status, 1, outcome.errors)
        self.assert_one_line(outcome.errors)
        self.assertIn(str(store), outcome.errors)
        self.assertIn("--store", outcome.errors)

    def test_files_may_grow_no_further(self) -> None:
        draw = random.Random(self.seed)
        self.assertEqual(self.tideline.run("refresh", self.maildir.path).status, 0)
        whole = sum(file.stat().st_size for file in self.folder.glob("store.sqlite*"))
        self.forget(self.tideline)
        met = 0
        drawn = [draw.randrange(whole) for _ in range(3 * max(FACTOR, 1))]
        for limit in [0, 1, 4096, 40_000, *drawn]:
            outcome = self.tideline.run("refresh", self.maildir.path, prepare=limit_files(limit))
            if outcome.status != 0:
                self._assert_clear(outcome, store=self.tideline.store)
                met += 1
            if draw.random() < 0.3:
                self.assertEqual(self.tideline.run("refresh", self.maildir.path).status, 0)
                self.assert_like_a_clean_one(self.maildir.path)
                self.forget(self.tideline)
        self.assertGreater(met, 3)
        self.assert_like_a_clean_one(self.maildir.path)

    def test_a_disk_without_space(self) -> None:
        disk = self.folder / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", str(disk)]
        if not self.is_root or subprocess.run(mount, capture_output=True).returncode != 0:
            self.skipTest("only root may mount a small disk, and not everywhere")
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        self.tideline = self.tideline.with_store(disk / "store.sqlite")
        outcome = self.tideline.run("refresh", self.maildir.path)
        self._assert_clear(outcome, store=self.tideline.store)
        self.assertIn("no space", outcome.errors)
        # Committed mail can be read while the disk is full.
        listing = self.tideline.run("list", self.maildir.path, "--limit", "5")
        self.assertEqual(len(listing.output.splitlines()), 5, listing.errors)
        self.assertIn("no space", listing.errors)
        subprocess.run(["mount", "-o", "remount,size=60m", str(disk)], check=True)
        self.assertEqual(self.tideline.run("refresh", self.maildir.path).status, 0)
        self.assert_like_a_clean_one(self.maildir.path)
