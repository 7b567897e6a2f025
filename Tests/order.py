"""The order of tests, which none may depend on: `TEST_ORDER=n` draws another one."""

import os
import random
from typing import TypeVar

Test = TypeVar("Test")


def drawn(tests: list[Test]) -> list[Test]:
    if order := os.environ.get("TEST_ORDER"):
        random.Random(order).shuffle(tests)
    return tests
