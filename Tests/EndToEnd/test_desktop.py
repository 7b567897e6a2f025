"""The desktop: notifications, and D-Bus that starts the program."""

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

from gi.repository import Gio, GLib

from accessibility import Node
from app import LIST, App
from case import ConfiguredCase, EndToEndCase
from desktop_services import Notifications
from session import has_owner
from waiting import exit_status, wait_until

_ID = "org.tideline.Tideline"
_BUILD_DATA = Path(__file__).resolve().parents[2] / "scripts" / "build-data"


class NewMail(ConfiguredCase):
    def setUp(self) -> None:
        super().setUp()
        self.desktop = self.enterContext(Notifications(self.stage.session))

    def open_in_front(self) -> None:
        """Opens another program's window in front of the first one."""
        self.front = App(self.stage, self.maildir.path)
        self.addCleanup(self.front.end)
        self.front.wait_for_window()

    def test_what_arrives_is_told_behind_another_window(self) -> None:
        self.write(tell_of_new_mail="false")
        app = self.open_configured(count=60)
        # Otherwise the program would continue without its window.
        self.addCleanup(lambda: self.keyfile.write_text(""))
        with self.part("who has not switched it on is not told"):
            self.open_in_front()
            self.maildir.deliver("Nobody asked")
            app.trace.wait(first="Nobody asked")
            self.assert_nothing_starts(app, seconds=2.5)
            self.assertEqual(self.desktop.titles, [])
            self.front.end()
            wait_until("the focus", lambda: "active" in app.root.children[0].states)
            self.keyfile.write_text(self.keyfile.read_text().replace("false", "true"))
            self.devices.settle()
        with self.part("what arrives is counted"):
            self.open_in_front()
            self.maildir.deliver("One", "Two", "Three")
            self.desktop.wait_for("3 new in INBOX")
            self.maildir.deliver("Four", "Five")
            self.desktop.wait_for("5 new in INBOX")
            self.assertRegex(self.desktop.bodies[0], ": Five\n.*: Four\n.*: Three\nand 2 more$")
            self.front.end()
            self.desktop.wait_for()
        with self.part("a click leads to it"):
            self.open_in_front()
            self.maildir.deliver("While you were out")
            self.desktop.wait_for("1 new in INBOX")
            self.assertIn("While you were out", self.desktop.bodies[0])
            # Only the shell may pass the focus on, and this click has no token from it.
            self.desktop.click()
            self.front.end()
            wait_until("the focus", lambda: "active" in app.root.children[0].states)
            app.trace.wait(first="While you were out")
            self.desktop.wait_for()
        with self.part("whoever looks at the window is not told twice"):
            self.maildir.deliver("In sight")
            app.trace.wait(first="In sight")
            self.devices.key("F5")
            app.trace.wait(header="idle", runs=1, first="In sight")
            self.assert_nothing_starts(app, seconds=2.5)  # a notification waits two seconds for the focus
            self.assertEqual(self.desktop.titles, [])


class Contrast(EndToEndCase):
    def test_in_high_contrast_no_text_is_paler_than_others(self) -> None:
        """High contrast is switched on while the window is open, light and dark. In a row, the last
        label has the palest text, and the label before it the plainest."""
        app = self.open_filled(20)
        self.devices.settle()
        row = app.conversations.children[1]
        session = self.stage.session
        self.addCleanup(session.set_dark, False)
        wait_until("a text to be paler than the other",
                   lambda: self.strength(row, -1) < 0.8 * self.strength(row, -2),
                   describe=lambda: (self.strength(row, -1), self.strength(row, -2)))
        for dark in (False, True):
            session.set_dark(dark, high_contrast=True)
            wait_until(f"all texts to be as strong, dark: {dark}",
                       lambda: self.is_dark(row) == dark
                       and self.strength(row, -1) > 0.9 * self.strength(row, -2),
                       describe=lambda: (self.strength(row, -1), self.strength(row, -2)))
            self.stage.recorder.save(self.artifacts / f"{self.id()}.{dark}.png")

    def is_dark(self, row: Node) -> bool:
        x, y, _, _ = row.find_all("label")[-1].extents
        return sum(self.stage.recorder.picture().pixel(x, y)) < 3 * 128

    def strength(self, row: Node, label: int) -> int:
        """The difference between the colors of the text and of its background."""
        x, y, width, height = row.find_all("label")[label].extents
        picture = self.stage.recorder.picture()
        values = [sum(picture.pixel(column, line))
                  for column in range(x, x + width) for line in range(y, y + height)]
        return max(values) - min(values)


class Activation(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        share = self.stage.directory("installed") / "share"
        subprocess.run([_BUILD_DATA, share, self.stage.binary], check=True)
        services = self.stage.session.root / "services"
        shutil.copy(share / "dbus-1" / "services" / f"{_ID}.service", services)
        self.addCleanup((services / f"{_ID}.service").unlink)
        self.addCleanup(self.quit)
        self.bus("ReloadConfig")

    def test_it_is_started_by_the_bus_by_a_notification_and_by_hand(self) -> None:
        self.maildir.fill(60)
        with self.part("the bus starts it on a mailbox, and the icon's menu works"):
            self.assertFalse(self.is_running())
            self.application("Open", "(asa{sv})", ([self.maildir.path.as_uri()], {}))
            root, conversations = self.wait_for_rows(self.pid())
            self.maildir.deliver("By the icon's menu")
            self.application("ActivateAction", "(sava{sv})", ("refresh", [], {}))
            wait_until("the new row",
                       lambda: conversations.children[0].name.startswith("By the icon"))
            self.application("ActivateAction", "(sava{sv})", ("new-window", [], {}))
            wait_until("another window of it", lambda: len(root.find_all("list", LIST)) == 2)
            self.quit()
        with self.part("a notification starts it on its mailbox"):
            mailbox = GLib.Variant("s", str(self.maildir.path))
            self.application("ActivateAction", "(sava{sv})", ("show-mailbox", [mailbox], {}))
            self.wait_for_rows(self.pid())
            self.quit()
        with self.part("any path may come over the bus"):
            pipe = self.maildir.path.parent / "pipe"
            os.mkfifo(pipe)
            for path in ("", "--help", str(pipe), "/dev/zero", "imaps://@:0/", "a\n\x1bb",
                         "x" * 100_000, str(self.maildir.path)):
                for action in ("mark-new-mail-read", "show-mailbox"):
                    text = GLib.Variant("s", path)
                    self.application("ActivateAction", "(sava{sv})", (action, [text], {}))
            root = self.stage.reader.application(self.pid())
            wait_until("the last window", lambda: [one.name for one in root.children][-1:] == ["INBOX"])
            self.quit()
        with self.part("the icon's menu works without the bus as well"):
            app = self.start(self.maildir.path)
            root, _ = self.wait_for_rows(app.pid)
            self.assertEqual(exit_status(self.start("--action", "new-window")), 0)
            wait_until("another window of it", lambda: len(root.find_all("list", LIST)) == 2)
            self.quit()
            self.assertEqual(exit_status(app), 0)

    def wait_for_rows(self, pid: int) -> tuple[Node, Node]:
        """The process's root and list, once that has rows."""
        root = self.stage.reader.application(pid)
        conversations = root.find("list", LIST)
        wait_until("the rows", lambda: conversations.children, describe=root.outline)
        return root, conversations

    def pid(self) -> int:
        return self.bus("GetConnectionUnixProcessID", "(s)", (_ID,))[0]

    def start(self, *arguments: str | Path) -> subprocess.Popen:
        process = self.stage.session.processes.start(
            "action", [str(self.stage.binary), *map(str, arguments)], self.stage.session.env)
        self.addCleanup(process.kill)
        return process

    def is_running(self) -> bool:
        return has_owner(self.stage.session.bus, _ID)

    def quit(self) -> None:
        if self.is_running():
            with contextlib.suppress(GLib.Error):  # it may end before it answers
                self.application("ActivateAction", "(sava{sv})", ("quit", [], {}))
        wait_until("its end", lambda: not self.is_running())

    def application(self, method: str, form: str, arguments: tuple) -> None:
        self.call(_ID, "/" + _ID.replace(".", "/"), "org.freedesktop.Application", method,
                  GLib.Variant(form, arguments))

    def bus(self, method: str, form: str = "()", arguments: tuple = ()) -> tuple:
        name = "org.freedesktop.DBus"
        return self.call(name, "/org/freedesktop/DBus", name, method, GLib.Variant(form, arguments))

    def call(self, name: str, path: str, interface: str, method: str, arguments) -> tuple:
        return self.stage.session.bus.call_sync(
            name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 20_000, None
        ).unpack()
