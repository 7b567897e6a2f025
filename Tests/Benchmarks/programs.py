"""The measured programs, each run as a whole process."""

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Run:
    seconds: float
    cpu: float  # of all threads, user and system, in seconds
    peak: int  # of resident memory, in bytes


def measure(argv: list, env: dict[str, str] | None = None) -> Run:
    """Runs a program to its end, and drops its output."""
    began = time.perf_counter()
    process = subprocess.Popen([str(word) for word in argv], env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, argv))} ended with {process.returncode}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


class Tideline:
    name = "tideline"

    def __init__(self, binary: Path, mailbox: Path, folder: Path) -> None:
        self._binary, self._mailbox = binary, mailbox
        self._store = folder / "tideline.sqlite"

    def forget(self) -> None:
        for file in self._store.parent.glob(self._store.name + "*"):
            file.unlink()

    def refresh(self) -> Run:
        return measure([self._binary, "refresh", self._mailbox, "--store", self._store])

    def list(self) -> Run:
        return measure([self._binary, "list", self._mailbox, "--store", self._store,
                        "--limit", "50"])

    def start(self) -> Run:
        return measure([self._binary, "--version"])

    def size(self) -> int:
        return sum(file.stat().st_size for file in self._store.parent.glob(self._store.name + "*"))


class Notmuch:
    """notmuch, with its database and settings outside the Maildir, which it does not change."""

    name = "notmuch"

    def __init__(self, mailbox: Path, folder: Path) -> None:
        self._database = folder / "notmuch"
        config = folder / "notmuch-config"
        config.write_text(f"[database]\npath={self._database}\nmail_root={mailbox}\n"
                          "[user]\nname=Ines\nprimary_email=ines@example.org\n"
                          "[new]\ntags=inbox\nignore=\n[maildir]\nsynchronize_flags=false\n")
        self._env = os.environ | {"NOTMUCH_CONFIG": str(config)}

    @staticmethod
    def is_installed() -> bool:
        return shutil.which("notmuch") is not None

    def forget(self) -> None:
        shutil.rmtree(self._database, ignore_errors=True)
        self._database.mkdir()

    def refresh(self) -> Run:
        return measure(["notmuch", "new", "--quiet", "--no-hooks"], self._env)

    def list(self) -> Run:
        return measure(["notmuch", "search", "--limit=50", "*"], self._env)

    def start(self) -> Run:
        return measure(["notmuch", "--version"], self._env)

    def size(self) -> int:
        return sum(file.stat().st_size for file in self._database.rglob("*") if file.is_file())
