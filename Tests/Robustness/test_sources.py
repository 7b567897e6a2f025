"""Mailboxes made to do harm: each is read soon, with little memory, and hides no mail."""

import gzip
import json
from pathlib import Path

from case import RobustnessCase
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

    def test_the_longest_file_names(self) -> None:
        maildir = self.made_maildir(self.folder / "Mail")
        (maildir / "new" / ("n" * 255)).write_bytes(_message("New"))
        (maildir / "cur" / ("c" * 251 + ":2,S")).write_bytes(_message("Read"))
        page = json.loads(self._run("list", maildir, "--json").output)
        self.assertEqual(len(page["conversations"]), 2)
        for row in page["conversations"]:
            self.assertIn("Text.", self._run("show", maildir, str(row["id"])).output)
