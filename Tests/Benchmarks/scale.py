#!/usr/bin/python3
"""Measures a list of a million conversations: its memory, splices and frames.

`Benchmarks scale` shows the application's list, in a headless GNOME session. It pages
through a store down to the last row, then scrolls, beside a bare list of equal rows without
a store. The store is made first, which takes a minute or two; `--store` keeps it.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE.parent / "EndToEnd"), str(_HERE.parent)]

from Clock import MachineClock  # noqa: E402
from report import Limit, Pairs, table  # noqa: E402
from session import Session  # noqa: E402

_FILLED = 75  # the exit status after filling the store: start again
_PATIENCE = 3600  # seconds
_MONITOR = (800, 720)


def measure(session: Session, store: Path, options: argparse.Namespace) -> list[dict]:
    # Disables accessibility, as in the other measurements: its bus would add its own cost.
    env = session.env | {"GTK_A11Y": "none"}
    argv = [str(options.binary.resolve()), "scale", "--store", str(store),
            "--rows", str(options.rows), "--rounds", str(options.rounds),
            "--frames", str(options.frames)]
    for _ in range(2):
        done = subprocess.run(argv, env=env, stdout=subprocess.PIPE, text=True, timeout=_PATIENCE)
        if done.returncode != _FILLED:
            break
    if done.returncode:
        raise SystemExit(f"Benchmarks scale: status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def results(lines: list[dict]) -> list[Pairs | Limit]:
    def values(what: str, name: str) -> list[float]:
        return [value for line in lines if line["what"] == what
                for value in line["values"][name]]
    frames = Pairs("frame while scrolling, rows from the store", "ms", 1.1)
    for bare, ours in zip(*([line["values"]["cpu"] for line in lines if line["what"] == side]
                            for side in ("bare", "list"))):
        frames.add(bare, ours)
    reading = Pairs("page of 50, at the top and at the end", "ms", 1.5, judged=(0.5,))
    reading.add(values("pages", "top"), values("pages", "deep"))
    return [
        Limit("memory, empty window and all rows loaded", "MB", 100, values("memory", "loaded"),
              values("memory", "empty"), of_its_own=True),
        reading,
        Limit("  put into the list", "ms", 1, values("pages", "append"), judged=(0.5,)),
        Limit("splice of 50 at the top", "ms", 5, values("splices", "apply"), judged=(0.5,)),
        *reloads(lines),
        frames,
        Limit("placeholders in sight while scrolling", "", 0, values("list", "placeholders")),
        Limit("frames with placeholders after a jump", "", 1, values("jumps", "frames"),
              judged=(0.5,)),
    ]


def reloads(lines: list[dict]) -> list[Limit]:
    """A limit for each of ReloadBench's results."""
    costs = {name: values for line in lines if line["what"] == "reload"
             for name, values in line["values"].items()}
    results = []
    for name, milliseconds in sorted(costs.items(), key=lambda cost: int(cost[0].split()[1])):
        what, rows, *changes = name.split()
        if what == "read":
            results.append(Limit(f"{int(rows):,} places read anew", "ms", 1000, milliseconds,
                                 judged=()))
        else:
            results.append(Limit(f"  {int(changes[0]):,} changes of them shown", "ms", 16.7,
                                 milliseconds, judged=(0.5,)))
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, required=True, help="the program Benchmarks")
    parser.add_argument("--rows", type=int, default=1_000_000, help="(default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=6,
                        help="how often both lists are scrolled (default: %(default)s)")
    parser.add_argument("--frames", type=int, default=300,
                        help="for how many frames each time (default: %(default)s)")
    parser.add_argument("--store", type=Path, help="is made when missing, and stays")
    options = parser.parse_args()
    began = time.monotonic()
    with Session(_MONITOR, clock=MachineClock) as session:
        store = options.store or Path(session.root) / "scale.sqlite"
        lines = measure(session, store, options)
    measured = results(lines)
    loaded = next(line["values"]["rows"][0] for line in lines if line["what"] == "pages")
    print(table(measured))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {loaded:,.0f} rows loaded")
    missed = sum(not result.passed for result in measured)
    print(f"{len(measured)} measured, {missed} missed, in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
