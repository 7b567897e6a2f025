"""Starting a server and ending it, by its process id."""

import ctypes
import grp
import os
import pwd
import signal
import subprocess
import time
from pathlib import Path
from string import Template
from typing import Callable, TypeVar

PATIENCE = 600  # seconds, which only something that hangs takes
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)
Result = TypeVar("Result")


class Unavailable(Exception):
    """A server that this machine does not have; the text is the reason, for skipping a test."""


class Account:
    """The user that a server runs as: the current one or, for root, `nobody`, since most servers
    refuse root."""

    def __init__(self, is_self: bool = False) -> None:
        is_root = os.geteuid() == 0 and not is_self
        self.entry = pwd.getpwnam("nobody") if is_root else pwd.getpwuid(os.geteuid())
        self.is_other = self.entry.pw_uid != os.geteuid()

    @property
    def name(self) -> str:
        return self.entry.pw_name

    @property
    def group(self) -> str:
        return grp.getgrgid(self.entry.pw_gid).gr_name

    def own(self, path: Path) -> None:
        """Gives a file to that user, or a folder with its content."""
        if not self.is_other:
            return
        os.chown(path, self.entry.pw_uid, self.entry.pw_gid, follow_symlinks=False)
        for folder, folders, files in os.walk(path):
            for name in folders + files:
                os.chown(os.path.join(folder, name), self.entry.pw_uid, self.entry.pw_gid,
                         follow_symlinks=False)

    def popen(self, argv: list, **options) -> subprocess.Popen:
        """Starts a process as that user. It ends when the calling thread ends, and has its own
        process group, because Cyrus ends all processes of its group when it ends."""
        if self.is_other:
            options |= {"user": self.entry.pw_uid, "group": self.entry.pw_gid, "extra_groups": []}
        words = [str(word) for word in argv]
        return subprocess.Popen(words, preexec_fn=end_with_parent, process_group=0, **options)


def settings(file: str, **values: object) -> str:
    """A file of the folder `settings`, with these values for its $names."""
    path = Path(__file__).with_name("settings") / file
    return Template(path.read_text()).substitute(values)


def end_with_parent() -> None:
    """Runs in the child before exec, but after a change of user, which would undo it: a process whose
    parent is killed outright ends, too."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def end(process: subprocess.Popen) -> int:
    """Asks a process to end, and kills it if it does not; returns its status."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()


def wait_until(wanted: str, condition: Callable[[], Result | None]) -> Result:
    """Returns the condition's first true value."""
    deadline = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {PATIENCE} s for {wanted}")
        time.sleep(0.01)
    return value
