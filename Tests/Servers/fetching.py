"""FETCH and SEARCH of the scripted server."""

import re
import time
from calendar import timegm
from email.utils import parsedate_to_datetime
from typing import Callable

from .mailboxes import Stored, numbers
from .mime import Part
from .wire import Bad, No, Word, literal

_SECTION = re.compile(r"BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$", re.IGNORECASE)


class Fetch:
    """Writes the requested items of a message, with the server's quirks."""

    def __init__(self, items: Word, quirks: set[str], bad: set[int]) -> None:
        asked = items if isinstance(items, list) else [items]
        self._items = [item.upper() for item in asked]
        self._quirks, self._bad = quirks, bad

    def refuse(self, chosen: list[tuple[int, Stored]]) -> None:
        """Raises if a message is unavailable."""
        touches_bad = any(stored.uid in self._bad for _, stored in chosen)
        has_data = any("BODY" in item for item in self._items)
        for code in ("UNAVAILABLE", "SERVERBUG"):
            if touches_bad and has_data and f"no-{code.lower()}-for-one" in self._quirks:
                raise No(f"[{code}] A message could not be read")
        if touches_bad and "BODYSTRUCTURE" in self._items and "no-to-bodystructure" in self._quirks:
            raise No("A message could not be parsed")

    def line(self, number: int, stored: Stored, *more: str) -> bytes:
        items = [*more, *(item for item in self._items if item not in more)]
        written = [self._written(item, stored) for item in items]
        space = b" " if "space-before-body" in self._quirks else b""
        joined = b""
        for part in written:
            joined += (b" " if joined else b"") + (space if b"BODY[" in part[:5] else b"") + part
        head = b"* %d FETCH (" % number
        if (at := joined.find(b"BODY[")) > 0 and "split-fetch" in self._quirks:
            return head + joined[:at].rstrip() + b")\r\n" + head + joined[at:] + b")\r\n"
        return head + joined + b")\r\n"

    def _written(self, item: str, stored: Stored) -> bytes:
        match item:
            case "UID":
                return b"UID %d" % stored.uid
            case "FLAGS":
                return f"FLAGS ({' '.join(sorted(stored.flags))})".encode()
            case "INTERNALDATE":
                return time.strftime('INTERNALDATE "%d-%b-%Y %H:%M:%S +0000"',
                                     time.gmtime(stored.message.arrived)).encode()
            case "RFC822.SIZE":
                return f"RFC822.SIZE {self._size(len(stored.wire))}".encode()
            case "MODSEQ":
                negative = "modseq-minus-one" in self._quirks
                return f"MODSEQ ({-1 if negative else stored.modseq})".encode()
            case "BODYSTRUCTURE":
                return b"BODYSTRUCTURE " + Part(stored.wire).structure(self._quirks)
        if found := _SECTION.match(item):
            return self._section(*found.groups(), stored)
        raise Bad(f"{item} is not known here")

    def _size(self, size: int) -> str:
        size += 1000 * ("wrong-sizes" in self._quirks)
        return f"{size:.2e}" if "float-numbers" in self._quirks else str(size)

    def _section(self, name: str, start: str | None, count: str | None, stored: Stored) -> bytes:
        shown = self._shown(name).encode()
        origin = b"<%d>" % int(start) if start else b""
        is_bad = stored.uid in self._bad
        if is_bad and "body-without-value" in self._quirks:
            return b"BODY[" + shown + b"]" + origin
        data = Part(stored.wire).section(name)
        if data is None or is_bad and "nil-body" in self._quirks and "HEADER" not in name:
            return b"BODY[" + shown + b"]" + origin + b" NIL"
        if start:
            data = data[int(start):int(start) + int(count)]
        if "literal-longer-than-asked" in self._quirks:
            data = (data + b"x" * 2**21)[:2**21]
        return b"BODY[" + shown + b"]" + origin + b" " + literal(data)

    def _shown(self, name: str) -> str:
        if "HEADER.FIELDS" not in name:
            return name
        if "other-header-names" in self._quirks:
            return "HEADER.FIELDS (Subject X-OTHER)"
        if "quoted-section-names" in self._quirks:
            return re.sub(r"[A-Z-]+(?=[ )])(?<!FIELDS)", r'"\g<0>"', name)
        return name


def matches(keys: list[Word], largest_uid: int) -> Callable[[Stored], bool]:
    """Returns a test whether a message matches all keys of a SEARCH."""
    tests = []
    rest = list(keys)
    while rest:
        tests.append(_key(rest, largest_uid))
    return lambda stored: all(test(stored) for test in tests)


def _key(rest: list[Word], largest_uid: int) -> Callable[[Stored], bool]:
    key = rest.pop(0)
    match key:
        case "ALL":
            return lambda _: True
        case "UID":
            uids = numbers(rest.pop(0), largest_uid)
            return lambda stored: uids(stored.uid)
        case "SINCE":
            day = _day(rest.pop(0))
            return lambda stored: stored.message.arrived >= day
        case "BEFORE":
            day = _day(rest.pop(0))
            return lambda stored: stored.message.arrived < day
        case "SENTSINCE":
            day = _day(rest.pop(0))
            return lambda stored: (sent := _sent(stored)) is not None and sent >= day
        case "SENTBEFORE":
            day = _day(rest.pop(0))
            return lambda stored: (sent := _sent(stored)) is not None and sent < day
        case "OR":
            either = [_key(rest, largest_uid) for _ in range(2)]
            return lambda stored: any(test(stored) for test in either)
    raise Bad(f"SEARCH {key} is not known here")


def _sent(stored: Stored) -> int | None:
    """The day that the Date field names, in the sender's zone."""
    try:
        date = parsedate_to_datetime(str(Part(stored.wire).fields.get("Date", "")))
    except ValueError:
        return None
    return timegm(date.date().timetuple())


def _day(text: str) -> int:
    try:
        return timegm(time.strptime(text, "%d-%b-%Y"))
    except ValueError as error:
        raise Bad(f"{text} is no date") from error
