"""Mail on a real server, behind a proxy (`cable`) that delays and can cut the connection."""

from dataclasses import replace

from app import App
from case import EndToEndCase
from desktop_services import Sleeps
from processes import open_files, private_memory
from Servers import messages
from Servers.dovecot import USER, Dovecot
from Servers.proxy import Proxy
from waiting import wait_until

_LATENCY = 0.05  # real seconds of a round trip, which are 0.2 of the session's clock
_SINCE = r"Offline since \d\d:\d\d\. "
_NOT_REACHED = "The server is not reached"


class Server(EndToEndCase):
    pace = 0.25  # The cable delays in real time.

    def setUp(self) -> None:
        super().setUp()
        self.server = self.enterContext(Dovecot())
        self.cable = self.enterContext(Proxy(self.server.tls_port))
        self.cable.set_latency(_LATENCY)

    def open_account(self, count: int, gap: int = 6 * 3600, is_unread: bool = False,
                     env: dict[str, str] | None = None) -> App:
        mail = messages.sample(count, gap=gap)
        if is_unread:
            mail = [replace(message, flags=frozenset()) for message in mail]
        messages.place(self.server.maildir(USER), mail)
        self.env = self.access(self.server) | (env or {})
        return self.open_window()

    def open_window(self, **options) -> App:
        return self.open(f"imaps://{USER}@localhost:{self.cable.port}/", env=self.env, **options)

    def wait_for_rows(self, app: App) -> int:
        """Waits for the first rows; their number depends on the mail. Those out of sight come
        after the others."""
        app.wait_until_idle()
        app.trace.wait(header="idle", test=lambda state: state["rows"] >= 10)

        def at_rest() -> int | None:
            rows = app.trace.last["rows"]
            self.devices.settle()
            return rows if app.trace.last["rows"] == rows else None
        return wait_until("the rows to stay", at_rest)

    def deliver(self, count: int) -> None:
        """Delivers further sample messages, newer than all before."""
        new = messages.sample(count, newest=1_760_000_000, seed=7)
        messages.place(self.server.maildir(USER), new, tag="new")

    def place(self, number: int) -> None:
        """Delivers the sample's message with this number, newer than all before."""
        new = messages.sample(number + 1, newest=1_760_000_000 + number)[-1:]
        messages.place(self.server.maildir(USER), new, tag=f"new{number}")

    def test_mail_on_a_server_is_listed_paged_read_and_followed(self) -> None:
        app = self.open_account(3000, is_unread=True)
        rows = self.wait_for_rows(app)
        with self.part("the newest conversations are listed, whatever the folder's size"):
            self.assertRegex(app.row_names()[0], "Tide 2997")
            self.assertLess(self.cable.counts().received, 200_000)
        with self.part("a pull past the bottom fetches the next page"):
            app.scroll_to_bottom()
            self.cable.forget()
            app.pull(-150)
            app.trace.wait_for_visit(footer="running", loads=1)
            app.trace.wait(footer="idle", test=lambda state: state["rows"] >= rows + 50)
            self.assertGreater(self.cable.counts().round_trips, 0)
        with self.part("the unread messages of a conversation take one round trip"):
            self.devices.key("Home")
            self.wait_for_quiet(self.cable)
            self.cable.forget()
            self.devices.key("Return")
            for number in (2997, 2998, 2999):
                app.root.find("label", f"High water {number}")
            # Allows one more round trip, by which the app waits for mail again.
            self.assertLessEqual(self.cable.counts().round_trips, 2)
            self.devices.key("Escape")
            self.devices.settle()
        with self.part("a pull past the top brings what is new"):
            app.scroll_to(0)
            self.deliver(3)
            app.pull(150)
            app.trace.wait(first="Tide 0", header="idle", runs=1)
        with self.part("mail that arrives is in the list without a refresh"):
            self.place(3000)
            app.trace.wait(first="Tide 3000")
            self.assertEqual(app.trace.last["runs"], 1)

    def test_a_server_that_gives_one_connection_is_enough(self) -> None:
        self.server = self.enterContext(Dovecot(extra="mail_max_userip_connections = 1"))
        self.cable = self.enterContext(Proxy(self.server.tls_port))
        self.cable.set_latency(_LATENCY)
        app = self.open_account(30)
        self.wait_for_rows(app)
        self.devices.key("Home")
        self.devices.key("F5")
        self.devices.key("Return")
        app.root.find("label", "High water 29")
        self.assert_refreshes(app)
        self.devices.key("Escape")
        self.deliver(1)
        app.trace.wait(first="Tide 0", header="idle")
        self.assertFalse(app.root.find_all("label", ".*let you in.*"))
        self.assertNotRegex(str(app.trace.visited("result")), f"let you in|{_NOT_REACHED}")

    def test_without_the_cable_work_waits_and_is_done_once_when_it_is_back(self) -> None:
        app = self.open_account(1000)
        self.wait_for_rows(app)
        with self.part("a cable that is pulled from a window at rest is noticed"):
            self.cable.unplug(reset=True)
            app.root.find(name=_SINCE)
            self.cable.plug()
            self.wait_for_notice_to_go(app)
            self.assertEqual(app.trace.last["runs"], 0)
        with self.part("a page that failed is retried, and goes on by itself"):
            self.cable.unplug(reset=True)
            app.root.find(name=_SINCE)  # makes the list less high
            app.scroll_to_bottom()
            app.pull(-150)
            app.trace.wait_for_visit(footer="failed", loads=1)
            app.scroll_to_bottom()
            app.root.find("label", f"Failed: {_NOT_REACHED}$")
            rows = app.trace.last["rows"]  # including stored rows below the horizon
            app.root.find("button", "Retry$").act()
            app.trace.wait_for_visit(footer="failed", loads=2)
            self.assertEqual(app.trace.last["rows"], rows)
            self.cable.plug()
            app.trace.wait(footer="idle", test=lambda state: state["rows"] > rows)
            self.wait_for_notice_to_go(app)
            # No refresh has run: only the page was requested.
            self.assertEqual((app.trace.last["runs"], app.trace.last["loads"]), (0, 3))
        with self.part("the list stays, and a refresh that failed runs again by itself, once"):
            app.scroll_to(0)
            rows = app.trace.last["rows"]
            self.cable.unplug(reset=True)
            app.root.find(name=_SINCE)  # moves the list down
            self.devices.settle()
            app.pull(150)
            state = app.trace.wait_for_visit(header="settling", runs=1)
            self.assertEqual(state["result"], _NOT_REACHED)
            self.assertEqual(app.trace.last["rows"], rows)
            app.root.find("button", "Try Again$")
            app.trace.wait(header="idle")
            self.deliver(2)
            self.cable.plug()
            # The mail that has come since is in the list, too, even if waiting for mail brought it
            # before the refresh did.
            app.trace.wait(header="idle", first="Tide 0")
            self.wait_for_notice_to_go(app)
            self.assert_nothing_starts(app)
            runs = app.trace.last["runs"]
            self.assertLessEqual(runs, 2)
        with self.part("Try Again does not wait"):
            self.cable.unplug(reset=True)
            self.devices.key("F5")
            app.trace.wait_for_visit(header="settling", runs=runs + 1)
            button = app.root.find("button", "Try Again$")
            app.trace.wait(header="idle")
            self.cable.plug()
            button.act()
            app.trace.wait_for_visit(header="running", runs=runs + 2)
            app.trace.wait(header="idle")
            self.wait_for_notice_to_go(app)

    def test_losses_and_sleeps_leave_nothing_and_it_is_up_to_date_after_each(self) -> None:
        sleeps = self.enterContext(Sleeps(self.stage.session))
        app = self.open_account(30, env=sleeps.env)
        self.wait_for_rows(app)
        process = app.process.pid

        def lose_and_return(times: int) -> None:
            for _ in range(times):
                self.cable.unplug(reset=True)
                button = app.root.find("button", "Try Again$")
                self.cable.plug()
                button.act()
                self.wait_for_notice_to_go(app)
            # Waits until the refresh is over, and one connection waits for mail.
            wait_until("the store without a lock",
                       lambda: f"{app.store}.lock" not in open_files(process))
            wait_until("one connection", lambda: self.cable.open_connections() == 1)
            self.wait_for_quiet(self.cable)

        with self.part("losses and returns leave nothing"):
            lose_and_return(2)  # afterwards the allocator has enough memory
            memory, files = private_memory(process), open_files(process)
            # The store opens further SQLite connections when reads coincide: up to one writer and
            # three readers, with two files each.
            files |= {str(app.store): 4, f"{app.store}-wal": 4}
            lose_and_return(2)
            self.assertLessEqual(private_memory(process) - memory, 512)
            wait_until("no more open files", lambda: open_files(process) <= files,
                       describe=lambda: open_files(process) - files)
        with self.part("after each sleep it is up to date by itself"):
            app.trace.wait(header="idle")
            runs = app.trace.last["runs"]
            for number in range(30, 33):
                lists = app.trace.last["lists"]
                sleeps.begin()
                # As in another network: open connections are dead, without a report.
                self.cable.strand()
                self.place(number)
                sleeps.end()
                # The three are one conversation.
                app.trace.wait(first=f"Tide {number - number % 3}",
                               test=lambda state: state["lists"] > lists)
                self.devices.key("F5")
                runs += 1
                app.trace.wait(header="idle", runs=runs)

    def test_an_account_that_was_never_reached_opens_by_itself_and_is_stored_from_then_on(
            self) -> None:
        self.cable.unplug()
        app = self.open_account(300)
        app.wait_for_window()
        app.root.find(None, "The mailbox cannot be shown$")
        self.cable.plug()
        rows = self.wait_for_rows(app)
        self.assertEqual(app.close(), 0)
        self.cable.unplug()
        app = self.open_window(store=app.store)
        app.wait_until_idle(rows=rows)
        app.root.find(name=_SINCE)
        self.cable.plug()
        app.trace.wait_for_visit(header="running", runs=2)
        self.wait_for_notice_to_go(app)

    def wait_for_notice_to_go(self, app: App) -> None:
        app.root.wait_until_gone(name=_SINCE)
