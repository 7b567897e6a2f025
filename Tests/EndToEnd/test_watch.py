"""Mail that arrives while the window is open: its rows appear by themselves, and the list keeps
its position."""

import shutil

from app import App
from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until


class Watch(EndToEndCase):
    def test_the_list_follows_what_happens_in_the_mailbox(self) -> None:
        self.maildir.deliver("Before")
        Maildir(self.maildir.path / ".Sent").fill(1)  # With another folder, there is a sidebar.
        app = self.open_filled()
        with self.part("mail that is read elsewhere is not read again"):
            lists = app.trace.last["lists"]
            self._read_elsewhere()
            self.assert_nothing_starts(app)
            self.assertEqual(app.trace.last["lists"], lists)
            self.maildir.deliver("Last")
            app.trace.wait(first="Last")
            self.assertFalse(app.trace.visits(header="running"), "no refresh brought it")
            self._read_elsewhere()
            self.assert_nothing_starts(app)
            self.assertEqual(app.root.find_all("button", ".* new above$"), [])
        with self.part("at the top, it comes into sight under a pointer that rests"):
            app.point_at_list()
            self.devices.pass_time(3)
            self.maildir.deliver("Seen")
            app.trace.wait(first="Seen")
            self.devices.settle()
            self.assertEqual(app.scroll, 0)
            self.assertEqual(app.root.find_all("button", ".* new above$"), [])
            self._read_elsewhere()
            self.assert_nothing_starts(app)
        with self.part("whoever reads further down keeps the place, and is told"):
            app.scroll_to(400)
            place = self._place(app)
            self.maildir.deliver("One", "Two")
            app.root.find("button", "2 new.*")
            self.assertEqual(app.trace.last["first"], "Two")
            wait_until("the same place", lambda: self._place(app) == place,
                       describe=lambda: self._place(app))
            app.scroll_to(0)
            app.root.wait_until_gone("button", "2 new.*")
        with self.part("several messages of one conversation are one row above"):
            app.scroll_to(400)
            root = self.maildir.deliver_conversation("Storm tide", 5)
            app.root.find("button", "1 new.*")
            self._wait_for_unread(app, 7)
            self.maildir.deliver_conversation("Storm tide", 2, root)
            self._wait_for_unread(app, 9)
            app.root.find("button", "1 new.*")
        with self.part("a thousand deliveries are read a few times"):
            lists = app.trace.last["lists"]
            self.maildir.deliver(*(f"Wave {number}" for number in range(1000)))
            app.trace.wait(first="Wave 999")
            self.assertLess(app.trace.last["lists"] - lists, 20)
        with self.part("a mailbox that vanishes under the watch does no harm"):
            shutil.rmtree(self.maildir.path)
            self.assert_nothing_starts(app)
            self.devices.key("F5")
            app.trace.wait_for_visit(header="running", runs=1)
            app.trace.wait(header="idle", runs=1)

    def _wait_for_unread(self, app: App, count: int) -> None:
        """Waits for the inbox's count in the sidebar, which is in the tree only while it is shown."""
        app.activate("show-folders")
        app.root.find("list item", f"Inbox, {count} unread")
        self.devices.settle()
        app.activate("show-folders")
        self.devices.settle()

    def _read_elsewhere(self) -> None:
        for message in (self.maildir.path / "new").iterdir():
            message.rename(self.maildir.path / "cur" / f"{message.name}:2,S")

    @staticmethod
    def _place(app: App) -> tuple[int, int, int, int]:
        [row] = [row for row in app.conversations.children if row.name.startswith("Tide table 0009")]
        return row.extents
