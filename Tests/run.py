#!/usr/bin/python3
"""Plays the tests of a folder or a file that need no display, several classes at a time.

A test whose server this machine does not have is skipped, with the reason. The exit status is 1 if
any test failed.
"""

import argparse
import io
import multiprocessing
import os
import sys
import unittest
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Iterator

from running import TextResult, add_choice, drawn, loader

_HERE = Path(__file__).resolve().parent
_SUITES: list[unittest.TestSuite] = []


def _classes(suite: unittest.TestSuite) -> Iterator[unittest.TestSuite]:
    """The tests of each class: these may share a server."""
    parts = list(suite)
    if all(isinstance(part, unittest.TestCase) for part in parts):
        if parts:
            yield suite
    else:
        for part in parts:
            yield from _classes(part)


def _play(number: int) -> tuple[str, bool]:
    """The output of the tests of a class, and whether all have passed."""
    text = io.StringIO()
    result = unittest.TextTestRunner(text, verbosity=2, resultclass=TextResult).run(_SUITES[number])
    result.write(f"class-{number}")
    return text.getvalue(), result.wasSuccessful()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tests", choices=("CommandLine", "Servers", "test_benchmarks", "test_data",
                                          "test_snippets"))
    add_choice(parser)
    # Two jobs, because servers start and programs wait for them: the processors are mostly idle.
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1),
                        help="how many classes at a time (default: %(default)s)")
    options = parser.parse_args()
    is_file = (_HERE / f"{options.tests}.py").exists()
    _SUITES.extend(_classes(
        loader(options).loadTestsFromName(options.tests) if is_file
        else loader(options).discover(str(_HERE / options.tests), top_level_dir=str(_HERE))))
    drawn(_SUITES)
    is_well = bool(_SUITES)
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(options.jobs, mp_context=fork) as pool:
        for text, is_successful in pool.map(_play, range(len(_SUITES))):
            print(text, end="", flush=True)
            is_well = is_well and is_successful
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
