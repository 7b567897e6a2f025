"""An IMAP server in memory that shows, on demand, the faults of real ones.

    with Scripted(quirks=["fetch-missing-uid"]) as server:
        server.fill(messages.sample(100))
        …
        assert "fetch-missing-uid" in server.quirks.met
"""

import base64
import socket
import ssl
import threading
from typing import Iterable

from . import messages
from .certificates import Certificates
from .mailboxes import Folder
from .ports import HOST
from .quirks import Quirks
from .server import PASSWORD, USER
from .session import Command, Session
from .wire import Closed

TOKEN = "y0.token"
CAPABILITIES = frozenset({
    "IMAP4rev1", "SASL-IR", "LITERAL+", "ID", "ENABLE", "IDLE", "LIST-EXTENDED", "LIST-STATUS",
    "SPECIAL-USE", "ESEARCH", "CONDSTORE", "QRESYNC", "NAMESPACE", "UNSELECT", "AUTH=PLAIN",
    "AUTH=XOAUTH2", "AUTH=OAUTHBEARER"})


class Scripted:
    """`port` is without TLS and offers STARTTLS; `tls_port` begins with TLS.

    `quirks` are names of QUIRKS, which a test may change at any time; `without` are
    capabilities to leave out. With `requires_tls`, the server accepts no password before
    TLS. Unless it `volunteers` its capabilities, a client has to ask for them. `bad` are the
    UIDs that some quirks apply to. The next connections end when `cut_after` bytes were
    sent, not counting those of TLS. `listeners` are existing sockets for the two ports.
    """

    def __init__(self, quirks: Iterable[str] = (), without: Iterable[str] = (),
                 certificate: str = "good", requires_tls: bool = False, volunteers: bool = True,
                 bad: Iterable[int] = (), misbehaves_at: str = "FETCH", drip: float = 1,
                 message_limit: int = 40, cut_after: int | None = None,
                 tls_version: ssl.TLSVersion | None = None,
                 certificates: Certificates | None = None,
                 listeners: list[socket.socket] | None = None) -> None:
        self.quirks = Quirks(quirks)
        self.without, self.volunteers = set(without), volunteers
        self.users, self.token = {USER: PASSWORD}, TOKEN
        self.message_limit, self.cut_after = message_limit, cut_after
        self.misbehaves_at, self.drip = misbehaves_at, drip
        self.ended = threading.Event()
        self.folders: dict[str, Folder] = {}
        self._requires_tls, self._bad = requires_tls, set(bad)
        self.certificates = certificates or Certificates.shared()
        self._context = self._made_context(certificate, tls_version)
        self._listeners = listeners or [socket.create_server((HOST, 0)) for _ in range(2)]
        self.port, self.tls_port = (one.getsockname()[1] for one in self._listeners)
        self._sessions: list[Session] = []
        self._commands: list[Command] = []
        self._lock = threading.Lock()
        self.add_folder("INBOX")

    def __enter__(self) -> "Scripted":
        for listener in self._listeners:
            threading.Thread(target=self._accept, args=[listener], daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        for listener in self._listeners:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self.hang_up()

    # Set by a test

    @property
    def inbox(self) -> Folder:
        return self.folders["INBOX"]

    def add_folder(self, name: str, *attributes: str) -> Folder:
        folder = Folder(name, attributes, uidvalidity=1_700_000_000 + len(self.folders),
                        on_change=self._wake_all)
        self.folders[name] = folder
        return folder

    def fill(self, mail: list[messages.Message], folder: str = "INBOX") -> list[int]:
        ordered = reversed(mail) if "uids-newest-first" in self.quirks else mail
        return self.folders[folder].add(*ordered)

    def present(self, certificate: str) -> None:
        """Presents another certificate to the next connections."""
        self._context = self._made_context(certificate, None)

    def hang_up(self) -> None:
        """Ends the existing connections."""
        with self._lock:
            sessions = list(self._sessions)
        for session in sessions:
            try:
                session.wire.connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # closed already

    # Read by a test

    def commands(self, name: str = "") -> list[Command]:
        """The received commands of a name, such as UID FETCH, or all."""
        with self._lock:
            return [command for command in self._commands if name in ("", command.name)]

    def writes(self) -> list[Command]:
        """Commands that may change something on the server."""
        return [command for command in self.commands() if command.writes]

    def forget(self) -> None:
        with self._lock:
            self._commands.clear()

    @property
    def connections(self) -> int:
        """The number of connections so far."""
        return len(self._sessions)

    @property
    def sent(self) -> int:
        """The bytes sent on the last connection, not counting those of TLS."""
        return self._sessions[-1].wire.sent

    def tls_context(self) -> ssl.SSLContext:
        """The TLS context of a client that trusts the authority of the certificates."""
        return ssl.create_default_context(cafile=str(self.certificates.authority))

    # Used by sessions

    def record(self, command: Command) -> None:
        with self._lock:
            self._commands.append(command)

    def is_tls_first(self, session: Session) -> bool:
        return session.listens_at == self.tls_port

    def secured(self, connection: socket.socket) -> ssl.SSLSocket:
        try:
            return self._context.wrap_socket(connection, server_side=True)
        except OSError as error:
            connection.close()
            raise Closed from error

    def capabilities_of(self, is_secure: bool) -> list[str]:
        names = CAPABILITIES - self.without
        if not is_secure:
            names |= {"STARTTLS"} - self.without
            if self._requires_tls:
                names = {name for name in names if not name.startswith("AUTH=")} | {"LOGINDISABLED"}
        elif "other-capabilities-before-tls" in self.quirks:
            names -= {"SASL-IR"}
        if "preview-nil" in self.quirks:
            names |= {"PREVIEW"}
        if self.quirks & {"messagelimit", "folder-in-part"}:
            names |= {f"MESSAGELIMIT={self.message_limit}"}
        return sorted(names, key=lambda name: (name != "IMAP4rev1", name))

    def expected_login(self) -> str:
        """The login in the client's encoding, and in plain text."""
        (user, password), = self.users.items()
        message = base64.b64encode(f"\0{user}\0{password}".encode()).decode()
        return f"PLAIN {message} {user}:{password}"

    def bad_uids(self, folder: Folder) -> set[int]:
        with folder.lock:
            if self._bad or not folder.messages:
                return self._bad
            return {folder.messages[len(folder.messages) // 2].uid}

    # Insides

    def _accept(self, listener: socket.socket) -> None:
        port = listener.getsockname()[1]
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with self._lock:
                session = Session(self, len(self._sessions) + 1, connection, port)
                self._sessions.append(session)
            threading.Thread(target=session.run, daemon=True).start()

    def _wake_all(self) -> None:
        with self._lock:
            for session in self._sessions:
                session.wire.wake()

    def _made_context(self, certificate: str, version: ssl.TLSVersion | None) -> ssl.SSLContext:
        presented = self.certificates.named(certificate)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(presented.certificate, presented.key)
        if version:
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version = context.maximum_version = version
        return context
