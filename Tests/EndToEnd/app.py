"""The running app: started on a mailbox, observed, pulled, and closed as a user would."""

from functools import cached_property
from pathlib import Path
from typing import Callable

from gi.repository import Gio, GLib

from accessibility import Node
from processes import cpu_seconds
from program import Program
from stage import Stage
from app_trace import Trace
from waiting import wait_until

_BUS = "org.freedesktop.DBus"
LIST = "Conversations|Unterhaltungen|会话"  # in each language that is tested
# A free point in the title bar of Preferences, for each position near the monitor's middle at which
# the compositor may put the window.
_PREFERENCES_TITLE_BAR = (100, 60)
# Seconds. A pull within 300 ms of reaching an edge counts as the rest of the scrolling, so wait
# twice as long.
REST = 0.6


class App(Program):
    """A maximized Tideline window. It fills the monitor, so its position is known."""

    def __init__(
        self, stage: Stage, mailbox: Path | None, store: Path | None = None,
        binary: Path | None = None, env: dict[str, str] | None = None,
        within: Callable[[list[str]], list[str]] = list,
    ) -> None:
        """`env` is added to the session's environment. `within` turns the command into one that runs in a private network."""
        files = stage.directory("app")
        self.store = store or files / "store.sqlite"
        self.trace = Trace(files / "trace.jsonl")
        super().__init__(
            stage,
            within([str(binary or stage.binary), *([str(mailbox)] if mailbox else []),
                    "--store", str(self.store)]),
            {"TIDELINE_TRACE": str(self.trace.path),
             "TIDELINE_DEBUG": "leaks"} | (env or {}))

    # Opening

    def wait_until_idle(self, rows: int | None = None) -> None:
        """Waits until the window shows rows and is idle."""
        self.wait_for_window()
        self.trace.wait(
            header="idle", test=lambda state: state["rows"] == rows or rows is None)
        wait_until("the rows", lambda: self.conversations.children, describe=self.root.outline)
        self._devices.pass_time(REST)

    # Looking

    @cached_property
    def conversations(self) -> Node:
        return self.root.find("list", LIST)

    @cached_property
    def _scroll_range(self) -> Node:
        """The range of the vertical scroll bar, which reads and sets the list's position."""
        def vertical() -> Node | None:
            bars = self.root.find_all("scroll bar")
            ranges = [child for bar in bars for child in bar.children]
            return next((node for node in ranges if node.extents[3] > node.extents[2]), None)
        return wait_until("a vertical scroll bar", vertical, describe=self.root.outline)

    @property
    def scroll(self) -> float:
        return self._scroll_range.value

    @scroll.setter
    def scroll(self, position: float) -> None:
        self._scroll_range.value = position

    @property
    def bottom(self) -> float:
        """The scroll position at the very end."""
        return self._scroll_range.maximum - self.conversations.extents[3]

    def row_names(self) -> list[str]:
        """The rows that the screen reader can see. GTK 4.8 offers up to two hundred, also those
        scrolled out of sight; newer versions offer only the rows on the screen."""
        return [row.name for row in self.conversations.children]

    def all_row_names(self) -> list[str]:
        """All rows from the first to the last; scrolls through the list, unless all are
        offered."""
        names = self.row_names()
        if len(names) >= self.trace.last["rows"]:
            return names
        names, position = [], 0.0
        while True:
            self.scroll_to(position)
            seen = self.row_names()
            names += seen[seen.index(names[-1]) + 1 if names and names[-1] in seen else 0:]
            if position >= self.bottom:
                return names
            position = min(position + 0.8 * self.conversations.extents[3], self.bottom)

    def middle(self) -> tuple[float, float]:
        """A point on the list, far enough from its edges to pull in both directions."""
        x, y, width, height = self.conversations.extents
        return x + width / 2, y + height / 2

    def cpu_seconds(self) -> float:
        return cpu_seconds(self.process.pid)

    # Acting

    def pull(self, dy: float, duration: float = 0.4) -> None:
        """Pulls by one touch; positive is downwards, past the top."""
        self._devices.pass_time(REST)
        self._devices.touch_pull(*self.middle(), dy, duration)

    def pull_while(self, happens: Callable[[], None]) -> None:
        """Calls `happens` during a pull past the top: while the finger is down, new mail is not
        shown by itself."""
        x, y = self.middle()
        self._devices.pass_time(REST)
        self._devices.touch_down(x, y)
        self._devices.touch_move(x, y, 150)
        self.trace.wait(header="armed")
        happens()
        self._devices.touch_up()

    def activate(self, action: str, window: int = 1) -> None:
        """Activates an action as another program does, over the session's bus. Windows are
        counted in the order in which they were opened; 0 is the application."""
        bus = self._stage.session.bus

        def call(owner: str, path: str, interface: str, method: str, arguments: GLib.Variant):
            return bus.call_sync(
                owner, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 5000, None)

        def pid(name: str) -> int:
            return call(_BUS, "/org/freedesktop/DBus", _BUS, "GetConnectionUnixProcessID",
                        GLib.Variant("(s)", (name,))).unpack()[0]
        names = call(_BUS, "/org/freedesktop/DBus", _BUS, "ListNames", None).unpack()[0]
        owner = next(
            name for name in names
            if name.startswith("org.tideline.") and pid(name) == self.process.pid)
        part = f"/window/{window}" if window else ""
        call(owner, f"/{owner.replace('.', '/')}{part}", "org.gtk.Actions", "Activate",
             GLib.Variant("(sava{sv})", (action, [], {})))

    def menu_item(self, name: str) -> Node:
        """An item of the open menu, by its name or, if it has none, by the text of its label."""
        return wait_until(
            f"the menu item {name!r}", lambda: next(iter(self.menu_items(name)), None),
            describe=self.root.outline)

    def menu_items(self, name: str) -> list[Node]:
        return [item for item in self.root.find_all("menu item")
                if name in (item.name, *(label.text for label in item.labels))]

    def point_at_list(self) -> None:
        """Puts the pointer over the list, for touchpad and wheel."""
        self._devices.pointer_to(*self.middle())

    def open_preferences(self, title: str = "Preferences") -> Node:
        """Opens Preferences by its key; returns the window with that title."""
        self._devices.key("ctrl+comma")
        window = self.root.find_window(f"{title}$")
        self._devices.settle()
        return window

    def activate_preferences(self) -> None:
        """Activates the Preferences window by a tap on its title bar, if a touch of the list has
        moved the focus to the list. A window that has just opened has the focus before it is in
        its place, and a tap would miss it."""
        window = self.root.children[1]
        if "active" not in window.states:
            self._devices.tap(*_PREFERENCES_TITLE_BAR)
            wait_until("Preferences to have the keys", lambda: "active" in window.states)
            self._devices.settle()

    def close_preferences(self) -> None:
        """Closes Preferences by its key."""
        self.activate_preferences()
        self._devices.key("Escape")

        def is_left() -> bool:
            windows = self.root.children
            return len(windows) == 1 and "active" in windows[0].states
        wait_until("the window that is left to have the keys", is_left)

    def scroll_to(self, position: float) -> None:
        """Scrolls to a position at once, as assistive technology does, and waits until the list
        rests there."""
        self._rest_at(lambda: position)

    def scroll_to_bottom(self) -> None:
        self._rest_at(lambda: self.bottom)

    def _rest_at(self, position: Callable[[], float]) -> None:
        """Repeats, since a spring-back or an opening row can still move the list."""
        def rests() -> bool:
            self._scroll_range.value = position()
            seen = self._stage.recorder.picture()
            self._devices.pass_time(REST)
            return abs(self.scroll - position()) < 1 and self._stage.recorder.picture() == seen
        wait_until("the list at rest", rests, describe=lambda: (self.scroll, position()))
