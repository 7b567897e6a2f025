#!/usr/bin/python3
"""Runs the end-to-end tests, each file in its own headless GNOME session.

Needs mutter, pipewire, wireplumber, gstreamer1.0-pipewire, gir1.2-gstreamer-1.0,
at-spi2-core and python3-gi (`make test-deps` installs them), and a built tideline:
`--binary`, $TIDELINE, or .build/. Its last lines list the failures, and count passed and
failed tests; the exit status is 1 if any failed.
"""

import argparse
import faulthandler
import importlib
import os
import re
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path.append(str(_HERE.parent))

import complaints  # noqa: E402
import failures  # noqa: E402
from order import drawn  # noqa: E402
import versions  # noqa: E402
from case import EndToEndCase  # noqa: E402
from results import Report  # noqa: E402
from session import LOW_RATE  # noqa: E402
from stage import MONITOR, Stage  # noqa: E402

_LIMIT = 900  # seconds, for a file that hangs
_COUNTS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.MULTILINE)
_FAILURE = re.compile(rf"^{failures.MARK}.*\n", re.MULTILINE)
_BEGUN = re.compile(r"^test_\S+ … .*", re.MULTILINE)


def play_file(name: str, options: argparse.Namespace) -> Report:
    """Plays a file in this process, with its own compositor: without a graphics card, a
    compositor becomes slower from test to test, and a fresh one costs a second. A file may
    set the size of its MONITOR, and its RATE in frames a second."""
    report = Report()
    loader = unittest.TestLoader()
    loader.testNamePatterns = _patterns(options)
    tests = loader.discover(str(_HERE), pattern=name)
    if tests.countTestCases():
        module = importlib.import_module(name.removesuffix(".py"))
        monitor, rate = getattr(module, "MONITOR", MONITOR), getattr(module, "RATE", LOW_RATE)
        with Stage(options.binary and options.binary.resolve(), monitor, rate) as stage:
            EndToEndCase.stage, EndToEndCase.artifacts = stage, options.artifacts
            tests.run(report)
    return report


def play_all(options: argparse.Namespace) -> tuple[list[int], list[str]]:
    """Plays each file in its own process, several at a time; returns the sums of their counts,
    and the lines of the failures."""
    totals = [0, 0, 0]
    failed = []

    def play(name: str) -> None:
        done = subprocess.run(
            [sys.executable, __file__, *sys.argv[1:], "--file", name],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        counts = list(_COUNTS.finditer(done.stdout))
        text = _FAILURE.sub("", _COUNTS.sub("", done.stdout)).rstrip()
        print(text, flush=True)
        failed.extend(match.group().rstrip() for match in _FAILURE.finditer(done.stdout))
        if counts:
            numbers = [int(number) for number in counts[-1].groups()]
        else:  # it ended too early, which also is a failure
            numbers = [0, 1, 0]
            last = (_BEGUN.findall(text) or text.splitlines() or [""])[-1]
            failed.append(failures.line(name, f"ended with {done.returncode} at: {last}"))
        for place, number in enumerate(numbers):
            totals[place] += number

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(play, _files(options)))
    return totals, failed


def _files(options: argparse.Namespace) -> list[str]:
    """The files with tests to run, those with the most tests first, if no other order is drawn."""
    counts = {}
    for path in _HERE.glob("test_*.py"):
        loader = unittest.TestLoader()
        loader.testNamePatterns = _patterns(options)
        counts[path.name] = loader.discover(str(_HERE), pattern=path.name).countTestCases()
    return drawn(sorted((name for name in counts if counts[name]),
                        key=lambda name: (-counts[name], name)))


def _patterns(options: argparse.Namespace) -> list[str]:
    return [name if "*" in name else f"*{name}*" for name in options.k or "*"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-k", action="append", metavar="PATTERN",
                        help="only tests whose name contains PATTERN (or matches, with *)")
    parser.add_argument("--binary", type=Path, help="the tideline to test")
    parser.add_argument("--artifacts", type=Path, default=_HERE.parents[1] / ".build" / "e2e",
                        help="where pictures of failures go (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1),
                        help="how many files at a time (default: %(default)s)")
    parser.add_argument("--file", help="only this file, in this process")
    options = parser.parse_args()
    began = time.monotonic()
    if options.file:
        faulthandler.dump_traceback_later(_LIMIT, exit=True)
        report = play_file(options.file, options)
        passed, failed, skipped = report.passed, report.failed(), len(report.skipped)
        report.print_failures()
    else:
        (passed, failed, skipped), lines = play_all(options)
        print(f"in {time.monotonic() - began:.0f} s", versions.summary(), complaints.summary(),
              *lines, sep="\n")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
