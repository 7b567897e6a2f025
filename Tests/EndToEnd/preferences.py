"""The Preferences window as a test uses it: its pages, and on each the controls by their names."""

import re
import time
from functools import cached_property

from accessibility import Node
from app import App
from configured import ConfiguredCase
from looking import Seen
from waiting import wait_until

PAGES = ("Refresh", "Load More", "Pulling", "Mail")
CONTROLS = ("button", "text box", "switch", "combo box", "spin button", "tab")
_LAST_OF_PAGE = "Reset All Pages"
# Wherever the compositor puts the window, the list is free at its left edge.
_BESIDE = (30, 300)


class PreferencesWindow:
    """Open, from the app's key on. Its tree is large, so it is read once."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.node = app.open_preferences()

    @cached_property
    def pages(self) -> dict[str, list[Seen]]:
        """What each page holds. What stands above them is with the first one."""
        pages: list[list[Seen]] = [[]]
        for seen in self.node.look():
            pages[-1].append(seen)
            if seen.role == "button" and seen.name == _LAST_OF_PAGE:
                pages.append([])
        pages[0] += pages.pop()
        return dict(zip(PAGES, pages, strict=True))

    def controls(self, page: str) -> list[Seen]:
        return [seen for seen in self.pages[page] if seen.role in CONTROLS]

    def control(self, page: str, role: str, name: str) -> Node:
        """The first of that name, from its beginning to its end."""
        for seen in self.pages[page]:
            if seen.role == role and re.fullmatch(name, seen.name):
                return seen.node
        raise AssertionError(f"no {role} {name!r} on {page}: {self.names(page)}")

    def names(self, page: str) -> list[str]:
        return [f"{seen.role} {seen.name!r}" for seen in self.controls(page)]

    def turn_to(self, page: str) -> None:
        self.control("Refresh", "tab", page).act()


class PreferencesCase(ConfiguredCase):
    def setUp(self) -> None:
        super().setUp()
        self.finger: tuple[float, float] | None = None
        self.addCleanup(self.lift)

    def restart(self, app: App, rows: int = 50, **options) -> App:
        self._close(app)
        app = self.open(env=self.env, **options)
        app.wait_until_idle(rows=rows)
        return app

    # The list, beside the window

    def pull(self, app: App, dy: float = 60, **state: object) -> None:
        """Holds the header open by a finger."""
        x, y = _BESIDE
        self.devices.touch_down(x, y)
        self.finger = x, self.devices.touch_move(x, y, dy)
        app.trace.wait(**state or {"header": "pulling"})

    def move(self, dy: float) -> None:
        x, y = self.finger
        self.finger = x, self.devices.touch_move(x, y, dy, duration=0.1)

    def let_go(self, app: App, runs: int = 0) -> None:
        self.lift()
        app.trace.wait(header="idle", runs=runs)

    def lift(self) -> None:
        if self.finger:
            self.finger = None
            self.devices.touch_up()

    def point_beside(self) -> None:
        """Puts the pointer on the list, where the wheel then scrolls."""
        self.devices.pointer_to(*_BESIDE)

    def assert_says(self, app: App, name: str, **state: object) -> Node:
        """Something in the list's own window bears the name."""
        return self.assert_named(app, f"{name}$", within=app.root.children[0], **state)

    # The window

    def tab_to(self, node: Node) -> None:
        """And on to where the page comes to rest that scrolls there: what pops up from a control that
        still moves has no place of its own."""
        def focused() -> bool:
            if "focused" not in node.states:
                self.devices.key("Tab")
                time.sleep(0.05)  # so that the focus moves before one looks where it is
            return "focused" in node.states

        def at_rest() -> bool:
            before = node.extents
            self.devices.settle()
            return node.extents == before
        wait_until(f"the focus on {node.name!r}", focused)
        wait_until(f"{node.name!r} at rest", at_rest)

    def choose(self, combo: Node, key: str) -> None:
        """Opens a list of choices by the keyboard, and takes the one that a key leads to."""
        self.app.activate_preferences()
        self.tab_to(combo)
        for pressed in ("space", key, "Return"):
            self.devices.key(pressed)
            self.devices.settle()
