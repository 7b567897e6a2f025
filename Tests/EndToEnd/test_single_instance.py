"""A second start hands over to the window that is there."""

from app import App
from case import EndToEndCase
from waiting import PATIENCE


class SingleInstance(EndToEndCase):
    def test_a_second_start_hands_over_and_exits_with_0(self) -> None:
        app = self.open_filled()
        second = App(self.stage, self.maildir.path, app.store)
        self.addCleanup(second.end)
        self.assertEqual(second.process.wait(PATIENCE), 0, second.messages())
        self.assert_nothing_starts(app)
        app.check_running()
        self.assertEqual(len(app.root.find_all("window")), 1)
