"""The base of tests of the program on the scripted server: a private user, and the expected
output.

The environment names the program: `TIDELINE_BINARY=.build/debug/tideline`.
"""

import json
import os
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes, policy
from pathlib import Path

from . import messages
from .case import ServerCase
from .mailboxes import Stored
from .processes import PATIENCE
from .quirks import QUIRKS
from .scripted import PASSWORD, USER, Scripted
from .server import Server, password_file

BINARY = os.environ.get("TIDELINE_BINARY")
_AT_ONCE = 6  # tests
_SHOWN_TEXT = 150  # characters; a row has a few more
COUNT = 15
NEWEST = COUNT  # UID of the newest message, which has an HTML alternative and an attachment
MIDDLE = 8  # UID of the middle one of a conversation's three


def new_user(home: Path, server: Server, password: Path) -> dict[str, str]:
    """The environment of a user of a server who has no files but that of the password."""
    return os.environ | {
        "TIDELINE_PASSWORD_FILE": str(password), "LC_ALL": "C.UTF-8",
        "TIDELINE_CA_FILE": str(server.certificates.authority),
        **{f"XDG_{name}_HOME": str(home / name.lower())
           for name in ("CONFIG", "CACHE", "DATA", "STATE")}}


@unittest.skipUnless(BINARY, "TIDELINE_BINARY names no program")
class ProgramCase(ServerCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.password = password_file(self.folder)
        self.started: list[Scripted] = []

    def tearDown(self) -> None:
        """Checks that a test that is named after a quirk has met it."""
        quirk = self._testMethodName.removeprefix("test_").replace("_", "-")
        if quirk in QUIRKS:
            self.assertTrue(any(quirk in server.quirks.met for server in self.started))

    def start(self, quirk: str | None = None, scheme: str = "imaps", count: int = COUNT,
              **options: object) -> Scripted:
        """A server with a quirk and messages of `messages.sample`, whose UIDs begin at 1."""
        self.server = self.serve(Scripted, quirks=[quirk] if quirk else [], **options)
        self.started.append(self.server)
        self.server.fill(messages.sample(count))
        port = self.server.tls_port if scheme == "imaps" else self.server.port
        self.url = f"{scheme}://{USER}@localhost:{port}/"
        return self.server

    def environment(self, store: str = "store") -> dict[str, str]:
        return new_user(self.folder / store, self.server, self.password)

    def run_tideline(self, *words: str, status: int | None = 0,
                     store: str = "store") -> subprocess.CompletedProcess:
        done = subprocess.run([BINARY, *words], env=self.environment(store),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        self.assertIn(done.returncode, (0, 1) if status is None else (status,),
                      f"{words}:\n{done.stdout}\n{done.stderr}")
        self.status = done.returncode
        return done

    def listed(self, status: int | None = 0, store: str = "store", limit: int = 1000) -> list[dict]:
        """The listed rows; other output is in `said`."""
        done = self.run_tideline("list", self.url, "--json", "--limit", str(limit), status=status,
                                 store=store)
        self.said = done.stderr
        self.rows = json.loads(done.stdout)["conversations"] if done.stdout else []
        return [{**{key: value for key, value in row.items() if key != "id"},
                 "snippet": row["snippet"][:_SHOWN_TEXT]} for row in self.rows]

    def shown(self, place: int = 0, status: int = 0) -> list[dict]:
        """The messages of the conversation at a position of the last list."""
        done = self.run_tideline("show", self.url, str(self.rows[place]["id"]), "--json",
                                 status=status)
        self.said = done.stderr
        return [{"subject": shown["subject"], "error": shown["error"],
                 "text": "\n".join(one["text"] for one in shown["message"]["passages"])
                 if shown["message"] else None,
                 "attachments": [one["name"] for one in shown["message"]["attachments"]]
                 if shown["message"] else None}
                for shown in map(json.loads, done.stdout.splitlines())]

    # Expected output

    def stored(self, *without: int) -> list[Stored]:
        return [stored for stored in self.server.inbox.messages if stored.uid not in without]

    def assert_listed(self, *without: int, store: str = "store") -> None:
        """Checks that all messages are listed, except for the UIDs in `without`, none twice and
        no other, with the original content."""
        self.assert_rows(self.listed(store=store), rows(self.stored(*without)))

    def assert_rows(self, listed: list[dict], expected: list[dict]) -> None:
        self.assertEqual([row["subject"] for row in listed], [row["subject"] for row in expected])
        for row, wanted in zip(listed, expected):
            self.assertEqual({key: row[key] for key in row if key in wanted}, wanted)

    def assert_all_shown(self, quirk: str, **options: object) -> None:
        """Checks that the quirk makes no difference to the first list, to reading, and to
        changes."""
        self.start(quirk, **options)
        self.assert_listed()
        self.assertEqual(self.said, "")
        self.assert_read()
        self.change()
        self.assert_listed()
        self.assertEqual(self.said, "")

    def assert_read(self, *without: int) -> None:
        """Checks that the top conversation can be read, except for the UIDs in `without`."""
        top = conversations(self.stored())[0]
        self.assertEqual(self.shown(), [read(stored) for stored in top
                                        if stored.uid not in without])

    def change(self) -> None:
        """Adds one message; the first time, also removes one, and makes another one flagged and
        unread."""
        by_number = {int(fields(stored)["message-id"][1:].split("@")[0]): stored.uid
                     for stored in self.server.inbox.messages}
        number = max(by_number) + 1
        newest = 1_750_000_000 + 3600 * number
        if 3 in by_number:
            self.server.inbox.expunge(by_number[3])
            self.server.inbox.set_flags(by_number[5], "\\Flagged")
        self.server.inbox.add(messages.sample(number + 1, newest)[-1])


def fields(stored: Stored) -> dict[str, str]:
    parsed = message_from_bytes(stored.message.data, policy=policy.default)
    return {name.lower(): str(value) for name, value in parsed.items()}


def text(stored: Stored) -> str:
    parsed = message_from_bytes(stored.message.data, policy=policy.default)
    return parsed.get_body(["plain"]).get_content().strip()


def conversations(mail: list[Stored]) -> list[list[Stored]]:
    """The conversations, the newest first, each with its oldest message first."""
    found: dict[str, list[Stored]] = {}
    for stored in sorted(mail, key=lambda one: one.message.arrived):
        named = fields(stored)
        found.setdefault(named.get("references", named["message-id"]), []).append(stored)
    return sorted(found.values(), key=lambda one: one[-1].message.arrived, reverse=True)


def rows(mail: list[Stored]) -> list[dict]:
    return [_row(conversation) for conversation in conversations(mail)]


def _row(conversation: list[Stored]) -> dict:
    """The expected row. The program knows attachments only of messages whose text it has fetched,
    because they were the newest of a conversation at some time."""
    newest = conversation[-1]
    has_file = [b"tides.csv" in stored.message.data for stored in conversation]
    attachments = {} if any(has_file) and not has_file[-1] else {"attachments": has_file[-1]}
    return attachments | {
        "subject": fields(conversation[0])["subject"].removeprefix("Re: "),
        "participants": [fields(stored)["from"].split(" <")[0] for stored in conversation],
        "messageCount": len(conversation),
        "unread": sum("\\Seen" not in stored.flags for stored in conversation),
        "flagged": any("\\Flagged" in stored.flags for stored in conversation),
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(newest.message.arrived)),
        "snippet": " ".join(text(newest).split())[:_SHOWN_TEXT],
    }


def read(stored: Stored) -> dict:
    return {"subject": fields(stored)["subject"], "error": None, "text": text(stored),
            "attachments": ["tides.csv"] * (b"tides.csv" in stored.message.data)}


class _Record(unittest.TestResult):
    """Notes a test's results, to be reported again in the main thread."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[str, tuple]] = []


def _noting(name: str):
    return lambda record, *arguments: record.calls.append((name, arguments))


for _name in ("startTest", "stopTest", "addSuccess", "addFailure", "addError", "addSkip",
              "addSubTest", "addExpectedFailure", "addUnexpectedSuccess", "addDuration"):
    setattr(_Record, _name, _noting(_name))


class SideBySide(unittest.TestSuite):
    """Tests that run in parallel, because they mostly wait for another process. Does not support
    fixtures of classes or modules. Tests start in the given order."""

    def run(self, result: unittest.TestResult, debug: bool = False) -> unittest.TestResult:
        def record(test: unittest.TestCase) -> _Record:
            record = _Record()
            test.run(record)
            return record

        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for record in pool.map(record, _flat(self)):
                for name, arguments in record.calls:
                    if report := getattr(result, name, None):
                        report(*arguments)
        return result


def _flat(suite: unittest.TestSuite) -> list[unittest.TestCase]:
    return [test for part in suite
            for test in (_flat(part) if isinstance(part, unittest.TestSuite) else [part])]
