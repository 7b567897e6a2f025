"""A client's session with the scripted server: connecting, logging in, and the order of answers."""

import base64
import binascii
import re
from dataclasses import dataclass

from .commands import FolderCommands
from .wire import Bad, Closed, No, Word, words

# Commands whose order the quirk `out-of-order` may reverse: a client may pipeline them.
_ORDERLESS = {"FETCH", "UID", "SEARCH", "STATUS", "LIST", "NOOP", "ID"}


@dataclass(frozen=True)
class Command:
    """A command as it was sent, without its tag; a literal follows a line's end."""

    connection: int
    tag: str
    text: str
    is_secure: bool

    @property
    def name(self) -> str:
        """The name, such as FETCH or UID FETCH."""
        found = re.match(r"(?:UID )?\S*", self.text, re.IGNORECASE)
        return found.group().upper()

    @property
    def writes(self) -> bool:
        """Whether the command may change anything on the server. SELECT counts, because commands
        after it may."""
        if re.search(r"\bBODY\[|\bRFC822(?:\.TEXT)?(?![.\w])", self.text, re.IGNORECASE):
            return True
        return self.name.removeprefix("UID ") not in {
            "CAPABILITY", "ID", "ENABLE", "STARTTLS", "LOGIN", "AUTHENTICATE", "LIST", "STATUS",
            "EXAMINE", "FETCH", "SEARCH", "NOOP", "IDLE", "CLOSE", "UNSELECT", "LOGOUT",
            "NAMESPACE"}


class Session(FolderCommands):
    def run(self) -> None:
        try:
            self._greet()
            while not self.is_over:
                self._answer_next()
        except Closed:
            pass
        finally:
            self.wire.close()

    # The order of answers

    def _answer_next(self) -> None:
        batch = [self._read()]
        if self.has("out-of-order"):
            while self.wire.has_line and batch[-1].name.split()[0] in _ORDERLESS:
                batch.append(self._read())
            if batch[-1].name.split()[0] in _ORDERLESS:
                batch.reverse()
        for command in batch:
            self._answer(command)
            self.flush()

    def _read(self) -> Command:
        try:
            line = self.wire.command("LITERAL+" in self.capabilities())
        except Bad as error:
            self.wire.send(b"* BAD " + str(error).encode() + b"\r\n")
            raise Closed from error
        tag, _, text = line.decode("utf-8", "replace").partition(" ")
        command = Command(self.number, tag, text, self.wire.is_secure)
        self.server.record(command)
        return command

    def _answer(self, command: Command) -> None:
        try:
            text = self._perform(command)
            condition = "OK"
        except Bad as error:
            condition, text = "BAD", str(error)
        except No as error:
            condition, text = "NO", str(error)
        except (ValueError, IndexError, TypeError) as error:
            condition, text = "BAD", f"not understood: {error}"
        if text is not None:
            self.tell(f"{command.tag} {condition} {text}")

    def _perform(self, command: Command) -> str | None:
        """Performs the command. Returns the text of the OK; None if the answer was already sent."""
        name = command.name.split()[-1] if command.name else ""
        perform = getattr(self, f"do_{name.lower()}", None)
        if perform is None:
            raise Bad("no such command")
        if name not in {"CAPABILITY", "ID", "NOOP", "LOGOUT", "STARTTLS", "LOGIN", "AUTHENTICATE"}:
            if not self.is_authenticated:
                raise Bad("log in first")
            if self.has("not-connected"):
                raise Bad("User is authenticated but not connected.")
        if self.has("echo-after-login") and name == "FETCH":
            raise No(f"[X-{self.login}] not for {self.login}")
        if self.has("starttls-needs-capitals") and command.text == "starttls":
            raise Bad("no such command")
        if name == self.server.misbehaves_at:
            self._misbehave()
        if name in {"LOGIN", "AUTHENTICATE"}:
            self._echo(command)
        self.tag, self.by_uid = command.tag, command.name.startswith("UID ")
        text = command.text[len(command.name):]
        done = perform(words(text.encode()))
        if self.has("unknown-untagged"):
            self.tell("* X-TIDE HIGH {14}\r\na) \"literal\r\n (with (a \"list\"))")
        self.tell_changes(may_expunge=self.by_uid or name not in {"FETCH", "SEARCH"})
        return done

    def _echo(self, command: Command) -> None:
        self.login = command.text
        if self.has("echo-in-no"):
            raise No(f"not understood: {command.text}")
        if self.has("echo-in-bad"):
            raise Bad(f"not understood: {command.text}")
        if self.has("echo-in-bye"):
            self.wire.send(f"* BYE not understood: {command.text}\r\n".encode())
            raise Closed

    # Connecting

    def _greet(self) -> None:
        if self.server.is_tls_first(self):
            self.secure()
        if self.has("bye-forever"):
            self.wire.send(b"* BYE Too many connections\r\n")
            raise Closed
        if self.has("echo-in-greeting"):
            self.wire.send(f"* BYE locked: {self.server.expected_login()}\r\n".encode())
            raise Closed
        code = f"[CAPABILITY {' '.join(self.capabilities())}] " if self.server.volunteers else ""
        if self.has("echo-in-capabilities"):
            names = " AUTH=".join(self.server.expected_login().split())
            code = f"[CAPABILITY IMAP4rev1 LOGINDISABLED AUTH={names}] "
        self.is_authenticated = self.has("preauth")
        self.tell(f"* {'PREAUTH' if self.is_authenticated else 'OK'} {code}at your service")
        self.flush()

    def secure(self) -> None:
        self.wire.connection = self.server.secured(self.wire.connection)
        self.wire.is_secure = True

    def do_capability(self, _: list[Word]) -> str:
        self.tell(f"* CAPABILITY {' '.join(self.capabilities())}")
        return "done"

    def do_starttls(self, _: list[Word]) -> None:
        if self.wire.is_secure or "STARTTLS" not in self.capabilities():
            raise Bad("not now")
        self.tell(f"{self.tag} OK begin")
        if self.has("inject-before-starttls"):
            self.tell("* CAPABILITY IMAP4rev1 X-INJECTED")
            self.tell("* OK [ALERT] injected")
        if self.has("empty-line-before-tls"):
            self.tell("")
        self.flush()
        self.wire.forget()
        self.secure()

    def do_id(self, _: list[Word]) -> str:
        if "ID" not in self.capabilities():
            raise Bad("no such command")
        self.is_identified = self.is_authenticated
        self.tell('* ID ("name" "Scripted" "version" "1")')
        return "done"

    def do_noop(self, _: list[Word]) -> str:
        return "done"

    def do_logout(self, _: list[Word]) -> str:
        self.tell("* BYE until next time")
        self.is_over = True
        return "done"

    # Logging in

    def do_login(self, arguments: list[Word]) -> str:
        return self._log_in(*arguments[:2])

    def do_authenticate(self, arguments: list[Word]) -> str:
        mechanism = arguments[0].upper()
        if mechanism == "PLAIN" and self.has("refuses-plain"):
            raise Bad("no such command")
        if f"AUTH={mechanism}" not in self.capabilities():
            raise No("no such mechanism")
        if len(arguments) > 1 and "SASL-IR" not in self.capabilities():
            raise Bad("an initial response is not known here")
        response = self._decoded(arguments[1]) if len(arguments) > 1 else self._challenge("")
        if mechanism == "PLAIN":
            _, user, password = response.split("\0")
            return self._log_in(user, password)
        user = re.search(r"user=([^\x01]*)|a=([^,]*),", response)
        token = re.search(r"auth=Bearer ([^\x01]*)", response, re.IGNORECASE)
        name = user and (user.group(1) or user.group(2))
        if name not in self.server.users or not token or token.group(1) != self.server.token:
            self._challenge('{"status":"401","schemes":"bearer"}')
            raise No("[AUTHENTICATIONFAILED] the token is not good")
        return self._logged_in()

    def _log_in(self, user: str, password: str) -> str:
        if "LOGINDISABLED" in self.capabilities():
            raise No("[PRIVACYREQUIRED] not without TLS")
        if self.has("referral"):
            raise No(f"[REFERRAL imap://{user};AUTH=*@mail.example/] go there")
        for code in ("UNAVAILABLE", "LIMIT", "EXPIRED"):
            if self.has(f"login-{code.lower()}"):
                raise No(f"[{code}] not now")
        if self.server.users.get(user) != password:
            raise No("[AUTHENTICATIONFAILED] the password is not good")
        return self._logged_in()

    def _logged_in(self) -> str:
        self.is_authenticated = True
        if self.has("echo-after-login"):
            return f"[ALERT] welcome, {self.login}"
        if self.has("alert-on-login"):
            return "[ALERT] The mailbox is nearly full"
        code = f"[CAPABILITY {' '.join(self.capabilities())}] " if self.server.volunteers else ""
        return code + "logged in"

    def _challenge(self, text: str) -> str:
        self.tell("+ " + base64.b64encode(text.encode()).decode())
        self.flush()
        answer = self.wire.line().decode()
        if answer == "*":
            raise Bad("given up")
        return self._decoded(answer)

    @staticmethod
    def _decoded(text: str) -> str:
        try:
            return base64.b64decode("" if text == "=" else text, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError) as error:
            raise Bad("no base64") from error

    # Malice

    def _misbehave(self) -> None:
        if self.has("silence"):
            while True:
                self.wire.receive()
                self.wire.forget()
        if self.has("endless-line"):
            self._send_on(b"* OK ", b"x" * 65536)
        if self.has("endless-lines"):
            self._send_on(b"", b"* OK " + b"x" * 65536 + b"\r\n")
        if self.has("endless-remarks"):
            self._send_on(b"", b"+\r\n*[\r\n\r\n" * 8192)
        if self.has("long-refusal"):
            raise No("not now " * 400_000)
        if self.has("long-farewell"):
            self.wire.send(b"* BYE " + b"not now " * 400_000 + b"\r\n")
            raise Closed
        if self.has("literal-too-big"):
            self._send_on(b"* 1 FETCH (UID 1 BODY[] {4294967295}\r\n", b"x" * 65536)
        if self.has("deep-nesting"):
            self.wire.send(b"* 1 FETCH (BODYSTRUCTURE " + b"(" * 1_000_000 + b"\r\n")
        self.drips = self.has("one-byte-a-second")
        if self.has("hangs-up"):
            self.wire.send(b"* 1 FETCH (UID 1 BODY[] {1000}\r\nFrom: ")
            raise Closed

    def _send_on(self, begin: bytes, more: bytes) -> None:
        self.wire.send(begin)
        while True:
            self.wire.send(more)
