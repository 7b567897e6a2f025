"""Accounts that are added in the window: real servers, a real keyring, by keys and by names."""

import shutil
import socket

from account_window import AccountWindowCase
from app import App
from CommandLine.account_case import PASSWORD, USER, AccountCase
from CommandLine.online_accounts import account
from CommandLine.private_network import settings
from Servers import messages
from waiting import wait_until

_DOMAIN = "tide.example"
_TYPED = "Ebbe & Flut 7/\"'"  # all characters are on the keyboard
_ELSEWHERE, _UNKNOWN = "bo@bay.example", "cy@reef.example"


class ByAddress(AccountWindowCase):
    def test_an_address_and_a_password_lead_to_the_mail(self) -> None:
        well_known = "bay.example/.well-known/autoconfig/mail/config-v1.1.xml"
        network = self.network(
            f"sea.{_DOMAIN}", "bay.example", "imap.hoster.example", "sea.example",
            password=_TYPED, users=(USER, _ELSEWHERE, _UNKNOWN),
            services={f"_imaps._tcp.{_DOMAIN}": [f"sea.{_DOMAIN}", 993]},
            documents={well_known: settings("imap.hoster.example")})
        keyring = self.serve_keyring()
        app = self.open_window(within=network.command)
        with self.part("by keyboard alone"):
            button = app.root.find("button", "Add Account…")
            wait_until("the focus on it", lambda: "focused" in button.states)
            self.devices.key("Return")
            self.dialog(app)
            for text, key in ((USER, "Tab"), (_TYPED, "Return")):
                self.type(text)
                self.devices.key(key)
            self.assert_mail_is_shown(app, rows=1)
            [account] = self.accounts()
            self.assertEqual((account["name"], account["keyring"]), (USER, True))
            self.assertEqual(account["url"], f"imaps://ann%40{_DOMAIN}@sea.{_DOMAIN}/")
            self.assertEqual(keyring.password(account["id"]), _TYPED)
        with self.part("a server elsewhere is confirmed before the password is sent"):
            for answer in ("Cancel", "Log In"):
                if answer == "Cancel":
                    dialog = self.begin(app, _ELSEWHERE)
                self.press(dialog, "Add")
                question = app.root.find(None, "Log In at “imap.hoster")
                question.find("label", ".*not of that domain")
                self.press(question, answer)
                if answer == "Cancel":
                    self.wait_for_notice(dialog, "Nothing was added")
                    self.assertEqual(len(self.accounts()), 1)
            self.assert_mail_of(app, _ELSEWHERE)
        with self.part("where nobody knows the server, it is typed"):
            dialog = self.begin(app, _UNKNOWN)
            self.press(dialog, "Add")
            self.wait_for_notice(dialog, "No IMAP server was found for “reef.example”")
            self.assertEqual(self.entry(dialog, "Mail Address").text, _UNKNOWN)
            self.type("sea.example")
            host = self.entry(dialog, "Name of the Server")
            wait_until("the typed name", lambda: host.text == "sea.example",
                       describe=lambda: host.text)
            self.press(dialog, "Add")
            self.assert_mail_of(app, _UNKNOWN)
        self.assert_password_is_nowhere(app, _TYPED)

    def begin(self, app: App, address: str):
        """Opens the dialog from the main menu's action, and types the address and password."""
        app.activate("add-account")
        dialog = self.dialog(app)
        self.fill(dialog, _TYPED)
        self.entry(dialog, "Mail Address").text = address
        return dialog

    def assert_mail_of(self, app: App, address: str) -> None:
        app.root.find_window(f"{address}$")
        self.assert_mail_is_shown(app, rows=1)


class ByHand(AccountWindowCase, AccountCase):
    def setUp(self) -> None:
        super().setUp()
        self.port = str(self.server.tls_port)

    def type_server(self, dialog, password: str = PASSWORD, port: str = "") -> None:
        self.fill(dialog, password, host="localhost", port=port or self.port)
        self.press(dialog, "Add")

    def test_what_was_typed_is_kept_until_it_is_right(self) -> None:
        listener = self.enterContext(socket.create_server(("127.0.0.1", 0)))
        silent = str(listener.getsockname()[1])
        keyring = self.serve_keyring()
        app = self.open_window()
        with self.part("the main menu opens the dialogue, and Escape closes it"):
            app.root.find("button", "Add Account…")
            self.devices.key("F10")
            app.menu_item("Add Account…").act()
            dialog = self.dialog(app)
            self.assertNotIn("sensitive", dialog.find("button", "Add$").states)
            # Newer versions of libadwaita say “Password”.
            dialog.find("button", "Show (Text|Password)$").act()
            dialog.find("button", "Hide (Text|Password)$")
            self.devices.key("Escape")
            app.root.wait_until_gone("window", "Add Account$")
        with self.part("a host that does not answer is given up by a button"):
            dialog = self.open_dialog(app)
            self.type_server(dialog, port=silent)
            dialog.find("label", "Connecting to localhost…")
            self.press(dialog, "Stop")
            wait_until("what was typed to be there again",
                       lambda: "sensitive" in dialog.find("button", "Add$").states)
            self.assertEqual(self.entry(dialog, "Port").text, silent)
            self.devices.key("Escape")
            app.root.wait_until_gone("window", "Add Account$")
            self.assertEqual(self.accounts(), [])
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
        for password, why in (("wrong", ""), (PASSWORD, "The server has refused this password")):
            again.root.find("label", why or "It is not in the keyring|The keyring does not answer")
            question = again.root.find(None, "Password for “ann@")
            question.find("text box", "Password$").text = password
            self.press(question, "Log In")
        again.trace.wait(header="idle", test=lambda state: state["rows"] == 2)
        self.assert_password_is_nowhere(again)


class Rows(AccountWindowCase, AccountCase):
    def test_accounts_of_each_kind_are_opened_by_their_rows(self) -> None:
        with self.part("the only mailbox, an online account, opens by itself"):
            self.serve_online(account("bo@tide.example", self.host,
                                      {"GetPassword": f"ret = {PASSWORD!r}"},
                                      PresentationIdentity="Bo at sea"))
            for user in ("bo@tide.example", "cy@tide.example"):
                self.server.add_user(user, PASSWORD)
            self.server.fill(messages.sample(9), "bo@tide.example")
            self.server.fill(messages.sample(12), "cy@tide.example")
            app = self.open_window()
            self.assert_mail_is_shown(app, rows=3)
            self.assertEqual(app.close(), 0)
        with self.part("it is opened by its address"):
            app = self.open("bo@tide.example", env=self.window_env)
            self.assert_mail_is_shown(app, rows=3)
            self.assertFalse((self.config / "accounts.json").exists())
            self.assertEqual(app.close(), 0)
        shutil.rmtree(self.home / "state")
        self.serve_keyring()
        self.add("--name", "Tide")
        self.offer_by_thunderbird("cy@tide.example")
        app = self.open_window()
        with self.part("an account that was added"):
            row = app.root.find("list item", "Tide$")
            self.assertEqual(row.description, f"{USER} · localhost")
            self.go_to(app, "Tide$")
            self.devices.key("Return")
            self.assert_mail_is_shown(app, rows=2)
            app.activate("welcome")
            app.root.find("label", "Recent$")
            self.assertEqual(app.root.find("list item", "Tide$").description, f"{USER} · localhost")
        with self.part("an online account"):
            row = app.root.find("list item", "Bo at sea$")
            self.assertEqual(row.description, "bo@tide.example · Sea & Sons")
            app.root.find("button", "Bo at sea$").act()
            self.assert_mail_is_shown(app, rows=3)
        with self.part("an account of Thunderbird's needs its password only"):
            app.activate("welcome")
            row = app.root.find("list item", "cy@tide.example$")
            self.assertEqual(row.description,
                             "localhost · set up in Thunderbird; needs its password")
            self.go_to(app, "cy@tide.example$")
            self.devices.key("Return")
            dialog = self.dialog(app)
            self.assertEqual(self.entry(dialog, "Mail Address").text, "cy@tide.example")
            self.entry(dialog, "Password").text = PASSWORD
            # The entry of the password already has the focus.
            self.devices.key("Return")
            self.assert_mail_is_shown(app, rows=4)
            self.assertEqual([account["url"] for account in self.accounts()
                              if account["name"] != "Tide" and "online" not in account],
                             [self.url.replace("ann%40", "cy%40")])

    def offer_by_thunderbird(self, user: str) -> None:
        profile = self.home / ".thunderbird" / "a.default"
        profile.mkdir(parents=True)
        (profile.parent / "profiles.ini").write_text("[Profile0]\nName=a\nPath=a.default\n")
        server = {"type": '"imap"', "hostname": '"localhost"', "port": self.server.tls_port,
                  "socketType": 3, "userName": f'"{user}"'}
        (profile / "prefs.js").write_text("".join(
            f'user_pref("mail.server.server1.{name}", {value});\n'
            for name, value in server.items()))

    def go_to(self, app: App, name: str) -> None:
        """Presses Down until the row has the focus. A look-up that ends may replace the row."""
        def focused() -> list[str]:
            return [row.name for row in app.root.find_all("list item") if "focused" in row.states]
        while "focused" not in app.root.find("list item", name).states:
            before = focused()
            self.devices.key("Down")
            if before:
                wait_until("the focus to move", lambda: focused() != before)
            else:
                self.devices.settle()  # Something between two groups of rows had the focus.
