"""A choice in Preferences is seen in the open list at once, and again after a restart."""

from preferences import PreferencesCase, PreferencesWindow
from waiting import wait_until


class PreferencesInList(PreferencesCase):
    def test_how_far_to_pull(self) -> None:
        app = self.open_configured()
        window = PreferencesWindow(app)
        threshold = window.control("Pulling", "spin button", "Threshold")
        threshold.value = 300
        self.pull(app, 200, header="pulling")
        threshold.value = 64
        self.move(4)
        app.trace.wait(header="armed")
        threshold.value = 400
        self.move(4)
        app.trace.wait(header="pulling")
        self.let_go(app)
        threshold.value = 30
        app.close_preferences()

        app = self.restart(app)
        self.pull(app, 55, header="armed")
        self.lift()
        self.assert_refreshes(app)

    def test_how_older_conversations_are_loaded(self) -> None:
        app = self.open_configured()
        window = PreferencesWindow(app)
        window.control("General", "spin button", "Page Size").value = 20
        app.scroll_to_bottom()
        app.root.children[0].find("button", "Load More$").act()
        app.trace.wait(rows=70, footer="idle")
        self.choose(window.control("General", "combo box", "Load"), "Down")
        app.scroll_to_bottom()
        app.trace.wait(rows=130, footer="exhausted")
        app.close_preferences()
        with self.keyfile.open("a") as kept:
            kept.write("load-prefetch=uint32 0\n")  # which has no row

        app = self.restart(app, rows=20)
        self.assertEqual(app.trace.last["loads"], 0, "it waits for the list’s very end")
        app.scroll_to_bottom()
        app.trace.wait(test=lambda state: state["rows"] >= 40)

    def test_when_the_list_was_refreshed(self) -> None:
        self.write(header_date_format="'In %Y, %m'")
        app = self.open_configured()
        self.devices.key("F5")
        self.assert_refreshes(app)
        window = PreferencesWindow(app)
        self.pull(app)
        self.assert_says(app, "In 20[0-9][0-9], [01][0-9]", header="pulling")
        kinds = window.control("Appearance", "combo box", "Date Format")
        self.let_go(app, runs=1)
        self.choose(kinds, "Home")
        self.pull(app)
        self.assert_says(app, "Updated just now", header="pulling")
        self.let_go(app, runs=1)
        self.choose(kinds, "End")  # an own format is still there
        app.close_preferences()

        app = self.restart(app)
        self.pull(app)
        self.assert_says(app, "In 20[0-9][0-9], [01][0-9]", header="pulling")
        window = PreferencesWindow(app)
        window.control("Appearance", "switch", "Show Last Update").act()
        wait_until("no second line", lambda: not app.root.children[0].find_all(name="In 20"))
        self.let_go(app)
        app.close_preferences()
