"""The list by keyboard alone, and the menu of a conversation by every way to open it."""

from pathlib import Path

from case import EndToEndCase
from file_manager import FileManager
from waiting import wait_until


class Keys(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.app = self.open_filled(60)

    def test_j_and_k_walk_and_enter_reads(self) -> None:
        self.devices.key("Home")
        for key, number in (("j", 1), ("j", 2), ("k", 1)):
            self.devices.key(key)
            self._wait_for_focus(number)
        self.devices.key("Return")
        self.app.root.find("label", f"{self.maildir.subject(1)}: high water")

    def test_home_and_end_go_to_the_ends(self) -> None:
        self.devices.key("End")
        self._wait_for_focus(49)
        self.devices.key("Home")
        self._wait_for_focus(0)

    def test_where_there_are_no_folders_none_are_shown(self) -> None:
        self.devices.key("Home")
        self._wait_for_focus(0)
        self.devices.key("F9")
        self.devices.settle()
        self.devices.key("j")
        self._wait_for_focus(1)

    def test_the_focus_stays_on_its_row_when_mail_arrives_above(self) -> None:
        self.devices.key("Home")
        self.devices.key("j")
        self._wait_for_focus(1)
        self.maildir.deliver("High tide", "Low tide")
        self.devices.key("F5")
        self.assert_refreshes(self.app)
        self.app.trace.wait(rows=52)
        self._wait_for_focus(1)

    def _wait_for_focus(self, number: int) -> None:
        name = self.maildir.subject(number)
        wait_until(
            f"the focus on {name}", lambda: self._focused().startswith(name),
            describe=self._focused)

    def _focused(self) -> str:
        rows = (row for row in self.app.conversations.children if "focused" in row.states)
        return next((row.name for row in rows), "nothing")


class ConversationMenu(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.app = self.open_filled(5)

    def test_the_message_id_is_copied(self) -> None:
        self._open_by_pointer(2)
        self._choose("Copy Message ID")
        self.assertRegex(self._pasted(), r"^\d+\.\d+@e2e\.example\.org$")

    def test_the_message_id_of_a_message_that_cannot_be_read_is_copied(self) -> None:
        self._file(2).unlink()
        self._open_by_pointer(2)
        self._choose("Copy Message ID")
        self.assertRegex(self._pasted(), r"^\d+\.\d+@e2e\.example\.org$")

    def test_of_a_message_without_an_id_none_is_copied(self) -> None:
        self.maildir.put("0.bare", b"Subject: Bare\n\nNo ID.\n")
        self.devices.key("F5")
        self.assert_refreshes(self.app)
        self.app.trace.wait(rows=6)
        # Returns the place in a tuple: the first one is 0, which would be false.
        place, = wait_until("its row", lambda: next(
            ((i,) for i, name in enumerate(self.app.row_names()) if name.startswith("Bare")), None))
        self._open_by_pointer(place)
        self._choose("Copy Message ID")
        self.app.root.find(name="The message has no message ID")

    def test_the_subject_is_copied_by_keys(self) -> None:
        self.devices.key("Home")
        self.devices.key("j")
        self.devices.key("Menu")
        item = self.app.menu_item("Copy Subject")

        def is_reached() -> bool:
            self.devices.settle()
            return "focused" in item.states or self.devices.key("Down")
        wait_until("the focus on it", is_reached)
        self.devices.key("Return")
        self.assertEqual(self._pasted(), self.maildir.subject(1))

    def test_the_messages_file_is_shown_in_the_file_manager(self) -> None:
        files = self.enterContext(FileManager(self.stage.session))
        path = self._file(3)
        self._open_by_pointer(3)
        self._choose("Show in Files")
        files.wait_for(str(path))

    def test_closed_it_leaves_the_focus_where_it_was(self) -> None:
        self._open_by_pointer(0)
        self._choose("Open")
        self.app.root.find("label", f"{self.maildir.subject(0)}: high water")
        self._wait_for_closed_menu()
        self.app.activate("back")
        row = self.app.conversations.children[0]
        wait_until("the row's focus", lambda: "focused" in row.states)
        self.devices.key("shift+F10")
        self.app.menu_item("Copy Subject")
        self.devices.settle()
        self.devices.key("Escape")
        self._wait_for_closed_menu()
        wait_until("the row's focus again", lambda: "focused" in row.states)

    def test_it_opens_the_conversation(self) -> None:
        self._open_by_pointer(4)
        self._choose("Open")
        self.app.root.find("label", f"{self.maildir.subject(4)}: high water")

    def test_what_is_read_has_the_same_menu(self) -> None:
        x, y, width, height = self.app.conversations.children[2].extents
        self.devices.tap(x + width / 2, y + height / 2)
        self.app.root.find("label", f"{self.maildir.subject(2)}: high water")
        menu = self.app.root.find("button", "Conversation Menu$")
        self.devices.settle()
        x, y, width, height = menu.extents
        self.devices.tap(x + width / 2, y + height / 2)
        self._choose("Copy Subject")
        self.assertEqual(self._pasted(), self.maildir.subject(2))

    def _file(self, number: int) -> Path:
        return next(
            path for path in (self.maildir.path / "cur").iterdir()
            if f"Subject: {self.maildir.subject(number)}\n" in path.read_text())

    def _open_by_pointer(self, number: int) -> None:
        x, y, width, height = self.app.conversations.children[number].extents
        self.devices.secondary_click(x + width / 2, y + height / 2)

    def _choose(self, name: str) -> None:
        self.app.menu_item(name).act()

    def _wait_for_closed_menu(self) -> None:
        wait_until("a closed menu", lambda: not self.app.menu_items("Copy Subject"))

    def _pasted(self) -> str:
        """The content of the clipboard, pasted into the search field. An open menu has the keys."""
        self._wait_for_closed_menu()
        self.devices.settle()
        self.devices.key("ctrl+f")
        entry = self.app.root.find("search box", "Search conversations$")
        self.devices.key("ctrl+v")
        return wait_until("the pasted text", lambda: entry.text)
