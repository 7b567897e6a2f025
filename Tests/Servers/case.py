"""The base of these tests: a test starts a server, and is skipped if there is none."""

import unittest
from typing import Callable, TypeVar

from .processes import Unavailable

Server = TypeVar("Server")


class ServerCase(unittest.TestCase):
    def serve(self, make: Callable[..., Server], *arguments: object, **options: object) -> Server:
        """A server that runs until the test ends."""
        try:
            return self.enterContext(make(*arguments, **options))
        except Unavailable as reason:
            self.skipTest(str(reason))
