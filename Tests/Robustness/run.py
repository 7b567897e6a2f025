#!/usr/bin/python3
"""Kills the program, fills its disk and breaks its mailboxes; it must lose nothing.

Every run draws new times and mail from a seed, which is printed: `--seed` repeats a run. The
exit status is 1 if any test failed.
"""

import argparse
import random
import sys
import time
import unittest
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path.append(str(_HERE.parent))

from case import RobustnessCase  # noqa: E402
from running import TextResult, add_choice, drawn, loader  # noqa: E402
from thorough import FACTOR  # noqa: E402


class _Result(TextResult):
    """A line for each test, with its time."""

    def startTest(self, test: unittest.TestCase) -> None:
        self._began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test: unittest.TestCase) -> None:
        super().stopTest(test)
        self.stream.writeln(f"  in {time.monotonic() - self._began:.1f} s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_choice(parser)
    parser.add_argument("--binary", type=Path, required=True, help="the tideline to test")
    parser.add_argument("--kills", type=int, default=100 if FACTOR else 6, help="how often (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000),
                        help="plays an earlier run's dice again")
    options = parser.parse_args()
    RobustnessCase.binary = options.binary.resolve()
    RobustnessCase.kills = options.kills
    RobustnessCase.seed = options.seed
    print(f"seed {options.seed}", flush=True)
    runner = unittest.TextTestRunner(verbosity=2, resultclass=_Result, stream=sys.stdout)
    result = runner.run(unittest.TestSuite(drawn(list(loader(options).discover(str(_HERE))))))
    result.write("robustness")
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
