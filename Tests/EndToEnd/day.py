#!/usr/bin/python3
"""A window that is open for a day: `make day`. The computer sleeps, its network changes and
disappears, and mail arrives all the while, in a private network, with a real server, a real
keyring, and a clock that hurries while nothing happens.

Each hour the test opens the message that has come, while a refresh is running.

The exit status is 1 if mail was not listed within five seconds of being online, if its text took
more than two round trips and some time to show, if a password was asked for, or if the window's
memory grew.
"""

import argparse
import os
import signal
import subprocess
import sys
import unittest
from email.utils import formatdate
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path.append(str(_HERE.parent))

from account_window import AccountWindowCase, own_store  # noqa: E402
from app import App  # noqa: E402
from case import EndToEndCase  # noqa: E402
from CommandLine.account_case import USER, AccountCase  # noqa: E402
from desktop_services import Sleeps  # noqa: E402
from processes import open_files, private_memory  # noqa: E402
from Servers import messages  # noqa: E402
from Servers.proxy import Proxy  # noqa: E402
from stage import Stage  # noqa: E402

_HOUR = 3600
_LATENCY = 0.05  # seconds, of a round trip while the clock goes as it does elsewhere
_LIMIT = 5  # seconds, from being online to the offer of what has come
_READ = 2 * _LATENCY + 0.5  # seconds, from the click to the text, as AT-SPI tells it
_SETTLED = 12  # hours, after which the allocator has what it needs
# kB. Most of the growth is Cairo's cache of glyphs, which has a limit.
_GROWTH = 2048
# The app asks the keyring in each new network, and libsecret keeps some of these connections open.
_MORE_FILES = 4


class Day(AccountWindowCase, AccountCase):
    hours = 24
    pace = 1

    def setUp(self) -> None:
        super().setUp()
        self.cable = self.enterContext(Proxy(self.server.tls_port))
        self.cable.set_latency(_LATENCY)
        self.clock = self.stage.session.clock
        self.clock.moves_date = True
        self.sleeps = self.enterContext(Sleeps(self.stage.session))
        self.addresses = iter(range(2, 255))
        self.connect()

    @property
    def host(self) -> str:
        return f"localhost:{self.cable.port}"

    @property
    def env(self) -> dict[str, str]:
        return super().env | self.sleeps.env

    def test_it_is_up_to_date_asks_nobody_and_does_not_grow(self) -> None:
        self.serve_keyring()
        self.add("--name", "Tide")
        self.run_tideline("refresh", "Tide")
        app = self.open_window(within=own_store)
        app.wait_until_idle(rows=2)
        memory = files = 0
        events = [self.rest, self.sleep, self.change_network, self.lose_network]
        for hour in range(self.hours):
            event = events[hour % len(events)]
            self.click(app, -1)
            lists = app.trace.last["lists"]
            event(app, hour)
            online = self.clock.now
            app.trace.wait(lambda state: state["lists"] > lists)
            seconds = self.clock.now - online
            self.assertEqual(len(app.root.children), 1, app.root.outline())
            runs = app.trace.last["runs"]
            app.activate("refresh")
            asked = self.clock.now
            self.click(app, 0)
            app.root.find("label", f"High water of hour {hour}\\.")
            read = self.clock.now - asked
            app.trace.wait(header="idle", runs=runs + 1)
            if hour < _SETTLED:
                memory, files = private_memory(app.process.pid), open_files(app.process.pid).total()
            print(f"hour {hour + 1}, {event.__doc__}: {seconds:.1f} s, read in {read * 1000:.0f} ms, "
                  f"{private_memory(app.process.pid)} kB, "
                  f"{open_files(app.process.pid).total()} files", flush=True)
            self.assertLessEqual(seconds, _LIMIT)
            self.assertLessEqual(read, _READ)
            self.pass_time()
        self.assertLessEqual(private_memory(app.process.pid) - memory, _GROWTH)
        self.assertLessEqual(open_files(app.process.pid).total() - files, _MORE_FILES)

    def click(self, app: App, row: int) -> None:
        x, y, width, height = app.conversations.children[row].extents
        self.devices.click(x + width // 2, y + height // 2)

    # Events

    def rest(self, app: App, hour: int) -> None:
        """mail arrived"""
        self.pass_time()
        self.place(hour)

    def sleep(self, app: App, hour: int) -> None:
        """it slept, and woke elsewhere"""
        self.sleeps.begin()
        app.process.send_signal(signal.SIGSTOP)
        self.disconnect()
        self.cable.strand()
        self.clock.sleep(_HOUR // 2)
        self.place(hour)
        self.connect()
        app.process.send_signal(signal.SIGCONT)
        self.sleeps.end()

    def change_network(self, app: App, hour: int) -> None:
        """the network was another"""
        self.pass_time()
        self.disconnect()
        self.cable.strand()
        self.place(hour)
        self.connect()

    def lose_network(self, app: App, hour: int) -> None:
        """there was no network"""
        self.disconnect()
        self.cable.unplug()
        self.pass_time()
        self.place(hour)
        self.cable.plug()
        self.connect()

    def pass_time(self) -> None:
        """Lets half an hour pass. Waits for the network first, and then switches its latency off,
        because the server would seem seconds away."""
        self.wait_for_quiet(self.cable)
        self.cable.set_latency(0)
        self.clock.pace = 0.001
        self.devices.pass_time(_HOUR / 2)
        self.clock.pace = self.pace
        self.cable.set_latency(_LATENCY)

    def place(self, hour: int) -> None:
        """Delivers a reply to a listed conversation, so that the list does not grow."""
        date = 1_760_000_000 + hour
        text = (f"From: ines@mail.example\nSubject: Re: Tide 0\nDate: {formatdate(date)}\n"
                f"Message-ID: <{hour}@day.example>\nReferences: <0@mail.example>\n\n"
                f"High water of hour {hour}.\n")
        new = messages.Message(text.encode(), date, frozenset())
        messages.place(self.server.maildir(USER), [new], tag=f"new{hour}")

    def connect(self) -> None:
        """Connects with another address each time."""
        address = f"192.0.2.{next(self.addresses)}"  # an address for documentation (RFC 5737)
        _ip("link add wan type veth peer name beyond")
        _ip(f"address add {address}/24 dev wan")
        _ip("link set wan up")
        _ip("link set beyond up")
        _ip("route add default dev wan")

    def disconnect(self) -> None:
        _ip("link delete wan")


def _ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True)


def _enter_own_network() -> None:
    """Starts this program again in a network namespace; without root, in a user namespace, too."""
    user = [] if os.geteuid() == 0 else ["--user", "--map-current-user", "--keep-caps"]
    os.environ["DAY_NETWORK"] = "own"
    os.execvp("unshare", ["unshare", *user, "--net", "--", sys.executable, *sys.argv])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, required=True, help="the tideline to open")
    parser.add_argument("--hours", type=int, default=24, help="how many (default: %(default)s)")
    options = parser.parse_args()
    if "DAY_NETWORK" not in os.environ:
        _enter_own_network()
    _ip("link set lo up")
    Day.hours = options.hours
    with Stage(options.binary.resolve()) as stage:
        EndToEndCase.stage = stage
        result = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(Day))
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
