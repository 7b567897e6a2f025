"""A private network: one address, a DNS, a web server for HTTPS, and an IMAP server.

    with PrivateNetwork(folder, certificates, hosts=[…], services={…}, documents={…}) as
    network:
        subprocess.run(network.command(["tideline", "account", "add", "ann@tide.example"]))

A program run by `command` sees no other network. It needs user namespaces, which some
systems forbid; `Unavailable` is raised then. Run as a program, this file is the part inside
the network.
"""

import json
import socket
import ssl
import struct
import subprocess
import sys
import threading
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from Servers import messages  # noqa: E402
from Servers.certificates import Certificate, Certificates  # noqa: E402
from Servers.processes import Unavailable  # noqa: E402
from Servers.scripted import Scripted  # noqa: E402

# An address for documentation (RFC 5737): no host has it, and it is not a loopback address.
_ADDRESS = "192.0.2.1"


class PrivateNetwork:
    """`hosts` are the address's names. `services` map an SRV record's name to its host and
    port, or to "."; `documents` map a host and path to a document. The IMAP server listens on
    993, and on 143 with STARTTLS. `users` are its user names and passwords."""

    def __init__(self, folder: Path, certificates: Certificates, hosts: list[str],
                 users: dict[str, str], services: dict[str, list] | None = None,
                 documents: dict[str, str] | None = None) -> None:
        certificate = certificates.signed_for(hosts)
        self._folder = folder
        self._settings = {
            "hosts": hosts, "services": services or {}, "documents": documents or {},
            "users": users, "folder": str(folder),
            "certificate": str(certificate.certificate), "key": str(certificate.key)}
        self._process: subprocess.Popen

    def __enter__(self) -> "PrivateNetwork":
        self._process = subprocess.Popen(
            ["unshare", "--map-root-user", "--net", "--mount", sys.executable, __file__],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self._process.stdin.write(json.dumps(self._settings) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass
        if self._process.stdout.readline().strip() != "ready":
            errors = self._process.stderr.read()
            self.__exit__()
            raise Unavailable(f"no network of the test's own: {errors.strip()}")
        return self

    def __exit__(self, *_: object) -> None:
        # The server ends when its input ends.
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait(30)
        self._process.stdout.close()
        self._process.stderr.close()

    def command(self, words: list) -> list[str]:
        """The command that runs another one inside the network, as this user."""
        return ["nsenter", "--preserve-credentials", "--user", "--net", "--mount",
                f"--target={self._process.pid}", "--", *map(str, words)]

    def asked(self) -> list[str]:
        """The requests so far: names and kinds of records, and the URLs of documents."""
        return (self._folder / "asked").read_text().splitlines()


def settings(host: str, user: str = "%EMAILADDRESS%", head: str = "") -> str:
    """A document that names the server of a domain, and the user there."""
    return (f'<?xml version="1.0"?>{head}<clientConfig version="1.1"><emailProvider id="x">'
            f'<incomingServer type="imap"><hostname>{host}</hostname><port>993</port>'
            f"<socketType>SSL</socketType><username>{user}</username>"
            "<authentication>password-cleartext</authentication></incomingServer>"
            "</emailProvider></clientConfig>")


def without_network(words: list[str]) -> list[str]:
    """The command that runs another one, as this user, where every connection fails."""
    command = ["unshare", "--map-current-user", "--net", "--"]
    tried = subprocess.run([*command, "true"], capture_output=True, text=True)
    if tried.returncode:
        raise Unavailable(f"no network of the test's own: {tried.stderr.strip()}")
    return [*command, *words]


class _Inside:
    def __init__(self, settings: dict) -> None:
        self._settings = settings
        self._log = (Path(settings["folder"]) / "asked").open("w", buffering=1)
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(settings["certificate"], settings["key"])

    def run(self) -> None:
        self._prepare()
        names = socket.socket(type=socket.SOCK_DGRAM)
        names.bind((_ADDRESS, 53))
        web = socket.create_server((_ADDRESS, 443))
        threading.Thread(target=self._serve_names, args=[names], daemon=True).start()
        threading.Thread(target=self._serve_web, args=[web], daemon=True).start()
        listeners = [socket.create_server((_ADDRESS, port)) for port in (143, 993)]
        with Scripted(certificates=_Presented(self._settings), listeners=listeners) as server:
            server.users = self._settings["users"]
            server.fill(messages.sample(3))
            print("ready", flush=True)
            sys.stdin.read()

    def _prepare(self) -> None:
        """Sets the address, and the configuration of the resolver."""
        folder = Path(self._settings["folder"])
        for words in (["ip", "link", "set", "lo", "up"],
                      ["ip", "address", "add", f"{_ADDRESS}/32", "dev", "lo"]):
            subprocess.run(words, check=True)
        for name, text in (("resolv.conf", f"nameserver {_ADDRESS}\noptions timeout:30 attempts:1\n"),
                           ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: dns\n")):
            (folder / name).write_text(text)
            subprocess.run(["mount", "--bind", folder / name, f"/etc/{name}"], check=True)

    # Names

    def _serve_names(self, names: socket.socket) -> None:
        while True:
            question, client = names.recvfrom(512)
            names.sendto(self._answer(question), client)

    def _answer(self, question: bytes) -> bytes:
        at, labels = 12, []
        while question[at]:
            labels.append(question[at + 1:at + 1 + question[at]].decode())
            at += 1 + question[at]
        name, (kind,) = ".".join(labels).lower(), struct.unpack(">H", question[at + 1:at + 3])
        self._log.write(f"{name} { {1: 'A', 28: 'AAAA', 33: 'SRV'}.get(kind, kind)}\n")
        records = []
        target = self._settings["services"].get(name)
        if kind == 1 and name in self._settings["hosts"]:
            records.append(socket.inet_aton(_ADDRESS))
        elif kind == 33 and target:
            host, port = target
            records.append(struct.pack(">HHH", 10, 5, port) + _encoded(host))
        is_known = name in self._settings["hosts"] or target
        head = question[:2] + struct.pack(">HHHHH", 0x8580 | (0 if is_known else 3), 1,
                                          len(records), 0, 0)
        return head + question[12:at + 5] + b"".join(
            b"\xc0\x0c" + struct.pack(">HHIH", kind, 1, 60, len(data)) + data for data in records)

    # Documents

    def _serve_web(self, web: socket.socket) -> None:
        while True:
            connection, _ = web.accept()
            threading.Thread(target=self._serve_document, args=[connection], daemon=True).start()

    def _serve_document(self, connection: socket.socket) -> None:
        try:
            with self._context.wrap_socket(connection, server_side=True) as stream:
                head = b""
                while b"\r\n\r\n" not in head:
                    more = stream.recv(4096)
                    if not more:
                        return
                    head += more
                lines = head.decode().split("\r\n")
                host = next(line[6:] for line in lines if line.startswith("Host: "))
                target = lines[0].split(" ")[1]
                self._log.write(f"https://{host}{target}\n")
                found = self._settings["documents"].get(host + target.partition("?")[0])
                body = (found or "").encode()
                status = "200 OK" if found else "404 Not Found"
                stream.sendall(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
                               + body)
        except OSError:
            pass


class _Presented:
    """A server's certificates: the same one for every name."""

    def __init__(self, settings: dict) -> None:
        self._certificate = Certificate(settings["certificate"], settings["key"])

    def named(self, _name: str) -> Certificate:
        return self._certificate


def _encoded(name: str) -> bytes:
    labels = [label for label in name.split(".") if label]
    return b"".join(bytes([len(label)]) + label.encode() for label in labels) + b"\0"


if __name__ == "__main__":
    _Inside(json.loads(sys.stdin.readline())).run()
