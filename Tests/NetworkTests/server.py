"""A server on the loopback that follows commands, line by line, with TLS or without.

    server.py plain|tls|tls12|tls11|mute|full CERTIFICATE KEY

`tls12` and `tls11` use at most these versions, `mute` only accepts connections, and `full`
does not even accept them. The port is printed first, on its own line. Ends when its input
ends.

The client's commands:
    echo TEXT     TEXT is sent back
    send N        N bytes
    drip N        N single bytes, one each time the program's input has a line
    swap N        reads N bytes and sends N bytes at the same time, then "done"
    close         the regular end
    die           the end without TLS's closing message
    reset         the end by TCP's reset
    idle          nothing more is read
    starttls      "ok", then TLS
    inject        "ok", then bytes that came too early; then TLS
    GET PATH …    an answer of HTTP, by the path: /request is the request itself, with |
                  for each line's end; /to?URL redirects to URL; /missing, /long and
                  /cut are as their names say
"""

import os
import socket
import ssl
import struct
import sys
import threading

mode, *files = sys.argv[1:]
drops = threading.Semaphore(0)


def context():
    result = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    result.load_cert_chain(*files)
    if mode == "tls12":
        result.maximum_version = ssl.TLSVersion.TLSv1_2
    if mode == "tls11":
        result.set_ciphers("ALL:@SECLEVEL=0")
        result.minimum_version = ssl.TLSVersion.TLSv1
        result.maximum_version = ssl.TLSVersion.TLSv1_1
    return result


def report(word):
    # One call, so that two threads' lines are not mixed.
    os.write(1, f"{word}\n".encode())


class Client:
    def __init__(self, connection):
        self.connection = connection
        self.buffer = b""

    def protect(self):
        self.connection = context().wrap_socket(self.connection, server_side=True)

    def read(self, count):
        while len(self.buffer) < count:
            more = self.connection.recv(1 << 16)
            if not more:
                raise ConnectionError
            self.buffer += more
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def line(self):
        while b"\n" not in self.buffer:
            more = self.connection.recv(1 << 16)
            if not more:
                raise ConnectionError
            self.buffer += more
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode().strip()

    def swap(self, count):
        # Python locks a TLS socket while it is read, so the server cannot read and send at the same
        # time. Both sides take turns, in pieces that fit into the buffers.
        piece = 1 << 14
        for _ in range(count // piece):
            self.connection.sendall(b"x" * piece)
            self.read(piece)
        self.connection.sendall(b"done")

    def answer(self, request):
        lines = [request]
        while lines[-1]:
            lines.append(self.line())
        path, _, place = request.split(" ")[1].partition("?")
        status, fields, body = "200 OK", "", "|".join(lines)
        if path == "/to":
            status, fields = "302 Found", f"Location: {place}\r\n"
        elif path == "/missing":
            status = "404 Not Found"
        elif path == "/long":
            body = "x" * 2000
        length = len(body) + (path == "/cut")
        head = f"HTTP/1.1 {status}\r\n{fields}Content-Length: {length}\r\n\r\n"
        self.connection.sendall((head + body).encode())

    def serve(self):
        if mode.startswith("tls"):
            self.protect()
        while True:
            line = self.line()
            word, _, rest = line.partition(" ")
            if word == "GET":
                return self.answer(line)
            if word == "echo":
                self.connection.sendall(rest.encode())
            elif word == "send":
                self.connection.sendall(b"x" * int(rest))
            elif word == "drip":
                for _ in range(int(rest)):
                    drops.acquire()
                    self.connection.sendall(b"x")
            elif word == "swap":
                self.swap(int(rest))
            elif word == "close":
                if isinstance(self.connection, ssl.SSLSocket):
                    self.connection = self.connection.unwrap()
                return
            elif word == "die":
                return
            elif word == "reset":
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                return
            elif word == "idle":
                report("idle")
                threading.Event().wait()
            elif word == "starttls":
                self.connection.sendall(b"ok")
                self.protect()
            elif word == "inject":
                # A read takes 16 kB at most: the rest stays in the socket.
                self.connection.sendall(b"x" * 40000)
                report("sent")
                self.protect()


def run(connection):
    if mode == "mute":
        threading.Event().wait()
    client = Client(connection)
    try:
        client.serve()
    except (OSError, ValueError):
        pass
    report("ended")
    client.connection.close()


def accept(listener):
    while True:
        connection, _ = listener.accept()
        report("accepted")
        threading.Thread(target=run, args=(connection,), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0), backlog=0 if mode == "full" else 64)
if mode == "full":
    # Fills the queue: Linux answers no more connections than it has room for.
    waiting = [socket.socket() for _ in range(8)]
    for one in waiting:
        one.setblocking(False)
        one.connect_ex(listener.getsockname())
    report(listener.getsockname()[1])
else:
    report(listener.getsockname()[1])
    threading.Thread(target=accept, args=(listener,), daemon=True).start()
for _ in sys.stdin:
    drops.release()
os._exit(0)
