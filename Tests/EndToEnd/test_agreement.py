"""Changes by another program to an account's mail appear in all windows, and in the sidebar."""

import imaplib
import subprocess

from accessibility import Node
from Servers import messages
from Servers.cyrus import Cyrus
from Servers.dovecot import PASSWORD, USER, Dovecot
from Servers.processes import PATIENCE, Unavailable
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

    def _play(self, server: Dovecot | Cyrus) -> None:
        self.home.fill(1)
        mail = [message.data for message in messages.sample(9, gap=600)]
        server.fill([messages.Message(data, flags=frozenset({"\\Seen"})) for data in mail])
        url = f"imaps://{USER}@localhost:{server.tls_port}/"
        self._open(server, url)
        with server.client() as client:
            client.select("INBOX")
            for number in range(_ROUNDS):
                self._play_round(client, f"Spring tide {number}")

    def _open(self, server: Dovecot | Cyrus, url: str) -> None:
        self.use_password(PASSWORD)
        self.env |= {"TIDELINE_CA_FILE": str(server.certificates.authority)}
        self.app = app = self.open_accounts(self.home.path, url)
        app.trace.wait(header="idle", rows=4)
        # This process passes its arguments to the first one, which opens a second window.
        subprocess.run([str(self.stage.binary), url, "--store", str(self.store)],
                       env=self.stage.session.env | self.env, check=True, timeout=PATIENCE)
        wait_until("two windows", lambda: len(app.root.children) == 2)

    def _play_round(self, client: imaplib.IMAP4, subject: str) -> None:
        mail = f"Subject: {subject}\r\nMessage-ID: <{subject.replace(' ', '.')}@mail.example>\r\n\r\n"
        client.append("INBOX", None, None, mail.encode() + b"High water.\r\n")
        self._wait(f"{subject} to come", lambda rows: "unread" in rows.get(subject, ""), unread=1)
        [uids] = client.uid("SEARCH", "SUBJECT", f'"{subject}"')[1]
        client.uid("STORE", uids.decode(), "+FLAGS", "(\\Seen)")
        self._wait(f"{subject} to be read", lambda rows: "unread" not in rows.get(subject, "unread"),
                   unread=0)
        client.uid("STORE", uids.decode(), "+FLAGS", "(\\Deleted)")
        client.expunge()
        self._wait(f"{subject} to go", lambda rows: subject not in rows, unread=0)

    def _wait(self, what: str, is_so, unread: int) -> None:
        def all_agree() -> bool:
            return all(is_so(self._rows(window)) for window in self.app.root.children)
        wait_until(f"{what} in both windows", all_agree,
                   describe=lambda: str([self._rows(window) for window in self.app.root.children]))
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
