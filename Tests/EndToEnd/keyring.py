"""A private bus and keyring, without a desktop."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from gi.repository import Gio, GLib

from processes import end
from session import connect
from waiting import wait_until

_OWNER = """
import sys
from gi.repository import Gio, GLib
loop = GLib.MainLoop()
Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.secrets", Gio.BusNameOwnerFlags.NONE, None,
                 lambda *_: print("owned", flush=True), lambda *_: loop.quit())
loop.run()
"""


class Bus:
    """Context manager: a message bus that starts no services, reached by `env`. `session` is
    the environment of an existing bus to use instead."""

    def __init__(self, home: Path, session: dict[str, str] | None = None) -> None:
        self._session = session
        self._config = home / "bus.conf"
        self._config.write_text(
            "<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>"
            '<policy context="default"><allow send_destination="*" eavesdrop="true"/>'
            '<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>')
        self.home = home
        self.env: dict[str, str] = {}

    def __enter__(self) -> "Bus":
        if self._session:
            name = "DBUS_SESSION_BUS_ADDRESS"
            self.env = {name: self._session[name]}
            return self
        self._bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self._config}", "--nofork", "--print-address=1"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.env = {"DBUS_SESSION_BUS_ADDRESS": self._bus.stdout.readline().strip()}
        return self

    def offers(self, service: str) -> bool:
        """Whether a program owns this name on the bus."""
        bus = "org.freedesktop.DBus"
        [is_there] = self.call(bus, "/org/freedesktop/DBus", bus, "NameHasOwner",
                               GLib.Variant("(s)", (service,)))
        return is_there

    def call(self, service: str, path: str, interface: str, method: str,
             arguments: GLib.Variant) -> tuple:
        bus = connect(self.env["DBUS_SESSION_BUS_ADDRESS"])
        try:
            return bus.call_sync(service, path, interface, method, arguments, None,
                                 Gio.DBusCallFlags.NONE, 5000, None).unpack()
        finally:
            bus.close_sync(None)

    def __exit__(self, *_: object) -> None:
        if self._session:
            return
        end(self._bus)
        self._bus.stdout.close()


class Keyring(Bus):
    """A real keyring, unlocked, whose files are below `home`."""

    def __enter__(self) -> "Keyring":
        super().__enter__()
        environment = os.environ | self.env | {
            "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_RUNTIME_DIR": str(self.home)}
        self._environment = environment
        self._daemon = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets",
             f"--control-directory={self.home / 'control'}"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment)
        self._daemon.stdin.write(b"key to the keys")
        self._daemon.stdin.close()
        wait_until("the keyring", lambda: self.offers("org.freedesktop.secrets")
                   and "error" not in self._ask("search", "no", "such").stderr.lower())
        return self

    def __exit__(self, *error: object) -> None:
        end(self._daemon)
        super().__exit__(*error)

    def password(self, account: str) -> str:
        """The stored password of an account; empty if there is none."""
        return self._ask("lookup", "account", account).stdout

    def passwords(self, account: str) -> list[str]:
        """All stored passwords of an account, which should be one."""
        found = self._ask("search", "--all", "account", account).stdout
        return [line.removeprefix("secret = ") for line in found.splitlines()
                if line.startswith("secret = ")]

    def lock(self) -> None:
        """Locks the keyring. Requests to unlock it stay unanswered."""
        secrets = "/org/freedesktop/secrets"
        self.call("org.freedesktop.secrets", secrets, "org.freedesktop.Secret.Service", "Lock",
                  GLib.Variant("(ao)", ([f"{secrets}/collection/login"],)))

    def _ask(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(["secret-tool", *words], env=self._environment, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL)


class SilentKeyring(Bus):
    """A keyring that takes every call, and never answers."""

    def __enter__(self) -> "SilentKeyring":
        super().__enter__()
        self._owner = subprocess.Popen([sys.executable, "-c", _OWNER], env=os.environ | self.env,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self._owner.stdout.readline()
        self._owner.send_signal(signal.SIGSTOP)
        return self

    def __exit__(self, *error: object) -> None:
        self._owner.kill()
        self._owner.wait()
        self._owner.stdout.close()
        super().__exit__(*error)
