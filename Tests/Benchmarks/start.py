#!/usr/bin/python3
"""Measures how soon the window shows rows, and its memory, beside bare windows: `make
bench-window`.

The bare windows are written in C and show the same texts, read from a file. One uses
libadwaita, and is the base of comparison; the other uses GTK alone, and shows the cost of
libadwaita. All are started in turns, on the current display. Tideline's store is filled, as on
every day but the first.

If other programs use the machine, all windows are delayed by the same time, and the ratio
looks better than it is. The processor time is then the better measure.
"""

import argparse
import json
import os
import select
import shlex
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE.parent / "EndToEnd"), str(_HERE.parent)]

import remembered  # noqa: E402
from maildirs import maildir  # noqa: E402
from Servers.processes import end  # noqa: E402
from Servers.server import password_file  # noqa: E402

_PAGE = 50
_MOST_TIME, _MOST_MEMORY = 1.15, 1.5  # of the bare libadwaita window's
_MOST_LATER = 100  # ms that all inboxes may come after one mailbox
_PATIENCE = 30  # seconds for the first rows
_REST = 1.5  # seconds until an open window is idle


@dataclass
class Start:
    """The time from exec to the end of the first frame with rows."""

    seconds: float
    cpu: float  # of all threads, in seconds
    memory: float  # proportional set size, in MB
    memory_at_rest: float


class Program:
    def __init__(self, name: str, argv: list, env: dict[str, str]) -> None:
        self.name, self._argv = name, [str(word) for word in argv]
        self._env = env
        self.starts: list[Start] = []

    def start(self, trace: Path) -> Start:
        # Opens the FIFO for writing, too, so that reading never meets the end of the file.
        pipe = os.open(trace, os.O_RDWR)
        began = time.monotonic()
        process = subprocess.Popen(self._argv, env=self._env | {"TIDELINE_TRACE": str(trace)},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            painted = _painted(pipe, began + _PATIENCE)
            cpu, memory = _cpu(process.pid), _memory(process.pid)
            time.sleep(_REST)
            return Start(painted - began, cpu, memory, _memory(process.pid))
        except (OSError, TimeoutError) as error:
            raise SystemExit(f"{self.name}: no rows ({error}), status {process.poll()}")
        finally:
            end(process)
            os.close(pipe)


def _painted(pipe: int, deadline: float) -> float:
    text = b""
    while True:
        if not select.select([pipe], [], [], max(deadline - time.monotonic(), 0))[0]:
            raise TimeoutError(f"nothing within {_PATIENCE} s")
        *lines, text = (text + os.read(pipe, 1 << 16)).split(b"\n")
        for line in lines:
            if painted := json.loads(line).get("painted"):
                return painted


def _cpu(pid: int) -> float:
    """The processor time of all threads, none of which ends before the first rows."""
    return sum(int(path.read_text().split()[0])
               for path in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def _memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:"))


def bare(folder: Path, name: str, package: str, *options: str) -> Path:
    """Compiles a bare window, with the Swift toolchain's clang."""
    program = folder / name
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", package], check=True,
                           capture_output=True, text=True).stdout
    subprocess.run(["clang", "-O2", *options, str(_HERE / "bare_list.c"), "-o", str(program),
                    *shlex.split(flags)], check=True)
    return program


def programs(folder: Path, binary: Path, mailbox: Path, silent: socket.socket) -> list[Program]:
    # Uses no portal, which only some machines have, and private XDG folders. XDG_DATA_DIRS has the
    # data beside the program, as for an installed one.
    share = binary.parent.parent / "share"
    folders = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    env = os.environ | {"ADW_DISABLE_PORTAL": "1", "GTK_A11Y": "none",
                        "XDG_DATA_DIRS": f"{share}:{folders}"} | {
        f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "CACHE", "STATE")}
    store = folder / "store.sqlite"
    done = subprocess.run([binary, "list", mailbox, "--store", store, "--limit", str(_PAGE),
                           "--json"], env=env, check=True, stdout=subprocess.PIPE, text=True)
    texts = folder / "texts"
    texts.write_text("".join(f"{line}\n" for row in json.loads(done.stdout)["conversations"]
                             for line in (", ".join(row["participants"]), row["subject"],
                                          row["snippet"])))
    return [Program("bare libadwaita window",
                    [bare(folder, "bare-adwaita", "libadwaita-1", "-DADWAITA"), texts], env),
            Program("bare GTK window", [bare(folder, "bare-gtk", "gtk4"), texts], env),
            Program("All Inboxes of five", all_inboxes(folder, binary, mailbox, env, silent), env),
            Program("Tideline", [binary, mailbox, "--store", store], env)]


def all_inboxes(folder: Path, binary: Path, mailbox: Path, env: dict[str, str],
                silent: socket.socket) -> list:
    """Five accounts in one list: the mailbox, three small ones, and a server that never
    answers. All mail on disk has been read before."""
    accounts = [mailbox, *(maildir(folder, count) for count in (100, 1000, 5000))]
    for account in accounts:
        subprocess.run([binary, "refresh", account, "--quiet"], env=env, check=True)
    env["TIDELINE_PASSWORD_FILE"] = str(password_file(folder))
    server = f"imaps://ann@127.0.0.1:{silent.getsockname()[1]}/"
    remembered.remember(Path(env["XDG_STATE_HOME"]), None, [*accounts, server],
                        remembered.ALL_INBOXES)
    return [binary]


def measure(sides: list[Program], rounds: int, trace: Path) -> None:
    """Measures in turns; each round begins with another side. The round before the first does
    not count: it fills caches, and Tideline then remembers the mailbox."""
    for number in range(-1, rounds):
        for place in range(len(sides)):
            side = sides[(place + number) % len(sides)]
            start = side.start(trace)
            if number >= 0:
                side.starts.append(start)


_COLUMNS = (("first rows", "seconds", 1000, "ms"), ("processor", "cpu", 1000, "ms"),
            ("memory", "memory", 1, "MB"), ("at rest", "memory_at_rest", 1, "MB"))


def table(sides: list[Program]) -> str:
    """Ratios are to the bare libadwaita window; the median of the rounds counts."""
    lines = [["", *(cell for name, *_ in _COLUMNS for cell in (name, "least", "ratio"))]]
    for side in sides:
        line = [side.name]
        for _, field, scale, unit in _COLUMNS:
            values = [getattr(start, field) * scale for start in side.starts]
            line += [f"{statistics.median(values):.0f} {unit}", f"{min(values):.0f}",
                     f"{ratio(sides, side, field):.2f}×"]
        lines.append(line)
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(cell.rjust(width) if column else cell.ljust(width)
                               for column, (cell, width) in enumerate(zip(line, widths)))
                     for line in lines)


def ratio(sides: list[Program], side: Program, field: str) -> float:
    """The median of the ratios of each round, because a slow phase of the machine affects both
    sides."""
    return statistics.median(getattr(mine, field) / getattr(bare, field)
                             for bare, mine in zip(sides[0].starts, side.starts))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, required=True, help="a release build of tideline")
    parser.add_argument("--cache", type=Path, required=True, help="where the mailbox is kept")
    parser.add_argument("--messages", type=int, default=20_000, help="(default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=15, help="(default: %(default)s)")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    mailbox = maildir(options.cache.resolve(), options.messages)
    folder = Path(tempfile.mkdtemp(prefix="tideline-bench-"))
    try:
        trace = folder / "trace"
        os.mkfifo(trace)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            sides = programs(folder, options.binary.resolve(), mailbox, silent)
            measure(sides, options.rounds, trace)
    finally:
        shutil.rmtree(folder)
    print(table(sides))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {options.rounds} starts each, "
          f"{options.messages:,} messages; medians, the least, and the ratio to the bare libadwaita "
          "window")
    for name, field, most in (("first rows", "seconds", _MOST_TIME),
                              ("at rest", "memory_at_rest", _MOST_MEMORY)):
        is_met = (value := ratio(sides, sides[-1], field)) <= most
        print(f"{name} {value:.2f}×, target ≤ {most:g}×: {'met' if is_met else 'MISSED'}")
    *_, all_five, alone = sides
    later = statistics.median(1000 * (five.seconds - one.seconds)
                              for five, one in zip(all_five.starts, alone.starts))
    print(f"first rows of five accounts, one of which never answers: {later:.0f} ms after those of one, "
          f"target ≤ {_MOST_LATER}: {'met' if later <= _MOST_LATER else 'MISSED'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
