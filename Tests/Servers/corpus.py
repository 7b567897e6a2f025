"""The messages of the message table, which other tests use for comparison, too."""

import base64
import hashlib
import re
from pathlib import Path

_TESTS = Path(__file__).resolve().parents[1]


def messages(*files: str) -> dict[str, bytes]:
    """The messages of some files of the table, each with its own Message-ID, which
    distinguishes them. A NUL is replaced by a question mark, because servers treat NUL
    differently."""
    found = {}
    for path in sorted((_TESTS / "MessageTable").glob("*/*.txt")):
        if path.stem in files:
            for number, data in enumerate(_of_table(path.read_bytes()), 1):
                found[f"{path.stem} {number}"] = _named(data.replace(b"\0", b"?"))
    return found


def _named(data: bytes) -> bytes:
    """The message with its own Message-ID, at the beginning, since the first one counts."""
    digest = hashlib.sha256(data).hexdigest()[:24]
    return f"Message-ID: <{digest}@corpus.example>\n".encode() + data


def _of_table(file: bytes) -> list[bytes]:
    """The messages of a file; Tests/MessageTable/README.md describes its form."""
    found: list[list[bytes]] = []
    is_inside = False
    for line in file.split(b"\n"):
        if line.startswith(b"=== ") or re.match(rb"--- (message|mbox|row|shown)\b", line):
            is_inside = line.startswith(b"--- message")
            if is_inside:
                found.append([])
        elif is_inside:
            found[-1].append(line + b"\n")
    return [_unescaped(b"".join(lines)) for lines in found]


def _unescaped(text: bytes) -> bytes:
    return _read(text, 0, False)[0]


def _read(text: bytes, at: int, up_to_brace: bool) -> tuple[bytes, int]:
    read = bytearray()
    while at < len(text):
        byte = text[at:at + 1]
        at += 1
        if byte == b"\\":
            piece, at = _escape(text, at)
            read += piece
        elif byte == b"}" and up_to_brace:
            break
        else:
            read += byte
    return bytes(read), at


def _escape(text: bytes, at: int) -> tuple[bytes, int]:
    if group := re.compile(rb"(repeat|in)\{(\S+) ").match(text, at):
        inner, end = _read(text, group.end(), True)
        word = group[2].decode()
        return (inner * int(word) if group[1] == b"repeat" else inner.decode().encode(word)), end
    if text.startswith(b"base64{", at):
        inner, end = _read(text, at + 7, True)
        return base64.encodebytes(inner).rstrip(b"\n"), end
    if text.startswith(b"u{", at):
        inner, end = _read(text, at + 2, True)
        return chr(int(inner, 16)).encode(), end
    byte = text[at:at + 1]
    if byte == b"x":
        return bytes.fromhex(text[at + 1:at + 3].decode()), at + 3
    return {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"s": b" ", b"\n": b""}.get(byte, byte), at + 1
