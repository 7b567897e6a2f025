"""The parts of a message as bytes, and IMAP's sections of it."""

import re
from email.message import Message as Header
from email.parser import BytesHeaderParser

_QUIRKY_NAME = 'my "tides".csv'


class Part:
    def __init__(self, data: bytes) -> None:
        head, separator, self.body = data.partition(b"\r\n\r\n")
        if data.startswith(b"\r\n"):
            head, separator, self.body = b"", b"\r\n", data[2:]
        self.header = head + separator
        self.fields: Header = BytesHeaderParser().parsebytes(self.header)
        self.type = self.fields.get_content_type().upper().split("/")
        self.children: list[Part] = []
        boundary = self.fields.get_boundary()
        if self.type[0] == "MULTIPART" and boundary:
            self.children = [Part(part) for part in _between(self.body, boundary.encode())]

    def section(self, name: str) -> bytes | None:
        """A section; None if there is no such part."""
        path, _, what = re.fullmatch(r"([\d.]*?)(\.?)([A-Z].*)?", name, re.DOTALL).groups()
        part: Part | None = self
        for number in filter(None, path.split(".")):
            if part is None:
                return None
            if part.children:
                found = part.children[int(number) - 1:int(number)]
                part = found[0] if found else None
            elif number != "1":
                part = None
        if part is None:
            return None
        if not what:
            return part.body if path else part.header + part.body
        if what.startswith("HEADER.FIELDS"):
            return part._chosen(what)
        return part.body if what == "TEXT" else part.header

    def _chosen(self, what: str) -> bytes:
        names = {name.upper().encode() for name in re.findall(r'[^\s()"]+', what)[1:]}
        is_not = what.startswith("HEADER.FIELDS.NOT")
        fields = re.findall(rb"[^\r\n][^\n]*\n(?:[ \t][^\n]*\n)*", self.header)
        chosen = [field for field in fields
                  if (field.split(b":")[0].strip().upper() in names) != is_not]
        return b"".join(chosen) + b"\r\n"

    # BODYSTRUCTURE

    def structure(self, quirks: set[str] = frozenset()) -> bytes:
        if self.type[0] == "MULTIPART":
            return self._multipart(quirks)
        size = _number(len(self.body) + 7 * ("wrong-sizes" in quirks), quirks)
        is_lie = "files-as-texts" in quirks and self.type[0] != "TEXT"
        kind, subtype = ("TEXT", "PLAIN") if is_lie else self.type
        words = [_string(kind), _string(subtype), self._parameters("content-type"),
                 b"NIL", b"NIL",
                 _string(self.fields.get("content-transfer-encoding", "7bit").upper()), size]
        if kind == "TEXT":
            words.append(_number(self.body.count(b"\n"), quirks))
        return b"(" + b" ".join([*words, b"NIL", self._disposition(quirks), b"NIL", b"NIL"]) + b")"

    def _multipart(self, quirks: set[str]) -> bytes:
        children = b"".join(child.structure(quirks) for child in self.children)
        if "bodystructure-empty-multipart" in quirks:
            children = b'("ALTERNATIVE" ("BOUNDARY" "none") NIL NIL)' + children
        if "empty-multipart-nil" in quirks or not children:
            children = b"NIL "
        return (b"(" + children + (b"" if children.endswith(b" ") else b" ") + _string(self.type[1])
                + b" " + self._parameters("content-type") + b" NIL NIL NIL)")

    def _parameters(self, field: str) -> bytes:
        parameters = (self.fields.get_params(header=field) or [])[1:]
        if not parameters:
            return b"NIL"
        return b"(" + b" ".join(
            _string(name.upper()) + b" " + _string(value) for name, value in parameters) + b")"

    def _disposition(self, quirks: set[str]) -> bytes:
        kind = self.fields.get_content_disposition()
        if self.type[0] == "TEXT" and "texts-as-files" in quirks:
            kind = "attachment"
        if "files-as-texts" in quirks:
            kind = None
        if "inline-without-list" in quirks:
            return b'"inline"'
        if not kind:
            return b"NIL"
        parameters = self._parameters("content-disposition")
        if "unescaped-quotes" in quirks:
            parameters = b'("FILENAME" "' + _QUIRKY_NAME.encode() + b'")'
        return b"(" + _string(kind.upper()) + b" " + parameters + b")"


def _between(body: bytes, boundary: bytes) -> list[bytes]:
    delimiter = rb"(?:^|\r\n)--" + re.escape(boundary) + rb"(--)?[ \t]*(?:\r\n|$)"
    parts, start = [], None
    for found in re.finditer(delimiter, body):
        if start is not None:
            parts.append(body[start:found.start()])
        start = found.end()
        if found.group(1):
            return parts
    return parts if start is None else [*parts, body[start:]]


def _string(text: str) -> bytes:
    return b'"' + text.replace("\\", "\\\\").replace('"', '\\"').encode() + b'"'


def _number(value: int, quirks: set[str]) -> bytes:
    return f"{value:.2e}".encode() if "float-numbers" in quirks else str(value).encode()
