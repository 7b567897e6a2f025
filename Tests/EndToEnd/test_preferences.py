"""Preferences: titles and styles chosen while the app runs, seen at once, and kept."""

import shutil
from pathlib import Path

from accessibility import Node
from app import App
from case import EndToEndCase
from waiting import wait_until

# Wherever the compositor puts the preferences window, the list is free at its right edge.
_BESIDE_PREFERENCES = (770, 300)
_CONTROLS = ("button", "text box", "switch", "combo box", "tab")


class Preferences(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.config = self.stage.directory("config")
        self.finger_is_down = False
        self.addCleanup(self.lift)

    @property
    def keyfile(self) -> Path:
        return self.config / "glib-2.0" / "settings" / "keyfile"

    def write(self, **settings: str) -> None:
        """Settings as somebody may have written them by other means, as GVariant text."""
        self.keyfile.parent.mkdir(parents=True)
        lines = [f"{name.replace('_', '-')}={value}" for name, value in settings.items()]
        self.keyfile.write_text("\n".join(["[org/tideline/Tideline]", *lines, ""]))

    def open_configured(self, **options) -> App:
        """Starts the app with settings of the test's own, which outlive the app."""
        env = {"XDG_CONFIG_HOME": str(self.config)}
        return self.open_filled(env=env, **options)

    def restart(self, app: App) -> App:
        self._close(app)
        return self.reopen()

    def reopen(self) -> App:
        app = self.open(env={"XDG_CONFIG_HOME": str(self.config)})
        app.wait_until_idle(rows=50)
        return app

    def pull(self, app: App) -> None:
        """Holds the header open by a finger, beside a Preferences window."""
        x, y = _BESIDE_PREFERENCES
        self.devices.touch_down(x, y)
        self.finger_is_down = True
        self.devices.touch_move(x, y, 60)
        app.trace.wait(header="pulling")

    def let_go(self, app: App) -> None:
        self.lift()
        app.trace.wait(header="idle", runs=0)

    def lift(self) -> None:
        if self.finger_is_down:
            self.finger_is_down = False
            self.devices.touch_up()

    # The tests

    def test_a_title_typed_while_the_row_is_pulled_is_seen_at_once_and_kept(self) -> None:
        app = self.open_configured()
        window = app.open_preferences()
        self.pull(app)
        self.assert_named(app, "Pull to refresh$", header="pulling")
        window.find("text box", "Pulled$").text = "Haul away!"
        self.assert_named(app, "Haul away!$", header="pulling")
        self.let_go(app)
        app.close_preferences()

        app = self.restart(app)
        self.pull(app)
        self.assert_named(app, "Haul away!$", header="pulling")
        self.let_go(app)

    def test_all_of_it_works_by_keyboard(self) -> None:
        app = self.open_configured()
        window = app.open_preferences()
        entry = window.find("text box", "Pulled$")
        wait_until("the focus on the first title", lambda: self.tab_to(entry), timeout=20)
        for letter in "Heave":
            self.devices.key(letter if letter.islower() else f"shift+{letter.lower()}")
        wait_until("what was typed", lambda: entry.text == "Heave", describe=lambda: entry.text)
        app.close_preferences()
        self.pull(app)
        self.assert_named(app, "Heave$", header="pulling")
        self.let_go(app)

    def tab_to(self, node: Node) -> bool:
        if "focused" in node.states:
            return True
        self.devices.key("Tab")
        return "focused" in node.states

    def test_reset_brings_the_usual_words_back(self) -> None:
        self.write(header_title_pull="'Haul away!'", header_indicator="'ring'",
                   footer_title_load_more="'Older'")
        app = self.open_configured()
        window = app.open_preferences()
        entry = window.find("text box", "Pulled$")
        self.assertEqual(entry.text, "Haul away!")
        window.find("button", "Reset to Defaults$").act()
        wait_until("the empty entry", lambda: entry.text == "")
        app.close_preferences()
        self.pull(app)
        self.assert_named(app, "Pull to refresh$", header="pulling")
        self.let_go(app)
        kept = self.keyfile.read_text()
        self.assertNotIn("header-", kept)
        self.assertIn("footer-title-load-more='Older'", kept, "the other row's choices stay")

    def test_the_footer_says_what_was_chosen(self) -> None:
        self.write(footer_title_load_more="'Fetch older ones'")
        app = self.open_configured()
        app.scroll_to_bottom()
        app.root.find("button", "Fetch older ones$").act()
        app.trace.wait(rows=100, loads=1, footer="idle")

    def test_the_style_and_the_colours_are_seen_in_the_row(self) -> None:
        self.write(header_indicator="'none'", header_title_color="'#ff0000'",
                   header_title_font="'Sans Bold 20'", header_fades_with_pull="false")
        app = self.open_configured()
        self.pull(app)
        self.devices.settle()
        red = [pixel for pixel in self.header_pixels() if pixel[0] > 200 and max(pixel[1:]) < 60]
        self.assertGreater(len(red), 100, "red letters")
        self.let_go(app)

    def header_pixels(self) -> list[tuple[int, int, int]]:
        picture = self.stage.recorder.picture()
        return [picture.pixel(x, y) for y in range(48, 90) for x in range(picture.width)]

    def test_every_control_has_a_name(self) -> None:
        app = self.open_configured()
        window = app.open_preferences()
        for page in ("Refresh", "Load More"):
            window.find("tab", f"{page}$").act()
            self.devices.settle()
            controls = [node for node in window.walk() if node.role in _CONTROLS]
            self.assertGreater(len(controls), 10)
            names = [node.name for node in controls]
            self.assertNotIn("", names)
            for title in ("Pulled", "Pulled Far Enough", "Failed", "Title Font", "Style"):
                self.assertIn(title, names)
        app.close_preferences()

    def test_nonsense_counts_as_the_default_and_is_complained_of_once(self) -> None:
        self.write(header_indicator="'banana'", header_title_color="'blurple'",
                   header_title_font="'Sans 4000'", header_fades_with_pull="'perhaps'",
                   footer_title_pull="'" + "y" * 10_000 + "'")
        app = self.open_configured()
        self.pull(app)
        self.assert_named(app, "Pull to refresh$", header="pulling")
        self.let_go(app)
        app.open_preferences().find("text box", "Pulled$").text = "Pull"
        app.close_preferences()
        for complaint in ("“blurple” is no colour", "“Sans 4000” is not within"):
            self.assertEqual(app.messages().count(complaint), 1, app.messages())
        self.expected_complaints = 2

    def test_without_its_schema_it_runs_and_says_that_nothing_is_kept(self) -> None:
        # A copy of the program with nothing beside it.
        alone = self.stage.directory("alone") / "bin" / "tideline"
        alone.parent.mkdir()
        shutil.copy(self.stage.binary, alone)
        app = self.open_configured(binary=alone)
        window = app.open_preferences()
        window.find("label", "Changes last until Tideline is closed, .* not installed")
        window.find("text box", "Pulled$").text = "Haul away!"
        self.pull(app)
        self.assert_named(app, "Haul away!$", header="pulling")
        self.let_go(app)
        app.close_preferences()
        self.assertFalse(self.keyfile.exists())
