"""The test's side of the clock: clock.c is the programs' side, and driver.c does the work.

Time stands still, so that a test may look as long as it likes. It passes in steps, from one program's
wait to the next, and only while all processes below this one are at rest. So a busy machine changes
nothing but the duration of a test.
"""

import ctypes
import mmap
import os
import struct
import subprocess
import time
from pathlib import Path
from typing import ClassVar

_HERE = Path(__file__).resolve().parent
_BUILT = _HERE.parents[1] / ".build" / "clock"
_SECOND = 1_000_000_000
# The place of the date in the memory that page.h describes.
_AHEAD = 16
_LONGEST_STEP = _SECOND // 20
# The processor time after which a step need not wait for a rest: a program that works without end
# would stop the clock.
_BUSY = _SECOND // 5
# The real time after which a step need not wait. It never comes unless a process hangs.
_PATIENCE = 60 * _SECOND


class Clock:
    """Programs with `env`, and the programs that they start, see this clock."""

    # The clock of the session that this process plays in.
    current: ClassVar["Clock | MachineClock"]

    def __init__(self, folder: Path) -> None:
        """`folder` gets the shared file."""
        # The least real seconds in which a second passes.
        self.pace = 0.0
        self._driver = ctypes.CDLL(str(_library("driver")))
        self._driver.clock_pass.restype = ctypes.c_int64
        path = folder / "clock"
        with path.open("w+b") as file:
            file.truncate(mmap.PAGESIZE)
            self._memory = mmap.mmap(file.fileno(), mmap.PAGESIZE)
        self._page = ctypes.byref((ctypes.c_char * mmap.PAGESIZE).from_buffer(self._memory))
        self.env = {"LD_PRELOAD": str(_library("clock")), "TEST_CLOCK": str(path)}
        self._now = time.monotonic_ns()
        # Whether the date passes as the clock does. Otherwise it is the machine's, and so agrees
        # with the times of files.
        self.moves_date = False
        self._slept = 0
        self._driver.clock_set(self._page, ctypes.c_int64(self._now))
        Clock.current = self

    @property
    def now(self) -> float:
        """The programs' time, in seconds."""
        return self._now / _SECOND

    def rest(self) -> bool:
        """Waits until all programs are at rest, without any time passing for them."""
        return bool(self._driver.clock_rest(os.getpid(), ctypes.c_int64(_BUSY), _until()))

    def step(self) -> None:
        """Waits until all programs are at rest, lets time pass up to the next moment for which one
        of them waits, and waits until they are at rest again."""
        self._pass(_LONGEST_STEP, all=False)

    def pass_time(self, seconds: float) -> None:
        """Lets so many seconds pass, in such steps."""
        if seconds > 0:
            self._pass(int(seconds * _SECOND), all=True)

    def sleep(self, seconds: float) -> None:
        """Acts like a sleep of the computer: the date advances, but not the clock, by which programs
        wait. It needs `moves_date`."""
        self._slept += int(seconds * _SECOND)
        self.pass_time(0.001)

    def _pass(self, most: int, all: bool) -> None:
        passed = self._driver.clock_pass(
            self._page, os.getpid(), ctypes.c_int64(most), all, ctypes.c_int64(_BUSY), _until())
        self._now += passed
        if self.moves_date:
            lead = self._now - time.monotonic_ns() + self._slept
            struct.pack_into("q", self._memory, _AHEAD, lead)
        time.sleep(passed / _SECOND * self.pace)


class MachineClock:
    """The machine's own clock, for what measures real time."""

    def __init__(self, _folder: Path) -> None:
        self.env: dict[str, str] = {}
        self.pace = 1.0
        self._due = 0.0
        Clock.current = self

    @property
    def now(self) -> float:
        return time.monotonic()

    def pass_time(self, seconds: float) -> None:
        """Waits. Steps that follow each other keep their distance, if each begins in time."""
        now = time.monotonic()
        self._due = max(self._due, now - seconds) + seconds
        time.sleep(max(0.0, self._due - now))


def _until() -> ctypes.c_int64:
    return ctypes.c_int64(time.monotonic_ns() + _PATIENCE)


def _library(name: str) -> Path:
    """The built library; builds it if it is older than its source. Several processes may do so at
    once."""
    source, built = _HERE / f"{name}.c", _BUILT / f"{name}.so"
    newest = max(path.stat().st_mtime for path in (source, _HERE / "page.h"))
    if not built.exists() or built.stat().st_mtime < newest:
        _BUILT.mkdir(parents=True, exist_ok=True)
        fresh = built.with_suffix(f".{os.getpid()}")
        subprocess.run([os.environ.get("CC", "cc"), "-O2", "-Wall", "-Wextra", "-Werror", "-shared",
                        "-fPIC", "-o", fresh, source], check=True)
        fresh.rename(built)
    return built
