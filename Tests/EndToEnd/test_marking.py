"""Messages that were read are marked, in Tideline only; unread, starred, all at once, and
undone."""

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from app import App
from case import ConfiguredCase
from waiting import wait_until


class Marking(ConfiguredCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir.fill(3)
        self.maildir.deliver("Neap tide", "Spring tide")
        self.before = self.digest()
        self.store = self.stage.directory("store") / "store.sqlite"

    def digest(self) -> dict[str, str]:
        """The name of each file of the mailbox, with a hash of its bytes."""
        return {str(path.relative_to(self.maildir.path)): hashlib.sha256(path.read_bytes()).hexdigest()
                for path in self.maildir.path.rglob("*") if path.is_file()}

    def open_list(self, **options) -> App:
        app = self.open(store=self.store, **options)
        app.wait_until_idle(rows=5)
        return app

    def read_first(self, app: App) -> None:
        self.devices.key("Home")
        self.devices.key("Return")
        app.root.find("label", "Spring tide: high water")

    @staticmethod
    def unread(app: App) -> list[str]:
        return [name.split(",")[0] for name in app.row_names() if ", unread" in name]

    def wait_for_unread(self, app: App, *subjects: str) -> None:
        wait_until(f"{subjects} to be unread", lambda: self.unread(app) == list(subjects),
                   describe=lambda: str(app.row_names()))

    def listed(self, *options: str) -> list[dict]:
        output = self.stage.tideline("list", self.maildir.path, "--store", self.store, "--json", *options)
        return json.loads(output)["conversations"]

    def test_marks_are_kept_here_and_nowhere_else(self) -> None:
        app = self.open_list()
        self.wait_for_unread(app, "Spring tide", "Neap tide")
        with self.part("all are read at once, and unread again"):
            app.activate("mark-all-read")
            app.root.find(None, "2 marked as read$")
            self.wait_for_unread(app)
            app.root.find("button", "Dismiss$")
            app.root.find("button", "Undo$").act()
            self.wait_for_unread(app, "Spring tide", "Neap tide")
        with self.part("in a list of what is unread, one reads on when the row is gone"):
            app.activate("unread-only")
            app.trace.wait(rows=2)
            self.read_first(app)
            app.trace.wait(rows=1)
            app.root.find("label", "Spring tide: high water")
            app.activate("unread-only")
        with self.part("what has been in sight is read"):
            self.wait_for_unread(app, "Neap tide")
            self.assertEqual(self.digest(), self.before)
        with self.part("marks survive the store, which is a cache"):
            self.assertEqual(app.close(), 0)
            for file in self.store.parent.glob(self.store.name + "*"):
                file.unlink()
            self.assertEqual([row["subject"] for row in self.listed() if row["unread"]], ["Neap tide"])
            app = self.open_list()
            self.wait_for_unread(app, "Neap tide")
        with self.part("the command line and the window agree"):
            neap = self.listed()[1]
            self.assertEqual(neap["subject"], "Neap tide")
            arguments = (self.maildir.path, str(neap["id"]), "--store", self.store)
            self.assertEqual(self.stage.tideline("mark", "--read", *arguments), "marked 1 message\n")
            self.assertEqual(self.stage.tideline("mark", "--star", *arguments, "--json"),
                             '{"marked":1}\n')
            self.assertEqual(neap | {"unread": 0, "flagged": True}, self.listed()[1])
            app.pull(150)
            self.wait_for_unread(app)
        with self.part("by keys it is unread again, and starred"):
            self.read_first(app)
            self.devices.key("shift+u")
            self.wait_for_unread(app, "Spring tide")
            self.devices.key("s")
            wait_until("the star", lambda: "starred" in app.row_names()[0])
            # The message stays unread while it is visible.
            self.assertEqual(self.unread(app), ["Spring tide"])
            self.devices.key("ctrl+z")
            wait_until("no star", lambda: "starred" not in app.row_names()[0])
            self.assertEqual(self.digest(), self.before)

    def test_undo_makes_unread_only_what_was_marked(self) -> None:
        root = self.maildir.deliver_conversation("Storm", 1)
        self.maildir.put("read", "From: Ann <ann@a.example>\nSubject: Storm\n"
                         f"Message-ID: <read@a.example>\nReferences: <{root}>\n\nSeen.\n".encode())
        app = self.open(store=self.store)
        app.wait_until_idle(rows=6)
        app.activate("mark-all-read")
        self.wait_for_unread(app)
        app.root.find("button", "Undo$").act()
        self.wait_for_unread(app, "Storm", "Spring tide", "Neap tide")
        self.assertEqual([(row["messageCount"], row["unread"]) for row in self.listed()][:2],
                         [(2, 1), (1, 1)])

    def test_marks_go_where_the_user_wishes(self) -> None:
        self.write(when_read="'leave'")
        state = self.stage.directory("state")
        app = self.open_list(env=self.env | {"XDG_STATE_HOME": str(state)})
        with self.part("what is read is left unread"):
            self.read_first(app)
            # Waits longer than the time after which a message would be marked.
            self.devices.pass_time(2)
            self.assertEqual(self.unread(app), ["Spring tide", "Neap tide"])
        with self.part("what is read is marked in the mailbox"):
            self.choose("leave", "mailbox")
            app.activate("back")
            [new] = [name for name in self.before
                     if "Neap tide" in (self.maildir.path / name).read_text()]
            marked = f"cur/{new.removeprefix('new/')}:2,S"
            self.devices.key("j")
            self.devices.key("Return")
            self.wait_for_unread(app, "Spring tide")
            expected = {name: digest for name, digest in self.before.items() if name != new}
            expected[marked] = self.before[new]
            # Reads the files only then: one that is renamed meanwhile cannot be read.
            wait_until("the file to be renamed", (self.maildir.path / marked).exists)
            self.assertEqual(self.digest(), expected)
        with self.part("what waits for the mailbox stays here once that is wished for"):
            app.activate("back")
            away = self.maildir.path.rename(self.maildir.path.with_name("away"))
            self.devices.key("Home")
            self.devices.key("s")
            marks = state / "tideline" / "marks.sqlite"
            wait_until("the mark to wait", lambda: self.waiting(marks) == 1)
            self.choose("mailbox", "here")
            wait_until("the mark to stay here", lambda: self.waiting(marks) == 0)
            away.rename(self.maildir.path)
            runs = app.trace.last["runs"]
            self.devices.key("F5")
            app.trace.wait(header="idle", runs=runs + 1)
            wait_until("the star", lambda: "starred" in app.row_names()[0])
            self.assertEqual(self.digest(), expected)

    def test_marks_reach_the_mailbox_unless_the_user_wishes_otherwise_before(self) -> None:
        self.write(when_read="'mailbox'")
        state = self.stage.directory("state")
        marks = state / "tideline" / "marks.sqlite"
        env = self.env | {"XDG_STATE_HOME": str(state)}
        app = self.open_list(env=env)
        with self.part("all are called marked once they are in the mailbox"):
            app.activate("mark-all-read")
            app.root.find(None, "2 marked as read$")
            before = self.digest()
            self.assertTrue(all(name.endswith("S") for name in before), before)
        with self.part("who wishes otherwise before the next start keeps the marks here"):
            away = self.maildir.path.rename(self.maildir.path.with_name("away"))
            self.devices.key("Home")
            self.devices.key("s")
            wait_until("the mark to wait", lambda: self.waiting(marks) == 1)
            self.devices.key("ctrl+w")
            app.wait()
            away.rename(self.maildir.path)
            self.keyfile.write_text(self.keyfile.read_text().replace("mailbox", "here"))
            app = self.open_list(env=env)
            wait_until("the mark to stay here", lambda: self.waiting(marks) == 0)
            wait_until("the star", lambda: "starred" in app.row_names()[0])
            self.assertEqual(self.digest(), before)
        with self.part("a window closed at once has marked what was read"):
            self.choose("here", "mailbox")
            self.maildir.deliver("Ebb tide")
            app.trace.wait(first="Ebb tide")
            [new] = (self.maildir.path / "new").iterdir()
            self.devices.key("Home")
            self.devices.key("Return")
            app.root.find("label", "Ebb tide: high water")
            self.wait_for_unread(app)
            self.devices.key("ctrl+w")
            app.wait()
            self.assertTrue((self.maildir.path / f"cur/{new.name}:2,S").exists())

    def choose(self, before: str, now: str) -> None:
        """Changes the setting while the window is open."""
        self.keyfile.write_text(self.keyfile.read_text().replace(before, now))
        self.devices.settle()

    @staticmethod
    def waiting(marks: Path) -> int | None:
        """The number of waiting marks; None while the file is being made."""
        try:
            with closing(sqlite3.connect(f"file:{marks}?mode=ro", uri=True)) as file:
                return file.execute("SELECT count(*) FROM mark WHERE flags & 12288").fetchone()[0]
        except sqlite3.OperationalError:
            return None
