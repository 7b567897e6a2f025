"""A list in Python, from a GtkBuilder file, that is pulled. Its server takes a second, and every
second refresh does not reach it."""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402

import pull_to_refresh  # noqa: E402
from pull_to_refresh import Run  # noqa: E402

PAGE = 20


class Guest(Gtk.Application):
    def __init__(self, interface: str) -> None:
        super().__init__(application_id="org.example.PythonGuest",
                         flags=Gio.ApplicationFlags.NON_UNIQUE)
        self._interface = interface
        self._last_row = self._refreshes = 0

    def do_activate(self) -> None:
        builder = Gtk.Builder.new_from_file(self._interface)
        self._list = builder.get_object("list")
        builder.get_object("detach").connect(
            "clicked", lambda _: pull_to_refresh.detach(self._list))
        self._append_page()
        pull_to_refresh.on_refresh(self._list, lambda run: self._in_a_second(self._refreshed, run))
        pull_to_refresh.on_load_more(self._list, lambda run: self._in_a_second(self._loaded, run))
        window = builder.get_object("window")
        window.set_application(self)
        window.present()

    def _in_a_second(self, answer, run: Run) -> None:
        GLib.timeout_add(1000, answer, run)

    def _refreshed(self, run: Run) -> bool:
        self._refreshes += 1
        if self._refreshes % 2 == 0:
            run.fail("The server is not there")
        else:
            self._list.prepend(Gtk.Label(label=f"Just in {self._refreshes}"))
            run.end("1 new")
        return GLib.SOURCE_REMOVE

    def _loaded(self, run: Run) -> bool:
        self._append_page()
        run.end_load(PAGE, has_more=self._last_row < 3 * PAGE)
        return GLib.SOURCE_REMOVE

    def _append_page(self) -> None:
        for _ in range(PAGE):
            self._last_row += 1
            self._list.append(Gtk.Label(label=f"Row {self._last_row}"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} guest.ui")
    sys.exit(Guest(sys.argv[1]).run())
