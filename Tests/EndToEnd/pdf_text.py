#!/usr/bin/python3
"""Prints the text of a PDF that cairo has written: a JSON list with the text of each page, in the
order in which its pieces are painted, and the number of pictures on the page."""

import json
import re
import sys
import zlib
from dataclasses import dataclass, field
from pathlib import Path

_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\b(.*?)\bendobj", re.DOTALL)
_STREAM = re.compile(rb"(.*?)\bstream\r?\n(.*)\bendstream", re.DOTALL)
_REFERENCE = re.compile(rb"/(\S+)\s+(\d+) 0 R")
_TOKEN = re.compile(rb"/(\S+)\s+\S+\s+Tf|/(\S+)\s+Do|<([0-9a-fA-F]*)>|\(((?:[^\\()]|\\.)*)\)|"
                    rb"\S+ \S+ \S+ (\S+) (\S+) (\S+) Tm|\S+ (\S+) Td", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)


@dataclass
class Page:
    text: str = ""
    pictures: int = 0


@dataclass
class Document:
    """The objects of one file, by number: the dictionary and the content of each."""

    content: bytes
    objects: dict[int, tuple[bytes, bytes]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for match in _OBJECT.finditer(self.content):
            body = match[2]
            if stream := _STREAM.match(body):
                data = stream[2]
                if b"/FlateDecode" in stream[1]:
                    data = zlib.decompressobj().decompress(data)
                self.objects[int(match[1])] = (stream[1], data)
                if b"/ObjStm" in stream[1]:
                    self._unpack(stream[1], data)
            else:
                self.objects[int(match[1])] = (body, b"")

    def _unpack(self, header: bytes, data: bytes) -> None:
        first = int(re.search(rb"/First (\d+)", header)[1])
        numbers = [int(number) for number in data[:first].split()]
        starts = [*numbers[1::2], len(data) - first]
        for number, start, end in zip(numbers[::2], starts, starts[1:]):
            self.objects[number] = (data[first + start:first + end], b"")

    def pages(self) -> list[Page]:
        tree = next(header for header, _ in self.objects.values()
                    if re.search(rb"/Type\s*/Pages\b", header))
        kids = re.search(rb"/Kids\s*\[(.*?)\]", tree, re.DOTALL)[1]
        return [self._page(int(number)) for number in re.findall(rb"(\d+) 0 R", kids)]

    def _page(self, number: int) -> Page:
        header, _ = self.objects[number]
        content = int(re.search(rb"/Contents\s*\[?\s*(\d+) 0 R", header)[1])
        page = Page()
        self._paint(self.objects[content][1], self._resources(header), page)
        return page

    def _resources(self, header: bytes) -> bytes:
        """The resource dictionary: the header itself, or the object to which the header refers."""
        there = re.search(rb"/Resources\s+(\d+) 0 R", header)
        return self.objects[int(there[1])][0] if there else header

    def _paint(self, content: bytes, resources: bytes, page: Page) -> None:
        names = {name: int(number) for name, number in _REFERENCE.findall(resources)}
        letters: dict[int, str] = {}
        width = 2
        line, scale = 0.0, 1.0
        for token in _TOKEN.finditer(content):
            if token[1]:
                letters, width = self._letters(names[token[1]])
            elif token[2]:
                header, inner = self.objects[names[token[2]]]
                if re.search(rb"/Subtype\s*/Image", header):
                    page.pictures += 1
                else:
                    self._paint(inner, self._resources(header), page)
            elif token[3] is not None:
                page.text += _spell(bytes.fromhex(token[3].decode()), letters, width)
            elif token[4] is not None:
                page.text += _spell(_ESCAPE.sub(_unescaped, token[4]), letters, width)
            else:
                before = line
                if token[7]:
                    scale, line = float(token[5]), float(token[7])
                else:
                    line += scale * float(token[8])
                if abs(line - before) > 0.1:
                    page.text += "\n"

    def _letters(self, font: int) -> tuple[dict[int, str], int]:
        """The letter for each code of a font, and the number of bytes of a code."""
        table = int(re.search(rb"/ToUnicode\s+(\d+) 0 R", self.objects[font][0])[1])
        letters = {}
        text = self.objects[table][1].decode("latin-1")
        width = len(re.search(r"begincodespacerange\s*<(\w+)>", text)[1]) // 2
        for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.DOTALL):
            for code, value in re.findall(r"<(\w+)>\s*<(\w*)>", block):
                letters[int(code, 16)] = bytes.fromhex(value).decode("utf-16-be")
        for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.DOTALL):
            for first, last, value in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
                for code in range(int(first, 16), int(last, 16) + 1):
                    letters[code] = chr(int(value, 16) + code - int(first, 16))
        return letters, width


def _spell(codes: bytes, letters: dict[int, str], width: int) -> str:
    return "".join(letters.get(int.from_bytes(codes[at:at + width], "big"), "")
                   for at in range(0, len(codes), width))


def _unescaped(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 8)]) if len(match[1]) == 3 else match[1]


def read(path: Path) -> list[Page]:
    return Document(path.read_bytes()).pages()


if __name__ == "__main__":
    json.dump([vars(page) for page in read(Path(sys.argv[1]))], sys.stdout)
