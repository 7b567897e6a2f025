"""Starts each benchmark with the smallest sizes it takes, so that none of them stops working unseen.
The measured values mean nothing, so any build will do."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_BUILT = _HERE.parent / ".build/debug"
_LIBRARY = ("--binary", str(_BUILT / "Benchmarks"))
_WINDOW = ("--binary", str(_BUILT / "tideline"))
_MAIL = (*_WINDOW, "--helper", str(_BUILT / "MailBenchmarks"))


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        # If this is root, the measured servers run as another user, who must reach this folder.
        os.chmod(self.folder, 0o711)

    def start(self, benchmark: str, *words: str, before: tuple[str, ...] = (), cache: bool = True) -> None:
        where = ("--cache", f"{self.folder}/mail") if cache else ()
        command = [*before, "/usr/bin/python3", str(_HERE / f"Benchmarks/{benchmark}.py"), *words, *where]
        done = subprocess.run(command, cwd=_HERE.parent, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)


# Two classes, which run at the same time, since most of their time is waiting.
class Library(Case):
    def test_run(self) -> None:
        self.start("run", *_LIBRARY, "--quick", cache=False)


class Others(Case):
    def test_scale(self) -> None:
        self.start("scale", *_LIBRARY, "--rows", "2000", "--rounds", "1", "--frames", "30", cache=False)

    def test_pane(self) -> None:
        self.start("pane", *_LIBRARY, "--long", "20000", "--messages", "2", "--size", "5000",
                   "--rounds", "1", "--frames", "10", cache=False)

    def test_keystroke(self) -> None:
        self.start("keystroke", *_WINDOW, "--messages", "200", "--rounds", "1", "--texts", "1")

    def test_start(self) -> None:
        self.start("start", *_WINDOW, "--messages", "200", "--rounds", "1",
                   before=("scripts/with-display",))

    def test_mail(self) -> None:
        self.start("mail", *_MAIL, "--messages", "200", "--pages", "12000", "--searched", "2000",
                   "--mbox", "10", "--rounds", "1")

    def test_imap(self) -> None:
        self.start("imap", *_MAIL, "--messages", "400", "--latency", "0.01", "--rounds", "1")
