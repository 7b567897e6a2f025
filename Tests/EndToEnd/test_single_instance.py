"""A second start passes its work to the existing window."""

from pathlib import Path

from app import App
from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until


class SingleInstance(EndToEndCase):
    def test_a_second_start_hands_over_and_exits_with_0(self) -> None:
        app = self.open_filled()
        self.hand_over(app, self.maildir.path)
        self.assert_nothing_starts(app)
        app.check_running()
        self.assertEqual(len(app.root.find_all("window")), 1)

    def test_a_second_mailbox_gets_a_window_of_its_own(self) -> None:
        app = self.open_filled()
        other = Maildir(self.stage.directory("other") / "Harbour")
        other.fill(3)
        self.hand_over(app, other.path)
        # Checks the role, too, since GTK 4.8 may give a screen reader that of a plain widget.
        window = app.root.find_window("Harbour$")
        wait_until(
            "its conversations",
            lambda: len(window.find("list", "Conversations$").children) == 3)
        self.devices.settle()
        self.devices.key("ctrl+w")
        app.root.wait_until_gone("window", "Harbour$")

    def test_a_path_longer_than_any_is_refused_at_once(self) -> None:
        app = self.open_filled()
        self.hand_over(app, Path("/" + "a" * 20_000))
        # The label is found in time only if the window answers.
        app.root.find(name=".*cannot be read .*name too long")
        wait_until("the new window to have the keys",
                   lambda: "active" in app.root.children[1].states)
        self.devices.settle()
        self.devices.key("ctrl+w")
        wait_until("one window", lambda: len(app.root.find_all("window")) == 1)

    def hand_over(self, app: App, mailbox: Path) -> None:
        second = App(self.stage, mailbox, app.store)
        self.addCleanup(second.end)
        self.assertEqual(second.wait(), 0, second.messages())
