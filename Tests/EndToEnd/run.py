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
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

_HERE = Path(__file__).resolve().parent
sys.path.append(str(_HERE.parent))

import complaints  # noqa: E402
import junit  # noqa: E402
from running import add_choice, drawn, loader  # noqa: E402
import versions  # noqa: E402
from case import EndToEndCase  # noqa: E402
from results import Report  # noqa: E402
from session import LOW_RATE  # noqa: E402
from stage import MONITOR, Stage  # noqa: E402

_LIMIT = 900  # seconds, for a file that hangs
_BEGUN = re.compile(r"^test_\S+ … .*", re.MULTILINE)


def play_file(name: str, options: argparse.Namespace) -> Report:
    """Plays a file in this process, with its own compositor: without a graphics card, a
    compositor becomes slower from test to test, and a fresh one costs a second. A file may
    set the size of its MONITOR, and its RATE in frames a second."""
    report = Report()
    tests = loader(options).discover(str(_HERE), pattern=name)
    if tests.countTestCases():
        module = importlib.import_module(name.removesuffix(".py"))
        monitor, rate = getattr(module, "MONITOR", MONITOR), getattr(module, "RATE", LOW_RATE)
        with Stage(options.binary and options.binary.resolve(), monitor, rate) as stage:
            EndToEndCase.stage, EndToEndCase.artifacts = stage, options.artifacts
            tests.run(report)
    return report


def play_all(options: argparse.Namespace, folder: Path) -> list[ElementTree.Element]:
    """Plays each file in its own process, several at a time; returns the results, which the
    processes write into a folder."""
    def play(name: str) -> None:
        done = subprocess.run(
            [sys.executable, __file__, *sys.argv[1:], "--file", name],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=os.environ | {"JUNIT": str(folder)})
        text = done.stdout.rstrip()
        print(text, flush=True)
        file = folder / f"{name}.xml"
        if not file.exists():  # it ended too early, which also is a failure
            last = (_BEGUN.findall(text) or text.splitlines() or [""])[-1]
            junit.write(file, [junit.case(name, f"ended with {done.returncode} at: {last}")])

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(play, _files(options)))
    return junit.read(folder)


def _files(options: argparse.Namespace) -> list[str]:
    """The files with tests to run, those with the most tests first, if no other order is drawn."""
    counts = {}
    for path in _HERE.glob("test_*.py"):
        counts[path.name] = loader(options).discover(str(_HERE), pattern=path.name).countTestCases()
    return drawn(sorted((name for name in counts if counts[name]),
                        key=lambda name: (-counts[name], name)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_choice(parser)
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
        report.write(options.file)
        return 0 if report.wasSuccessful() and report.passed else 1
    with tempfile.TemporaryDirectory() as own:
        cases = play_all(options, Path(os.environ.get("JUNIT", own)))
    passed, failed = junit.counts(cases)
    print(f"in {time.monotonic() - began:.0f} s", versions.summary(), complaints.summary(),
          *junit.failures(cases), f"{passed} passed, {failed} failed", sep="\n")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
