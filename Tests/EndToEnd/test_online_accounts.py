"""GNOME's online accounts: passwords, tokens, a service that fails, and the real service."""

import json

from account_case import PASSWORD, USER, AccountCase, HomeCase
from account_window import AccountWindowCase
from keyring import Bus
from maildir import Maildir
from online_accounts import REFUSES, OnlineAccounts, RealOnlineAccounts, account
from Servers import messages
from Servers.processes import Unavailable
from Servers.scripted import TOKEN, Scripted

_GOOD, _OLD = f"ret = ({TOKEN!r}, 3600)", "ret = ('old', 3600)"
# The token is outdated until the service has renewed it.
_RENEWED = {"EnsureCredentials": "objects['renewed'] = True; ret = 3600",
            "GetAccessToken": f"ret = ({TOKEN!r} if 'renewed' in objects else 'old', 3600)"}
_RENEWED_IN_VAIN = _RENEWED | {
    "GetAccessToken": "ret = ('older' if 'renewed' in objects else 'old', 3600)"}


class OnlineCase(HomeCase):
    def serve(self, *accounts: dict, **what: object) -> OnlineAccounts:
        try:
            self.bus = self.enterContext(OnlineAccounts(self.home, *accounts, **what))
        except Unavailable as reason:
            self.skipTest(str(reason))
        return self.bus

    def assert_nothing_is_kept(self) -> None:
        self.assertFalse((self.config / "accounts.json").exists())


class Passwords(OnlineCase, AccountCase):
    def account(self, **changes: object) -> dict:
        return account(USER, self.host, {"GetPassword": f"ret = {PASSWORD!r}"}, **changes)

    def test_it_is_listed_and_opened_by_its_name_or_address(self) -> None:
        self.serve(self.account(PresentationIdentity="Ann at sea"))
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

    def test_starttls_and_a_port_of_its_own(self) -> None:
        self.serve(self.account(ImapHost=f"localhost:{self.server.port}", ImapUseSsl=False,
                                ImapUseTls=True))
        self.assertIn("imap://", self.accounts()[0]["url"])
        self.assertTrue(self.run_tideline("list", USER).stdout)

    def test_an_account_that_was_added_comes_first(self) -> None:
        self.serve(account(USER, "nobody.invalid", {"GetPassword": "ret = ''"}))
        self.add()
        self.assertEqual(len(self.accounts()), 2)
        with_file = {"TIDELINE_PASSWORD_FILE": str(self.password_file())}
        self.assertTrue(self.run_tideline("list", USER, env=with_file).stdout)

    def test_wrong_certificates_are_refused_although_they_are_allowed_there(self) -> None:
        self.server.restart("self-signed")
        self.serve(self.account(ImapAcceptSslErrors=True))
        self.assertIn("not signed by an authority",
                      self.run_tideline("list", USER, status=1).stderr)
        self.assertNotIn("Login:", self.server.log())

    def test_a_password_that_the_server_refuses_leads_to_the_settings(self) -> None:
        self.serve(account(USER, self.host, {"GetPassword": "ret = 'old'"}))
        errors = self.run_tideline("list", USER, status=1).stderr
        self.assertIn("You need to sign in to “localhost” again", errors)
        self.assertIn("Online Accounts", errors)


class Window(OnlineCase, AccountCase):
    def test_it_opens_by_the_accounts_address(self) -> None:
        one = account(USER, self.host, {"GetPassword": f"ret = {PASSWORD!r}"})
        self.serve(one, session=self.stage.session.env)
        app = self.open(USER, env={"TIDELINE_CA_FILE": self.env["TIDELINE_CA_FILE"]})
        app.wait_until_idle(2)
        self.assertEqual(len(app.row_names()), 2)


class RealService(OnlineCase, AccountWindowCase, AccountCase):
    def serve_real(self, session: dict[str, str] | None = None) -> None:
        try:
            self.bus = self.enterContext(
                RealOnlineAccounts(self.home, USER, self.host, PASSWORD, session))
        except Unavailable as reason:
            self.skipTest(str(reason))

    def test_the_real_service_has_the_account_and_its_password(self) -> None:
        self.serve_real()
        [found] = self.accounts()
        self.assertEqual((found["name"], found["url"]), (USER, self.url))
        listed = json.loads(self.run_tideline("list", USER, "--json").stdout)
        self.assertEqual(len(listed["conversations"]), 2)
        self.assert_nothing_is_kept()

    def test_an_account_of_the_real_service_opens_by_itself_as_the_only_one(self) -> None:
        self.serve_real(self.stage.session.env)
        app = self.open_window()
        self.assert_mail_is_shown(app, rows=2)
        self.assert_nothing_is_kept()

    def test_of_several_mailboxes_it_is_one_click_away(self) -> None:
        self.serve_real(self.stage.session.env)
        Maildir(self.home / "Maildir").deliver("On disk")
        app = self.open_window()
        app.root.find("button", "ann@").act()
        self.assert_mail_is_shown(app, rows=2)


class Tokens(OnlineCase):
    def setUp(self) -> None:
        super().setUp()
        self.server = self.enterContext(Scripted())
        self.server.users = {USER: PASSWORD}
        self.server.fill(messages.sample(3))
        self.host = f"localhost:{self.server.tls_port}"

    def logins(self) -> int:
        return len(self.server.commands("AUTHENTICATE"))

    def test_a_token_logs_in_by_the_mechanism_that_is_offered(self) -> None:
        self.serve(account(USER, self.host, {"GetAccessToken": _GOOD}))
        self.assertTrue(self.run_tideline("list", USER).stdout)
        self.assertIn("by OAUTHBEARER", self.run_tideline("account", "check", USER).stdout)
        self.server.without.add("AUTH=OAUTHBEARER")
        self.assertIn("by XOAUTH2", self.run_tideline("account", "check", USER).stdout)
        self.assert_nothing_is_kept()
        self.assertNotIn(TOKEN, self.run_tideline("list", USER, "--verbose").stderr)

    def test_an_expired_token_is_renewed_once(self) -> None:
        service = self.serve(account(USER, self.host, _RENEWED))
        self.assertTrue(self.run_tideline("list", USER).stdout)
        self.assertEqual((self.logins(), service.calls("EnsureCredentials")), (2, 1))

    def test_so_is_one_that_the_service_does_not_give(self) -> None:
        given = f"if 'renewed' in objects:\n  {_GOOD}\nelse:\n  {REFUSES}"
        service = self.serve(account(USER, self.host, _RENEWED | {"GetAccessToken": given}))
        self.assertTrue(self.run_tideline("list", USER).stdout)
        self.assertEqual((self.logins(), service.calls("EnsureCredentials")), (1, 1))

    def test_where_only_the_user_can_sign_in_again_the_way_is_named(self) -> None:
        for methods, logins in (({"GetAccessToken": REFUSES, "EnsureCredentials": REFUSES}, 0),
                                ({"GetAccessToken": _OLD, "EnsureCredentials": REFUSES}, 1),
                                ({"GetAccessToken": _OLD}, 1), (_RENEWED_IN_VAIN, 2)):
            with self.subTest(methods):
                self.server.forget()
                self.serve(account(USER, self.host, methods, AttentionNeeded=True))
                errors = self.run_tideline("list", USER, status=1).stderr
                self.assertIn("You need to sign in to “localhost” again", errors)
                self.assertIn("the system’s settings, under Online Accounts", errors)
                self.assertEqual(self.logins(), logins)
                self.assertIn("sign in again in the system’s settings",
                              self.run_tideline("account", "list").stdout)

    def test_an_answer_that_makes_no_sense_is_a_sentence(self) -> None:
        for methods, replies, words in (
                ({"GetAccessToken": "ret = 7"}, {"GetAccessToken": "i"}, "makes no sense"),
                ({"GetAccessToken": "ret = ('', 0)"}, {}, "makes no sense"),
                ({"GetAccessToken": "raise ValueError('no')"}, {}, "no"),
                ({"GetAccessToken": "import os; os._exit(1)"}, {}, "disconnected"),
                ({}, {}, "There is no mailbox at")):
            with self.subTest(methods):
                self.serve(account(USER, self.host, methods, replies))
                self.assertIn(words, self.run_tideline("list", USER, status=1).stderr)
        self.assertEqual(self.logins(), 0)


class Trouble(OnlineCase):
    def good(self, name: str = USER) -> dict:
        return account(name, "imap.tide.example", {"GetPassword": "ret = 'x'"})

    def test_only_what_can_be_used_is_listed(self) -> None:
        other = [{"MailDisabled": True}, {"ImapSupported": False}, {"ImapUseSsl": False},
                 {"ImapHost": ""}, {"ImapHost": 7}, {"ImapHost": "a b"}, {"ImapHost": "a:b"},
                 {"ImapHost": "a:0"}, {"ImapHost": "a:1:2"}, {"ImapHost": ["a"]},
                 {"ImapUserName": "", "EmailAddress": False}, {"ImapUserName": "a\nb"},
                 {"ImapUseSsl": "yes"}]
        bad = [account(USER, "imap.tide.example", {"GetPassword": "ret = 'x'"}, **changes)
               for changes in other]
        bad += [account(USER, "imap.tide.example"), {"properties": {}, "methods": {}, "replies": {}}]
        self.serve(*bad, self.good("bo@tide.example"))
        self.assertEqual([one["name"] for one in self.accounts()], ["bo@tide.example"])

    def test_what_a_name_says_to_a_terminal_is_tamed(self) -> None:
        one = self.good()
        one["properties"]["Account"] |= {"PresentationIdentity": "a\x1b[2J\nb", "ProviderName": "\x9b"}
        self.serve(one)
        listed = self.run_tideline("account", "list").stdout
        self.assertEqual(len(listed.splitlines()), 1)
        self.assertFalse({"\x1b", "\x9b"} & set(listed))

    def test_without_a_service_or_a_bus_there_are_none(self) -> None:
        for bus in (None, self.enterContext(Bus(self.home))):
            self.bus = bus
            done = self.run_tideline("account", "list")
            self.assertEqual(done.stderr, "There is no account. “tideline account add” adds one.\n")
            self.assertIn("There is no mailbox at",
                          self.run_tideline("list", USER, status=1).stderr)

    def test_a_service_that_fails_hides_no_other_account(self) -> None:
        for objects, words in ((("s", "ret = 'x'"), "makes no sense"),
                               (("a{sv}", "ret = {'a': 7}"), "makes no sense"),
                               (("a{oa{sa{sv}}}", "raise ValueError('out of order')"),
                                "out of order")):
            with self.subTest(objects):
                self.serve(self.good(), objects=objects)
                self.assert_failing(words)

    def test_a_service_that_does_not_answer_is_left_behind(self) -> None:
        self.serve(self.good()).stop()
        self.assert_failing("nothing came within 10 s")

    def assert_failing(self, words: str) -> None:
        done = self.run_tideline("account", "list")
        self.assertIn("GNOME Online Accounts do not answer", done.stderr)
        self.assertIn(words, done.stderr)
        self.assertIn(words, self.run_tideline("list", USER, status=1).stderr)
