"""The first start: the mailboxes on the computer are listed, and opened from there."""

import shutil
from pathlib import Path

import home
from app import App
from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until


class Welcome(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.home = self.stage.directory("home")

    def open_bare(self, **options) -> App:
        """Starts the app as a menu does: without a mailbox argument."""
        app = self._closing(App(self.stage, None, env={"HOME": str(self.home)}, **options))
        app.wait_for_window()
        return app

    @staticmethod
    def wait_for_focus(app: App, name: str) -> None:
        wait_until(f"the focus on {name}",
                   lambda: "focused" in app.root.find("list item", name).states)

    def test_one_of_several_mailboxes_is_chosen(self) -> None:
        home.thunderbird(self.home, ["From Thunderbird"])
        Maildir(self.home / "Maildir").fill(3)
        Maildir(self.home / "Maildir" / ".Sent").fill(2)
        app = self.open_bare()
        with self.part("they are listed, and Enter opens one"):
            self.assertEqual(app.root.find("list item", "Maildir$").description, "~/Maildir")
            thunderbird = app.root.find("list item", "Thunderbird$")
            self.assertEqual(thunderbird.description, "~/.thunderbird/x7k2q9ab.default-release")
            self.wait_for_focus(app, "Maildir$")
            self.devices.key("Down")
            self.wait_for_focus(app, "Thunderbird$")
            self.devices.key("Return")
            app.trace.wait(rows=1, first="From Thunderbird", header="idle")
        with self.part("another one is chosen, and Escape goes back"):
            self.devices.key("ctrl+o")
            self.wait_for_focus(app, "Thunderbird$")
            self.devices.key("Escape")
            self.wait_for_focus(app, "From Thunderbird")
            app.activate("welcome")
            app.root.find("button", "Maildir$").act()
            app.trace.wait(rows=3, header="idle")
        with self.part("keys of the list do nothing while a mailbox is chosen"):
            app.activate("welcome")
            self.wait_for_focus(app, "Maildir$")
            for key in ("ctrl+f", "F9"):
                self.devices.key(key)
                self.devices.settle()
                self.wait_for_focus(app, "Maildir$")
            self.devices.key("Escape")
            self.wait_for_focus(app, Maildir.subject(0))
        with self.part("a recent one that is gone says so, and is removed"):
            shutil.rmtree(self.home / "Maildir")
            app.activate("welcome")
            wait_until("the word", lambda: app.root.find("list item", "Maildir$").description
                       == "~/Maildir · not there at present")
            app.root.find("button", "Remove “Maildir”").act()
            app.root.wait_until_gone("list item", "Maildir$")
            app.root.find("list item", "Thunderbird$")

    def test_where_nothing_is_found_it_says_where_it_looks(self) -> None:
        app = self.open_bare()
        app.root.find("label", "No mailbox was found on this computer")
        label = app.root.find("label", "What Was Searched")
        self.devices.settle()  # The page may still be moving to its place.
        x, y, width, height = label.extents
        self.devices.click(x + width / 2, y + height / 2)
        app.root.find("label", "In the home folder, .*Thunderbird")
        for button in ("Open Folder…", "Open mbox File…"):
            self.assertIn("sensitive", app.root.find("button", button).states)
        # Writes the sample beforehand; otherwise the button would write a larger one first.
        data = Path(self.stage.session.env["XDG_DATA_HOME"]) / "tideline" / "Sample Mailbox"
        self.stage.tideline("sample", data, "--messages", "300")
        app.root.find("button", "Open Sample Mailbox").act()
        app.trace.wait(rows=50)
