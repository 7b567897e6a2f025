"""The base of these tests: a test starts a server, and is skipped if there is none."""

import unittest
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
