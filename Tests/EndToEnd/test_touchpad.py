"""Pulling past the top with two fingers. Mutter sends no event at the end: a pause ends a pull."""

from case import EndToEndCase
from session import USUAL_RATE

RATE = USUAL_RATE


class Touchpad(EndToEndCase):
    def test_a_pull_refreshes(self) -> None:
        app = self.open_filled()
        app.point_at_list()
        self.maildir.remove(0)
        self.devices.touchpad_scroll(-100)
        self.assert_refreshes(app)
        app.trace.wait(first=self.maildir.subject(1))

    def test_a_short_pull_does_not(self) -> None:
        app = self.open_filled()
        app.point_at_list()
        self.devices.touchpad_scroll(-20)
        self.assert_nothing_starts(app)
        app.trace.wait(header="idle", runs=0)

    def test_scrolling_fast_to_the_top_does_not(self) -> None:
        app = self.open_filled()
        app.scroll_to(300)
        app.point_at_list()
        self.devices.touchpad_scroll(-300, duration=0.25)
        self.assert_nothing_starts(app)
        self.assertLess(app.scroll, 1)
