"""The proxy that delays, counts and breaks."""

import socket
import threading
import time

from .case import ServerCase
from .ports import HOST
from .processes import PATIENCE
from .proxy import Proxy

_LATENCY = 0.02


class _Dialogue:
    """A server that greets, and answers each line by the number of bytes that the line names."""

    def __init__(self, greeting: bytes = b"hello\n") -> None:
        self._greeting = greeting
        self._listener = socket.create_server((HOST, 0))
        self.port = self._listener.getsockname()[1]

    def __enter__(self) -> "_Dialogue":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=[client], daemon=True).start()

    def _answer(self, client: socket.socket) -> None:
        with client, client.makefile("rb") as lines:
            try:
                client.sendall(self._greeting)
                for line in lines:
                    client.sendall(b"x" * int(line))
            except OSError:
                pass


class ProxyTests(ServerCase):
    def setUp(self) -> None:
        self.server = self.serve(_Dialogue)

    def connect(self, proxy: Proxy) -> socket.socket:
        return self.enterContext(socket.create_connection((HOST, proxy.port), timeout=PATIENCE))

    def greeted(self) -> tuple[Proxy, socket.socket]:
        proxy = self.serve(Proxy, self.server.port, _LATENCY)
        client = self.connect(proxy)
        _take(client, 6)
        return proxy, client

    def test_flights_and_bytes_of_a_known_dialogue(self) -> None:
        proxy, client = self.greeted()
        for words in (b"10\n", b"20\n5\n"):
            client.sendall(words)
            _take(client, sum(map(int, words.split())))
        counts = proxy.counts()
        self.assertEqual((counts.connections, counts.turns, counts.round_trips), (1, 2, 4))
        self.assertEqual((counts.sent, counts.received), (8, 41))
        self.assertEqual([(flight.sent, flight.received) for flight in counts.flights],
                         [(0, 6), (3, 10), (5, 25)])
        self.assertEqual([flight.begins for flight in counts.flights[1:]], ["10", "20"])

    def test_what_is_sent_without_hearing_is_one_flight(self) -> None:
        proxy, client = self.greeted()
        for _ in range(5):
            client.sendall(b"3\n")
        _take(client, 15)
        self.assertEqual(proxy.counts().turns, 1)

    def test_a_server_that_is_silent_at_first_costs_no_round_trip_for_its_greeting(self) -> None:
        proxy = self.serve(Proxy, self.serve(_Dialogue, b"").port, _LATENCY)
        client = self.connect(proxy)
        client.sendall(b"4\n")
        _take(client, 4)
        self.assertEqual(proxy.counts().round_trips, 2)

    def test_what_is_not_answered_is_no_turn(self) -> None:
        proxy, client = self.greeted()
        client.sendall(b"0\n0\n")
        client.shutdown(socket.SHUT_WR)
        self.assertEqual(client.recv(1), b"")
        counts = proxy.counts()
        self.assertEqual((counts.turns, counts.sent), (0, 4))

    def test_it_counts_anew(self) -> None:
        proxy, client = self.greeted()
        client.sendall(b"2\n")
        _take(client, 2)
        proxy.forget()
        self.assertEqual(proxy.counts().round_trips, 0)
        client.sendall(b"3\n")
        _take(client, 3)
        counts = proxy.counts()
        self.assertEqual((counts.connections, counts.turns, counts.round_trips), (0, 1, 1))
        self.assertEqual((counts.sent, counts.received), (2, 3))

    def test_no_round_trip_is_faster_than_the_latency(self) -> None:
        """The answers of one flight, however, are delayed in parallel."""
        latency = 0.2
        proxy = self.serve(Proxy, self.server.port, latency)
        began = time.monotonic()
        client = self.connect(proxy)
        _take(client, 6)
        self.assertGreaterEqual(time.monotonic() - began, 2 * latency)
        began = time.monotonic()
        for _ in range(100):
            client.sendall(b"50000\n")
        _take(client, 5_000_000)
        took = time.monotonic() - began
        self.assertGreaterEqual(took, latency)
        self.assertLess(took, 100 * latency)  # the time if they were delayed one by one
        self.assertEqual(proxy.counts().received, 5_000_006)

    def test_a_pulled_cable_stalls_and_refuses_until_it_is_put_back(self) -> None:
        proxy, client = self.greeted()
        proxy.unplug()
        client.sendall(b"7\n")
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection((HOST, proxy.port))
        self.assertEqual(proxy.counts().sent, 0)
        proxy.plug()
        _take(client, 7)
        _take(self.connect(proxy), 6)

    def test_a_pulled_cable_can_reset(self) -> None:
        proxy, client = self.greeted()
        proxy.unplug(reset=True)
        with self.assertRaises(ConnectionResetError):
            client.recv(1)

    def test_a_connection_is_cut_at_a_byte(self) -> None:
        proxy, client = self.greeted()
        proxy.cut_after(130_001)
        client.sendall(b"100000\n100000\n")
        received = 0
        while data := client.recv(1 << 16):
            received += len(data)
        self.assertEqual(received, 130_001)
        _take(self.connect(proxy), 6)  # only one is cut

    def test_a_cut_can_be_a_reset(self) -> None:
        proxy, client = self.greeted()
        proxy.cut_after(0, reset=True)
        client.sendall(b"10\n")
        with self.assertRaises(ConnectionResetError):
            client.recv(1)

    def test_without_a_server_it_resets(self) -> None:
        with _Dialogue() as gone:
            port = gone.port
        proxy = self.serve(Proxy, port)
        with self.assertRaises(ConnectionResetError):
            self.connect(proxy).recv(1)


def _take(client: socket.socket, count: int) -> None:
    """Reads exactly this many bytes."""
    while count:
        data = client.recv(min(count, 1 << 16))
        assert data, f"{count} bytes are missing"
        count -= len(data)
