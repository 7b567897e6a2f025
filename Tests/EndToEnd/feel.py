#!/usr/bin/python3
"""Plays the table of gestures with random lengths and speeds: `make feel`.

Nothing is repeated. The exit status is 1 if a gesture started something that it should not, or
missed something that it should have started, or if a session could not be played to its end.
"""

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from gi.repository import GLib

sys.path.append(str(Path(__file__).resolve().parent.parent))

from gestures import FINGER_KINDS, POINTER_KINDS, Kind, Played  # noqa: E402
from player import Outcome, Player  # noqa: E402
from stage import Stage  # noqa: E402

# Without a graphics card, a compositor becomes slower with each gesture; a fresh one costs seconds.
_IN_A_SESSION = 100


def draw(rounds: int, source: random.Random, pattern: str) -> list[list[Played]]:
    """Draws this many gestures, each kind equally often, in sessions of either fingers or
    pointers."""
    def matching(kinds: list[Kind]) -> list[Kind]:
        return [kind for kind in kinds if pattern in kind.name]
    tables = matching(FINGER_KINDS), matching(POINTER_KINDS)
    everything = tables[0] + tables[1]
    if not everything:
        raise SystemExit(f"no kind of gesture has a name with {pattern!r} in it: see gestures.py")
    drawn = [everything[number % len(everything)] for number in range(rounds)]
    sessions = []
    for kinds in tables:
        played = [kind.draw(source) for kind in drawn if kind in kinds]
        source.shuffle(played)
        sessions += [played[start:start + _IN_A_SESSION]
                     for start in range(0, len(played), _IN_A_SESSION)]
    return sessions


def play(
    binary: Path, sessions: list[list[Played]], edge: str, is_rtl: bool,
) -> tuple[list[Outcome], list[Exception]]:
    """Returns the outcomes, and what ended a session early: it takes only that session's rest with
    it."""
    outcomes, errors = [], []
    for session in sessions:
        try:
            with Stage(binary) as stage, Player(stage, binary, edge, is_rtl) as player:
                for played in session:
                    outcomes.append(player.play(played))
                    if outcomes[-1].verdict != "right":
                        print(outcomes[-1], flush=True)
        except (AssertionError, GLib.Error, OSError, RuntimeError) as error:
            print(f"a session ended early: {error}", flush=True)
            errors.append(error)
    return outcomes, errors


def table(outcomes: list[Outcome]) -> str:
    """A line for each kind: the number of gestures, of deliberate ones, and of each outcome."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.played.kind.name].append(outcome)
    lines = [_line(name, of_kind) for name, of_kind in kinds.items()]
    head = (f"{'':<44}{'played':>8}{'deliberate':>11}{'fired':>7}{'missed':>8}{'false':>7}"
            f"{'jump, px':>10}")
    return "\n".join([head, *sorted(lines), _line("in total", outcomes)])


def _line(name: str, outcomes: list[Outcome]) -> str:
    counts = Counter(outcome.verdict for outcome in outcomes)
    deliberate = [outcome for outcome in outcomes if outcome.played.kind.is_deliberate]
    fired = sum(outcome.verdict == "right" for outcome in deliberate)
    return (f"{name:<44}{len(outcomes):>8}{len(deliberate):>11}{fired:>7}{counts['missed']:>8}"
            f"{counts['false']:>7}{max((one.jump for one in outcomes), default=0):>10.1f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, required=True, help="the Benchmarks program")
    parser.add_argument("--rounds", type=int, default=200,
                        help="how many gestures (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="of an earlier run, to play the same again")
    parser.add_argument("-k", default="", metavar="PART", help="only kinds with this in their names")
    parser.add_argument("--edge", choices=["top", "bottom", "leading", "trailing"], default="top",
                        help="where the refresh stands (default: %(default)s)")
    parser.add_argument("--rtl", action="store_true", help="in a window read from right to left")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10 ** 6)
    print(f"{options.rounds} gestures, seed {seed}", flush=True)
    began = time.monotonic()
    sessions = draw(options.rounds, random.Random(seed), options.k)
    outcomes, errors = play(options.binary.resolve(), sessions, options.edge, options.rtl)
    print(table(outcomes), f"seed {seed}, in {time.monotonic() - began:.0f} s", sep="\n")
    return 1 if errors or any(outcome.verdict != "right" for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
