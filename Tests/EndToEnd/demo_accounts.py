"""The demo's scenes of adding an account: the window, its questions, and failures."""

from accessibility import Node
from app import App
from demo_scene import Scene, say
from Servers.dovecot import Dovecot
from Servers.processes import Unavailable

_USER, _PASSWORD = "ann@tide.example", "harbour"


class Accounts(Scene):
    def play(self) -> None:
        try:
            with Dovecot("self-signed") as server:
                server.add_user(_USER, _PASSWORD)
                self._play(server)
        except Unavailable as reason:
            say(f"no account is added: {reason}")

    def _play(self, server: Dovecot) -> None:
        with self.app(None, {"HOME": str(self.stage.directory("home"))}) as app:
            app.root.find("button", "Add Account…").act()
            dialog = app.root.find_window("Add Account$")
            self._type(dialog, "Mail Address", _USER)
            self._type(dialog, "Password", _PASSWORD)
            self.take_both("add-account", "an account to be added")
            dialog.find("button", "Type the Server by Hand").act()
            self._type(dialog, "Name of the Server", "localhost")
            self._type(dialog, "Port", str(server.tls_port))
            self.take("add-account-server", "… with its server")
            dialog.find("button", "Add$").act()
            self._questions(app, dialog)
            self.devices.key("Escape")
            app.root.wait_until_gone("window", "Add Account$")

    def _questions(self, app: App, dialog: Node) -> None:
        question = app.root.find(None, "Accept This Certificate")
        self.take_both("certificate", "a certificate that is not trusted")
        question.find("button", ".*Accept$").act()
        question = app.root.find(None, "The Password Cannot Be Stored")
        self.take("no-keyring", "a machine without a keyring")
        question.find("button", ".*Cancel$").act()
        dialog.find("label", "The keyring does not answer")
        self.take("add-account-failed", "what went wrong, and what was typed")

    @staticmethod
    def _type(dialog: Node, name: str, text: str) -> None:
        dialog.find("text box", f"{name}$").text = text
