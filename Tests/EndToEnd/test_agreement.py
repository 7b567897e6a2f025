"""Changes by another program to an account's mail appear in all windows, in the sidebar, in
notifications and on the command line."""

import imaplib
import json
import subprocess
from typing import Callable

from accessibility import Node
from app import App
from desktop_services import Notifications
from Servers import messages
from Servers.cyrus import Cyrus
from Servers.dovecot import USER, Dovecot
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
        self._open(server)
        # The second window refreshes all folders, which must end before refreshes are counted.
        self.app.trace.wait_for_visit(header="idle", runs=1)
        wait_until("the program to wait for mail", lambda: server.commands()[-1].name == "IDLE")
        server.forget()
        for number in range(_ROUNDS):
            data = self._message(f"Spring tide {number}")
            server.inbox.add(messages.Message(data, 1_750_000_100 + number))
            self._wait_for_rows(f"number {number} to come", lambda rows: f"Spring tide {number}" in rows)
        refreshes = [command.text for command in server.commands("EXAMINE")]
        self.assertEqual(len(refreshes), _ROUNDS, refreshes)

    def test_pills_and_notifications(self) -> None:
        config = self.stage.directory("config")
        keyfile = config / "glib-2.0" / "settings" / "keyfile"
        keyfile.parent.mkdir(parents=True)
        keyfile.write_text("[org/tideline/Tideline]\ntell-of-new-mail=true\n")
        self.env |= {"XDG_CONFIG_HOME": str(config)}
        desktop = self.enterContext(Notifications(self.stage.session))
        server = self.enterContext(Dovecot())
        self._fill(server, count=40)
        self._open(server, rows=15, scrolled_to=300)
        # Lets the program end with its windows.
        self.addCleanup(keyfile.write_text, "[org/tideline/Tideline]\ntell-of-new-mail=false\n")
        back, front = sorted(self.app.root.children, key=lambda window: window.name != "All Inboxes")
        self._scroll(front, 300)
        # Behind another program, no window is looked at.
        other = App(self.stage, self.home.path)
        self.addCleanup(other.end)
        other.wait_for_window()
        with server.client() as client:
            client.select("INBOX")
            new: list[str] = []
            for count in (2, 1, 3):
                for _ in range(count):
                    new.append(f"Spring tide {len(new)}")
                    client.append("INBOX", None, None, self._message(new[-1]).replace(b"\n", b"\r\n"))
                # The mail is told of once, by whichever window.
                wait_until(f"notifications of {len(new)}", lambda: self._told(desktop) == len(new),
                           describe=lambda: str(desktop.titles))
                self.assertEqual(self._unread(self._list()), set(new))
            uids = client.uid("SEARCH", "UNSEEN")[1][0].decode().replace(" ", ",")
            client.uid("STORE", uids, "+FLAGS", "(\\Seen)")
            # Mail that is read elsewhere is told of no more, but its rows are new.
            desktop.wait_for()
            self.assertEqual(self._unread(self._list()), set())
        other.end()
        # A covered window counts the rows as soon as it is seen.
        front.find("button", f"{len(new)} new above$")
        front.find("button", "Close$").act()
        wait_until("one window", lambda: len(self.app.root.children) == 1)
        back.find("button", f"{len(new)} new above$")

    @staticmethod
    def _told(desktop: Notifications) -> int:
        """The number of messages that the notifications tell of together."""
        return sum(int(title.split()[0]) for title in desktop.titles)

    @staticmethod
    def _scroll(window: Node, position: float) -> None:
        def vertical() -> Node | None:
            bars = window.find_all("scroll bar")
            ranges = [child for bar in bars for child in bar.children]
            return next((node for node in ranges if node.extents[3] > node.extents[2]), None)
        bar = wait_until("a vertical scroll bar", vertical, describe=window.outline)

        def is_there() -> bool:
            bar.value = position
            return abs(bar.value - position) < 1
        wait_until("the list at its place", is_there, describe=lambda: str(bar.value))

    def _fill(self, server: Dovecot | Cyrus | Scripted, count: int = 9) -> None:
        self.home.fill(1)
        mail = [message.data for message in messages.sample(count, gap=600)]
        server.fill([messages.Message(data, flags=frozenset({"\\Seen"})) for data in mail])

    def _play(self, server: Dovecot | Cyrus) -> None:
        self._fill(server)
        self._open(server)
        with server.client() as client:
            client.create("Later")
            client.select("INBOX")
            for number in range(_ROUNDS):
                self._play_round(client, f"Spring tide {number}")

    def _open(self, server: Dovecot | Cyrus | Scripted, rows: int = 4, scrolled_to: float = 0) -> None:
        self.url = url = f"imaps://{USER}@localhost:{server.tls_port}/"
        self.env |= self.access(server)
        self.app = app = self.open_accounts(self.home.path, url)
        app.trace.wait(header="idle", rows=rows)
        # The second window covers this one, which is then laid out no more.
        if scrolled_to:
            app.scroll_to(scrolled_to)
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
        listed = self._list()
        self.assertEqual(self._unread(listed), unread)
        for window in self.app.root.children:
            self.assertEqual({row["subject"] for row in listed} - self._rows(window).keys(), set())

    @staticmethod
    def _unread(rows: list[dict]) -> set[str]:
        return {row["subject"] for row in rows if row["unread"]}

    def _list(self) -> list[dict]:
        """The rows of `tideline list`."""
        words = ["list", self.url, "--json"]
        done = subprocess.run([str(self.stage.binary), *words], env=self.stage.session.env | self.env,
                              check=False, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["conversations"]

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
