"""Waiting for a condition, never for a while: each wait has a limit and names what it wanted."""

import time
from typing import Callable, TypeVar

from gi.repository import Gio, GLib

Result = TypeVar("Result")

# Seconds. Much more than any wait takes: only what never comes should fail, not a busy machine.
PATIENCE = 30
_GONE = (Gio.DBusError.UNKNOWN_METHOD, Gio.DBusError.UNKNOWN_OBJECT)


class TimedOut(AssertionError):
    """A condition did not come true in time. An assertion, so a test reports it as a failure."""


def wait_until(
    wanted: str,
    condition: Callable[[], Result | None],
    timeout: float = PATIENCE,
    interval: float = 0.02,
    describe: Callable[[], object] | None = None,
) -> Result:
    """Returns the condition's first true value; `describe` tells what was there instead. Where the
    condition looks at an object that goes away meanwhile, it looks again."""
    deadline = time.monotonic() + timeout
    while True:
        value = when_there(condition)
        if value:
            return value
        if time.monotonic() >= deadline:
            seen = f"; instead: {when_there(describe)}" if describe else ""
            raise TimedOut(f"waited {timeout:g} s for {wanted}{seen}")
        time.sleep(interval)


def when_there(look: Callable[[], Result]) -> Result | None:
    """What the look sees; None where an accessible object went away while it was looked at."""
    try:
        return look()
    except GLib.Error as error:
        if any(error.matches(Gio.DBusError.quark(), code) for code in _GONE):
            return None
        raise
