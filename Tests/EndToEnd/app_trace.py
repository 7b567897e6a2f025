"""The app's own report of its states: one JSON line for each change, in the file TIDELINE_TRACE
names."""

import json
from pathlib import Path
from typing import Callable

from waiting import wait_until

State = dict[str, object]

# Seconds between two looks at the trace, which costs little: a frame at the slowest rate.
_INTERVAL = 0.05


class Trace:
    """Fields: time (monotonic), header, footer, rows, first, result, progress, scroll, runs,
    loads, painted (when rows were first painted, as time)."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def states(self) -> list[State]:
        return [json.loads(line) for line in self._lines()]

    @property
    def last(self) -> State:
        return json.loads((self._lines() or ["{}"])[-1])

    def _lines(self) -> list[str]:
        """The complete lines: the app may not yet have written all of the last one."""
        try:
            text = self.path.read_text()
        except FileNotFoundError:
            return []
        return text[:text.rfind("\n") + 1].splitlines()

    def shows(self, **fields: object) -> bool:
        return _matches(self.last, fields)

    def wait(
        self, test: Callable[[State], bool] | None = None, **fields: object,
    ) -> State:
        """Waits until the present state has these fields, and passes the test."""
        def matching() -> State | None:
            state = self.last
            return state if _matches(state, fields) and (not test or test(state)) else None
        return wait_until(f"the app's state to be {fields}", matching, self.tail, longest=_INTERVAL)

    def wait_for_visit(self, after: int = 0, **fields: object) -> State:
        """Waits for a state that may have passed already, among those after the first `after`
        lines."""
        def visited() -> State | None:
            return next((state for state in self.states[after:] if _matches(state, fields)), None)
        return wait_until(f"the app to pass through {fields}", visited, self.tail, longest=_INTERVAL)

    def visits(self, **fields: object) -> bool:
        """Whether there has been a state with these fields."""
        return any(_matches(state, fields) for state in self.states)

    def visited(self, field: str, after: int = 0) -> list[object]:
        """The values of the field in order, without repetitions."""
        values: list[object] = []
        for state in self.states[after:]:
            if not values or values[-1] != state.get(field):
                values.append(state.get(field))
        return values

    def tail(self, count: int = 12) -> str:
        return "".join("\n" + json.dumps(state) for state in self.states[-count:]) or "no state"


def _matches(state: State, fields: dict[str, object]) -> bool:
    return all(state.get(name) == value for name, value in fields.items())
