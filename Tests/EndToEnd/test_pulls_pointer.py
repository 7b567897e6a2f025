"""Pulling past the top with two fingers on a touchpad, and with a wheel. After a touch, a headless mutter
may keep the pointer's events, so this is a session of its own."""

from case import SETTLED, EndToEndCase
from session import USUAL_RATE

RATE = USUAL_RATE


class Pulls(EndToEndCase):
    def test_touchpad_and_wheel_pull_if_it_is_meant(self) -> None:
        """Mutter sends no event at the end of a movement on the touchpad: a pause ends a pull."""
        app = self.open_filled()
        app.point_at_list()
        # test_gestures_pointer plays what is too short, too slow or turned back.
        for name, move in (
            ("scrolling fast to the top", lambda: self.devices.touchpad_scroll(-300, 0.25)),
            ("ten fast notches from the middle", lambda: self.devices.wheel(-10, gap=0.03)),
        ):
            with self.part(f"{name} does not refresh"):
                app.scroll_to(300)
                move()
                self.assert_nothing_starts(app)
                app.trace.wait(header="idle", runs=0)
                self.assertLess(app.scroll, 1)
        app.scroll_to(0)
        for number, (name, move) in enumerate((
            ("a pull on the touchpad", lambda: self.devices.touchpad_scroll(-100)),
            ("three notches at the resting top", lambda: self.devices.wheel(-3, gap=0.15)),
        )):
            with self.part(f"{name} refreshes"):
                self.maildir.remove(number)
                move()
                app.trace.wait_for_visit(header="armed")
                self.assert_refreshes(app, runs=number + 1)
                app.trace.wait(first=self.maildir.subject(number + 1))
                self.devices.pass_time(SETTLED)
