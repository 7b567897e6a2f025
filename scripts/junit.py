#!/usr/bin/python3
"""The results of tests in JUnit's XML: every runner of tests writes files into the folder $JUNIT, and
scripts/step writes those of a step into one file beside its log.

    scripts/junit.py STATUS SECONDS    sums up the steps: what failed, the time by the clock and of the
                                         processors, and the numbers of passed and failed tests
"""

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / ".build/logs"
_ERROR = re.compile(r"^(?:[^ ]+:\d+: )?(?:fatal )?error: .*|^SUMMARY: .*Sanitizer: .*", re.M | re.I)


def case(name: str, failure: str | None = None) -> ET.Element:
    """A test with its failure, if there is one."""
    found = ET.Element("testcase", name=name)
    if failure is not None:
        # XML has no control characters.
        ET.SubElement(found, "failure", message="".join(
            letter if letter.isprintable() else " " for letter in failure))
    return found


def write(file: Path, cases: list[ET.Element], **attributes: str) -> None:
    suite = ET.Element("testsuite", attributes)
    suite.extend(cases)
    ET.ElementTree(suite).write(file, encoding="utf-8", xml_declaration=True)


def read(folder: Path) -> list[ET.Element]:
    """The tests in a folder's files."""
    cases = []
    for file in sorted(folder.glob("*.xml")):
        try:
            cases += ET.parse(file).iter("testcase")
        except ET.ParseError as error:
            cases.append(case(file.stem, f"its results end too early: {error}"))
    return cases


def failures(cases: list[ET.Element]) -> list[str]:
    """A line for each failed test: its name, and the first thing that failed."""
    lines = []
    for test in cases:
        found = test.find("failure")
        if (found := test.find("error") if found is None else found) is not None:
            message = " ".join((found.get("message") or found.text or "").split())
            name = ".".join(filter(None, (test.get("classname"), test.get("name"))))
            line = ": ".join(filter(None, (name, message)))
            lines.append(f"{line[:300]} …" if len(line) > 300 else line)
    return lines


def counts(cases: list[ET.Element]) -> tuple[int, int]:
    """The numbers of passed and failed tests."""
    failed = len(failures(cases))
    return len(cases) - failed - sum(test.find("skipped") is not None for test in cases), failed


def errors(output: str) -> list[str]:
    """The errors of a compiler or a tool, and what ended a process; if there are none, the last line."""
    found = dict.fromkeys(re.sub(r"^[^ ]*/", "", error) for error in _ERROR.findall(output))
    return list(found) or output.strip().splitlines()[-1:] or ["no output"]


def last_run() -> list[tuple[str, int, list[ET.Element]]]:
    """The title, the seconds of the processors and the tests of each step, in order."""
    files = sorted(LOGS.glob("*.xml"), key=lambda file: file.stat().st_mtime_ns)
    suites = [ET.parse(file).getroot() for file in files]
    return [(suite.get("name", ""), int(suite.get("time", 0)), list(suite)) for suite in suites]


def main(status: int, seconds: int) -> None:
    steps = last_run()
    passed, failed = counts([test for _, _, cases in steps for test in cases])
    failed = failed or int(status != 0)  # outside of the steps
    lines = [line for title, _, cases in steps if (found := failures(cases))
             for line in (f"  {title}", *(f"    {failure}" for failure in found))]
    if lines:  # as many as fit into the last lines of a terminal or a report
        print("Failed:", *lines[:24], sep="\n")
    if len(lines) > 24:
        print(f"    and {len(lines) - 24} more, in the logs")
    print(f"{seconds // 60} min {seconds % 60} s, {sum(time for _, time, _ in steps)} s of the processors")
    print(f"{passed} passed, {failed} failed")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
