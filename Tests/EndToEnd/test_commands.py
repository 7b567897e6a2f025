"""Refreshing without a pull: keys, the button, and all of them at once."""

from case import EndToEndCase
from leases import hold_all_leases
from waiting import wait_until


class Commands(EndToEndCase):
    def refreshes_by(self, action) -> None:
        app = self.open_filled()
        self.maildir.remove(0)
        action(app)
        self.assert_refreshes(app)
        app.trace.wait(first=self.maildir.subject(1))
        self.assert_nothing_starts(app)

    def test_f5_refreshes(self) -> None:
        self.refreshes_by(lambda app: self.devices.key("F5"))

    def test_ctrl_r_refreshes(self) -> None:
        self.refreshes_by(lambda app: self.devices.key("ctrl+r"))

    def test_the_button_refreshes(self) -> None:
        self.refreshes_by(lambda app: app.root.find("button", "Refresh$").act())

    def test_other_programs_refresh_over_dbus(self) -> None:
        self.refreshes_by(lambda app: app.activate("refresh"))

    def test_escape_gives_a_refresh_up(self) -> None:
        app = self.open_filled()
        self.maildir.deliver("Wave")
        with open(f"{app.store}.lock", "wb") as lock:
            hold_all_leases(lock)  # for which the refresh waits
            self.devices.key("F5")
            app.trace.wait_for_visit(header="running")
            self.devices.key("Escape")
            app.trace.wait_for_visit(header="settling", result="cancelled")
        app.trace.wait(header="idle", runs=1)
        # The next refresh finds the mail of the cancelled one, unless it has been shown by itself.
        self.devices.key("F5")
        app.trace.wait(header="idle", runs=2, first="Wave")

    def test_who_reads_further_down_goes_on_seeing_the_same_rows(self) -> None:
        app = self.open_filled()
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

    def test_a_pill_tells_of_new_rows_above_and_leads_up(self) -> None:
        app = self.open_filled()
        app.scroll = 1000
        self.maildir.deliver("One", "Two", "Three")
        pill = app.root.find("button", "3 new above$")
        self.devices.key("F5")
        app.trace.wait(header="idle", runs=1)
        self.assertGreater(app.scroll, 900)
        pill.act()
        wait_until("the top", lambda: app.scroll == 0)
        wait_until("no pill", lambda: not app.root.find_all("button", ".* new above$"))

    def test_during_a_refresh_nothing_starts_a_second_one(self) -> None:
        app = self.open_filled()
        app.point_at_list()
        self.maildir.deliver("Wave")
        with open(f"{app.store}.lock", "wb") as lock:
            hold_all_leases(lock)
            self.devices.key("F5")
            app.trace.wait_for_visit(header="running")
            self.devices.key("F5")
            self.devices.key("ctrl+r")
            self.devices.wheel(-3, gap=0.03)
            self.devices.touch_pull(*app.middle(), 150, duration=0.1, hold=0.05)
            app.trace.wait(header="running", runs=1)
        app.trace.wait(header="idle", runs=1, first="Wave")
        self.assert_nothing_starts(app)

    def test_nothing_new_says_so(self) -> None:
        app = self.open_filled()
        self.devices.key("F5")
        self.assert_named(app, "Up to date$", header="settling")
        app.trace.wait(header="idle", rows=50)
