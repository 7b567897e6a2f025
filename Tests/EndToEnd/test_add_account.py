"""Accounts that are added in the window: real servers, a real keyring, by keys and by names."""

import shutil
import socket
import subprocess

from account_window import AccountWindowCase
from CommandLine.account_case import PASSWORD, USER, AccountCase
from CommandLine.online_accounts import account
from CommandLine.private_network import settings
from waiting import wait_until

_DOMAIN = "tide.example"
_TYPED = "Ebbe & Flut 7/\"'"  # all characters are on the keyboard


class ByAddress(AccountWindowCase):
    def test_by_keyboard_alone_an_address_and_a_password_lead_to_the_mail(self) -> None:
        network = self.network(f"sea.{_DOMAIN}", password=_TYPED, services={
            f"_imaps._tcp.{_DOMAIN}": [f"sea.{_DOMAIN}", 993]})
        keyring = self.serve_keyring()
        app = self.open_window(within=network.command)
        button = app.root.find("button", "Add Account…")
        wait_until("the focus on it", lambda: "focused" in button.states)
        self.devices.key("Return")
        dialog = self.dialog(app)
        for text, key in ((USER, "Tab"), (_TYPED, "Return")):
            self.type(text)
            self.devices.key(key)
        self.assert_mail_is_shown(app, rows=1)
        [account] = self.accounts()
        self.assertEqual((account["name"], account["keyring"]), (USER, True))
        self.assertEqual(account["url"], f"imaps://ann%40{_DOMAIN}@sea.{_DOMAIN}/")
        self.assertEqual(keyring.password(account["id"]), _TYPED)
        self.assert_password_is_nowhere(app, _TYPED)

    def test_a_server_elsewhere_is_confirmed_before_the_password_is_sent(self) -> None:
        well_known = f"{_DOMAIN}/.well-known/autoconfig/mail/config-v1.1.xml"
        network = self.network(_DOMAIN, "imap.hoster.example", documents={
            well_known: settings("imap.hoster.example")})
        self.serve_keyring()
        app = self.open_window(within=network.command)
        dialog = self.open_dialog(app)
        for answer in ("Cancel", "Log In"):
            self.fill(dialog)
            self.press(dialog, "Add")
            question = app.root.find(None, "Log In at “imap.hoster")
            question.find("label", ".*not of that domain")
            self.press(question, answer)
            if answer == "Cancel":
                self.wait_for_notice(dialog, "Nothing was added")
                self.assertEqual(self.accounts(), [])
        self.assert_mail_is_shown(app, rows=1)

    def test_where_nobody_knows_the_server_it_is_typed(self) -> None:
        network = self.network("sea.example")
        self.serve_keyring()
        app = self.open_window(within=network.command)
        dialog = self.open_dialog(app)
        self.fill(dialog)
        self.press(dialog, "Add")
        self.wait_for_notice(dialog, "No IMAP server was found for “tide.example”")
        self.assertEqual(self.entry(dialog, "Mail Address").text, USER)
        self.type("sea.example")
        host = self.entry(dialog, "Name of the Server")
        wait_until("the typed name", lambda: host.text == "sea.example", describe=lambda: host.text)
        self.press(dialog, "Add")
        self.assert_mail_is_shown(app, rows=1)


class ByHand(AccountWindowCase, AccountCase):
    def setUp(self) -> None:
        super().setUp()
        self.port = str(self.server.tls_port)

    def type_server(self, dialog, password: str = PASSWORD) -> None:
        self.fill(dialog, password, host="localhost", port=self.port)
        self.press(dialog, "Add")

    def test_what_was_typed_is_kept_until_it_is_right(self) -> None:
        keyring = self.serve_keyring()
        app = self.open_window()
        dialog = self.open_dialog(app)
        with self.part("an account is called as one likes"):
            self.entry(dialog, "Account Name .Optional.").text = "Work/Life"
            self.type_server(dialog, "wrong")
            self.wait_for_notice(dialog, "“Work/Life” cannot be an account’s name")
            self.assertNotIn("Login:", self.server.log())
            # The name has the focus, and typing replaces it.
            self.type("Work")
            self.devices.key("Return")
        with self.part("a wrong password keeps what was typed"):
            self.wait_for_notice(dialog, "“localhost” refused the login .*the name or the password")
            self.assertEqual(self.accounts(), [])
            self.assertEqual(self.entry(dialog, "Name of the Server").text, "localhost")
        with self.part("the right one opens"):
            self.entry(dialog, "Password").text = PASSWORD
            # The entry of the password already has the focus.
            self.devices.key("Return")
            self.assert_mail_is_shown(app, rows=2)
            [account] = self.accounts()
            self.assertEqual((account["name"], account["url"]), ("Work", self.url))
            self.assertEqual(keyring.password(account["id"]), PASSWORD)
            self.assert_password_is_nowhere(app)

    def test_a_certificate_that_is_not_trusted_is_described_and_pinned(self) -> None:
        self.server.restart("self-signed")
        self.serve_keyring()
        app = self.open_window()
        dialog = self.open_dialog(app)
        fingerprint = self.fingerprint()
        for answer in ("Cancel", "Accept"):
            if answer == "Cancel":
                self.type_server(dialog)
            else:
                self.press(dialog, "Add")
            question = app.root.find(None, "Accept This Certificate")
            groups = [fingerprint[at:at + 4] for at in range(0, 64, 4)]
            for words in (" ".join(groups), "CN=localhost"):
                question.find("label", f"{words}$")
            self.assertNotIn("Login:", self.server.log())
            self.press(question, answer)
            if answer == "Cancel":
                self.wait_for_notice(dialog, "not signed by an authority")
                self.assertEqual(self.accounts(), [])
        self.assert_mail_is_shown(app, rows=2)
        self.assertEqual(self.accounts()[0]["pins"], [fingerprint])

    def fingerprint(self) -> str:
        certificate = self.server.certificates.self_signed.certificate
        done = subprocess.run(["openssl", "x509", "-in", certificate, "-noout", "-fingerprint",
                               "-sha256"], capture_output=True, text=True, check=True)
        return done.stdout.strip().partition("=")[2].replace(":", "").lower()

    def test_the_dialogue_is_left_before_and_while_it_connects(self) -> None:
        listener = self.enterContext(socket.create_server(("127.0.0.1", 0)))
        self.port = str(listener.getsockname()[1])
        app = self.open_window()
        with self.part("the main menu opens the dialogue, and Escape closes it"):
            app.root.find("button", "Add Account…")
            self.devices.key("F10")
            app.menu_item("Add Account…").act()
            dialog = self.dialog(app)
            self.assertNotIn("sensitive", dialog.find("button", "Add$").states)
            self.devices.key("Escape")
            app.root.wait_until_gone("window", "Add Account$")
        with self.part("a host that does not answer is given up by a button"):
            dialog = self.open_dialog(app)
            self.type_server(dialog)
            dialog.find("label", "Connecting to localhost…")
            self.press(dialog, "Stop")
            wait_until("what was typed to be there again",
                       lambda: "sensitive" in dialog.find("button", "Add$").states)
            self.assertEqual(self.entry(dialog, "Port").text, self.port)
            self.devices.key("Escape")
            app.root.wait_until_gone("window", "Add Account$")
            self.assertEqual(self.accounts(), [])

    def test_without_a_keyring_the_password_is_asked_for_each_time(self) -> None:
        app = self.open_window()
        dialog = self.open_dialog(app)
        self.type_server(dialog)
        question = app.root.find(None, "The Password Cannot Be Stored")
        question.find("label", "The keyring does not answer .*asked for it each time")
        self.press(question, "Ask Each Time")
        self.assert_mail_is_shown(app, rows=2)
        self.assertFalse(self.accounts()[0]["keyring"])
        self.assertEqual(app.close(), 0)
        again = self.open_window()
        for password in ("wrong", PASSWORD):
            question = again.root.find(None, "Password for “ann@")
            question.find("text box", "Password$").text = password
            self.press(question, "Log In")
            if password == "wrong":
                again.root.find("label", "“localhost” refused the login")
                again.root.find("button", "Try Again$").act()
        again.trace.wait(header="idle", test=lambda state: state["rows"] == 2)
        self.assert_password_is_nowhere(again)


class Rows(AccountWindowCase, AccountCase):
    def test_an_account_that_was_added_is_opened_by_its_row(self) -> None:
        self.serve_keyring()
        self.add("--name", "Tide")
        self.make_mailbox()
        app = self.open_window()
        row = app.root.find("list item", "Tide$")
        self.assertEqual(row.description, f"{USER} · localhost")
        wait_until("the focus on it", lambda: "focused" in row.states)
        self.devices.key("Return")
        self.assert_mail_is_shown(app, rows=2)
        app.activate("welcome")
        app.root.find("label", "Recent$")
        self.assertEqual(app.root.find("list item", "Tide$").description, f"{USER} · localhost")

    def test_an_online_account_is_opened_by_its_row(self) -> None:
        self.serve_online(account(USER, self.host, {"GetPassword": f"ret = {PASSWORD!r}"},
                                  PresentationIdentity="Ann at sea"))
        app = self.open_window()
        self.assert_mail_is_shown(app, rows=2)  # by itself, as the only mailbox
        self.assertEqual(app.close(), 0)
        shutil.rmtree(self.home / "state")
        self.make_mailbox()
        app = self.open_window()
        row = app.root.find("list item", "Ann at sea$")
        self.assertEqual(row.description, f"{USER} · Sea & Sons")
        app.root.find("button", "Ann at sea$").act()
        self.assert_mail_is_shown(app, rows=2)
        self.assertEqual(app.close(), 0)
        app = self.open(USER, env=self.window_env)
        self.assert_mail_is_shown(app, rows=2)
        self.assertFalse((self.config / "accounts.json").exists())

    def test_an_account_of_thunderbird_s_needs_its_password_only(self) -> None:
        self.serve_keyring()
        profile = self.home / ".thunderbird" / "a.default"
        profile.mkdir(parents=True)
        (profile.parent / "profiles.ini").write_text("[Profile0]\nName=a\nPath=a.default\n")
        server = {"type": '"imap"', "hostname": '"localhost"', "port": self.server.tls_port,
                  "socketType": 3, "userName": f'"{USER}"'}
        (profile / "prefs.js").write_text("".join(
            f'user_pref("mail.server.server1.{name}", {value});\n'
            for name, value in server.items()))
        self.make_mailbox()
        app = self.open_window()
        row = app.root.find("list item", f"{USER}$")
        self.assertEqual(row.description, "localhost · set up in Thunderbird; needs its password")
        wait_until("the focus on it", lambda: "focused" in row.states)
        self.devices.key("Return")
        dialog = self.dialog(app)
        self.assertEqual(self.entry(dialog, "Mail Address").text, USER)
        self.entry(dialog, "Password").text = PASSWORD
        # The entry of the password already has the focus.
        self.devices.key("Return")
        self.assert_mail_is_shown(app, rows=2)
        [account] = self.accounts()
        self.assertEqual(account["url"], self.url)

    def make_mailbox(self) -> None:
        """Makes a second mailbox, so that there is a choice."""
        for name in ("cur", "new", "tmp"):
            (self.home / "Maildir" / name).mkdir(parents=True)
        (self.home / "Maildir" / "new" / "1.x.y").write_text("Subject: x\n\nx\n")

    def test_the_only_account_opens_by_itself(self) -> None:
        self.serve_keyring()
        self.add()
        self.assert_mail_is_shown(self.open_window(), rows=2)
