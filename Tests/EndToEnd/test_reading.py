"""Reading a conversation: opened by a click or by keys, folded, updated, never changed."""

import time

from accessibility import Node
from app import App
from case import EndToEndCase
from maildir import eml
from waiting import wait_until



class Reading(EndToEndCase):
    def open_with_boats(self) -> App:
        """Opens the list with three conversations of two messages, and others below."""
        self.maildir.fill(5)
        long = ", and which are in? ".join(["Which boats are still out"] * 9)
        for age, name, text in ((60, "Boat", "Which boats are still out?"),
                                (180, "Lost", "Which boats are still out?"), (300, "Long", long)):
            for seconds, kind in ((60, "question"), (0, "answer")):
                content = eml(kind, time.time() - age - seconds).replace(
                    "Boat list", f"{name} list").replace("@reading", f"@{name}")
                self.maildir.put(f"{name}-{kind}", content.replace(
                    "Which boats are still out?\n\nAnd", f"{text}\n\nAnd").encode())
        app = self.open()
        app.wait_until_idle(rows=8)
        app.root.find(name="Select a Conversation$")
        return app

    def open_row(self, app: App, number: int) -> None:
        app.activate("back")
        self.devices.settle()
        x, y, width, height = app.conversations.children[number].extents
        self.devices.click(x + width // 2, y + height // 2)

    @staticmethod
    def text(app: App, beginning: str) -> Node:
        """A text that is on the screen."""
        return app.root.find("label", beginning)

    def test_a_conversation_is_read(self) -> None:
        app = self.open_with_boats()
        with self.part("a click opens it with its older messages, and changes nothing"):
            before = self._state()
            self.open_row(app, 0)
            self.text(app, "Only the Petrel")
            self.text(app, "Boat list$")
            self.text(app, r"boats\.pdf \(3")
            self.assertFalse(app.root.find_all("label", r"Which boats are still out\?\n"))
            app.root.find("button", "Ada Reef, ").act()
            self.text(app, r"Which boats are still out\?\n")
            self.assertEqual(self._state(), before)
        with self.part("quotes are folded"):
            self.assertFalse(app.root.find_all("label", "Ada wrote:"))
            app.root.find("button", "Show quoted text$").act()
            self.text(app, "Ada wrote:$")
            self.text(app, r"Which boats are still out\?$")
            app.root.find("button", "Hide quoted text$").act()
            wait_until("a folded quote", lambda: not app.root.find_all("label", "Ada wrote:"))
        with self.part("the keyboard reaches everything"):
            app.activate("back")
            self.devices.key("Home")
            self.devices.key("Return")
            seen = []
            for _ in range(20):
                focused = [node for node in app.root.look() if "focused" in node.states]
                seen += [node.name for node in focused if node.role in ("button", "push button")]
                if "Show quoted text" in seen:
                    break
                self.devices.key("Tab")
                self.devices.settle()
            self.assertIn("Show quoted text", seen)
            self.devices.key("space")
            self.text(app, "Ada wrote:")
        with self.part("a refresh keeps what is open"):
            focused = [node.name for node in app.root.look() if "focused" in node.states]
            self.assertTrue(focused)
            later = eml("question", time.time()).replace(
                "<question@reading", "<third@Boat")
            later = later.replace(
                "Message-ID", "References: <answer@Boat.example.org>\nMessage-ID")
            self.maildir.put("third", later.replace("Which boats", "Are all boats").encode())
            self.maildir.deliver("Something else")
            self.devices.key("F5")
            self.assert_refreshes(app)
            app.root.find("button", "Ada Reef, .*Are all boats")
            self.text(app, "Ada wrote:")
            now = [node.name for node in app.root.look() if "focused" in node.states]
            self.assertEqual(now, focused)
            wait_until("the same conversation selected", lambda: [
                row.name[:len("Boat list")] for row in app.conversations.children
                if "selected" in row.states] == ["Boat list"], describe=app.row_names)
        with self.part("an older message has room for its text"):
            self.open_row(app, 3)
            answer = app.root.find("button", "Bo Lund, ")
            self.text(app, "Only the Petrel")
            app.root.find("button", "Ada Reef, ").act()
            text = self.text(app, "Which boats .*\n\nAnd who")
            self.devices.settle()
            wait_until("room for its text",
                       lambda: text.extents[1] + text.extents[3] < answer.extents[1],
                       describe=lambda: (text.extents, answer.extents))
        with self.part("a message that is gone says so"):
            (self.maildir.path / "cur" / "Lost-answer:2,S").unlink()
            self.open_row(app, 2)
            self.text(app, "This message is no longer in")
            app.root.find("button", "Ada Reef, ").act()
            self.text(app, r"Which boats are still out\?\n")

    def _state(self) -> list[tuple]:
        """The name, inode number, times and content of every file and folder."""
        return [
            (str(path), status.st_ino, status.st_mtime_ns, status.st_ctime_ns,
             path.read_bytes() if path.is_file() else b"")
            for path in sorted(self.maildir.path.rglob("*")) for status in [path.stat()]
        ]
