"""A second start passes its work to the existing window."""

from pathlib import Path

from case import EndToEndCase
from maildir import Maildir
from waiting import wait_until


class SingleInstance(EndToEndCase):
    def test_a_second_start_hands_over_and_exits_with_0(self) -> None:
        app = self.open_filled()
        with self.part("a mailbox that is shown stays in its window"):
            self.hand_over(app, self.maildir.path)
            self.assert_nothing_starts(app)
            app.check_running()
            self.assertEqual(len(app.root.find_all("window")), 1)
        with self.part("a second mailbox gets a window of its own"):
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
        picture = self.maildir.path.parent / "holiday.jpg"
        picture.write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40)
        for mailbox, sentence in (
            (Path("/" + "a" * 20_000), ".*cannot be read .*name too long"),
            (picture, ".*holiday.jpg.* is not an mbox"),
        ):
            # The label is found in time only if the window answers.
            with self.part(f"{mailbox.name[:20]} is refused at once"):
                self.hand_over(app, mailbox)
                app.root.find(name=sentence)
                wait_until("the new window to have the keys",
                           lambda: "active" in app.root.children[1].states)
                self.devices.settle()
                self.devices.key("ctrl+w")
                wait_until("one window", lambda: len(app.root.find_all("window")) == 1)
