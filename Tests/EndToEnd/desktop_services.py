"""Parts of the desktop that programs call over a bus, played by the tests: notifications, the file
manager, the background portal, and the computer's sleeps."""

import threading
from typing import ClassVar

from gi.repository import Gio, GLib

from session import Session, connect
from waiting import wait_until


class BusService:
    """Context manager. It answers on its own thread, while a test waits for something else."""

    NAME: ClassVar[str]
    PATH: ClassVar[str] = ""  # if it differs from the name
    INTERFACE: ClassVar[str] = ""
    METHODS: ClassVar[str]  # as D-Bus describes them in XML

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loop: GLib.MainLoop
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self):
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_error: object) -> None:
        self._loop.quit()
        self._thread.join()

    def called(self, method: str, *arguments: object) -> GLib.Variant | None:
        """Handles a call, and returns the answer; None for an empty one."""
        raise NotImplementedError

    def _serve(self) -> None:
        context = GLib.MainContext()
        context.push_thread_default()
        self._loop = GLib.MainLoop(context)
        bus = connect(self._session.env["DBUS_SESSION_BUS_ADDRESS"])
        interface = Gio.DBusNodeInfo.new_for_xml(
            f'<node><interface name="{self.INTERFACE or self.NAME}">{self.METHODS}</interface></node>').interfaces[0]
        path = self.PATH or "/" + self.NAME.replace(".", "/")
        bus.register_object(path, interface, self._call, None, None)
        bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (self.NAME, 0)), None, Gio.DBusCallFlags.NONE, 5000, None)
        self._ready.set()
        self._loop.run()
        bus.close_sync(None)
        context.pop_thread_default()

    def _call(self, _bus, _sender, _path, _interface, method, arguments, invocation) -> None:
        invocation.return_value(self.called(method, *arguments.unpack()))


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


class MarkupNotifications(BusService):
    """Other desktops' notifications, whose bodies are markup."""

    NAME = "org.freedesktop.Notifications"
    METHODS = """<method name="Notify">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
      <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
      <arg type="u" direction="out"/>
    </method>"""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.bodies: list[str] = []

    def called(self, method: str, *arguments: object) -> GLib.Variant:
        self.bodies.append(arguments[4])
        return GLib.Variant("(u)", (len(self.bodies),))


class FileManager(BusService):
    NAME = "org.freedesktop.FileManager1"
    METHODS = """<method name="ShowItems">
      <arg type="as" direction="in"/><arg type="s" direction="in"/>
    </method>"""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._shown: list[str] = []

    def called(self, _method: str, uris: list[str], _startup: str) -> None:
        self._shown += uris

    def wait_for(self, *paths: str) -> None:
        uris = [GLib.filename_to_uri(path) for path in paths]
        wait_until(f"{uris} to be shown", lambda: self._shown == uris,
                   describe=lambda: self._shown)


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
