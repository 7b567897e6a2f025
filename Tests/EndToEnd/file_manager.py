"""A file manager that notes requests to show files (org.freedesktop.FileManager1)."""

from gi.repository import GLib

from bus_service import BusService
from session import Session
from waiting import wait_until


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
