"""pymap from PyPI: a server with few capabilities, with neither ESEARCH nor CONDSTORE."""

import subprocess
import sys
from pathlib import Path

from .certificates import Certificates
from .packages import cache, last_line
from .ports import HOST, Port, greeting
from .processes import Account, Unavailable, end, wait_until
from .server import PASSWORD, USER, Server

_VERSION = "0.36.7"


class Pymap(Server):
    """`port` offers STARTTLS, and accepts a password in the clear. Mail is kept in memory."""

    def __init__(self) -> None:
        self._program = _installed()
        self.certificates = Certificates.shared()
        self._presented = self.certificates.good
        self._port = Port()
        self.port = self._port.number
        self._process: subprocess.Popen | None = None

    def start(self) -> None:
        self._process = Account(is_self=True).popen(
            [self._program, "--host", HOST, "--port", self.port, "--no-service", "admin",
             "--cert", self._presented.certificate, "--key", self._presented.key, "dict",
             "--demo-user", USER, "--demo-password", PASSWORD],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until("pymap to answer", self._answers)

    def close(self) -> None:
        if self._process:
            end(self._process)
        self._port.close()

    def _answers(self) -> bytes | None:
        if self._process.poll() is not None:
            raise RuntimeError(f"pymap ended with {self._process.returncode}")
        return greeting(self.port)


def _installed() -> Path:
    """Installs pymap in its own environment, on first use."""
    home = cache() / f"pymap-{_VERSION}"
    done = home / "done"
    if not done.exists():
        for words in ([sys.executable, "-m", "venv", "--clear", home],
                      [home / "bin/pip", "install", "-q", f"pymap=={_VERSION}"]):
            made = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if made.returncode:
                raise Unavailable(f"pymap could not be had: {last_line(made.stdout + made.stderr)}")
        done.touch()
    return home / "bin/pymap"
