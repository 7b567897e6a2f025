#!/usr/bin/python3
"""Runs the end-to-end tests, each file of them in a headless GNOME session of its own.

Needs mutter, pipewire, wireplumber, gstreamer1.0-pipewire, gir1.2-gstreamer-1.0, at-spi2-core and
python3-gi (`make deps` installs them), and a built tideline: `--binary`, $TIDELINE, or .build/.
The last line counts what passed and failed; the exit status is 1 if any failed.
"""

import argparse
import faulthandler
import sys
import time
import unittest
from pathlib import Path

from case import EndToEndCase
from devices import Stalled
from stage import Stage

_HERE = Path(__file__).resolve().parent
_ATTEMPTS = 5
_LIMIT = 900  # seconds; every wait has a limit of its own, this one is for what nobody foresaw


class Report(unittest.TestResult):
    """A line a test, with its time; a failure shows what could be seen when it happened."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0
        self.stalled = False
        self._began = 0.0

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self.stalled = False
        self._began = time.monotonic()
        print(f"{test.id()} … ", end="", flush=True)

    def addSuccess(self, test: unittest.TestCase) -> None:
        self.passed += 1
        self._say("ok")

    def addFailure(self, test: unittest.TestCase, error) -> None:
        super().addFailure(test, error)
        self._say("FAILED", self.failures[-1][1], test.explain())

    def addError(self, test: unittest.TestCase, error) -> None:
        if isinstance(error[1], Stalled):
            self.stalled = True
            self._say(f"stalled: {error[1]}")
            return
        super().addError(test, error)
        explanation = test.explain() if isinstance(test, EndToEndCase) else ""
        self._say("ERROR", self.errors[-1][1], explanation)

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        super().addSkip(test, reason)
        self._say(f"skipped: {reason}")

    def failed(self) -> int:
        return len({test.id() for test, _ in self.failures + self.errors})

    def _say(self, outcome: str, *details: str) -> None:
        print(f"{outcome} ({time.monotonic() - self._began:.1f} s)", *details, sep="\n", flush=True)


def play(suite: unittest.TestSuite, report: Report) -> None:
    """Runs each test, and again when the machine was too busy for its gestures."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            play(test, report)
            continue
        for attempt in range(_ATTEMPTS):
            test.run(report)
            if not report.stalled:
                break
        else:
            report.addFailure(test, _error(f"the machine was too busy, {_ATTEMPTS} times over"))


def _error(message: str) -> tuple:
    try:
        raise AssertionError(message)
    except AssertionError:
        return sys.exc_info()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-k", action="append", metavar="PATTERN",
                        help="only tests whose name contains PATTERN (or matches, with *)")
    parser.add_argument("--binary", type=Path, help="the tideline to test")
    parser.add_argument("--artifacts", type=Path, default=_HERE.parents[1] / ".build" / "e2e",
                        help="where pictures of failures go (default: %(default)s)")
    options = parser.parse_args()
    faulthandler.dump_traceback_later(_LIMIT, exit=True)

    loader = unittest.TestLoader()
    loader.testNamePatterns = [name if "*" in name else f"*{name}*" for name in options.k or "*"]
    tests = loader.discover(str(_HERE))
    report = Report()
    began = time.monotonic()
    # A compositor without a graphics card gets slower from test to test; a fresh one costs a second.
    for module in tests:
        if not module.countTestCases():
            continue
        with Stage(options.binary and options.binary.resolve()) as stage:
            EndToEndCase.stage, EndToEndCase.artifacts = stage, options.artifacts
            play(module, report)
    print(f"in {time.monotonic() - began:.0f} s")
    skipped = f", {len(report.skipped)} skipped" if report.skipped else ""
    print(f"{report.passed} passed, {report.failed()} failed{skipped}")
    return 1 if report.failed() or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())
