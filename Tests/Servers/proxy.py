"""A TCP proxy that delays, counts and breaks."""

import time

from .flights import Counts
from .processes import wait_until
from .relay import Relay


class Proxy(Relay):
    """A proxy in front of a port of this machine, on its own thread.

    The latency is that of a round trip, in seconds. Each byte is delivered half of it after
    its arrival, so that bandwidth is not reduced.
    """

    def counts(self) -> Counts:
        def count() -> Counts:
            counts = Counts()
            for tally in self.tallies:
                tally.add_to(counts)
            return counts
        return self.in_thread(count)

    def forget(self) -> None:
        """Resets the counts. An open connection counts as one whose client has received
        everything."""
        def forget() -> None:
            self.tallies = []
            for connection in self.connections:
                connection.tally = self.tally(is_new=False)
        self.in_thread(forget)

    def wait_until_quiet(self) -> None:
        """Waits until nothing has passed for three round trips, and for 0.2 s at least."""
        last, since = self.counts(), time.monotonic()

        def is_quiet() -> bool:
            nonlocal last, since
            if (counts := self.counts()) != last:
                last, since = counts, time.monotonic()
            return time.monotonic() - since > max(0.2, 3 * self.latency)
        wait_until("the cable to be quiet", is_quiet)

    def open_connections(self) -> int:
        """The number of open connections; if a client has gone, its connection ends once the
        server knows."""
        return self.in_thread(lambda: len(self.connections))

    def set_latency(self, latency: float) -> None:
        self.latency = latency

    def unplug(self, reset: bool = False) -> None:
        """Acts like an unplugged cable: new connections are refused. Existing ones stall until
        `plug`, or are reset."""
        def unplug() -> None:
            self.refuse()
            self.is_stalled = True
            if reset:
                self.drop_all()
        self.in_thread(unplug)

    def plug(self) -> None:
        def plug() -> None:
            self.is_stalled = False
            self.listen()
        self.in_thread(plug)

    def strand(self) -> None:
        """Leaves the existing connections open but dead, as after a change of the network."""
        self.in_thread(self.strand_all)

    def reset(self) -> None:
        """Resets the existing connections."""
        self.in_thread(self.drop_all)

    def cut_after(self, count: int, reset: bool = False) -> None:
        """Ends a connection exactly when answers have delivered this many bytes from now on. Each
        call ends one connection."""
        def cut() -> None:
            self.cut, self.cut_resets = count, reset
        self.in_thread(cut)
