"""What all runs of unittest share: the tests that are chosen, their order, and their results, as JUnit's
XML in the folder $JUNIT; see scripts/junit.py."""

import argparse
import os
import random
import unittest
from pathlib import Path
from typing import TypeVar
from xml.etree import ElementTree

import junit

Test = TypeVar("Test")
_TRACEBACK = "Traceback (most recent call last):\n"


def add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-k", action="append", metavar="PATTERN",
                        help="only tests whose name contains PATTERN (or matches, with *)")


def loader(options: argparse.Namespace) -> unittest.TestLoader:
    """Finds the chosen tests."""
    found = unittest.TestLoader()
    found.testNamePatterns = [name if "*" in name else f"*{name}*" for name in options.k or "*"]
    return found


def drawn(tests: list[Test]) -> list[Test]:
    """The tests in another order with `TEST_ORDER=n`: none may depend on it."""
    if order := os.environ.get("TEST_ORDER"):
        random.Random(order).shuffle(tests)
    return tests


def message(error: str) -> str:
    """The message of an error, which may be a whole traceback, shortened to its beginning, the expected
    value, and its end, the program's output."""
    lines = [text.strip() for text in error.rpartition(_TRACEBACK)[2].splitlines()
             if text.strip() and not text.startswith("  ")] or ["no error was named"]
    return " … ".join(dict.fromkeys((lines[0][:160], lines[-1][:160])))


class Recorded(unittest.TestResult):
    """The result of a run, which can be written."""

    def __init__(self, *words, **options) -> None:
        super().__init__(*words, **options)
        self.passed: list[str] = []

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        self.passed.append(test.id())

    def write(self, name: str) -> None:
        if folder := os.environ.get("JUNIT"):
            cases = [junit.case(test) for test in self.passed]
            cases += [junit.case(test.id(), message(error)) for test, error in self.failures + self.errors]
            for test, reason in self.skipped:
                cases.append(junit.case(test.id()))
                ElementTree.SubElement(cases[-1], "skipped", message=reason)
            junit.write(Path(folder) / f"{name}.xml", cases)


class TextResult(Recorded, unittest.TextTestResult):
    """The output of unittest."""
