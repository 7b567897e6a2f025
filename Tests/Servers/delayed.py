"""A connection through the proxy: two directions, in which bytes are delivered with a delay."""

import socket
import struct
from collections import deque

from .flights import Tally
from .ports import HOST

_CHUNK = 1 << 16
_UNSENT = 64 << 20  # bytes under way in one direction; with more, reading pauses


class Way:
    """The bytes on the way in one direction, with the times at which they are due."""

    def __init__(self, source: socket.socket) -> None:
        self.source = source
        self.queue: deque[tuple[float, bytes]] = deque()  # b"" is the end
        self.size = 0
        self.has_ended = False

    @property
    def has_room(self) -> bool:
        return not self.has_ended and self.size < _UNSENT

    def take(self, due: float) -> bytes | None:
        """Reads the available bytes; None if there are none, and no bytes at the end."""
        try:
            data = self.source.recv(_CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        self.queue.append((due, data))
        self.size += len(data)
        self.has_ended = not data
        return data


class Connection:
    def __init__(self, client: socket.socket, now: float, latency: float, tally: Tally) -> None:
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client, self.server = client, socket.socket()
        self.server.setblocking(False)
        self.server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Adds the round trip of TCP's handshake, which loopback does not take. Bytes that a client
        # sends earlier count as sent at this time.
        self.opened = now + latency
        self.reaches_server = now + 1.5 * latency
        self.is_connected = False
        self.up, self.down = Way(client), Way(self.server)
        self.tally = tally

    def connect(self, port: int) -> bool:
        """Connects to the server, unless it is connected; returns whether it is."""
        if not self.is_connected:
            try:
                self.server.setblocking(True)
                self.server.connect((HOST, port))
                self.server.setblocking(False)
            except OSError:
                return False
            self.is_connected = True
        return True

    def close(self, reset: bool = False) -> None:
        for end in (self.client, self.server):
            if reset:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            end.close()
