#!/usr/bin/python3
"""Measures what the library costs a list: `make bench`.

The same list is in one window, first without and then with the library. The two take turns
and get the same real input, in a headless GNOME session. Times of frames are the main
thread's processor time, which other programs do not affect.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE.parent / "EndToEnd"), str(_HERE.parent)]

from gi.repository import GLib  # noqa: E402

from Clock import MachineClock  # noqa: E402
from commanded import Commanded  # noqa: E402
from devices import Devices  # noqa: E402
from player import PULLS  # noqa: E402
from report import Limit, Pairs, table  # noqa: E402
from stage import Stage  # noqa: E402

_REST = 0.6  # seconds: a pull within 300 ms of reaching an edge only peeks
_MILLION = 1e6
_MONITOR = (800, 720)
_ATTEMPTS = 3

# A place of the list, as a command of the window, and what is played there.
Gesture = tuple[str, Callable[[], None]]


@dataclass(frozen=True)
class Sizes:
    """The amounts to measure."""

    rounds: int = 3  # pairs of runs
    warm_ups: int = 1  # first rounds that do not count: they make rows and glyphs
    strokes: int = 3  # there and back, of each finger
    splices: int = 5
    reactions: int = 4  # of each device
    batches: int = 400  # of 1,000 events without a window
    idle: float = 10  # seconds
    quiet: int = 15  # seconds at most until the program is idle
    edges: tuple[str, ...] = tuple(PULLS)  # the edges of the refresh, at which a finger pulls


# The smallest sizes, to see that everything works.
QUICK = Sizes(rounds=1, warm_ups=0, strokes=1, splices=1, reactions=1, batches=4, idle=1,
              quiet=2, edges=("top", "trailing"))


class Window(Commanded):
    """Context manager, the measured process: a list that fills the monitor, and refreshes past the
    edge. Commanded describes how it is controlled."""

    def __init__(self, stage: Stage, edge: str) -> None:
        super().__init__(stage, stage.binary, "window", edge)

    def cpu_milliseconds(self) -> dict[str, float]:
        """The processor time of each of its threads."""
        return {path.parent.name: int(path.read_text().split()[0]) / 1e6
                for path in self._tasks("schedstat")}

    def context_switches(self) -> dict[str, float]:
        """The number of times that each thread went to sleep, and so was woken."""
        return {path.parent.name: int(line.split()[1]) for path in self._tasks("status")
                for line in path.read_text().splitlines()
                if line.startswith("voluntary_ctxt_switches")}

    def _tasks(self, file: str) -> Iterator[Path]:
        return Path(f"/proc/{self.process.pid}/task").glob(f"*/{file}")


class Bench:
    def __init__(self, binary: Path, sizes: Sizes) -> None:
        self._binary = binary
        self._sizes = sizes
        self._devices: Devices
        self._window: Window
        self._middle: tuple[float, float]
        self._edge: str
        self.facts: dict = {}

    def run(self) -> list[Pairs | Limit]:
        parts = [
            lambda: self._frames("touchpad scrolls", ("middle", self._scroll_by_touchpad)),
            lambda: self._frames("finger scrolls", ("middle", self._scroll_by_finger)),
            self._splices, self._reactions, self._idleness]
        results = [result for part in parts for result in self._play(part)]
        for edge in self._sizes.edges:
            results += self._play(lambda: self._pulls(edge), edge)
        return results + self._machine()

    def _play(self, part: Callable[[], list], edge: str = "top") -> list[Pairs | Limit]:
        """Plays a part in a session of its own, and again in a new session if the compositor
        hangs, which happens sometimes in its software renderer."""
        for attempt in range(_ATTEMPTS):
            try:
                with Stage(self._binary, _MONITOR, clock=MachineClock) as stage, Window(stage, edge) as self._window:
                    self._edge = edge
                    self._devices = stage.devices
                    renderer = stage.session.env["GSK_RENDERER"]
                    self.facts = self._window.facts | {"renderer": renderer}
                    self._middle = self.facts["width"] / 2, self.facts["height"] / 2
                    self._devices.tap(*self._middle)
                    return part()
            except GLib.Error as error:
                print(f"again, in a new session: {error.message}", file=sys.stderr)
        raise SystemExit("the compositor hangs")

    def _take_turns(self, measure: Callable, add: Callable) -> None:
        """Measures both sides in turns; neither always runs first."""
        for number in range(-self._sizes.warm_ups, self._sizes.rounds):
            sides = {}
            for side in ("bare", "library") if number % 2 == 0 else ("library", "bare"):
                self._window.tell(f"show {side}")
                self._devices.settle()
                self._devices.tap(*self._middle)
                sides[side] = measure(side)
            if number >= 0:
                add(sides["bare"], sides["library"])

    # Frames

    def _frames(self, name: str, library: Gesture, bare: Gesture | None = None,
                target: float = 1.1) -> list[Pairs]:
        """Measures the frames of a gesture, with the library and, unless `bare` is another gesture,
        without it."""
        pairs = {"cpu": Pairs(f"frame, {name}", "ms", target),
                 "turn": Pairs("  events and frame", "ms", target, ()),
                 "interval": Pairs("  from frame to frame", "ms", target, ())}

        def measure(side: str) -> dict[str, list[float]]:
            place, play = library if side == "library" else bare or library
            for _ in range(_ATTEMPTS):
                self._window.tell(place)
                time.sleep(_REST)
                self._window.tell("begin")
                play()
                frames = self._window.tell("end")
                # Repeats, because the first touch of a new list is sometimes lost, on both sides.
                if self._window.tell("moved")["moved"]:
                    # Drops the first frame, which has none before it.
                    return {key: [value / _MILLION for value in values[1:]]
                            for key, values in frames.items()}
            raise SystemExit(f"{name}: the list does not move")

        def add(without: dict, used: dict) -> None:
            for key, result in pairs.items():
                result.add(without[key], used[key])
        self._take_turns(measure, add)
        return list(pairs.values())

    def _scroll_by_touchpad(self) -> None:
        self._devices.pointer_to(*self._middle)
        strokes = self._sizes.strokes
        for dy in (300,) * strokes + (-300,) * strokes:
            self._devices.touchpad_scroll(dy, duration=0.4)

    def _scroll_by_finger(self) -> None:
        x, y = self._middle
        across, down = PULLS[self._edge]
        self._devices.touch_down(x, y)
        for distance in (-250, 250) * self._sizes.strokes:
            dx, dy = across * distance, down * distance
            self._devices.touch_move(x, y, dy, duration=0.6, dx=dx)
            x, y = x + dx, y + dy
        time.sleep(0.15)  # so that nothing is flung
        self._devices.touch_up()

    def _pulls(self, edge: str) -> list[Pairs]:
        # A pull moves the list, which GTK alone leaves in its place: the witness is the bare list
        # that the same finger moves, by scrolling it.
        return self._frames(f"finger pulls, {edge}", ("refresh", self._pull),
                            ("middle", self._scroll_by_finger), 0.75)

    def _pull(self) -> None:
        """Pulls from the edge past the threshold and back, several times; ends without a
        refresh."""
        x, y = self._middle
        across, down = PULLS[self._edge]
        again = (-170, 170) * (self._sizes.strokes - 1)
        self._devices.touch_down(x, y)
        for distance in (180, *again, -180):
            dx, dy = across * distance, down * distance
            self._devices.touch_move(x, y, dy, duration=0.5, dx=dx)
            x, y = x + dx, y + dy
        self._devices.touch_up()

    def _splices(self) -> list[Pairs]:
        # Judges the median, since a splice's worst frame, one in about forty, is the tail already.
        pairs = Pairs("worst frame of 50 new rows", "ms", 1.1, judged=(0.5,))
        self._take_turns(self._splice, pairs.add)
        return [pairs]

    def _splice(self, _: str) -> list[float]:
        worst = []
        for _ in range(self._sizes.splices):
            self._window.tell("bottom")
            time.sleep(0.4)
            self._window.tell("begin")
            self._window.tell("splice")
            # Waits until the row, which is shown for 600 ms, is closed again.
            time.sleep(1.2)
            worst.append(max(self._window.tell("end")["cpu"]) / _MILLION)
            self._window.tell("trim")
        return worst

    # The library alone

    def _reactions(self) -> list[Limit]:
        return [Limit("frames until the row shows", "", 1, self._react())]

    def _react(self) -> list[float]:
        x, y = self._middle

        def finger() -> None:
            self._devices.touch_pull(x, y, 60, duration=0.2, hold=0)

        def touchpad() -> None:
            self._devices.touchpad_scroll(-16, duration=0.2)

        def wheel() -> None:
            self._devices.wheel(-1)
        reactions = []
        self._window.tell("show library")
        for gesture in (finger, touchpad, wheel) * self._sizes.reactions:
            for _ in range(_ATTEMPTS):
                self._window.tell("top")
                self._devices.pointer_to(x, y)
                time.sleep(_REST)
                self._window.tell("watch")
                gesture()
                time.sleep(_REST)
                seen = self._window.tell("seen")
                if seen["pulled"]:  # otherwise the compositor has lost the event
                    reactions.append(seen["frames"] or float("inf"))
                    break
        return reactions

    def _idleness(self) -> list[Limit]:
        bare, used = (self._idle(side) for side in ("bare", "library"))
        # Half a millisecond, because asking both sides for their usage costs that much.
        time = f"{self._sizes.idle:g} s"
        kinds = ((f"main loop turns in {time} idle", "", 0), (f"wake-ups in {time} idle", "", 0),
                 (f"CPU in {time} idle", "ms", 0.5))
        return [Limit(name, unit, target, [mine], [other], of_its_own=True)
                for (name, unit, target), mine, other in zip(kinds, used, bare)]

    def _idle(self, side: str) -> tuple[float, ...]:
        """The cost of an idle window, after a pull."""
        self._window.tell(f"show {side}")
        self._window.tell("top")
        time.sleep(_REST)
        self._pull()
        self._wait_for_quiet()
        before = self._use()
        time.sleep(self._sizes.idle)
        # Compares by name, because threads may start and end meanwhile.
        return tuple(sum(now[name] - then.get(name, 0) for name in now)
                     for now, then in zip(self._use(), before))

    def _wait_for_quiet(self) -> None:
        """Waits until the main loop runs only to answer commands; GTK's own scroll bars take a
        while to fade."""
        turns = self._window.tell("turns")["turns"]
        for _ in range(self._sizes.quiet):
            time.sleep(1)
            before, turns = turns, self._window.tell("turns")["turns"]
            if turns - before <= 2:
                return

    def _use(self) -> tuple[dict[str, float], ...]:
        cpu, switches = self._window.cpu_milliseconds(), self._window.context_switches()
        return self._window.tell("turns"), switches, cpu

    # No window

    def _machine(self) -> list[Limit]:
        done = subprocess.run([self._binary, "machine", str(self._sizes.batches)],
                              capture_output=True, text=True, check=True, timeout=300)
        return [Limit(f"event, {name}", "ns", 1500, sides["library"], sides["bare"])
                for name, sides in json.loads(done.stdout).items()]


def facts(bench: Bench) -> str:
    model = next((line.partition(":")[2].strip()
                  for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    load = os.getloadavg()[0]
    return (f"{os.cpu_count()} cores ({model}), load {load:.1f}, GTK {bench.facts['gtk']}, "
            f"renderer {bench.facts['renderer']}, window "
            f"{bench.facts['width']}×{bench.facts['height']}, list of 10,000 rows")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, required=True, help="the Benchmarks program")
    parser.add_argument("--quick", action="store_true",
                        help="once each: to see that it works, not how fast")
    options = parser.parse_args()
    began = time.monotonic()
    bench = Bench(options.binary.resolve(), QUICK if options.quick else Sizes())
    results = bench.run()
    print(table(results), facts(bench), sep="\n")
    missed = sum(not result.passed for result in results)
    print(f"{len(results)} measured, {missed} missed, in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
