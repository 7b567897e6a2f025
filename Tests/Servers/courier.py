"""A private Courier IMAP, of unpacked packages: on a pipe, and behind our own login."""

import base64
import binascii
import select
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
from pathlib import Path

from . import messages
from .certificates import Certificates
from .packages import check, library_path, unpacked
from .ports import HOST
from .processes import Account, end, wait_until
from .server import PASSWORD, USER, Server
from .wire import Bad, Closed, Wire, words

_PACKAGES = ["courier-imap", "courier-base", "courier-authlib", "libcourier-unicode4", "libgamin0",
             "gamin"]
_CAPABILITY = ("IMAP4rev1 UIDPLUS CHILDREN NAMESPACE THREAD=ORDEREDSUBJECT THREAD=REFERENCES SORT "
               "QUOTA IDLE")
_BEFORE = "IMAP4rev1 SASL-IR AUTH=PLAIN"


class Courier(Server):
    """`port` and `tls_port` are a login in front of a Courier that greets by PREAUTH on a pipe,
    because Courier's own needs root. All bytes after the login are Courier's own."""

    def __init__(self) -> None:
        self._root = unpacked("courier", _PACKAGES)
        check(self._root / "usr/bin/imapd", self._root)
        self._account = Account()
        self.certificates = Certificates.shared()
        presented = self.certificates.good
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(presented.certificate, presented.key)
        self.folder = Path(tempfile.mkdtemp(prefix="courier-"))
        self._listeners = [socket.create_server((HOST, 0)) for _ in range(2)]
        self.port, self.tls_port = (one.getsockname()[1] for one in self._listeners)
        self._child = self.folder / "child"
        self._watcher: subprocess.Popen | None = None
        self._wires: list[Wire] = []

    def start(self) -> None:
        messages.place(self.folder / "Maildir", [])
        self._write_child()
        self._account.own(self.folder)
        # Courier greets with an alert if it cannot watch files.
        self._watcher = self._account.popen(
            [self._root / "usr/libexec/gam_server", "--notimeout", self.folder.name],
            env={"LD_LIBRARY_PATH": library_path(self._root)}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        sockets = Path("/proc/net/unix")
        wait_until("files to be watched", lambda: self.folder.name in sockets.read_text())
        for listener, is_secure in zip(self._listeners, (False, True)):
            threading.Thread(target=self._accept, args=[listener, is_secure], daemon=True).start()

    def close(self) -> None:
        for listener in self._listeners:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        for wire in list(self._wires):
            try:
                wire.connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # closed already
        if self._watcher:
            end(self._watcher)
        shutil.rmtree(self.folder, ignore_errors=True)

    def fill(self, mail: list[messages.Message]) -> None:
        messages.place(self.folder / "Maildir", mail)
        self._account.own(self.folder / "Maildir")
        # Courier stores its UIDs only if a client opens the folder for writing.
        with self.client() as client:
            client.select()

    def _write_child(self) -> None:
        """Writes the script that begins a session. It must not change while a shell reads it."""
        become, entry = "", self._account.entry
        if self._account.is_other:
            become = f"setpriv --reuid={entry.pw_uid} --regid={entry.pw_gid} --clear-groups "
        self._child.write_text(
            f"#!/bin/sh\ncd {self.folder}\nexec {become}env LD_LIBRARY_PATH="
            f"{library_path(self._root)} GAM_CLIENT_ID={self.folder.name} HOME={self.folder} "
            f"MAILDIR=Maildir AUTHENTICATED={USER} AUTHUSER={USER} AUTHADDR={USER} "
            f"IMAP_CAPABILITY='{_CAPABILITY}' {self._root}/usr/bin/imapd {self.folder}/Maildir\n")
        self._child.chmod(0o755)

    # The login

    def _accept(self, listener: socket.socket, is_secure: bool) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(
                target=self._serve, args=[connection, is_secure], daemon=True).start()

    def _serve(self, connection: socket.socket, is_secure: bool) -> None:
        try:
            if is_secure:
                connection = self._context.wrap_socket(connection, server_side=True)
        except OSError:
            connection.close()
            return
        wire = Wire(connection)
        self._wires.append(wire)
        try:
            tag = self._logged_in(wire)
            self._relay(wire, tag)
        except (Closed, Bad, OSError):
            pass
        finally:
            self._wires.remove(wire)
            wire.close()

    def _logged_in(self, wire: Wire) -> str:
        """Returns the tag of the login that succeeds."""
        wire.send(f"* OK [CAPABILITY {_BEFORE}] Courier, behind a login\r\n".encode())
        while True:
            tag, name, *arguments = words(wire.command(takes_literal_plus=False))
            match name.upper():
                case "CAPABILITY":
                    wire.send(f"* CAPABILITY {_BEFORE}\r\n{tag} OK done\r\n".encode())
                case "LOGIN" if arguments == [USER, PASSWORD]:
                    return tag
                case "AUTHENTICATE" if self._is_right(wire, arguments[1:]):
                    return tag
                case "LOGIN" | "AUTHENTICATE":
                    wire.send(f"{tag} NO [AUTHENTICATIONFAILED] not you\r\n".encode())
                case "LOGOUT":
                    wire.send(f"* BYE until next time\r\n{tag} OK done\r\n".encode())
                    raise Closed
                case _:
                    wire.send(f"{tag} BAD log in first\r\n".encode())

    @staticmethod
    def _is_right(wire: Wire, initial: list) -> bool:
        if not initial:
            wire.send(b"+ \r\n")
        response = initial[0] if initial else wire.line().decode()
        try:
            return base64.b64decode(response) == f"\0{USER}\0{PASSWORD}".encode()
        except binascii.Error:
            return False

    def _relay(self, wire: Wire, tag: str) -> None:
        ours, its = socket.socketpair()
        process = subprocess.Popen([self._child], stdin=its, stdout=its,
                                   stderr=subprocess.DEVNULL)
        its.close()
        try:
            with ours, ours.makefile("rb", buffering=0) as answers:
                answers.readline()  # * PREAUTH
                wire.send(f"{tag} OK [CAPABILITY {_CAPABILITY}] logged in\r\n".encode())
                ours.sendall(wire.rest())
                while True:
                    ready = [ours, wire.connection]
                    if not getattr(wire.connection, "pending", int)():
                        ready, _, _ = select.select(ready, [], [])
                    for source, to in ((wire.connection, ours), (ours, wire.connection)):
                        if source in ready:
                            data = source.recv(1 << 16)
                            if not data:
                                return
                            to.sendall(data)
        finally:
            end(process)
