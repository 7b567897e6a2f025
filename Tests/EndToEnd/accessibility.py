"""The screen reader's view: roles, names, states and actions, read from the accessibility bus.

Asks over D-Bus directly, without libatspi, whose cache answers with outdated values in a long
test run.
"""

import re
from dataclasses import dataclass, field
from typing import ClassVar

from gi.repository import Gio, GLib

from looking import Seen, look
from session import Session, connect
from waiting import is_gone, wait_until, when_there

_PREFIX = "org.a11y.atspi."
_ROOT = "/org/a11y/atspi/accessible/root"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_LABELLED_BY = 2  # of AT-SPI's kinds of relations
# The states that tests use, by their bit in AT-SPI's field.
_STATES = {
    1: "active", 3: "busy", 4: "checked", 8: "enabled", 11: "focusable", 12: "focused",
    23: "selected", 24: "sensitive", 25: "showing", 30: "visible",
}


@dataclass
class Node:
    """One accessible object. Each property is read anew."""

    bus: Gio.DBusConnection = field(repr=False, compare=False)
    owner: str
    path: str

    ROLE: ClassVar = (_PREFIX + "Accessible", "GetRoleName", None)
    NAME: ClassVar = (_PROPERTIES, "Get", GLib.Variant("(ss)", (_PREFIX + "Accessible", "Name")))
    STATES: ClassVar = (_PREFIX + "Accessible", "GetState", None)
    CHILDREN: ClassVar = (_PREFIX + "Accessible", "GetChildren", None)

    @property
    def role(self) -> str:
        """AT-SPI's name of the role: `push button`, `list`, `list item`, `label`, `frame` …"""
        return self._send(*self.ROLE)[0]

    @property
    def name(self) -> str:
        return self._send(*self.NAME)[0]

    @property
    def description(self) -> str:
        return self._property("Accessible", "Description")

    @property
    def states(self) -> set[str]:
        return self.names_of_states(*self._send(*self.STATES))

    @staticmethod
    def names_of_states(words: list[int]) -> set[str]:
        low, high = words
        bits = low | high << 32
        return {name for place, name in _STATES.items() if bits >> place & 1}

    @property
    def children(self) -> list["Node"]:
        return [Node(self.bus, *child) for child in self._send(*self.CHILDREN)[0]]

    @property
    def labels(self) -> list["Node"]:
        """The objects that label this one."""
        relations, = self._call("Accessible", "GetRelationSet")
        return [Node(self.bus, *target) for kind, targets in relations if kind == _LABELLED_BY
                for target in targets]

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
        """The text in an entry."""
        count = self._property("Text", "CharacterCount")
        return self._call("Text", "GetText", GLib.Variant("(ii)", (0, count)))[0]

    @text.setter
    def text(self, text: str) -> None:
        done, = self._call("EditableText", "SetTextContents", GLib.Variant("(s)", (text,)))
        if not done:
            raise AssertionError(f"{self.role} {self.name!r} refused the text")

    def select(self, index: int) -> None:
        """Selects an item of a list."""
        done, = self._call("Selection", "SelectChild", GLib.Variant("(i)", (index,)))
        if not done:
            raise AssertionError(f"{self.role} {self.name!r} did not select its item {index}")

    @property
    def value(self) -> float:
        """The value of a scroll bar's range: how far the list is scrolled."""
        return self._property("Value", "CurrentValue")

    @value.setter
    def value(self, number: float) -> None:
        setting = (_PREFIX + "Value", "CurrentValue", GLib.Variant("d", number))
        self._send(_PROPERTIES, "Set", GLib.Variant("(ssv)", setting))

    @property
    def maximum(self) -> float:
        return self._property("Value", "MaximumValue")

    def look(self, items: int | None = 0, role: str | None = None,
             is_quick: bool = False) -> list[Seen]:
        """This object and its visible descendants, in the order of the tree. With the `role` of
        windows, only these. Of the items of a long list, only this many are included (None: all).
        Looks again if a descendant disappears meanwhile."""
        while True:
            try:
                return list(look(self, items, role, is_quick).walk())
            except GLib.Error as error:
                if not is_gone(error):
                    raise
                self.states  # raises the same error if it is this object that has gone

    def find_all(self, role: str | None = None, name: str | None = None,
                 is_quick: bool = False) -> list["Node"]:
        """The objects with this role, whose names match the regular expression from their
        beginning."""
        return [seen.node for seen in self.look(role=role, is_quick=is_quick)
                if role in (None, seen.role) and (name is None or re.match(name, seen.name))]

    def find(self, role: str | None = None, name: str | None = None) -> "Node":
        """Waits for an object with this role and name, and returns the first."""
        at_once = when_there(lambda: self.find_all(role, name, is_quick=True))
        if at_once:
            return at_once[0]
        return wait_until(f"{role or 'an object'} named {name!r}",
                          lambda: next(iter(self.find_all(role, name)), None),
                          describe=self.outline)

    def find_window(self, title: str) -> "Node":
        """The program's window with this title, once it has the keyboard focus."""
        window = self.find("window", title)
        wait_until(f"the window {title!r} to have the keys", lambda: "active" in window.states)
        return window

    def wait_until_gone(self, role: str | None = None, name: str | None = None) -> None:
        """Waits until no object has this role and name."""
        wait_until(f"no {role or 'object'} named {name!r}",
                   lambda: not self.find_all(role, name))

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
        return self._send(_PROPERTIES, "Get", arguments)[0]

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

    def application(self, pid: int) -> Node:
        """Waits for the root of the program that runs as `pid`."""
        return wait_until(f"process {pid} on the accessibility bus", lambda: self.find_application(pid))

    def find_application(self, pid: int) -> Node | None:
        return next((app for app in self._registry.children if self._pid(app) == pid), None)

    def _pid(self, node: Node) -> int:
        try:
            return self._bus.call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", GLib.Variant("(s)", (node.owner,)), None,
                Gio.DBusCallFlags.NONE, 5000, None).unpack()[0]
        except GLib.Error:  # it has just left the bus
            return 0
