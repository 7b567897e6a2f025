"""The base of tests of accounts: a Dovecot of the test's own, and a home that nobody else has."""

import json
import os
import subprocess
from pathlib import Path

from case import EndToEndCase
from keyring import Bus
from Servers import messages
from Servers.dovecot import Dovecot
from Servers.processes import Unavailable

USER = "ann@tide.example"
# With what shells, IMAP and JSON write in another way; Dovecot's list of users has colons between.
PASSWORD = "Ebbe & Flut 7/ÿ\\\"'"
NO_BUS = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


class AccountCase(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.home = self.stage.directory("home")
        try:
            self.server = self.enterContext(Dovecot())
        except Unavailable as reason:
            self.skipTest(str(reason))
        self.server.add_user(USER, PASSWORD)
        self.server.fill(messages.sample(6), USER)
        self.bus: Bus | None = None

    @property
    def host(self) -> str:
        return f"localhost:{self.server.tls_port}"

    @property
    def url(self) -> str:
        return f"imaps://{USER.replace('@', '%40')}@{self.host}/"

    @property
    def config(self) -> Path:
        return self.home / "config" / "tideline"

    @property
    def env(self) -> dict[str, str]:
        """Of a user without a display; without a keyring, unless the test has a bus."""
        folders = {f"XDG_{name}_HOME": str(self.home / name.lower())
                   for name in ("CONFIG", "CACHE", "DATA", "STATE")}
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8",
                "TIDELINE_CA_FILE": str(self.server.certificates.authority), **folders,
                **(self.bus.env if self.bus else NO_BUS)}

    def password_file(self, password: str = PASSWORD, mode: int = 0o600) -> Path:
        path = self.home / "password"
        path.write_text(f"{password}\nnot this line\n")
        path.chmod(mode)
        return path

    def run_tideline(self, *arguments: object, status: int = 0,
                     env: dict[str, str] | None = None) -> subprocess.CompletedProcess:
        """In a session without a terminal to ask on."""
        done = subprocess.run(
            [self.stage.binary, *map(str, arguments)], env=self.env | (env or {}), cwd=self.home,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
            start_new_session=True)
        self.assertEqual(done.returncode, status, f"{arguments}:\n{done.stdout}\n{done.stderr}")
        return done

    def add(self, *options: object, url: str | None = None,
            status: int = 0) -> subprocess.CompletedProcess:
        return self.run_tideline("account", "add", url or self.url, "--password-file",
                                 self.password_file(), *options, status=status)

    def accounts(self) -> list[dict]:
        return json.loads(self.run_tideline("account", "list", "--json").stdout)

    def check(self, *options: object, status: int = 0) -> dict:
        return json.loads(self.run_tideline(
            "account", "check", self.url, "--json", "--password-file", self.password_file(),
            *options, status=status).stdout)

    def stores(self) -> list[Path]:
        return list((self.home / "cache" / "tideline").glob("*.sqlite"))
