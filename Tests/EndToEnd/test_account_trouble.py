"""Servers that refuse, are missing, or cannot be trusted; and the messages for the user."""

import json
import socket

from account_case import USER, AccountCase
from Servers.dovecot import Dovecot


class Refused(AccountCase):
    def test_a_wrong_password_is_refused_in_the_servers_words_and_nothing_is_added(self) -> None:
        done = self.run_tideline("account", "add", self.url, "--password-file",
                                 self.password_file("wrong"), status=1)
        for words in ("“localhost” refused the login", "Authentication failed", "the password"):
            self.assertIn(words, done.stderr)
        self.assertEqual(self.accounts(), [])

    def test_a_host_that_is_not_there(self) -> None:
        done = self.add(url="imaps://ann@nobody.invalid/", status=1)
        self.assertIn("“nobody.invalid” was not found", done.stderr)
        self.assertIn("Check its name", done.stderr)

    def test_a_port_on_which_nobody_listens(self) -> None:
        with socket.socket() as held:
            held.bind(("127.0.0.1", 0))
            port = held.getsockname()[1]
            done = self.add(url=f"imaps://ann@127.0.0.1:{port}/", status=1)
        self.assertIn(f"does not accept connections on port {port}", done.stderr)

    def test_without_a_server_what_is_stored_is_listed_with_since_when(self) -> None:
        self.add("--name", "Tide")
        with_file = {"TIDELINE_PASSWORD_FILE": str(self.password_file())}
        online = self.run_tideline("list", "Tide", "--json", env=with_file).stdout
        self.server.stop()
        done = self.run_tideline("list", "Tide", "--json", env=with_file, status=1)
        self.assertEqual(json.loads(done.stdout), json.loads(online))
        since, error = done.stderr.splitlines()
        self.assertRegex(since, r"offline since \d{4}-\d\d-\d\d \d\d:\d\d")
        self.assertIn("does not accept connections", error)
        refreshed = self.run_tideline("refresh", "Tide", env=with_file, status=1)
        self.assertIn("offline since", refreshed.stderr)
        # The program names no time for an account that was never reached.
        never = self.run_tideline("list", self.url.replace("ann", "bo"), env=with_file, status=1)
        self.assertNotIn("since", never.stderr)
        self.server.start()
        self.run_tideline("list", "Tide", env=with_file)


class Certificates(AccountCase):
    def test_each_bad_certificate_is_described_with_what_is_wrong(self) -> None:
        for name, words in (("expired", "has expired"), ("wrong-name", "is for another server"),
                            ("self-signed", "not signed by an authority")):
            with self.subTest(name):
                self.server.restart(name)
                done = self.run_tideline("account", "check", self.url, "--password-file",
                                         self.password_file(), status=1)
                self.assertIn(words, done.stderr)
                found = self.check(status=1)["certificate"]
                for part in (found["subject"], found["issuer"], found["sha256"], "Valid from",
                             f"--pin {found['sha256']}"):
                    self.assertIn(part, done.stderr)
                self.assertEqual(self.add(status=1).stdout, "")
        self.assertNotIn("Logged in", self.server.log())
        self.assertNotIn("auth failed", self.server.log())

    def test_a_pin_accepts_exactly_one_certificate(self) -> None:
        self.server.restart("self-signed")
        pin = self.check(status=1)["certificate"]["sha256"]
        colons = ":".join(pin[at:at + 2] for at in range(0, 64, 2)).upper()
        self.add("--name", "Tide", "--pin", colons)
        self.assertEqual(self.accounts()[0]["pins"], [pin])
        with_file = {"TIDELINE_PASSWORD_FILE": str(self.password_file())}
        self.run_tideline("list", "Tide", env=with_file)

        self.server.restart("another-key")
        done = self.run_tideline("list", "Tide", env=with_file, status=1)
        self.assertIn("another certificate than the one that you have accepted", done.stderr)
        other = self.check(status=1)["certificate"]["sha256"]
        self.assertNotEqual(other, pin)
        self.check("--pin", other)
        # A valid certificate is refused as well, since it is not the pinned one.
        self.server.restart("good")
        self.run_tideline("list", "Tide", env=with_file, status=1)
        self.add("--pin", self.check("--pin", self.good_pin())["certificate"]["sha256"])
        self.run_tideline("list", "Tide", env=with_file)

    def good_pin(self) -> str:
        """The pin of the server, taken from the refusal of another pin."""
        return self.check("--pin", "0" * 64, status=1)["certificate"]["sha256"]

    def test_a_pin_that_is_none_is_refused(self) -> None:
        self.add("--pin", "abc", status=2)

    def test_another_user_of_the_host_is_another_account(self) -> None:
        with Dovecot(certificate="self-signed") as other:
            other.add_user(USER, "else")
            self.add()
            done = self.add(url=f"imaps://bo@localhost:{other.tls_port}/", status=1)
            self.assertIn("not signed by an authority", done.stderr)
