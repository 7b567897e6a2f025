"""A clock of any speed for one program, which sees days pass in minutes."""

import mmap
import os
import subprocess
import time
from pathlib import Path
from struct import pack_into

_SOURCE = Path(__file__).with_name("fast_clock.c")
_SECOND = 1_000_000_000


class FastClock:
    """Context manager. A program with `env` sees this clock in place of the kernel's. At first
    both have the same speed; the program's waits are shortened by the clock's speed."""

    def __init__(self, folder: Path) -> None:
        library, self._path = folder / "fast_clock.so", folder / "clock"
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-Wall", "-Wextra", "-Werror", "-shared",
                        "-fPIC", "-o", library, _SOURCE], check=True)
        self.env = {"LD_PRELOAD": str(library), "FAST_CLOCK": str(self._path)}
        self._version = self._slept = 0
        self._speed = 1.0
        self._since = self._shown = time.monotonic_ns()

    def __enter__(self) -> "FastClock":
        with self._path.open("w+b") as file:
            file.truncate(mmap.PAGESIZE)
            self._page = mmap.mmap(file.fileno(), mmap.PAGESIZE)
        self._write()
        return self

    def __exit__(self, *_: object) -> None:
        self._page.close()

    def go_on(self, seconds: float, speed: float) -> None:
        """Lets this many seconds pass, each in a fraction of a second."""
        self._set(speed)
        time.sleep(seconds / speed)
        self._set(1)

    def sleep(self, seconds: int) -> None:
        """Acts like a sleep of the computer: advances the time of day, but not the monotonic
        clock, by which programs wait."""
        self._slept += seconds * _SECOND
        self._set(1)

    def _set(self, speed: float) -> None:
        now = time.monotonic_ns()
        self._shown += int((now - self._since) * self._speed)
        self._since, self._speed = now, speed
        self._write()

    def _write(self) -> None:
        """Writes the clock in the form that fast_clock.c reads."""
        pack_into("Q", self._page, 0, self._version + 1)
        pack_into("qqqd", self._page, 8, self._since, self._shown, self._slept, self._speed)
        pack_into("Q", self._page, 0, self._version + 2)
        self._version += 2
