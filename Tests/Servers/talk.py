"""A plain client, to see a server's exact answers."""

import socket
import ssl

from .ports import HOST
from .processes import PATIENCE


class Talk:
    def __init__(self, port: int, context: ssl.SSLContext | None = None) -> None:
        self._connection = socket.create_connection((HOST, port), timeout=PATIENCE)
        if context:
            self._connection = context.wrap_socket(self._connection, server_hostname="localhost")
        self._buffer = b""
        self._tag = 0

    def __enter__(self) -> "Talk":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def line(self) -> bytes:
        """A line with its end; shorter if the server hangs up."""
        while b"\n" not in self._buffer:
            data = self._connection.recv(1 << 16)
            if not data:
                line, self._buffer = self._buffer, b""
                return line
            self._buffer += data
        line, rest = self._buffer.split(b"\n", 1)
        self._buffer = rest
        return line + b"\n"

    def limit(self, seconds: float) -> None:
        self._connection.settimeout(seconds)

    def send(self, data: bytes) -> None:
        self._connection.sendall(data)

    def read(self, count: int) -> bytes:
        """At most this many bytes, as soon as there are any."""
        if self._buffer:
            data, self._buffer = self._buffer[:count], self._buffer[count:]
            return data
        return self._connection.recv(count)

    def begin(self, *commands: str) -> list[str]:
        """Sends commands in one flight; returns their tags."""
        tags = []
        for _ in commands:
            self._tag += 1
            tags.append(f"t{self._tag}")
        self.send("".join(f"{tag} {command}\r\n" for tag, command in zip(tags, commands)).encode())
        return tags

    def until(self, tag: str) -> bytes:
        """All bytes up to the answer with the tag, including it."""
        seen = b""
        while line := self.line():
            seen += line
            if line.startswith(tag.encode() + b" "):
                break
        return seen

    def ask(self, command: str) -> bytes:
        return self.until(self.begin(command)[0])

    def start_tls(self, context: ssl.SSLContext) -> bytes:
        """Returns the bytes that followed the answer before TLS began."""
        self.ask("STARTTLS")
        injected, self._buffer = self._buffer, b""
        self._connection = context.wrap_socket(self._connection, server_hostname="localhost")
        return injected
