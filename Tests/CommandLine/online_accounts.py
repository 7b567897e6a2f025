"""GNOME's online accounts on a private bus: played by python-dbusmock, or real."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from gi.repository import GLib

from Servers.processes import Unavailable, end

from .bus import Bus
from .keyring import Keyring

_TEMPLATE = Path(__file__).with_name("online_service.py")
REFUSES = ("raise dbus.exceptions.DBusException("
           "'sign in', name='org.gnome.OnlineAccounts.Error.NotAuthorized')")


def account(address: str, host: str, methods: dict[str, str] | None = None,
            replies: dict[str, str] | None = None, **properties: object) -> dict:
    """An account with mail. `methods` has the Python code of its methods; `replies` has D-Bus
    types of their replies in place of the correct ones."""
    methods = {"EnsureCredentials": "ret = 0", **(methods or {})}
    mail = {"EmailAddress": address, "ImapSupported": True, "ImapHost": host,
            "ImapUserName": address, "ImapUseSsl": True, "ImapUseTls": False,
            "ImapAcceptSslErrors": True}
    about = {"Id": "account_1", "PresentationIdentity": address, "ProviderName": "Sea & Sons",
             "AttentionNeeded": False, "MailDisabled": False}
    for name, value in properties.items():
        (mail if name in mail else about)[name] = value
    interfaces = {"Account": about, "Mail": mail}
    for name, interface in (("GetPassword", "PasswordBased"), ("GetAccessToken", "OAuth2Based")):
        if name in methods:
            interfaces[interface] = {}
    return {"properties": interfaces, "methods": methods, "replies": replies or {}}


class OnlineAccounts(Bus):
    """`objects` has a D-Bus type and Python code, which replace the accounts. `session` is the
    environment of an existing bus to use instead of a private one."""

    def __init__(self, home: Path, *accounts: dict, objects: tuple[str, str] | None = None,
                 session: dict[str, str] | None = None) -> None:
        if not importlib.util.find_spec("dbusmock"):
            raise Unavailable("there is no python-dbusmock: install python3-dbusmock")
        super().__init__(home, session)
        self._log = Path(tempfile.mkdtemp(dir=home)) / "log"
        self._parameters = {"accounts": json.dumps(accounts)}
        if objects:
            self._parameters["objects"] = json.dumps(objects)

    def __enter__(self) -> "OnlineAccounts":
        super().__enter__()
        self._service = subprocess.Popen(
            [sys.executable, "-m", "dbusmock", "--session", "--template", _TEMPLATE, "--logfile",
             self._log, "--parameters", json.dumps(self._parameters)],
            env=os.environ | self.env, stdin=subprocess.DEVNULL)
        # The service answers once everything is in place.
        self.wait_for("org.gnome.OnlineAccounts")
        return self

    def __exit__(self, *error: object) -> None:
        self._service.send_signal(signal.SIGCONT)
        end(self._service)
        super().__exit__(*error)

    def stop(self) -> None:
        """Stops the service: from now on it takes calls, and answers none."""
        self._service.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._service.send_signal(signal.SIGCONT)

    def calls(self, method: str) -> int:
        """The number of calls of a method."""
        lines = self._log.read_text().splitlines() if self._log.exists() else []
        return sum(line.split()[1:2] == [method] for line in lines)


class RealOnlineAccounts(Keyring):
    """GNOME's own service, with one account whose password is in a real keyring."""

    DAEMON = Path("/usr/libexec/goa-daemon")

    def __init__(self, home: Path, address: str, host: str, password: str,
                 session: dict[str, str] | None = None) -> None:
        if not self.DAEMON.exists():
            raise Unavailable("there are no online accounts: install gnome-online-accounts")
        super().__init__(home, session)
        self._address, self._host, self._password = address, host, password

    def __enter__(self) -> "RealOnlineAccounts":
        super().__enter__()
        config = self.home / "goa-config"
        (config / "goa-1.0").mkdir(parents=True)
        (config / "goa-1.0" / "accounts.conf").write_text(
            "[Account account_1]\nProvider=imap_smtp\nMailEnabled=true\n"
            f"Identity={self._address}\nPresentationIdentity={self._address}\nEnabled=true\n"
            f"EmailAddress={self._address}\nName=Ann\nImapHost={self._host}\n"
            f"ImapUserName={self._address}\nImapUseSsl=true\nImapUseTls=false\n"
            "ImapAcceptSslErrors=false\nSmtpHost=localhost\nSmtpUseAuth=false\n")
        environment = self._environment | {"XDG_CONFIG_HOME": str(config)}
        secret = GLib.Variant("a{sv}", {"imap-password": GLib.Variant("s", self._password)})
        subprocess.run(
            ["secret-tool", "store", "--label=account", "xdg:schema", "org.gnome.OnlineAccounts",
             "goa-identity", "imap_smtp:gen0:account_1"],
            input=secret.print_(False), env=environment, text=True, check=True)
        self._service = subprocess.Popen([self.DAEMON], env=environment, stdin=subprocess.DEVNULL,
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for("org.gnome.OnlineAccounts")
        return self

    def __exit__(self, *error: object) -> None:
        end(self._service)
        super().__exit__(*error)
