"""Tests that run in parallel, because they mostly wait for another process."""

import unittest
from concurrent.futures import ThreadPoolExecutor

_AT_ONCE = 6


class _Record(unittest.TestResult):
    """Notes a test's results, to be reported again in the main thread."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[str, tuple]] = []


def _noting(name: str):
    return lambda record, *arguments: record.calls.append((name, arguments))


for _name in ("startTest", "stopTest", "addSuccess", "addFailure", "addError", "addSkip",
              "addSubTest", "addExpectedFailure", "addUnexpectedSuccess", "addDuration"):
    setattr(_Record, _name, _noting(_name))


class SideBySide(unittest.TestSuite):
    """Does not support fixtures of classes or modules. Tests start in the given order."""

    def run(self, result: unittest.TestResult, debug: bool = False) -> unittest.TestResult:
        def record(test: unittest.TestCase) -> _Record:
            record = _Record()
            test.run(record)
            return record

        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for record in pool.map(record, _flat(self)):
                for name, arguments in record.calls:
                    if report := getattr(result, name, None):
                        report(*arguments)
        return result


def _flat(suite: unittest.TestSuite) -> list[unittest.TestCase]:
    return [test for part in suite
            for test in (_flat(part) if isinstance(part, unittest.TestSuite) else [part])]
