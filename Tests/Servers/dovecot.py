"""A private Dovecot."""

import imaplib
import os
import shutil
import ssl
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from . import messages
from .certificates import Certificates
from .ports import HOST, Port, greeting
from .processes import Account, Unavailable, end, settings, wait_until
from .server import PASSWORD, USER, Server

_IMAP = Path("/usr/lib/dovecot/imap")


class Dovecot(Server):
    """A private Dovecot, with one user for each Maildir that a test wants.

    `port` is without TLS and offers STARTTLS; `tls_port` begins with TLS. A password is
    accepted in the clear. `certificate` is a name of `Certificates`. `extra` are more lines of
    the configuration.
    """

    def __init__(self, certificate: str = "good", extra: str = "") -> None:
        if not shutil.which("dovecot", path=_PATH) or not _IMAP.exists():
            raise Unavailable("there is no Dovecot: install dovecot-imapd")
        self._version = subprocess.run(["dovecot", "--version"], env={"PATH": _PATH}, check=True,
                                       capture_output=True, text=True).stdout
        self._account = Account()
        self.folder = Path(tempfile.mkdtemp(prefix="dovecot-"))
        self.certificates = Certificates.shared()
        self._ports = Port(), Port()
        self.port, self.tls_port = (port.number for port in self._ports)
        self._certificate, self._extra = certificate, extra
        self._passwords: dict[str, str] = {}
        self._process: subprocess.Popen | None = None

    def __enter__(self) -> Self:
        self.add_user(USER, PASSWORD)
        return super().__enter__()

    def start(self) -> None:
        config = self._write_config()
        with (self.folder / "errors").open("ab") as errors:
            self._process = self._account.popen(
                ["dovecot", "-F", "-c", config], env={"PATH": _PATH}, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=errors)
        wait_until("Dovecot to answer", self._answers)

    def stop(self) -> None:
        if self._process:
            end(self._process)
            self._process = None

    def restart(self, certificate: str | None = None) -> None:
        """Restarts on the same ports, with the same mail."""
        self.stop()
        self._certificate = certificate or self._certificate
        self.start()

    def close(self) -> None:
        self.stop()
        for port in self._ports:
            port.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        """All messages in Dovecot's log."""
        return "".join(path.read_text(errors="replace")
                       for path in (self.folder / "errors", self.folder / "log") if path.exists())

    # Users and their mail

    def add_user(self, user: str, password: str) -> None:
        self.set_password(user, password)
        self.maildir(user).mkdir(parents=True)
        self._account.own(self.folder / "home")

    def set_password(self, user: str, password: str) -> None:
        """Sets a password; open sessions stay open."""
        self._passwords[user] = password
        users = self.folder / "users"
        users.write_text("".join(f"{user}:{{PLAIN}}{password}::::::\n"
                                 for user, password in self._passwords.items()))
        self._account.own(users)

    def maildir(self, user: str = USER, folder: str = "INBOX") -> Path:
        """The path of a folder; its name is in modified UTF-7, with dots between the levels."""
        inbox = self.folder / "home" / user / "Maildir"
        return inbox if folder == "INBOX" else inbox / f".{folder}"

    def fill(self, mail: list[messages.Message], user: str = USER, folder: str = "INBOX") -> None:
        """Adds messages as a delivery does: a running session may see them at once."""
        messages.place(self.maildir(user, folder), mail)
        self._account.own(self.maildir(user, folder))

    def adopt(self, maildir: Path, user: str = USER) -> None:
        """Serves a Maildir in its place, for mail too large to copy. The Maildir is given to the
        server's account, which leaves its own files there."""
        self.maildir(user).rmdir()
        self.maildir(user).symlink_to(maildir.resolve())
        self._account.own(maildir)

    def change_uidvalidity(self, user: str = USER, folder: str = "INBOX") -> None:
        """Changes UIDVALIDITY, as after a mailbox was restored: all UIDs are new."""
        for name in ("dovecot-uidlist", "dovecot.index", "dovecot.index.log",
                     "dovecot.index.cache", "dovecot.list.index", "dovecot.list.index.log"):
            (self.maildir(user, folder) / name).unlink(missing_ok=True)
            (self.maildir(user) / name).unlink(missing_ok=True)

    # Clients

    def client(self, user: str = USER) -> imaplib.IMAP4:
        """A connection of another program to the account, logged in."""
        connection = imaplib.IMAP4(HOST, self.port)
        connection.login(user, self._passwords[user])
        return connection

    def tls_context(self) -> ssl.SSLContext:
        """The TLS context of a client that trusts the authority of the certificates."""
        return ssl.create_default_context(cafile=str(self.certificates.authority))

    # Insides

    def _write_config(self) -> Path:
        presented = self.certificates.named(self._certificate)
        for name in ("run", "state", "home"):
            (self.folder / name).mkdir(exist_ok=True)
        path = self.folder / "dovecot.conf"
        entry = self._account.entry
        # 2.3 of Debian 12, and 2.4 of Debian 13.
        form = "2.3" if self._version.startswith("2.3") else "2.4"
        path.write_text("".join(settings(
            file, host=HOST, folder=self.folder, user=self._account.name,
            group=self._account.group, uid=entry.pw_uid, gid=entry.pw_gid, port=self.port,
            tls_port=self.tls_port, certificate=presented.certificate, key=presented.key,
            extra=self._extra) for file in (f"dovecot-{form}.conf", "dovecot.conf")))
        self._account.own(self.folder)
        return path

    def _answers(self) -> bytes | None:
        if self._process.poll() is not None:
            raise RuntimeError(f"Dovecot ended with {self._process.returncode}: {self.log()}")
        return greeting(self.port)


_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
