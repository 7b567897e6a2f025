"""Mailboxes in use: mail is delivered, read, flagged and deleted as programs do it."""

import os
import random
import threading
from email.utils import formatdate
from pathlib import Path

_NAMES = ("Ada Reef", "Bo Lund", "Cem Ak", "Ines Kai", "李雷")
_START = 1_600_000_000


class Writer:
    """Makes random messages: most reply to an earlier one, some to a lost one. Each refers to the
    first message of its conversation, so that the rest stays together in a new store, too."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self._ids: list[str] = []
        self._first: dict[str, str] = {}

    def message(self) -> bytes:
        draw = self.random
        number = len(self._ids)
        own = f"{number}.{draw.getrandbits(40):x}@mail.example"
        # Sometimes a copy of an old message: two messages with one id.
        references = []
        if number and draw.random() < 0.01:
            own = draw.choice(self._ids)
            references = [self._first[own]]
        elif draw.random() < 0.05:
            references = [f"lost{draw.randrange(200)}@mail.example"]
        elif number and draw.random() < 0.7:
            other = draw.choice(self._ids[-300:])
            references = list(dict.fromkeys((self._first[other], other)))
        self._first.setdefault(own, references[0] if references else own)
        self._ids.append(own)
        line = "".join(f" <{name}>" for name in references)
        header = "In-Reply-To" if len(references) == 1 and draw.random() < 0.3 else "References"
        # Three messages have the same date.
        date = formatdate(_START + number // 3)
        name = draw.choice(_NAMES)
        return (f"From: {name} <somebody@mail.example>\nSubject: Tide {number}\nDate: {date}\n"
                f"Message-ID: <{own}>\n" + (f"{header}:{line}\n" if references else "")
                + f"\nHigh water number {number}.\n" * draw.randrange(1, 20)).encode()


class Maildir:
    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self._writer = Writer(seed)
        self._serial = 0
        for name in ("tmp", "new", "cur"):
            (path / name).mkdir(parents=True)

    def fill(self, count: int) -> None:
        for _ in range(count):
            self.deliver()
            if self._writer.random.random() < 0.8:
                self._to_cur(self._newest, "S")

    def deliver(self) -> None:
        self._serial += 1
        name = f"{_START + self._serial}.M{self._serial}.example"
        draft = self.path / "tmp" / name
        draft.write_bytes(self._writer.message())
        self._newest = self.path / "new" / name
        draft.rename(self._newest)

    def _to_cur(self, file: Path, flags: str) -> None:
        file.rename(self.path / "cur" / f"{file.name.partition(':')[0]}:2,{flags}")

    def live(self) -> None:
        """Makes one random change, as programs do all the time."""
        draw = self._writer.random
        kind = draw.choice(("deliver", "deliver", "read", "flag", "flag", "delete"))
        if kind == "deliver":
            return self.deliver()
        folder = "new" if kind == "read" else "cur"
        files = os.listdir(self.path / folder)
        if not files:
            return None
        file = self.path / folder / draw.choice(files)
        if kind == "delete":
            return file.unlink()
        return self._to_cur(file, draw.choice(("", "S", "FS", "RS", "F")))


class Mbox:
    """An mbox, appended to in place, or rewritten into a new file that takes the old one's
    name."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self._writer = Writer(seed)
        self._messages: list[bytes] = []
        # The most messages. Otherwise a slow refresh would meet more new mail and be slower still.
        self._most = 0
        path.touch()

    def fill(self, count: int) -> None:
        self._messages += [self._writer.message() for _ in range(count)]
        self._most = len(self._messages) + 400
        self._rewrite()

    def live(self) -> None:
        draw = self._writer.random
        kind = draw.choice(("deliver", "deliver", "deliver", "flag", "delete"))
        if kind == "deliver" and len(self._messages) < self._most:
            new = [self._writer.message() for _ in range(draw.randrange(1, 20))]
            self._messages += new
            with self.path.open("ab") as file:
                file.write(b"".join(map(self._entry, new)))
            return
        place = draw.randrange(len(self._messages))
        if kind == "delete":
            del self._messages[place]
        else:
            lines = [line for line in self._messages[place].split(b"\n")
                     if not line.startswith(b"Status:")]
            self._messages[place] = b"\n".join([b"Status: " + draw.choice((b"RO", b"O"))] + lines)
        self._rewrite()

    def _rewrite(self) -> None:
        draft = self.path.with_suffix(".new")
        draft.write_bytes(b"".join(map(self._entry, self._messages)))
        draft.rename(self.path)

    @staticmethod
    def _entry(message: bytes) -> bytes:
        return b"From ada@mail.example Mon Jan  2 15:04:05 2023\n" + message + b"\n"


class Life:
    """Context manager: the mailbox keeps changing meanwhile, on its own thread."""

    def __init__(self, mailbox: Maildir | Mbox, pause: float) -> None:
        self._mailbox = mailbox
        self._pause = pause
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._live)
        self.failure: BaseException | None = None

    def _live(self) -> None:
        try:
            while not self._end.wait(self._pause):
                self._mailbox.live()
        except BaseException as error:  # raised again where the thread is awaited
            self.failure = error

    def __enter__(self) -> "Life":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._end.set()
        self._thread.join()
        if self.failure:
            raise self.failure

