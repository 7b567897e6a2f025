"""The sidebar of folders, and the window's panes in every width."""

from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until


class FolderTest(EndToEndCase):
    def test_folders_are_walked_by_keys_and_pointer(self) -> None:
        self.maildir.fill(60)
        lists, sent = (Maildir(self.maildir.path / name) for name in (".Lists.Swift", ".Sent"))
        lists.fill(7)
        lists.deliver("Harbour news")
        sent.fill(3)
        self.app = self.open()
        self.app.wait_until_idle(rows=50)
        # Before the folders are known, F9 does nothing.
        self.app.root.find("window", "Inbox — INBOX$")
        with self.part("they are listed with what is unread"):
            self.devices.key("F9")
            self._wait_for("Inbox", "All Mail, 1 unread", "Lists/Swift, 1 unread", "Sent")
        with self.part("what the pointer passes is not selected"):
            x, y = wait_until("the folders at rest", self._middle_of_sent)
            self.devices.pointer_to(x, y)
            self.devices.settle()
            self.assertEqual(self._selected(), ["Inbox"])
            self.devices.click(x, y)
            self.app.trace.wait(rows=3)
        with self.part("mail that arrives elsewhere is counted"):
            self._choose(0)
            self.app.trace.wait(rows=50)
            sent.deliver("A reply")
            self.devices.key("F5")
            self.assert_refreshes(self.app)
            self.devices.key("F9")
            self._wait_for("Inbox", "All Mail, 2 unread", "Lists/Swift, 1 unread", "Sent, 1 unread")
            self.assertEqual(self.app.trace.last["rows"], 50)
            self.devices.key("Escape")
        with self.part("a folder is chosen by keyboard, and its conversations are listed"):
            self._choose(2)
            self.app.trace.wait(rows=8, first="Harbour news")
            self.app.root.find("label", "Lists/Swift$")
            self.app.root.find("window", "Lists/Swift — INBOX$")
            # The list has the focus now, and is pulled and searched like any other.
            self.devices.key("F5")
            self.assert_refreshes(self.app, runs=2)
            self.assertEqual(self.app.trace.last["rows"], 8)
        with self.part("the folder is there after a restart"):
            self._restart("Lists/Swift")
            self.app.trace.wait(rows=8, header="idle")
        with self.part("all folders are listed together, and so again"):
            self._choose(1)
            self.app.root.find("window", "All Mail — INBOX$")
            self._restart("All Mail")
            self.devices.key("F9")
            wait_until("the choice", lambda: self._selected() == ["All Mail, 2 unread"])

    def _restart(self, folder: str) -> None:
        self.assertEqual(self.app.close(), 0)
        self.app = self.open(store=self.app.store)
        self.app.wait_for_window()
        self.app.root.find("window", f"{folder} — INBOX$")

    def _wait_for(self, *names: str) -> None:
        wait_until(
            "the folders and their counts",
            lambda: [item.name for item in self._folders().children] == list(names),
            describe=self.app.root.outline)

    def _middle_of_sent(self) -> tuple[float, float] | None:
        """The middle of the last folder, once it rests."""
        last = self._folders().children[-1]
        x, y, width, height = before = last.extents
        self.devices.settle()
        return (x + width / 2, y + height / 2) if width > 100 and last.extents == before else None

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
