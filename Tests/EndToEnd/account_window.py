"""The base of tests that add accounts in the window, by the objects that a screen reader finds."""

import base64
import json

from accessibility import Node
from app import App
from case import EndToEndCase
from CommandLine.account_case import PASSWORD, USER, HomeCase
from CommandLine.keyring import Keyring
from CommandLine.online_accounts import OnlineAccounts
from waiting import wait_until

_BUS = "DBUS_SESSION_BUS_ADDRESS"


def own_store(words: list[str]) -> list[str]:
    """The command without the test's store."""
    return words[:words.index("--store")]


class AccountWindowCase(HomeCase, EndToEndCase):
    pace = 0.25

    @property
    def binary(self) -> str:
        return str(self.stage.binary)

    def serve_keyring(self) -> Keyring:
        """Starts a real keyring, on the session's bus."""
        self.bus = self.enterContext(Keyring(self.home, self.stage.session.env))
        return self.bus

    def serve_online(self, one: dict) -> OnlineAccounts:
        """Offers an online account on the session's bus."""
        self.bus = self.serve(OnlineAccounts, self.home, one, session=self.stage.session.env)
        return self.bus

    @property
    def window_env(self) -> dict[str, str]:
        return self.env | {_BUS: self.stage.session.env[_BUS]}

    def open_window(self, **options) -> App:
        """Opens the window on the page for choosing a mailbox."""
        config = self.home / "config"
        config.mkdir(exist_ok=True)
        if not (settings := config / "glib-2.0").exists():
            settings.symlink_to(self.stage.session.root / "config" / "glib-2.0")
        app = self._closing(App(self.stage, None, env=self.window_env, **options))
        app.wait_for_window()
        return app

    def open_dialog(self, app: App) -> Node:
        app.root.find("button", "Add Account…").act()
        return self.dialog(app)

    @staticmethod
    def dialog(app: App) -> Node:
        """The dialog, once it has the keyboard focus."""
        return app.root.find_window("Add Account$")

    @staticmethod
    def entry(dialog: Node, name: str) -> Node:
        return dialog.find("text box", f"{name}$")

    def fill(self, dialog: Node, password: str = PASSWORD, **server: str) -> None:
        """Types address and password, and the given fields of the server."""
        texts = {"Mail Address": USER, "Password": password}
        if server:
            self.expand(dialog)
        names = {"host": "Name of the Server", "port": "Port", "user": "User Name"}
        texts |= {names[name]: text for name, text in server.items()}
        for name, text in texts.items():
            self.entry(dialog, name).text = text

    @staticmethod
    def expand(dialog: Node) -> None:
        dialog.find("button", "Type the Server by Hand").act()

    def press(self, window: Node, name: str) -> None:
        # Allows a prefix, because some accessible names begin with the mnemonic.
        button = window.find("button", f".*{name}$")
        wait_until(f"{name} to be there to press", lambda: "sensitive" in button.states)
        button.act()

    def type(self, text: str) -> None:
        """Types by keys, at the focus."""
        self.devices.settle()
        for letter in text:
            self.devices.key(letter)

    def wait_for_notice(self, dialog: Node, words: str) -> None:
        dialog.find("label", f".*{words}")
        wait_until("what was typed to be there again", lambda: "sensitive"
                   in dialog.find("button", "Add$").states)

    def assert_mail_is_shown(self, app: App, rows: int) -> None:
        app.trace.wait(header="idle", test=lambda state: state["rows"] == rows)

    def assert_password_is_nowhere(self, app: App, password: str = PASSWORD) -> None:
        """Checks all places but the keyring, whose files are encrypted."""
        def files() -> bytes | None:
            try:
                return b"".join(
                    path.read_bytes() for path in self.home.rglob("*") if path.is_file())
            except FileNotFoundError:  # a temporary file has gone: reads all of them again
                return None
        written = app.messages().encode() + wait_until("files that stay", files)
        login = b"\0" + USER.encode() + b"\0" + password.encode()
        for secret in (password.encode(), json.dumps(password)[1:-1].encode(),
                       base64.b64encode(login).rstrip(b"="), password[:8].encode()):
            self.assertNotIn(secret, written)
