"""The processes of one session: each is started with a log, ended by pid, and none is left
behind."""

import ctypes
import os
import signal
import subprocess
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from Servers.processes import end, end_with_parent

_PR_SET_CHILD_SUBREAPER = 36


def _parents() -> dict[int, int]:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
    return parents


def descendants(root: int) -> list[int]:
    """The processes below `root`, parents first."""
    parents = _parents()
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found[1:]


def cpu_seconds(pid: int) -> float:
    """User and system time of all of the process's threads so far, in ticks of 10 ms."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def private_memory(pid: int) -> int:
    """The process's private dirty memory, in kB."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_Dirty"))


def open_files(pid: int) -> Counter[str]:
    """The process's open files: how many of each path, and of each kind without a path."""
    files: Counter[str] = Counter()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            files[os.readlink(link).partition(":[")[0]] += 1
    return files


class Processes:
    """Starts processes and ends them, with their children, in reverse order.

    D-Bus starts its own services (the accessibility bus), which live a moment longer. As a
    subreaper this process inherits them, so that they can be ended by pid as well.
    """

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        self._running: list[tuple[str, subprocess.Popen]] = []
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)

    def start(self, name: str, argv: list[str], env: dict[str, str], **options) -> subprocess.Popen:
        """Starts `argv` with its output in the log `name`; `options` go to Popen."""
        with self.log(name).open("ab") as log:
            options = {"stdout": log, "stderr": log, **options}
            process = subprocess.Popen(
                argv, env=env, stdin=subprocess.DEVNULL, preexec_fn=end_with_parent, **options)
        self._running.append((name, process))
        return process

    def log(self, name: str) -> Path:
        return self.logs / f"{name}.log"

    def check(self) -> None:
        """Raises when one of the processes has ended, with the end of its log."""
        for name, process in self._running:
            if process.poll() is not None:
                raise RuntimeError(f"{name} ended with {process.returncode}:\n{self.tail(name)}")

    def tail(self, name: str, lines: int = 15) -> str:
        try:
            text = self.log(name).read_text(errors="replace")
        except FileNotFoundError:
            return ""
        return "\n".join(text.splitlines()[-lines:])

    def tails(self) -> str:
        return "\n".join(f"--- {name}\n{self.tail(name)}" for name, _ in self._running)

    def stop(self) -> None:
        for _, process in reversed(self._running):
            end(process)
        self._running.clear()
        _end_all(descendants(os.getpid()))


def _end_all(pids: list[int]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid in pids:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass
        deadline = time.monotonic() + 2
        while pids and time.monotonic() < deadline:
            pids = [pid for pid in pids if not _gone(pid)]
            time.sleep(0.01)


def _gone(pid: int) -> bool:
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        pass  # another process's child, which its parent collects
    return not Path(f"/proc/{pid}").exists()
