#!/usr/bin/python3
"""A list of letters that can be pulled, in Python. Its server takes half a second to answer, and
fails the first request for more letters."""

import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("PullToRefresh", "1.0")
from gi.repository import Gio, GLib, Gtk, PullToRefresh  # noqa: E402
from gi.repository.PullToRefresh import Indicator, Role, Title  # noqa: E402


class Letters(Gtk.Application):
    last_row = refreshes = loads = 0

    def do_activate(self) -> None:
        self.list = Gtk.ListBox()
        scrolled = Gtk.ScrolledWindow(child=self.list)
        self.append_rows(200)
        PullToRefresh.on_refresh(scrolled, lambda run: GLib.timeout_add(500, self.refreshed, run))
        PullToRefresh.on_load_more(scrolled, lambda run: GLib.timeout_add(500, self.loaded, run))
        PullToRefresh.set_prefetch(scrolled, 0.5)
        PullToRefresh.set_indicator(scrolled, Role.REFRESH, Indicator.RING)
        PullToRefresh.set_title(scrolled, Role.REFRESH, Title.RELEASE, "Let go for letters")
        PullToRefresh.set_title(scrolled, Role.LOAD_MORE, Title.EXHAUSTED, "That is all")
        window = Gtk.ApplicationWindow(application=self, child=scrolled)
        window.set_default_size(360, 480)
        window.present()

    def refreshed(self, run: int) -> bool:
        self.refreshes += 1
        self.list.prepend(Gtk.Label(label=f"Just in {self.refreshes}"))
        PullToRefresh.end(run, "1 new letter")
        return GLib.SOURCE_REMOVE

    def loaded(self, run: int) -> bool:
        self.loads += 1
        if self.loads == 1:
            PullToRefresh.fail(run, "The server is asleep")
        else:
            self.append_rows(100)
            PullToRefresh.end_load(run, 100, False)
        return GLib.SOURCE_REMOVE

    def append_rows(self, count: int) -> None:
        for _ in range(count):
            self.last_row += 1
            self.list.append(Gtk.Label(label=f"Row {self.last_row}"))


application = Letters(application_id="org.example.Letters", flags=Gio.ApplicationFlags.NON_UNIQUE)
sys.exit(application.run(sys.argv))
