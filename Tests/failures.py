"""The end of a run: a line for each failed test, with its error. scripts/step shows them again."""

import unittest

MARK = "failed: "
_TRACEBACK = "Traceback (most recent call last):\n"


def line(name: str, error: str) -> str:
    """The line of a failed test. `error` may be a whole traceback. Its message is shortened to its
    beginning, the expected value, and its end, the program's output."""
    message = [text.strip() for text in error.rpartition(_TRACEBACK)[2].splitlines()
               if text.strip() and not text.startswith("  ")] or ["no error was named"]
    ends = dict.fromkeys((message[0][:160], message[-1][:160]))
    return f"{MARK}{name}: {' … '.join(ends)}"


def lines(result: unittest.TestResult) -> list[str]:
    return [line(test.id(), error) for test, error in result.failures + result.errors]


class TextResult(unittest.TextTestResult):
    """The output of unittest, and the lines of the failures below it."""

    def printErrors(self) -> None:
        super().printErrors()
        for text in lines(self):
            self.stream.writeln(text)
