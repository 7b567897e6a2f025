"""Older conversations, fifty at a time, by pulling past the bottom."""

from app import App
from case import EndToEndCase


class LoadMore(EndToEndCase):
    def open_at_bottom(self, count: int) -> App:
        app = self.open_filled(count)
        app.scroll_to_bottom()
        return app

    def test_a_pull_past_the_bottom_loads_exactly_fifty_more(self) -> None:
        app = self.open_at_bottom(130)
        self.assertEqual(app.trace.last["rows"], 50, "reaching the bottom alone loads nothing")
        app.pull(-150)
        app.trace.wait_for_visit(footer="running", loads=1)
        app.trace.wait(rows=100, footer="idle")
        self.assert_nothing_starts(app)
        self.assertEqual(app.trace.last["rows"], 100)
        self.assertEqual(app.trace.last["runs"], 0)

    def test_at_the_end_it_says_so(self) -> None:
        app = self.open_at_bottom(70)
        app.pull(-150)
        app.trace.wait(rows=70, footer="exhausted")
        app.scroll_to_bottom()
        app.root.find(name="No more conversations$")
        app.pull(-150)
        self.assert_nothing_starts(app)
        self.assertEqual(app.trace.last["rows"], 70)

    def test_whoever_leaves_the_end_is_not_brought_back(self) -> None:
        app = self.open_at_bottom(70)
        app.pull(-150)
        app.trace.wait(rows=70, footer="exhausted")
        app.scroll = app.bottom
        app.scroll = 0
        self.assert_nothing_starts(app)
        self.assertLess(app.scroll, 1)

    def test_the_rows_are_the_oldest_in_order_none_twice(self) -> None:
        app = self.open_at_bottom(120)
        app.pull(-150)
        app.trace.wait(rows=100, footer="idle")
        app.scroll_to_bottom()
        app.pull(-150)
        app.trace.wait(rows=120, footer="exhausted")
        subjects = [name.split(",")[0] for name in app.all_row_names()]
        self.assertEqual(subjects, [self.maildir.subject(number) for number in range(120)])

    def test_a_short_pull_does_not(self) -> None:
        app = self.open_at_bottom(130)
        app.pull(-40)
        self.assert_nothing_starts(app)
        self.assertEqual(app.trace.last["rows"], 50)

    def test_the_button_does(self) -> None:
        app = self.open_at_bottom(130)
        app.root.find("button", "Load More$").act()
        app.trace.wait(rows=100, loads=1, footer="idle")

    def test_a_page_comes_after_new_mail_without_a_gap(self) -> None:
        app = self.open_filled(130)
        self.maildir.deliver("New at the top")
        self.devices.key("F5")
        self.assert_refreshes(app)
        app.trace.wait(rows=51)
        app.scroll_to_bottom()
        app.pull(-150)
        app.trace.wait(rows=101, footer="idle")
