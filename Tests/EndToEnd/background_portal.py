"""The portal that lets sandboxed programs start at login, played by the tests."""

from gi.repository import Gio, GLib

from bus_service import BusService
from session import Session


class BackgroundPortal(BusService):
    NAME = "org.freedesktop.portal.Desktop"
    PATH = "/org/freedesktop/portal/desktop"
    INTERFACE = "org.freedesktop.portal.Background"
    METHODS = """<method name="RequestBackground">
      <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
      <arg type="o" direction="out"/>
    </method>"""

    def __init__(self, session: Session, is_granted: bool = True) -> None:
        super().__init__(session)
        self._is_granted = is_granted
        self.asked: list[dict] = []  # the options of each request

    def _call(self, bus: Gio.DBusConnection, sender: str, *call: object) -> None:
        _, _, _, arguments, invocation = call
        _, options = arguments.unpack()
        self.asked.append(options)
        name = sender[1:].replace(".", "_")
        path = f"{self.PATH}/request/{name}/{options['handle_token']}"
        self._answer(bus, sender, path, options["autostart"], invocation)

    def _answer(self, bus: Gio.DBusConnection, sender: str, path: str, is_wanted: bool,
                invocation: Gio.DBusMethodInvocation) -> None:
        invocation.return_value(GLib.Variant("(o)", (path,)))
        self._respond(bus, sender, path, is_wanted)

    def _respond(self, bus: Gio.DBusConnection, sender: str, path: str, is_wanted: bool) -> None:
        starts = self._is_granted and is_wanted
        results = {name: GLib.Variant("b", starts) for name in ("background", "autostart")}
        answer = GLib.Variant("(ua{sv})", (0 if self._is_granted else 1, results))
        bus.emit_signal(sender, path, "org.freedesktop.portal.Request", "Response", answer)


class FailingPortal(BackgroundPortal):
    """Refuses the request, and then returns an error from the method call itself."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, is_granted=False)

    def _answer(self, bus, sender, path, is_wanted, invocation) -> None:
        self._respond(bus, sender, path, is_wanted)
        invocation.return_dbus_error("org.example.Nonsense", "It was all a mistake")


class LeavingPortal(BackgroundPortal):
    """Takes the call, and leaves the bus without an answer."""

    def _answer(self, bus, _sender, path, _is_wanted, invocation) -> None:
        invocation.return_value(GLib.Variant("(o)", (path,)))
        bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                 "ReleaseName", GLib.Variant("(s)", (self.NAME,)), None,
                 Gio.DBusCallFlags.NONE, -1, None, None)
