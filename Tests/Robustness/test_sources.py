"""Mailboxes made to do harm: each is read soon, with little memory, and hides no mail."""

import gzip
import json
import os
import subprocess
from pathlib import Path

from case import RobustnessCase
from Servers.processes import PATIENCE
from thorough import takes_long
from tideline import Outcome

_MB = 1 << 20
_FROM = b"From ada@mail.example Mon Jan  2 15:04:05 2023\n"


def _message(subject: str, header: str = "", body: str = "Text.\n") -> bytes:
    return f"From: Ada <ada@mail.example>\nSubject: {subject}\n{header}\n{body}".encode()


class HostileSourceTests(RobustnessCase):
    def _run(self, command: str, *arguments: str | Path) -> Outcome:
        # Ten times the time of a usual machine, since other programs may run.
        return self.measured(command, *arguments, seconds=120)

    def _subjects(self, mailbox: Path) -> list[str]:
        page = self._run("list", mailbox, "--json").output
        return sorted(row["subject"] for row in json.loads(page)["conversations"])

    def _maildir(self, path: Path) -> Path:
        self.made_maildir(path)
        (path / "new" / "1").write_bytes(_message(path.name))
        return path

    def _pack(self, block: bytes, count: int) -> Path:
        path = self.folder / "packed.gz"
        with gzip.open(path, "wb") as file:
            for _ in range(count):
                file.write(block)
        return path

    @takes_long
    def test_a_packed_mbox_of_nothing_but_messages(self) -> None:
        outcome = self._run("refresh", self._pack(b"From a 1:11 1111\nFrom:a\n\n" * 5000, 60))
        self.assertIn("50000 messages", outcome.output)
        self.assertIn("of more than 50000 messages only the last ones are listed", outcome.errors)

    def test_a_packed_mbox_of_nothing_but_from(self) -> None:
        self.assertIn("1 messages",
                      self._run("refresh", self._pack(b"From \n\n" * 10_000, 100)).output)

    def test_a_packed_mbox_of_a_gigabyte(self) -> None:
        block = bytes(_MB)
        path = self._pack(_FROM + _message("Large") + block, 1)
        packed = gzip.compress(block * 8)
        with path.open("ab") as file:
            for _ in range(128):
                file.write(packed)
        outcome = self._run("refresh", path)
        self.assertIn("1 messages", outcome.output)
        self.assertIn("it unpacks to more than", outcome.errors)

    def test_lengths_within_lengths(self) -> None:
        """The Content-Length of each message includes all messages below it."""
        parts = []
        below = 0
        for number in range(5000):
            message = _FROM + _message(str(number), f"Content-Length: {below + 6}\n") + b"\n"
            parts.append(message)
            below += len(message)
        path = self.folder / "mbox"
        path.write_bytes(b"".join(reversed(parts)))
        self.assertIn("5000 messages", self._run("refresh", path).output)

    def test_a_length_over_the_next_message(self) -> None:
        next_one = b"\n" + _FROM + _message("Hidden")
        path = self.folder / "mbox"
        path.write_bytes(_FROM + _message("Hiding", f"Content-Length: {6 + len(next_one)}\n"))
        self.assertEqual(self._subjects(path), ["Hiding"])
        with path.open("ab") as file:
            file.write(next_one)
        self.assertEqual(self._subjects(path), ["Hidden", "Hiding"])
        self.forget(self.tideline)
        self.assertEqual(self._subjects(path), ["Hidden", "Hiding"])

    def test_from_lines_without_dates(self) -> None:
        path = self.folder / "mbox"
        text = b"".join(b"From ada\n" + _message(name) + b"\n" for name in ("One", "Two"))
        path.write_bytes(b"\xef\xbb\xbf" + text)
        self.assertEqual(self._subjects(path), ["One", "Two"])

    def test_links_out_of_a_mailbox(self) -> None:
        self._maildir(self.folder / "Mail" / "Inbox")
        for name, target in (("root", "/"), ("proc", "/proc"), ("system", "/usr")):
            os.symlink(target, self.folder / "Mail" / name)
        outcome = self._run("refresh", self.folder / "Mail")
        self.assertNotIn("/proc/", outcome.errors)
        self.assertIn("Inbox", self._subjects(self.folder / "Mail"))

    def test_pipes_in_place_of_settings(self) -> None:
        self._maildir(self.folder / "Maildir")
        for name in (".thunderbird/profiles.ini", ".mbsyncrc", ".config/isyncrc",
                     ".offlineimaprc", ".config/offlineimap/config"):
            (self.folder / name).parent.mkdir(exist_ok=True, parents=True)
            os.mkfifo(self.folder / name)
        environment = {**os.environ, "HOME": str(self.folder)}
        for variable in ("MAIL", "MAILDIR", "XDG_CONFIG_HOME"):
            environment.pop(variable, None)
        found = subprocess.run([self.binary, "find"], env=environment, stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, timeout=PATIENCE, check=True)
        self.assertIn(str(self.folder / "Maildir"), found.stdout)

    def test_the_longest_file_names(self) -> None:
        maildir = self._maildir(self.folder / "Mail")
        (maildir / "new" / "1").rename(maildir / "new" / ("n" * 255))
        (maildir / "cur" / ("c" * 251 + ":2,S")).write_bytes(_message("Read"))
        page = json.loads(self._run("list", maildir, "--json").output)
        self.assertEqual(len(page["conversations"]), 2)
        for row in page["conversations"]:
            self.assertIn("Text.", self._run("show", maildir, str(row["id"])).output)

    def test_folders_deeper_than_any_path(self) -> None:
        self._maildir(self.folder / "Mail")
        folder = os.open(self.folder / "Mail", os.O_RDONLY)
        for _ in range(40):
            for part in ("", "/cur", "/new"):
                os.mkdir("\t" * 250 + part, dir_fd=folder)
            below = os.open("\t" * 250, os.O_RDONLY, dir_fd=folder)
            os.close(folder)
            folder = below
        os.close(folder)
        self.assertIn("File name too long", self._run("refresh", self.folder / "Mail").errors)
        self.assertEqual(self._subjects(self.folder / "Mail"), ["Mail"])
