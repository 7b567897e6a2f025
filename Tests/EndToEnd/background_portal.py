"""The portal that lets programs in a sandbox start at login, played by the tests."""

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
        self.asked: list[dict] = []  # with which options

    def _call(self, bus: Gio.DBusConnection, sender: str, *call: object) -> None:
        _, _, _, arguments, invocation = call
        _, options = arguments.unpack()
        self.asked.append(options)
        name = sender[1:].replace(".", "_")
        path = f"{self.PATH}/request/{name}/{options['handle_token']}"
        invocation.return_value(GLib.Variant("(o)", (path,)))
        starts = self._is_granted and options["autostart"]
        results = {name: GLib.Variant("b", starts) for name in ("background", "autostart")}
        answer = GLib.Variant("(ua{sv})", (0 if self._is_granted else 1, results))
        bus.emit_signal(sender, path, "org.freedesktop.portal.Request", "Response", answer)
