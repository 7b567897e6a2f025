"""A private message bus, without a desktop."""

import subprocess
from pathlib import Path

from gi.repository import Gio, GLib

from Servers.processes import PATIENCE, end


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
        name = "DBUS_SESSION_BUS_ADDRESS"
        if self._session:
            self.env = {name: self._session[name]}
            return self
        self._bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self._config}", "--nofork", "--print-address=1"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.env = {name: self._bus.stdout.readline().strip()}
        return self

    def __exit__(self, *_: object) -> None:
        if self._session:
            return
        end(self._bus)
        self._bus.stdout.close()

    def wait_for(self, service: str) -> None:
        """Waits until a program owns this name on the bus."""
        bus = self._connect()
        loop = GLib.MainLoop()
        owners: list[str] = []

        def appeared(_bus: Gio.DBusConnection, _name: str, owner: str) -> None:
            owners.append(owner)
            loop.quit()
        watch = Gio.bus_watch_name_on_connection(
            bus, service, Gio.BusNameWatcherFlags.NONE, appeared, None)
        limit = GLib.timeout_add_seconds(PATIENCE, loop.quit)
        loop.run()
        GLib.source_remove(limit)
        Gio.bus_unwatch_name(watch)
        bus.close_sync()
        if not owners:
            raise AssertionError(f"waited {PATIENCE} s for {service}")

    def call(self, service: str, path: str, interface: str, method: str,
             arguments: GLib.Variant) -> tuple:
        bus = self._connect()
        try:
            return bus.call_sync(service, path, interface, method, arguments, None,
                                 Gio.DBusCallFlags.NONE, 1000 * PATIENCE, None).unpack()
        finally:
            bus.close_sync()

    def _connect(self) -> Gio.DBusConnection:
        return connect(self.env["DBUS_SESSION_BUS_ADDRESS"])


def connect(address: str) -> Gio.DBusConnection:
    """A private connection to the bus at `address`. When it closes, this process continues."""
    flags = Gio.DBusConnectionFlags
    connection = Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
    connection.set_exit_on_close(False)
    return connection
