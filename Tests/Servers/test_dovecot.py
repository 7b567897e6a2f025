"""The private Dovecot."""

import imaplib
import os
import ssl
import subprocess
import sys
import tempfile
from pathlib import Path

from . import messages
from .case import ServerCase
from .dovecot import PASSWORD, USER, Dovecot
from .ports import greeting
from .processes import wait_until

_TESTS = Path(__file__).resolve().parents[1]
_SERVES = """import sys
from Servers.dovecot import Dovecot
with Dovecot() as server:
    print(server.port, server.folder, flush=True)
    sys.stdin.read()
"""


class DovecotTests(ServerCase):
    def test_a_client_sees_what_was_filled_in(self) -> None:
        server = self.serve(Dovecot)
        mail = messages.sample(3)
        server.fill(mail)
        server.fill(mail[:1], folder="Lists")
        client = self.enterContext(server.client())
        self.assertEqual(client.select("Lists", readonly=True), ("OK", [b"1"]))
        self.assertEqual(client.select(readonly=True), ("OK", [b"3"]))
        _, found = client.fetch("1:*", "(INTERNALDATE FLAGS BODY.PEEK[])")
        parts = [part for part in found if isinstance(part, tuple)]
        self.assertEqual([part[1] for part in parts], [message.wire for message in mail])
        self.assertEqual(
            [messages.arrival(part[0]) for part in parts], [message.arrived for message in mail])
        for message, part in zip(mail, parts):
            self.assertEqual(message.flags == {"\\Seen"}, b"\\Seen" in part[0])

    def test_tls_from_the_start_and_on_request(self) -> None:
        server = self.serve(Dovecot)
        server.fill(messages.sample(1))
        context = server.tls_context()
        with imaplib.IMAP4_SSL("localhost", server.tls_port, ssl_context=context) as client:
            client.login(USER, PASSWORD)
            self.assertEqual(client.select(readonly=True), ("OK", [b"1"]))
        with imaplib.IMAP4("localhost", server.port) as client:
            client.starttls(context)
            client.login(USER, PASSWORD)
            self.assertEqual(client.select(readonly=True), ("OK", [b"1"]))

    def test_a_password_in_the_clear_can_be_forbidden(self) -> None:
        server = self.serve(Dovecot, requires_tls=True)
        with imaplib.IMAP4(server.host, server.port) as client:
            self.assertIn("LOGINDISABLED", client.capabilities)
            with self.assertRaises(imaplib.IMAP4.error):
                client.login(USER, PASSWORD)

    def test_each_bad_certificate_is_bad_in_its_own_way(self) -> None:
        server = self.serve(Dovecot)
        for name, reason in (("wrong-name", "Hostname mismatch"), ("expired", "has expired"),
                             ("self-signed", "self-signed"), ("another-key", "self-signed")):
            with self.subTest(name):
                server.restart(name)
                with self.assertRaisesRegex(ssl.SSLCertVerificationError, reason):
                    imaplib.IMAP4_SSL("localhost", server.tls_port,
                                      ssl_context=server.tls_context())
        presented = {}
        for name in ("self-signed", "another-key"):
            server.restart(name)
            presented[name] = ssl.get_server_certificate(("localhost", server.tls_port))
        self.assertNotEqual(presented["self-signed"], presented["another-key"])

    def test_users_have_mail_and_a_password_of_their_own(self) -> None:
        server = self.serve(Dovecot)
        server.add_user("bo", "swell")
        server.fill(messages.sample(2), user="bo")
        with server.client("bo") as client:
            self.assertEqual(client.select(readonly=True), ("OK", [b"2"]))
        with imaplib.IMAP4("localhost", server.port) as client:
            with self.assertRaisesRegex(imaplib.IMAP4.error, "AUTHENTICATIONFAILED"):
                client.login("bo", PASSWORD)

    def test_a_maildir_is_served_where_it_is(self) -> None:
        server = self.serve(Dovecot)
        source = Path(self.enterContext(tempfile.TemporaryDirectory()))
        source.chmod(0o755)
        mail = messages.sample(4)
        messages.place(source / "mail", mail)
        server.add_user("bo", "swell")
        server.adopt(source / "mail", "bo")
        with server.client("bo") as client:
            client.select(readonly=True)
            _, found = client.fetch("1", "(INTERNALDATE BODY.PEEK[])")
            self.assertEqual(found[0][1], mail[0].wire)
            self.assertEqual(messages.arrival(found[0][0]), mail[0].arrived)

    def test_uids_can_be_made_to_begin_anew(self) -> None:
        server = self.serve(Dovecot)
        server.fill(messages.sample(2))
        before = self._uidvalidity(server)
        self.assertEqual(self._uidvalidity(server), before)
        server.change_uidvalidity()
        self.assertNotEqual(self._uidvalidity(server), before)

    def test_capabilities_can_be_taken_away(self) -> None:
        server = self.serve(Dovecot, capabilities="IMAP4rev1 IDLE")
        with server.client() as client:
            _, found = client.capability()
            self.assertEqual(found[-1], b"IMAP4rev1 IDLE")

    def test_nothing_is_left_when_the_test_is_killed(self) -> None:
        self.serve(Dovecot)  # skips the test if there is none
        left = Path(self.enterContext(tempfile.TemporaryDirectory()))
        left.chmod(0o755)
        server = subprocess.Popen(
            [sys.executable, "-c", _SERVES], cwd=_TESTS, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env=os.environ | {"TMPDIR": str(left)})
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        with server.stdin, server.stdout:
            port, folder = server.stdout.readline().split()
            self.assertTrue(greeting(int(port)))
            self.assertTrue(_processes(folder))
            server.kill()
            wait_until("its port to be free", lambda: greeting(int(port)) is None)
            wait_until("its processes to end", lambda: not _processes(folder))

    @staticmethod
    def _uidvalidity(server: Dovecot) -> bytes:
        with server.client() as client:
            client.select(readonly=True)
            return client.untagged_responses["UIDVALIDITY"][0]


def _processes(folder: str) -> list[str]:
    """The processes that were started with a file of the folder."""
    return [entry.name for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and folder in _command_line(entry)]


def _command_line(process: Path) -> str:
    try:
        return (process / "cmdline").read_text()
    except OSError:
        return ""
