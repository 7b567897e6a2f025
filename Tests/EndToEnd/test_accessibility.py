"""The screen reader's view: every control and every state has a name."""

import re

from case import EndToEndCase
from waiting import wait_until


class Accessibility(EndToEndCase):
    def test_the_window_and_its_controls_have_names(self) -> None:
        app = self.open_filled()
        app.root.find("window", "INBOX$")
        app.root.find("label", "INBOX$")
        app.root.find("button", "Refresh$")
        app.root.find(None, "Main Menu$")
        app.root.find("list", "Conversations$")
        app.scroll_to_bottom()
        app.root.find("button", "Load More$")

    def test_a_row_reads_as_its_conversation(self) -> None:
        self.maildir.fill(10)
        self.maildir.deliver("Harbour closed")
        app = self.open()
        app.wait_until_idle(rows=11)
        self.assertRegex(app.row_names()[0], r"^Harbour closed, from \w+.*, unread")
        self.assertRegex(app.row_names()[1], rf"^{self.maildir.subject(0)}, from \w+")
        self.assertNotIn("unread", app.row_names()[1])

    def test_the_header_tells_each_state(self) -> None:
        app = self.open_filled()
        x, y = app.middle()
        self.devices.touch_down(x, y)
        y = self.devices.touch_move(x, y, 60)
        self.assert_named(app, "Pull to refresh$", header="pulling")
        title = app.root.find("label", "Pull to refresh$")
        wait_until("a rounded progress", lambda: re.match(r"[1-9]0 %$", title.description),
                   describe=lambda: title.description)
        self.devices.touch_move(x, y, 90)
        self.assert_named(app, "Release to refresh$", header="armed")
        self.maildir.deliver("One", "Two", "Three")
        self.devices.touch_up()
        self.assert_named(app, "Refreshing…$", header="running")
        self.assert_named(app, "3 new$", header="settling")
        app.trace.wait(header="idle")

    def test_the_keys_are_listed(self) -> None:
        app = self.open_filled()
        self.devices.key("ctrl+F1")
        for key in ("Refresh", "Next Conversation", "Preferences"):
            app.root.find("label", f".*{key}$")
        wait_until("their window to have taken the keys",
                   lambda: "active" not in app.root.children[0].states)
        self.devices.key("Escape")
        app.root.wait_until_gone("label", ".*Next Conversation$")

    def test_the_pulled_row_says_when_it_was_last_refreshed(self) -> None:
        app = self.open_filled()
        self.devices.key("F5")
        app.trace.wait(header="idle", runs=1)
        self.devices.settle()
        x, y = app.middle()
        self.devices.touch_down(x, y)
        self.devices.touch_move(x, y, 60)
        app.root.find("label", "Updated just now$")
        self.devices.touch_up()

    def test_the_list_is_busy_while_it_refreshes(self) -> None:
        app = self.open_filled()
        self.assertNotIn("busy", app.conversations.states)
        self.devices.key("F5")
        app.trace.wait_for_visit(header="running")
        self.assertIn("busy", app.conversations.states)
        app.trace.wait(header="idle")
        self.assertNotIn("busy", app.conversations.states)
