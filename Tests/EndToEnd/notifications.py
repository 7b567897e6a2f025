"""The desktop's notifications, as GNOME Shell takes them from programs: the shown ones, and
clicks."""

from gi.repository import Gio, GLib

from bus_service import BusService
from session import Session
from waiting import wait_until


class Notifications(BusService):
    NAME = "org.gtk.Notifications"
    METHODS = """<method name="AddNotification">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
    </method>
    <method name="RemoveNotification">
      <arg type="s" direction="in"/><arg type="s" direction="in"/>
    </method>"""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._shown: dict[tuple[str, str], dict] = {}

    @property
    def titles(self) -> list[str]:
        return [content["title"] for content in self._shown.values()]

    @property
    def bodies(self) -> list[str]:
        return [content.get("body", "") for content in self._shown.values()]

    def wait_for(self, *titles: str) -> None:
        wait_until(f"the notifications {titles}", lambda: self.titles == list(titles),
                   describe=lambda: self._shown)

    def click(self) -> None:
        """Clicks the only notification: like the shell, removes it, and activates its action over
        D-Bus."""
        [(key, content)] = self._shown.items()
        del self._shown[key]
        app, _ = key
        action = content["default-action"].removeprefix("app.")
        target = content["default-action-target"]
        self._session.bus.call_sync(
            app, f"/{app.replace('.', '/')}", "org.freedesktop.Application", "ActivateAction",
            GLib.Variant("(sava{sv})", (action, [GLib.Variant("s", target)], {})),
            None, Gio.DBusCallFlags.NONE, 5000, None)

    def called(self, method: str, app: str, identifier: str, *content: dict) -> None:
        if method == "AddNotification":
            self._shown[app, identifier] = content[0]
        else:
            self._shown.pop((app, identifier), None)
