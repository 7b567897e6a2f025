"""The traffic of the proxy, counted in flights."""

import json
import time
from dataclasses import asdict, dataclass, field, replace


@dataclass
class Flight:
    """The client's bytes up to the next bytes from the server, and the server's bytes up to the
    client's next. If the server speaks first, its greeting is the first flight of the
    connection."""

    sent: int = 0
    received: int = 0
    at: float = 0  # seconds since the proxy began
    begins: str = ""  # the client's first line, if there is no TLS


@dataclass
class Counts:
    """The traffic of the proxy so far.

    A flight begins with bytes of the client after bytes of the server were delivered to it,
    or with the client's first bytes. `turns` are flights that were answered. `round_trips`
    are the turns, plus one for each new connection, and one more if its server spoke first.
    Bytes that a client sends while an answer still comes in are a flight, too. A client that
    keeps its requests flowing therefore waits for fewer round trips than are counted. Without
    a latency, answers may overtake a client that still writes: counts are exact if the latency
    is a millisecond or more.
    """

    connections: int = 0
    turns: int = 0
    round_trips: int = 0
    sent: int = 0  # by clients, in bytes
    received: int = 0
    flights: list[Flight] = field(default_factory=list)

    def as_json(self) -> str:
        return json.dumps(asdict(self))


class Tally:
    """The flights of a connection, since it began or was last reset."""

    def __init__(self, began: float, is_new: bool) -> None:
        self._began, self.is_new = began, is_new
        self.flights: list[Flight] = []
        self._has_heard = True

    def sent(self, data: bytes) -> None:
        if self._has_heard:
            line = data.split(b"\n", 1)[0].rstrip(b"\r")[:200].decode("latin-1")
            self._begin(line if line.isascii() and line.isprintable() else "")
            self._has_heard = False
        self.flights[-1].sent += len(data)

    def received(self, count: int) -> None:
        if not self.flights:
            self._begin("")
        self.flights[-1].received += count
        self._has_heard = True

    def add_to(self, counts: Counts) -> None:
        turns = sum(1 for flight in self.flights if flight.sent and flight.received)
        spoke_first = sum(1 for flight in self.flights if not flight.sent)
        counts.turns += turns
        counts.round_trips += turns + (1 + spoke_first if self.is_new else 0)
        counts.connections += self.is_new
        counts.sent += sum(flight.sent for flight in self.flights)
        counts.received += sum(flight.received for flight in self.flights)
        counts.flights += map(replace, self.flights)

    def _begin(self, line: str) -> None:
        self.flights.append(Flight(at=round(time.monotonic() - self._began, 4), begins=line))
