"""A part of the desktop that programs call over the session's bus, played by the tests."""

import threading
from typing import ClassVar

from gi.repository import Gio, GLib

from session import Session, connect


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

    def called(self, method: str, *arguments: object) -> None:
        """Handles a call; every call gets an empty answer."""
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
        self.called(method, *arguments.unpack())
        invocation.return_value(None)
