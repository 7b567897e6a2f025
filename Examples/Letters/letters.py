#!/usr/bin/python3
"""A list of letters that can be pulled, in Python. Its server takes half a second to answer, and
fails the first request for more letters."""

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("PullToRefresh", "1.0")
from gi.repository import Gio, GLib, Gtk, PullToRefresh  # noqa: E402


class Letters(Gtk.Application):
    last_row = refreshes = loads = 0

    def do_activate(self) -> None:
        self.list = Gtk.ListBox()
        scrolled = Gtk.ScrolledWindow(child=self.list)
        self.append_rows(200)
        pull = PullToRefresh.List(
            widget=scrolled,
            refresh_row=PullToRefresh.Row(
                indicator=PullToRefresh.Indicator.RING, indicator_color="#1c71d8",
                release_title="Let go for letters"),
            load_more_row=PullToRefresh.Row(
                automatic=True, prefetch=0.5, exhausted_title="That is all"))
        pull.connect("refresh", lambda _, run: GLib.timeout_add(500, self.refreshed, run))
        pull.connect("load-more", lambda _, run: GLib.timeout_add(500, self.loaded, run))
        Gtk.ApplicationWindow(application=self, child=scrolled,
                              default_width=360, default_height=480).present()

    def refreshed(self, run: PullToRefresh.Run) -> None:
        self.refreshes += 1
        self.list.prepend(Gtk.Label(label=f"Just in {self.refreshes}"))
        run.finish("1 new letter")

    def loaded(self, run: PullToRefresh.Run) -> None:
        self.loads += 1
        if self.loads == 1:
            run.fail("The server is asleep")
        else:
            self.append_rows(100)
            run.finish_load(100, False)

    def append_rows(self, count: int) -> None:
        for _ in range(count):
            self.last_row += 1
            self.list.append(Gtk.Label(label=f"Row {self.last_row}"))


Letters(application_id="org.example.Letters", flags=Gio.ApplicationFlags.NON_UNIQUE).run()
