"""The Preferences window for tests: its pages, and the controls on each by their names."""

import re
from functools import cached_property

import versions
from accessibility import Node
from app import REST, App
from case import ConfiguredCase
from looking import Seen, look
from waiting import wait_until

PAGES = ("General", "Appearance", "Pulling", "Fetching")
REFRESH_TITLES, LOAD_TITLES = "Titles of a Refresh", "Titles of Load More"
CONTROLS = ("button", "toggle button", "text box", "switch", "combo box", "spin button", "tab")
_LAST_OF_PAGE = "Reset All Pages"
# A point on the list near its left edge, which the Preferences window never covers.
_BESIDE = (30, 300)


class PreferencesWindow:
    """An open Preferences window. Its tree is large, so each page of it is read once."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._pages: dict[str, list[Seen]] = {}
        self.node = app.open_preferences()

    @cached_property
    def _tabs(self) -> dict[str, Node]:
        tabs: dict[str, Node] = {}
        for node in self.node.find_all("tab"):
            tabs.setdefault(node.name, node)  # a narrow window's switcher repeats them
        return tabs

    def page(self, title: str) -> list[Seen]:
        """Shows the page with that title, and returns its objects. Objects outside of all pages
        belong to the first page, which is shown at first."""
        if title not in self._pages:
            self.turn_to(title)
            self._pages[title] = wait_until(f"the page {title}", lambda: self._read(title))
        return self._pages[title]

    def _read(self, title: str) -> list[Seen] | None:
        """The objects of the page; None while some are missing."""
        seen = look(self.node, 0)
        if versions.SHOWN_PAGES.is_here:
            pages = next(object.children for object in seen.walk()
                         if len(object.children) == len(PAGES)
                         and all(child.role == "tab panel" for child in object.children))
            found = list(pages[PAGES.index(title)].walk())
            if title == PAGES[0]:
                others = {id(object) for page in pages for object in page.walk()}
                found += [object for object in seen.walk() if id(object) not in others]
        else:
            sections: list[list[Seen]] = [[]]
            for object in seen.walk():
                sections[-1].append(object)
                if _is_last_of_page(object):
                    sections.append([])
            sections[0] += sections.pop()
            found = dict(zip(PAGES, sections, strict=True))[title]
        return found if any(map(_is_last_of_page, found)) else None

    def controls(self, page: str) -> list[Seen]:
        return [seen for seen in self.page(page) if seen.role in CONTROLS]

    def control(self, page: str, role: str, name: str, after: str = "") -> Node:
        """Shows the page, and returns the first control of this role whose whole name matches
        `name`. With `after`, looks only behind the object of that name."""
        self.turn_to(page)

        def control() -> Node | None:
            is_after = not after
            for seen in self.page(page):
                is_after = is_after or seen.name == after
                # GTK before 4.10 reports a toggle button as a button.
                if is_after and role in (seen.role, seen.role.removeprefix("toggle ")) \
                        and re.fullmatch(name, seen.name):
                    return seen.node
            del self._pages[page]  # A row that opens brings more controls.
            return None
        return wait_until(f"the {role} {name!r} on {page}", control,
                          describe=lambda: self.names(page))

    def forget(self, page: str) -> None:
        """Reads the page anew at the next look, because rows have opened on it."""
        self._pages.pop(page, None)

    def names(self, page: str) -> list[str]:
        return [f"{seen.role} {seen.name!r}" for seen in self.controls(page)]

    def turn_to(self, page: str) -> None:
        tab = self._tabs[page]
        if "selected" in tab.states:
            return
        tab.act()
        wait_until(f"the page {page} to be shown", lambda: "selected" in tab.states)


def _is_last_of_page(seen: Seen) -> bool:
    return seen.role == "button" and seen.name == _LAST_OF_PAGE


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
        """Holds the header open with a finger, after a rest: right after a list came to its edge,
        nothing is pulled."""
        self.devices.pass_time(REST)
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

    def assert_says(self, app: App, name: str, **state: object) -> Node:
        """Checks that an object in the list's own window has the name."""
        return self.assert_named(app, f"{name}$", within=app.root.children[0], **state)

    # The window

    def tab_to(self, node: Node) -> None:
        """Presses Tab up to the control, and waits until the scrolled page rests: the popup of
        a moving control has no fixed position."""
        def focused() -> bool:
            # The focus moves before the next look.
            return "focused" in node.states or self.devices.key("Tab")

        def at_rest() -> bool:
            before = node.extents
            self.devices.settle()
            if "focused" not in node.states:
                self.devices.key("shift+Tab")  # The last Tab was one too many.
                return False
            return node.extents == before
        wait_until(f"the focus on {node.name!r}", focused, longest=0.05)
        wait_until(f"{node.name!r} at rest", at_rest)

    def choose(self, combo: Node, key: str) -> None:
        """Opens a list of choices by the keyboard, and takes the choice that `key` selects."""
        self.app.activate_preferences()
        self.tab_to(combo)
        self.devices.key("space")
        wait_until("the choices", lambda: "focused" not in combo.states)
        self.devices.settle()
        self.devices.key(key)
        self.devices.settle()
        self.devices.key("Return")
        wait_until("the choices to be gone", lambda: "focused" in combo.states)
        self.devices.settle()
