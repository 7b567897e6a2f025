"""The output of the end-to-end tests: a line for each test, and the details of a failure."""

import time
import unittest

from case import EndToEndCase
from running import Recorded


class Report(Recorded):
    """Prints a line for each test, with its time; a failure shows the state when it happened."""

    def __init__(self) -> None:
        super().__init__()
        self._began = 0.0

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self._began = time.monotonic()
        print(f"{test.id()} … ", end="", flush=True)

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        self._say("ok")

    def addFailure(self, test: unittest.TestCase, error) -> None:
        super().addFailure(test, error)
        self._say("FAILED", self.failures[-1][1], _explanation(test))

    def addError(self, test: unittest.TestCase, error) -> None:
        super().addError(test, error)
        self._say("ERROR", self.errors[-1][1], _explanation(test))

    def addSubTest(self, test: unittest.TestCase, part: unittest.TestCase, error) -> None:
        """Counts a failed subtest as its own failure, which unittest would not print here."""
        if error is not None:
            print(f"{part.id()} … ", end="", flush=True)
            is_failure = issubclass(error[0], test.failureException)
            (self.addFailure if is_failure else self.addError)(part, error)

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        super().addSkip(test, reason)
        self._say(f"skipped: {reason}")

    def _say(self, outcome: str, *details: str) -> None:
        print(f"{outcome} ({time.monotonic() - self._began:.1f} s)", *details, sep="\n", flush=True)


def _explanation(test: unittest.TestCase) -> str:
    test = getattr(test, "test_case", test)  # the test that it is a part of
    return test.explain() if isinstance(test, EndToEndCase) else ""
