"""The base of the tests of quirks: a server with one quirk, and a session with it."""

from . import messages
from .case import ServerCase
from .scripted import PASSWORD, USER, Scripted
from .talk import Talk

MESSAGES = 9
BAD = 5
H = "BODY.PEEK[HEADER.FIELDS (DATE FROM SUBJECT)]"


class QuirkCase(ServerCase):
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
