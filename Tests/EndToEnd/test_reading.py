"""Reading a conversation: opened by a click or by keys, folded, updated, never changed."""

import time
from email.utils import formatdate

from accessibility import Node
from app import App
from case import EndToEndCase
from waiting import wait_until

_QUESTION = """\
From: Ada Reef <ada@example.org>
To: Ines Kai <ines@example.org>
Subject: Boat list
Date: {date}
Message-ID: <question@reading.example.org>

Which boats are still out?

And who sails them?
"""
_ANSWER = """\
From: Bo Lund <bo@example.org>
To: Ada Reef <ada@example.org>
Subject: Re: Boat list
Date: {date}
Message-ID: <answer@reading.example.org>
References: <question@reading.example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

Only the Petrel. See https://tides.example.org/list for more.

Ada wrote:
> Which boats are still out?

--b
Content-Type: application/pdf; name="boats.pdf"
Content-Transfer-Encoding: base64

QUJD
--b--
"""


class Reading(EndToEndCase):
    def open_with_boats(self) -> App:
        self.maildir.fill(5)
        now = time.time()
        self.maildir.put("question", _QUESTION.format(date=formatdate(now - 120)).encode())
        self.maildir.put("answer", _ANSWER.format(date=formatdate(now - 60)).encode())
        app = self.open()
        app.wait_until_idle(rows=6)
        app.root.find(name="Select a Conversation$")
        return app

    @staticmethod
    def text(app: App, beginning: str) -> Node:
        """A text that is on the screen."""
        return app.root.find("label", beginning)

    def test_a_conversation_is_read(self) -> None:
        app = self.open_with_boats()
        with self.part("a click opens it with its older messages, and changes nothing"):
            before = self._state()
            x, y, width, height = app.conversations.children[0].extents
            self.devices.click(x + width // 2, y + height // 2)
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
            later = _QUESTION.format(date=formatdate(time.time())).replace("<question@", "<third@")
            later = later.replace(
                "Message-ID", "References: <answer@reading.example.org>\nMessage-ID")
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

    def test_an_older_message_has_room_for_its_text(self) -> None:
        long = "\n".join(["Which boats are still out"] * 9).replace("\n", ", and which are in? ")
        self.maildir.put("question", _QUESTION.format(date=formatdate(time.time() - 120)).replace(
            "Which boats are still out?", long).encode())
        self.maildir.put("answer", _ANSWER.format(date=formatdate(time.time() - 60)).encode())
        app = self.open()
        app.wait_until_idle(rows=1)
        self.devices.key("Return")
        answer = app.root.find("button", "Bo Lund, ")
        self.text(app, "Only the Petrel")
        app.root.find("button", "Ada Reef, ").act()
        text = self.text(app, "Which boats .*\n\nAnd who")
        self.devices.settle()
        wait_until("room for its text",
                   lambda: text.extents[1] + text.extents[3] < answer.extents[1],
                   describe=lambda: (text.extents, answer.extents))

    def test_a_message_that_is_gone_says_so(self) -> None:
        app = self.open_with_boats()
        (self.maildir.path / "cur" / "answer:2,S").unlink()
        self.devices.key("Home")
        self.devices.key("Return")
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
