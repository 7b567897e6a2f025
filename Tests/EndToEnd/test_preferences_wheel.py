"""Choices in Preferences about the wheel, whose tests need exact times."""

from preferences import PreferencesCase, PreferencesWindow
from waiting import wait_until
from session import USUAL_RATE

RATE = USUAL_RATE


class PreferencesOfWheel(PreferencesCase):
    def test_what_the_wheel_does(self) -> None:
        self.write(wheel_notches="uint32 2")  # which has no row
        app = self.open_configured()
        window = PreferencesWindow(app)
        wheel = window.control("Pulling", "switch", "Wheel Pulls")
        wheel.act()
        wait_until("the switch off", lambda: "checked" not in wheel.states)
        self.point_beside()
        self.devices.wheel(-5)
        self.assert_nothing_starts(app)
        wheel.act()
        self.refresh_by_wheel(app, 2)
        app.close_preferences()

        app = self.restart(app)
        self.point_beside()
        self.refresh_by_wheel(app, 2)
