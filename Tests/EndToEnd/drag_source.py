#!/usr/bin/python3
"""Replaces the file manager: a window from which a file can be dragged. Argument: its path."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402


def main() -> None:
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path) for path in sys.argv[1:]])
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.set_content(Gdk.ContentProvider.new_for_value(files))
    label = Gtk.Label(label="Drag me")
    label.add_controller(source)
    window = Gtk.Window(title="Starting", child=label)
    # Sets the title once the window is active: until then, keys go to the window below it.
    window.connect("notify::is-active", lambda _, __: window.set_title("Files"))
    loop = GLib.MainLoop()
    window.connect("close-request", lambda _: loop.quit())
    window.present()
    loop.run()


if __name__ == "__main__":
    main()
