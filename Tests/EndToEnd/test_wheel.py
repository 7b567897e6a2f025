"""Pulling past the top with a wheel: only deliberately, never by scrolling up fast."""

from case import EndToEndCase
from session import USUAL_RATE

RATE = USUAL_RATE


class Wheel(EndToEndCase):
    def test_three_notches_at_the_resting_top_refresh(self) -> None:
        app = self.open_filled()
        app.point_at_list()
        self.maildir.remove(0)
        self.refresh_by_wheel(app, 3, gap=0.15)
        app.trace.wait(first=self.maildir.subject(1))

    def test_one_notch_does_not(self) -> None:
        app = self.open_filled()
        app.point_at_list()
        self.devices.wheel(-1)
        self.assert_nothing_starts(app)
        app.trace.wait(header="idle", runs=0)

    def test_a_notch_the_other_way_cancels(self) -> None:
        app = self.open_filled()
        app.point_at_list()
        self.devices.wheel(-3, gap=0.05)
        self.devices.wheel(1)
        self.assert_nothing_starts(app)

    def test_notches_too_far_apart_do_not(self) -> None:
        app = self.open_filled()
        app.point_at_list()
        self.devices.wheel(-4, gap=0.7)
        self.assert_nothing_starts(app)

    def test_ten_fast_notches_from_the_middle_do_not(self) -> None:
        app = self.open_filled()
        app.scroll_to(300)
        app.point_at_list()
        self.devices.wheel(-10, gap=0.03)
        self.assert_nothing_starts(app)
        self.assertLess(app.scroll, 1)
