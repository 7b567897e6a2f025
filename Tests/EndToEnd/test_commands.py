"""Refreshing without a pull: keys, the button, and all of them at once."""

from case import SETTLED, EndToEndCase
from leases import hold_all_leases
from waiting import wait_until


class Commands(EndToEndCase):
    def test_refreshes_without_a_pull(self) -> None:
        app = self.open_filled()
        with self.part("nothing new says so"):
            self.devices.key("F5")
            self.assert_named(app, "Up to date$", header="settling")
            app.trace.wait(header="idle", rows=50, runs=1)
        for number, (name, command) in enumerate((
            ("F5", lambda: self.devices.key("F5")),
            ("Ctrl+R", lambda: self.devices.key("ctrl+r")),
            ("the button", lambda: app.root.find("button", "Refresh$").act()),
            ("another program, over D-Bus", lambda: app.activate("refresh")),
        )):
            with self.part(f"{name} refreshes"):
                self.devices.pass_time(SETTLED)
                self.maildir.remove(number)
                command()
                self.assert_refreshes(app, runs=number + 2)
                app.trace.wait(first=self.maildir.subject(number + 1))
                self.assert_nothing_starts(app)
        with self.part("Escape gives a refresh up, and the next one finds its mail"):
            self.maildir.deliver("Wave")
            with open(f"{app.store}.lock", "wb") as lock:
                hold_all_leases(lock)  # for which the refresh waits
                self.devices.key("F5")
                app.trace.wait_for_visit(header="running", runs=6)
                self.devices.key("Escape")
                app.trace.wait_for_visit(header="settling", result="cancelled")
            app.trace.wait(header="idle", runs=6)
            # Unless it has been shown by itself.
            self.devices.key("F5")
            app.trace.wait(header="idle", runs=7, first="Wave")
        with self.part("during a refresh nothing starts a second one"):
            self.devices.pass_time(SETTLED)
            app.point_at_list()
            self.maildir.deliver("Surge")
            with open(f"{app.store}.lock", "wb") as lock:
                hold_all_leases(lock)
                self.devices.key("F5")
                app.trace.wait_for_visit(header="running", runs=8)
                self.devices.key("F5")
                self.devices.key("ctrl+r")
                self.devices.wheel(-3, gap=0.03)
                self.devices.touch_pull(*app.middle(), 150, duration=0.1, hold=0.05)
                app.trace.wait(header="running", runs=8)
            app.trace.wait(header="idle", runs=8, first="Surge")
            self.assert_nothing_starts(app)

    def test_who_reads_further_down_goes_on_seeing_the_same_rows(self) -> None:
        app = self.open_filled()
        with self.part("while the header is open, and after it closed"):
            app.scroll_to(1000)
            row = next(
                row for row in app.conversations.children
                if row.name.startswith(self.maildir.subject(15)))
            before = row.extents[1]
            self.devices.key("F5")
            app.trace.wait(header="settling")
            self.assertLess(abs(row.extents[1] - before), 3, "while the header is open")
            app.trace.wait(header="idle")
            self.assert_nothing_starts(app)
            self.assertLess(abs(row.extents[1] - before), 3, "after it closed")
        with self.part("a pill tells of new rows above, and leads up"):
            self.maildir.deliver("One", "Two", "Three")
            pill = app.root.find("button", "3 new above$")
            self.devices.key("F5")
            app.trace.wait(header="idle", runs=2)
            self.assertGreater(app.scroll, 900)
            pill.act()
            wait_until("the top", lambda: app.scroll == 0)
            wait_until("no pill", lambda: not app.root.find_all("button", ".* new above$"))
