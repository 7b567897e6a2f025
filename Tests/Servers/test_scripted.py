"""The scripted server without quirks."""

import imaplib
import ssl

from . import messages
from .case import ServerCase
from .scripted import PASSWORD, TOKEN, USER, Scripted
from .talk import Talk


class ScriptedTests(ServerCase):
    def talk(self, server: Scripted, folder: str = "INBOX") -> Talk:
        talk = self.enterContext(Talk(server.port))
        talk.line()
        talk.ask(f"LOGIN {USER} {PASSWORD}")
        self.assertIn(b"OK [READ-ONLY]", talk.ask(f"EXAMINE {folder}"))
        return talk

    def test_a_client_sees_what_was_filled_in(self) -> None:
        server = self.serve(Scripted)
        mail = messages.sample(8)
        server.fill(mail)
        with imaplib.IMAP4("localhost", server.port) as client:
            client.login(USER, PASSWORD)
            self.assertEqual(client.select(readonly=True), ("OK", [b"8"]))
            _, found = client.fetch("1:*", "(UID INTERNALDATE RFC822.SIZE BODY.PEEK[])")
            parts = [part for part in found if isinstance(part, tuple)]
            self.assertEqual([part[1] for part in parts], [message.wire for message in mail])
            self.assertIn(b"RFC822.SIZE %d" % len(mail[0].wire), parts[0][0])
            self.assertEqual(client.search(None, "SINCE", "1-Jan-2031"), ("OK", [b""]))
            self.assertEqual(client.search(None, "HEADER", "Message-ID", "<3@mail"), ("OK", [b"4"]))
        self.assertEqual(server.writes(), [])

    def test_tls_from_the_start_and_on_request(self) -> None:
        server = self.serve(Scripted, requires_tls=True)
        with imaplib.IMAP4_SSL("localhost", server.tls_port,
                               ssl_context=server.tls_context()) as client:
            client.login(USER, PASSWORD)
        with imaplib.IMAP4("localhost", server.port) as client:
            self.assertIn("LOGINDISABLED", client.capabilities)
            client.starttls(server.tls_context())
            client.login(USER, PASSWORD)
        logins = [command for command in server.commands() if command.name == "LOGIN"]
        self.assertEqual([command.is_secure for command in logins], [True, True])

    def test_a_bad_certificate_and_an_old_tls(self) -> None:
        server = self.serve(Scripted, certificate="expired")
        with self.assertRaisesRegex(ssl.SSLCertVerificationError, "expired"):
            imaplib.IMAP4_SSL("localhost", server.tls_port, ssl_context=server.tls_context())
        server = self.serve(Scripted, tls_version=ssl.TLSVersion.TLSv1_1)
        with self.assertRaises(ssl.SSLError):
            imaplib.IMAP4_SSL("localhost", server.tls_port, ssl_context=server.tls_context())
        lenient = server.tls_context()
        lenient.minimum_version = ssl.TLSVersion.TLSv1
        lenient.set_ciphers("ALL:@SECLEVEL=0")
        with imaplib.IMAP4_SSL("localhost", server.tls_port, ssl_context=lenient) as client:
            self.assertEqual(client.sock.version(), "TLSv1.1")

    def test_ways_to_log_in(self) -> None:
        server = self.serve(Scripted)
        responses = {"PLAIN": f"\0{USER}\0{PASSWORD}",
                     "XOAUTH2": f"user={USER}\1auth=Bearer {TOKEN}\1\1",
                     "OAUTHBEARER": f"n,a={USER},\1auth=Bearer {TOKEN}\1\1"}
        for mechanism, response in responses.items():
            with imaplib.IMAP4("localhost", server.port) as client:
                client.authenticate(mechanism, lambda _: response.encode())
                self.assertEqual(client.state, "AUTH")
        with imaplib.IMAP4("localhost", server.port) as client:
            with self.assertRaisesRegex(imaplib.IMAP4.error, "AUTHENTICATIONFAILED"):
                client.login(USER, "swell")
        with Talk(server.port) as talk:
            talk.line()
            tag, = talk.begin("AUTHENTICATE XOAUTH2 dXNlcj1pbmVzAWF1dGg9QmVhcmVyIG5vbmUBAQ==")
            self.assertTrue(talk.line().startswith(b"+ ey"))
            talk.send(b"\r\n")
            self.assertIn(b"NO [AUTHENTICATIONFAILED]", talk.until(tag))

    def test_sections(self) -> None:
        server = self.serve(Scripted)
        server.fill(messages.sample(1))
        talk = self.talk(server)
        data = server.inbox[1].wire
        header, _, body = data.partition(b"\r\n\r\n")
        for section, content in (
            ("HEADER", header + b"\r\n\r\n"), ("TEXT", body),
            ("HEADER.FIELDS (SUBJECT TO)", b"To: Ines Kai <ines@mail.example>\r\n"
                                           b"Subject: Tide 0\r\n\r\n"),
            ("1.1.MIME", b"Content-Type: text/plain; charset=utf-8\r\n\r\n"),
            ("2", b"time,height\r\n"),
        ):
            answer = talk.ask(f"UID FETCH 1 (BODY.PEEK[{section}])")
            self.assertIn(b"* 1 FETCH (UID 1 BODY[%s] {%d}\r\n%s)\r\n"
                          % (section.encode(), len(content), content), answer)
        self.assertIn(b"BODY[TEXT]<2> {5}\r\n" + body[2:7] + b")",
                      talk.ask("FETCH 1 (BODY.PEEK[TEXT]<2.5>)"))
        self.assertIn(b"BODY[7] NIL", talk.ask("FETCH 1 (BODY.PEEK[7])"))
        structure = talk.ask("FETCH 1 (BODYSTRUCTURE)")
        self.assertIn(b'BODYSTRUCTURE ((("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT"',
                      structure)
        self.assertIn(b'("ATTACHMENT" ("FILENAME" "tides.csv"))', structure)
        self.assertIn(b'"MIXED" ("BOUNDARY" "outer")', structure)

    def test_list_and_status_in_one(self) -> None:
        server = self.serve(Scripted)
        server.add_folder("Sent", "\\Sent")
        server.fill(messages.sample(2), "Sent")
        answer = self.talk(server).ask(
            'LIST "" "*" RETURN (SPECIAL-USE STATUS (MESSAGES UIDNEXT HIGHESTMODSEQ))')
        self.assertIn(b'* LIST (\\Sent) "/" "Sent"\r\n'
                      b'* STATUS "Sent" (MESSAGES 2 UIDNEXT 3 HIGHESTMODSEQ 3)\r\n', answer)

    def test_what_a_server_cannot_do_is_bad(self) -> None:
        for capability, command in (
            ("LIST-STATUS", 'LIST "" "*" RETURN (STATUS (MESSAGES))'),
            ("SPECIAL-USE", 'LIST "" "*" RETURN (SPECIAL-USE)'),
            ("ESEARCH", "UID SEARCH RETURN (ALL) ALL"), ("IDLE", "IDLE"), ("ID", "ID NIL"),
            ("CONDSTORE", "EXAMINE INBOX (CONDSTORE)"), ("ENABLE", "ENABLE CONDSTORE"),
            ("CONDSTORE", "FETCH 1 (FLAGS) (CHANGEDSINCE 1)"),
        ):
            with self.subTest(capability):
                server = self.serve(Scripted, without=[capability])
                server.fill(messages.sample(1))
                talk = self.talk(server)
                self.assertNotIn(b" %s " % capability.encode(), talk.ask("CAPABILITY"))
                self.assertIn(b" BAD ", talk.ask(command))

    def test_extended_search(self) -> None:
        server = self.serve(Scripted)
        server.fill(messages.sample(9))
        server.inbox.expunge(5)
        talk = self.talk(server)
        tag, = talk.begin("UID SEARCH RETURN (ALL COUNT) UID 2:8")
        self.assertIn(b'* ESEARCH (TAG "%s") UID ALL 2:4,6:8 COUNT 6' % tag.encode(),
                      talk.until(tag))
        self.assertIn(b"* SEARCH 2 3 4 6 7 8\r\n", talk.ask("UID SEARCH UID 2:8"))

    def test_changes_come_with_the_next_command(self) -> None:
        server = self.serve(Scripted)
        server.fill(messages.sample(4))
        talk = self.talk(server)
        server.inbox.expunge(2, 3)
        server.inbox.set_flags(4, "\\Flagged")
        server.fill(messages.sample(1))
        answer = talk.ask("NOOP")
        self.assertEqual(answer.splitlines()[:-1], [
            b"* 3 EXPUNGE", b"* 2 EXPUNGE", b"* 3 EXISTS",
            b"* 2 FETCH (UID 4 FLAGS (\\Flagged))"])
        self.assertEqual(talk.ask("NOOP").count(b"\n"), 1)

    def test_changes_come_during_idle(self) -> None:
        server = self.serve(Scripted)
        server.fill(messages.sample(2))
        talk = self.talk(server)
        tag, = talk.begin("IDLE")
        self.assertTrue(talk.line().startswith(b"+"))
        server.fill(messages.sample(1))
        self.assertEqual(talk.line(), b"* 3 EXISTS\r\n")
        talk.send(b"DONE\r\n")
        self.assertIn(b" OK ", talk.until(tag))

    def test_quick_resynchronization(self) -> None:
        server = self.serve(Scripted)
        server.fill(messages.sample(6))
        folder = server.inbox
        since = folder.modseq
        folder.expunge(1, 4)
        folder.set_flags(2, "\\Flagged")
        talk = self.talk(server)
        self.assertIn(b" BAD ", talk.ask(f"EXAMINE INBOX (QRESYNC ({folder.uidvalidity} 1))"))
        self.assertIn(b"* ENABLED CONDSTORE QRESYNC\r\n", talk.ask("ENABLE QRESYNC"))
        answer = talk.ask(f"EXAMINE INBOX (QRESYNC ({folder.uidvalidity} {since} 2:6))")
        self.assertIn(b"* VANISHED (EARLIER) 4\r\n", answer)
        self.assertIn(b"* 1 FETCH (UID 2 FLAGS (\\Flagged) MODSEQ (9))\r\n", answer)
        self.assertIn(b"[CLOSED]", answer)
        folder.expunge(6)
        self.assertIn(b"* VANISHED 6\r\n", talk.ask("NOOP"))
        answer = talk.ask(f"UID FETCH 1:6 (FLAGS) (CHANGEDSINCE {since} VANISHED)")
        self.assertIn(b"* VANISHED (EARLIER) 1,4,6\r\n", answer)
        self.assertEqual(answer.count(b"FETCH (UID"), 1)

    def test_uids_can_be_made_to_begin_anew(self) -> None:
        server = self.serve(Scripted)
        server.fill(messages.sample(3))
        before = server.inbox.uidvalidity
        server.inbox.begin_anew()
        answer = self.talk(server).ask("UID SEARCH ALL")
        self.assertIn(b"* SEARCH 5 6 7\r\n", answer)
        self.assertNotEqual(server.inbox.uidvalidity, before)

    def test_literals(self) -> None:
        server = self.serve(Scripted)
        with Talk(server.port) as talk:
            talk.line()
            talk.send(b"a LOGIN {4+}\r\nines {7+}\r\nharbour\r\n")
            self.assertIn(b"a OK", talk.until("a"))
            talk.send(b"b STATUS {5}\r\n")
            self.assertEqual(talk.line()[:1], b"+")
            talk.send(b"INBOX (MESSAGES)\r\n")
            self.assertIn(b"MESSAGES 0", talk.until("b"))

    def test_commands_that_write_are_seen(self) -> None:
        server = self.serve(Scripted)
        server.fill(messages.sample(1))
        talk = self.talk(server)
        for command in ("SELECT INBOX", "STORE 1 +FLAGS (\\Seen)", "UID COPY 1 Sent", "EXPUNGE",
                        "FETCH 1 (BODY[TEXT])", "APPEND INBOX {0+}\r\n", "FETCH 1 (RFC822)"):
            server.forget()
            talk.ask(command)
            self.assertEqual(len(server.writes()), 1, command)
        server.forget()
        for command in ("UID FETCH 1 (BODY.PEEK[] RFC822.SIZE BODYSTRUCTURE)", "NOOP",
                        "EXAMINE INBOX", "UID SEARCH ALL"):
            talk.ask(command)
        self.assertEqual(server.writes(), [])
        self.assertEqual(len(server.commands()), 4)
        self.assertEqual([command.name for command in server.commands("UID FETCH")], ["UID FETCH"])
