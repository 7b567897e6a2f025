"""Folders in memory, as the scripted server shows them."""

import threading
from dataclasses import dataclass, field
from typing import Callable

from .messages import Message


@dataclass
class Stored:
    uid: int
    message: Message
    flags: set[str]
    modseq: int

    @property
    def wire(self) -> bytes:
        return self.message.wire


@dataclass
class Folder:
    """A folder that a test changes by these methods, from any thread. Sessions report changes when
    IMAP allows it."""

    name: str  # in modified UTF-7
    attributes: tuple[str, ...] = ()
    uidvalidity: int = 1_700_000_000
    uidnext: int = 1
    modseq: int = 1
    messages: list[Stored] = field(default_factory=list)
    vanished: list[tuple[int, int]] = field(default_factory=list)  # (modseq, UID)
    on_change: Callable[[], None] = lambda: None
    lock: threading.RLock = field(default_factory=threading.RLock)

    def add(self, *mail: Message) -> list[int]:
        """Adds messages, and returns their UIDs."""
        with self.lock:
            for message in mail:
                self.modseq += 1
                self.messages.append(
                    Stored(self.uidnext, message, set(message.flags), self.modseq))
                self.uidnext += 1
            uids = [stored.uid for stored in self.messages[-len(mail):]] if mail else []
        self.on_change()
        return uids

    def expunge(self, *uids: int) -> None:
        with self.lock:
            self.modseq += 1
            self.messages = [stored for stored in self.messages if stored.uid not in uids]
            self.vanished += [(self.modseq, uid) for uid in uids]
        self.on_change()

    def set_flags(self, uid: int, *flags: str) -> None:
        with self.lock:
            self.modseq += 1
            stored = self[uid]
            stored.flags, stored.modseq = set(flags), self.modseq
        self.on_change()

    def begin_anew(self) -> None:
        """Gives all messages other UIDs, under another UIDVALIDITY. A session learns of it only
        when it selects the folder again."""
        with self.lock:
            self.uidvalidity += 1
            for stored in self.messages:
                stored.uid += self.uidnext
            self.uidnext *= 2
            self.vanished.clear()

    def __getitem__(self, uid: int) -> Stored:
        with self.lock:
            return next(stored for stored in self.messages if stored.uid == uid)


@dataclass
class View:
    """A session's view of its selected folder: the state that the client was told."""

    folder: Folder
    uids: list[int]
    modseq: int
    lowest: int  # UID; those below it are never shown

    @classmethod
    def of(cls, folder: Folder, limit: int | None = None) -> "View":
        """The folder's present state. Only the `limit` newest messages are shown."""
        with folder.lock:
            uids = [stored.uid for stored in folder.messages][-limit if limit else 0:]
            return cls(folder, uids, folder.modseq, min(uids, default=1) if limit else 1)

    def numbered(self) -> list[tuple[int, Stored]]:
        """The messages with their sequence numbers; without removed ones."""
        with self.folder.lock:
            there = {stored.uid: stored for stored in self.folder.messages}
        return [(number, there[uid]) for number, uid in enumerate(self.uids, 1) if uid in there]

    def update(self, may_expunge: bool) -> tuple[list[tuple[int, int]], int | None, list[int]]:
        """The changes to report: the (sequence number, UID) of removed messages, in the order of
        the reports; the count of messages, if it grew; and the sequence numbers of messages
        whose flags have changed."""
        with self.folder.lock:
            there = {stored.uid: stored for stored in self.folder.messages
                     if stored.uid >= self.lowest}
            gone = []
            if may_expunge:
                for index in reversed(range(len(self.uids))):
                    if self.uids[index] not in there:
                        gone.append((index + 1, self.uids.pop(index)))
            known = set(self.uids)
            new = [uid for uid in there if uid not in known]
            self.uids += new
            flagged = [number for number, uid in enumerate(self.uids, 1)
                       if uid in known and uid in there and there[uid].modseq > self.modseq]
            self.modseq = self.folder.modseq
            return gone, len(self.uids) if new else None, flagged


def numbers(text: str, largest: int) -> Callable[[int], bool]:
    """Returns a test whether a UID or sequence number is in a set such as 1:3,7:*."""
    ranges = []
    for part in text.split(","):
        first, _, last = part.partition(":")
        ends = sorted(largest if end == "*" else int(end) for end in (first, last or first))
        ranges.append((ends[0], ends[1]))
    return lambda number: any(first <= number <= last for first, last in ranges)


def as_set(uids: list[int]) -> str:
    """A set in ascending order, with runs as ranges."""
    parts: list[list[int]] = []
    for uid in sorted(uids):
        if parts and parts[-1][1] == uid - 1:
            parts[-1][1] = uid
        else:
            parts.append([uid, uid])
    return ",".join(f"{first}:{last}" if first != last else f"{first}" for first, last in parts)
