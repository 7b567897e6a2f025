"""Several accounts in one window: the sidebar, all inboxes as one list, and accounts that are
removed."""

import shutil
import socket
import sqlite3
import time
from contextlib import closing

import remembered
import versions
from accessibility import Node
from app import App
from case import EndToEndCase
from desktop_services import Notifications
from maildir import Maildir
from Servers import messages
from Servers.cyrus import Cyrus
from Servers.dovecot import USER, Dovecot
from Servers.processes import Unavailable
from Servers.proxy import Proxy
from waiting import wait_until


class Accounts(EndToEndCase):
    window: Node | None = None
    window_number = 1

    def setUp(self) -> None:
        super().setUp()
        self.state = self.stage.directory("state")
        self.store = self.stage.directory("store") / "store.sqlite"
        self.home = Maildir(self.stage.directory("home") / "Home")
        self.work = Maildir(self.stage.directory("work") / "Work")
        self.env = {"XDG_STATE_HOME": str(self.state)}

    def open_accounts(
        self, *paths: object, last: object = remembered.ALL_INBOXES,
    ) -> App:
        remembered.remember(self.state, self.store, paths, last)
        app = self._closing(App(self.stage, None, self.store, env=self.env))
        app.wait_for_window()
        return app

    @property
    def shown(self) -> Node:
        """The object with the sidebar: the tested window, if there are several."""
        return self.window or self.app.root

    def sidebar(self) -> list[Node]:
        """The lines of the sidebar; none if it is hidden."""
        if not versions.SHOWN_PAGES.is_here:
            return self.shown.find("list", "Folders$").children
        # The sidebar is in the tree only while it is shown.
        if not self._shown_sidebars() and (buttons := self.shown.find_all("toggle button", "Folders$")):
            # Activates the action once only, since the button's state may lag behind the action's.
            if not {"pressed", "checked"} & set(buttons[0].states):
                self.app.activate("show-folders", window=self.window_number)
            wait_until("the sidebar", self._shown_sidebars, describe=self.shown.outline)
        return next((sidebar.children for sidebar in self._shown_sidebars()), [])

    def _shown_sidebars(self) -> list[Node]:
        return self.shown.find_all("list", "Folders$")

    def lines(self) -> list[str]:
        return [line.name for line in self.sidebar()]

    def wait_for_lines(self, *names: str) -> None:
        wait_until(f"the lines {names}", lambda: self.lines() == list(names),
                   describe=lambda: str(self.lines()))

    def choose(self, name: str, key: str = "Return") -> None:
        """Chooses a line by keyboard; on the tests' small monitor the sidebar is folded away."""
        wait_until(f"a line {name!r}", lambda: any(line.startswith(name) for line in self.lines()),
                   describe=lambda: str(self.lines()))

        def has_focus() -> bool:
            return any("focused" in line.states for line in self.sidebar())
        if not has_focus():
            self.devices.key("F9")
        wait_until("the sidebar to have the focus", has_focus)
        names = wait_until("the lines", self.lines)
        self.devices.key("Home")
        for _ in range(next(place for place, line in enumerate(names) if line.startswith(name))):
            self.devices.key("Down")
        self.devices.key(key)


class AllInboxesTest(Accounts):
    def test_the_inboxes_are_one_list(self) -> None:
        self.home.fill(60)
        self.work.fill(60)
        self.work.deliver("Tide at work")
        Maildir(self.work.path / ".Sent").deliver("No inbox")
        app = self.open_accounts(self.home.path, self.work.path)
        app.wait_until_idle(rows=50)
        with self.part("it is listed by date, and in the sidebar"):
            app.root.find("window", "All Inboxes$")
            names = app.row_names()
            self.assertRegex(names[0], "Tide at work")
            # Conversations are a minute apart in each inbox, and so come in pairs in the whole list.
            self.assertEqual([name.split("Tide table ")[1][:4] for name in names[1:5]],
                             ["0000", "0000", "0001", "0001"])
            self.wait_for_lines(
                "All Inboxes, 1 unread", "Home, account", "Inbox", "Work, account",
                "Inbox, 1 unread", "All Mail, 2 unread", "Sent, 1 unread")
        with self.part("a conversation of any account is read"):
            for subject in ("Tide at work", "Tide table 0000"):
                row = next(row for row in app.conversations.children if subject in row.name)
                x, y, width, height = row.extents
                self.devices.click(x + width / 2, y + height / 2)
                app.root.find("label", f"{subject}: high water")
                app.activate("back")
        with self.part("a pull refreshes all of them"):
            def deliver() -> None:
                self.home.deliver("Home harbour")
                self.work.deliver("Work harbour")
            app.pull_while(deliver)
            app.root.find(None, "2 new")
            app.trace.wait(header="idle", first="Work harbour", rows=52)
        with self.part("search and filter look through all"):
            app.activate("unread-only")
            app.trace.wait(test=lambda state: 2 <= state["rows"] <= 3)
            app.activate("unread-only")
            app.trace.wait(rows=50)
            self.devices.key("ctrl+f")
            app.root.find(None, "Search conversations$").text = "work harbour"
            app.trace.wait(rows=1, first="Work harbour")
            self.devices.key("Escape")
            app.trace.wait(rows=50)
        with self.part("a page past the bottom goes on where the last one ended"):
            app.scroll_to_bottom()
            app.pull(-150)
            app.trace.wait(footer="idle", test=lambda state: state["rows"] >= 100)
            numbers = [int(name.split("Tide table ")[1][:4])
                       for name in app.all_row_names() if "Tide table " in name]
            self.assertEqual(numbers, sorted(numbers))
            self.assertGreater(len(numbers), 90)


class ServersTest(Accounts):
    def setUp(self) -> None:
        super().setUp()
        self.server = self.enterContext(Dovecot())
        self.cable = self.enterContext(Proxy(self.server.tls_port))
        messages.place(self.server.maildir(USER), messages.sample(300, gap=600))
        self.env |= self.access(self.server)
        self.url = f"imaps://{USER}@localhost:{self.cable.port}/"

    def test_five_accounts_are_one_list_though_one_never_answers(self) -> None:
        # Two accounts on disk, two kinds of servers, and one that never answers.
        self.home.fill(35)
        self.work.fill(35)
        try:
            cyrus = self.enterContext(Cyrus())
        except Unavailable as reason:
            self.skipTest(str(reason))
        cyrus.fill(messages.sample(12, gap=600))
        with socket.create_server(("127.0.0.1", 0)) as silent:
            app = self.open_accounts(
                self.home.path, self.work.path, self.url,
                f"imaps://{USER}@localhost:{cyrus.tls_port}/",
                f"imaps://{USER}@127.0.0.1:{silent.getsockname()[1]}/")
            app.trace.wait(test=lambda state: state["rows"] >= 50)
            with self.part("it holds up none of the others"):
                self.home.deliver("While it waits")
                self.choose("Inbox")
                app.trace.wait(header="idle", rows=36, first="While it waits")
                self.choose("All Inboxes")
            # The silent one is given up after the others were read. The header may be idle before.
            # The end of its own 20 s replaces the message, and may come first.
            self.devices.pass_time(18)
            app.root.find(name=f"“{USER}”: .*(does|did) not answer")
            app.trace.wait(header="idle", test=lambda state: state["rows"] >= 50)
            while app.trace.last["footer"] != "exhausted":
                loads = app.trace.last["loads"]
                app.scroll_to_bottom()
                app.pull(-150)
                app.trace.wait(test=lambda state: state["footer"] == "exhausted" or
                               state["loads"] > loads and state["footer"] == "idle")
            numbers = [int(name.split("Tide table ")[1][:4])
                       for name in app.all_row_names() if "Tide table " in name]
            self.assertEqual(numbers, sorted(numbers))
            self.assertEqual(len(numbers), 70)
            # All conversations of the servers are included: a hundred, and four.
            self.assertEqual(app.trace.last["rows"], 175)

    def test_two_windows_list_two_folders_of_an_account_that_is_then_not_reached(self) -> None:
        # New mail in an inactive window causes a notification.
        self.enterContext(Notifications(self.stage.session))
        self.home.fill(3)
        self.deliver("Archived tide", folder="Archive")
        app = self.open_accounts(self.home.path, self.url, last=self.url)
        app.trace.wait(header="idle", first="Tide 297")
        self.hand_over(app, self.home.path, self.env)
        self.window, self.window_number = app.root.find_window("Home$"), 2
        self.choose("Archive")
        self.window.find("list item", "Archived tide")
        [inbox] = [window for window in app.root.children if window != self.window]
        self.assert_live(inbox, "Spring tide")
        self.assert_live(self.window, "Ebb tide", folder="Archive")
        self.assertEqual(len(self.window.find("list", "Conversations$").children), 2)
        # After one window is closed, the other one still follows the account.
        self.window.find("button", "Close$").act()
        app.root.wait_until_gone("window", "Archive")
        self.assert_live(inbox, "Neap tide")
        with self.part("a server that is not reached is named, and the others are read"):
            self.window, self.window_number = None, 1
            self.choose("All Inboxes")
            app.trace.wait(header="idle", test=lambda state: state["rows"] > 10)
            # The first rows come before all mail was read, and a long reading opens the header.
            self.wait_for_quiet(self.cable)
            app.wait_until_idle()
            runs = app.trace.last["runs"] + 1
            self.cable.unplug(reset=True)
            app.pull_while(lambda: self.home.deliver("Home harbour"))
            state = app.trace.wait_for_visit(header="settling", runs=runs)
            self.assertEqual(state["result"], f"1 new; {USER} is offline")
            app.trace.wait(header="idle", first="Home harbour")
            app.root.find(name=f"“{USER}”: Offline since")
            wait_until("the mark", lambda: any("offline" in line for line in self.lines()),
                       describe=lambda: str(self.lines()))

    def assert_live(self, window: Node, subject: str, folder: str = "INBOX") -> None:
        """Checks that mail for the folder appears in the window that lists it."""
        self.deliver(subject, folder)
        window.find("list item", subject)

    def deliver(self, subject: str, folder: str = "INBOX") -> None:
        message = messages.Message(f"Subject: {subject}\n\nHigh water.\n".encode(), int(time.time()))
        self.server.fill([message], folder=folder)


class SidebarTest(Accounts):
    def test_accounts_are_listed_followed_folded_described_and_removed(self) -> None:
        self.home.fill(3)
        self.work.fill(5)
        Maildir(self.work.path / ".Sent").deliver("Sent")
        self.app = self.open_accounts(self.home.path, self.work.path, last=self.home.path)
        self.app.wait_until_idle(rows=3)
        with self.part("a folder of another account is listed in the same window"):
            self.choose_sent()
            self.app.root.find("window", "Sent — Work$")
            self.choose("Inbox")
            self.app.trace.wait(rows=3)
            self.choose("All Inboxes")
            self.app.trace.wait(header="idle", rows=8)
        # Mail that is removed causes no event for a program that waits for mail.
        with self.part("a list follows a refresh that was started in the menu of an account"):
            self.home.remove(0)
            self.choose("Home, account", "Tab")
            self.devices.key("Return")
            self.app.menu_item("Refresh").act()
            self.app.trace.wait(header="idle", rows=7)
            self.leave_sidebar()
        with self.part("properties are shown"):
            self.choose("Work, account", "Tab")
            self.devices.key("Return")
            self.app.menu_item("Properties").act()
            window = self.app.root.find_window("Properties of Work$")
            window.find("label", str(self.work.path))
            window.find("label", r"/.*\.sqlite$")
            self.devices.key("Escape")
            self.app.root.wait_until_gone("window", "Properties of Work$")
            self.leave_sidebar()
        with self.part("an account is folded, and stays so"):
            self.choose("Work, account")
            folded = "All Inboxes", "Home, account", "Inbox", "Work, account, folded, 1 unread"
            self.wait_for_lines(*folded)
            self.assertEqual(self.app.close(), 0)
            self.app = self._closing(App(self.stage, None, self.store, env=self.env))
            self.app.wait_until_idle(rows=7)
            self.wait_for_lines(*folded)
            self.choose("Work, account, folded")
            wait_until("its folders", lambda: "Sent, 1 unread" in self.lines())
        with self.part("a list follows a refresh that was started in another window"):
            self.home.remove(1)
            self.hand_over(self.app, self.home.path, self.env)
            wait_until("two windows", lambda: sorted(self._windows()) == ["All Inboxes", "Home"])
            wait_until("the list to follow", lambda: len(self._rows("All Inboxes")) == 6)
            self.devices.settle()
            self.devices.key("ctrl+w")
            wait_until("one window", lambda: self._windows() == ["All Inboxes"])
            self.devices.settle()
        with self.part("one is removed in both windows, and its mail stays"):
            mail = sorted(path.name for path in self.work.path.rglob("*"))
            self.choose_sent()
            self.hand_over(self.app, self.home.path, self.env)
            wait_until("a second window", lambda: self._windows().count("Home") == 1)
            self.remove_work()
            wait_until("both to show what is left", lambda: self._windows().count("Home") == 2)
            self.assertEqual(sorted(path.name for path in self.work.path.rglob("*")), mail)
            self.assertEqual(self.app.close(), 0)
            self.assertNotIn("Work", remembered.file(self.state, self.store).read_text())
        self.remember_work()
        with self.part("one that is taken off the recent ones is gone here, too"):
            self.app = self._closing(App(self.stage, None, self.store, env=self.env))
            self.app.wait_until_idle(rows=5)
            self.choose_sent()
            self.app.activate("welcome")
            self.app.root.find("button", "Remove “Work”").act()
            self.app.root.wait_until_gone("list item", "Work$")
            self.devices.key("Escape")
            self.app.trace.wait(rows=1, test=lambda state: state["first"] != "Sent")
            self.app.root.find("window", "Home$")
            wait_until("no line of the account",
                       lambda: not any("Work" in line for line in self.lines()),
                       describe=self.lines)
        with self.part("one whose folder is gone leaves no marks"):
            self.hand_over(self.app, self.work.path, self.env)
            self.window, self.window_number = self.app.root.find_window(".*Work$"), 2
            row = self.window.find("list item", self.work.subject(0))
            self.devices.settle()
            self.devices.key("Home")
            self.devices.key("s")
            wait_until("the star", lambda: "starred" in row.name, describe=lambda: row.name)
            self.assertEqual(self.marks(), 1)
            self.assertEqual(self.app.close(), 0)
            shutil.rmtree(self.work.path)
            self.remember_work()
            self.app = self._closing(App(self.stage, None, self.store, env=self.env))
            self.app.wait_for_window()
            self.remove_work()
            self.assertEqual(self.marks(), 0)

    def leave_sidebar(self) -> None:
        """Folds the sidebar away, from which a menu took the focus, and waits until it is gone."""
        self.devices.key("F9")
        self.devices.settle()
        if versions.SHOWN_PAGES.is_here:
            wait_until("no sidebar", lambda: not self._shown_sidebars())

    def remember_work(self) -> None:
        remembered.remember(
            self.state, self.store, [self.home.path, self.work.path], self.work.path)

    def choose_sent(self) -> None:
        self.choose("Sent")
        self.app.trace.wait(rows=1, first="Sent")

    def remove_work(self) -> None:
        self.app.activate("remove-account")
        self.app.root.find(None, "Remove “Work”").find("button", ".*Remove$").act()
        self.app.root.find(None, "“Work” was removed")

    def _windows(self) -> list[str]:
        return [window.name for window in self.app.root.children]

    def _rows(self, title: str) -> list[Node]:
        [window] = [found for found in self.app.root.children if found.name == title]
        return window.find("list", "Conversations$").children

    def marks(self) -> int:
        path = self.state / "tideline" / "marks.sqlite"
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
            return file.execute("SELECT count(*) FROM mark").fetchone()[0]
