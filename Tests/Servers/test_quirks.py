"""Each quirk of the scripted server is visible in its answers. A test is named after its quirk."""

import socket
import unittest

from . import (
    messages,
    test_program_connecting,
    test_program_folders,
    test_program_malice,
    test_program_messages,
    test_quirks_of_messages,
)
from .case import MESSAGES, QuirkCase, each
from .quirks import QUIRKS
from .scripted import PASSWORD, Scripted
from .talk import Talk


@each("assert_login", {
    "referral": b" NO [REFERRAL imap://", "login-unavailable": b" NO [UNAVAILABLE]",
    "login-limit": b" NO [LIMIT]", "login-expired": b" NO [EXPIRED]",
    "alert-on-login": b" OK [ALERT]"})
@each("assert_echo", {
    "echo-in-no": b" NO not understood: LOGIN", "echo-in-bad": b" BAD not understood: LOGIN",
    "echo-in-bye": b"* BYE not understood: LOGIN"})
@each("assert_opened", {
    "not-connected": rb" BAD User is authenticated but not connected",
    "uidvalidity-zero": rb"\[UIDVALIDITY 0\]",
    "highestmodseq-without-text": rb"\* OK \[HIGHESTMODSEQ \d+\]\r\n",
    "codes-without-ok": rb"\r\n\* \[UIDNEXT \d+\]",
    "unquoted-bracket-in-flags": rb"PERMANENTFLAGS \([^)]* Junk\]Mail "})
class Quirks(QuirkCase):
    # Connecting

    def test_bye_forever(self) -> None:
        talk = self.start("bye-forever")
        self.assertTrue(talk.line().startswith(b"* BYE "))
        self.assertEqual(talk.line(), b"")

    def test_preauth(self) -> None:
        talk = self.start("preauth")
        self.assertTrue(talk.line().startswith(b"* PREAUTH "))
        self.assertIn(b" OK ", talk.ask("EXAMINE INBOX"))

    def test_inject_before_starttls(self) -> None:
        talk = self.start("inject-before-starttls")
        talk.line()
        self.assertIn(b"X-INJECTED", talk.start_tls(self.server.tls_context()))
        self.assertNotIn(b"X-INJECTED", talk.ask("CAPABILITY"))

    def test_empty_line_before_tls(self) -> None:
        talk = self.start("empty-line-before-tls")
        talk.line()
        self.assertEqual(talk.start_tls(self.server.tls_context()), b"\r\n")

    def test_starttls_needs_capitals(self) -> None:
        talk = self.start("starttls-needs-capitals")
        talk.line()
        self.assertIn(b" BAD ", talk.ask("starttls"))
        talk.start_tls(self.server.tls_context())

    def test_other_capabilities_before_tls(self) -> None:
        talk = self.start("other-capabilities-before-tls")
        self.assertIn(b" SASL-IR", talk.line())
        talk.start_tls(self.server.tls_context())
        self.assertNotIn(b" SASL-IR", talk.ask("CAPABILITY"))
        self.assertIn(b" BAD ", talk.ask("AUTHENTICATE PLAIN AGluZXMAaGFyYm91cg=="))

    def assert_echo(self, quirk: str, beginning: bytes) -> None:
        self.log_in(quirk)
        self.assertIn(beginning, self.login_answer)
        self.assertIn(PASSWORD.encode(), self.login_answer)

    def test_echo_in_greeting(self) -> None:
        greeting = self.start("echo-in-greeting").line()
        self.assertEqual(greeting, f"* BYE locked: {self.server.expected_login()}\r\n".encode())

    def test_echo_in_capabilities(self) -> None:
        greeting = self.start("echo-in-capabilities").line()
        self.assertIn(b"LOGINDISABLED", greeting)
        self.assertIn(self.server.expected_login().split()[-1].encode(), greeting)

    def test_echo_after_login(self) -> None:
        talk = self.open("echo-after-login")
        self.assertIn(b"[ALERT] welcome, LOGIN", self.login_answer)
        for answer in (self.login_answer, talk.ask("FETCH 1 (FLAGS)")):
            self.assertIn(PASSWORD.encode(), answer)

    def test_unsafe_login_without_id(self) -> None:
        talk = self.open("unsafe-login-without-id")
        self.assertIn(b" NO Unsafe Login", self.opened)
        talk.ask('ID ("name" "test")')
        self.assertIn(b" OK ", talk.ask("EXAMINE INBOX"))

    def test_refuses_plain(self) -> None:
        talk = self.start("refuses-plain")
        self.assertIn(b" AUTH=PLAIN", talk.line())
        self.assertIn(b" BAD ", talk.ask("AUTHENTICATE PLAIN AGluZXMAaGFyYm91cg=="))

    def test_no_enabled_line(self) -> None:
        talk = self.log_in("no-enabled-line")
        self.assertRegex(talk.ask("ENABLE QRESYNC"), rb"^t\d+ OK [^\n]*\n$")
        self.assertIn(b" OK ", talk.ask("EXAMINE INBOX (QRESYNC (1 1))"))

    # Folders

    def test_bad_to_special_use(self) -> None:
        talk = self.log_in("bad-to-special-use")
        self.assertIn(b" SPECIAL-USE", talk.ask("CAPABILITY"))
        self.assertIn(b" BAD ", talk.ask('LIST "" "*" RETURN (SPECIAL-USE)'))
        self.assertIn(b" OK ", talk.ask('LIST "" "*" RETURN (STATUS (MESSAGES))'))

    def test_list_without_inbox(self) -> None:
        talk = self.log_in("list-without-inbox")
        self.server.add_folder("Work")
        answer = talk.ask('LIST "" "*"')
        self.assertNotIn(b"INBOX", answer)
        self.assertIn(b"Work", answer)

    def test_no_exists(self) -> None:
        talk = self.open("no-exists")
        self.assertNotIn(b"EXISTS", self.opened)
        self.assertIn(b"MESSAGES 9", talk.ask("STATUS INBOX (MESSAGES)"))

    def test_list_inbox_empty(self) -> None:
        talk = self.log_in("list-inbox-empty")
        self.assertNotIn(b"* LIST", talk.ask('LIST "" INBOX RETURN (STATUS (MESSAGES))'))
        self.assertIn(b"* LIST", talk.ask('LIST "" "*" RETURN (STATUS (MESSAGES))'))

    def test_status_breaks_at_50(self) -> None:
        talk = self.log_in("status-breaks-at-50")
        for _ in range(3):
            tags = talk.begin(*["STATUS INBOX (MESSAGES)"] * 20)
            self.assertIn(b" OK ", talk.until(tags[-1]))
        tags = talk.begin(*["STATUS INBOX (MESSAGES)"] * 60)
        self.assertNotIn(tags[-1].encode(), talk.until(tags[-1]))

    def test_no_uidnext(self) -> None:
        talk = self.open("no-uidnext")
        self.assertNotIn(b"UIDNEXT", self.opened)
        self.assertNotIn(b"UIDNEXT", talk.ask("STATUS INBOX (MESSAGES UIDNEXT)"))

    def test_messagelimit(self) -> None:
        talk = self.open("messagelimit", message_limit=4)
        answer = talk.ask("UID FETCH 1:* (UID)")
        self.assertEqual(answer.count(b" FETCH (UID"), 4)
        self.assertIn(b" OK [MESSAGELIMIT 4 6]", answer)
        answer = talk.ask("UID SEARCH ALL")
        self.assertIn(b"* SEARCH 6 7 8 9\r\n", answer)
        self.assertIn(b" OK [MESSAGELIMIT 4 6]", answer)

    def test_folder_in_part(self) -> None:
        talk = self.open("folder-in-part", message_limit=4)
        self.assertIn(b"* 4 EXISTS", self.opened)
        self.assertIn(b"* OK [MESSAGELIMIT 4]", self.opened)
        self.assertIn(b"* SEARCH 6 7 8 9\r\n", talk.ask("UID SEARCH ALL"))

    def test_uids_newest_first(self) -> None:
        talk = self.open("uids-newest-first")
        self.assertIn(messages.sample(MESSAGES)[-1].wire, talk.ask("UID FETCH 1 (BODY.PEEK[])"))

    def test_no_descending_sets(self) -> None:
        talk = self.open("no-descending-sets")
        self.assertIn(b" BAD ", talk.ask("FETCH 9:5 (UID)"))
        self.assertIn(b" OK ", talk.ask("FETCH 5:9 (UID)"))

    # Malice

    def test_endless_line(self) -> None:
        talk = self.open("endless-line")
        talk.begin("FETCH 1 (FLAGS)")
        self._assert_endless(talk, newlines=0)

    def test_endless_lines(self) -> None:
        talk = self.open("endless-lines")
        talk.begin("FETCH 1 (FLAGS)")
        self._assert_endless(talk, newlines=127)

    def test_endless_remarks(self) -> None:
        talk = self.open("endless-remarks")
        talk.begin("FETCH 1 (FLAGS)")
        for line in (b"+\r\n", b"*[\r\n", b"\r\n") * 10_000:
            self.assertEqual(talk.line(), line)

    def test_long_refusal(self) -> None:
        answer = self.open("long-refusal").ask("FETCH 1 (FLAGS)")
        self.assertIn(b" NO not now not now", answer)
        self.assertGreater(len(answer), 3_000_000)

    def test_long_farewell(self) -> None:
        talk = self.open("long-farewell")
        talk.begin("FETCH 1 (FLAGS)")
        self.assertGreater(len(talk.line()), 3_000_000)
        self.assertEqual(talk.line(), b"")

    def test_literal_too_big(self) -> None:
        talk = self.open("literal-too-big")
        talk.begin("FETCH 1 (FLAGS)")
        self.assertIn(b"{4294967295}", talk.line())
        self._assert_endless(talk, newlines=0)

    def _assert_endless(self, talk: Talk, newlines: int) -> None:
        count = found = 0
        while count < 8 << 20:
            data = talk.read(1 << 16)
            self.assertTrue(data)
            count += len(data)
            found += data.count(b"\n")
        self.assertAlmostEqual(found, newlines, delta=1 if newlines else 0)

    def test_literal_longer_than_asked(self) -> None:
        answer = self.open("literal-longer-than-asked").ask("FETCH 1 (BODY.PEEK[TEXT]<0.10>)")
        self.assertIn(b"BODY[TEXT]<0> {2097152}\r\n", answer)

    def test_deep_nesting(self) -> None:
        talk = self.open("deep-nesting")
        talk.begin("FETCH 1 (BODYSTRUCTURE)")
        self.assertIn(b"(" * 1_000_000, talk.line())

    def test_one_byte_a_second(self) -> None:
        """The bytes come singly, but faster than one a second."""
        talk = self.open("one-byte-a-second", drip=0.01)
        talk.begin("FETCH 1 (FLAGS)")
        sizes = [len(talk.read(100)) for _ in range(20)]
        self.assertLess(max(sizes), 20)

    def test_silence(self) -> None:
        talk = self.open("silence")
        talk.begin("FETCH 1 (FLAGS)", "NOOP")
        with self.assertRaises(socket.timeout):
            talk.limit(0.1)
            talk.line()

    def test_hangs_up(self) -> None:
        talk = self.open("hangs-up")
        talk.begin("FETCH 1 (BODY.PEEK[])")
        self.assertIn(b"{1000}", talk.line())
        self.assertEqual((talk.line(), talk.line()), (b"From: ", b""))


def _tested(*cases: type) -> set[str]:
    return {name.removeprefix("test_").replace("_", "-")
            for case in cases for name in dir(case) if name.startswith("test_")}


class EveryQuirk(unittest.TestCase):
    def test_every_quirk_has_a_test(self) -> None:
        self.assertEqual(_tested(Quirks, test_quirks_of_messages.QuirksOfMessages), set(QUIRKS))

    def test_the_program_is_tried_on_every_quirk(self) -> None:
        tested = _tested(
            test_program_connecting.ProgramConnecting, test_program_folders.ProgramFolders,
            test_program_messages.ProgramMessages, test_program_malice.ProgramMalice)
        self.assertEqual(set(QUIRKS) - tested, set())

    def test_an_unknown_quirk_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            Scripted(quirks=["fetch-missing-uids"])
