#!/usr/bin/python3
"""Measures how soon the list shows results for text typed into the search field: `make
bench-window`.

The compositor of a headless session sends the keys, as from a keyboard, so their way to the
window is included. Reports the times until the list holds the results, and until they are
painted.
"""

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE.parent / "EndToEnd"), str(_HERE.parent)]

from Clock import MachineClock  # noqa: E402
from app import App  # noqa: E402
from maildirs import maildir  # noqa: E402
from stage import Stage  # noqa: E402

_TARGET = 16  # ms, from the key to the list
# Common words, two words, the beginning of a name, and text that few messages have.
_TYPED = ("harbour", "gull lantern", "quist", "a3f", "zzz")
_PAUSE = 0.25  # seconds, like a typist's
_READING = 1200  # seconds for a mailbox that is not stored yet


def open_search(stage: Stage, app: App) -> None:
    app.wait_until_idle()
    stage.devices.key("ctrl+f")
    app.root.find(None, "Search conversations$")
    stage.devices.settle()


def times_of(stage: Stage, app: App, key: str) -> tuple[float, float | None]:
    """The times from the key to the changed list, and to its first frame. The second is None if
    nothing is painted, because the results are empty or the same as before."""
    last = app.trace.last["lists"]
    began = time.monotonic()
    stage.devices.key(key)
    app.trace.wait(test=lambda state: state["lists"] != last)
    time.sleep(_PAUSE)
    states = [state for state in app.trace.states if state["lists"] > last]
    painted = [state["painted"] for state in states if (state.get("painted") or 0) > began]
    return states[0]["time"] - began, painted[0] - began if painted else None


def late(seconds: list[float]) -> float:
    """The time in ms that nineteen of twenty values do not exceed."""
    return statistics.quantiles(seconds, n=20)[-1] * 1000


def line(name: str, seconds: list[float]) -> str:
    return (f"{name:<14}{statistics.median(seconds) * 1000:8.1f} ms{late(seconds):8.1f} ms"
            f"{max(seconds) * 1000:8.1f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, required=True, help="a release build of tideline")
    parser.add_argument("--cache", type=Path, required=True, help="where the mailbox is kept")
    parser.add_argument("--messages", type=int, default=20_000, help="(default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=4, help="(default: %(default)s)")
    parser.add_argument("--texts", type=int, default=len(_TYPED),
                        help="how many different ones are typed (default: %(default)s)")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    cache = options.cache.resolve()
    mailbox = maildir(cache, options.messages)
    listed, painted = [], []
    with Stage(options.binary.resolve(), clock=MachineClock) as stage:
        store = cache / f"typed-{options.messages}.sqlite"
        # Stores all mail before the window opens, so that reading is not measured.
        stage.tideline("refresh", mailbox, "--store", store, timeout=_READING)
        app = App(stage, mailbox, store=store)
        try:
            open_search(stage, app)
            for _ in range(options.rounds):
                for text in _TYPED[:options.texts]:
                    keys = ["space" if letter == " " else letter for letter in text]
                    for key in keys + ["BackSpace"] * len(keys):
                        to_list, to_frame = times_of(stage, app, key)
                        listed.append(to_list)
                        painted += [to_frame] if to_frame else []
        finally:
            app.end()
    print(f"{'':<14}{'median':>11}{'p95':>11}{'most':>11}")
    print(line("key to list", listed))
    print(line("key to frame", painted))
    print(f"{len(listed)} keys, {options.messages:,} messages, load {os.getloadavg()[0]:.1f}; key to list, "
          f"p95, target ≤ {_TARGET} ms: {'met' if late(listed) <= _TARGET else 'MISSED'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
