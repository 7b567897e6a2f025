"""Messages for tests, and placing them in a Maildir."""

import imaplib
import os
import random
import time
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import formatdate
from pathlib import Path

_NEWEST = 1_750_000_000
_FLAGS = {"\\Draft": "D", "\\Flagged": "F", "\\Answered": "R", "\\Seen": "S", "\\Deleted": "T"}


@dataclass(frozen=True)
class Message:
    data: bytes  # lines end in LF, as in a Maildir
    arrived: int = _NEWEST  # INTERNALDATE, in seconds since 1970
    flags: frozenset[str] = field(default_factory=frozenset)

    @property
    def wire(self) -> bytes:
        """The message as IMAP carries it, with CRLF."""
        return self.data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def sample(
    count: int, newest: int = _NEWEST, seed: int = 1893, gap: int = 3600,
) -> list[Message]:
    """Short messages, the newest last, at equal intervals. Every third begins a conversation, to
    which the next two reply; every seventh has an HTML alternative and an attachment."""
    draw = random.Random(seed)
    return [_sample(number, newest - (count - 1 - number) * gap, draw) for number in range(count)]


def _sample(number: int, date: int, draw: random.Random) -> Message:
    first = number - number % 3
    root = f"<{first}@mail.example>"
    answer = f"References: {root}\nIn-Reply-To: {root}\n" if number != first else ""
    head = (f"From: Sender {number % 17} <sender{number % 17}@mail.example>\n"
            "To: Ines Kai <ines@mail.example>\n"
            f"Subject: {'Re: ' if answer else ''}Tide {first}\nDate: {formatdate(date)}\n"
            f"Message-ID: <{number}@mail.example>\n{answer}MIME-Version: 1.0\n")
    text = f"High water {number}, {draw.getrandbits(32):x}.\n" * draw.randint(1, 20)
    if number % 7:
        body = f"Content-Type: text/plain; charset=utf-8\n\n{text}"
    else:
        body = _mixed(text)
    flags = frozenset() if draw.random() < 0.1 else frozenset({"\\Seen"})
    return Message((head + body).encode(), date, flags)


def _mixed(text: str) -> str:
    return ("Content-Type: multipart/mixed; boundary=outer\n\n--outer\n"
            "Content-Type: multipart/alternative; boundary=inner\n\n--inner\n"
            f"Content-Type: text/plain; charset=utf-8\n\n{text}\n--inner\n"
            f"Content-Type: text/html; charset=utf-8\n\n<p>{text}</p>\n--inner--\n\n--outer\n"
            "Content-Type: text/csv; name=tides.csv\n"
            "Content-Disposition: attachment; filename=tides.csv\n\ntime,height\n\n--outer--\n")


def place(maildir: Path, messages: list[Message], tag: str = "test") -> None:
    """Adds messages to a Maildir, which is made if it is missing. For Dovecot and Courier, the
    file's time is its INTERNALDATE; the names keep the order."""
    for name in ("tmp", "new", "cur"):
        (maildir / name).mkdir(parents=True, exist_ok=True)
    held = sum(1 for _ in os.scandir(maildir / "cur")) + sum(1 for _ in os.scandir(maildir / "new"))
    for number, message in enumerate(messages, held):
        letters = "".join(sorted(_FLAGS[flag] for flag in message.flags))
        name = f"{message.arrived}.M{number:07}P{os.getpid()}.{tag}"
        draft = maildir / "tmp" / name
        draft.write_bytes(message.data)
        os.utime(draft, (message.arrived, message.arrived))
        draft.rename(maildir / "cur" / f"{name}:2,{letters}")


def of_maildir(maildir: Path) -> dict[str, Message]:
    """The messages of a Maildir by the names of their files."""
    found = {}
    for name in ("cur", "new"):
        for path in sorted((maildir / name).iterdir()):
            letters = path.name.partition(":2,")[2]
            flags = frozenset(flag for flag, letter in _FLAGS.items() if letter in letters)
            found[path.name] = Message(path.read_bytes(), int(path.stat().st_mtime), flags)
    return found


def append(client: imaplib.IMAP4, mail: list[Message], folder: str) -> None:
    """Adds messages as a mail program does, to a folder that is made if it is missing."""
    client.create(folder)  # refused if it exists
    for message in mail:
        moment = datetime.fromtimestamp(message.arrived, timezone.utc)
        status, answer = client.append(folder, f"({' '.join(message.flags)})", moment, message.wire)
        if status != "OK":
            raise RuntimeError(f"a message was refused: {answer}")


def arrival(answer: bytes) -> int:
    """The INTERNALDATE in a line of FETCH, in seconds since 1970."""
    return int(time.mktime(imaplib.Internaldate2tuple(answer)))
