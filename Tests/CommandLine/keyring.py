"""A private keyring, without a desktop."""

import os
import subprocess
import sys

from gi.repository import GLib

from Servers.processes import end

from .bus import Bus

# Takes every call, says so, and never answers.
_SILENT = """
from gi.repository import Gio, GLib

interface = Gio.DBusNodeInfo.new_for_xml(
    "<node><interface name='org.freedesktop.Secret.Service'>"
    "<method name='OpenSession'>"
    "<arg type='s' direction='in'/><arg type='v' direction='in'/></method>"
    "<method name='SearchItems'><arg type='a{ss}' direction='in'/></method>"
    "</interface></node>").interfaces[0]
waiting = []

def called(*call):
    waiting.append(call)
    print("called", flush=True)

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object("/org/freedesktop/secrets", interface, called, None, None)
Gio.bus_own_name_on_connection(bus, "org.freedesktop.secrets", Gio.BusNameOwnerFlags.NONE,
                               lambda *_: print("owned", flush=True), None)
GLib.MainLoop().run()
"""


class Keyring(Bus):
    """A real keyring, unlocked, whose files are below `home`."""

    def __enter__(self) -> "Keyring":
        super().__enter__()
        self._environment = os.environ | self.env | {
            "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_RUNTIME_DIR": str(self.home)}
        self._daemon = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets",
             f"--control-directory={self.home / 'control'}"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self._environment)
        self._daemon.stdin.write(b"key to the keys")
        self._daemon.stdin.close()
        self.wait_for("org.freedesktop.secrets")
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
        self._owner = subprocess.Popen([sys.executable, "-c", _SILENT], env=os.environ | self.env,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self._owner.stdout.readline()
        return self

    def __exit__(self, *error: object) -> None:
        end(self._owner)
        self._owner.stdout.close()
        super().__exit__(*error)

    def wait_for_call(self) -> None:
        """Waits until a program has called it."""
        self._owner.stdout.readline()
