#!/usr/bin/python3
"""Measures reading mail from a server beside mbsync and neomutt: `make bench-imap`.

All programs read the same folder of a private Dovecot: the peers without TLS, Tideline with
it. A proxy delays the connections, and counts round trips and bytes. The time is the best of
the rounds, since no disturbance makes a program faster. The rest, without the round trips, is
spent in the server and the client; the client's processor time is shown beside it. Counts are
those of the last round. A program that is started for each step connects and refreshes each
time. With `--helper`, the steps are also measured in a mailbox that stays open, as in a
window.
Mailboxes are made once, below `--cache`. A peer that is not installed is skipped. If
Tideline does not run, the exit status is 1.
"""

import argparse
import resource
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

_HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(_HERE.parent))

from imap_clients import Mbsync, NeoMutt, NotRun, OpenTideline, Server, Tideline  # noqa: E402
from maildirs import maildir  # noqa: E402
from Servers.dovecot import PASSWORD, USER, Dovecot  # noqa: E402
from Servers.flights import Counts  # noqa: E402
from Servers.processes import Unavailable, wait_until  # noqa: E402
from Servers.proxy import Proxy  # noqa: E402

Client = Mbsync | NeoMutt | Tideline


@dataclass(frozen=True)
class Target:
    """The limits of a step."""

    round_trips: int
    kilobytes: float | None = None
    rest: float | None = None  # seconds

    def __str__(self) -> str:
        limits = [f"≤ {self.round_trips} RT"]
        if self.kilobytes:
            limits.append(f"{self.kilobytes:g} kB")
        if self.rest:
            limits.append(f"{self.rest * 1000:.0f} ms")
        return ", ".join(limits)


_TARGETS = {Tideline.name: {"first rows": Target(7, 150, 0.1), "refresh": Target(5, 4)},
            OpenTideline.name: {"refresh": Target(1), "older page": Target(2), "read": Target(1)}}


@dataclass
class Result:
    seconds: float
    cpu: float | None  # of the client, in seconds
    counts: Counts
    what: str

    def rest(self, latency: float) -> float:
        return self.seconds - self.counts.round_trips * latency

    @property
    def kilobytes(self) -> float:
        return (self.counts.sent + self.counts.received) / 1000

    def meets(self, target: Target, latency: float) -> bool:
        return (self.counts.round_trips <= target.round_trips
                and (target.kilobytes is None or self.kilobytes <= target.kilobytes)
                and (target.rest is None or self.rest(latency) <= target.rest))


class Bench:
    def __init__(self, cache: Path, binary: Path | None, options: argparse.Namespace) -> None:
        self._cache, self._binary, self._rounds = cache, binary, options.rounds
        self._helper = options.helper and options.helper.resolve()
        self._with_flights = options.flights
        self.missed = self.failed = 0
        self.lines = [["messages", "latency", "client", "what", "time", "round trips", "kB",
                       "the rest", "processor", "target", ""]]

    def measure(self, count: int, latencies: list[float]) -> None:
        # With fewer than two hours between messages, first rows take two round trips more.
        path = maildir(self._cache, count, step=7200)
        with Dovecot() as server, tempfile.TemporaryDirectory(dir=self._cache) as folder:
            server.adopt(path)
            _warm(server)
            for latency in latencies:
                for make in (Mbsync, NeoMutt, self._tideline):
                    self._clients(make, count, latency, server, Path(folder) / "client")
                if self._helper:
                    self._open(count, latency, server, Path(folder) / "client")

    def _tideline(self, server: Server, folder: Path) -> Tideline:
        if not self._binary:
            raise NotRun("no --binary was given")
        return Tideline(self._binary, server, folder)

    def _clients(self, make: Callable[[Server, Path], Client], count: int, latency: float,
                 dovecot: Dovecot, folder: Path) -> None:
        name = getattr(make, "name", Tideline.name)
        is_secure = getattr(make, "is_secure", True)
        cells = [f"{count:,}", f"{latency * 1000:g} ms", name]
        results: dict[str, Result] = {}
        port = dovecot.tls_port if is_secure else dovecot.port
        try:
            with Proxy(port, latency) as proxy:
                client = make(Server(proxy.port, USER, PASSWORD, dovecot.certificates.authority),
                              folder)
                for _ in range(self._rounds):
                    self._round(client, proxy, results)
        except NotRun as reason:
            self.failed += bool(self._binary) and make == self._tideline
            self.lines.append([*cells, f"not run: {reason}", *[""] * 7])
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        for step, result in results.items():
            self._add(cells, step, result, latency)

    def _open(self, count: int, latency: float, dovecot: Dovecot, folder: Path) -> None:
        name = OpenTideline.name
        results: dict[str, Result] = {}
        try:
            with Proxy(dovecot.tls_port, latency) as proxy:
                server = Server(proxy.port, USER, PASSWORD, dovecot.certificates.authority)
                with OpenTideline(self._helper, server, folder) as client:
                    for _ in range(self._rounds):
                        self._open_round(client, proxy, results)
        except NotRun as reason:
            self.failed += 1
            self.lines.append([f"{count:,}", f"{latency * 1000:g} ms", name,
                               f"not run: {reason}", *[""] * 7])
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        for step, result in results.items():
            self._add([f"{count:,}", f"{latency * 1000:g} ms", name], step, result, latency)

    def _open_round(self, client: OpenTideline, proxy: Proxy,
                    results: dict[str, Result]) -> None:
        for step in client.steps:
            proxy.wait_until_quiet()
            proxy.forget()
            seconds, found = client.do(step)
            proxy.wait_until_quiet()
            counts = proxy.counts()
            # Leaves out the last round trip, by which the client begins to wait for mail again.
            counts.round_trips = max(0, counts.round_trips - 1)
            if self._with_flights:
                print(client.name, step, counts.as_json(), flush=True)
            if step in results:
                seconds = min(seconds, results[step].seconds)
            results[step] = Result(seconds, None, counts,
                                   f"{step} ({found})" if found else step)

    def _round(self, client: Client, proxy: Proxy, results: dict[str, Result]) -> None:
        for what in client.steps:
            proxy.forget()
            before = _cpu_of_clients()
            seconds = getattr(client, what.replace(" ", "_"))()
            cpu = _cpu_of_clients() - before
            wait_until("the connections to end", lambda: not proxy.open_connections())
            counts = proxy.counts()
            if self._with_flights:
                print(client.name, what, counts.as_json(), flush=True)
            if what in results:
                seconds = min(seconds, results[what].seconds)
                cpu = min(cpu, results[what].cpu)
            results[what] = Result(seconds, cpu, counts, what)

    def _add(self, cells: list[str], step: str, result: Result, latency: float) -> None:
        target, verdict = "", ""
        limit = _TARGETS.get(cells[2], {}).get(step)
        if limit and latency:
            target = str(limit)
            is_met = result.meets(limit, latency)
            verdict = "met" if is_met else "MISSED"
            self.missed += not is_met
        trips = str(result.counts.round_trips) if latency else "–"  # see Counts
        cpu = "–" if result.cpu is None else f"{result.cpu * 1000:.0f} ms"
        self.lines.append([*cells, result.what, f"{result.seconds:.2f} s", trips,
                           f"{result.kilobytes:,.1f}", f"{result.rest(latency) * 1000:.0f} ms",
                           cpu, target, verdict])

    def table(self) -> str:
        widths = [max(len(line[column]) for line in self.lines
                      if not line[3].startswith("not run")) for column in range(11)]
        left = (2, 3, 9, 10)

        def row(line: list[str]) -> str:
            return "  ".join(cell.ljust(width) if column in left else cell.rjust(width)
                             for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
        return "\n".join(map(row, self.lines))


def _warm(server: Dovecot) -> None:
    """Lets the server read its mail first, and store the headers that clients ask for."""
    with server.client() as client:
        client.select(readonly=True)
        client.fetch("1:*", "(UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[HEADER.FIELDS (DATE FROM"
                     " SENDER REPLY-TO TO CC SUBJECT MESSAGE-ID REFERENCES IN-REPLY-TO)])")


def _cpu_of_clients() -> float:
    """The processor time of finished children, which excludes the running server."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, help="a release build of tideline")
    parser.add_argument("--helper", type=Path, help="the program MailBenchmarks, for a mailbox that "
                                                    "stays open")
    parser.add_argument("--cache", type=Path, required=True, help="where mailboxes are kept")
    parser.add_argument("--messages", type=int, nargs="+", default=[20_000],
                        help="in the folder (default: %(default)s)")
    parser.add_argument("--latency", type=float, nargs="+", default=[0.05], metavar="SECONDS",
                        help="of a round trip (default: %(default)s)")
    parser.add_argument("--all", action="store_true",
                        help="1,000, 20,000 and 100,000 messages, at 0, 50 and 200 ms")
    parser.add_argument("--rounds", type=int, default=3, help="(default: %(default)s)")
    parser.add_argument("--flights", action="store_true", help="print the flights of each step")
    options = parser.parse_args()
    if options.all:
        options.messages, options.latency = [1000, 20_000, 100_000], [0, 0.05, 0.2]
    options.cache.mkdir(parents=True, exist_ok=True)
    bench = Bench(options.cache.resolve(), options.binary and options.binary.resolve(),
                  options)
    try:
        for count in options.messages:
            bench.measure(count, options.latency)
    except Unavailable as reason:
        raise SystemExit(str(reason)) from None
    print(bench.table(), f"{bench.missed} missed", sep="\n")
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
