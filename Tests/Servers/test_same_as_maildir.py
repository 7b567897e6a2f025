"""Mail on a server and the same mail in a Maildir: the program shows the same of both.

The environment names the program: `TIDELINE_BINARY=.build/debug/tideline`.
"""

import base64
import json
import os
import re
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from . import corpus, messages
from .case import ServerCase
from .dovecot import PASSWORD, USER, Dovecot
from .proxy import Proxy

_BINARY = os.environ.get("TIDELINE_BINARY")
_ARRIVED = 1_690_000_000  # later than nearly all of the corpus
_DAY = 86_400
_ROW_TEXT = 4096  # in bytes: as much of a text is fetched for a row
_ADDRESSES = 4096  # in bytes: as much of a field is read, and a server's lines end in two


class Tideline:
    """The program, with a store and a user's files of its own."""

    def __init__(self, folder: Path, server: Dovecot) -> None:
        password = folder / "password"
        password.write_text(f"{PASSWORD}\n")
        password.chmod(0o600)
        self._environment = os.environ | {
            "TIDELINE_PASSWORD_FILE": str(password), "XDG_CACHE_HOME": str(folder / "cache"),
            "TIDELINE_CA_FILE": str(server.certificates.authority)}

    def run(self, command: str, mailbox: str, *words: str) -> list[dict]:
        done = subprocess.run(
            [_BINARY, command, mailbox, *words, "--json", "--quiet"], env=self._environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode or done.stderr:
            raise AssertionError(f"{command} {mailbox} {words}: {done.returncode} {done.stderr}")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def rows(self, mailbox: str) -> dict[tuple[str, ...], dict]:
        """By the ids of a conversation's messages."""
        listed = self.run("list", mailbox, "--limit", "5000")[0]["conversations"]
        rows = {row["id"]: row for row in listed}
        return {tuple(sorted(thread["messages"])): rows[thread["id"]]
                for thread in self.run("threads", mailbox)}


@unittest.skipUnless(_BINARY, "TIDELINE_BINARY names no program")
class SameAsMaildirTests(ServerCase):
    def setUp(self) -> None:
        self.server = self.serve(Dovecot)
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.tideline = Tideline(self.folder, self.server)

    def test_the_corpus(self) -> None:
        """What mail programs, mailing lists and senders write, and what breaks the rules."""
        self._fill_and_compare(corpus.messages(
            "desktop", "headers", "hostile", "lists", "long", "news", "outlook", "parts", "unix",
            "web"))

    def test_the_sample(self) -> None:
        sample = self.folder / "sample"
        subprocess.run([_BINARY, "sample", str(sample), "--messages", "300"], check=True,
                       stdout=subprocess.DEVNULL)
        self.server.copy(sample)
        found = [path for name in ("cur", "new") for path in sorted((sample / name).iterdir())]
        self._compare({path.name: path.read_bytes() for path in found}, count=40)

    def test_a_listed_message_takes_one_round_trip_and_no_pictures(self) -> None:
        picture = base64.encodebytes(os.urandom(1_000_000))
        self.server.fill([messages.Message(
            b"From: Ann <ann@a.example>\nMessage-ID: <1@a.example>\nSubject: Tides\n"
            b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
            b"--b\nContent-Type: text/plain\n\nHigh water.\n"
            b"--b\nContent-Type: image/jpeg; name=quay.jpg\n"
            b"Content-Transfer-Encoding: base64\n\n" + picture + b"\n--b--\n")])
        proxy = self.serve(Proxy, self.server.tls_port, 0.01)
        mailbox = f"imaps://{USER}@localhost:{proxy.port}/"
        row = next(iter(self.tideline.rows(mailbox).values()))
        self.assertTrue(row["attachments"])
        proxy.forget()
        self.tideline.run("refresh", mailbox)
        refreshed = proxy.counts()
        proxy.forget()
        shown = self.tideline.run("show", mailbox, str(row["id"]))
        read = proxy.counts()
        self.assertEqual(shown[0]["message"]["passages"],
                         [{"kind": "written", "text": "High water."}])
        self.assertEqual(shown[0]["message"]["attachments"][0]["name"], "quay.jpg")
        self.assertAlmostEqual(shown[0]["message"]["attachments"][0]["size"], 1_000_000, delta=100)
        self.assertEqual(read.round_trips - refreshed.round_trips, 1)
        self.assertLess(read.received - refreshed.received, 4_000)

    # The comparison

    def _fill_and_compare(self, mail: dict[str, bytes]) -> None:
        self.server.fill([messages.Message(data, _ARRIVED) for data in mail.values()])
        self._compare(mail, latest=_ARRIVED + _DAY)

    def _compare(self, mail: dict[str, bytes], latest: int | None = None,
                 count: int | None = None) -> None:
        """Compares all rows, and what is shown of the first few conversations, or of all. The
        latest date of a row is given in seconds, where messages may be dated later than that."""
        disk = str(self.server.maildir())
        served = f"imaps://{USER}@localhost:{self.server.tls_port}/"
        rows = {mailbox: self.tideline.rows(mailbox) for mailbox in (disk, served)}
        self.assertEqual(rows[disk].keys(), rows[served].keys())
        data = {_identity(data): (name, data) for name, data in mail.items()}
        for ids, row in rows[disk].items():
            newest = [data[identity] for identity in ids if identity in data]
            with self.subTest(row["subject"], messages=[name for name, _ in newest]):
                self.assertEqual(*(_comparable(mine[ids], [text for _, text in newest], latest)
                                   for mine in rows.values()))

        def show(ids: tuple[str, ...]) -> tuple[list[dict], ...]:
            return tuple(self.tideline.run("show", mailbox, str(rows[mailbox][ids]["id"]))
                         for mailbox in (disk, served))

        with ThreadPoolExecutor(4) as pool:
            for one, other in pool.map(show, list(rows[disk])[:count]):
                self.assertEqual(len(one), len(other))
                for mine, its in zip(one, other):
                    name, text = data.get(mine["message"]["messageID"], ("?", b""))
                    with self.subTest(mine["subject"], message=name):
                        self.assertEqual(_read(mine, text), _read(its, text))


def _identity(data: bytes) -> str:
    found = re.search(rb"^message-id:\s*<(.*?)>", data, re.IGNORECASE | re.MULTILINE)
    return found[1].decode() if found else ""


def _comparable(row: dict, mail: list[bytes], latest: int | None) -> dict:
    """A row without its number, and without what follows from other sources on a server:

    - A row's date is no later than a day behind the message's arrival, and that of a message
      without a sane Date is its arrival; on a disk, the topmost Received has that.
    - Only the beginning of the newest message's text is fetched for its row; and whether it has an
      attachment is known of the newest only.
    - A message without an empty line has no text there.
    - Of a message without a writer, the Return-Path is not asked for.
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
    """A message without its place, and without sizes, which a server tells of what is packed. Of a
    very long list of addresses, as many bytes are read."""
    message = {key: value for key, value in shown["message"].items() if key != "path"}
    message["attachments"] = [(attachment["name"], attachment["type"])
                              for attachment in message["attachments"]]
    if data.find(b"\n\n") > _ADDRESSES:
        message["to"] = len(message["to"]) > 0
    return message | {"unread": shown["unread"], "error": shown["error"]}
