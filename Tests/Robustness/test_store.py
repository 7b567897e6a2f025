"""The store: private, separate for each mailbox, and limited in time and memory for any
threads."""

import json
import os
import subprocess
from pathlib import Path

from case import RobustnessCase
from mail import Maildir
from thorough import takes_long
from tideline import Outcome


def _message(name: str, subject: str = "Tide", *, references: tuple[str, ...] = (),
             text: str = "High water.") -> bytes:
    line = "References: " + "\n ".join(f"<{name}>" for name in references) + "\n"
    return (f"From: Ada Reef <ada@mail.example>\nSubject: {subject}\n"
            f"Date: Mon, 02 Jan 2023 15:04:05 +0000\nMessage-ID: <{name}>\n"
            + (line if references else "") + f"\n{text}\n").encode()


class AttackTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir = Maildir(self.folder / "Mail", self.seed)
        self._serial = 10**9

    def _put(self, *arguments, **options) -> None:
        """Adds a message with an older name than all before: a refresh reads the newest first."""
        self._serial -= 1
        path = self.maildir.path / "cur" / f"{self._serial}.attack:2,S"
        path.write_bytes(_message(*arguments, **options))

    def _refresh(self, mailbox: Path) -> Outcome:
        return self.measured("refresh", mailbox)

    def test_many_unions_into_ever_older_conversations(self) -> None:
        count = 3000
        for number in range(count):
            self._put(f"s{number}@mail.example")
        self._put("b@mail.example")
        for number in reversed(range(count)):
            self._put(f"j{number}@mail.example",
                      references=(f"s{number}@mail.example", "b@mail.example"))
        self.assertIn(f"{2 * count + 1} messages", self._refresh(self.maildir.path).output)
        self.assert_like_a_clean_one(self.maildir.path)
        # The conversations stay joined when half of the messages that join them are removed.
        for file in sorted((self.maildir.path / "cur").iterdir())[:count // 2]:
            file.unlink()
        self.assertIn("0 inserted, 1 updated, 0 merged, 0 removed",
                      self._refresh(self.maildir.path).output)

    @takes_long
    def test_a_conversation_that_grows_by_every_commit(self) -> None:
        path = self.folder / "marks.mbox"
        path.write_bytes(b"From ada@mail.example Mon Jan  2 15:04:05 2023\nA:\n\n" * 40_000)
        self.assertIn("40000 messages", self._refresh(path).output)

    @takes_long
    def test_a_thousand_references_in_each_message(self) -> None:
        for number in range(200):
            names = tuple(f"{number}.{place}@mail.example" for place in range(999))
            self._put(f"{number}@mail.example", references=names)
        self.assertIn("200 messages", self._refresh(self.maildir.path).output)


class PrivacyTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir = Maildir(self.folder / "Mail", self.seed)
        self.maildir.fill(20)

    def _modes(self, folder: Path) -> dict[str, str]:
        return {file.name: oct(file.stat().st_mode & 0o777) for file in folder.iterdir()
                if file.is_file()}

    def _assert_private(self, folder: Path) -> None:
        modes = self._modes(folder)
        self.assertGreaterEqual(len(modes), 4, modes)
        self.assertEqual(set(modes.values()), {"0o600"}, modes)

    def test_nobody_else_reads_the_cache(self) -> None:
        for mask in (0o000, 0o022, 0o077):
            cache = self.folder / f"cache{mask}"
            for _ in range(2):
                subprocess.run([self.binary, "refresh", self.maildir.path], check=True,
                               env={**os.environ, "XDG_CACHE_HOME": str(cache)},
                               preexec_fn=lambda: os.umask(mask), capture_output=True)
                self._assert_private(cache / "tideline")
                self.assertEqual((cache / "tideline").stat().st_mode & 0o777, 0o700)
                # Sets the permissions that an earlier version gave.
                (cache / "tideline").chmod(0o755)
                for file in (cache / "tideline").iterdir():
                    file.chmod(0o644)

    def test_a_folder_of_the_users_own_is_left_alone(self) -> None:
        folder = self.folder / "stores"
        folder.mkdir(mode=0o755)
        folder.chmod(0o755)
        self.tideline = self.tideline.with_store(folder / "store.sqlite")
        self.assertEqual(self.tideline.run("refresh", self.maildir.path).status, 0)
        self._assert_private(folder)
        self.assertEqual(folder.stat().st_mode & 0o777, 0o755)


class SharedStoreTests(RobustnessCase):
    """A store that belongs to another mailbox."""

    def test_no_command_prints_what_is_in_it(self) -> None:
        ours, theirs = (Maildir(self.folder / name, self.seed) for name in ("Ours", "Theirs"))
        for number in range(30):
            name = f"{number}@mail.example"
            (ours.path / "cur" / f"{number}.x:2,S").write_bytes(_message(name))
            (theirs.path / "cur" / f"{number}.x:2,S").write_bytes(
                _message(name, f"Secret {number}", text="Confidential."))
        self.assertEqual(self.tideline.run("refresh", theirs.path).status, 0)
        page = self.tideline.run("list", theirs.path, "--json", "--limit", "5")
        listed = json.loads(page.output)
        self.assertIn("Secret", page.output)
        ids = [row["id"] for row in listed["conversations"]]
        calls = [("list",), ("list", "--json"), ("threads",), ("threads", "--json"), ("folders",),
                 ("folders", "--json"), ("list", "--unread"), ("list", "--after", listed["next"]),
                 ("list", "--search", "secret"), ("list", "--search", "s", "--json"), ("refresh",),
                 *(("show", str(id)) for id in ids), *(("show", str(id), "--json") for id in ids)]
        for command, *options in calls:
            outcome = self.tideline.run(command, ours.path, *options)
            said = outcome.output + outcome.errors
            self.assertNotIn("Secret", said, (command, options))
            self.assertNotIn("Confidential", said, (command, options))
            self.assertNotEqual(outcome.status, 0)
            self.assertIn("the mail of another mailbox", said)
        self.assertEqual(self.tideline.run("list", theirs.path, "--json", "--limit", "5").output,
                         page.output)
