"""The base of these tests: a private home and, for accounts, a private server."""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Iterable

from Servers import messages
from Servers.case import ServerCase
from Servers.certificates import Certificates
from Servers.dovecot import Dovecot
from Servers.processes import PATIENCE
from Servers.scripted import Scripted
from Servers.terminal import Terminal

from .bus import Bus
from .private_network import PrivateNetwork

USER = "ann@tide.example"
# It has characters that shells, IMAP and JSON write differently, but no colon, which separates the
# fields in Dovecot's list of users.
PASSWORD = "Ebbe & Flut 7/ÿ\\\"'"
NO_BUS = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


class HomeCase(ServerCase):
    """A private home, without a display, and without a keyring unless there is a bus."""

    binary = os.path.abspath(os.environ.get("TIDELINE_BINARY", "tideline"))

    def setUp(self) -> None:
        super().setUp()
        self.folder = Path(self.enterContext(
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        self.home = self.folder / "home"
        self.home.mkdir()
        self.bus: Bus | None = None

    @property
    def config(self) -> Path:
        return self.home / "config" / "tideline"

    @property
    def env(self) -> dict[str, str]:
        folders = {f"XDG_{name}_HOME": str(self.home / name.lower())
                   for name in ("CONFIG", "CACHE", "DATA", "STATE")}
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8",
                "TIDELINE_CA_FILE": str(Certificates.shared().authority), **folders,
                **(self.bus.env if self.bus else NO_BUS)}

    def network(self, *hosts: str, password: str = PASSWORD, users: Iterable[str] = (USER,),
                **what: object) -> PrivateNetwork:
        folder = self.folder / "network"
        folder.mkdir()
        return self.serve(PrivateNetwork, folder, Certificates.shared(), list(hosts),
                          dict.fromkeys(users, password), **what)

    def command(self, arguments: Iterable[object]) -> list[str]:
        """The command line that runs tideline."""
        return [str(self.binary), *map(str, arguments)]

    def password_file(self, password: str = PASSWORD, mode: int = 0o600) -> Path:
        path = self.home / "password"
        path.write_text(f"{password}\nnot this line\n")
        path.chmod(mode)
        return path

    def with_password(self, password: str = PASSWORD) -> dict[str, str]:
        """The environment that names a file with the password."""
        return {"TIDELINE_PASSWORD_FILE": str(self.password_file(password))}

    def run_tideline(self, *arguments: object, status: int = 0, env: dict[str, str] | None = None,
                     **options: object) -> subprocess.CompletedProcess:
        """Runs tideline in a session without a terminal, so that it cannot ask."""
        done = subprocess.run(
            self.command(arguments), env=self.env | (env or {}), cwd=self.home,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE,
            start_new_session=True, **options)
        self.assertEqual(done.returncode, status, f"{arguments}:\n{done.stdout}\n{done.stderr}")
        return done

    def terminal(self, *arguments: object, env: dict[str, str] | None = None) -> Terminal:
        """Runs tideline on a terminal of its own."""
        words = self.command(arguments)

        def begin() -> None:
            os.chdir(self.home)
            os.execvpe(words[0], words, self.env | (env or {}))
        return Terminal(self, begin)

    def accounts(self) -> list[dict]:
        return json.loads(self.run_tideline("account", "list", "--json").stdout)


class AccountCase(HomeCase):
    """Adds a private Dovecot."""

    def setUp(self) -> None:
        super().setUp()
        self.start_server()

    def start_server(self) -> None:
        self.server = self.serve(Dovecot)
        self.server.add_user(USER, PASSWORD)
        self.server.fill(messages.sample(6), USER)

    @property
    def host(self) -> str:
        return f"localhost:{self.server.tls_port}"

    @property
    def url(self) -> str:
        return f"imaps://{USER.replace('@', '%40')}@{self.host}/"

    def add(self, *options: object, url: str | None = None,
            status: int = 0) -> subprocess.CompletedProcess:
        return self.run_tideline("account", "add", url or self.url, "--password-file",
                                 self.password_file(), *options, status=status)

    def check(self, *options: object, status: int = 0) -> dict:
        return json.loads(self.run_tideline(
            "account", "check", self.url, "--json", "--password-file", self.password_file(),
            *options, status=status).stdout)

    def stores(self) -> list[Path]:
        return list((self.home / "cache" / "tideline").glob("*.sqlite"))


class ScriptedCase(AccountCase):
    """Has a server that says what it was sent, in place of the Dovecot."""

    def start_server(self) -> None:
        self.server = self.serve(Scripted)
        self.server.users = {USER: PASSWORD}
        self.server.fill(messages.sample(6))

    def logins(self) -> int:
        """The number of logins since the last time."""
        count = len(self.server.commands("AUTHENTICATE"))
        self.server.forget()
        return count
