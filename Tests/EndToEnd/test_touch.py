"""Pulling past the top with a finger."""

from case import EndToEndCase
from waiting import wait_until
from session import USUAL_RATE

RATE = USUAL_RATE


class Touch(EndToEndCase):
    def test_a_pull_of_150_px_refreshes_and_new_mail_stands_on_top(self) -> None:
        app = self.open_filled()
        app.pull_while(lambda: self.maildir.deliver("Storm surge tonight"))
        self.assert_refreshes(app)
        state = app.trace.wait(first="Storm surge tonight")
        self.assertEqual(state["rows"], 51)
        self.assertRegex(app.row_names()[0], "^Storm surge tonight")
        self.assertLess(app.scroll, 1, "the new row is in sight")
        self.assertIn("1 new", app.trace.visited("result"))

    def test_a_pull_of_40_px_does_not_refresh(self) -> None:
        app = self.open_filled()
        app.pull(40)
        app.trace.wait_for_visit(header="pulling")
        self.assert_nothing_starts(app)
        app.trace.wait(header="idle", runs=0)

    def test_dragging_back_before_release_is_a_change_of_mind(self) -> None:
        app = self.open_filled()
        x, y = app.middle()
        self.devices.touch_down(x, y)
        y = self.devices.touch_move(x, y, 150)
        app.trace.wait(header="armed")
        self.devices.touch_move(x, y, -120)
        app.trace.wait(header="pulling")
        self.devices.touch_up()
        self.assert_nothing_starts(app)
        app.trace.wait(header="idle", runs=0)

    def test_nothing_runs_while_the_finger_is_still_down(self) -> None:
        app = self.open_filled()
        x, y = app.middle()
        self.devices.touch_down(x, y)
        self.devices.touch_move(x, y, 150)
        app.trace.wait(header="armed")
        self.assert_nothing_starts(app)
        self.devices.touch_up()
        self.assert_refreshes(app)

    def test_a_drag_that_began_away_from_the_top_only_scrolls(self) -> None:
        app = self.open_filled()
        app.scroll_to(100)
        app.pull(250)
        self.assert_nothing_starts(app)
        self.assertLess(app.scroll, 1)
        self.assertNotIn("armed", app.trace.visited("header"))

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

    def test_a_second_finger_ends_the_pull(self) -> None:
        app = self.open_filled()
        x, y = app.middle()
        self.devices.touch_down(x, y)
        self.devices.touch_move(x, y, 150)
        app.trace.wait(header="armed")
        self.devices.touch_down(x + 60, y, slot=1)
        app.trace.wait(header="idle")
        self.devices.touch_up(slot=1)
        self.devices.touch_up()
        self.assert_nothing_starts(app)
        self.assertEqual(app.trace.last["runs"], 0)

    def test_a_second_pull_refreshes_again(self) -> None:
        app = self.open_filled()
        for run, subject in enumerate(("First tide", "Second tide"), start=1):
            app.pull_while(lambda subject=subject: self.maildir.deliver(subject))
            self.assert_refreshes(app, runs=run)
            app.trace.wait(first=subject)
            self.assert_nothing_starts(app)
