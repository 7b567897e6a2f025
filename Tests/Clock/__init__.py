"""A clock that only a test advances, for all programs that it starts with the clock's `env`."""

from Clock.clock import Clock, MachineClock

__all__ = ["Clock", "MachineClock"]
