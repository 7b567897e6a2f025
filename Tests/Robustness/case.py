"""The base of these tests: a private folder, and the program."""

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from contextlib import closing
from pathlib import Path
from typing import ClassVar

from mail import Maildir
from tideline import Outcome, Tideline


class RobustnessCase(unittest.TestCase):
    binary: ClassVar[Path]
    kills: ClassVar[int]
    seed: ClassVar[int]

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tideline-robustness-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.tideline = Tideline(self.binary, self.folder / "store.sqlite")

    def assert_like_a_clean_one(self, mailbox: Path) -> None:
        """Checks that the store has the same content for the mailbox as a new one."""
        clean = self.tideline.with_store(self.folder / "clean.sqlite")
        self.forget(clean)
        problem = self.tideline.contents(mailbox).difference(clean.contents(mailbox))
        self.assertFalse(problem, f"seed {self.seed}: {problem}")

    def measured(self, command: str, mailbox: Path, *options: str, seconds: int = 30) -> Outcome:
        """Runs a command, which must succeed with so much of the processor, and 512 MB."""
        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        outcome = self.tideline.peak(command, mailbox, *options, prepare=limit)
        self.assertEqual(outcome.status, 0, outcome.errors[-500:])
        self.assertLess(outcome.peak, 512 << 20, f"{outcome.peak >> 20} MB")
        return outcome

    def assert_one_line(self, errors: str) -> None:
        self.assertEqual(len(errors.strip().splitlines()), 1, errors)

    def made_maildir(self, path: Path) -> Path:
        for name in ("tmp", "new", "cur"):
            (path / name).mkdir(parents=True, exist_ok=True)
        return path

    def library(self, code: str, *options: str) -> Path:
        """A library of this C code, which replaces functions by LD_PRELOAD."""
        compiler = shutil.which("cc") or shutil.which("clang")
        if compiler is None:
            self.skipTest("there is no C compiler")
        source, library = self.folder / "replaced.c", self.folder / "replaced.so"
        source.write_text(code)
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, *options], check=True)
        return library

    @staticmethod
    def forget(tideline: Tideline) -> None:
        for file in tideline.store.parent.glob(tideline.store.name + "*"):
            file.unlink()

    @property
    def by_permissions(self) -> tuple[str, ...]:
        """The prefix of a command that root, too, may only do as permissions of files say. Another
        user could not start a program that is in root's home."""
        return ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if self.is_root else ()

    @property
    def is_root(self) -> bool:
        return os.geteuid() == 0


class MarkCase(RobustnessCase):
    """A Maildir, and the file of its marks."""

    def setUp(self) -> None:
        super().setUp()
        self.maildir = Maildir(self.folder / "Mail", self.seed)
        self.state = self.folder / "state"
        self.state.mkdir()
        self.marks = self.state / "tideline" / "marks.sqlite"

    @property
    def with_state(self) -> tuple[str, ...]:
        return "env", f"XDG_STATE_HOME={self.state}", "LC_ALL=C.UTF-8"

    def run_tideline(self, command: str, *options: str, prefix: tuple[str, ...] = (),
                     **env: str) -> Outcome:
        variables = [f"{name}={value}" for name, value in env.items()]
        return self.tideline.run(command, self.maildir.path, *options,
                                 prefix=(*prefix, *self.with_state, *variables))

    def rows(self) -> list[dict]:
        outcome = self.run_tideline("list", "--json", "--limit", "1000")
        self.assertEqual(outcome.status, 0, outcome.errors)
        return json.loads(outcome.output)["conversations"]

    def waiting(self) -> int:
        """The number of marks that wait to be written into the mailbox."""
        if not self.marks.exists():
            return 0
        with closing(sqlite3.connect(f"file:{self.marks}?mode=ro", uri=True)) as marks:
            return marks.execute("SELECT count(*) FROM mark WHERE flags & 12288").fetchone()[0]
