"""The base of tests of accounts: a private home, and a private Dovecot."""

import json
import os
import subprocess
from pathlib import Path
from typing import Iterable

from case import EndToEndCase
from keyring import Bus
from Servers import messages
from Servers.certificates import Certificates
from Servers.dovecot import Dovecot
from Servers.processes import Unavailable

USER = "ann@tide.example"
# It has characters that shells, IMAP and JSON write differently, but no colon, which separates the
# fields in Dovecot's list of users.
PASSWORD = "Ebbe & Flut 7/ÿ\\\"'"
NO_BUS = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


class HomeCase(EndToEndCase):
    """A private home, without a display, and without a keyring unless there is a bus."""

    pace = 0.25

    def setUp(self) -> None:
        super().setUp()
        self.home = self.stage.directory("home")
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

    def command(self, arguments: Iterable[object]) -> list[str]:
        """The command line that runs tideline."""
        return [str(self.stage.binary), *map(str, arguments)]

    def password_file(self, password: str = PASSWORD, mode: int = 0o600) -> Path:
        path = self.home / "password"
        path.write_text(f"{password}\nnot this line\n")
        path.chmod(mode)
        return path

    def run_tideline(self, *arguments: object, status: int = 0,
                     env: dict[str, str] | None = None) -> subprocess.CompletedProcess:
        """Runs tideline in a session without a terminal, so that it cannot ask."""
        done = subprocess.run(
            self.command(arguments), env=self.env | (env or {}), cwd=self.home,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
            start_new_session=True)
        self.assertEqual(done.returncode, status, f"{arguments}:\n{done.stdout}\n{done.stderr}")
        return done

    def accounts(self) -> list[dict]:
        return json.loads(self.run_tideline("account", "list", "--json").stdout)


class AccountCase(HomeCase):
    """Adds a private Dovecot."""

    def setUp(self) -> None:
        super().setUp()
        try:
            self.server = self.enterContext(Dovecot())
        except Unavailable as reason:
            self.skipTest(str(reason))
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
