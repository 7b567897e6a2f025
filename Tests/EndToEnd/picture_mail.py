"""Messages with pictures in them."""

import base64
import random
import struct
import zlib

from maildir import eml


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)


def png(width: int, height: int, rows: bytes | None = None) -> bytes:
    """A picture of noise, or with these rows: each has a zero, and three bytes for each pixel."""
    noise = random.Random(width).randbytes
    rows = rows or b"".join(b"\0" + noise(3 * width) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows))
            + _chunk(b"IEND", b""))


def part(name: str, content: bytes, kind: str = "image/png") -> str:
    packed = base64.encodebytes(content).decode()
    return (f"--b\nContent-Type: {kind}; name=\"{name}.png\"\nContent-ID: <{name}@x>\n"
            f"Content-Disposition: inline\nContent-Transfer-Encoding: base64\n\n{packed}\n")


def message(page: str, *parts: str, date: float | None = None) -> bytes:
    text = eml("pictures", date, page=page)
    return (text + "".join(parts) + "--b--\n").encode()
