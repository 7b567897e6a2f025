"""The base of these tests: a private folder, and the program."""

import os
import shutil
import tempfile
import unittest
from pathlib import Path
from typing import ClassVar

from tideline import Tideline


class RobustnessCase(unittest.TestCase):
    binary: ClassVar[Path]
    kills: ClassVar[int]
    seed: ClassVar[int]

    def setUp(self) -> None:
        # If these tests run as root, the parent must be open to other users, as in `make test`.
        self.folder = Path(tempfile.mkdtemp(prefix="tideline-robustness-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.tideline = Tideline(self.binary, self.folder / "store.sqlite")

    def assert_like_a_clean_one(self, mailbox: Path) -> None:
        """Checks that the store has the same content for the mailbox as a new one."""
        clean = self.tideline.with_store(self.folder / "clean.sqlite")
        self.forget(clean)
        problem = self.tideline.contents(mailbox).difference(clean.contents(mailbox))
        self.assertFalse(problem, f"seed {self.seed}: {problem}")

    @staticmethod
    def forget(tideline: Tideline) -> None:
        for file in tideline.store.parent.glob(tideline.store.name + "*"):
            file.unlink()

    @property
    def is_root(self) -> bool:
        return os.geteuid() == 0
