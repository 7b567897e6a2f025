"""The sidebar of folders, and the window's panes in every width."""

from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until


class FolderTest(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir.fill(60)
        lists = Maildir(self.maildir.path / ".Lists.Swift")
        lists.fill(7)
        lists.deliver("Harbour news")
        Maildir(self.maildir.path / ".Sent").fill(3)
        self.app = self.open()
        self.app.wait_until_idle(rows=50)
        # Before the folders are known, F9 does nothing.
        self.app.root.find("window", "Inbox — INBOX$")

    def test_folders_are_listed_with_what_is_unread(self) -> None:
        self.devices.key("F9")
        names = ["Inbox", "All Mail, 1 unread", "Lists/Swift, 1 unread", "Sent"]
        wait_until(
            "the folders and their counts",
            lambda: [item.name for item in self._folders().children] == names,
            describe=self.app.root.outline)

    def test_a_folder_is_chosen_by_keyboard_and_its_conversations_are_listed(self) -> None:
        self._choose(2)
        self.app.trace.wait(rows=8, first="Harbour news")
        self.app.root.find("label", "Lists/Swift$")
        self.app.root.find("window", "Lists/Swift — INBOX$")
        # The list has the focus now, and is pulled and searched like any other.
        self.devices.key("F5")
        self.assert_refreshes(self.app)
        self.assertEqual(self.app.trace.last["rows"], 8)

    def test_mail_that_arrives_elsewhere_is_counted(self) -> None:
        Maildir(self.maildir.path / ".Sent").deliver("A reply")
        self.devices.key("F5")
        self.assert_refreshes(self.app)
        self.devices.key("F9")
        wait_until(
            "the folder's count",
            lambda: [item.name for item in self._folders().children][-1:] == ["Sent, 1 unread"])
        self.assertEqual(self.app.trace.last["rows"], 50)

    def test_the_folder_is_there_after_a_restart(self) -> None:
        self._choose(3)
        self.app.trace.wait(rows=3)
        self.assertEqual(self.app.close(), 0)
        again = self.open(store=self.app.store)
        again.wait_until_idle(rows=3)

    def test_all_folders_are_listed_together_and_so_again(self) -> None:
        self._choose(1)
        self.app.root.find("window", "All Mail — INBOX$")
        self.assertEqual(self.app.close(), 0)
        self.app = self.open(store=self.app.store)
        self.app.wait_for_window()
        self.app.root.find("window", "All Mail — INBOX$")
        self.devices.key("F9")
        wait_until("the choice", lambda: self._selected() == ["All Mail, 1 unread"])

    def test_what_the_pointer_passes_is_not_selected(self) -> None:
        self.devices.key("F9")
        sent = wait_until("the folders", lambda: self._folders().children[3:])[0]

        def place() -> tuple[int, int, int, int] | None:
            before = sent.extents
            self.devices.settle()
            return before if before[2] > 100 and sent.extents == before else None
        x, y, width, height = wait_until("the folders at rest", place)
        self.devices.pointer_to(x + width / 2, y + height / 2)
        self.devices.settle()
        self.assertEqual(self._selected(), ["Inbox"])
        self.devices.click(x + width / 2, y + height / 2)
        self.app.trace.wait(rows=3)

    def _selected(self) -> list[str]:
        return [item.name for item in self._folders().children if "selected" in item.states]

    def _folders(self):
        return self.app.root.find("list", "Folders$")

    def _choose(self, position: int) -> None:
        """Chooses a folder; on the tests' small monitor the sidebar is folded away."""
        self.devices.key("F9")
        wait_until(
            "the folders to have the focus",
            lambda: len(items := self._folders().children) == 4
            and any("focused" in item.states for item in items))
        self.devices.key("Home")
        for _ in range(position):
            self.devices.key("Down")
        self.devices.key("Return")
