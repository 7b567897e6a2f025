"""A private Cyrus IMAP, of unpacked packages. It is slow: use little mail."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from .certificates import Certificates
from .packages import check, library_path, unpacked
from .ports import HOST, Port, greeting
from .processes import Account, Unavailable, end, settings, wait_until
from .server import PASSWORD, USER, Server

_PACKAGES = ["cyrus-common", "cyrus-imapd", "cyrus-caldav", "libshp2", "libical3", "libclamav12",
             "libpcre3", "libzephyr4", "sasl2-bin", "libsasl2-modules"]


class Cyrus(Server):
    """`port` offers STARTTLS, and accepts a password in the clear; `tls_port` begins with TLS."""

    def __init__(self) -> None:
        self._root = unpacked("cyrus", _PACKAGES)
        self._programs = self._root / "usr/lib/cyrus/bin"
        check(self._programs / "master", self._root)
        check(self._programs / "imapd", self._root)
        self._account = Account()
        self.certificates = Certificates.shared()
        self._presented = self.certificates.good
        self.folder = Path(tempfile.mkdtemp(prefix="cyrus-"))
        self._ports = Port(), Port()
        self.port, self.tls_port = (port.number for port in self._ports)
        self._process: subprocess.Popen | None = None

    def start(self) -> None:
        self._configure()
        self._process = self._account.popen(
            [self._programs / "master", "-C", self.folder / "imapd.conf", "-M",
             self.folder / "cyrus.conf", "-p", self.folder / "pid", "-L", self.folder / "log"],
            env=self._env(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        wait_until("Cyrus to answer", self._answers)

    def close(self) -> None:
        if self._process:
            end(self._process)
        for port in self._ports:
            port.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _env(self) -> dict[str, str]:
        plugins = [self._root / "usr/lib/x86_64-linux-gnu/sasl2", *Path("/usr/lib").glob("*/sasl2")]
        return {"PATH": f"{self._programs}:{os.environ.get('PATH', '')}",
                "LD_LIBRARY_PATH": library_path(self._root),
                "SASL_PATH": ":".join(map(str, plugins))}

    def _configure(self) -> None:
        for name in ("config", "mail", "run"):
            (self.folder / name).mkdir()
        values = {"folder": self.folder, "account": self._account.name, "host": HOST,
                  "programs": self._programs, "port": self.port, "tls_port": self.tls_port,
                  "certificate": self._presented.certificate, "key": self._presented.key}
        for file in ("imapd.conf", "cyrus.conf"):
            (self.folder / file).write_text(settings(file, **values))
        done = subprocess.run(
            [self._root / "usr/sbin/saslpasswd2", "-p", "-c", "-f", self.folder / "sasldb2", "-u",
             "localhost", USER], input=PASSWORD + "\n", env=self._env(), capture_output=True,
            text=True)
        if done.returncode:
            raise Unavailable(f"Cyrus has no password: {done.stderr.strip()}")
        self._account.own(self.folder)

    def _answers(self) -> bytes | None:
        if self._process.poll() is not None:
            log = self.folder / "log"
            raise RuntimeError(f"Cyrus ended with {self._process.returncode}: "
                               f"{log.read_text() if log.exists() else ''}")
        return greeting(self.port)
