"""The screen reader's view: roles, names, states and actions, read from the accessibility bus.

It asks over D-Bus directly, without libatspi: that keeps a cache, which in a long test run
answers with what was there before.
"""

import re
from dataclasses import dataclass, field
from typing import Iterator

from gi.repository import Gio, GLib

from session import Session, connect
from waiting import wait_until

_PREFIX = "org.a11y.atspi."
_ROOT = "/org/a11y/atspi/accessible/root"
_SHORT_LIST = 16  # items, such as a group of preferences
# The states that tests look at, by their place in AT-SPI's bit field.
_STATES = {
    3: "busy", 4: "checked", 8: "enabled", 11: "focusable", 12: "focused", 23: "selected", 24: "sensitive",
    25: "showing", 30: "visible",
}


@dataclass
class Node:
    """One accessible object. Each property is asked for anew; nothing is remembered."""

    bus: Gio.DBusConnection = field(repr=False, compare=False)
    owner: str
    path: str

    @property
    def role(self) -> str:
        """AT-SPI's name for it: `push button`, `list`, `list item`, `label`, `frame` …"""
        return self._call("Accessible", "GetRoleName")[0]

    @property
    def name(self) -> str:
        return self._property("Accessible", "Name")

    @property
    def description(self) -> str:
        return self._property("Accessible", "Description")

    @property
    def states(self) -> set[str]:
        low, high = self._call("Accessible", "GetState")[0]
        bits = low | high << 32
        return {name for place, name in _STATES.items() if bits >> place & 1}

    @property
    def children(self) -> list["Node"]:
        return [Node(self.bus, *child) for child in self._call("Accessible", "GetChildren")[0]]

    @property
    def extents(self) -> tuple[int, int, int, int]:
        """x, y, width and height in the window."""
        return self._call("Component", "GetExtents", GLib.Variant("(u)", (1,)))[0]

    @property
    def actions(self) -> list[str]:
        return [name for name, _, _ in self._call("Action", "GetActions")[0]]

    def act(self, index: int = 0) -> None:
        """Performs an action; a button's first one is its click."""
        done, = self._call("Action", "DoAction", GLib.Variant("(i)", (index,)))
        if not done:
            raise AssertionError(f"{self.role} {self.name!r} refused its action")

    @property
    def text(self) -> str:
        """What stands in an entry."""
        count = self._property("Text", "CharacterCount")
        return self._call("Text", "GetText", GLib.Variant("(ii)", (0, count)))[0]

    @text.setter
    def text(self, text: str) -> None:
        done, = self._call("EditableText", "SetTextContents", GLib.Variant("(s)", (text,)))
        if not done:
            raise AssertionError(f"{self.role} {self.name!r} refused the text")

    def select(self, index: int) -> None:
        """Selects one of a list's items."""
        done, = self._call("Selection", "SelectChild", GLib.Variant("(i)", (index,)))
        if not done:
            raise AssertionError(f"{self.role} {self.name!r} did not select its item {index}")

    @property
    def value(self) -> float:
        """Of a scroll bar's range: how far the list is scrolled."""
        return self._property("Value", "CurrentValue")

    @value.setter
    def value(self, number: float) -> None:
        setting = (_PREFIX + "Value", "CurrentValue", GLib.Variant("d", number))
        self._send("org.freedesktop.DBus.Properties", "Set", GLib.Variant("(ssv)", setting))

    @property
    def maximum(self) -> float:
        return self._property("Value", "MaximumValue")

    def walk(self) -> Iterator["Node"]:
        """This object and what is shown below it; but not the items of a long list, of which there
        may be two hundred: those are its `children`."""
        yield self
        children = self.children
        if self.role == "list" and len(children) > _SHORT_LIST:
            return
        for child in children:
            if "visible" in child.states:
                yield from child.walk()

    def find_all(self, role: str | None = None, name: str | None = None) -> list["Node"]:
        """Those of the role whose names match the regular expression from their beginning."""
        return [
            node for node in self.walk()
            if (role is None or node.role == role) and (name is None or re.match(name, node.name))
        ]

    def find(self, role: str | None = None, name: str | None = None, timeout: float = 5) -> "Node":
        """The first such object, once there is one."""
        def first() -> Node | None:
            try:
                return next(iter(self.find_all(role, name)), None)
            except GLib.Error:  # an object went away while it was being looked at
                return None
        return wait_until(f"{role or 'an object'} named {name!r}", first, timeout,
                          interval=0.1, describe=self.outline)

    def outline(self, depth: int = 0, limit: int = 12) -> str:
        """The tree as indented lines, with at most `limit` children each."""
        lines = [f"{'  ' * depth}{self.role} {self.name!r}"]
        children = [child for child in self.children if "visible" in child.states]
        lines += [child.outline(depth + 1, limit) for child in children[:limit]]
        if len(children) > limit:
            lines.append(f"{'  ' * (depth + 1)}… and {len(children) - limit} more")
        return "\n".join(lines)

    def _call(self, interface: str, method: str, arguments: GLib.Variant | None = None) -> tuple:
        return self._send(_PREFIX + interface, method, arguments)

    def _property(self, interface: str, name: str) -> object:
        arguments = GLib.Variant("(ss)", (_PREFIX + interface, name))
        return self._send("org.freedesktop.DBus.Properties", "Get", arguments)[0]

    def _send(self, interface: str, method: str, arguments: GLib.Variant | None) -> tuple:
        return self.bus.call_sync(
            self.owner, self.path, interface, method, arguments, None,
            Gio.DBusCallFlags.NONE, 30_000, None).unpack()


class ScreenReader:
    """Finds the accessible trees of the session's programs."""

    def __init__(self, session: Session) -> None:
        address, = session.bus.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None,
            GLib.VariantType("(s)"), Gio.DBusCallFlags.NONE, 30_000, None).unpack()
        self._bus = connect(address)
        self._registry = Node(self._bus, _PREFIX + "Registry", _ROOT)

    def application(self, pid: int, timeout: float = 10) -> Node:
        """The root of the program that runs as `pid`."""
        def registered() -> Node | None:
            return next((app for app in self._registry.children if self._pid(app) == pid), None)
        return wait_until(f"process {pid} on the accessibility bus", registered, timeout)

    def _pid(self, node: Node) -> int:
        try:
            return self._bus.call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", GLib.Variant("(s)", (node.owner,)), None,
                Gio.DBusCallFlags.NONE, 5000, None).unpack()[0]
        except GLib.Error:  # it has just left the bus
            return 0
