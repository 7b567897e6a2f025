"""Ports of the loopback interface."""

import socket

HOST = "127.0.0.1"


class Port:
    """A free port, reserved until it is closed. No other program gets it; a server that sets
    SO_REUSEADDR, as all do, can listen on it, also after a restart."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind((HOST, 0))
        self.number: int = self._socket.getsockname()[1]

    def close(self) -> None:
        self._socket.close()


def greeting(port: int) -> bytes | None:
    """The first bytes of a server that speaks first, without TLS; None while it does not
    answer."""
    try:
        with socket.create_connection((HOST, port), timeout=1) as connection:
            return connection.recv(4096) or None
    except OSError:
        return None
