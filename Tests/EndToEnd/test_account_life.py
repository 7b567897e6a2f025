"""Accounts on servers after they were added, in the window: signing in again, adding them
again, and removing them."""

import imaplib
import subprocess

from accessibility import Node
from account_window import AccountWindowCase, own_store
from app import App
from CommandLine.account_case import PASSWORD, USER, AccountCase
from CommandLine.keyring import Keyring
from CommandLine.online_accounts import REFUSES, account
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

    def open_new_window(self) -> None:
        env = self.stage.session.env | self.window_env
        self.run_tideline("--action", "new-window", env=env)

    def open_other(self, app: App) -> Node:
        """Opens another window, and the account in it."""
        self.open_new_window()
        wait_until("another window", lambda: len(app.root.children) == 2)
        window = app.root.children[1]

        def mail_or_choice() -> list[Node]:
            return window.find_all("list item", "Tide 0") or window.find_all("button", "Tide")
        if wait_until("its mail, or the choice", mail_or_choice)[0].role == "button":
            self.press(window, "Tide")
        wait_until("its mail", lambda: window.find_all("list item", "Tide 0"))
        return window

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
        for run, answers in enumerate(((None,), ("wrong", None), ("wrong", _NEW)), start=2):
            app.activate("refresh")
            why = "The server has refused the password in the keyring"
            for answer in answers:
                app.root.find("label", why)
                question = app.root.find(None, "Password for “ann@tide.example”")
                if answer is None:
                    self.press(question, "Cancel")
                else:
                    question.find("text box", "Password$").text = answer
                    self.press(question, "Log In")
                why = "The server has refused this password"
            app.trace.wait(header="idle", runs=run, rows=2)
            if answer != _NEW:
                app.root.find("label", "“localhost” refused the login")
                self.assertEqual(keyring.password(number), PASSWORD)
        wait_until("the new password in the keyring", lambda: keyring.password(number) == _NEW)
        self.assertEqual(app.close(), 0)
        self.assert_password_is_nowhere(self.open_own(), _NEW)

    def test_folders_are_read_and_a_keyring_that_is_locked_or_gone_keeps_the_password(self) -> None:
        self.server.fill(messages.sample(15)[6:], USER, "Archive")
        self.server.fill([], USER, "Empty")
        with Keyring(self.home, self.stage.session.env) as self.bus:
            self.add("--name", "Tide")
            self.run_tideline("refresh", "Tide")
            self.app = app = self.open_own()
            # A refresh reads only the inbox, which has two conversations.
            with self.part("all mail is that of folders that were never read, too"):
                self.choose("All Mail")
                app.trace.wait(rows=5)
            with self.part("a folder without mail says so"):
                self.choose("Empty")
                app.root.find("label", "There is no mail here yet")
            with self.part("a folder that was never read shows its newest page"):
                self.choose("Archive")
                app.trace.wait(rows=3)
                app.root.find("label", "Tide 12")
                self.choose("Inbox")
                app.trace.wait(header="idle", rows=2)
            with self.part("what came into a folder meanwhile is listed with it"):
                filed = messages.Message(b"Subject: Filed\n\nBy a rule.\n")
                self.server.fill([filed], USER, "Archive")
                self.choose("Archive")
                app.trace.wait(rows=4, first="Filed")
                self.choose("Inbox")
                app.trace.wait(header="idle", rows=2)
            with self.part("one refresh leaves a folder that was renamed, and says so"):
                self.choose("Archive")
                app.trace.wait(rows=4)
                with imaplib.IMAP4_SSL("localhost", self.server.tls_port,
                                       ssl_context=self.server.tls_context()) as client:
                    client.authenticate("PLAIN", lambda _: f"\0{USER}\0{PASSWORD}".encode())
                    client.rename("Archive", "Attic")
                self.devices.key("F5")
                app.trace.wait(header="idle", rows=2)
                app.root.find("label", "The folder “Archive” no longer exists")
                self.choose("Attic")
                self.assertFalse([line for line in self.folders if "Archive" in line.name])
                app.trace.wait(rows=4)
                self.choose("Inbox")
                app.trace.wait(header="idle", rows=2)
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
            wait_until(
                "the account to be gone, with its store",
                lambda: self.accounts() == [] and self.stores() == [])
            app.root.find("button", "Add Account…")
            self.assertEqual(app.root.find_all("button", "Tide"), [])
        self.assertEqual(self.serve_keyring().password(account["id"]), PASSWORD)

    def choose(self, name: str) -> None:
        self.devices.key("F9")
        wait_until(
            "the folders to have the focus",
            lambda: any("focused" in line.states for line in self.folders))

        def names_with_it() -> list[str]:
            names = [line.name.partition(",")[0] for line in self.folders]
            return names if name in names else []
        place = wait_until(f"a folder {name!r}", names_with_it).index(name)
        self.devices.key("Home")
        for _ in range(place):
            self.devices.key("Down")
        self.devices.key("Return")

    @property
    def folders(self) -> list:
        return self.app.root.find("list", "Folders$").children

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

    def test_one_that_has_expired_is_renewed_and_its_user_is_asked_only_if_that_fails(self) -> None:
        renewed, refuses = self.home / "renewed", self.home / "refuses"
        exists = "__import__('os').path.exists"
        service = self.serve_online(account(USER, f"localhost:{self.server.tls_port}", {
            "EnsureCredentials": f"if {exists}({str(refuses)!r}): {REFUSES}\n"
                                 f"open({str(renewed)!r}, 'w').close(); ret = 3600",
            "GetAccessToken": f"ret = ({TOKEN!r} if {exists}({str(renewed)!r}) else 'old', 3600)"}))
        app = self.open_window(within=own_store)
        with self.part("it is renewed without a word"):
            self.assert_mail_is_shown(app, rows=1)
            self.assertEqual(service.calls("EnsureCredentials"), 1)
        with self.part("once its user has signed in again, the mail is there"):
            renewed.unlink()
            refuses.touch()
            self.server.hang_up()
            self.devices.key("F5")
            app.trace.wait(header="idle", runs=1)
            app.root.find("label", "You need to sign in to “localhost” again .*Online Accounts")
            refuses.unlink()
            self.server.fill(messages.sample(1, newest=1_760_000_000))
            app.root.find("button", "Try Again$").act()
            app.trace.wait_for_visit(header="settling", runs=2, result="1 new")
            app.trace.wait(header="idle")
            self.assertEqual(app.close(), 0)
        with self.part("where the service is late, the mail is shown without a question"):
            service.stop()
            app = self.open_window(within=own_store)
            self.devices.pass_time(20)  # the app waits for its answer
            app.root.find("label", ".*GNOME Online Accounts do not answer")
            self.assert_mail_is_shown(app, rows=1)
            self.assertEqual(len(app.root.children), 1)
            service.go_on()
            app.root.find("button", "Try Again$").act()
            app.trace.wait(header="idle", runs=2, rows=1)
            self.assertEqual(len(app.root.children), 1)


class Removal(Life):
    def test_an_account_goes_with_its_list_and_password_and_the_mail_stays(self) -> None:
        """After each removal the account is added again."""
        keyfile = self.home / "config" / "glib-2.0" / "settings" / "keyfile"
        keyfile.parent.mkdir(parents=True)
        keyfile.write_text("[org/tideline/Tideline]\ntell-of-new-mail=true\n")
        app, keyring, _ = self.open_added()
        mail = self.mail()
        with self.part("while its mail is waited for without a window, its server is left"):
            self.devices.settle()
            self.devices.key("ctrl+w")
            wait_until("no window", lambda: not app.root.children)
            wait_until("the mail to be waited for", self.connections)
            self.run_tideline("account", "remove", "Tide")
            wait_until("the server to be left", lambda: not self.connections())
            self.assertEqual(self.stores(), [])
        with self.part("what the command line removes leaves an open window"):
            self.add("--name", "Tide")
            self.open_new_window()
            app.root = self.stage.reader.application(app.process.pid)
            keyfile.write_text("[org/tideline/Tideline]\ntell-of-new-mail=false\n")
            self.press(app.root, "Tide")
            app.root.find("list item", "Tide 0")
            self.run_tideline("account", "remove", "Tide")
            # The window updates its accounts when it becomes active again.
            app.open_preferences()
            app.close_preferences()
            app.root.find("button", "Add Account…")
            self.assertEqual(app.close(), 0)
        with self.part("what is removed while the program is closed stays away"):
            self.add("--name", "Tide")
            self.run_tideline("refresh", "Tide")
            self.assertEqual(self.open_own().close(), 0)
            self.run_tideline("account", "remove", "Tide")
            app = self.open_window(within=own_store)
            app.root.find("button", "Add Account…")
            self.assertEqual(self.stores(), [])
        with self.part("what its window removes is gone for good"):
            self.add("--name", "Tide")
            [account] = self.accounts()
            window = self.open_other(app)
            self.assertEqual(len(self.stores()), 1)
            app.activate("remove-account", window=2)
            question = app.root.find(None, "Remove “Tide”")
            question.find("label", "Its list, its password .*Nothing on the server changes")
            self.press(question, "Remove")
            window.find("button", "Add Account…")
            wait_until("the list to be gone", lambda: self.stores() == [])
            wait_until("the account to be gone", lambda: self.accounts() == [])
            self.assertEqual(keyring.password(account["id"]), "")
            self.assertEqual(self.mail(), mail)
            self.assertEqual(app.close(), 0)
            self.assertEqual(self.stores(), [])
            state = "".join(path.read_text() for path in (self.home / "state").rglob("*.json"))
            self.assertNotIn("localhost", state)

    def connections(self) -> list[str]:
        """The open connections to the server."""
        return subprocess.run(
            ["ss", "--no-header", "--tcp", "--numeric", "state", "established",
             f"dport = :{self.server.tls_port}"],
            check=True, capture_output=True, text=True).stdout.splitlines()

    def mail(self) -> list[str]:
        return sorted(path.name for path in self.server.maildir(USER).glob("[cn]*/*"))


class AddedAgain(Life):
    def test_a_certificate_that_was_renewed_is_described_and_pinned_in_all_open_windows(
            self) -> None:
        app, _, _ = self.open_added()
        self.open_other(app)
        self.restart("self-signed")
        for window in (1, 2):
            app.activate("refresh", window)
        wait_until("both to say why", lambda: all(
            window.find_all("label", _UNTRUSTED) for window in app.root.children))
        before = self.accounts()
        logins = self.server.log().count("Login:")
        fingerprint = self.fingerprint()
        app.activate("add-account", window=2)
        dialog = self.dialog(app)
        self.fill(dialog, host="localhost", port=str(self.server.tls_port))
        for answer in ("Cancel", "Accept"):
            self.press(dialog, "Add")
            question = app.root.find(None, "Accept This Certificate")
            groups = [fingerprint[at:at + 4] for at in range(0, 64, 4)]
            for words in (" ".join(groups), "CN=localhost"):
                question.find("label", f"{words}$")
            self.assertEqual(self.server.log().count("Login:"), logins)
            self.press(question, answer)
            if answer == "Cancel":
                self.wait_for_notice(dialog, "not signed by an authority")
                self.assertEqual(self.accounts(), before)
        app.root.wait_until_gone("label", _UNTRUSTED)
        app.trace.wait(header="idle", rows=2)
        [account] = self.accounts()
        self.assertEqual(account["pins"], [fingerprint])

    def fingerprint(self) -> str:
        certificate = self.server.certificates.self_signed.certificate
        done = subprocess.run(["openssl", "x509", "-in", certificate, "-noout", "-fingerprint",
                               "-sha256"], capture_output=True, text=True, check=True)
        return done.stdout.strip().partition("=")[2].replace(":", "").lower()
