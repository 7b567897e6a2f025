"""Waiting for a condition, never for a while: each wait has a limit and names what it wanted."""

import time
from typing import Callable, TypeVar

Result = TypeVar("Result")

# Seconds. Much more than any wait takes: only what never comes should fail, not a busy machine.
PATIENCE = 30


class TimedOut(AssertionError):
    """A condition did not come true in time. An assertion, so a test reports it as a failure."""


def wait_until(
    wanted: str,
    condition: Callable[[], Result | None],
    timeout: float = PATIENCE,
    interval: float = 0.02,
    describe: Callable[[], object] | None = None,
) -> Result:
    """Returns the condition's first true value; `describe` tells what was there instead."""
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            seen = f"; instead: {describe()}" if describe else ""
            raise TimedOut(f"waited {timeout:g} s for {wanted}{seen}")
        time.sleep(interval)
