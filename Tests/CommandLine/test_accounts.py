"""Accounts on a mail server, on the command line: a real server, a real keyring."""

import json
import stat

from .account_case import PASSWORD, USER, AccountCase, HomeCase
from .keyring import Keyring


class Accounts(AccountCase):
    def test_an_account_is_added_used_by_its_name_and_removed_with_all_that_was_kept(self) -> None:
        found = self.check()
        self.assertEqual([step["step"] for step in found["steps"]],
                         ["connect", "greet", "login", "folders"])
        self.assertEqual([step["roundTrips"] for step in found["steps"]], [2, 1, 1, 1])
        self.assertEqual((found["mechanism"], found["tls"]), ("PLAIN", "TLS 1.3"))
        self.assertIn("IDLE", found["capabilities"])
        self.assertIn({"name": "INBOX", "messages": 6, "unread": 0}, found["folders"])
        self.assertEqual(len(found["certificate"]["sha256"]), 64)
        self.assertEqual(self.accounts(), [])

        self.bus = keyring = self.enterContext(Keyring(self.home))
        added = self.add().stdout
        for words in ("Connected to 127.0.0.1", "TLS 1.3", "Certificate of CN=localhost",
                      "issued by CN=Test Authority", "Valid from 2000-01-01",
                      f"Logged in as {USER} by PLAIN", "INBOX: 6 messages",
                      f"Added “{USER}”. Its password is in the keyring."):
            self.assertIn(words, added)
        [account] = self.accounts()
        self.assertEqual((account["name"], account["url"]), (USER, self.url))
        self.assertEqual(stat.S_IMODE(self.config.stat().st_mode), 0o700)
        self.assertEqual(stat.S_IMODE((self.config / "accounts.json").stat().st_mode), 0o600)
        # An account that is added again is changed.
        self.assertIn("Changed “Tide”", self.add("--name", "Tide").stdout)
        self.assertEqual(self.accounts(), [account | {"name": "Tide"}])
        self.assertEqual(keyring.password(account["id"]), PASSWORD)
        other = self.url.replace("ann", "bo")
        self.assertIn("is an account “Tide” already",
                      self.add("--name", "Tide", url=other, status=1).stderr)
        self.assertIn("cannot be an account’s name",
                      self.add("--name=a/b", url=other, status=1).stderr)
        (self.home / "password").unlink()

        named = json.loads(self.run_tideline("list", "Tide", "--json").stdout)
        self.assertEqual(len(named["conversations"]), 2)
        self.assertEqual(json.loads(self.run_tideline("list", self.url, "--json").stdout), named)
        self.assertEqual(len(self.stores()), 1)
        self.assertIn("6\t", self.run_tideline("folders", "Tide").stdout)
        conversation = named["conversations"][0]["id"]
        self.assertIn("High water", self.run_tideline("show", "Tide", conversation).stdout)
        self.assertIn("6 messages", self.run_tideline("refresh", "Tide").stdout)
        self.assertIn("@mail.example", self.run_tideline("threads", "Tide").stdout)
        self.assertIn("Logged in", self.run_tideline("account", "check", "Tide").stdout)
        # An existing path is preferred to an account of the same name.
        (self.home / "Tide").mkdir()
        self.assertIn("is empty", self.run_tideline("list", "Tide", status=1).stderr)
        (self.home / "Tide").rmdir()

        lock = self.config / "accounts.json.lock"
        lock.unlink()
        lock.mkdir()
        refused = self.run_tideline("account", "remove", "Tide", status=1).stderr
        self.assertIn("cannot be written", refused)
        self.assertEqual((len(self.stores()), keyring.password(account["id"])), (1, PASSWORD))
        lock.rmdir()

        removed = self.run_tideline("account", "remove", "Tide").stdout
        for words in ("Removed “Tide”", "its password", "its store"):
            self.assertIn(words, removed)
        self.assertEqual(keyring.password(account["id"]), "")
        self.assertEqual(self.accounts(), [])
        self.assertEqual(list((self.home / "cache" / "tideline").iterdir()), [])
        self.run_tideline("account", "remove", "Tide", status=2)

    def test_an_address_that_was_edited_to_starttls_gets_its_password_in_place_of_the_older(
            self) -> None:
        self.bus = keyring = self.enterContext(Keyring(self.home))
        self.add("--name", "Tide")
        [account] = self.accounts()
        file = self.config / "accounts.json"
        edited = json.loads(file.read_text())
        edited["accounts"][0] |= {"port": self.server.port, "security": "imap"}
        file.write_text(json.dumps(edited))
        self.server.set_password(USER, "Low water 7")
        self.server.restart()
        [changed] = self.accounts()
        added = self.run_tideline("account", "add", changed["url"], "--password-file",
                                  self.password_file("Low water 7")).stdout
        self.assertIn("Greeted, and protected by STARTTLS", added)
        self.assertIn("TLS 1.3", added)
        self.assertEqual([each["id"] for each in self.accounts()], [account["id"]])
        self.assertEqual(keyring.passwords(account["id"]), ["Low water 7"])


class Nonsense(HomeCase):
    def test_a_list_that_is_damaged_or_newer_is_left_alone(self) -> None:
        self.config.mkdir(parents=True)
        file = self.config / "accounts.json"
        for text, words in (("{ half", "is damaged"),
                            ('{"version": 2, "accounts": {}}', "newer Tideline")):
            file.write_text(text)
            for command in (["list"], ["add", "imaps://ann@localhost/"], ["remove", "a"]):
                errors = self.run_tideline("account", *command, status=1).stderr
                self.assertIn(words, errors)
                self.assertIn(str(file), errors)
            self.assertEqual(file.read_text(), text)

    def test_a_url_with_a_password_and_a_pin_that_is_none_are_refused(self) -> None:
        for command in (["account", "add"], ["account", "check"], ["list"]):
            done = self.run_tideline(*command, "imaps://ann:hush@localhost/", status=2)
            self.assertIn("without a password", done.stderr)
            self.assertNotIn("hush", done.stdout + done.stderr)
        self.run_tideline("account", "add", "imaps://ann@localhost/", "--pin", "abc", status=2)
