"""Mail on a server and the same mail in a Maildir: the program shows both in the same way.

The environment names the program: `TIDELINE_BINARY=.build/debug/tideline`.
"""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Callable

from thorough import takes_long

from . import corpus, messages
from .case import ServerCase
from .courier import Courier
from .cyrus import Cyrus
from .dovecot import USER, Dovecot
from .program_case import BINARY, new_user
from .proxy import Proxy
from .pymap import Pymap
from .server import password_file

_ARRIVED = 1_690_000_000  # later than nearly all of the corpus
_DAY = 86_400
_ROW_TEXT = 4096  # the bytes of a text that are fetched for a row
_ADDRESSES = 4096  # the bytes of a field that are read; a server's lines end in two
# The peak of a program includes the process that has started it, so a small process starts it.
_MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""


Server = Dovecot | Cyrus | Courier | Pymap


class Tideline:
    """The program, with its own store and its own files of a user."""

    def __init__(self, folder: Path, server: Server) -> None:
        self._environment = new_user(folder, server, password_file(folder))

    def run(self, *words: str) -> list[dict]:
        return [json.loads(line) for line in self._output([*words, "--json"]).splitlines()]

    def peak(self, *words: str) -> int:
        """Runs a command, and measures the most memory that it takes, in bytes."""
        return int(self._output(words, [sys.executable, "-c", _MEASURE])) * 1024

    def _output(self, words: Sequence[str], before: Sequence[str] = ()) -> str:
        done = subprocess.run(
            [*before, BINARY, *words, "--quiet"], env=self._environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode or done.stderr:
            raise AssertionError(f"{words}: {done.returncode} {done.stderr}")
        return done.stdout

    def rows(self, mailbox: str) -> dict[tuple[str, ...], dict]:
        """The rows by the Message-IDs of their conversation."""
        listed = self.run("list", mailbox, "--limit", "5000")[0]["conversations"]
        rows = {row["id"]: row for row in listed}
        return {tuple(sorted(thread["messages"])): rows[thread["id"]]
                for thread in self.run("threads", mailbox)}


@unittest.skipUnless(BINARY, "TIDELINE_BINARY names no program")
class OneMessage(ServerCase):
    def test_a_large_file_takes_no_memory_when_its_message_is_read(self) -> None:
        peaks = []
        for size in (1_000, 36_000_000):
            server = self.serve(Dovecot)
            tideline = Tideline(Path(self.enterContext(tempfile.TemporaryDirectory())), server)
            server.fill([messages.Message(
                b"From: Ann <ann@a.example>\nMessage-ID: <1@a.example>\nSubject: Tides\n"
                b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
                b"--b\nContent-Type: text/plain\n\nHigh water.\n"
                b"--b\nContent-Type: application/zip; name=tides.zip\n"
                b"Content-Transfer-Encoding: base64\n\n"
                + base64.encodebytes(os.urandom(size)) + b"\n--b--\n")])
            mailbox = f"imaps://{USER}@localhost:{server.tls_port}/"
            row = next(iter(tideline.rows(mailbox).values()))
            shown = tideline.run("show", mailbox, str(row["id"]))[0]
            self.assertAlmostEqual(
                shown["message"]["attachments"][0]["size"], size, delta=size / 50 + 10)
            peaks.append(tideline.peak("show", mailbox, str(row["id"])))
        self.assertLess(peaks[1], peaks[0] + (8 << 20), peaks)

    def read_in_one_round_trip(
            self, mail: list[messages.Message]) -> tuple[dict, list[dict], int]:
        """Reads the first conversation of the mail: its row, its messages, and the number of
        bytes, all in one round trip more than a refresh."""
        server = self.serve(Dovecot)
        tideline = Tideline(Path(self.enterContext(tempfile.TemporaryDirectory())), server)
        server.fill(mail)
        proxy = self.serve(Proxy, server.tls_port, 0.01)
        mailbox = f"imaps://{USER}@localhost:{proxy.port}/"
        row = next(iter(tideline.rows(mailbox).values()))
        proxy.forget()
        tideline.run("refresh", mailbox)
        refreshed = proxy.counts()
        proxy.forget()
        shown = tideline.run("show", mailbox, str(row["id"]))
        self.assertEqual(proxy.counts().round_trips - refreshed.round_trips, 1)
        return row, shown, proxy.counts().received - refreshed.received

    def test_a_listed_message_takes_one_round_trip_and_no_pictures(self) -> None:
        picture = base64.encodebytes(os.urandom(1_000_000))
        row, shown, received = self.read_in_one_round_trip([messages.Message(
            b"From: Ann <ann@a.example>\nMessage-ID: <1@a.example>\nSubject: Tides\n"
            b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
            b"--b\nContent-Type: text/plain\n\nHigh water.\n"
            b"--b\nContent-Type: image/jpeg; name=quay.jpg\n"
            b"Content-Transfer-Encoding: base64\n\n" + picture + b"\n--b--\n")])
        self.assertTrue(row["attachments"])
        self.assertEqual(shown[0]["message"]["passages"],
                         [{"kind": "written", "text": "High water."}])
        self.assertEqual(shown[0]["message"]["attachments"][0]["name"], "quay.jpg")
        self.assertAlmostEqual(shown[0]["message"]["attachments"][0]["size"], 1_000_000, delta=100)
        self.assertLess(received, 4_000)

    def test_a_conversation_takes_one_round_trip(self) -> None:
        _, shown, _ = self.read_in_one_round_trip([messages.Message(
            b"From: Ann <ann@a.example>\nMessage-ID: <%d@a.example>\nSubject: Tides\n"
            b"References: <0@a.example>\nContent-Type: text/plain\n\nHigh water %d.\n"
            % (number, number), _ARRIVED + number) for number in range(6)])
        self.assertEqual([message["message"]["passages"] for message in shown],
                         [[{"kind": "written", "text": f"High water {number}."}]
                          for number in range(6)])


class _Mail(ServerCase):
    """The tests for every server; each class below names a server."""

    make: Callable[[], Server]
    # Messages that are left out, by name, with the reason: the server refuses them, or changes
    # them.
    refused: dict[str, str] = {}
    altered: dict[str, str] = {}
    # The messages of every n-th conversation are read whole.
    shown_each = 4

    def setUp(self) -> None:
        self.server = self.serve(type(self).make)
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.tideline = Tideline(self.folder, self.server)

    @property
    def mailbox(self) -> str:
        if hasattr(self.server, "tls_port"):
            return f"imaps://{USER}@localhost:{self.server.tls_port}/"
        return f"imap://{USER}@localhost:{self.server.port}/"

    def test_the_corpus(self) -> None:
        """Mail of mail programs, mailing lists and senders, and mail that breaks the rules."""
        found = corpus.messages("attached", "desktop", "encrypted", "headers", "hostile", "lists",
                                "long", "news", "outlook", "parts", "returned", "unix", "web")
        mail = {name: messages.Message(data, _ARRIVED, _flags(number))
                for number, (name, data) in enumerate(found.items()) if name not in self.refused}
        self._compare(mail, latest=_ARRIVED + _DAY)

    def test_the_sample(self) -> None:
        sample = self.folder / "sample"
        subprocess.run([BINARY, "sample", str(sample), "--messages", "300"], check=True,
                       stdout=subprocess.DEVNULL)
        self._compare({name: replace(message, data=message.data.replace(b"\0", b"?"))
                       for name, message in messages.of_maildir(sample).items()}, count=40)

    def _compare(self, mail: dict[str, messages.Message], latest: int | None = None,
                 count: int | None = None) -> None:
        """Compares all rows, and the shown content of some of the first `count` conversations.
        `latest` is the latest date of a row in seconds, for mail that may have a later date."""
        self.server.fill(list(mail.values()))
        disk = self.folder / "disk"
        messages.place(disk, list(mail.values()))
        rows = {mailbox: self.tideline.rows(mailbox) for mailbox in (str(disk), self.mailbox)}
        self.assertEqual(*(mine.keys() for mine in rows.values()))
        data = {_identity(message.data): (name, message.data) for name, message in mail.items()}
        for ids, row in rows[str(disk)].items():
            found = [data[identity] for identity in ids if identity in data]
            names = [name for name, _ in found]
            if self.altered.keys().isdisjoint(names):
                with self.subTest(row["subject"], messages=names):
                    self.assertEqual(*(_comparable(mine[ids], [text for _, text in found], latest)
                                       for mine in rows.values()))

        def show(ids: tuple[str, ...]) -> tuple[list[dict], ...]:
            return tuple(self.tideline.run("show", mailbox, str(mine[ids]["id"]))
                         for mailbox, mine in rows.items())

        with ThreadPoolExecutor(4) as pool:
            for one, other in pool.map(show, list(rows[str(disk)])[:count:self.shown_each]):
                self.assertEqual(len(one), len(other))
                for mine, its in zip(one, other):
                    name, text = data.get(mine["message"]["messageID"], ("?", b""))
                    if name in self.altered:
                        continue
                    with self.subTest(mine["subject"], message=name):
                        self.assertEqual(_read(mine, text), _read(its, text))


def _identity(data: bytes) -> str:
    found = re.search(rb"^message-id:\s*<(.*?)>", data, re.IGNORECASE | re.MULTILINE)
    return found[1].decode() if found else ""


def _comparable(row: dict, mail: list[bytes], latest: int | None) -> dict:
    """A row without its ID, and without values that have other sources on a server:

    - A row's date is at most a day after the message's arrival; without a sane Date it is
      the arrival. On a disk the topmost Received line counts instead.
    - Only the beginning of the newest message's text is fetched for its row, and attachments
      are known only for the newest.
    - A message without an empty line has no text on a server.
    - For a message without a writer, the Return-Path is not requested.
    """
    row = {key: value for key, value in row.items() if key != "id"}
    if latest:
        date = datetime.fromtimestamp(latest, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        row["date"] = min(row["date"], date)
    if not all(_has(rb"date:.*\d\d:\d\d", data) for data in mail):
        del row["date"]
    if not all(_has(rb"(from|sender|reply-to):.*@", data) for data in mail):
        del row["participants"]
    texts = [data.partition(b"\n\n")[2] for data in mail]
    if not all(texts) or any(len(text) + text.count(b"\n") >= _ROW_TEXT for text in texts):
        del row["snippet"]
    if len(mail) > 1:
        row.pop("snippet", None)
        del row["attachments"]
    return row


def _has(line: bytes, data: bytes) -> bool:
    return re.search(rb"^" + line, data, re.IGNORECASE | re.MULTILINE) is not None


def _read(shown: dict, data: bytes) -> dict:
    """A message without its path, and without sizes, which a server counts in the encoded form.
    A very long list of addresses is cut at a number of bytes, not always at the same address."""
    message = {key: value for key, value in shown["message"].items()
               if key not in {"path", "otherPaths"}}
    message["attachments"] = [(attachment["name"], attachment["type"])
                              for attachment in message["attachments"]]
    if data.find(b"\n\n") > _ADDRESSES:
        message["to"] = len(message["to"]) > 0
    return message | {"unread": shown["unread"], "error": shown["error"]}


def _flags(number: int) -> frozenset[str]:
    return frozenset(flag for flag, each in (("\\Seen", 2), ("\\Flagged", 5)) if number % each == 0)


@unittest.skipUnless(BINARY, "TIDELINE_BINARY names no program")
class SameOnDovecot(_Mail):
    make = Dovecot
    shown_each = 1


@unittest.skipUnless(BINARY, "TIDELINE_BINARY names no program")
@takes_long
class SameOnCyrus(_Mail):
    make = Cyrus
    refused = dict.fromkeys(
        ["headers 1", "headers 2", "headers 5", "headers 6", "headers 17"],
        "a line of the header is no field")
    altered = {"headers 9": "of a header, it finds the fields in the first 1,000 lines"}


@unittest.skipUnless(BINARY, "TIDELINE_BINARY names no program")
@takes_long
class SameOnCourier(_Mail):
    make = Courier
    altered = {
        "headers 17": "it finds no field whose name has a space before the colon",
        "hostile 14": "a part with a name of 21,000 bytes counts as a text without one",
        "news 23": "a boundary that begins like the one around it counts as that one",
    }


@unittest.skipUnless(BINARY, "TIDELINE_BINARY names no program")
@takes_long
class SameOnPymap(_Mail):
    make = Pymap
    altered = dict.fromkeys(
        ["headers 19", "parts 23"], "an empty text is sent as the whole message")


del _Mail  # its tests need a server
