"""The thread that moves the bytes of a proxy."""

import selectors
import socket
import threading
import time
from concurrent.futures import Future
from queue import Queue
from typing import Callable, TypeVar

from .delayed import Connection, Way
from .flights import Tally
from .ports import HOST, Port
from .processes import PATIENCE

Result = TypeVar("Result")


class Relay:
    """Only `in_thread` may be called from other threads."""

    def __init__(self, target: int, latency: float = 0) -> None:
        self._target, self.latency = target, latency
        self._port = Port()
        self.port = self._port.number
        self._tasks: Queue[tuple[Future, Callable]] = Queue()
        self._selector = selectors.SelectSelector()  # the others round to milliseconds
        self._wake, self._woken = socket.socketpair()
        self._listener: socket.socket | None = None
        self.connections: set[Connection] = set()
        self._stranded: list[Connection] = []
        self.tallies: list[Tally] = []
        self.is_stalled = self._is_ended = False
        self.cut: int | None = None
        self.cut_resets = False
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="proxy", daemon=True)

    def __enter__(self) -> "Relay":
        self._woken.setblocking(False)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self.listen()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        def end() -> None:
            self._is_ended = True
            self.drop_all(reset=False)
            for connection in self._stranded:
                connection.close(reset=False)
            self.refuse()
        self.in_thread(end)
        self._thread.join()
        self._port.close()
        self._selector.close()
        self._wake.close()
        self._woken.close()

    def in_thread(self, task: Callable[[], Result]) -> Result:
        """Runs a task in the thread, because sockets may only be closed while nothing waits for
        them."""
        future: Future = Future()
        self._tasks.put((future, task))
        self._wake.send(b"x")
        return future.result(PATIENCE)

    def tally(self, is_new: bool) -> Tally:
        self.tallies.append(Tally(self._began, is_new))
        return self.tallies[-1]

    def listen(self) -> None:
        if self._listener:
            return
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind((HOST, self.port))
        self._listener.listen(64)
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ)

    def refuse(self) -> None:
        if self._listener:
            self._selector.unregister(self._listener)
            self._listener.close()
            self._listener = None

    def _run(self) -> None:
        while not self._is_ended:
            ready = self._selector.select(self._advance())
            for key, _ in ready:
                if key.fileobj is self._woken:
                    self._woken.recv(4096)
                elif key.fileobj is self._listener:
                    self._accept()
            while not self._tasks.empty():
                future, task = self._tasks.get()
                try:
                    future.set_result(task())
                except BaseException as error:
                    future.set_exception(error)

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return
        self.connections.add(Connection(
            client, time.monotonic(), self.latency, self.tally(is_new=True)))

    def _advance(self) -> float | None:
        """Moves all bytes that can be moved, and returns the time until the next are due."""
        if self.is_stalled:
            for connection in self.connections:
                self._watch(connection, time.monotonic())
            return None
        while True:
            due = [self._move(connection) for connection in list(self.connections)]
            now = time.monotonic()
            for connection in self.connections:
                self._watch(connection, now)
            waits = [moment - now for moment in due if moment is not None]
            if not waits:
                return None
            if min(waits) > 0:
                return min(waits)

    def _move(self, connection: Connection) -> float | None:
        """Moves the connection's bytes; returns when it next has work without a new event."""
        now = time.monotonic()
        up, down, half = connection.up, connection.down, self.latency / 2
        while up.has_room:
            data = up.take(max(now, connection.opened) + half)
            if data is None:
                break
            if data:
                connection.tally.sent(data)
        if now < connection.reaches_server:
            return connection.reaches_server
        if not connection.connect(self._target):
            self._drop(connection, reset=True)
            return None
        while down.has_room:
            if down.take(now + half) is None:
                break
        moments = [self._deliver(connection, up, connection.server, now),
                   self._deliver(connection, down, connection.client, now)]
        if down.has_ended and not down.queue and connection in self.connections:
            self._drop(connection)  # a server that has ended reads no more
        if connection not in self.connections:
            return None
        return min((moment for moment in moments if moment is not None), default=None)

    def _deliver(self, connection: Connection, way: Way, to: socket.socket,
                 now: float) -> float | None:
        while way.queue:
            due, data = way.queue[0]
            if due > now:
                return due
            is_cut = False
            if way is connection.down and self.cut is not None and len(data) >= self.cut:
                data, is_cut = data[:self.cut], True
            try:
                written = to.send(data) if data else 0
                if not data and not is_cut:
                    to.shutdown(socket.SHUT_WR)
            except BlockingIOError:
                return None
            except OSError:
                self._drop(connection, reset=True)
                return None
            if way is connection.down and written:
                connection.tally.received(written)
                self.cut = None if self.cut is None else self.cut - written
            if is_cut and written == len(data):
                self.cut = None
                self._drop(connection, reset=self.cut_resets)
                return None
            way.size -= written
            rest = way.queue.popleft()[1][written:]
            if rest:
                way.queue.appendleft((due, rest))
        return None

    def _watch(self, connection: Connection, now: float) -> None:
        """Waits only for events that can be handled now, so that the loop does not spin."""
        up, down = connection.up, connection.down
        wants = {connection.client: 0, connection.server: 0}
        open_ = wants if connection.is_connected else {connection.client}
        if not self.is_stalled:
            for way, to in ((up, connection.server), (down, connection.client)):
                if way.has_room and way.source in open_:
                    wants[way.source] |= selectors.EVENT_READ
                if way.queue and way.queue[0][0] <= now and connection.is_connected:
                    wants[to] |= selectors.EVENT_WRITE
        for end, events in wants.items():
            registered = end in self._selector.get_map()
            if events and registered:
                self._selector.modify(end, events)
            elif events:
                self._selector.register(end, events)
            elif registered:
                self._selector.unregister(end)

    def drop_all(self, reset: bool = True) -> None:
        for connection in list(self.connections):
            self._drop(connection, reset)

    def strand_all(self) -> None:
        for connection in list(self.connections):
            self._leave(connection)
            self._stranded.append(connection)

    def _drop(self, connection: Connection, reset: bool = False) -> None:
        self._leave(connection)
        connection.close(reset)

    def _leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        for end in (connection.client, connection.server):
            if end in self._selector.get_map():
                self._selector.unregister(end)
