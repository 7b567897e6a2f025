"""The demo's scenes of the Preferences window: each page, light and dark."""

from pathlib import Path

from accessibility import Node
from demo_scene import Scene


class Preferences(Scene):
    def play(self, mailbox: Path) -> None:
        with self.listed(mailbox) as app:
            with self.second_window(app, "ctrl+comma") as window:
                self.wait_for_unmarked_focus()
                tabs: dict[str, Node] = {}
                for tab in window.find_all("tab"):
                    tabs.setdefault(tab.name, tab)  # the tabs of the other switchers come later
                for page, tab in tabs.items():
                    tab.act()
                    name = f"preferences-{page.lower().replace(' ', '-')}"
                    self.take_both(name, f"preferences, {page}")
