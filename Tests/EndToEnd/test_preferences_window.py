"""The Preferences window itself: its preview, the reset, bad files, its keys."""

import os
from pathlib import Path

from accessibility import Node
from looking import Seen, look
from preferences import PAGES, PreferencesCase, PreferencesWindow
from waiting import wait_until

# The title bar's button, which Esc replaces, and controls that other choices enable.
UNREACHED = ("Close", "Choose… Picture File", "Picture File", "Own Format", "Load Ahead")


class PreferencesAsWindow(PreferencesCase):
    def test_the_preview_is_tried_by_button_and_touch(self) -> None:
        app = self.open_configured()
        window = PreferencesWindow(app)
        window.control("Refresh", "text box", "Nothing New").text = "All quiet"
        window.control("Refresh", "text box", "Failed").text = "Alas: %s"
        shown = window.node.find("list", "Preview$")
        around = self.around(shown, look(window.node, 0))
        window.control("Refresh", "button", "Try Refresh").act()
        around.find("label", "All quiet$")
        around.wait_until_gone("label", "All quiet$")
        # The window has the monitor's area, less the room that the compositor keeps free around it.
        x, y, width, height = shown.extents
        left, top = self.place(window)
        self.devices.settle()
        self.devices.touch_pull(left + x + width / 2, top + y + height / 2, 160)
        around.find("label", "Alas: only pretended$")
        app.trace.wait(runs=0)
        window.control("Refresh", "button", "Try Load More").act()
        scroll = self.scroll_range(window)

        def is_at_the_end() -> bool:
            scroll.value = scroll.maximum
            return bool(shown.find_all("list item", "Sample Conversation 12$"))
        wait_until("the last row", is_at_the_end, interval=0.1)
        app.close_preferences()

    def around(self, preview: Node, seen: Seen) -> Node:
        """The overlay of the rows: a look at the whole window takes longer than a result is
        shown."""
        path = [seen]
        while path[-1].node != preview:
            path.append(next(child for child in path[-1].children
                             if any(below.node == preview for below in child.walk())))
        return path[-4].node

    def scroll_range(self, window: PreferencesWindow) -> Node:
        """The scroll range of the preview."""
        ranges = [child for bar in window.node.find_all("scroll bar") for child in bar.children]
        return next(node for node in ranges if node.extents[3] > node.extents[2])

    def place(self, window: PreferencesWindow) -> tuple[float, float]:
        """The window's position: the compositor puts it over the middle of a maximised one."""
        _x, _y, width, height = window.node.extents
        monitor = self.stage.session.monitor
        return (monitor[0] - width) / 2, (monitor[1] - height) / 2

    def test_a_reset_can_be_undone(self) -> None:
        self.write(header_title_pull="'Haul away!'", footer_title_load_more="'Older'",
                   pull_threshold="uint32 64")
        app = self.open_configured()
        window = PreferencesWindow(app)
        entry = window.control("Refresh", "text box", "Pulled")
        threshold = window.control("Pulling", "spin button", "Threshold")
        self.assertEqual(entry.text, "Haul away!")
        window.control("Refresh", "button", "Reset to Defaults").act()
        wait_until("the empty entry", lambda: entry.text == "")
        self.assertEqual(threshold.value, 64, "the other pages’ choices stay")
        self.pull(app)
        self.assert_says(app, "Pull to refresh", header="pulling")
        app.root.children[1].find("button", "Undo").act()
        self.assert_says(app, "Haul away!", header="pulling")
        self.let_go(app)
        window.control("Mail", "button", "Reset All Pages").act()
        wait_until("the usual threshold", lambda: threshold.value == 100)
        self.assertEqual(entry.text, "")
        self.assertNotIn("=", self.keyfile.read_text())
        # Esc first removes the offer, then closes the window.
        app.activate_preferences()
        self.devices.key("Escape")
        self.devices.settle()
        app.close_preferences()

    def test_a_picture_that_cannot_be_shown_says_why(self) -> None:
        pipe = Path(self.config) / "pipe.png"
        os.mkfifo(pipe)
        self.write(header_indicator="'picture'", header_picture=f"'{pipe}'",
                   footer_indicator="'picture'", footer_picture=f"'{__file__}'")
        app = self.open_configured()
        window = PreferencesWindow(app)
        window.node.find("label", f"An arrow is shown: there is no file “{pipe}”")
        window.turn_to("Load More")
        window.node.find("label", f"An arrow is shown: “{__file__}” is not a picture")
        self.pull(app)
        self.let_go(app)
        app.close_preferences()
        self.expected_complaints = 2

    def test_its_key_raises_it_and_the_file_chooser_goes_with_it(self) -> None:
        self.write(header_indicator="'picture'")
        app = self.open_configured()
        window = PreferencesWindow(app)
        self.pull(app)  # takes the focus to the list
        self.let_go(app)
        self.devices.key("ctrl+comma")
        self.devices.settle()
        self.devices.key("Escape")
        wait_until("it closed, being raised", lambda: len(app.root.children) == 1)
        window = PreferencesWindow(app)
        window.control("Refresh", "button", "(Choose… )?Picture File").act()
        wait_until("the file chooser", lambda: len(app.root.children) == 3)
        window.control("Refresh", "button", "Close").act()  # the button of the title bar
        wait_until("the list alone", lambda: len(app.root.children) == 1)

    def test_every_control_has_a_name_and_is_reached_by_keyboard(self) -> None:
        app = self.open_configured()
        window = PreferencesWindow(app)
        for page in PAGES:
            controls = window.controls(page)
            names = [seen.name for seen in controls]
            self.assertNotIn("", names)
            self.assertGreater(len(names), 3)
            self.devices.settle()
            wanted = {seen.node.path: seen.node for seen in controls
                      if seen.name not in UNREACHED and seen.role != "tab"
                      and {"focusable", "sensitive"} <= seen.node.states}
            self.reach(wanted)
        app.close_preferences()

    def reach(self, wanted: dict) -> None:
        for _ in range(80):
            for path, node in list(wanted.items()):
                if "focused" in node.states:
                    del wanted[path]
            if not wanted:
                return
            self.devices.key("Tab")
        self.fail(f"Tab does not reach {[f'{n.role} {n.name}' for n in wanted.values()]}")
