"""GNOME's online accounts: passwords, tokens, a service that fails, and the real service."""

import json
import sys
from pathlib import Path

from Servers.scripted import TOKEN

from .account_case import PASSWORD, USER, HomeCase, ScriptedCase
from .bus import Bus
from .online_accounts import REFUSES, OnlineAccounts, RealOnlineAccounts, account

_GOOD, _OLD = f"ret = ({TOKEN!r}, 3600)", "ret = ('old', 3600)"
# The token is outdated until the service has renewed it.
_RENEWED = {"EnsureCredentials": "objects['renewed'] = True; ret = 3600",
            "GetAccessToken": f"ret = ({TOKEN!r} if 'renewed' in objects else 'old', 3600)"}
_RENEWED_IN_VAIN = _RENEWED | {
    "GetAccessToken": "ret = ('older' if 'renewed' in objects else 'old', 3600)"}


class OnlineCase(HomeCase):
    def offer(self, *accounts: dict, **what: object) -> OnlineAccounts:
        self.bus = self.serve(OnlineAccounts, self.home, *accounts, **what)
        return self.bus

    def errors(self, user: str = USER) -> str:
        return self.run_tideline("list", user, status=1).stderr

    def assert_nothing_is_kept(self) -> None:
        self.assertFalse((self.config / "accounts.json").exists())


class Passwords(OnlineCase, ScriptedCase):
    def account(self, host: str, password: str = PASSWORD, **changes: object) -> dict:
        return account(USER, host, {"GetPassword": f"ret = {password!r}"}, **changes)

    def test_it_is_listed_and_opened_by_its_name_or_address(self) -> None:
        self.offer(self.account(self.host, PresentationIdentity="Ann at sea"))
        self.assertEqual(self.run_tideline("account", "list").stdout,
                         f"Ann at sea\t{self.url} (online account, Sea & Sons)\n")
        [found] = self.accounts()
        self.assertEqual(found["online"], {"address": USER, "provider": "Sea & Sons",
                                           "signInNeeded": False})
        for name in (USER, "Ann at sea"):
            listed = json.loads(self.run_tideline("list", name, "--json").stdout)
            self.assertEqual(len(listed["conversations"]), 2)
        self.assertIn("6\t", self.run_tideline("folders", USER).stdout)
        self.assertIn(f"Logged in as {USER} by PLAIN",
                      self.run_tideline("account", "check", USER).stdout)
        self.assertEqual(len(self.stores()), 1)
        self.assert_nothing_is_kept()
        refused = self.run_tideline("account", "remove", USER, status=2)
        self.assertIn("the system’s settings, under Online Accounts", refused.stderr)

        # A bad certificate is refused, although the account accepts it.
        self.server.present("self-signed")
        self.logins()
        self.assertIn("not signed by an authority", self.errors())
        self.assertEqual(self.logins(), 0)

    def test_a_password_that_is_refused_leads_to_the_settings_or_to_an_account_that_was_added(
            self) -> None:
        self.offer(self.account(self.host, "old"))
        errors = self.errors()
        self.assertIn("You need to sign in to “localhost” again", errors)
        self.assertIn("Online Accounts", errors)
        self.offer(self.account("nobody.invalid"))
        self.add()
        self.assertEqual(len(self.accounts()), 2)
        self.assertTrue(self.run_tideline("list", USER, env=self.with_password()).stdout)

    def test_the_real_service_has_the_account_and_its_password(self) -> None:
        self.bus = self.serve(RealOnlineAccounts, self.home, USER, self.host, PASSWORD)
        [found] = self.accounts()
        self.assertEqual((found["name"], found["url"]), (USER, self.url))
        listed = json.loads(self.run_tideline("list", USER, "--json").stdout)
        self.assertEqual(len(listed["conversations"]), 2)
        self.assert_nothing_is_kept()


class Tokens(OnlineCase, ScriptedCase):
    def offer_each(self, *methods: dict, **properties: object) -> list[str]:
        """Offers an account for each of these methods, and returns their users."""
        users = [f"{number}@tide.example" for number in range(len(methods))]
        self.server.users = dict.fromkeys(users, PASSWORD)
        self.offer(*(account(user, self.host, each.get("methods", each), each.get("replies"),
                             **properties) for user, each in zip(users, methods)))
        return users

    def test_a_token_logs_in_by_the_mechanism_that_is_offered(self) -> None:
        self.offer(account(USER, self.host, {"GetAccessToken": _GOOD}))
        self.assertTrue(self.run_tideline("list", USER).stdout)
        self.assertIn("by OAUTHBEARER", self.run_tideline("account", "check", USER).stdout)
        self.server.without.add("AUTH=OAUTHBEARER")
        self.assertIn("by XOAUTH2", self.run_tideline("account", "check", USER).stdout)
        self.assert_nothing_is_kept()
        self.assertNotIn(TOKEN, self.run_tideline("list", USER, "--verbose").stderr)

    def test_a_token_that_is_expired_or_not_given_is_renewed_once(self) -> None:
        given = f"if 'renewed' in objects:\n  {_GOOD}\nelse:\n  {REFUSES}"
        for methods, logins in ((_RENEWED, 2), (_RENEWED | {"GetAccessToken": given}, 1)):
            service = self.offer(account(USER, self.host, methods))
            self.assertTrue(self.run_tideline("list", USER).stdout)
            self.assertEqual((self.logins(), service.calls("EnsureCredentials")), (logins, 1))

    def test_where_only_the_user_can_sign_in_again_the_way_is_named(self) -> None:
        users = self.offer_each(
            {"GetAccessToken": REFUSES, "EnsureCredentials": REFUSES},
            {"GetAccessToken": _OLD, "EnsureCredentials": REFUSES},
            {"GetAccessToken": _OLD}, _RENEWED_IN_VAIN, AttentionNeeded=True)
        for user, logins in zip(users, (0, 1, 1, 2)):
            errors = self.errors(user)
            self.assertIn("You need to sign in to “localhost” again", errors)
            self.assertIn("the system’s settings, under Online Accounts", errors)
            self.assertEqual(self.logins(), logins)
        self.assertEqual(self.run_tideline("account", "list").stdout.count(
            "sign in again in the system’s settings"), len(users))

    def test_an_answer_that_makes_no_sense_is_a_sentence(self) -> None:
        sentences = ("makes no sense", "makes no sense", "no", "There is no mailbox at",
                     "disconnected")
        users = self.offer_each(
            {"methods": {"GetAccessToken": "ret = 7"}, "replies": {"GetAccessToken": "i"}},
            {"GetAccessToken": "ret = ('', 0)"}, {"GetAccessToken": "raise ValueError('no')"},
            {}, {"GetAccessToken": "import os; os._exit(1)"})
        for user, sentence in zip(users, sentences):
            self.assertIn(sentence, self.errors(user))
        self.assertEqual(self.logins(), 0)


class Trouble(OnlineCase):
    clock: list[str] = []

    def command(self, arguments: object) -> list[str]:
        return [*self.clock, *super().command(arguments)]

    def good(self, **changes: object) -> dict:
        return account(USER, "imap.tide.example", {"GetPassword": "ret = 'x'"}, **changes)

    def test_only_what_can_be_used_is_listed_in_a_line_that_a_terminal_survives(self) -> None:
        self.offer(self.good(ImapUseSsl=False), self.good(ImapHost=7), self.good(ImapHost=["a"]),
                   self.good(ImapUserName="", EmailAddress=False),
                   account(USER, "imap.tide.example"),
                   {"properties": {}, "methods": {}, "replies": {}},
                   self.good(PresentationIdentity="a\x1b[2J\nb", ProviderName="\x9b"))
        [listed] = self.run_tideline("account", "list").stdout.splitlines()
        self.assertFalse({"\x1b", "\x9b"} & set(listed))

    def test_without_a_service_or_a_bus_there_are_none(self) -> None:
        for bus in (None, self.enterContext(Bus(self.home))):
            self.bus = bus
            done = self.run_tideline("account", "list")
            self.assertEqual(done.stderr, "There is no account. “tideline account add” adds one.\n")
            self.assertIn("There is no mailbox at", self.errors())

    def test_a_service_that_fails_is_named(self) -> None:
        for objects, words in ((("s", "ret = 'x'"), "makes no sense"),
                               (("a{sv}", "ret = {'a': 7}"), "makes no sense"),
                               (("a{oa{sa{sv}}}", "raise ValueError('out of order')"),
                                "out of order")):
            self.offer(self.good(), objects=objects)
            self.assert_failing(words)

    def test_a_service_that_does_not_answer_is_left_behind(self) -> None:
        self.offer(self.good()).stop()
        # The program's seconds pass as fast as it can follow.
        tests = Path(__file__).parents[1]
        self.clock = ["env", f"PYTHONPATH={tests}", sys.executable, "-m", "Clock"]
        self.assert_failing("nothing came within 10 s")

    def assert_failing(self, words: str) -> None:
        done = self.run_tideline("account", "list")
        self.assertIn("GNOME Online Accounts do not answer", done.stderr)
        self.assertIn(words, done.stderr)
        self.assertIn(words, self.errors())
