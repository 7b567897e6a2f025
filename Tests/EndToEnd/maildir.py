"""Maildirs with subjects known to the test. They are written by other code than the app's, as
an independent check."""

import itertools
import os
import time
from email.utils import formatdate
from pathlib import Path

_SENDERS = ("Ada Reef <ada@example.org>", "Bo Lund <bo@example.org>", "Cem Ak <cem@example.org>")
_serial = itertools.count(1)
_MESSAGES = Path(__file__).with_name("mail")


def eml(name: str, date: float | None = None, **values: str) -> str:
    """A message of the folder `mail`, with what its braces name; it was written a minute ago, or at
    a date in seconds."""
    text = (_MESSAGES / f"{name}.eml").read_text()
    return text.format(date=formatdate(date or time.time() - 60), **values)


class Maildir:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._newest = 0.0  # date of what was delivered
        for name in ("tmp", "new", "cur"):
            (path / name).mkdir(parents=True, exist_ok=True)

    def fill(self, count: int) -> None:
        """Adds `count` read messages, each its own conversation, a minute apart, the newest an
        hour old."""
        newest = time.time() - 3600
        for number in range(count):
            self._write("cur", self.subject(number), newest - 60 * number)

    @staticmethod
    def subject(number: int) -> str:
        """The subject of the conversation that `fill` put at this position, counted from the
        newest, which is 0."""
        return f"Tide table {number:04}"

    def deliver(self, *subjects: str) -> None:
        """Delivers new mail as a mail server does: into tmp/, then moved to new/. The last one
        is the newest, and all are newer than what was delivered before."""
        for date, subject in zip(self._dates(len(subjects)), subjects):
            self._write("new", subject, date)

    def remove(self, number: int) -> None:
        """Deletes the message that `fill` put at this position, as another program does. No event
        tells a window of it, so only the next refresh finds it."""
        [path] = [path for path in (self.path / "cur").iterdir()
                  if f"Subject: {self.subject(number)}\n" in path.read_text()]
        path.unlink()

    def deliver_conversation(self, subject: str, count: int, root: str | None = None) -> str:
        """Delivers answers to the message with the ID `root`, or to one that was never delivered;
        returns its ID. All are newer than what was delivered before."""
        root = root or f"{next(_serial)}.{os.getpid()}@e2e.example.org"
        for date in self._dates(count):
            self._write("new", subject, date, answers=root)
        return root

    def _dates(self, count: int) -> list[float]:
        """The dates of this many new messages, a second apart."""
        self._newest = max(time.time(), self._newest + count)
        return [self._newest - place for place in reversed(range(count))]

    def put(self, name: str, content: bytes) -> Path:
        """Adds a file of any content, however broken. It appears whole, since the app may look at
        any moment."""
        draft = self.path / "tmp" / name
        draft.write_bytes(content)
        return draft.rename(self.path / "cur" / f"{name}:2,S")

    def _write(self, folder: str, subject: str, date: float, answers: str | None = None) -> None:
        serial = next(_serial)
        message = (
            f"From: {_SENDERS[serial % len(_SENDERS)]}\n"
            "To: Ines Kai <ines@example.org>\n"
            f"Subject: {subject}\n"
            f"Date: {formatdate(date)}\n"
            f"Message-ID: <{serial}.{os.getpid()}@e2e.example.org>\n"
            + (f"References: <{answers}>\n" if answers else "") +
            "\n"
            f"{subject}: high water at noon, low water at six.\n")
        unique = f"{int(date)}.M{serial}P{os.getpid()}.e2e"
        draft = self.path / "tmp" / unique
        draft.write_text(message)
        os.utime(draft, (date, date))  # so that «received» and «written» agree
        draft.rename(self.path / folder / (unique if folder == "new" else f"{unique}:2,S"))
