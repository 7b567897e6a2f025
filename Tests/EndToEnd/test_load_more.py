"""Older conversations, fifty at a time, by pulling past the bottom."""

from case import EndToEndCase


class LoadMore(EndToEndCase):
    def test_older_conversations_are_loaded_up_to_the_last(self) -> None:
        app = self.open_filled(180)
        app.scroll_to_bottom()
        with self.part("reaching the bottom alone loads nothing, nor does a short pull"):
            self.assertEqual(app.trace.last["rows"], 50)
            app.pull(-40)
            self.assert_nothing_starts(app)
            self.assertEqual(app.trace.last["rows"], 50)
        with self.part("a pull past the bottom loads exactly fifty more"):
            app.pull(-150)
            app.trace.wait_for_visit(footer="running", loads=1)
            app.trace.wait(rows=100, footer="idle")
            self.assert_nothing_starts(app)
            self.assertEqual(app.trace.last["rows"], 100)
            self.assertEqual(app.trace.last["runs"], 0)
        with self.part("the button loads a page, which comes after new mail without a gap"):
            self.maildir.deliver("New at the top")
            self.devices.key("F5")
            self.assert_refreshes(app)
            app.trace.wait(rows=101)
            app.scroll_to_bottom()
            app.root.find("button", "Load More$").act()
            app.trace.wait(rows=151, loads=2, footer="idle")
        with self.part("whoever leaves the end is not brought back"):
            app.scroll_to_bottom()
            app.pull(-150)
            app.trace.wait(rows=181, footer="exhausted")
            app.scroll = app.bottom
            app.scroll = 0
            self.assert_nothing_starts(app)
            self.assertLess(app.scroll, 1)
        with self.part("at the end it says so"):
            app.scroll_to_bottom()
            app.root.find(name="No more conversations$")
            app.pull(-150)
            self.assert_nothing_starts(app)
            self.assertEqual(app.trace.last["rows"], 181)
        with self.part("the rows are the oldest in order, none twice"):
            subjects = [name.split(",")[0] for name in app.all_row_names()]
            self.assertEqual(
                subjects, ["New at the top", *map(self.maildir.subject, range(180))])
