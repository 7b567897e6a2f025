#!/usr/bin/python3
"""Measures long messages in the reading pane: opening one of 1 MB, scrolling a hundred of 100 kB.

`Benchmarks pane` shows the application's pane, in a headless GNOME session. Each message exists
as HTML and, as the base of comparison, as plain text with the same words. The time to open it
runs from the request to the end of the first frame with text, and includes disk and parser.
Frames are measured in processor time of the main thread.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE.parent / "EndToEnd"), str(_HERE.parent)]

from Clock import MachineClock  # noqa: E402
from report import Limit, table  # noqa: E402
from session import Session  # noqa: E402

_PATIENCE = 1800  # seconds
_MONITOR = (800, 720)
_OPENED, _WHOLE, _FRAME = 50, 200, 16.7  # ms
_NEWEST = 1_750_000_000
_WORDS = ("tide", "water", "harbour", "swell", "anchor", "rope", "gull", "lantern", "chart", "knot",
          "the", "a", "of", "and", "to", "in", "is", "was", "for", "with", "not", "at", "by", "from")


def _sentence(draw: random.Random, words: int) -> str:
    return " ".join(draw.choice(_WORDS) for _ in range(words)).capitalize() + "."


def _section(draw: random.Random, number: int) -> tuple[str, str]:
    """A part of a newsletter, as HTML and as plain text: a heading, prose with emphasis and
    links, a list, and a table."""
    title = f"{number}. {_sentence(draw, 4)}"
    prose = [_sentence(draw, 40) for _ in range(6)]
    items = [_sentence(draw, 8) for _ in range(5)]
    rows = [[_sentence(draw, 2) for _ in range(4)] for _ in range(6)]
    style = 'style="margin:0 0 16px;font-family:Helvetica,Arial,sans-serif;line-height:24px"'
    html = [f'<table role="presentation" width="100%"><tr><td {style}><h2>{title}</h2>']
    for line in prose:
        first, second, *rest = line.split(" ")
        html.append(f"<p {style}><b>{first}</b> <a href=\"https://harbour.example/{number}\">"
                    f"{second}</a> {' '.join(rest)}</p>")
    html += ["<ul>", *(f"<li>{item}</li>" for item in items), "</ul></td></tr></table><table><tr>",
             *(f"<th>{cell}</th>" for cell in rows[0]), "</tr>"]
    for row in rows[1:]:
        html += ["<tr>", *(f"<td {style}>{cell}</td>" for cell in row), "</tr>"]
    html.append("</table>")
    plain = [title, *prose, "\n".join(f"* {item}" for item in items),
             "\n".join("  ".join(row) for row in rows)]
    return "\n".join(html), "\n\n".join(plain)


def _bodies(draw: random.Random, size: int) -> tuple[str, str]:
    """A page of this many bytes, and its text."""
    html, plain, length = [], [], 0
    while length < size:
        page, text = _section(draw, len(html) + 1)
        html.append(page)
        plain.append(text)
        length += len(page)
    return f"<html><body>{''.join(html)}</body></html>", "\n\n".join(plain)


def _write(folder: Path, count: int, size: int) -> None:
    """Writes a conversation of HTML and one of the same text."""
    name = "one" if count == 1 else "many"
    for number in range(count):
        bodies = _bodies(random.Random(number), size)
        for kind, body in zip(("html", "plain"), bodies):
            message = EmailMessage()
            message["From"] = "Ada Reef <ada@harbour.example>"
            message["Subject"] = f"{name} {kind}"
            message["Date"] = formatdate(_NEWEST + 60 * number)
            message["Message-ID"] = f"<{number}.{name}.{kind}@harbour.example>"
            if number:
                message["In-Reply-To"] = f"<{number - 1}.{name}.{kind}@harbour.example>"
            message.set_content(body, subtype=kind, cte="7bit")
            (folder / "cur" / f"{number}.{name}.{kind}:2,S").write_bytes(bytes(message))


def measure(session: Session, options: argparse.Namespace) -> list[dict]:
    folder = Path(session.root) / "mail"
    for name in ("tmp", "new", "cur"):
        (folder / name).mkdir(parents=True)
    _write(folder, 1, options.long)
    _write(folder, options.messages, options.size)
    # Disables accessibility, as in the other measurements: its bus would add its own cost.
    env = session.env | {"GTK_A11Y": "none"}
    done = subprocess.run(
        [options.binary.resolve(), "pane", folder, "--store", Path(session.root) / "pane.sqlite",
         "--rounds", str(options.rounds), "--frames", str(options.frames)],
        env=env, stdout=subprocess.PIPE, text=True, timeout=_PATIENCE)
    if done.returncode:
        raise SystemExit(f"Benchmarks pane: status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def results(lines: list[dict]) -> list[Limit]:
    def values(what: str, name: str) -> list[float]:
        return [value for line in lines if line["what"] == what
                for value in line["values"][name]]

    def limit(title: str, what: str, name: str, most: float, *judged: float) -> Limit:
        return Limit(title, "ms", most, values(f"{what} html", name),
                     values(f"{what} plain", name), judged)
    return [limit("long message, until its beginning is painted", "open", "painted", _OPENED, 0.5),
            limit("  until the whole is read, on other threads", "open", "read", _WHOLE),
            limit("  frame until its first batch is there", "open", "frames", _FRAME, 0.95),
            limit("frame while scrolling many messages", "scroll", "frames", _FRAME, 0.95)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, required=True, help="the program Benchmarks")
    parser.add_argument("--long", type=int, default=1_000_000,
                        help="bytes of the long message (default: %(default)s)")
    parser.add_argument("--messages", type=int, default=100,
                        help="in the conversation that is scrolled (default: %(default)s)")
    parser.add_argument("--size", type=int, default=100_000,
                        help="bytes of each of them (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=10, help="(default: %(default)s)")
    parser.add_argument("--frames", type=int, default=120,
                        help="for how many frames it is scrolled (default: %(default)s)")
    options = parser.parse_args()
    began = time.monotonic()
    with Session(_MONITOR, clock=MachineClock) as session:
        lines = measure(session, options)
    measured = results(lines)
    print(table(measured, (0.5, 0.95), "text", ("plain", "HTML")))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {options.messages} messages of "
          f"{options.size:,} bytes, one of {options.long:,}; the median and p95 count")
    missed = sum(not result.passed for result in measured)
    print(f"{len(measured)} measured, {missed} missed, in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
