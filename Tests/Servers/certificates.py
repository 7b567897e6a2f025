"""Certificates for tests, made by openssl when they are needed."""

import atexit
import functools
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .processes import settings

_LOOPBACK = "DNS:localhost, IP:127.0.0.1, IP:::1"
# Dates in the form of `openssl ca`, so far away that the machine's clock does not matter.
_THEN, _PAST, _FUTURE = "20000101000000Z", "20010101000000Z", "20991231000000Z"


@dataclass(frozen=True)
class Certificate:
    certificate: Path
    key: Path


class Certificates:
    """A certificate authority, and the certificates of a server.

    `good` is for localhost and signed by the authority; `wrong_name` is for mail.example;
    `expired` was valid until 2001; `self_signed` is for localhost; `another_key` is also
    self-signed for localhost, but with another key, as an attacker in between would present.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "index.txt").touch()
        (folder / "index.txt.attr").write_text("unique_subject = no\n")
        self._authority = self._self_signed("authority", "Test Authority", "authority")
        self.authority = self._authority.certificate
        self.good = self._signed("good", "localhost", _LOOPBACK, _FUTURE)
        self.wrong_name = self._signed("wrong-name", "mail.example", "DNS:mail.example", _FUTURE)
        self.expired = self._signed("expired", "localhost", _LOOPBACK, _PAST)
        self.self_signed = self._self_signed("self-signed", "localhost", "extensions")
        self.another_key = self._self_signed("another-key", "localhost", "extensions")

    def named(self, name: str) -> Certificate:
        """A certificate by its property's name, with - for _."""
        return getattr(self, name.replace("-", "_"))

    def signed_for(self, hosts: list[str]) -> Certificate:
        """A certificate signed by the authority, valid for all of these hosts."""
        names = ", ".join(f"DNS:{host}" for host in hosts)
        return self._signed(f"for-{hosts[0]}", hosts[0], names, _FUTURE)

    def _self_signed(self, file: str, name: str, extensions: str) -> Certificate:
        how = ["-x509", "-days", "36500", "-extensions", extensions]
        return self._make(file, name, _LOOPBACK, how, "crt")

    def _signed(self, file: str, name: str, alternatives: str, until: str) -> Certificate:
        made = self._make(file, name, alternatives, [], "csr")
        certificate = self._folder / f"{file}.crt"
        self._openssl("ca", "-batch", "-notext", "-config", self._folder / f"{file}.cnf",
                      "-cert", self._authority.certificate, "-keyfile", self._authority.key,
                      "-startdate", _THEN, "-enddate", until, "-in", made.certificate,
                      "-out", certificate)
        return Certificate(certificate, made.key)

    def _make(self, file: str, name: str, alternatives: str, how: list[str],
              suffix: str) -> Certificate:
        config = self._folder / f"{file}.cnf"
        config.write_text(settings(
            "openssl.cnf", name=name, alternatives=alternatives, folder=self._folder))
        made = Certificate(self._folder / f"{file}.{suffix}", self._folder / f"{file}.key")
        made.key.touch(0o644)  # servers run as another user
        self._openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                      "-noenc", "-config", config, *how, "-keyout", made.key,
                      "-out", made.certificate)
        return made

    @staticmethod
    @functools.cache
    def shared() -> "Certificates":
        """The certificates of this process, which are made once."""
        folder = Path(tempfile.mkdtemp(prefix="certificates-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        return Certificates(folder)

    @staticmethod
    def _openssl(*words: object) -> None:
        done = subprocess.run(["openssl", *map(str, words)], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"openssl {words[0]}: {done.stderr}")
