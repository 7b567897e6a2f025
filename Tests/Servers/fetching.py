"""FETCH and SEARCH of the scripted server."""

import re
import time
from calendar import timegm
from email.utils import parsedate_to_datetime
from typing import Callable

from .mailboxes import Stored, numbers
from .mime import Part
from .wire import Bad, No, Word, literal

_MACROS = {"ALL": ["FLAGS", "INTERNALDATE", "RFC822.SIZE"],
           "FAST": ["FLAGS", "INTERNALDATE", "RFC822.SIZE"]}
_SECTION = re.compile(r"BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$", re.IGNORECASE)


class Fetch:
    """Writes the requested items of a message, with the server's quirks."""

    def __init__(self, items: Word, quirks: set[str], bad: set[int]) -> None:
        asked = items if isinstance(items, list) else [items]
        self._items = [item.upper() for name in asked for item in _MACROS.get(name.upper(), [name])]
        self._quirks, self._bad = quirks, bad

    def refuse(self, chosen: list[tuple[int, Stored]]) -> None:
        """Raises if a message is unavailable."""
        touches_bad = any(stored.uid in self._bad for _, stored in chosen)
        has_data = any("BODY" in item for item in self._items)
        for code in ("UNAVAILABLE", "SERVERBUG"):
            if f"no-{code.lower()}-for-one" in self._quirks and touches_bad and has_data:
                raise No(f"[{code}] A message could not be read")
        if "no-to-bodystructure" in self._quirks and touches_bad and "BODYSTRUCTURE" in self._items:
            raise No("A message could not be parsed")

    def line(self, number: int, stored: Stored, *more: str) -> bytes:
        items = [*more, *(item for item in self._items if item not in more)]
        written = [self._written(item, stored) for item in items]
        space = b" " if "space-before-body" in self._quirks else b""
        joined = b""
        for part in filter(None, written):
            joined += (b" " if joined else b"") + (space if b"BODY[" in part[:5] else b"") + part
        head = b"* %d FETCH (" % number
        if "split-fetch" in self._quirks and (at := joined.find(b"BODY[")) > 0:
            return head + joined[:at].rstrip() + b")\r\n" + head + joined[at:] + b")\r\n"
        return head + joined + b")\r\n"

    def _written(self, item: str, stored: Stored) -> bytes | None:
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
            case "PREVIEW":
                return b"PREVIEW NIL"
            case "RFC822":
                returns_nothing = "rfc822-returns-nothing" in self._quirks
                return None if returns_nothing else b"RFC822 " + literal(stored.wire)
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


def matches(keys: list[Word], largest_number: int,
            largest_uid: int) -> Callable[[int, Stored], bool]:
    """Returns a test whether a message and its sequence number match all keys of a SEARCH."""
    tests = []
    rest = list(keys)
    while rest:
        tests.append(_key(rest, largest_number, largest_uid))
    return lambda number, stored: all(test(number, stored) for test in tests)


def _key(rest: list[Word], largest: int, largest_uid: int) -> Callable[[int, Stored], bool]:
    key = rest.pop(0)
    if isinstance(key, list):
        return matches(key, largest, largest_uid)
    match key.upper():
        case "ALL":
            return lambda _, __: True
        case "UID":
            uids = numbers(rest.pop(0), largest_uid)
            return lambda _, stored: uids(stored.uid)
        case "SINCE":
            day = _day(rest.pop(0))
            return lambda _, stored: stored.message.arrived >= day
        case "BEFORE":
            day = _day(rest.pop(0))
            return lambda _, stored: stored.message.arrived < day
        case "SENTSINCE":
            day = _day(rest.pop(0))
            return lambda _, stored: (sent := _sent(stored)) is not None and sent >= day
        case "SENTBEFORE":
            day = _day(rest.pop(0))
            return lambda _, stored: (sent := _sent(stored)) is not None and sent < day
        case "SEEN" | "FLAGGED" | "ANSWERED" | "DELETED" | "DRAFT" as name:
            return lambda _, stored: "\\" + name.capitalize() in stored.flags
        case "UNSEEN":
            return lambda _, stored: "\\Seen" not in stored.flags
        case "HEADER":
            field, text = rest.pop(0), rest.pop(0).lower()
            return lambda _, stored: text in str(Part(stored.wire).fields.get(field, "")).lower()
        case "OR":
            either = [_key(rest, largest, largest_uid) for _ in range(2)]
            return lambda number, stored: any(test(number, stored) for test in either)
        case "NOT":
            test = _key(rest, largest, largest_uid)
            return lambda number, stored: not test(number, stored)
    if re.fullmatch(r"[\d:,*]+", key):
        chosen = numbers(key, largest)
        return lambda number, _: chosen(number)
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
