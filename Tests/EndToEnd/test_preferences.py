"""Preferences: titles and styles chosen while the app runs, seen at once, and stored."""

import shutil
import subprocess

from accessibility import Node
from app import App
from preferences import LOAD_TITLES, REFRESH_TITLES, PreferencesCase, PreferencesWindow
from screenshot import Picture
from Servers.processes import PATIENCE
from waiting import wait_until


class Preferences(PreferencesCase):
    def test_what_the_header_says_and_looks_like(self) -> None:
        self.write(header_date_format="'In %Y, %m'")
        app = self.open_configured()
        window = PreferencesWindow(app)
        with self.part("its title has the color and font that were chosen"):
            self.assertEqual(self.red_height(app), 0)
            window.control("Appearance", "button", "Title Color").act()
            dialog = self.dialog(app)
            dialog.find("radio", "Red$").act()
            self.select(app, dialog)
            window.control("Appearance", "button", "Title Font").act()
            dialog = self.dialog(app)
            dialog.find("spin button").value = 24
            self.select(app, dialog)
            window.control("Appearance", "switch", "Fades In While Pulled").act()
            window.control("Appearance", "button", "None").act()
            app.close_preferences()
            # In the default font the letters are 12 px high.
            self.assertGreater(self.red_height(app), 18)
        self.devices.key("F5")
        self.assert_refreshes(app)
        window = PreferencesWindow(app)
        with self.part("it says when the list was refreshed"):
            self.pull(app)
            self.assert_says(app, "In 20[0-9][0-9], [01][0-9]", header="pulling")
            kinds = window.control("Appearance", "combo box", "Date Format")
            self.let_go(app, runs=1)
            self.choose(kinds, "Home")
            self.pull(app)
            self.assert_says(app, "Updated just now", header="pulling")
            self.let_go(app, runs=1)
            self.choose(kinds, "End")  # an own format is still there
        with self.part("a title is typed by keyboard"):
            entry = window.control("Appearance", "text box", f"{REFRESH_TITLES}: Pulled")
            self.tab_to(entry)
            for letter in "Heave":
                self.devices.key(letter if letter.islower() else f"shift+{letter.lower()}")
            wait_until("what was typed", lambda: entry.text == "Heave", describe=lambda: entry.text)
            self.pull(app)
            self.assert_says(app, "Heave", header="pulling")
            self.let_go(app, runs=1)
        with self.part("it says what the command failed with that was just chosen"):
            command = window.control("Fetching", "text box", "Fetch Command")
            command.text = "false"
            self.devices.key("F5")
            self.assert_says(app, "Failed: .*false.*", header="settling")
            app.trace.wait(header="idle", runs=2)
            command.text = ""
        with self.part("it is pulled as far as was chosen"):
            threshold = window.control("Pulling", "spin button", "Threshold")
            threshold.value = 300
            self.pull(app, 200, header="pulling")
            threshold.value = 64
            self.move(4)
            app.trace.wait(header="armed")
            threshold.value = 400
            self.move(4)
            app.trace.wait(header="pulling")
            self.let_go(app, runs=2)
            threshold.value = 70
        app.close_preferences()

        app = self.restart(app)
        with self.part("all of it is kept"):
            self.pull(app)
            self.assert_says(app, "In 20[0-9][0-9], [01][0-9]", header="pulling")
            self.assert_says(app, "Heave", header="pulling")
            self.move(30)  # less than the usual threshold
            app.trace.wait(header="armed")
            self.lift()
            self.assert_refreshes(app)
        with self.part("the time of the last refresh is left out"):
            window = PreferencesWindow(app)
            self.pull(app)
            self.assert_says(app, "In 20[0-9][0-9], [01][0-9]", header="pulling")
            window.control("Appearance", "switch", "Show Last Update").act()
            wait_until("no second line", lambda: not app.root.children[0].find_all(name="In 20"))
            self.let_go(app, runs=1)
            app.close_preferences()
            self.assertGreater(self.red_height(app), 18)

    def dialog(self, app: App) -> Node:
        """The desktop's dialog, once it is open."""
        wait_until("a dialogue", lambda: len(app.root.children) == 3)
        return app.root.children[2]

    def select(self, app: App, dialog: Node) -> None:
        button = dialog.find("button", "_?Select")
        wait_until("something to select", lambda: "sensitive" in button.states,
                   describe=dialog.outline)
        button.act()
        wait_until("the dialogue gone", lambda: len(app.root.children) == 2)

    def red_height(self, app: App) -> int:
        """The height of the red letters in the pulled header, in px."""
        def at_rest() -> Picture | None:
            before = self.stage.recorder.picture()
            self.devices.settle()
            return before if self.stage.recorder.picture() == before else None
        self.pull(app, 150, header="armed")
        picture = wait_until("the header at rest", at_rest)
        self.move(-100)
        app.trace.wait(header="pulling")
        self.let_go(app, app.trace.last["runs"])
        return sum(any(_is_red(picture.pixel(x, y)) for x in range(picture.width))
                   for y in range(48, 100))

    def test_what_the_footer_says_and_when_it_loads(self) -> None:
        app = self.open_configured()
        window = PreferencesWindow(app)
        window.control("General", "spin button", "Page Size").value = 20
        app.scroll_to_bottom()
        for moment, title in {"Button": "Older", "Nothing More": "That is all"}.items():
            window.control("Appearance", "text box", f"{LOAD_TITLES}: {moment}").text = title
        with self.part("its button has the title that was chosen, and loads a page"):
            app.root.children[0].find("button", "Older$").act()
            app.trace.wait(rows=70, footer="idle")
        with self.part("it loads by itself"):
            self.choose(window.control("General", "combo box", "Load"), "Down")
            self.all_is_loaded(app)
        app.close_preferences()
        with self.keyfile.open("a") as kept:
            kept.write("load-prefetch=uint32 0\n")  # which has no row

        app = self.restart(app, rows=20)
        with self.part("all of it is kept"):
            self.assertEqual(app.trace.last["loads"], 0, "it waits for the list’s very end")
            app.scroll_to_bottom()
            app.trace.wait(test=lambda state: state["rows"] >= 40)
            self.all_is_loaded(app)

    def all_is_loaded(self, app: App) -> None:
        app.scroll_to_bottom()
        app.trace.wait(rows=130, footer="exhausted")
        app.scroll_to_bottom()
        self.assert_says(app, "That is all", footer="exhausted")

    def test_nonsense_counts_as_the_default_and_is_complained_of_once(self) -> None:
        self.write(header_indicator="'banana'", header_title_color="'blurple'",
                   header_title_font="'Sans 4000'", header_fades_with_pull="'perhaps'",
                   header_date_format="'%Q'", footer_title_pull="'" + "y" * 10_000 + "'",
                   pull_threshold="uint32 4000", wheel_notches="-3", wheel_pulls="maybe",
                   load_mode="'never'", load_prefetch="uint32 11", page_size="uint32 0",
                   fetch_time_limit="1e9")
        app = self.open_configured()
        self.pull(app)
        self.assert_says(app, "Pull to refresh", header="pulling")
        self.let_go(app)
        window = PreferencesWindow(app)
        for page, name, usual in (("Pulling", "Threshold", 100), ("General", "Page Size", 50)):
            self.assertEqual(window.control(page, "spin button", name).value, usual, name)
        window.control("Appearance", "text box", f"{REFRESH_TITLES}: Pulled").text = "Pull"
        app.close_preferences()
        complaints = ["blurple", "Sans 4000", "%Q", "banana", "perhaps", "4000 ", "-3", "maybe",
                      "never", "11 ", "page-size: 0", "1e9"]
        for complaint in complaints:
            self.assertIn(complaint, app.messages())
        self.expected_complaints = len(complaints)

    def test_without_its_schema_it_says_so_and_opens_no_window(self) -> None:
        # Copies the programs, but not the data beside them.
        alone = self.stage.directory("alone") / "bin" / "tideline"
        alone.parent.mkdir()
        for name in ("tideline", "tideline-window"):
            shutil.copy(self.stage.binary.with_name(name), alone.with_name(name))
        done = subprocess.run([alone, self.maildir.path], env=self.stage.session.env | self.env,
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "settings schema is not found.* Install Tideline again")


def _is_red(pixel: tuple[int, int, int]) -> bool:
    return pixel[0] > 180 and max(pixel[1:]) < 80
