"""The stage of a test or a demo: session, devices, pictures, screen reader, and the app's
binary."""

import os
import shutil
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path

from Clock import Clock, MachineClock
from accessibility import ScreenReader
from devices import Devices
from screenshot import Recorder
from session import USUAL_RATE, Session

# A small monitor: without a graphics card, a larger one makes gestures stutter.
MONITOR = (800, 720)
_REPOSITORY = Path(__file__).resolve().parents[2]


class Stage:
    """Context manager. Starting costs about a second, so one stage serves a whole run."""

    def __init__(self, binary: Path | None, monitor: tuple[int, int] = MONITOR,
                 rate: int = USUAL_RATE, clock: type[Clock | MachineClock] = Clock) -> None:
        self.binary = binary or find_binary()
        self.session = Session(monitor, rate, clock)
        self.devices = Devices(self.session)
        self.recorder = Recorder(self.session, self.devices)
        self.reader: ScreenReader
        self._exits = ExitStack()

    def __enter__(self) -> "Stage":
        with ExitStack() as exits:
            exits.enter_context(self.session)
            exits.enter_context(self.devices)
            exits.enter_context(self.recorder)
            self.reader = ScreenReader(self.session)
            self._exits = exits.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._exits.__exit__(*error)

    def directory(self, name: str) -> Path:
        """A fresh directory, which is removed with the session."""
        return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self.session.root))

    def tideline(self, *arguments: str | Path, timeout: float = 60) -> str:
        """Runs the command line, without the display; returns its standard output."""
        env = {name: value for name, value in self.session.env.items() if name != "WAYLAND_DISPLAY"}
        done = subprocess.run(
            [self.binary, *arguments], env=env, timeout=timeout, text=True,
            stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode:
            command = " ".join(map(str, arguments))
            raise AssertionError(f"tideline {command}: status {done.returncode}\n{done.stderr}")
        return done.stdout


def find_binary() -> Path:
    """$TIDELINE, or the newest build, or the installed one."""
    if "TIDELINE" in os.environ:
        return Path(os.environ["TIDELINE"]).resolve()
    builds = [_REPOSITORY / ".build" / kind / "tideline" for kind in ("release", "debug")]
    built = [path for path in builds if path.exists()]
    if built:
        return max(built, key=lambda path: path.stat().st_mtime)
    installed = shutil.which("tideline")
    if installed:
        return Path(installed)
    raise SystemExit("no tideline to test: build it first, or name it in TIDELINE")
