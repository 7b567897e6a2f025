"""Several conversations are selected by pointer, keys and finger, and marked and saved together."""

from app import App
from case import EndToEndCase
from waiting import wait_until


class Selecting(EndToEndCase):
    def test_several_are_selected_and_marked_together(self) -> None:
        for number in range(6):
            self.maildir.deliver(f"Tide {number}")
        app = self.open()
        app.wait_until_idle(rows=6)
        with self.part("Ctrl+click selects one more, and reads none of them"):
            self.devices.click(*self.middle(app, 0))
            app.root.find("label", "Tide 5: high water")
            with self.devices.holding("ctrl"):
                self.devices.click(*self.middle(app, 2))
            self.wait_for_count(app, 2)
            app.root.find("label", "2 Conversations Selected$")
        with self.part("a star is added to all, and removed from all"):
            self.devices.key("s")
            self.wait_for(app, "starred", 0, 2)
            app.root.find(None, "2 starred$")
            app.root.find("button", "Undo").act()
            self.wait_for(app, "starred")
            self.devices.key("s")
            self.wait_for(app, "starred", 0, 2)
            app.root.find_all(None, "Menu of the Selection$")[-1].act()
            app.menu_item("Remove Star").act()
            self.wait_for(app, "starred")
        with self.part("Escape clears the selection"):
            self.devices.key("Escape")
            app.root.wait_until_gone("label", "2 selected$")
        with self.part("Ctrl+A selects all, and one command marks them as read"):
            app.activate("mark-all-read")
            self.wait_for(app, "unread")
            app.root.find("button", "Undo").act()
            self.wait_for(app, "unread", 0, 1, 2, 3, 4, 5)
            self.devices.key("Home")
            self.devices.key("ctrl+a")
            self.wait_for_count(app, 6)
            self.devices.key("Tab")  # out of the list, not to the next row
            button = app.root.find("button", "Mark as Read$")
            wait_until("the focus below the list", lambda: "focused" in button.states)
            button.act()
            self.wait_for(app, "unread")
            app.root.find(None, "6 marked as read$")
            app.root.find("button", "Undo").act()
            self.wait_for(app, "unread", 0, 1, 2, 3, 4, 5)
            self.devices.key("Escape")
        with self.part("a finger that rests selects, and each tap one more or one less"):
            self.devices.tap(*self.middle(app, 5))  # the first touch may be lost
            app.root.find("label", "Tide 0: high water")
            self.devices.touch_down(*self.middle(app, 1))
            self.devices.pass_time(0.8)
            self.devices.touch_up()
            self.wait_for_count(app, 1)
            self.devices.tap(*self.middle(app, 3))
            self.wait_for_count(app, 2)
            self.devices.tap(*self.middle(app, 3))
            self.wait_for_count(app, 1)
            self.devices.tap(*self.middle(app, 1))
            app.root.wait_until_gone("label", "1 selected$")
        with self.part("in the selection mode, keys move on and pick"):
            self.devices.tap(*self.middle(app, 0))
            self.devices.touch_down(*self.middle(app, 1))
            self.devices.pass_time(0.8)
            self.devices.touch_up()
            self.wait_for_count(app, 1)
            for key in ("Down", "Down", "space"):
                self.devices.key(key)
            self.wait_for_count(app, 2)
            self.devices.key("Up")
            self.devices.key("Return")
            self.wait_for_count(app, 3)
            self.devices.key("Escape")
            app.root.wait_until_gone("label", "3 selected$")
        with self.part("a pull after a rest selects nothing"):
            x, y = self.middle(app, 1)
            self.devices.touch_down(x, y)
            self.devices.pass_time(0.8)
            self.devices.touch_move(x, y, 200)
            self.devices.touch_up()
            self.assert_refreshes(app)
            self.assertEqual(app.root.find_all("label", "1 selected$"), [])

    def middle(self, app: App, row: int) -> tuple[float, float]:
        x, y, width, height = app.conversations.children[row].extents
        return x + width / 2, y + height / 2

    def wait_for_count(self, app: App, number: int) -> None:
        app.root.find("label", f"{number} selected$")

    def wait_for(self, app: App, word: str, *rows: int) -> None:
        def found() -> tuple[int, ...]:
            names = app.row_names()
            return tuple(row for row, name in enumerate(names) if f", {word}" in name)
        wait_until(f"{word}: {rows}", lambda: found() == rows, lambda: str(app.row_names()))
