"""Pulling past the top with a finger."""

from case import SETTLED, EndToEndCase
from session import USUAL_RATE
from waiting import wait_until

RATE = USUAL_RATE


class Pulls(EndToEndCase):
    def test_a_finger_pulls(self) -> None:
        app = self.open_filled()
        x, y = app.middle()
        with self.part("a drag that began away from the top only scrolls"):
            app.scroll_to(100)
            app.pull(250)
            self.assert_nothing_starts(app)
            self.assertLess(app.scroll, 1)
            self.assertNotIn("armed", app.trace.visited("header"))
        with self.part("a pull of 40 px does not refresh"):
            app.pull(40)
            app.trace.wait_for_visit(header="pulling")
            self.assert_nothing_starts(app)
            app.trace.wait(header="idle", runs=0)
        with self.part("dragging back before the release is a change of mind"):
            self.pull_down(app)
            self.devices.touch_move(x, y + 150, -120)
            app.trace.wait(header="pulling")
            self.devices.touch_up()
            self.assert_nothing_starts(app)
            app.trace.wait(header="idle", runs=0)
        with self.part("a second finger ends the pull"):
            self.pull_down(app)
            self.devices.touch_down(x + 60, y, slot=1)
            app.trace.wait(header="idle")
            self.devices.touch_up(slot=1)
            self.devices.touch_up()
            self.assert_nothing_starts(app)
            self.assertEqual(app.trace.last["runs"], 0)
        with self.part("nothing runs while the finger is still down"):
            self.pull_down(app)
            self.assert_nothing_starts(app)
            self.devices.touch_up()
            self.assert_refreshes(app)
            self.devices.pass_time(SETTLED)
        for run, subject in enumerate(("Storm surge tonight", "Second tide"), start=2):
            with self.part(f"pull {run} of 150 px refreshes, and new mail stands on top"):
                app.pull_while(lambda subject=subject: self.maildir.deliver(subject))
                self.assert_refreshes(app, runs=run)
                state = app.trace.wait(first=subject)
                self.assertEqual(state["rows"], 49 + run)
                self.assertRegex(app.row_names()[0], f"^{subject}")
                self.assertLess(app.scroll, 1, "the new row is in sight")
                self.assertEqual(app.trace.visited("result").count("1 new"), run - 1)
                self.assert_nothing_starts(app)

    def pull_down(self, app) -> None:
        self.devices.touch_down(*app.middle())
        self.devices.touch_move(*app.middle(), 150)
        app.trace.wait(header="armed")

    def test_a_pull_opens_no_row_where_the_list_fits(self) -> None:
        app = self.open_filled(6)
        for way in (150, 40):
            app.pull(way)
            app.trace.wait(header="idle", runs=1)
            self.devices.settle()
            self.assertEqual([row.name for row in app.conversations.children
                              if "selected" in row.states], [])
        self.assertEqual(app.trace.last["runs"], 1)
        # A tap still works.
        self.devices.tap(*app.middle())
        wait_until("an open conversation", lambda: any(
            "selected" in row.states for row in app.conversations.children))
