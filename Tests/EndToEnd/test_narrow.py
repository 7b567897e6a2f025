"""A window with room for one pane: the keys go to the visible pane."""

from accessibility import Node
from app import App
from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until

MONITOR = (360, 640)


class Narrow(EndToEndCase):
    def test_the_keys_go_to_the_visible_pane(self) -> None:
        Maildir(self.maildir.path / ".Sent").fill(3)
        app = self.open_filled(20)
        self.devices.key("Home")
        with self.part("folders that lay over what is read give the keys back"):
            self._read(app, 0)
            focus = [seen.name for seen in app.root.look() if "focused" in seen.states]
            self.devices.key("F9")
            wait_until("the folders to have the focus",
                       lambda: _focused(app.root.find("list", "Folders$")))
            self.devices.key("Escape")
            wait_until(
                f"the focus on {focus}",
                lambda: focus == [seen.name for seen in app.root.look() if "focused" in seen.states])
            self.devices.key("Escape")
            self._wait_for_row(app, 0)
        with self.part("what is read and goes away leads back to the list"):
            self._read(app, 0)
            self.maildir.remove(0)
            self.devices.key("F5")
            self._wait_for_row(app, 1)
            self.devices.key("j")
            self._wait_for_row(app, 2)
        with self.part("a search leads from what is read to the list"):
            self._read(app, 2)
            self.devices.key("/")  # Ctrl+F finds in what is read
            app.root.find("search box", "Search conversations$")
            self.devices.settle()
            for letter in "0017":
                self.devices.key(letter)
            app.trace.wait(rows=1, first=self.maildir.subject(17))

    def _read(self, app: App, number: int) -> None:
        """Opens the conversation with the focus, which replaces the list."""
        self.devices.key("Return")
        app.root.find("label", f"{self.maildir.subject(number)}: high water")
        wait_until("the way back", lambda: "visible" in app.root.find("button", "Back").states)
        self.devices.settle()

    def _wait_for_row(self, app: App, number: int) -> None:
        """Waits until the row has the focus. It may have the focus while hidden; but then j and
        k do nothing."""
        name = self.maildir.subject(number)
        wait_until(f"the focus on {name}", lambda: _focused(app.conversations).startswith(name),
                   describe=app.root.outline)


def _focused(list_: Node) -> str:
    """The name of the row with the focus."""
    return next((row.name for row in list_.children if "focused" in row.states), "")
