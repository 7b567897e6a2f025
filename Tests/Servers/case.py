"""The base of these tests: a test starts a server, and is skipped if there is none."""

import unittest
from collections.abc import Iterable, Mapping
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


def each(check: str, quirks: Mapping[str, object] | Iterable[str],
         **options: object) -> Callable[[type], type]:
    """Gives a class a test for each quirk, named after it: one of the class's checks with the
    quirk, with what a mapping has for it, be it one argument or a tuple, and with the options."""
    def test(quirk: str, *arguments: object) -> Callable[[ServerCase], None]:
        return lambda case: getattr(case, check)(quirk, *arguments, **options)

    def decorated(case: type) -> type:
        for quirk in quirks:
            found = quirks[quirk] if isinstance(quirks, Mapping) else ()
            arguments = found if isinstance(found, tuple) else (found,)
            setattr(case, f"test_{quirk.replace('-', '_')}", test(quirk, *arguments))
        return case

    return decorated
