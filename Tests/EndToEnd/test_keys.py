"""The list by keyboard alone, and the menu of a conversation by every way to open it."""

import os
from pathlib import Path

from accessibility import Node
from app import REST
from case import EndToEndCase
from desktop_services import FileManager
from waiting import wait_until


class Keys(EndToEndCase):
    def test_the_list_is_walked_and_read_by_keys(self) -> None:
        self.app = self.open_filled(60)
        with self.part("Home and End go to the ends"):
            self.devices.key("End")
            self._wait_for_focus(49)
            self.devices.key("Home")
            self._wait_for_focus(0)
        with self.part("where there are no folders, F9 shows none"):
            self.devices.key("F9")
            self.devices.settle()
            self.devices.key("j")
            self._wait_for_focus(1)
        with self.part("the focus stays on its row when mail arrives above"):
            self.maildir.deliver("High tide", "Low tide")
            self.devices.key("F5")
            self.assert_refreshes(self.app)
            self.app.trace.wait(rows=52)
            self._wait_for_focus(1)
        with self.part("j and k walk, and Enter reads"):
            for key, number in (("j", 2), ("j", 3), ("k", 2)):
                self.devices.key(key)
                self._wait_for_focus(number)
            self.devices.key("Return")
            self.app.root.find("label", f"{self.maildir.subject(2)}: high water")

    def _wait_for_focus(self, number: int) -> None:
        name = self.maildir.subject(number)
        wait_until(
            f"the focus on {name}", lambda: self._focused().startswith(name),
            describe=self._focused)

    def _focused(self) -> str:
        rows = (row for row in self.app.conversations.children if "focused" in row.states)
        return next((row.name for row in rows), "nothing")


class ConversationMenu(EndToEndCase):
    def test_it_is_opened_by_pointer_keys_and_finger(self) -> None:
        files = self.enterContext(FileManager(self.stage.session))
        self.app = self.open_filled(5)
        with self.part("it opens the conversation"):
            self._choose(0, "Open")
            self.app.root.find("label", f"{self.maildir.subject(0)}: high water")
            self._wait_for_closed_menu()
        with self.part("closed, it leaves the focus where it was"):
            self.app.activate("back")
            row = self.app.conversations.children[0]
            wait_until("the row's focus", lambda: "focused" in row.states)
            self.devices.key("shift+F10")
            self.app.menu_item("Copy Subject")
            self.devices.settle()
            self.devices.key("Escape")
            self._wait_for_closed_menu()
            wait_until("the row's focus again", lambda: "focused" in row.states)
        with self.part("the subject is copied by keys"):
            self.devices.key("j")
            self.devices.key("Menu")
            item = self.app.menu_item("Copy Subject")

            def is_reached() -> bool:
                self.devices.settle()
                return "focused" in item.states or self.devices.key("Down")
            wait_until("the focus on it", is_reached)
            self.devices.key("Return")
            self.assertEqual(self._pasted(), self.maildir.subject(1))
        with self.part("the message's file is shown in the file manager"):
            self._choose(3, "Show in Files")
            files.wait_for(str(self._file(3)))
        with self.part("of a file whose name is no text, that file is shown"):
            name = os.fsencode(self.maildir.path) + b"/cur/caf\xe9:2,S"
            Path(os.fsdecode(name)).write_bytes(b"Subject: Boat list\n\nText\n")
            self.devices.key("F5")
            self.app.trace.wait(header="idle", rows=6)
            self._choose(self._place_of("Boat list"), "Show in Files")
            files.wait_for(str(self._file(3)), os.fsdecode(name))
            Path(os.fsdecode(name)).unlink()
            self.devices.key("F5")
            self.app.trace.wait(header="idle", rows=5)
        with self.part("what is read has the same menu"):
            self._tap(self.app.conversations.children[2])
            self.app.root.find("label", f"{self.maildir.subject(2)}: high water")
            button = self.app.root.find("button", "Conversation Menu$")
            self.devices.settle()
            self._tap(button)
            self.app.menu_item("Copy Subject").act()
            self.assertEqual(self._pasted(), self.maildir.subject(2))
            self.app.activate("back")
            self.devices.settle()
        with self.part("what fits the conversation is offered"):
            self._choose(3, "Star")
            self._wait_for_name(3, "starred")
            self._choose(3, "Remove Star")
            self._wait_for_name(3, "starred", is_there=False)
            self._choose(3, "Mark as Unread")
            self._wait_for_name(3, "unread")
            self._choose(3, "Mark as Read")
            self._wait_for_name(3, "unread", is_there=False)
        with self.part("the message ID is copied, also if the message cannot be read any more"):
            self._file(4).unlink()
            for number in (2, 4):
                self._choose(number, "Copy Message ID")
                self.assertRegex(self._pasted(), r"^\d+\.\d+@e2e\.example\.org$")
        with self.part("of a message without an ID, none is copied"):
            self.maildir.put("0.bare", b"Subject: Bare\n\nNo ID.\n")
            self.devices.key("F5")
            self.assert_refreshes(self.app, runs=3)
            self._choose(self._place_of("Bare"), "Copy Message ID")
            self.app.root.find(name="The message has no message ID")
            self._wait_for_closed_menu()

    def _file(self, number: int) -> Path:
        return next(
            path for path in (self.maildir.path / "cur").iterdir()
            if f"Subject: {self.maildir.subject(number)}\n" in path.read_text())

    def _place_of(self, subject: str) -> int:
        """Waits for the row with this subject, and returns its number."""
        # In a tuple, because the first one is 0, which would be false.
        place, = wait_until("its row", lambda: next((
            (place,) for place, name in enumerate(self.app.row_names())
            if name.startswith(subject)), None))
        return place

    def _tap(self, node: Node) -> None:
        x, y, width, height = node.extents
        self.devices.tap(x + width / 2, y + height / 2)

    def _choose(self, number: int, name: str) -> None:
        """Opens the menu of a row by the pointer, and chooses an item."""
        x, y, width, height = self.app.conversations.children[number].extents
        self.devices.secondary_click(x + width / 2, y + height / 2)
        self.app.menu_item(name).act()

    def _wait_for_name(self, number: int, word: str, is_there: bool = True) -> None:
        """Waits for a word in a row's name, or for a name without it."""
        wait_until(f"{word}: {is_there}", lambda: (word in self.app.row_names()[number]) == is_there,
                   describe=lambda: str(self.app.row_names()))
        self._wait_for_closed_menu()

    def _wait_for_closed_menu(self) -> None:
        wait_until("a closed menu", lambda: not self.app.menu_items("Copy Subject"))

    def _pasted(self) -> str:
        """The content of the clipboard, pasted into the search field, which is then closed. An open
        menu has the keys."""
        self._wait_for_closed_menu()
        self.devices.settle()
        self.devices.key("ctrl+f")
        entry = self.app.root.find("search box", "Search conversations$")
        self.devices.key("ctrl+v")
        text = wait_until("the pasted text", lambda: entry.text)
        self.devices.key("Escape")
        self.devices.pass_time(REST)
        return text
