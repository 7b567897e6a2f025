"""The screen reader's view: every control and every state has a name."""

import re

from case import SETTLED, EndToEndCase
from waiting import wait_until


class Accessibility(EndToEndCase):
    def test_a_screen_reader_is_told_everything(self) -> None:
        self.maildir.deliver("Harbour closed")
        app = self.open_filled()
        x, y = app.middle()
        with self.part("the window and its controls have names"):
            app.root.find("window", "INBOX$")
            app.root.find("label", "INBOX$")
            app.root.find("button", "Refresh$")
            app.root.find(None, "Main Menu$")
            app.root.find("list", "Conversations$")
        with self.part("a row reads as its conversation"):
            self.assertRegex(app.row_names()[0], r"^Harbour closed, from \w+.*, unread")
            self.assertRegex(app.row_names()[1], rf"^{self.maildir.subject(0)}, from \w+")
            self.assertNotIn("unread", app.row_names()[1])
        with self.part("the header tells each state"):
            self.devices.touch_down(x, y)
            self.devices.touch_move(x, y, 60)
            self.assert_named(app, "Pull to refresh$", header="pulling")
            title = app.root.find("label", "Pull to refresh$")
            wait_until("a rounded progress", lambda: re.match(r"[1-9]0 %$", title.description),
                       describe=lambda: title.description)
            self.devices.touch_move(x, y + 60, 90)
            self.assert_named(app, "Release to refresh$", header="armed")
            self.maildir.deliver("One", "Two", "Three")
            self.assertNotIn("busy", app.conversations.states)
            self.devices.touch_up()
            self.assert_named(app, "Refreshing…$", header="running")
            self.assertIn("busy", app.conversations.states)
            self.assert_named(app, "3 new$", header="settling")
            app.trace.wait(header="idle")
            self.assertNotIn("busy", app.conversations.states)
        with self.part("the pulled row says when it was last refreshed"):
            self.devices.pass_time(SETTLED)
            self.devices.touch_down(x, y)
            self.devices.touch_move(x, y, 60)
            app.root.find("label", "Updated just now$")
            self.devices.touch_up()
        with self.part("the keys are listed"):
            self.devices.key("ctrl+F1")
            for key in ("Refresh", "Next Conversation", "Preferences"):
                app.root.find("label", f".*{key}$")
            wait_until("their window to have taken the keys",
                       lambda: "active" not in app.root.children[0].states)
            self.devices.key("Escape")
            app.root.wait_until_gone("label", ".*Next Conversation$")
        with self.part("the button at the end has a name"):
            app.scroll_to_bottom()
            app.root.find("button", "Load More$")
