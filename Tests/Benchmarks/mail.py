#!/usr/bin/python3
"""Measures the mail engine beside notmuch and beside bare reading: `make bench-mail`.

Both sides take turns on the same files, with a warm cache. The best of the rounds counts,
since no disturbance makes a program faster. Ratios are of elapsed time. The processor time,
which other programs affect less, is shown beside it.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable

from maildirs import maildir
from programs import Notmuch, Run, Tideline, measure

_MS = 1000
_MB = 1 << 20
_RUNS = 5  # in each round, for measurements of milliseconds


class Table:
    """The measured values, ours and the peer's, and whether the target was met."""

    def __init__(self) -> None:
        self._lines = [["what", "ours", "peer", "", "ratio", "target", ""]]
        self.missed = 0

    def fact(self, what: str, ours: str, peer: str = "", name: str = "", ratio: str = "") -> None:
        self._lines.append([what, ours, peer, name, ratio, "", ""])

    def at_most(self, what: str, ours: str, peer: str, name: str, ratio: float,
                target: float) -> None:
        self._judge(what, ours, peer, name, f"{ratio:.2f}×", f"≤ {target:g}×", ratio <= target)

    def limit(self, what: str, value: float, unit: str, target: float) -> None:
        self._judge(what, f"{value:.3g} {unit}", "", "", "", f"≤ {target:g} {unit}",
                    value <= target)

    def faster(self, what: str, ours: str, peer: str, name: str, ratio: float,
               target: float) -> None:
        self._judge(what, ours, peer, name, f"{ratio:.1f}× as fast", f"≥ {target:g}×",
                    ratio >= target)

    def _judge(self, what: str, ours: str, peer: str, name: str, ratio: str, target: str,
               is_met: bool) -> None:
        self._lines.append([what, ours, peer, name, ratio, target, "met" if is_met else "MISSED"])
        self.missed += not is_met

    def __str__(self) -> str:
        widths = [max(len(line[column]) for line in self._lines) for column in range(7)]
        left = (0, 3, 6)
        rows = ["  ".join(cell.ljust(width) if column in left else cell.rjust(width)
                          for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
                for line in self._lines]
        return "\n".join([rows[0], "  ".join("─" * width for width in widths), *rows[1:]])


def best(runs: list[Run]) -> Run:
    return Run(min(run.seconds for run in runs), min(run.cpu for run in runs),
               max(run.peak for run in runs))


def in_turns(rounds: int, *sides: Callable[[], Run]) -> list[Run]:
    """Runs the sides in turns; neither always runs first."""
    runs: list[list[Run]] = [[] for _ in sides]
    for number in range(rounds):
        order = list(zip(runs, sides))
        for list_, side in order if number % 2 == 0 else reversed(order):
            list_.append(side())
    return [best(side) for side in runs]


class MailBench:
    def __init__(self, tideline: Path, helper: Path, cache: Path) -> None:
        self._binary, self._helper, self._cache = tideline, helper, cache
        self.table = Table()

    def mailbox(self, count: int, rounds: int) -> None:
        path = maildir(self._cache, count)
        folder = Path(tempfile.mkdtemp(prefix="tideline-bench-", dir=self._cache))
        try:
            ours, peer = Tideline(self._binary, path, folder), Notmuch(path, folder)
            name = f"{count:,} messages"
            self._read(path)  # into the cache
            self._index(name, path, ours, peer, rounds)
            self._unchanged(name, ours, peer, rounds * _RUNS)
            self._list(name, ours, peer, rounds * _RUNS)
        finally:
            shutil.rmtree(folder)

    def _read(self, path: Path, threads: int = 1) -> Run:
        return measure([self._helper, "read", path, threads])

    def _index(self, name: str, path: Path, ours: Tideline, peer: Notmuch, rounds: int) -> None:
        def anew(side: Tideline | Notmuch) -> Callable[[], Run]:
            def run() -> Run:
                side.forget()
                return side.refresh()
            return run
        cores = os.cpu_count() or 1
        mine, theirs, bare, bare_on_all = in_turns(
            rounds, anew(ours), anew(peer), lambda: self._read(path),
            lambda: self._read(path, cores))
        self.table.faster(f"index {name}", f"{mine.seconds:.2f} s", f"{theirs.seconds:.2f} s",
                          "notmuch new", theirs.seconds / mine.seconds, 8)
        self.table.at_most("", f"{mine.seconds:.2f} s", f"{bare.seconds:.3f} s", "open + read",
                           mine.seconds / bare.seconds, 10)
        self.table.fact("", f"{mine.seconds:.2f} s", f"{bare_on_all.seconds:.3f} s",
                        f"the same on {cores} cores",
                        f"{mine.seconds / bare_on_all.seconds:.2f}×")
        self.table.fact("  processor time", f"{mine.cpu:.2f} s", f"{theirs.cpu:.2f} s",
                        "notmuch new", f"{theirs.cpu / mine.cpu:.1f}× as little")
        self.table.fact("  peak memory", f"{mine.peak / _MB:.0f} MB", f"{theirs.peak / _MB:.0f} MB",
                        "notmuch new", f"{mine.peak / theirs.peak:.2f}×")
        self.table.fact("  size of the store", f"{ours.size() / _MB:.0f} MB",
                        f"{peer.size() / _MB:.0f} MB", "notmuch new",
                        f"{ours.size() / peer.size():.2f}×")

    def _unchanged(self, name: str, ours: Tideline, peer: Notmuch, rounds: int) -> None:
        mine, theirs, start, their_start = in_turns(
            rounds, ours.refresh, peer.refresh, ours.start, peer.start)
        self._compare(f"unchanged refresh, {name}", mine, theirs, "notmuch new", 2)
        own, their_own = mine.seconds - start.seconds, theirs.seconds - their_start.seconds
        self.table.fact("  beyond starting up", f"{own * _MS:.1f} ms", f"{their_own * _MS:.1f} ms",
                        "notmuch new", f"{own / max(their_own, 1e-4):.2f}×")
        self.table.fact("  starting up (--version)", f"{start.seconds * _MS:.1f} ms",
                        f"{their_start.seconds * _MS:.1f} ms", "notmuch",
                        f"{start.seconds / their_start.seconds:.2f}×")

    def _list(self, name: str, ours: Tideline, peer: Notmuch, rounds: int) -> None:
        mine, theirs = in_turns(rounds, ours.list, peer.list)
        self._compare(f"list --limit 50, {name}", mine, theirs, "notmuch search --limit=50", None)

    def _compare(self, what: str, mine: Run, theirs: Run, name: str, target: float | None) -> None:
        cells = what, f"{mine.seconds * _MS:.1f} ms", f"{theirs.seconds * _MS:.1f} ms", name
        ratio = mine.seconds / theirs.seconds
        if target:
            self.table.at_most(*cells, ratio, target)
        else:
            self.table.fact(*cells, f"{ratio:.2f}×")
        self.table.fact("  processor time", f"{mine.cpu * _MS:.1f} ms",
                        f"{theirs.cpu * _MS:.1f} ms", name, f"{mine.cpu / theirs.cpu:.2f}×")

    def pages(self, conversations: int) -> None:
        store = self._cache / f"pages-{conversations}.sqlite"
        done = subprocess.run([self._helper, "pages", store, str(conversations)], check=True,
                              stdout=subprocess.PIPE, text=True)
        depths = {int(depth): times for depth, times in json.loads(done.stdout)["depths"].items()}
        top = statistics.median(depths[0])
        for depth, times in sorted(depths.items()):
            value = statistics.median(times)
            self.table.limit(f"page of 50 at depth {depth:,}", value / 1000, "ms", 1)
            if depth:
                self.table.at_most("", f"{value:.0f} µs", f"{top:.0f} µs", "the top", value / top,
                                   1.5)

    def message(self, megabytes: int) -> None:
        """Reads a message at the offset that the store has, and a message that has moved, for
        which the mbox is searched."""
        mbox = self._cache / f"message-{megabytes}.mbox"
        done = subprocess.run([self._helper, "message", mbox, str(megabytes)], check=True,
                              stdout=subprocess.PIPE, text=True)
        answer = json.loads(done.stdout)
        hinted, searched = answer["hinted"], answer["searched"]
        self.table.limit(f"first message of an mbox of {megabytes} MB", hinted / _MS, "ms", 16)
        self.table.fact("", f"{hinted * _MS:.1f} ms", f"{searched * _MS:.0f} ms",
                        "where it has moved", f"{searched / hinted:.0f}× as long")

    def searches(self, conversations: int) -> None:
        """The first results of a keystroke must come within a frame, 16 ms, of which the list needs
        a part. The rest of the page may come later."""
        store = self._cache / f"search-{conversations}.sqlite"
        done = subprocess.run([self._helper, "search", store, str(conversations)], check=True,
                              stdout=subprocess.PIPE, text=True)
        answer = json.loads(done.stdout)
        plain = statistics.median(answer["times"].pop("no search"))
        wholes = answer["wholes"]
        for what, times in sorted(answer["times"].items(), key=lambda item: max(item[1])):
            late = statistics.quantiles(times, n=20)[-1]
            self.table.limit(f"search {conversations:,}: {what}, p95", late / _MS, "ms", 16)
            whole = wholes[what]
            if statistics.median(whole) > 1.1 * statistics.median(times):
                late = statistics.quantiles(whole, n=20)[-1]
                self.table.fact("  all of the page, p50 and p95",
                                f"{statistics.median(whole) / _MS:.1f}, {late / _MS:.1f} ms")
            self.table.fact(f"  p50, {answer['rows'][what]} rows",
                            f"{statistics.median(times) / _MS:.2f} ms", f"{plain / _MS:.2f} ms",
                            "first page without", f"{statistics.median(times) / plain:.1f}×")


def facts() -> str:
    model = next((line.partition(":")[2].strip()
                  for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    version = subprocess.run(["notmuch", "--version"], capture_output=True, text=True).stdout
    return f"{os.cpu_count()} cores ({model}), load {os.getloadavg()[0]:.1f}, {version.strip()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, required=True, help="a release build of tideline")
    parser.add_argument("--helper", type=Path, required=True, help="the program MailBenchmarks")
    parser.add_argument("--cache", type=Path, required=True, help="where mailboxes are kept")
    parser.add_argument("--large", action="store_true", help="also 200,000 messages: minutes")
    parser.add_argument("--messages", type=int, default=20_000,
                        help="in the mailbox (default: %(default)s)")
    parser.add_argument("--pages", type=int, default=1_000_000,
                        help="conversations to page through, 12,000 or more (default: %(default)s)")
    parser.add_argument("--searched", type=int, default=200_000,
                        help="conversations to search (default: %(default)s)")
    parser.add_argument("--mbox", type=int, default=300,
                        help="megabytes of an mbox to read a message of (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="(default: %(default)s)")
    options = parser.parse_args()
    if not Notmuch.is_installed():
        raise SystemExit("notmuch is not installed: make deps")
    options.cache.mkdir(parents=True, exist_ok=True)
    bench = MailBench(options.binary.resolve(), options.helper.resolve(), options.cache.resolve())
    bench.mailbox(options.messages, options.rounds)
    if options.large:
        bench.mailbox(200_000, 1)
    bench.pages(options.pages)
    bench.message(options.mbox)
    bench.searches(options.searched)
    print(bench.table, facts(), f"{bench.table.missed} missed", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
