"""IMAP's lines: reading commands with their literals, and splitting them."""

import re
import select
import socket

Word = str | list


class Closed(Exception):
    """The client has gone, or the test has ended."""


class Bad(Exception):
    """The command must be answered by BAD."""


class No(Exception):
    """The command must be answered by NO; the text may begin with a code."""


class Wire:
    """A client's connection, with and without TLS."""

    def __init__(self, connection: socket.socket, cut_after: int | None = None) -> None:
        """`cut_after` is the number of bytes that are sent before the connection ends."""
        self.connection = connection
        self.sent, self._cut_after = 0, cut_after
        self._buffer = b""
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self.is_secure = False
        self.pipelined = 0  # commands that were read without a wait

    def close(self) -> None:
        for end in (self.connection, self._wake, self._woken):
            end.close()

    def wake(self) -> None:
        """Ends a wait, from any thread."""
        try:
            self._wake.send(b"x")
        except OSError:
            pass  # woken already, or closed

    def rest(self) -> bytes:
        """The bytes that came and were not read as a command."""
        rest, self._buffer = self._buffer, b""
        return rest

    def forget(self) -> None:
        """Drops bytes that came before TLS."""
        self.rest()

    @property
    def has_line(self) -> bool:
        return b"\n" in self._buffer

    def wait(self) -> bool:
        """Waits until the client sends or the wire is woken; returns whether the client sent."""
        pending = getattr(self.connection, "pending", lambda: 0)
        if self._buffer or pending():
            return True
        ready, _, _ = select.select([self.connection, self._woken], [], [])
        if self._woken in ready:
            self._woken.recv(4096)
        return self.connection in ready

    def line(self) -> bytes:
        """A line without its end."""
        if not self.has_line:
            self.pipelined = 0
        while not self.has_line:
            self.receive()
        line, self._buffer = self._buffer.split(b"\n", 1)
        return line.rstrip(b"\r")

    def command(self, takes_literal_plus: bool) -> bytes:
        """A command: a line, with its literals and the lines that follow them."""
        whole = self.line()
        self.pipelined += 1
        while found := re.search(rb"\{(\d+)(\+?)\}$", whole):
            size = int(found.group(1))
            if found.group(2) and not takes_literal_plus:
                raise Bad("LITERAL+ is not known here")
            if not found.group(2):
                self.send(b"+ go on\r\n")
            while len(self._buffer) < size:
                self.receive()
            literal, self._buffer = self._buffer[:size], self._buffer[size:]
            whole += b"\r\n" + literal + self.line()
        return whole

    def send(self, data: bytes) -> None:
        left = None if self._cut_after is None else self._cut_after - self.sent
        try:
            self.connection.sendall(data[:left])
        except OSError as error:
            raise Closed from error
        self.sent += len(data)
        if left is not None and len(data) >= left:
            raise Closed

    def receive(self) -> None:
        try:
            data = self.connection.recv(1 << 16)
        except OSError as error:
            raise Closed from error
        if not data:
            raise Closed
        self._buffer += data


def words(text: bytes) -> list[Word]:
    """Atoms and strings as texts, lists in parentheses as lists. A section is part of its atom."""
    stack: list[list[Word]] = [[]]
    at = 0
    while at < len(text):
        rest = text[at:]
        if found := re.match(rb"\{(\d+)\+?\}\r\n", rest):
            size = int(found.group(1))
            stack[-1].append(rest[found.end():found.end() + size].decode("utf-8", "replace"))
            at += found.end() + size
        elif found := re.match(rb'"((?:[^"\\]|\\.)*)"', rest):
            stack[-1].append(re.sub(rb"\\(.)", rb"\1", found.group(1)).decode("utf-8", "replace"))
            at += found.end()
        elif found := re.match(rb"(?:[^\s()\[]|\[[^\]]*\])+", rest):
            stack[-1].append(found.group().decode("utf-8", "replace"))
            at += found.end()
        elif rest[:1] == b"(":
            stack.append([])
            at += 1
        elif rest[:1] == b")":
            if len(stack) == 1:
                raise Bad("a ) without its (")
            done = stack.pop()
            stack[-1].append(done)
            at += 1
        else:
            at += 1
    if len(stack) > 1:
        raise Bad("a ( without its )")
    return stack[0]


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def literal(data: bytes) -> bytes:
    return b"{%d}\r\n" % len(data) + data
