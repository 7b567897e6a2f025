#!/usr/bin/python3
"""Tests the servers that tests of IMAP stand on: each starts, and shows what was put in.

A server that this machine does not have is skipped, with the reason. The exit status is 1 if any
test failed.
"""

import argparse
import sys
import unittest
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[0] = str(_HERE.parent)

from failures import TextResult  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-k", action="append", metavar="PATTERN",
                        help="only tests whose name contains PATTERN (or matches, with *)")
    options = parser.parse_args()
    loader = unittest.TestLoader()
    loader.testNamePatterns = [name if "*" in name else f"*{name}*" for name in options.k or "*"]
    tests = loader.discover(str(_HERE), top_level_dir=str(_HERE.parent))
    runner = unittest.TextTestRunner(verbosity=2, resultclass=TextResult, stream=sys.stdout)
    result = runner.run(tests)
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
