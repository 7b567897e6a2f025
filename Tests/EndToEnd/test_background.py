"""Notifications of new mail while no window is open: only if the user has switched them on."""

import re
import shlex
from pathlib import Path
from typing import ClassVar

from accessibility import Node
from app import LIST, App
from desktop_services import BackgroundPortal, FailingPortal, LeavingPortal, MarkupNotifications, Notifications
from maildir import Maildir
from preferences import PreferencesCase, PreferencesWindow
from program import Program
from Servers import messages
from Servers.dovecot import USER, Dovecot
from Servers.proxy import Proxy
from test_all_inboxes import Accounts
from waiting import wait_until

_SWITCH = "Tell Me of New Mail.*"


class BackgroundCase(PreferencesCase):
    SWITCH: ClassVar = ("General", "switch", _SWITCH)
    DESKTOP: ClassVar = Notifications

    def setUp(self) -> None:
        super().setUp()
        self.desktop = self.enterContext(self.DESKTOP(self.stage.session))
        self.delivered = 0

    @property
    def entry(self) -> Path | None:
        """The file by which the desktop starts the program at login."""
        return next((self.config / "autostart").glob("org.tideline.Tideline*.desktop"), None)

    def switch(self, app: App) -> None:
        control = PreferencesWindow(app).control(*self.SWITCH)
        was_on = "checked" in control.states
        control.act()
        # The switch moves before it changes the setting.
        wait_until("the switch to have moved", lambda: ("checked" in control.states) != was_on)
        app.close_preferences()

    def switch_on(self, app: App) -> None:
        self.switch(app)
        wait_until("the desktop's file", lambda: self.entry)

    def switch_off_elsewhere(self) -> None:
        """Switches the setting off, as another program does."""
        self.keyfile.write_text("[org/tideline/Tideline]\ntell-of-new-mail=false\n")
        wait_until("no file of the desktop's", lambda: not self.entry)

    def close_window(self, app: App) -> None:
        self.devices.settle()
        self.devices.key("ctrl+w")
        wait_until("no window", lambda: not app.root.children)

    def open_empty(self) -> App:
        """Opens a mailbox without mail, whose window is closed again."""
        app = self.open(env=self.env)
        app.wait_for_window()
        app.trace.wait(header="idle", rows=0)
        self.switch_on(app)
        self.close_window(app)
        return app

    def click_leads_to(self, program: Program, first: str) -> None:
        """Checks that a click on the notification opens a window with this conversation at the
        top."""
        self.desktop.click()
        root = self.root_of(program)
        rows = root.find("list", LIST)
        wait_until("the window to have the keys",
                   lambda: any("active" in window.states for window in root.children))
        wait_until("the new row", lambda: rows.children and rows.children[0].name.startswith(first),
                   describe=root.outline)
        self.desktop.wait_for()

    def root_of(self, program: Program) -> Node:
        return self.stage.reader.application(program.process.pid)

    def open_server(self) -> App:
        self.server = self.enterContext(Dovecot())
        messages.place(self.server.maildir(USER), messages.sample(30))
        self.secrets = self.access(self.server)
        app = self.open(f"imaps://{USER}@localhost:{self.server.tls_port}/",
                        env=self.env | self.secrets)
        app.wait_until_idle()
        return app

    def deliver(self, count: int) -> None:
        """Delivers mail to the server, newer than all before."""
        self.delivered += 1
        new = messages.sample(count, newest=1_760_000_000 + self.delivered, seed=self.delivered)
        messages.place(self.server.maildir(USER), new, tag=f"new{self.delivered}")


class Background(BackgroundCase):
    def test_mail_on_disk_is_told_with_the_window_closed_once_it_is_switched_on(self) -> None:
        autostart = self.config / "autostart"
        autostart.write_text("This is no folder.")
        app = self.open_configured(count=30)
        with self.part("where the file cannot be written, it stays off and says why"):
            window = PreferencesWindow(app)
            control = window.control(*self.SWITCH)
            control.act()
            window.node.find("label", "The file .*autostart.* cannot be changed")
            wait_until("the switch to be off", lambda: "checked" not in control.states)
            app.close_preferences()
            autostart.unlink()
        with self.part("it is off until somebody switches it on"):
            self.assertEqual(app.close(), 0)
            self.assertIsNone(self.entry)
            app = self.open(env=self.env, store=app.store)
            app.wait_until_idle(rows=30)
        self.switch_on(app)
        with self.part("mail on disk is told, and a click leads to it"):
            self.close_window(app)
            self.maildir.deliver("While no window was open")
            self.desktop.wait_for("1 new in INBOX")
            self.click_leads_to(app, "While no window")
        with self.part("switched off, it ends with its windows"):
            app.root = self.root_of(app)
            self.switch(app)
            wait_until("no file of the desktop's", lambda: not self.entry)
            self.assertEqual(app.close(), 0)

    def test_the_first_message_of_an_empty_mailbox_is_told(self) -> None:
        app = self.open_empty()
        self.maildir.deliver("The first of all")
        self.desktop.wait_for("1 new in INBOX")
        with self.part("quit ends it without a window as well"):
            app.activate("quit", window=0)
            self.assertEqual(app.wait(), 0)
            self.assertTrue(self.entry)

    def test_on_a_server_it_is_told_now_and_after_the_next_login(self) -> None:
        app = self.open_server()
        self.switch_on(app)
        with self.part("it is told with the window closed"):
            self.close_window(app)
            self.deliver(2)
            self.desktop.wait_for(f"2 new in {USER}")
            self.click_leads_to(app, "Tide 0")
        with self.part("quit ends it until the next login"):
            self.devices.key("ctrl+q")
            self.assertEqual(app.wait(), 0)
            self.assertTrue(self.entry)
        with self.part("at login it starts without a window, and tells what has come meanwhile"):
            self.deliver(1)
            service = self.log_in()
            self.desktop.wait_for(f"1 new in {USER}")
            # A program without a window has no accessible objects.
            self.assertIsNone(self.stage.reader.find_application(service.process.pid))
            self.click_leads_to(service, "Tide 0")
        with self.part("switched off without a window, it ends at once"):
            self.devices.settle()
            self.devices.key("ctrl+w")
            wait_until("no window", lambda: not self.root_of(service).children)
            service.check_running()
            self.switch_off_elsewhere()
            self.assertEqual(service.wait(), 0)

    def log_in(self) -> Program:
        """Starts the command that the desktop would start."""
        command = re.search("^Exec=(.*)$", self.entry.read_text(), re.MULTILINE)[1]
        service = Program(self.stage, shlex.split(command), self.env | self.secrets)
        self.addCleanup(service.end)
        return service


class OtherDesktops(BackgroundCase):
    DESKTOP: ClassVar = MarkupNotifications

    def test_what_a_stranger_writes_is_no_markup(self) -> None:
        app = self.open_empty()
        self.maildir.deliver('<a href="https://a.example">A & B</a>')
        wait_until("the notification", lambda: self.desktop.bodies)
        self.assertIn("&lt;a href=&quot;https://a.example&quot;&gt;A &amp; B&lt;/a&gt;",
                      self.desktop.bodies[0])
        app.activate("quit", window=0)
        self.assertEqual(app.wait(), 0)


class Sidebar(Accounts):
    """Accounts that are in the sidebar, but not shown."""

    def setUp(self) -> None:
        super().setUp()
        config = self.stage.directory("config")
        self.env |= {"XDG_CONFIG_HOME": str(config)}
        self.keyfile = config / "glib-2.0" / "settings" / "keyfile"
        self.keyfile.parent.mkdir(parents=True)
        self.desktop = self.enterContext(Notifications(self.stage.session))
        self.home.fill(3)

    def open_with(self, *paths: object) -> App:
        """Shows the first account, and watches the others."""
        self.keyfile.write_text("[org/tideline/Tideline]\ntell-of-new-mail=true\n")
        app = self.open_accounts(self.home.path, *paths, last=self.home.path)
        # Lets the program end with its windows.
        self.addCleanup(self.keyfile.write_text, "[org/tideline/Tideline]\ntell-of-new-mail=false\n")
        app.wait_until_idle(rows=3)
        return app

    def test_each_is_watched_by_one_connection_until_it_is_removed(self) -> None:
        other = Maildir(self.stage.directory("other") / "Other")
        for mail in (self.work, other):
            mail.fill(3)
        self.work.deliver("Long before")
        server = self.enterContext(Dovecot())
        cable = self.enterContext(Proxy(server.tls_port))
        messages.place(server.maildir(USER), messages.sample(3))
        self.env |= self.access(server)
        app = self.open_with(
            self.work.path, other.path, f"imaps://{USER}@localhost:{cable.port}/")
        with self.part("one on a server is connected to once"):
            wait_until("a connection", cable.open_connections)
            self.wait_for_quiet(cable)
            new = messages.sample(1, newest=1_760_000_000, seed=1)
            messages.place(server.maildir(USER), new, tag="new")
            self.desktop.wait_for(f"1 new in {USER}")
            self.assertEqual(cable.open_connections(), 1)
        with self.part("one that is removed is watched no more"):
            # In a mailbox that is read for the first time, no message counts as new.
            wait_until("the account to be read", lambda: "Inbox, 1 unread" in self.lines(),
                       describe=lambda: str(self.lines()))
            self.work.deliver("Before")
            self.desktop.wait_for(f"1 new in {USER}", "1 new in Work")
            self.choose("Work, account", "Tab")
            self.devices.key("Return")
            app.menu_item("Remove…").act()
            app.root.find(None, "Remove “Work”").find("button", ".*Remove$").act()
            app.root.find(None, "“Work” was removed")
            self.desktop.wait_for(f"1 new in {USER}")
            self.work.deliver("After")
            other.deliver("Elsewhere")
            self.desktop.wait_for(f"1 new in {USER}", "1 new in Other")


class Sandbox(PreferencesCase):
    @property
    def env(self) -> dict[str, str]:
        return super().env | {"FLATPAK_ID": "org.tideline.Tideline"}

    def test_the_portal_is_asked_and_where_it_does_not_start_it_the_switch_is_off(self) -> None:
        app = self.open_configured(count=30)
        window = PreferencesWindow(app)
        control = window.control(*Background.SWITCH)

        def assert_off_and_says(sentence: str) -> None:
            window.node.find("label", sentence)
            wait_until("the switch to be off", lambda: "checked" not in control.states)
        with (self.part("it is asked"), BackgroundPortal(self.stage.session) as portal):
            control.act()
            wait_until("the portal to be asked", lambda: portal.asked)
            asked = portal.asked[0]
            self.assertTrue(asked["autostart"])
            self.assertEqual(asked["commandline"][:2], ["tideline", "--gapplication-service"])
            self.assertFalse((self.config / "autostart").exists())
            control.act()
            wait_until("the portal to be asked again", lambda: len(portal.asked) == 2)
            self.assertFalse(portal.asked[1]["autostart"])
        with (self.part("where the user refuses, it says so"),
              BackgroundPortal(self.stage.session, is_granted=False)):
            control.act()
            assert_off_and_says("The desktop does not start Tideline at login. Allow it")
        with (self.part("where the portal goes without an answer, it says so"),
              LeavingPortal(self.stage.session)):
            control.act()
            assert_off_and_says("The desktop has not answered whether it starts Tideline at login")
            control.act()  # the portal has left the bus
            assert_off_and_says(r"The desktop does not start Tideline at login \(")
        with (self.part("where the portal answers and then fails, it goes on"),
              FailingPortal(self.stage.session) as portal):
            for count in (1, 3):  # each request is followed by one to switch it off
                control.act()
                # Before the second one, the label may be the first one's.
                wait_until("both requests", lambda: len(portal.asked) == count + 1)
                assert_off_and_says("The desktop does not start Tideline at login. Allow it")
        app.close_preferences()
        self.assertEqual(app.close(), 0)
