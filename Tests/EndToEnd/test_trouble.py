"""Mailboxes that are missing, disappear or are broken: a sentence, a remedy, never a crash."""

import os
from pathlib import Path
from typing import Callable

from accessibility import Node
from app import App
from case import SETTLED, EndToEndCase
from leases import hold_all_leases
from maildir import Maildir
from program import Program
from waiting import wait_until

_ALWAYS_THERE = {
    "", "Refresh", "Main Menu", "Load More", "Close", "Minimize", "Maximize", "Restore"}


class Trouble(EndToEndCase):
    def assert_page_with_a_way_out(self, app: App, name: str) -> None:
        app.root.find(name=f".*{name}")
        wait_until("a way out", lambda: any(map(_is_way_out, app.root.find_all("button"))),
                   describe=app.root.outline)

    def test_what_cannot_be_shown_yet_is_a_page_with_a_way_out(self) -> None:
        missing = self.maildir.path.parent / "no-such-box"
        store = self.stage.directory("store") / "store.sqlite"
        app = self.open(missing, store=store)
        app.wait_for_window()
        with self.part("a mailbox that is missing is named"):
            self.assert_page_with_a_way_out(app, "no-such-box")
        with self.part("an empty one takes the first mail"):
            mail = Maildir(missing)
            app.root.find("button", "Try Again").act()
            app.root.find(None, "There is no mail here yet")
            mail.deliver("The very first")
            self.devices.key("F5")
            app.trace.wait(header="idle", rows=1, first="The very first")
        with self.part("mail that is hidden is offered"):
            for name in ("new", "cur"):
                for path in (missing / name).iterdir():
                    path.rename(missing / "cur" / f"{path.name.partition(':')[0]}:2,ST")
            self.devices.key("F5")
            app.root.find(None, "All mail here is marked for deletion.*")
            app.root.find("button", "Show Deleted").act()
            app.trace.wait(rows=1, first="The very first")
        self.assertEqual(app.close(), 0)
        self.maildir.fill(5)
        store = self.stage.directory("store") / "store.sqlite"
        with (self.part("why nothing could be read is said until something is"),
              open(f"{store}.lock", "wb") as lock):
            hold_all_leases(lock)
            app = self.open(store=store)
            app.wait_for_window()
            self.assert_page_with_a_way_out(app, "Another Tideline is bringing the store")
            for key in ("ctrl+f", "x", "Escape"):
                self.devices.key(key)
                self.devices.settle()
            self.assert_page_with_a_way_out(app, "Another Tideline is bringing the store")
        app.root.find("button", "Try Again").act()
        app.trace.wait(rows=5)

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

    def test_folders_and_messages_that_cannot_be_read_hide_no_others(self) -> None:
        box = self.maildir.path.parent
        self.maildir.put("0.empty", b"")
        self.maildir.put("1.binary", bytes(range(256)) * 200)
        self.maildir.put("2.line", b"Subject: one line\n\n" + b"x" * 50_000_000)
        self.maildir.put("3.header", b"Subject: " + b"y" * 50_000_000)
        self.maildir.fill(20)
        folders = [box / "Archive", box / "Lists"]
        for folder in folders:
            folder.symlink_to(folder)  # a loop, which even root cannot read
        app = self.open(box)
        app.wait_until_idle(rows=24)
        with self.part("broken messages do not hide the others"):
            names = "\n".join(app.all_row_names())
            for number in range(20):
                self.assertIn(self.maildir.subject(number), names)
        with self.part("folders that cannot be read are named until they can"):
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
        with self.part("a folder that is left unread is named once"):
            app.trace.wait(header="idle")
            (box / "Locked").symlink_to(box / "Locked")
            runs = app.trace.last["runs"]
            self.devices.key("F5")
            app.root.find("label", ".*could not be read")
            app.trace.wait(header="idle", runs=runs + 1)
            app.root.find("button", "Dismiss").act()
            app.root.wait_until_gone("label", ".*could not be read")
            self.devices.key("F5")
            app.trace.wait(header="idle", runs=runs + 2)
            self.assertFalse(app.root.find_all("label", ".*could not be read"))

    def test_a_list_stays_whatever_happens_to_its_mailbox_and_store(self) -> None:
        self.app = app = self.open_filled()
        elsewhere = self.maildir.path.with_name("elsewhere")
        lock = Path(f"{app.store}.lock")
        with self.part("a mailbox that vanishes fails the refresh and keeps the list"):
            width = app.conversations.extents[2]
            self.maildir.path.rename(elsewhere)
            self.devices.key("F5")
            self.assert_named(app, "Failed: .*INBOX", header="settling")
            app.trace.wait(rows=50, first=self.maildir.subject(0))
            self.assertEqual(len(app.all_row_names()), 50)
        with self.part("a notice takes no width"):
            app.root.find("button", "Dismiss")
            self.devices.settle()
            self.assertEqual(app.conversations.extents[2], width)
        with self.part("a mailbox that is back is read again"):
            elsewhere.rename(self.maildir.path)
            self.maildir.deliver("Back again")
            runs = app.trace.last["runs"] + 1
            self.devices.key("F5")
            app.trace.wait(rows=51, first="Back again", runs=runs)
            app.trace.wait(header="idle")
        with self.part("what stays wrong stays said until it is mended"):
            self.maildir.path.rename(elsewhere)
            self.assert_notice_until("The mailbox .*INBOX. is no longer there",
                                     lambda: elsewhere.rename(self.maildir.path))
        with (self.part("a store that another one writes into is shown as it is"),
              lock.open("wb") as file):
            hold_all_leases(file)
            self.assert_notice_until("Another Tideline is bringing the store", file.close)
        with self.part("a store that cannot be written is shown as it is"):
            lock.unlink()
            lock.mkdir()  # even root cannot write there
            self.assert_notice_until("The store .* cannot be used", lock.rmdir)
        with self.part("a notice that is dismissed leaves the focus in the list"):
            self.maildir.path.rename(elsewhere)
            self.devices.key("F5")
            app.root.find("button", "Dismiss").act()
            app.root.wait_until_gone("button", "Dismiss")
            self.devices.key("Down")
            # GTK 4.8 moves to the second row; newer versions select the first one first.
            wait_until("a row that is chosen by the key", lambda: any(
                {"focused", "selected"} <= row.states for row in app.conversations.children))
            elsewhere.rename(self.maildir.path)
            app.activate("back")
            runs = app.trace.wait(header="idle")["runs"] + 1
            self.devices.pass_time(SETTLED)
            self.devices.key("F5")
            app.trace.wait(header="idle", runs=runs)
        app.activate("mark-all-read")
        self.devices.key("Home")
        self.devices.key("s")
        wait_until("the star", lambda: "starred" in app.row_names()[0])
        starred = app.row_names()[0].split(",")[0]
        for number, damage in enumerate((
            lambda: app.store.write_bytes(b"x" * app.store.stat().st_size),
            lambda: os.truncate(app.store, 5000),
            lambda: [file.unlink() for file in app.store.parent.glob("store.sqlite*")],
        )):
            with self.part(f"store {number}, damaged or removed while it is shown, is made anew"):
                damage()
                self.maildir.deliver(f"After {number}")
                names = wait_until("the message", lambda: [
                    name for name in app.row_names() if name.startswith(f"After {number}")]
                    and app.row_names())
                self.assertEqual(
                    [name.split(",")[0] for name in names if "starred" in name], [starred])
                # No new message is taken for one that was read before.
                self.assertEqual(sorted(name.split(",")[0] for name in names if "unread" in name),
                                 [f"After {one}" for one in range(number + 1)])

    def assert_notice_until(self, sentence: str, mend: Callable[[], object]) -> None:
        """Checks that a refresh fails, and that the list and the sentence stay, until the fault is
        mended and the user tries again."""
        app, before = self.app, self.app.trace.last
        self.devices.key("F5")
        app.trace.wait_for_visit(header="settling", runs=before["runs"] + 1)
        app.trace.wait(header="idle", rows=before["rows"], first=before["first"])
        app.root.find("label", sentence)
        mend()
        app.root.find("button", "Try Again").act()
        app.root.wait_until_gone("label", sentence)
        self.maildir.deliver(f"Mended {before['runs']}")
        app.trace.wait(rows=before["rows"] + 1, first=f"Mended {before['runs']}")


def _is_way_out(node: Node) -> bool:
    return "sensitive" in node.states and node.name not in _ALWAYS_THERE
