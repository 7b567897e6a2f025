"""Waiting for a condition, never for the machine: the clock of the tested programs passes only here,
and only as fast as they can follow."""

import subprocess
import time
from typing import Callable, TypeVar

from gi.repository import Gio, GLib

from Clock import Clock
from Servers.processes import PATIENCE as _HANGS

Result = TypeVar("Result")

# Seconds of the programs' clock. Far more than anything takes that a test waits for.
PATIENCE = 120
_GONE = (Gio.DBusError.UNKNOWN_METHOD, Gio.DBusError.UNKNOWN_OBJECT)


class TimedOut(AssertionError):
    """A condition did not become true in time. It is an assertion, so that a test reports it as
    a failure."""


def wait_until(
    wanted: str,
    condition: Callable[[], Result | None],
    describe: Callable[[], object] | None = None,
    longest: float = 0.5,
) -> Result:
    """Returns the condition's first true value, or raises `TimedOut` with the result of `describe`.
    Looks ever more rarely, but each `longest` seconds at least; time stands still during the look.
    Tries again if an accessible object disappears meanwhile."""
    clock = Clock.current
    end, hangs = clock.now + PATIENCE, time.monotonic() + _HANGS
    interval = 0.05
    while True:
        value = when_there(condition)
        if value:
            return value
        if clock.now >= end or time.monotonic() >= hangs:
            seen = f"; instead: {when_there(describe)}" if describe else ""
            raise TimedOut(f"waited {PATIENCE} s for {wanted}{seen}")
        clock.pass_time(interval)
        interval = min(1.3 * interval, longest)


def exit_status(process: subprocess.Popen) -> int:
    """Waits for the end of a program."""
    wait_until("the program's end", lambda: process.poll() is not None)
    return process.returncode


def when_there(look: Callable[[], Result]) -> Result | None:
    """The result of a look; None if an accessible object disappeared during it."""
    try:
        return look()
    except GLib.Error as error:
        if is_gone(error):
            return None
        raise


def is_gone(error: GLib.Error) -> bool:
    """Whether a call failed because its accessible object has disappeared."""
    return any(error.matches(Gio.DBusError.quark(), code) for code in _GONE)
