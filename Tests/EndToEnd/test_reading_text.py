"""The text of a message: selected and copied through all of it, searched, and made larger."""

import time

import versions
from app import App
from case import EndToEndCase
from default_program import DefaultProgram
from maildir import eml
from waiting import wait_until

_PADDING = 24  # of a message and of the pane


# Roles, as the different versions of GTK name them.
_ROW = ("row", "table row")
_CELL = ("cell", "table cell")
# Matches the message's text, but not its row in the list, which has no line break.
_BEGINNING = r"First the Petrel leaves\.\n"


class ReadingText(EndToEndCase):
    def open_letter(self, more: str = "") -> App:
        self.maildir.put("letter", eml("letter", more=more).encode())
        app = self.open()
        app.wait_until_idle(rows=1)
        self.devices.key("Return")
        app.root.find("label", _BEGINNING)
        self.devices.settle()
        return app

    def pasted(self, app: App) -> str:
        """The clipboard's text, in the field of the list's search."""
        self.devices.settle()  # The action does not wait for the key that copied the text.
        app.activate("search")
        field = app.root.find(None, "Search conversations")
        self.devices.settle()
        self.devices.key("ctrl+v")
        return wait_until("a pasted text", lambda: field.text)

    def test_a_text_is_copied_searched_and_made_larger(self) -> None:
        app = self.open_letter()
        with self.part("the whole message is selected and copied"):
            self.devices.key("ctrl+a")
            self.devices.key("ctrl+c")
            text = self.pasted(app)
            self.assertTrue(text.startswith("First the Petrel"), text)
            self.assertTrue(text.endswith("Ada, the harbour"), text)
            self.read_again(app)
        with self.part("a drag selects through all labels"):
            first = app.root.find("label", _BEGINNING)
            last = app.root.find("label", "Ada, the harbour|-- ")
            x, y, _, _ = first.extents
            left, top, width, height = last.extents
            padding = _PADDING if versions.PLACES_WITHOUT_PADDING.is_here else 0
            start, end = (x + 2, y + 6), (left + width - 2, top + height - 4)
            self.devices.drag(*((x + padding, y + padding) for x, y in (start, end)))
            self.stage.recorder.save(self.artifacts / "selected.png")
            self.devices.key("ctrl+c")
            text = self.pasted(app)
            self.assertTrue(text.startswith("First the Petrel"), text)
            self.assertTrue(text.endswith("Ada, the harbour"), text)
            self.assertNotIn("Gannet", text)
            self.read_again(app)
        with self.part("a text is found in the conversation"):
            self.devices.key("ctrl+f")
            name = "Find in the Conversation"
            field = app.root.find(None, name)
            self.devices.settle()
            for character in "leave":
                self.devices.key(character)
            wait_until("what was typed", lambda: field.text == "leave")
            self.devices.settle()  # The search begins 150 ms after the last letter.
            app.root.find("label", "1 of 2$")
            self.assertFalse(app.root.find_all("label", "Bo wrote:"), "the quote is folded")
            self.devices.key("Return")
            app.root.find("label", "2 of 2$")
            app.root.find("label", "Bo wrote:")
            self.devices.settle()
            self.stage.recorder.save(self.artifacts / "found.png")
            self.devices.key("Return")
            app.root.find("label", "1 of 2$")
            self.devices.key("shift+Return")
            app.root.find("label", "2 of 2$")
            self.devices.key("Escape")
            wait_until("a closed bar", lambda: not any(
                "showing" in node.states for node in app.root.find_all(None, name)))
            self.assertTrue(app.root.find_all("label", _BEGINNING), "the conversation is still read")
        with self.part("the text is made larger, and stays so"):

            def height() -> int:
                return app.root.find("label", _BEGINNING).extents[3]
            normal = height()
            for _ in range(3):
                self.devices.key("ctrl+=")
            wait_until("larger text", lambda: height() > 1.25 * normal)  # 130 %
            larger = height()
            self.assertEqual(app.close(), 0)
            app = self.open()
            app.wait_until_idle(rows=1)
            self.devices.key("Return")
            wait_until("the same size", lambda: height() == larger)
            self.devices.key("ctrl+0")
            wait_until("normal text", lambda: height() == normal)

    def read_again(self, app: App) -> None:
        """Leaves the search, and gives the keys to the message."""
        self.devices.key("Escape")
        app.trace.wait(rows=1)
        app.activate("back")
        self.devices.key("Home")
        self.devices.key("Return")
        app.root.find("label", _BEGINNING)
        self.devices.settle()

    def test_a_page_and_an_invitation_are_read_and_their_links_and_events_handed_on(self) -> None:
        self.maildir.put("page", eml("page").encode())
        self.maildir.put("event", eml("event", time.time() - 120).encode())
        program = DefaultProgram(self.stage, ("x-scheme-handler/https", "text/calendar"))
        app = self.open(env=program.env)
        app.wait_until_idle(rows=2)
        self.devices.key("Home")
        self.devices.key("Return")
        app.root.find("heading", "Tide times$")
        with self.part("a page is read by its roles"):
            roles = [(seen.role, seen.name) for seen in app.root.look() if seen.role in (
                "heading", "list item", "table", *_ROW, *_CELL, "column header", "link")]
            # Other list items are rows of the list and the sidebar.
            roles = roles[roles.index(("heading", "Tide times")):]
            roles = roles[:roles.index(("link", "All harbours")) + 1]
            text = [name for role, name in roles if role in ("heading", "link")]
            self.assertEqual(text, ["Tide times", "All harbours"])
            count = [role for role, _ in roles]
            self.assertEqual(count.count("list item"), 2, roles)
            self.assertEqual(count.count("table"), 1, roles)
            self.assertEqual(sum(role in _ROW for role in count), 3, roles)
            self.assertEqual(count.count("column header"), 2, roles)
            self.assertEqual(sum(role in _CELL for role in count), 4, roles)
            self.assertIn(("table", "Table"), roles)
            self.assertNotIn("GtkBox", [name for _, name in roles], "a screen reader would say so")
            labels = [seen.name for seen in app.root.look() if seen.role == "label"]
            order = [labels.index(name) for name in ("Bring a lamp", "Harbour", "Port", "06:10")]
            self.assertEqual(order, sorted(order))
            self.devices.settle()
            self.stage.recorder.save(self.artifacts / "page.png")
        with self.part("a screen reader and the Tab key find each link"):
            links = [seen for seen in app.root.look() if seen.role == "link"]
            self.assertEqual([link.name for link in links], ["All harbours", "map", "rules"])
            everywhere, map_, rules = (link.node for link in links)
            wait_until("their places", lambda: all(link.node.extents[2] > 0 for link in links))
            self.devices.settle()
            self.assertEqual(map_.description, "Leads to harbours.example.org")
            # The links are beside each other on one line, and each is as wide as its text.
            (x, y, width, height), other = map_.extents, rules.extents
            self.assertEqual((y, height), (other[1], other[3]))
            self.assertTrue(0 < width < 60 and x + width < other[0], (map_.extents, other))
            self.assertGreater(y, everywhere.extents[1])
            rules.act()
            self.assertEqual(program.wait()["given"], "https://harbours.example.org/rules")
            for _ in range(40):
                self.devices.key("Tab")
                self.devices.settle()
                if "focused" in map_.states:
                    break
            self.assertIn("focused", map_.states)
            self.stage.recorder.save(self.artifacts / "link.png")
            self.devices.key("Return")
            self.assertEqual(program.wait(2)["given"], "https://harbours.example.org/map")
            self.devices.key("Tab")
            wait_until("the next link", lambda: "focused" in rules.states)
            self.devices.key("shift+Tab")
            wait_until("the link before", lambda: "focused" in map_.states)
        with self.part("what is found is seen in the dark, too"):
            self.stage.session.set_dark(True)
            self.addCleanup(self.stage.session.set_dark, False)
            self.devices.key("ctrl+f")
            app.root.find(None, "Find in the Conversation")
            self.devices.settle()
            for character in "tide":
                self.devices.key(character)
            app.root.find("label", "1 of 2$")
            self.devices.settle()
            self.stage.recorder.save(self.artifacts / "page-dark.png")
            self.devices.key("Escape")
        with self.part("an invitation is shown, and handed to the calendar"):
            self.devices.settle()
            app.activate("back")
            self.devices.key("j")
            self.devices.key("Return")
            app.root.find("heading", "Harbour supper$")
            for line in ("Invitation$", "Friday, 4 December 2026, 17:30.* – .*19:00", "Every week$",
                         ".*Old Quay", ".*Ada Reef"):
                app.root.find("label", line)
            self.devices.settle()
            self.stage.recorder.save(self.artifacts / "invitation.png")
            app.root.find("button", "Open in Calendar$").act()
            program.wait(3)
            self.assertIn("Harbour supper", program.path().read_text())
