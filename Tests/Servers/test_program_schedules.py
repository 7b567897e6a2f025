"""Marks on a server in random schedules: the program is killed at any moment, connections break,
folders may only be read for a while, and another program moves messages, renames folders and gives
them other UIDs. In the end each mark is in the mailbox, or was refused or waits; no mail is lost."""

import contextlib
import imaplib
import json
import os
import random
import signal
import sqlite3
import subprocess
import tempfile
import unittest
from collections import Counter
from contextlib import closing
from pathlib import Path

from thorough import FACTOR

from . import messages
from .dovecot import USER, Dovecot
from .processes import PATIENCE, Unavailable
from .program_case import BINARY, new_user
from .proxy import Proxy
from .server import password_file

_SEED = int(os.environ.get("SEED", 0)) or random.randrange(1_000_000)
_SCHEDULES = max(1, 4 * FACTOR)
_STEPS = 14
_FOLDERS = {"INBOX": 5, "Archive": 3, "Later": 2}  # with the numbers of their messages
_FLAGS = {"read": ("\\Seen", True), "unread": ("\\Seen", False),
          "star": ("\\Flagged", True), "unstar": ("\\Flagged", False)}
_COMPUTING = 0.25  # seconds, about what a command takes
_WAITING = 0x3000  # the bits of a mark that is to be written


def _die_after(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, max(seconds, 1e-6))


@unittest.skipUnless(BINARY, "TIDELINE_BINARY names no program")
class Schedules(unittest.TestCase):
    def test_each_mark_is_written_refused_or_waits_and_no_mail_is_lost(self) -> None:
        for seed in range(_SEED, _SEED + _SCHEDULES):
            with self.subTest(seed=seed), contextlib.ExitStack() as ended:
                try:
                    Schedule(seed, ended, self).play()
                except Unavailable as reason:
                    self.skipTest(str(reason))


class Schedule:
    def __init__(self, seed: int, ended: contextlib.ExitStack, test: unittest.TestCase) -> None:
        self.draw, self.test = random.Random(seed), test
        self.server = ended.enter_context(Dovecot())
        self.cable = ended.enter_context(Proxy(self.server.tls_port))
        self.folder = Path(ended.enter_context(tempfile.TemporaryDirectory()))
        self.names = list(_FOLDERS)
        self.steps: list[str] = []
        # The states that a flag may have: those before and after a command that was killed.
        self.wanted: dict[tuple[str, str], set[bool]] = {}
        self.is_read_only = False
        self.may_be_refused: set[str] = set()
        self._fill()

    def _fill(self) -> None:
        number = 0
        for name, count in _FOLDERS.items():
            mail = []
            for number in range(number + 1, number + count + 1):
                text = f"Subject: Tide {number}\nFrom: Ann <ann@mail.example>\n" \
                       f"Message-ID: <{number}@mail.example>\n\nHigh water {number}.\n"
                mail.append(messages.Message(text.encode(), 1_750_000_000 + number))
            self.server.fill(mail, folder=name)
        self.env = new_user(self.folder, self.server, password_file(self.folder))
        self.url = f"imaps://{USER}@localhost:{self.cable.port}/"
        self.mail = self._bodies()

    def play(self) -> None:
        for name in self.names:
            self._list(name)
        steps = [self._mark] * 5 + [self._refresh] * 2 + [self._move] * 2 + [
            self._rename, self._begin_anew, self._break, self._refuse]
        for _ in range(_STEPS):
            self.draw.choice(steps)()
            self._check_mail()
        self.cable.plug()
        self._allow()
        for _ in range(2):
            for name in self.names:
                self._list(name)
        self._check_marks()

    # Steps

    def _mark(self) -> None:
        row = self.draw.choice(self._rows())
        what = self.draw.choice(list(_FLAGS))
        (flag, is_set), subject = _FLAGS[what], row["subject"]
        dies = self._draw_death()
        self.steps.append(f"{what} {subject}{' †' if dies else ''}")
        before = row["flagged"] if flag == "\\Flagged" else row["unread"] == 0
        if self.is_read_only:
            self.may_be_refused.add(subject)
        status, output, errors = self._run("mark", f"--{what}", str(row["id"]), "--in-mailbox", "--json",
                                           dies=dies)
        states = self.wanted.setdefault((subject, flag), {before})
        if dies and status < 0:
            states.add(is_set)
            return
        self.wanted[subject, flag] = {is_set}
        if not output:
            self._expect(status == 1 and errors, f"nothing is said of {subject}")
            return
        report = json.loads(output)
        refused = sum(one["messages"] for one in report["refused"])
        if report["marked"]:
            self._expect(self._flags()[subject, flag] == is_set, f"{subject} was not marked {what}")
        elif before != is_set:
            self._expect(refused + report["waiting"], f"{subject}: nothing is said of {what}")

    def _refresh(self) -> None:
        dies, name = self._draw_death(), self.draw.choice(self.names)
        self.steps.append(f"refresh {name}{' †' if dies else ''}")
        self._run("list", "--folder", name, dies=dies)

    def _move(self) -> None:
        if self.is_read_only:
            return
        with self.server.client() as client:
            source, target = self.draw.sample(self.names, 2)
            client.select(source)
            uids = client.uid("SEARCH", "ALL")[1][0].split()
            if uids and client.uid("MOVE", self.draw.choice(uids), target)[0] == "OK":
                self.steps.append(f"move from {source} to {target}")

    def _rename(self) -> None:
        old = self.draw.choice(self.names[1:])
        new = f"{old}x"
        with self.server.client() as client:
            if client.rename(old, new)[0] == "OK":
                self.names[self.names.index(old)] = new
                self.steps.append(f"rename {old}")

    def _begin_anew(self) -> None:
        name = self.draw.choice(self.names)
        self.steps.append(f"renumber {name}")
        self.server.change_uidvalidity(folder=name)

    def _break(self) -> None:
        count = self.draw.choice([0, 300, 3000, 10_000])
        self.steps.append(f"cut after {count}")
        self.cable.cut_after(count, reset=self.draw.random() < 0.5)

    def _refuse(self) -> None:
        if self.is_read_only:
            return self._allow()
        self.steps.append("read only")
        self._set_mode(0o555)
        self.is_read_only = True
        # What waits is refused, too.
        self.may_be_refused |= {subject for subject, _ in self.wanted}

    def _allow(self) -> None:
        if self.is_read_only:
            self.steps.append("writable")
            self._set_mode(0o755)
            self.is_read_only = False

    def _set_mode(self, mode: int) -> None:
        for name in self.names:
            (self.server.maildir(folder=name) / "cur").chmod(mode)

    # Tools

    def _draw_death(self) -> float | None:
        return self.draw.uniform(0, _COMPUTING) if self.draw.random() < 0.4 else None

    def _run(self, command: str, *words: str, dies: float | None = None) -> tuple[int, str, str]:
        argv = [BINARY, command, self.url, *words]
        process = subprocess.Popen(
            argv, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
            preexec_fn=(lambda: _die_after(dies)) if dies is not None else None)
        output, errors = process.communicate(timeout=PATIENCE)
        self._expect(process.returncode in ((0, 1) if dies is None else (0, 1, -signal.SIGPROF)),
                     f"{command}: {process.returncode} {errors}")
        return process.returncode, output, errors

    def _list(self, name: str) -> list[dict]:
        _, output, errors = self._run("list", "--folder", name, "--json")
        self._expect(output, errors)
        return json.loads(output)["conversations"]

    def _rows(self) -> list[dict]:
        _, output, errors = self._run("list", "--all", "--json")
        self._expect(output, errors)
        return json.loads(output)["conversations"]

    def _flags(self) -> dict[tuple[str, str], bool]:
        """The state of each flag, by the subject of its message, as another program reads it."""
        flags = {}
        with self.server.client() as client:
            for name in self.names:
                if client.select(name, readonly=True)[1] == [b"0"]:
                    continue
                answers = client.fetch("1:*", "(FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])")[1]
                for answer in answers:
                    if isinstance(answer, tuple):
                        subject = answer[1].decode().removeprefix("Subject: ").strip()
                        present = {one.decode() for one in imaplib.ParseFlags(answer[0])}
                        for flag in ("\\Seen", "\\Flagged"):
                            flags[subject, flag] = flag in present
        return flags

    def _bodies(self) -> Counter[bytes]:
        root = self.server.maildir()
        return Counter(file.read_bytes() for part in ("cur", "new")
                       for folder in (root, *root.glob(".*")) if (folder / part).is_dir()
                       for file in (folder / part).iterdir())

    # Conditions

    def _expect(self, condition: object, what: str) -> None:
        self.test.assertTrue(condition, f"{what}; {self.steps}")

    def _check_mail(self) -> None:
        self._expect(self._bodies() == self.mail, "mail was lost or altered")

    def _check_marks(self) -> None:
        there = self._flags()
        shown = {}
        for row in self._rows():
            shown[row["subject"], "\\Seen"] = row["unread"] == 0
            shown[row["subject"], "\\Flagged"] = row["flagged"]
        self._expect(shown.keys() == there.keys(), f"listed are {sorted(shown)}")
        waiting = self._waiting()
        for (subject, flag), is_set in there.items():
            states = self.wanted.get((subject, flag), {False})
            self._expect(shown[subject, flag] in states,
                         f"{subject} is shown with {flag}: {shown[subject, flag]}")
            if is_set != shown[subject, flag]:
                self._expect(subject in waiting | self.may_be_refused,
                             f"{subject} has {flag}: {is_set}, and nothing says so")

    def _waiting(self) -> set[str]:
        """The subjects of messages whose marks are to be written later."""
        path = self.folder / "state" / "tideline" / "marks.sqlite"
        if not path.exists():
            return set()
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as marks:
            found = marks.execute(f"SELECT message FROM mark WHERE flags & {_WAITING}").fetchall()
        return {f"Tide {name.partition('@')[0].lstrip('<')}" for name, in found}
