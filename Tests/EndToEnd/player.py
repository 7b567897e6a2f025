"""Plays the table's gestures on a window of lists, and counts what each of them starts."""

import re
import unittest
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from case import EndToEndCase
from commanded import Commanded
from complaints import complaints
from devices import Devices
from gestures import (
    INNER, KEYBOARD, LOAD, MOUSE, NOTHING, REFRESH, TOUCH, TOUCHPAD, WHEEL, Kind, Played)
from stage import Stage
from waiting import wait_until

# The time after its last event within which a gesture has begun everything that it begins: the
# touchpad's silence takes 150 ms, the wheel's dwell 300 ms.
_DECIDED = {TOUCH: 0.3, TOUCHPAD: 0.5, WHEEL: 0.7, MOUSE: 0.3, KEYBOARD: 0.5}
# The seconds that a row takes to open and to close again, after a handler that does nothing.
_SETTLED = 1.2
_OPPOSITE = {"Home": "End", "End": "Home"}
# The direction of a pull past each edge on the screen, in left-to-right reading.
PULLS = {"top": (0, 1), "bottom": (0, -1), "leading": (1, 0), "trailing": (-1, 0)}
_COUNTS = {"refreshes": REFRESH, "loads": LOAD, "inner": INNER, "activations": "row opened"}


@dataclass
class Outcome:
    played: Played
    # The effects that the gesture started, in the table's words.
    started: list[str] = field(default_factory=list)
    # The distance in px by which the list moved farther from one frame to the next, after the
    # release, than a spring would.
    jump: float = 0
    # The events that reached the window, and the library's states.
    seen: str = ""

    @property
    def wanted(self) -> list[str]:
        return [] if self.played.kind.effect == NOTHING else [self.played.kind.effect]

    @property
    def verdict(self) -> str:
        """`right`, `missed` or `false` (also if something else began)."""
        if self.started == self.wanted:
            return "right"
        return "false" if self.started else "missed"

    def __str__(self) -> str:
        started = ", ".join(self.started) or NOTHING
        return (f"{self.verdict}: {self.played}\n  wanted {self.played.kind.effect}, "
                f"started {started}\n{self.seen}")


class Player:
    """Context manager: one window, in a session with either only fingers or only pointers.
    After a touch the compositor may hold back a pointer's events."""

    def __init__(
        self, stage: Stage, binary: Path, edge: str = "top", is_rtl: bool = False,
    ) -> None:
        """`binary` is the program Benchmarks. Its lists refresh past the `edge`, and the whole
        table is mirrored: the table's top is this edge, and its bottom the opposite one."""
        self._devices: Devices = stage.devices
        self._window = Commanded(stage, binary, "gestures", edge, *["rtl"] * is_rtl)
        x, y = PULLS[edge]
        self._pull = (-x if is_rtl else x, y)
        self._is_end = edge in ("bottom", "trailing")
        self._middle = (0.0, 0.0)
        self._content = "long"

    def __enter__(self) -> "Player":
        facts = self._window.__enter__().facts
        self._middle = facts["width"] / 2, facts["height"] / 2
        self._devices.settle()
        # Taps first, because the first touch of a window is sometimes lost.
        self._devices.tap(*self._middle)
        self._devices.pointer_to(*self._middle)
        return self

    def __exit__(self, *error: object) -> None:
        self._window.__exit__(*error)

    def messages(self) -> str:
        return self._window.messages()

    def play(self, played: Played) -> Outcome:
        """Brings the list to the gesture's start, plays it once, and waits for its effects."""
        self._prepare(played)
        before = self._window.tell("state")
        self._window.tell("begin")
        outcome = Outcome(played)
        self._press(played)
        with self._devices.holding(played.kind.modifier):
            self._perform(played)
        self._wait(played, before)
        self._settle()
        seen = self._window.tell("end")
        after = self._window.tell("state")
        outcome.started = [name for count, name in _COUNTS.items()
                           for _ in range(after[count] - before[count])]
        self._judge(outcome, seen, before, after)
        return outcome

    def _wait(self, played: Played, before: dict) -> None:
        """Waits until everything that the gesture can start has begun."""
        for _ in range(round(_DECIDED[played.kind.device] / 0.05)):
            self._devices.pass_time(0.05)
            after = self._window.tell("state")
            if any(after[count] > before[count] for count in _COUNTS):
                # Waits a moment, since a second effect of the gesture would begin with the same
                # event.
                return self._devices.pass_time(0.05)

    def _settle(self) -> None:
        """Waits until the list is painted in its former place, or the time for its motions is
        over."""
        for _ in range(round(_SETTLED / 0.05)):
            if self._window.tell("state")["back"]:
                break
            self._devices.pass_time(0.05)

    def _judge(self, outcome: Outcome, seen: dict, before: dict, after: dict) -> None:
        outcome.jump = seen["jump"]
        outcome.seen = (
            f"  {seen['touches']} touches to {seen['touched']:.0f} px, {seen['scrolls']} scrolls of "
            f"{seen['scrolled']:.1f}, {after['near'] - before['near']:.0f} px outside, "
            f"{after['insideNear'] - before['insideNear']:.0f} inside\n"
            + "\n".join(f"  {line}" for line in _turns(seen["trace"])))

    def _prepare(self, played: Played) -> None:
        if played.kind.content != self._content:
            self._content = played.kind.content
            self._window.tell(f"show {self._content}")
        self._rest(played)
        if played.kind.key:
            self._leave_edge(played.kind)
        else:
            self._devices.pass_time(played.rest)

    def _leave_edge(self, kind: Kind) -> None:
        """Goes to the opposite edge, with the focus on the row there: Home does nothing if the
        focus is on the first row, wherever the list is scrolled to."""
        side = "near" if kind.up else "far"

        def is_there() -> bool:
            self._window.tell("focus")
            for key in (self._key(kind), _OPPOSITE[self._key(kind)]):
                self._devices.key(key)
                self._devices.pass_time(0.15)
            return self._window.tell("state")[side] < 1
        wait_until(f"{_OPPOSITE[self._key(kind)]} to bring the list to its edge", is_there)

    def _press(self, played: Played) -> None:
        """Presses the key that brings the list to its edge, if the kind has one."""
        if not played.kind.key:
            return
        self._devices.key(self._key(played.kind))
        self._devices.pass_time(played.rest)

    def _key(self, kind: Kind) -> str:
        """The kind's key, mirrored like the table: Home goes to the list's start at every edge."""
        return _OPPOSITE[kind.key] if self._is_end else kind.key

    def _rest(self, played: Played) -> None:
        """Waits until nothing runs and the list is in its place, with header and footer closed.
        Places the list repeatedly, since a closing row moves it."""
        distance = played.place
        side = "far" if str(distance).startswith("-") else "near"

        def rests() -> bool:
            self._window.tell(f"place {distance}")
            self._window.tell(f"inner {played.inner}")
            self._devices.pass_time(0.1)
            state = self._window.tell("state")
            return (state["idle"] and abs(state[side] - abs(distance)) < 1
                    and abs(state["insideNear"] - played.inner) < 1)
        wait_until("the list at rest", rests, describe=lambda: self._window.tell("state"))

    def _perform(self, played: Played) -> None:
        kind = played.kind
        way = -played.way if kind.up else played.way
        # Centers the movement in the window, so that both ends are inside.
        dx, dy = self._on_screen(way, played.across)
        x, y = self._middle
        start = x - dx / 2, y - dy / 2
        if kind.device == TOUCH:
            self._touch(played, *start, way)
        elif kind.device == KEYBOARD:
            with self._devices.holding("F5"):
                self._devices.pass_time(played.seconds)
        elif kind.device == MOUSE:
            self._devices.drag(start, (x + dx / 2, y + dy / 2))
        elif kind.device == TOUCHPAD:
            dx, dy = self._on_screen(-way, played.across)
            self._devices.touchpad_scroll(dy, played.seconds, dx)
            if played.back:
                dx, dy = self._on_screen(way * played.back, 0)
                self._devices.touchpad_scroll(dy, played.seconds, dx)
        else:
            self._turn(-int(way), played.seconds)
            if played.back:
                self._devices.pass_time(played.seconds)
                self._turn(int(played.back) * (-1 if kind.up else 1), played.seconds)

    def _on_screen(self, way: float, across: float) -> tuple[float, float]:
        """A movement past the edge of the refresh, and one across it."""
        x, y = self._pull
        return x * way + abs(y) * across, y * way + abs(x) * across

    def _turn(self, notches: int, gap: float) -> None:
        x, y = self._pull
        self._devices.wheel(notches * (x or y), gap, is_tilted=bool(x))

    def _touch(self, played: Played, x: float, y: float, way: float) -> None:
        self._devices.touch_down(x, y)
        try:
            dx, dy = self._on_screen(way, played.across)
            self._devices.touch_move(x, y, dy, played.seconds, dx)
            if played.back:
                x, y = x + dx, y + dy
                dx, dy = self._on_screen(-way * played.back, 0)
                self._devices.touch_move(x, y, dy, played.seconds, dx)
            if played.kind.has_second:
                middle = self._middle
                self._devices.tap(middle[0] + 60, middle[1] + 20, slot=1)
            self._devices.pass_time(played.hold)
        finally:
            self._devices.touch_up()


def _turns(trace: list[str]) -> list[str]:
    """The first and the last line of each run of lines that differ only in numbers."""
    def words(line: str) -> str:
        return re.sub(r"[\d.]+", "", line)
    kept = []
    for name in ("list", "inner list"):
        lines = [line for line in trace if line.split(" ", 1)[1].startswith(f"{name} at")]
        for _, run in groupby(lines, words):
            first, *rest = run
            kept += [first, *rest[-1:]]
    return sorted(kept)


class GestureCase(EndToEndCase):
    def play(self, kinds: list[Kind], edge: str = "top", is_rtl: bool = False) -> None:
        """Plays each kind once, and fails if one did not have its effect. `edge` is the edge of
        the refresh."""
        binary = self.stage.binary.with_name("Benchmarks")
        if not binary.exists():
            raise unittest.SkipTest("Benchmarks is not built")
        with Player(self.stage, binary, edge, is_rtl) as player:
            outcomes = [player.play(kind.middle()) for kind in kinds]
            messages = player.messages()
        wrong = [str(outcome) for outcome in outcomes if outcome.verdict != "right"]
        if wrong:
            self.fail("\n".join([f"{len(wrong)} of {len(kinds)}:", *wrong, messages]))
        self.assertEqual(complaints(messages), [])
