"""Servers that refuse, are missing, or cannot be trusted; and the messages for the user."""

import json
import socket

from .account_case import AccountCase, ScriptedCase


class Unreached(AccountCase):
    def test_a_server_that_refuses_or_is_not_there_is_named_and_what_is_stored_is_listed(
            self) -> None:
        refused = self.run_tideline("account", "add", self.url, "--password-file",
                                    self.password_file("swell"), status=1).stderr
        for words in ("“localhost” refused the login", "the name or the password is wrong"):
            self.assertIn(words, refused)
        missing = self.add(url="imaps://ann@nobody.invalid/", status=1).stderr
        self.assertIn("“nobody.invalid” was not found", missing)
        self.assertIn("Check its name", missing)
        with socket.socket() as held:
            held.bind(("127.0.0.1", 0))
            port = held.getsockname()[1]
            closed = self.add(url=f"imaps://ann@127.0.0.1:{port}/", status=1).stderr
        self.assertIn(f"does not accept connections on port {port}. Check the port", closed)
        self.assertEqual(self.accounts(), [])

        self.add("--name", "Tide")
        with_file = self.with_password()
        online = self.run_tideline("list", "Tide", "--json", env=with_file).stdout
        self.server.stop()
        done = self.run_tideline("list", "Tide", "--json", env=with_file, status=1)
        self.assertEqual(json.loads(done.stdout), json.loads(online))
        since, error = done.stderr.splitlines()
        self.assertRegex(since, r"offline since \d{4}-\d\d-\d\d \d\d:\d\d")
        # The port of an account that has worked is right.
        self.assertRegex(error, r"does not accept connections on port \d+. Try again later")
        refreshed = self.run_tideline("refresh", "Tide", env=with_file, status=1)
        self.assertIn("offline since", refreshed.stderr)
        # The program names no time for an account that was never reached.
        never = self.run_tideline("list", self.url.replace("ann", "bo"), env=with_file, status=1)
        self.assertNotIn("since", never.stderr)
        self.server.start()
        self.run_tideline("list", "Tide", env=with_file)


class Certificates(ScriptedCase):
    def test_each_bad_certificate_is_described_and_a_pin_accepts_exactly_one(self) -> None:
        for name, words in (("expired", "has expired"), ("wrong-name", "is for another server"),
                            ("self-signed", "not signed by an authority")):
            self.server.present(name)
            done = self.run_tideline("account", "check", self.url, "--json", "--password-file",
                                     self.password_file(), status=1)
            self.assertIn(words, done.stderr)
            found = json.loads(done.stdout)["certificate"]
            for part in (found["subject"], found["issuer"], found["sha256"], "Valid from",
                         f"--pin {found['sha256']}"):
                self.assertIn(part, done.stderr)
            self.assertEqual(self.add(status=1).stdout, "")
        self.assertEqual(self.server.commands(), [])

        pin = found["sha256"]
        colons = ":".join(pin[at:at + 2] for at in range(0, 64, 2)).upper()
        self.add("--name", "Tide", "--pin", colons)
        self.assertEqual(self.accounts()[0]["pins"], [pin])
        with_file = self.with_password()
        self.run_tideline("list", "Tide", env=with_file)
        # Another user of the host is another account.
        self.assertIn("not signed by an authority",
                      self.add(url=self.url.replace("ann", "bo"), status=1).stderr)

        self.server.present("another-key")
        done = self.run_tideline("list", "Tide", env=with_file, status=1)
        self.assertIn("another certificate than the one that you have accepted", done.stderr)
        other = self.check(status=1)["certificate"]["sha256"]
        self.assertNotEqual(other, pin)
        self.check("--pin", other)
        # A valid certificate is refused as well, since it is not the pinned one.
        self.server.present("good")
        self.run_tideline("list", "Tide", env=with_file, status=1)
        good = self.check("--pin", "0" * 64, status=1)["certificate"]["sha256"]
        self.add("--pin", self.check("--pin", good)["certificate"]["sha256"])
        self.run_tideline("list", "Tide", env=with_file)
