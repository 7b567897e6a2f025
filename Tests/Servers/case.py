"""The base of these tests: a test starts a server, and is skipped if there is none."""

import unittest
from collections.abc import Iterable, Mapping
from typing import Callable, TypeVar

from . import messages
from .processes import Unavailable
from .scripted import PASSWORD, USER, Scripted
from .talk import Talk

Server = TypeVar("Server")

# Of the tests of quirks:
MESSAGES = 9
BAD = 5
H = "BODY.PEEK[HEADER.FIELDS (DATE FROM SUBJECT)]"


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


class QuirkCase(ServerCase):
    """A server with one quirk, and a session with it."""

    def start(self, quirk: str, **options: object) -> Talk:
        self.server = self.serve(Scripted, quirks=[quirk], bad=[BAD], **options)
        self.server.fill(messages.sample(MESSAGES))
        return self.enterContext(Talk(self.server.port))

    def log_in(self, quirk: str, **options: object) -> Talk:
        talk = self.start(quirk, **options)
        talk.line()
        self.login_answer = talk.ask(f"LOGIN {USER} {PASSWORD}")
        return talk

    def open(self, quirk: str, **options: object) -> Talk:
        talk = self.log_in(quirk, **options)
        self.opened = talk.ask("EXAMINE INBOX")
        return talk

    def assert_login(self, quirk: str, answer: bytes) -> None:
        self.log_in(quirk)
        self.assertIn(answer, self.login_answer)

    def assert_opened(self, quirk: str, answer: bytes) -> None:
        self.open(quirk)
        self.assertRegex(self.opened, answer)

    def assert_answer(self, quirk: str, command: str, answer: bytes) -> None:
        self.assertRegex(self.open(quirk).ask(command), answer)
