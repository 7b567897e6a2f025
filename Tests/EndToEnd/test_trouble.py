"""Mailboxes that are missing, vanish or are broken: a sentence, a way out, never a crash."""

from accessibility import Node
from app import App
from case import EndToEndCase

_ALWAYS_THERE = {
    "", "Refresh", "Main Menu", "Load More", "Close", "Minimize", "Maximize", "Restore"}


class Trouble(EndToEndCase):
    def assert_page_with_a_way_out(self, app: App, name: str) -> None:
        app.wait_for_window()
        app.root.find(name=f".*{name}")
        ways_out = [node for node in app.root.find_all("button") if _is_way_out(node)]
        self.assertTrue(ways_out, app.root.outline())

    def test_a_missing_mailbox_shows_a_page_that_names_it(self) -> None:
        app = self.open(self.maildir.path.parent / "no-such-box")
        self.assert_page_with_a_way_out(app, "no-such-box")

    def test_a_file_that_is_no_mailbox_shows_a_page_that_names_it(self) -> None:
        file = self.maildir.path.parent / "holiday.jpg"
        file.write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40)
        self.assert_page_with_a_way_out(self.open(file), "holiday.jpg")

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

    def test_broken_messages_do_not_hide_the_others(self) -> None:
        self.maildir.put("0.empty", b"")
        self.maildir.put("1.binary", bytes(range(256)) * 200)
        self.maildir.put("2.line", b"Subject: one line\n\n" + b"x" * 50_000_000)
        self.maildir.put("3.header", b"Subject: " + b"y" * 50_000_000)
        self.maildir.fill(20)
        app = self.open()
        app.wait_until_idle()
        names = "\n".join(app.all_row_names())
        for number in range(20):
            self.assertIn(self.maildir.subject(number), names)


def _is_way_out(node: Node) -> bool:
    return "sensitive" in node.states and node.name not in _ALWAYS_THERE
