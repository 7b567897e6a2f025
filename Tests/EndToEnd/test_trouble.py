"""Mailboxes that are missing, disappear or are broken: a sentence, a remedy, never a crash."""

import os
from pathlib import Path
from typing import Callable

from accessibility import Node
from app import App
from case import EndToEndCase
from leases import hold_all_leases
from maildir import Maildir
from program import Program
from waiting import wait_until

_ALWAYS_THERE = {
    "", "Refresh", "Main Menu", "Load More", "Close", "Minimize", "Maximize", "Restore"}


class Trouble(EndToEndCase):
    def assert_page_with_a_way_out(self, app: App, name: str) -> None:
        app.wait_for_window()
        app.root.find(name=f".*{name}")
        wait_until("a way out", lambda: any(map(_is_way_out, app.root.find_all("button"))),
                   describe=app.root.outline)

    def test_a_missing_mailbox_shows_a_page_that_names_it(self) -> None:
        app = self.open(self.maildir.path.parent / "no-such-box")
        self.assert_page_with_a_way_out(app, "no-such-box")

    def test_a_file_that_is_no_mailbox_shows_a_page_that_names_it(self) -> None:
        file = self.maildir.path.parent / "holiday.jpg"
        file.write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40)
        self.assert_page_with_a_way_out(self.open(file), "holiday.jpg")

    def test_a_mailbox_that_is_called_like_an_option_is_opened(self) -> None:
        """GTK's own options do not apply to the name of a mailbox."""
        self.maildir.fill(20)
        self.maildir.path.rename(self.maildir.path.with_name("--help-gtk"))
        program = self._closing(Program(
            self.stage,
            ["env", "-C", str(self.maildir.path.parent), str(self.stage.binary),
             "--store", str(self.stage.directory("app") / "store.sqlite"), "--", "--help-gtk"],
            {"TIDELINE_DEBUG": "leaks"}))
        program.wait_for_window()
        program.root.find("window", "--help-gtk")

    def test_an_empty_folder_shows_a_page_and_takes_the_first_mail(self) -> None:
        app = self.open()
        app.wait_for_window()
        app.trace.wait(rows=0)
        self.maildir.deliver("The very first")
        self.devices.key("F5")
        app.trace.wait(rows=1, first="The very first")

    def test_a_mailbox_that_vanishes_fails_the_refresh_and_keeps_the_list(self) -> None:
        app = self.open_filled()
        away = self.maildir.path.rename(self.maildir.path.with_name("elsewhere"))
        self.devices.key("F5")
        self.assert_named(app, "Failed: .*INBOX", header="settling")
        app.trace.wait(rows=50, first=self.maildir.subject(0))
        self.assertEqual(len(app.all_row_names()), 50)

        away.rename(self.maildir.path)
        self.maildir.deliver("Back again")
        self.devices.key("F5")
        app.trace.wait(rows=51, first="Back again", runs=2)

    def test_what_stays_wrong_stays_said_until_it_is_mended(self) -> None:
        app = self.open_filled()
        away = self.maildir.path.rename(self.maildir.path.with_name("elsewhere"))
        self.devices.key("F5")
        self.assert_notice_until(app, "The mailbox .*INBOX. is no longer there",
                                 lambda: away.rename(self.maildir.path))

    def test_folders_that_cannot_be_read_are_named_until_they_can(self) -> None:
        box = self.maildir.path.parent
        self.maildir.fill(3)
        folders = [box / "Archive", box / "Lists"]
        for folder in folders:
            folder.symlink_to(folder)  # a loop, which even root cannot read
        app = self.open(box)
        app.wait_until_idle(rows=3)
        sentence = "“.*/Archive” could not be read .* 1 more file or folder could not be read"
        app.root.find("label", sentence)
        self.devices.key("F5")
        self.assert_refreshes(app)
        app.root.find("label", sentence)

        for folder in folders:
            folder.unlink()
            Maildir(folder).fill(2)
        app.root.find("button", "Try Again").act()
        app.root.wait_until_gone("label", sentence)

    def test_a_folder_that_is_left_unread_is_named_once(self) -> None:
        box = self.maildir.path.parent
        self.maildir.fill(3)
        (box / "Archive").symlink_to(box / "Archive")
        app = self.open(box)
        app.wait_until_idle(rows=3)
        app.root.find("button", "Dismiss").act()
        app.root.wait_until_gone("label", ".*could not be read")
        self.devices.key("F5")
        self.assert_refreshes(app)
        self.assertFalse(app.root.find_all("label", ".*could not be read"))

    def test_a_store_that_another_one_writes_into_is_shown_as_it_is(self) -> None:
        app = self.open_filled()
        with open(f"{app.store}.lock", "wb") as lock:
            hold_all_leases(lock)
            self.devices.key("F5")
            self.assert_notice_until(app, "Another Tideline is bringing the store", lock.close)

    def test_why_nothing_could_be_read_is_said_until_something_is(self) -> None:
        self.maildir.fill(5)
        store = self.stage.directory("store") / "store.sqlite"
        with open(f"{store}.lock", "wb") as lock:
            hold_all_leases(lock)
            app = self.open(store=store)
            self.assert_page_with_a_way_out(app, "Another Tideline is bringing the store")
            for key in ("ctrl+f", "x", "Escape"):
                self.devices.key(key)
                self.devices.settle()
            self.assert_page_with_a_way_out(app, "Another Tideline is bringing the store")
        app.root.find("button", "Try Again").act()
        app.trace.wait(rows=5)

    def test_a_store_that_is_damaged_or_removed_while_it_is_shown_is_made_anew(self) -> None:
        app = self.open_filled()
        self.devices.key("Home")
        self.devices.key("s")
        wait_until("the star", lambda: "flagged" in app.row_names()[0])
        damages = (lambda: app.store.write_bytes(b"x" * app.store.stat().st_size),
                   lambda: os.truncate(app.store, 5000),
                   lambda: [file.unlink() for file in app.store.parent.glob("store.sqlite*")])
        for number, damage in enumerate(damages):
            damage()
            self.maildir.deliver(f"After {number}")
            names = wait_until("the message", lambda: [
                name for name in app.row_names() if name.startswith(f"After {number}")] and app.row_names())
            self.assertEqual([name.split(",")[0] for name in names if "flagged" in name],
                             ["Tide table 0000"])
            # No new message is taken for one that was read before.
            self.assertEqual(sorted(name.split(",")[0] for name in names if "unread" in name),
                             [f"After {one}" for one in range(number + 1)])

    def test_a_store_that_cannot_be_written_is_shown_as_it_is(self) -> None:
        app = self.open_filled()
        lock = Path(f"{app.store}.lock")
        lock.unlink()
        lock.mkdir()  # even root cannot write there
        self.devices.key("F5")
        self.assert_notice_until(app, "The store .* cannot be used", lock.rmdir)

    def test_a_notice_that_is_dismissed_leaves_the_focus_in_the_list(self) -> None:
        app = self.open_filled()
        self.maildir.path.rename(self.maildir.path.with_name("elsewhere"))
        self.devices.key("F5")
        app.root.find("button", "Dismiss").act()
        app.root.wait_until_gone("button", "Dismiss")
        self.devices.key("Down")
        # GTK 4.8 moves to the second row; newer versions select the first one first.
        wait_until("a row that is chosen by the key", lambda: any(
            {"focused", "selected"} <= row.states for row in app.conversations.children))

    def test_a_notice_takes_no_width(self) -> None:
        app = self.open_filled()
        before = app.conversations.extents[2]
        self.maildir.path.rename(self.maildir.path.with_name("elsewhere"))
        self.devices.key("F5")
        app.root.find("button", "Dismiss")
        self.devices.settle()
        self.assertEqual(app.conversations.extents[2], before)

    def assert_notice_until(self, app: App, sentence: str, mend: Callable[[], object]) -> None:
        """Checks that the list and the sentence stay, until the fault is mended and the user
        tries again."""
        app.trace.wait_for_visit(header="settling", runs=1)
        app.trace.wait(header="idle", rows=50, first=self.maildir.subject(0))
        app.root.find("label", sentence)
        mend()
        app.root.find("button", "Try Again").act()
        app.root.wait_until_gone("label", sentence)
        self.maildir.deliver("Mended")
        app.trace.wait(rows=51, first="Mended")

    def test_broken_messages_do_not_hide_the_others(self) -> None:
        self.maildir.put("0.empty", b"")
        self.maildir.put("1.binary", bytes(range(256)) * 200)
        self.maildir.put("2.line", b"Subject: one line\n\n" + b"x" * 50_000_000)
        self.maildir.put("3.header", b"Subject: " + b"y" * 50_000_000)
        self.maildir.fill(20)
        app = self.open()
        app.wait_until_idle(rows=24)
        names = "\n".join(app.all_row_names())
        for number in range(20):
            self.assertIn(self.maildir.subject(number), names)


def _is_way_out(node: Node) -> bool:
    return "sensitive" in node.states and node.name not in _ALWAYS_THERE
