"""The program on a server that refuses it, or that asks for something unsafe. A test is named
after its quirk."""

import base64
import ssl
import unittest

from .case import each
from .program_case import ProgramCase, SideBySide
from .scripted import PASSWORD, USER

_LOGINS = {"AUTHENTICATE", "LOGIN"}
_EARLY = "something was sent before the encryption began"


@each("assert_all_shown", ["alert-on-login", "unsafe-login-without-id", "refuses-plain",
                           "no-enabled-line"])
@each("assert_all_shown", ["starttls-needs-capitals", "other-capabilities-before-tls"],
      scheme="imap")
@each("assert_unsaid", ["echo-in-no", "echo-in-bad", "echo-in-bye", "echo-in-greeting",
                        "echo-in-capabilities", "echo-after-login"])
@each("assert_not_let_in", {
    "login-unavailable": r"\(it is not available at present\)",
    "login-limit": r"\(there are too many connections or requests\)"})
class ProgramConnecting(ProgramCase):
    def refused(self, quirk: str | None = None, sentence: str = "", scheme: str = "imaps",
                **options: object) -> list[str]:
        """Checks the error, and returns the names of the commands that were sent before the
        program gave up."""
        self.start(quirk, scheme, **options)
        self.assertEqual(self.listed(status=1), [])
        self.assertEqual(self.said.count("\n"), 1, self.said)
        self.assertRegex(self.said, f"^tideline: {sentence}")
        return [command.name for command in self.server.commands()]

    def test_bye_forever(self) -> None:
        self.assertEqual(self.refused(
            "bye-forever", r"“localhost” does not let you in now \(Too many connections\)"), [])
        self.assertEqual(self.server.connections, 1)

    def test_preauth(self) -> None:
        self.assertEqual(self.refused(
            "preauth", r"No safe connection to “localhost” .*somebody is logged in already"), [])

    def test_referral(self) -> None:
        self.assertEqual(self.refused(
            "referral", "“localhost” refused .* another server, which is never followed").count(
                "AUTHENTICATE"), 1)
        self.assertEqual(self.server.connections, 1)

    def assert_unsafe(self, quirk: str | None, reason: str, **options: object) -> None:
        sent = self.refused(quirk, f"No safe connection to “localhost” .*{reason}", scheme="imap",
                            **options)
        self.assertFalse(_LOGINS & set(sent), sent)

    def test_inject_before_starttls(self) -> None:
        self.assert_unsafe("inject-before-starttls", _EARLY)

    def test_empty_line_before_tls(self) -> None:
        self.assert_unsafe("empty-line-before-tls", _EARLY)

    def test_no_starttls(self) -> None:
        """The program refuses even if an attacker in between has removed STARTTLS."""
        self.assert_unsafe(None, "it offers no encryption", without=["STARTTLS"])

    def test_an_old_tls(self) -> None:
        sent = self.refused(None, r".*encrypt", tls_version=ssl.TLSVersion.TLSv1_1)
        self.assertEqual(sent, [])

    def test_a_wrong_password(self) -> None:
        self.password.write_text("swell\n")
        self.assertEqual(self.refused(
            None, r"“localhost” refused the login \(the name or the password is wrong\)").count(
                "AUTHENTICATE"), 1)

    def assert_not_let_in(self, quirk: str, reason: str) -> None:
        self.refused(quirk, f"“localhost” does not let you in now {reason}")
        self.assertNotIn("password", self.said)

    def test_login_expired(self) -> None:
        self.refused("login-expired", r"“localhost” refused the login \(the password has expired\)")

    def test_not_connected(self) -> None:
        self.assert_not_let_in("not-connected", r"\(User is authenticated but not connected")
        self.assertEqual(self.server.connections, 1)
        self.server.quirks.clear()
        self.assert_listed()

    def assert_unsaid(self, quirk: str) -> None:
        """Checks that the login is in no output of the program about a server that repeats it
        everywhere."""
        for form in ({}, {"without": ["SASL-IR"]}, {"without": ["AUTH=PLAIN"]}):
            self.start(quirk, **form)
            done = [self.run_tideline("list", self.url, "--json", "--verbose", status=None),
                    self.run_tideline("list", self.url, status=None),
                    self.run_tideline("account", "check", self.url, "--verbose", status=None),
                    self.run_tideline("account", "check", self.url, "--json", status=None)]
            for secret in (PASSWORD, *(_base64(text)[:8] for text in (
                    f"\0{USER}\0{PASSWORD}", PASSWORD))):
                for one in done:
                    self.assertNotIn(secret.lower(), (one.stdout + one.stderr).lower())

    def test_capabilities_that_are_not_volunteered(self) -> None:
        self.assert_all_shown(None, volunteers=False)


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def load_tests(_: unittest.TestLoader, tests: unittest.TestSuite, __: str) -> unittest.TestSuite:
    return SideBySide([tests])
