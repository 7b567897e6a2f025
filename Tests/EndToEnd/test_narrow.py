"""A window with room for one pane: the keys go to the visible pane."""

from accessibility import Node
from app import App
from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until

MONITOR = (360, 640)


class Narrow(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        Maildir(self.maildir.path / ".Sent").fill(3)

    def test_who_reads_and_searches_comes_to_the_list(self) -> None:
        app = self._read_first()
        self.devices.key("/")  # Ctrl+F finds in what is read
        app.root.find("search box", "Search conversations$")
        self.devices.settle()
        for letter in "0017":
            self.devices.key(letter)
        app.trace.wait(rows=1, first=self.maildir.subject(17))

    def test_folders_that_lay_over_what_is_read_give_the_keys_back(self) -> None:
        app = self._read_first()
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

    def test_what_is_read_and_goes_away_leads_back_to_the_list(self) -> None:
        app = self._read_first()
        newest = next(path for path in (self.maildir.path / "cur").iterdir()
                      if self.maildir.subject(0) in path.read_text())
        newest.unlink()
        self.devices.key("F5")
        self._wait_for_row(app, 1)
        self.devices.key("j")
        self._wait_for_row(app, 2)

    def _read_first(self) -> App:
        """Opens the newest conversation, which replaces the list."""
        app = self.open_filled(20)
        self.devices.key("Home")
        self.devices.key("Return")
        app.root.find("label", f"{self.maildir.subject(0)}: high water")
        wait_until("the way back", lambda: "visible" in app.root.find("button", "Back").states)
        self.devices.settle()
        return app

    def _wait_for_row(self, app: App, number: int) -> None:
        """Waits until the row has the focus. It may have the focus while hidden; but then j and
        k do nothing."""
        name = self.maildir.subject(number)
        wait_until(f"the focus on {name}", lambda: _focused(app.conversations).startswith(name),
                   describe=app.root.outline)


def _focused(list_: Node) -> str:
    """The name of the row with the focus."""
    return next((row.name for row in list_.children if "focused" in row.states), "")
