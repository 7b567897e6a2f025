"""Waiting for a condition, never for a fixed time: each wait has a limit and a name."""

import time
from typing import Callable, TypeVar

from gi.repository import Gio, GLib

Result = TypeVar("Result")

# Seconds. Far more than any wait takes: an event that never comes must fail a test, but not a busy
# machine.
PATIENCE = 120
_GONE = (Gio.DBusError.UNKNOWN_METHOD, Gio.DBusError.UNKNOWN_OBJECT)


class TimedOut(AssertionError):
    """A condition did not become true in time. It is an assertion, so that a test reports it as
    a failure."""


def wait_until(
    wanted: str,
    condition: Callable[[], Result | None],
    timeout: float = PATIENCE,
    interval: float = 0.02,
    describe: Callable[[], object] | None = None,
) -> Result:
    """Returns the condition's first true value, or raises `TimedOut` with the result of `describe`.
    Tries again if an accessible object disappears while the condition looks at it. Between two
    tries, pauses for the time that a try took, but at least for the interval, so that the observed
    program can run."""
    deadline = time.monotonic() + timeout
    while True:
        looked = time.monotonic()
        value = when_there(condition)
        looking = time.monotonic() - looked
        if value:
            return value
        if time.monotonic() >= deadline:
            seen = f"; instead: {when_there(describe)}" if describe else ""
            raise TimedOut(f"waited {timeout:g} s for {wanted}{seen}")
        time.sleep(max(interval, looking))


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
