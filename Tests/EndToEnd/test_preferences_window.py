"""The Preferences window itself: its preview, the reset, bad files, its keys."""

import os
from pathlib import Path

from app import App
from preferences import LOAD_TITLES, PAGES, REFRESH_TITLES, PreferencesCase, PreferencesWindow
from waiting import wait_until

# Controls that Tab need not reach: Esc replaces the first, and other choices enable the others.
UNREACHED = ("Close", "Picture File")


class PreferencesAsWindow(PreferencesCase):
    def test_a_reset_is_undone_and_every_control_is_reached_by_keyboard(self) -> None:
        self.write(header_title_pull="'Haul away!'", footer_title_load_more="'Older'",
                   pull_threshold="uint32 64")
        app = self.open_configured()
        window = PreferencesWindow(app)
        with self.part("a reset can be undone"):
            entry = window.control("Appearance", "text box", f"{REFRESH_TITLES}: Pulled")
            threshold = window.control("Pulling", "spin button", "Threshold")
            self.assertEqual(entry.text, "Haul away!")
            window.control("Appearance", "button", "Reset to Defaults").act()
            wait_until("the empty entry", lambda: entry.text == "")
            self.assertEqual(threshold.value, 64, "the other pages’ choices stay")
            self.pull(app)
            self.assert_says(app, "Pull to refresh", header="pulling")
            app.root.children[1].find("button", "Undo").act()
            self.assert_says(app, "Haul away!", header="pulling")
            self.let_go(app)
            window.control("Fetching", "button", "Reset All Pages").act()
            wait_until("the usual threshold", lambda: threshold.value == 100)
            self.assertEqual(entry.text, "")
            self.assertNotIn("=", self.keyfile.read_text())
            # Esc first removes the offer to undo, then closes the window.
            app.activate_preferences()
            self.devices.key("Escape")
            self.devices.settle()
        with self.part("every control has a name and is reached by keyboard"):
            window.control("Appearance", "switch", "Another Look for the Footer").act()
            window.forget("Appearance")
            for page in PAGES:
                window.turn_to(page)
                controls = window.controls(page)
                names = [seen.name for seen in controls]
                self.assertNotIn("", names)
                self.assertGreater(len(names), 2)
                self.devices.settle()
                wanted = {seen.node.path: seen.node for seen in controls
                          if seen.name not in UNREACHED and seen.role != "tab"
                          and {"focusable", "sensitive"} <= seen.node.states}
                self.reach(wanted)
            app.close_preferences()

    def reach(self, wanted: dict) -> None:
        def are_reached() -> bool:
            # The next ones in order are enough: Tab begins anew after the last control.
            for path, node in list(wanted.items())[:8]:
                if "focused" in node.states:
                    del wanted[path]
                    break
            if wanted:
                self.devices.key("Tab")
            return not wanted
        wait_until("Tab to reach every control", are_reached, longest=0.05,
                   describe=lambda: [f"{node.role} {node.name}" for node in wanted.values()])

    def test_pictures_and_looks_come_from_files(self) -> None:
        pipe = Path(self.config) / "pipe.png"
        os.mkfifo(pipe)
        self.write(header_indicator="'picture'", header_picture=f"'{pipe}'",
                   footer_indicator="'picture'", footer_picture=f"'{__file__}'")
        app = self.open_configured()
        window = PreferencesWindow(app)
        self.expected_complaints = 2
        with self.part("a picture that cannot be shown says why"):
            window.turn_to("Appearance")
            window.node.find("label", f"An arrow is shown: there is no file “{pipe}”")
            window.node.find("label", f"An arrow is shown: “{__file__}” is not a picture")
            self.pull(app)
            self.let_go(app)
        with self.part("its key raises the window"):
            app.open_preferences()
            self.devices.key("Escape")
            wait_until("it closed, being raised", lambda: len(app.root.children) == 1)
        with self.part("the file chooser goes with it"):
            window = PreferencesWindow(app)
            window.control("Appearance", "button", "Picture File").act()
            wait_until("the file chooser", lambda: len(app.root.children) == 3)
            window.control("General", "button", "Close").act()  # of the title bar
            wait_until("the list alone", lambda: len(app.root.children) == 1)
        with self.part("a look goes from one user to another"):
            self.exchange_looks(app)

    def exchange_looks(self, app: App) -> None:
        home = Path(self.stage.session.env["HOME"])
        exported, given = home / "Tideline.look", home / "b"
        for path in (exported, given):
            self.addCleanup(path.unlink, missing_ok=True)
        self.keyfile.write_text(
            "[org/tideline/Tideline]\nheader-indicator='ring'\nfooter-indicator='ring'\n"
            "header-title-pull='Haul away!'\nfetch-command='true'\n")
        window = PreferencesWindow(app)
        self.choose_in_menu(app, window, "Export Look…")
        self.answer(app, "alt+Home", "Return")
        wait_until("the file", exported.exists)
        self.assertIn("\nheader-title-pull=Haul away!\n", exported.read_text())
        self.assertNotIn("fetch", exported.read_text())
        exported.rename(given)
        window.control("Appearance", "button", "Reset to Defaults").act()
        wait_until("the usual look", lambda: "ring" not in self.keyfile.read_text())
        wait_until("no dialogue", lambda: len(app.root.children) == 2)
        self.take(app, window)
        wait_until("the look", lambda: self.keyfile.read_text().count("'ring'") == 2)
        wait_until("no dialogue", lambda: len(app.root.children) == 2)
        self.pull(app)
        self.assert_says(app, "Haul away!", header="pulling")
        self.let_go(app)
        given.write_text("[Look]\nheader-title-pull=Heave\nheader-indicator=banana\n")
        self.take(app, window)
        app.root.find("label", "header-indicator: “banana” is not one of the choices")
        self.wait_for_dialog(app)
        self.devices.key("Escape")
        self.assertNotIn("Heave", self.keyfile.read_text(), "nothing of it is taken")
        wait_until("no message", lambda: len(app.root.children) == 2)
        window.control("General", "button", "Close").act()  # Esc would take the toast away first
        wait_until("the list alone", lambda: len(app.root.children) == 1)

    def choose_in_menu(self, app: App, window: PreferencesWindow, name: str) -> None:
        window.turn_to("Appearance")
        window.node.find_all(None, "Menu of the Look$")[-1].act()
        app.menu_item(name).act()

    def take(self, app: App, window: PreferencesWindow) -> None:
        self.choose_in_menu(app, window, "Import Look…")
        self.answer(app, "alt+Home", "ctrl+l", "b", "Return")

    def answer(self, app: App, *keys: str) -> None:
        """Presses keys in GTK's own dialog, which replaces the desktop's if there is no portal."""
        self.wait_for_dialog(app)
        self.devices.settle()
        for key in keys:
            self.devices.key(key)
            self.devices.settle()

    @staticmethod
    def wait_for_dialog(app: App) -> None:
        """Waits until a third window has taken the keyboard focus from the others. GTK 4.8 does not
        report that the dialog is active."""
        def has_keys() -> bool:
            windows = app.root.children
            return len(windows) == 3 and not any(
                "active" in window.states for window in windows[:2])
        wait_until("a dialogue that has the keys", has_keys)
