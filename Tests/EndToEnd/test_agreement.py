"""Changes by another program to an account's mail appear in all windows, in the sidebar and on the
command line."""

import imaplib
import json
import subprocess
from typing import Callable

from accessibility import Node
from Servers import messages, scripted
from Servers.cyrus import Cyrus
from Servers.dovecot import PASSWORD, USER, Dovecot
from Servers.processes import PATIENCE, Unavailable
from Servers.scripted import Scripted
from test_all_inboxes import Accounts
from thorough import takes_long
from waiting import wait_until

_ROUNDS = 4


class AgreementTest(Accounts):
    def test_on_dovecot(self) -> None:
        self._play(self.enterContext(Dovecot()))

    @takes_long
    def test_on_cyrus(self) -> None:
        try:
            server = self.enterContext(Cyrus())
        except Unavailable as reason:
            self.skipTest(str(reason))
        self._play(server)

    def test_one_arrival_makes_one_refresh(self) -> None:
        server = self.enterContext(Scripted())
        self._fill(server)
        self._open(server, f"imaps://{scripted.USER}@localhost:{server.tls_port}/", scripted.PASSWORD)
        wait_until("the program to wait for mail", lambda: server.commands()[-1].name == "IDLE")
        server.forget()
        for number in range(_ROUNDS):
            data = self._message(f"Spring tide {number}")
            server.inbox.add(messages.Message(data, 1_750_000_100 + number))
            self._wait_for_rows(f"number {number} to come", lambda rows: f"Spring tide {number}" in rows)
        # A window that has just opened may refresh all folders meanwhile, with a LIST.
        refreshes = len(server.commands("EXAMINE")) - len(server.commands("LIST"))
        self.assertEqual(refreshes, _ROUNDS, [command.text for command in server.commands()])

    def _fill(self, server: Dovecot | Cyrus | Scripted) -> None:
        self.home.fill(1)
        mail = [message.data for message in messages.sample(9, gap=600)]
        server.fill([messages.Message(data, flags=frozenset({"\\Seen"})) for data in mail])

    def _play(self, server: Dovecot | Cyrus) -> None:
        self._fill(server)
        url = f"imaps://{USER}@localhost:{server.tls_port}/"
        self._open(server, url, PASSWORD)
        with server.client() as client:
            client.create("Later")
            client.select("INBOX")
            for number in range(_ROUNDS):
                self._play_round(client, f"Spring tide {number}")

    def _open(self, server: Dovecot | Cyrus | Scripted, url: str, password: str) -> None:
        self.url = url
        self.use_password(password)
        self.env |= {"TIDELINE_CA_FILE": str(server.certificates.authority)}
        self.app = app = self.open_accounts(self.home.path, url)
        app.trace.wait(header="idle", rows=4)
        # This process passes its arguments to the first one, which opens a second window.
        subprocess.run([str(self.stage.binary), url, "--store", str(self.store)],
                       env=self.stage.session.env | self.env, check=True, timeout=PATIENCE)
        wait_until("two windows", lambda: len(app.root.children) == 2)

    @staticmethod
    def _message(subject: str) -> bytes:
        name = subject.replace(" ", ".")
        return f"Subject: {subject}\nMessage-ID: <{name}@mail.example>\n\nHigh water.\n".encode()

    def _play_round(self, client: imaplib.IMAP4, subject: str) -> None:
        client.append("INBOX", None, None, self._message(subject).replace(b"\n", b"\r\n"))
        self._wait(f"{subject} to come", lambda rows: "unread" in rows.get(subject, ""), unread=1)
        [uids] = client.uid("SEARCH", "SUBJECT", f'"{subject}"')[1]
        client.uid("STORE", uids.decode(), "+FLAGS", "(\\Seen)")
        self._wait(f"{subject} to be read", lambda rows: "unread" not in rows.get(subject, "unread"),
                   unread=0)
        client.uid("STORE", uids.decode(), "-FLAGS", "(\\Seen)")
        self._wait(f"{subject} to be unread", lambda rows: "unread" in rows.get(subject, ""), unread=1)
        self._check_command_line(unread={subject})
        if subject.endswith(("1", "3")):
            client.uid("MOVE", uids.decode(), "Later")
        else:
            client.uid("STORE", uids.decode(), "+FLAGS", "(\\Deleted)")
            client.expunge()
        self._wait(f"{subject} to go", lambda rows: subject not in rows, unread=0)
        self._check_command_line(unread=set())

    def _check_command_line(self, unread: set[str]) -> None:
        """Checks that `tideline list` agrees with the windows, whose store it shares."""
        words = ["list", self.url, "--json"]
        done = subprocess.run([str(self.stage.binary), *words], env=self.stage.session.env | self.env,
                              check=False, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)["conversations"]
        self.assertEqual({row["subject"] for row in rows if row["unread"]}, unread)
        for window in self.app.root.children:
            self.assertEqual({row["subject"] for row in rows} - self._rows(window).keys(), set())

    def _wait_for_rows(self, what: str, is_so: Callable[[dict[str, str]], bool]) -> None:
        def all_agree() -> bool:
            return all(is_so(self._rows(window)) for window in self.app.root.children)
        wait_until(f"{what} in both windows", all_agree,
                   describe=lambda: str([self._rows(window) for window in self.app.root.children]))

    def _wait(self, what: str, is_so: Callable[[dict[str, str]], bool], unread: int) -> None:
        self._wait_for_rows(what, is_so)
        # Looks at the front window, since the sidebar of a covered window does not unfold.
        [self.window] = [one for one in self.app.root.children if one.name != "All Inboxes"]
        self.window_number = 2
        line = f"All Inboxes, {unread} unread" if unread else "All Inboxes"
        wait_until(f"the sidebar to say {line!r}", lambda: self.lines()[:1] == [line],
                   describe=lambda: str(self.lines()))

    def _rows(self, window: Node) -> dict[str, str]:
        """The description of each row, by its subject."""
        rows = window.find("list", "Conversations$").children
        return {row.name.split(", ")[0]: row.name for row in rows}
