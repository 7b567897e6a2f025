"""The program marks messages on servers on request, and changes nothing else there."""

import imaplib

from thorough import takes_long

from . import messages
from .cyrus import Cyrus
from .dovecot import USER, Dovecot
from .program_case import ProgramCase
from .proxy import Proxy

_COUNT = 9


class Marks(ProgramCase):
    def start(self, kind: type[Dovecot] | type[Cyrus]) -> None:
        self.server = self.serve(kind)
        mail = [messages.Message(message.data) for message in messages.sample(_COUNT)]
        self.server.fill(mail)
        self.cable = self.enterContext(Proxy(self.server.tls_port))
        self.url = f"imaps://{USER}@localhost:{self.cable.port}/"
        self.listed()

    def mark(self, what: str, place: int, *options: str, status: int = 0) -> None:
        self.run_tideline("mark", f"--{what}", self.url, str(self.rows[place]["id"]), *options,
                          status=status)

    def flags(self) -> list[tuple[str, ...]]:
        """The flags of all messages in their order, as read by another program, which changes
        none."""
        with self.server.client() as client:
            client.select("INBOX", readonly=True)
            answers = client.fetch(f"1:{_COUNT}", "(FLAGS)")[1]
        return [tuple(sorted(flag.decode() for flag in imaplib.ParseFlags(answer)
                             if flag.lower() != b"\\recent")) for answer in answers]

    def test_on_dovecot(self) -> None:
        self._play(Dovecot)

    @takes_long
    def test_on_cyrus(self) -> None:
        self._play(Cyrus)

    def _play(self, kind: type[Dovecot] | type[Cyrus]) -> None:
        self.start(kind)
        self.assertEqual(self.flags(), [()] * _COUNT)
        self.mark("read", 0)
        self.assertEqual(self.flags(), [()] * _COUNT)  # marked in Tideline only
        self.mark("read", 1, "--in-mailbox")
        self.assertEqual(self.flags(), [()] * 3 + [("\\Seen",)] * 3 + [()] * 3)
        self.mark("star", 2, "--in-mailbox")
        self.assertEqual(self.flags()[2], ("\\Flagged",))
        self.mark("unread", 1, "--in-mailbox")
        self.assertEqual(self.flags()[3:6], [("\\Seen",), ("\\Seen",), ()])
        self.mark("unstar", 2, "--in-mailbox")
        self.assertEqual(self.flags()[2], ())
        self.assertEqual([row["unread"] for row in self.listed()], [0, 1, 3])

    def test_without_the_cable_it_waits_for_the_next_refresh(self) -> None:
        self.start(Dovecot)
        self.cable.unplug(reset=True)
        self.mark("read", 1, "--in-mailbox", status=1)
        self.assertEqual([row["unread"] for row in self.listed(status=1)], [3, 0, 3])
        self.cable.plug()
        self.assertEqual([row["unread"] for row in self.listed()], [3, 0, 3])
        self.assertEqual(self.flags(), [()] * 3 + [("\\Seen",)] * 3 + [()] * 3)

    def test_what_another_program_does_meanwhile_counts_more(self) -> None:
        self.start(Dovecot)
        self.cable.unplug(reset=True)
        self.mark("star", 0, "--in-mailbox", status=1)
        with self.server.client() as client:
            client.select("INBOX")
            client.store(str(_COUNT), "+FLAGS", "(\\Deleted)")
            client.expunge()
        self.cable.plug()
        self.assertEqual([row["messageCount"] for row in self.listed()], [2, 3, 3])
        self.assertEqual([row["flagged"] for row in self.listed()], [False] * 3)
