"""The computer's sleeps, as systemd's logind reports them on the system bus."""

from gi.repository import Gio, GLib

from session import Session, connect

_LOGIND = "org.freedesktop.login1"


class Sleeps:
    """Reports sleeps. For programs that get `env`, the session's bus is also the system's."""

    def __init__(self, session: Session) -> None:
        address = session.env["DBUS_SESSION_BUS_ADDRESS"]
        self.env = {"DBUS_SYSTEM_BUS_ADDRESS": address}
        self._bus = connect(address)
        self._bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (_LOGIND, 0)), None, Gio.DBusCallFlags.NONE, 5000, None)

    def __enter__(self) -> "Sleeps":
        return self

    def __exit__(self, *_error: object) -> None:
        self._bus.close_sync()

    def begin(self) -> None:
        self._tell(True)

    def end(self) -> None:
        self._tell(False)

    def _tell(self, begins: bool) -> None:
        self._bus.emit_signal(None, "/org/freedesktop/login1", f"{_LOGIND}.Manager",
                              "PrepareForSleep", GLib.Variant("(b)", (begins,)))
