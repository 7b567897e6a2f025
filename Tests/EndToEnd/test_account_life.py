"""Accounts on servers after they were added, in the window: signing in again, adding them
again, and removing them."""

import subprocess

from accessibility import Node
from account_window import AccountWindowCase, own_store
from app import App
from CommandLine.account_case import PASSWORD, USER, AccountCase
from CommandLine.keyring import Keyring
from CommandLine.online_accounts import REFUSES, OnlineAccounts, account
from Servers import messages, processes
from Servers.scripted import TOKEN, Scripted
from waiting import wait_until

_NEW = "Low water 7"
_UNTRUSTED = ".*not signed by an authority"


class Life(AccountWindowCase, AccountCase):
    def open_added(self) -> tuple[App, Keyring, str]:
        """Opens an added account. Also returns its keyring, and its ID, which the keyring uses."""
        keyring = self.serve_keyring()
        self.add("--name", "Tide")
        self.run_tideline("refresh", "Tide")
        return self.open_own(), keyring, self.accounts()[0]["id"]

    def open_own(self) -> App:
        """Opens the window with the account's own store."""
        app = self.open_window(within=own_store)
        app.trace.wait(header="idle", runs=1, rows=2)
        return app

    def change_password(self) -> None:
        self.server.set_password(USER, _NEW)
        self.restart()

    def restart(self, *certificate: str) -> None:
        """Restarts the server, and waits until the open session has ended, which takes Dovecot
        some seconds."""
        self.server.restart(*certificate)
        processes.wait_until("the session to end",
                             lambda: "Server shutting down" in self.server.log())


class SignInAgain(Life):
    def test_a_password_that_was_changed_is_asked_for_by_each_refresh_until_it_is_kept(self) -> None:
        app, keyring, number = self.open_added()
        self.change_password()
        # The app asks for the password only when the user wants mail.
        app.root.find("label", "“localhost” refused the login")
        for run, answer in enumerate((None, None, "wrong", _NEW), start=2):
            app.activate("refresh")
            question = app.root.find(None, "Password for “ann@")
            question.find("label", "The server has refused the password in the keyring")
            if answer is None:
                self.press(question, "Cancel")
            else:
                question.find("text box", "Password$").text = answer
                self.press(question, "Log In")
            app.trace.wait(header="idle", runs=run, rows=2)
            if answer != _NEW:
                app.root.find("label", "“localhost” refused the login")
                self.assertEqual(keyring.password(number), PASSWORD)
        wait_until("the new password in the keyring", lambda: keyring.password(number) == _NEW)
        self.assertEqual(app.close(), 0)
        self.assert_password_is_nowhere(self.open_own(), _NEW)

    def test_a_keyring_that_is_locked_or_gone_keeps_the_password_and_the_rest_can_go(self) -> None:
        with Keyring(self.home, self.stage.session.env) as self.bus:
            self.add("--name", "Tide")
            self.run_tideline("refresh", "Tide")
            app = self.open_own()
            with self.part("a password that is locked is not said to be removed"):
                self.bus.lock()
                question = self.remove(app)
                question.find("label", "The keyring is locked")
                self.press(question, "Cancel")
                [account] = self.accounts()
                self.assertEqual(app.close(), 0)
            with self.part("where the keyring stays locked, the password is typed for now"):
                app = self.open_window(within=own_store)
                question = app.root.find(None, "Password for “ann@")
                question.find("label", "The keyring is locked. .*until it is closed")
                question.find("text box", "Password$").text = PASSWORD
                self.press(question, "Log In")
                app.trace.wait(header="idle", runs=1, rows=2)
        self.bus = None
        with self.part("where the keyring is gone, the rest can be removed"):
            question = self.remove(app)
            question.find("label", "The keyring does not answer")
            self.press(question, "Remove Anyway")
            app.root.find("button", "Add Account…")
            wait_until("the account to be gone", lambda: self.accounts() == [])
            self.assertEqual(self.stores(), [])
        self.assertEqual(self.serve_keyring().password(account["id"]), PASSWORD)

    def remove(self, app: App) -> Node:
        """Removes the account, which leads to a question about its password."""
        app.activate("remove-account")
        self.press(app.root.find(None, "Remove “Tide”"), "Remove")
        return app.root.find(None, "Leave Its Password")


class Tokens(AccountWindowCase):
    """The tokens of an online account, which its service keeps."""

    def setUp(self) -> None:
        super().setUp()
        self.server = self.enterContext(Scripted())
        self.server.users = {USER: PASSWORD}
        self.server.fill(messages.sample(3))

    def offer(self, ensure_credentials: str) -> OnlineAccounts:
        token = f"ret = ({TOKEN!r} if 'renewed' in objects else 'old', 3600)"
        return self.serve_online(
            account(USER, f"localhost:{self.server.tls_port}",
                    {"EnsureCredentials": ensure_credentials, "GetAccessToken": token}))

    def test_once_its_user_has_signed_in_again_the_mail_is_there(self) -> None:
        self.offer(f"if 'asked' in objects:\n  objects['renewed'] = True; ret = 3600\n"
                   f"else:\n  objects['asked'] = True; {REFUSES}")
        app = self.open_window()
        app.root.find("label", "You need to sign in to “localhost” again .*Online Accounts")
        app.root.find("button", "Try Again$").act()
        self.assert_mail_is_shown(app, rows=1)

    def test_one_that_has_expired_is_renewed_without_a_word_also_where_the_service_is_late(
            self) -> None:
        service = self.offer("objects['renewed'] = True; ret = 3600")
        app = self.open_window(within=own_store)
        self.assert_mail_is_shown(app, rows=1)
        self.assertEqual(service.calls("EnsureCredentials"), 1)
        self.assertEqual(app.close(), 0)
        service.stop()
        app = self.open_window(within=own_store)
        app.root.find("label", ".*GNOME Online Accounts do not answer")
        self.assert_mail_is_shown(app, rows=1)
        self.assertEqual(len(app.root.children), 1)
        service.go_on()
        app.root.find("button", "Try Again$").act()
        app.trace.wait(header="idle", runs=2, rows=1)
        self.assertEqual(len(app.root.children), 1)


class Removal(Life):
    def test_an_account_goes_with_its_list_and_password_and_the_mail_stays(self) -> None:
        app, keyring, number = self.open_added()
        self.assertEqual(len(self.stores()), 1)
        mail = self.mail()
        app.activate("remove-account")
        question = app.root.find(None, "Remove “Tide”")
        question.find("label", "Its list, its password .*Nothing on the server changes")
        self.press(question, "Remove")
        app.root.find("button", "Add Account…")
        wait_until("the list to be gone", lambda: self.stores() == [])
        wait_until("the account to be gone", lambda: self.accounts() == [])
        self.assertEqual(keyring.password(number), "")
        self.assertEqual(self.mail(), mail)
        self.assertEqual(app.close(), 0)
        self.assertEqual(self.stores(), [])
        state = "".join(path.read_text() for path in (self.home / "state").rglob("*.json"))
        self.assertNotIn("localhost", state)

    def test_one_that_the_command_line_removes_leaves_the_window(self) -> None:
        app, _, _ = self.open_added()
        self.run_tideline("account", "remove", "Tide")
        # The window updates its accounts when it becomes active again.
        app.open_preferences()
        app.close_preferences()
        app.root.find("button", "Add Account…")

    def test_one_that_is_removed_while_no_window_is_open_stays_away(self) -> None:
        app, _, _ = self.open_added()
        self.assertEqual(app.close(), 0)
        self.run_tideline("account", "remove", "Tide")
        app = self.open_window(within=own_store)
        app.root.find("button", "Add Account…")
        self.assertEqual(app.close(), 0)
        self.assertEqual(self.stores(), [])

    def test_one_that_is_removed_while_its_mail_is_waited_for_without_a_window_is_left(self) -> None:
        keyfile = self.home / "config" / "glib-2.0" / "settings" / "keyfile"
        keyfile.parent.mkdir(parents=True)
        keyfile.write_text("[org/tideline/Tideline]\ntell-of-new-mail=true\n")
        app, _, _ = self.open_added()
        self.devices.settle()
        self.devices.key("ctrl+w")
        wait_until("no window", lambda: not app.root.children)
        wait_until("the mail to be waited for", self.connections)
        self.run_tideline("account", "remove", "Tide")
        wait_until("the server to be left", lambda: not self.connections())
        self.assertEqual(self.stores(), [])
        keyfile.write_text("[org/tideline/Tideline]\ntell-of-new-mail=false\n")
        self.assertEqual(app.close(), 0)

    def connections(self) -> list[str]:
        """The open connections to the server."""
        return subprocess.run(
            ["ss", "--no-header", "--tcp", "--numeric", "state", "established",
             f"dport = :{self.server.tls_port}"],
            check=True, capture_output=True, text=True).stdout.splitlines()

    def mail(self) -> list[str]:
        return sorted(path.name for path in self.server.maildir(USER).glob("[cn]*/*"))


class AddedAgain(Life):
    def test_a_certificate_that_was_renewed_is_accepted_in_all_open_windows(self) -> None:
        app, _, _ = self.open_added()
        env = self.stage.session.env | self.window_env
        self.run_tideline("--action", "new-window", env=env)
        wait_until("another window", lambda: len(app.root.children) == 2)
        self.press(app.root.children[1], "Tide")
        wait_until("its mail", lambda: app.root.children[1].find_all("list item", "Tide 0"))
        self.restart("self-signed")
        for window in (1, 2):
            app.activate("refresh", window)
        wait_until("both to say why", lambda: all(
            window.find_all("label", _UNTRUSTED) for window in app.root.children))
        app.activate("add-account")
        dialog = self.dialog(app)
        self.fill(dialog, host="localhost", port=str(self.server.tls_port))
        self.press(dialog, "Add")
        self.press(app.root.find(None, "Accept This Certificate"), "Accept")
        app.root.wait_until_gone("label", _UNTRUSTED)
        app.trace.wait(header="idle", rows=2)
        self.assertEqual(len(self.accounts()), 1)
