"""Mail that arrives while the window is open: its rows appear by themselves, and the list keeps
its position."""

import shutil

from app import App
from case import EndToEndCase
from waiting import wait_until


class Watch(EndToEndCase):
    def test_mail_that_arrives_is_in_the_list_without_a_refresh(self) -> None:
        mailbox = self.stage.directory("sample") / "Sample"
        # Few enough messages to be read at once: the first reading is then not a separate refresh.
        self.stage.tideline("sample", mailbox, "--messages", "200")
        app = self.open(mailbox)
        app.wait_until_idle(rows=50)
        before = app.trace.last["first"]
        self.stage.tideline("deliver", mailbox, "--count", "3")
        app.trace.wait(test=lambda state: state["first"] != before)
        self.assertFalse(app.trace.visits(header="running"))

    def test_a_thousand_deliveries_are_read_a_few_times(self) -> None:
        app = self.open_filled()
        lists = app.trace.last["lists"]
        self.maildir.deliver(*(f"Wave {number}" for number in range(1000)))
        app.trace.wait(first="Wave 999")
        self.assertLess(app.trace.last["lists"] - lists, 20)

    def test_mail_that_is_read_elsewhere_is_not_read_again(self) -> None:
        self.maildir.deliver("Before")
        app = self.open_filled()
        lists = app.trace.last["lists"]
        self._read_elsewhere()
        self.assert_nothing_starts(app)
        self.assertEqual(app.trace.last["lists"], lists)
        self.maildir.deliver("Last")
        app.trace.wait(first="Last")
        self._read_elsewhere()
        self.assert_nothing_starts(app)
        self.assertEqual(app.root.find_all("button", ".* new above$"), [])

    def _read_elsewhere(self) -> None:
        for message in (self.maildir.path / "new").iterdir():
            message.rename(self.maildir.path / "cur" / f"{message.name}:2,S")

    def test_who_reads_further_down_keeps_their_place_and_is_told(self) -> None:
        app = self.open_filled()
        app.scroll_to(400)
        place = self.place(app, "Tide table 0009")
        self.maildir.deliver("One", "Two")
        app.root.find("button", "2 new.*")
        self.assertEqual(app.trace.last["first"], "Two")
        wait_until("the same place", lambda: self.place(app, "Tide table 0009") == place,
                   describe=lambda: self.place(app, "Tide table 0009"))

    def test_several_messages_of_one_conversation_are_one_row_above(self) -> None:
        app = self.open_filled()
        app.scroll_to(400)
        root = self.maildir.deliver_conversation("Storm tide", 5)
        app.root.find("button", "1 new.*")
        app.root.find("list item", "Inbox, 5 unread")
        self.maildir.deliver_conversation("Storm tide", 2, root)
        app.root.find("list item", "Inbox, 7 unread")
        app.root.find("button", "1 new.*")

    @staticmethod
    def place(app: App, subject: str) -> tuple[int, int, int, int]:
        [row] = [row for row in app.conversations.children if row.name.startswith(subject)]
        return row.extents

    def test_a_mailbox_that_vanishes_under_the_watch_does_no_harm(self) -> None:
        app = self.open_filled()
        shutil.rmtree(self.maildir.path)
        self.assert_nothing_starts(app)
        self.devices.key("F5")
        app.trace.wait_for_visit(header="running", runs=1)
        app.trace.wait(header="idle", runs=1)
