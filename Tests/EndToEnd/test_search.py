"""Search while typing, and the filter for unread conversations: the same list, narrowed down."""

from accessibility import Node
from app import App
from case import EndToEndCase
from waiting import wait_until

_FIELD = "Search conversations$"


class Search(EndToEndCase):
    def field(self, app: App) -> Node:
        return app.root.find(None, _FIELD)

    def type(self, text: str) -> None:
        for character in text:
            self.devices.key({" ": "space"}.get(character, character))

    def wait_for_text(self, app: App, text: str) -> None:
        field = self.field(app)
        wait_until(f"{text!r} in the field", lambda: field.text == text, describe=lambda: field.text)

    def subjects(self, app: App) -> list[str]:
        return [name.split(",")[0] for name in app.row_names()]

    def wait_for_subjects(self, app: App, *numbers: int) -> None:
        """Waits until the list has exactly these rows, of which only the first are visible."""
        expected = [self.maildir.subject(number) for number in numbers]
        app.trace.wait(rows=len(expected), first=expected[0])

        def are_shown() -> bool:
            shown = self.subjects(app)
            return bool(shown) and shown == expected[:len(shown)]
        wait_until(f"the rows {expected}", are_shown, describe=lambda: self.subjects(app))

    def focused(self, app: App) -> str | None:
        """The row with the focus."""
        return next((row.name for row in app.conversations.children if "focused" in row.states), None)

    def is_focused(self, app: App) -> bool:
        return self.focused(app) is not None

    def test_the_list_is_searched_while_one_types(self) -> None:
        app = self.open_filled()
        with self.part("the slash opens the field, and is typed in it"):
            self.search(app, "/", key="/")
            self.type("0007/")
            self.wait_for_subjects(app, 7)
            self.wait_for_text(app, "/0007/")
            self.leave(app)
        with self.part("typing narrows the list, and Escape brings all back"):
            self.search(app, "tide 001")
            self.wait_for_subjects(app, *range(10, 20))
            self.type("3")
            self.wait_for_subjects(app, 13)
            self.leave(app)
        with self.part("Down moves on to the list"):
            self.search(app, "004")
            self.wait_for_subjects(app, *range(40, 50))
            self.devices.key("Down")
            wait_until("the focus in the list", lambda: self.is_focused(app))
            self.assertEqual(app.trace.last["rows"], 10)
            self.leave(app)
        with self.part("Escape leads back to the top, with the focus there"):
            self.search(app, "tide")
            app.trace.wait(rows=50)
            self.devices.key("Down")
            self.devices.key("End")
            wait_until("the last row to have the focus",
                       lambda: (self.focused(app) or "").startswith(self.maildir.subject(49)))
            self.devices.key("Escape")
            wait_until("the first row to have the focus",
                       lambda: (self.focused(app) or "").startswith(self.maildir.subject(0)))
            self.assertEqual(app.scroll, 0)
        with self.part("nothing found says so, and offers a way back"):
            self.search(app, "xyzzy")
            app.root.find(None, "No Matches$")
            app.root.find("label", "No conversation here matches “xyzzy”.$")
            self.wait_for_text(app, "xyzzy")  # It keeps the focus.
            app.root.find("button", "Clear Search$").act()
            app.trace.wait(rows=50)
            app.root.find("list", "Conversations$")
        with self.part("ten thousand characters are a search like any other"):
            self.search(app, "")
            for text in ("x" * 10_000, "tide " * 2000, "\"; DROP TABLE words; -- " * 400, "* OR NEAR("):
                self.field(app).text = text
                self.devices.settle()
            app.root.find(None, "No Matches$")
            self.field(app).text = "0042"
            self.wait_for_subjects(app, 42)
        with self.part("a refresh keeps the search"):
            self.field(app).text = ""
            self.search(app, "harbour")
            app.root.find(None, "No Matches$")
            self.maildir.deliver("Harbour closed", "Something else")
            self.devices.key("F5")
            app.trace.wait(rows=1, first="Harbour closed", header="idle", runs=1)
            self.wait_for_text(app, "harbour")
            self.devices.key("Escape")
            app.trace.wait(rows=50, first="Something else")
            self.devices.settle()
            self.assertLess(app.scroll, 1, "the newest is in sight")
        with self.part("a search has pages"):
            lists = app.trace.last["lists"]
            self.search(app, "")
            # Sets the text at once: after each typed letter, a new list would begin with the same rows.
            self.field(app).text = "tide table 00"
            app.trace.wait(rows=50, test=lambda state: state["lists"] > lists)
            app.scroll_to_bottom()
            app.pull(-150)
            app.trace.wait(rows=100, loads=1)
            app.scroll_to_bottom()
            app.pull(-150)
            app.trace.wait(rows=100, footer="exhausted")
            # Newer versions of GTK have only rows in sight in the tree, and so the focused one.
            app.scroll_to(0)
            self.leave(app)
        with self.part("afterwards the selected conversation has the focus, and nothing has moved"):
            self.devices.key("Home")
            wait_until("the top", lambda: app.scroll == 0)
            row = app.conversations.children[3]
            name, (x, y, width, height) = row.name, row.extents
            self.devices.click(x + width / 2, y + height / 2)
            self.search(app, "harbour", key="/")
            app.trace.wait(rows=1, first="Harbour closed")
            self.leave(app)
            wait_until(f"the focus on {name}", lambda: self.focused(app) == name,
                       describe=lambda: str(self.focused(app)))
            self.assertLess(app.scroll, 1)
        with self.part("only unread ones are shown when wished, also of a refresh and a search"):
            app.activate("unread-only")
            app.trace.wait(rows=2, first="Something else")
            self.maildir.deliver("Three")
            runs = app.trace.last["runs"]
            self.devices.key("F5")
            app.trace.wait(rows=3, first="Three", header="idle", runs=runs + 1)
            self.devices.key("ctrl+f")
            self.type("harbour")  # also before the next frame shows the field
            app.trace.wait(rows=1, first="Harbour closed")
            self.devices.key("Escape")
            app.trace.wait(rows=3)
        with self.part("when all is read, it says so"):
            app.activate("mark-all-read")
            app.root.find(None, "All Read$")
            app.root.find("button", "Show Read Ones Too$").act()
            app.trace.wait(rows=50, first="Three")
        with self.part("without the filter, all are shown"):
            app.activate("unread-only")
            app.root.find(None, "All Read$")
            app.activate("unread-only")
            app.trace.wait(rows=50, first="Three")

    def search(self, app: App, text: str, key: str = "ctrl+f") -> None:
        self.devices.key(key)
        self.field(app)
        self.type(text)

    def leave(self, app: App) -> None:
        """Ends the search by Escape."""
        self.devices.key("Escape")
        app.trace.wait(rows=50)
        wait_until("no field", lambda: not any(
            "showing" in node.states for node in app.root.find_all(None, _FIELD)))
        wait_until("the focus in the list", lambda: self.is_focused(app))
