"""Cyrus, Courier and pymap: each starts, and shows the mail that was filled in."""

import imaplib
import ssl

from thorough import takes_long

from . import messages
from .case import ServerCase
from .courier import PASSWORD, USER, Courier
from .cyrus import Cyrus
from .pymap import Pymap

_MAIL = messages.sample(4)


@takes_long
class OtherServers(ServerCase):
    def assert_filled(self, client: imaplib.IMAP4) -> None:
        self.assertEqual(client.select(readonly=True), ("OK", [b"4"]))
        _, found = client.fetch("1:*", "(INTERNALDATE BODY.PEEK[])")
        parts = [part for part in found if isinstance(part, tuple)]
        self.assertEqual([part[1] for part in parts], [message.wire for message in _MAIL])
        self.assertEqual([messages.arrival(part[0]) for part in parts],
                         [message.arrived for message in _MAIL])

    def test_cyrus(self) -> None:
        server = self.serve(Cyrus)
        server.fill(_MAIL)
        with server.client() as client:
            self.assertIn("QRESYNC", client.capabilities)
            self.assert_filled(client)
        context = ssl.create_default_context(cafile=str(server.certificates.authority))
        with imaplib.IMAP4_SSL("localhost", server.tls_port, ssl_context=context) as client:
            client.authenticate("PLAIN", lambda _: f"\0{USER}\0{PASSWORD}".encode())
            self.assert_filled(client)

    def test_courier(self) -> None:
        server = self.serve(Courier)
        server.fill(_MAIL)
        server.fill(_MAIL[:1], "Lists")
        context = ssl.create_default_context(cafile=str(server.certificates.authority))
        with imaplib.IMAP4_SSL("localhost", server.tls_port, ssl_context=context) as client:
            with self.assertRaisesRegex(imaplib.IMAP4.error, "AUTHENTICATIONFAILED"):
                client.login(USER, "swell")
            client.login(USER, PASSWORD)
            self.assertEqual(client.select("INBOX.Lists", readonly=True), ("OK", [b"1"]))
            self.assert_filled(client)
            _, found = client.fetch("1", "(BODY.PEEK[HEADER.FIELDS (FROM)])")
            self.assertIn(b'("FROM")', found[0][0])  # a form that no other server uses

    def test_pymap(self) -> None:
        server = self.serve(Pymap)
        server.fill(_MAIL)
        with server.client() as client:
            self.assertNotIn("ESEARCH", client.capabilities)
            self.assert_filled(client)
        context = ssl.create_default_context(cafile=str(server.certificates.authority))
        with imaplib.IMAP4("localhost", server.port) as client:
            client.starttls(context)
            client.login(USER, PASSWORD)
            self.assert_filled(client)
