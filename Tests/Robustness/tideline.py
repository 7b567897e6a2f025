"""The tested program, run as by a user's shell."""

import json
import os
import resource
import signal
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from Servers.processes import PATIENCE

KILLED = -signal.SIGPROF  # the status of a process after `die_after`


@dataclass
class Outcome:
    status: int
    output: str
    errors: str
    peak: int  # of resident memory, in bytes


class Tideline:
    """One store, and the commands that use it."""

    def __init__(self, binary: Path, store: Path) -> None:
        self._binary = binary
        self.store = store

    def with_store(self, store: Path) -> "Tideline":
        return Tideline(self._binary, store)

    def start(self, command: str, mailbox: Path, *options: str, prefix: tuple[str, ...] = (),
              prepare: Callable[[], None] | None = None) -> subprocess.Popen:
        argv = [*prefix, self._binary, command, mailbox, "--store", self.store, *options]
        return subprocess.Popen([str(word) for word in argv], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                errors="replace", preexec_fn=prepare)

    def run(self, command: str, mailbox: Path, *options: str, **how) -> Outcome:
        process = self.start(command, mailbox, *options, **how)
        try:
            output, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            raise AssertionError(f"{command} does not end; so far: {output[-500:]}{errors[-500:]}")
        return Outcome(process.returncode, output, errors, 0)

    def processor_seconds(self, command: str, mailbox: Path, *options: str, **how) -> float:
        """Like `run`, which must succeed; returns how long the program computed."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        outcome = self.run(command, mailbox, *options, **how)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if outcome.status != 0:
            raise AssertionError(f"{command} ended with {outcome.status}: {outcome.errors}")
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def peak(self, command: str, mailbox: Path, *options: str, **how) -> Outcome:
        """Like `run`, and also measures the memory. This process must have no other child."""
        process = self.start(command, mailbox, *options, **how)
        # The outputs must fit into the pipes, which are read only after the end.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output, errors = process.stdout.read(), process.stderr.read()
        process.stdout.close()
        process.stderr.close()
        return Outcome(process.returncode, output, errors, usage.ru_maxrss * 1024)

    def contents(self, mailbox: Path) -> "Contents":
        """All listed mail, after one more refresh."""
        threads = self.run("threads", mailbox, "--json")
        page = self.run("list", mailbox, "--json", "--limit", "1000000")
        for outcome in (threads, page):
            if outcome.status != 0:
                raise AssertionError(f"ended with {outcome.status}: {outcome.errors}")
        rows = {row["id"]: row for row in json.loads(page.output)["conversations"]}
        contents = Contents()
        for line in threads.output.splitlines():
            thread = json.loads(line)
            row = rows.pop(thread["id"])
            if row["messageCount"] != len(thread["messages"]):
                raise AssertionError(f"a row of {len(thread['messages'])} messages: {row}")
            del row["id"]
            contents.add(thread["messages"], json.dumps(row, sort_keys=True))
        if rows:
            raise AssertionError(f"rows without messages: {rows}")
        return contents


class Contents:
    """The conversations of a list, without their IDs."""

    def __init__(self) -> None:
        self.rows: Counter[tuple[tuple[str, ...], str]] = Counter()

    def add(self, messages: list[str], row: str) -> None:
        self.rows[tuple(sorted(messages)), row] += 1

    def difference(self, clean: "Contents") -> str:
        """The difference as a text; empty if there is none."""
        ours, theirs = self.rows - clean.rows, clean.rows - self.rows
        if not ours and not theirs:
            return ""
        return f"only in the store: {list(ours)[:4]}\nonly in a clean one: {list(theirs)[:4]}"


def die_after(seconds: float) -> Callable[[], None]:
    """For `prepare`: the kernel kills the process after so many seconds of computing, which a busy
    machine does not shorten, as it does those of a clock."""
    def prepare() -> None:
        signal.setitimer(signal.ITIMER_PROF, max(seconds, 1e-6))
    return prepare


def limit_files(size: int) -> Callable[[], None]:
    """For `prepare`: no file may become larger than this; writing beyond it is an error."""
    def prepare() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return prepare
