#!/usr/bin/python3
"""Replaces the file manager: a window onto which files can be dropped. Argument: a folder for
copies of them."""

import shutil
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def main() -> None:
    def drop(_target: Gtk.DropTarget, files: Gdk.FileList, _x: float, _y: float) -> bool:
        for file in files.get_files():
            shutil.copy(file.get_path(), sys.argv[1])
        return True

    target = Gtk.DropTarget.new(Gdk.FileList, Gdk.DragAction.COPY)
    target.connect("drop", drop)
    label = Gtk.Label(label="Drop here", hexpand=True, vexpand=True)
    label.add_controller(target)
    window = Gtk.Window(title="Starting", child=label)
    # Sets the title once the window is active: until then, keys go to the window below it.
    window.connect("notify::is-active", lambda _, __: window.set_title("Files"))
    loop = GLib.MainLoop()
    window.connect("close-request", lambda _: loop.quit())
    window.present()
    loop.run()


if __name__ == "__main__":
    main()
