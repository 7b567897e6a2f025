#!/usr/bin/python3
"""Replaces the file manager: a window from which a file can be dragged, and onto which files can
be dropped. Arguments: `from` and the file's path, or `onto` and a folder for copies of them."""

import shutil
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402


def _source(path: str) -> Gtk.DragSource:
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path)])
    source.set_content(Gdk.ContentProvider.new_for_value(files))
    return source


def _target(folder: str) -> Gtk.DropTarget:
    def drop(_target: Gtk.DropTarget, files: Gdk.FileList, _x: float, _y: float) -> bool:
        for file in files.get_files():
            shutil.copy(file.get_path(), folder)
        return True

    target = Gtk.DropTarget.new(Gdk.FileList, Gdk.DragAction.COPY)
    target.connect("drop", drop)
    return target


def main(what: str, path: str) -> None:
    label = Gtk.Label(label=f"Drag {what} here", hexpand=True, vexpand=True)
    label.add_controller({"from": _source, "onto": _target}[what](path))
    window = Gtk.Window(title="Starting", child=label)
    # Sets the title once the window is active: until then, keys go to the window below it.
    window.connect("notify::is-active", lambda _, __: window.set_title("Files"))
    loop = GLib.MainLoop()
    window.connect("close-request", lambda _: loop.quit())
    window.present()
    loop.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
