"""The mail programs that are measured on a server, each run as a whole process."""

import json
import os
import pty
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

_LIMIT = 600  # seconds
# Rows of a page: the conversations of 100 fetched messages, without those not fetched completely.
_PAGE = "30"
_WINDOW_PAGE = "50"  # the window's default size of a page


class NotRun(Exception):
    """A client that cannot be measured; the text is the reason."""


@dataclass
class Server:
    """The server's port on the proxy, the login, and the certificate authority."""

    port: int
    user: str
    password: str
    authority: Path


class Mbsync:
    """mbsync fetches whole messages into a Maildir: a hundred, which make about fifty
    conversations."""

    name, is_secure = "mbsync", False
    steps = ("first rows", "refresh")

    def __init__(self, server: Server, folder: Path) -> None:
        _need("mbsync", "isync")
        self._server, self._folder = server, folder
        self._config = folder / "mbsyncrc"

    def first_rows(self) -> float:
        _empty(self._folder)
        (self._folder / "mail").mkdir()
        self._config.write_text(
            f"IMAPStore far\nHost 127.0.0.1\nPort {self._server.port}\nUser {self._server.user}\n"
            f"Pass {self._server.password}\nSSLType None\nAuthMechs LOGIN\n\n"
            f"MaildirStore near\nPath {self._folder}/mail/\nInbox {self._folder}/mail/INBOX\n\n"
            "Channel all\nFar :far:INBOX\nNear :near:INBOX\nSync Pull\nCreate Near\n"
            "MaxMessages 100\nExpireUnread yes\nSyncState *\n")
        return self.refresh()

    def refresh(self) -> float:
        return _timed(["mbsync", "-q", "-c", self._config, "all"], {"HOME": str(self._folder)})


class NeoMutt:
    """neomutt fetches the headers of the whole folder, and stores them for its next start."""

    name, is_secure = "neomutt", False
    steps = ("first rows", "refresh")

    def __init__(self, server: Server, folder: Path) -> None:
        _need("neomutt", "neomutt")
        self._server, self._folder = server, folder
        self._config = folder / "neomuttrc"

    def first_rows(self) -> float:
        _empty(self._folder)
        for name in ("headers", "bodies"):
            (self._folder / name).mkdir()
        self._config.write_text(
            f'set folder="imap://{self._server.user}@127.0.0.1:{self._server.port}/"\n'
            f'set imap_pass="{self._server.password}"\nset spoolfile="+INBOX"\nset record=""\n'
            "set ssl_force_tls=no\nset ssl_starttls=no\nset imap_qresync=yes\nset quit=yes\n"
            f'set header_cache="{self._folder}/headers/"\n'
            f'set message_cachedir="{self._folder}/bodies/"\n'
            'push "<quit>"\n')
        return self.refresh()

    def refresh(self) -> float:
        """Runs neomutt on a pseudo-terminal, until it has drawn the list and quits. It marks no
        message as old."""
        terminal, its_side = pty.openpty()
        began = time.perf_counter()
        process = subprocess.Popen(
            ["neomutt", "-R", "-n", "-F", str(self._config)], stdin=its_side, stdout=its_side,
            stderr=its_side, start_new_session=True,
            env=os.environ | {"HOME": str(self._folder), "TERM": "xterm"})
        os.close(its_side)
        shown = b""
        try:
            while data := os.read(terminal, 1 << 16):
                shown += data
        except OSError:
            pass  # the terminal's other side is closed: it has ended
        os.close(terminal)
        if process.wait(_LIMIT):
            raise NotRun(f"neomutt ended with {process.returncode}: {shown[-200:]!r}")
        return time.perf_counter() - began


class Tideline:
    name, is_secure = "tideline", True
    steps = ("first rows", "first page", "refresh", "older page", "read")

    def __init__(self, binary: Path, server: Server, folder: Path) -> None:
        self._binary, self._folder = binary, folder
        self._url, self._env = _access(server, folder)
        self._page: dict = {}

    def first_rows(self) -> float:
        """Lists one screen of conversations."""
        _empty(self._folder)
        return self._run("list", self._url, "--limit", "20")

    def first_page(self) -> float:
        """Lists one page, which needs more rows than `first_rows` has fetched."""
        return self._run("list", self._url, "--limit", _PAGE)

    def refresh(self) -> float:
        seconds = self._run("list", self._url, "--limit", _PAGE)
        if not self._page.get("conversations"):
            raise NotRun("it listed no conversations")
        return seconds

    def older_page(self) -> float:
        """Lists the next page, after the refresh that every command begins with. The cost
        beyond the refresh matters."""
        if not self._page.get("next"):
            raise NotRun("the first page was the last")
        return self._run("list", self._url, "--limit", _PAGE, "--after", self._page["next"],
                         is_kept=False)

    def read(self) -> float:
        """Reads the newest conversation, also after a refresh."""
        first = self._page["conversations"][0]
        return self._run("show", self._url, str(first["id"]), is_kept=False)

    def _run(self, *words: str, is_kept: bool = True) -> float:
        began = time.perf_counter()
        done = subprocess.run(
            [self._binary, *words, "--json", "--quiet", "--store", self._folder / "store.sqlite"],
            env=os.environ | self._env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=_LIMIT)
        seconds = time.perf_counter() - began
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
            raise NotRun(lines[0])
        if is_kept:
            self._page = json.loads(done.stdout)
        return seconds


class OpenTideline:
    """A mailbox that stays open, as in a window: the cost of further steps, without the login."""

    name = "tideline, open"
    steps = ("refresh", "older page", "read")

    def __init__(self, helper: Path, server: Server, folder: Path) -> None:
        _empty(folder)
        url, env = _access(server, folder)
        self._errors = folder.with_suffix(".errors").open("w+")
        self._process = subprocess.Popen(
            [helper, "account", url, folder / "store.sqlite", _WINDOW_PAGE], env=os.environ | env,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True)

    def __enter__(self) -> "OpenTideline":
        self._line()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        try:
            self._process.wait(_LIMIT)
        finally:
            self._process.kill()
            self._process.stdout.close()
            self._errors.close()

    def do(self, step: str) -> tuple[float, int]:
        """Returns the time in seconds, and the number of messages or rows."""
        self._process.stdin.write(step + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._line())
        return answer["seconds"], answer["count"]

    def _line(self) -> str:
        if line := self._process.stdout.readline():
            return line
        self._errors.seek(0)
        reasons = self._errors.read().strip().splitlines() or ["it ended"]
        raise NotRun(reasons[0])


def _access(server: Server, folder: Path) -> tuple[str, dict[str, str]]:
    """An account's URL, and the environment to use it in."""
    password = folder.with_suffix(".password")
    password.write_text(server.password + "\n")
    password.chmod(0o600)
    return (f"imaps://{server.user}@localhost:{server.port}/",
            {"TIDELINE_PASSWORD_FILE": str(password), "TIDELINE_CA_FILE": str(server.authority),
             "HOME": str(folder)})


def _need(program: str, package: str) -> None:
    if not shutil.which(program):
        raise NotRun(f"{program} is not installed: install {package}")


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _timed(argv: list, env: dict[str, str]) -> float:
    began = time.perf_counter()
    done = subprocess.run([str(word) for word in argv], env=os.environ | env, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=_LIMIT)
    if done.returncode:
        raise NotRun(f"{argv[0]} ended with {done.returncode}: {done.stderr.strip()[-200:]}")
    return time.perf_counter() - began
