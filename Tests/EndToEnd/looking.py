"""A look at a tree of accessible objects, level by level.

GTK lists all objects that were ever looked at in one answer: their states, names, parents and places
among the parent's children. Only what is not listed is asked for: all questions about the objects of
one level are sent together, and then the answers are awaited. One after the other, a window's
hundreds of objects would take longer than some states last.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Iterator

from gi.repository import Gio, GLib

from Servers.processes import PATIENCE

if TYPE_CHECKING:
    from accessibility import Node

Question = tuple["Node", str, str, GLib.Variant | None]  # object, interface, method, arguments

# The roles of objects by owner and path: a role never changes.
_roles: dict[tuple[str, str], str] = {}

# The roles of objects without children, and the role of top-level objects.
_LEAVES = {"image", "label", "separator"}
_TOPLEVEL = "window"
_LISTS = {"grid", "list", "table", "tree table"}
_SHORT_LIST = 16  # items, such as a group of preferences

# What all widgets are. A GtkStackPage is none: it is listed between a stack and its widgets, but is no
# child of the stack when that is asked.
_WIDGET = "org.a11y.atspi.Component"

# An object in GTK's list, in GLib's notation. The program itself, with the index -1, is listed
# without states and children, and does not match.
_TEXT = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_ITEM = re.compile(
    r"\(\('[^']*', '([^']*)'\), \('[^']*', '[^']*'\), \('[^']*', '([^']*)'\), "
    rf"(\d+), (\d+), \[([^]]*)\], ({_TEXT}), \d+, {_TEXT}, \[(\d+), (\d+)\]\)")


@dataclass
class Seen:
    """The state of an object when it was looked at, and the objects shown in it."""

    node: Node
    role: str
    name: str
    states: set[str]
    children: list[Seen] = field(default_factory=list)

    def walk(self) -> Iterator[Seen]:
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass
class _Listed:
    """An object in GTK's list, or the answers about another one."""

    name: str
    states: set[str]
    count: int | None  # of its children; None if unknown
    # The listed children by their places. A hidden child has the place of the next visible one.
    children: list[tuple[int, str]] = field(default_factory=list)

    def all_children(self) -> list[str] | None:
        """The paths of the children in order, or None if some are not listed."""
        places = sorted(self.children)
        if self.count is None or [place for place, _ in places] != list(range(self.count)):
            return None
        return [path for _, path in places]


def look(root: Node, items: int | None, role: str | None = None) -> Seen:
    """The object and its visible descendants. Of the items of a long list, which may have two
    hundred, only this many are included. With the role of windows, looks no deeper. Fails if an
    object disappears meanwhile."""
    listed = _list(root)
    top, = _look_at([root], listed)
    level = [top]
    while level:
        inside = _children([seen.node for seen in level], listed)
        nodes = []
        for seen, children in zip(level, inside):
            if seen.role in _LISTS and len(children) > _SHORT_LIST:
                children = children[:items]
            nodes.append(children)
        found = iter(_look_at([node for part in nodes for node in part], listed))
        for seen, part in zip(level, nodes):
            seen.children = [child for child in (next(found) for _ in part)
                             if "visible" in child.states]
        # Asks no needless questions: each wakes three processes, which takes much of a test's time.
        level = [child for seen in level for child in seen.children
                 if role != _TOPLEVEL and child.role not in _LEAVES
                 and listed[child.node.path].count != 0]
    return top


def _list(root: Node) -> dict[str, _Listed]:
    """The listed objects of the program by their paths. Some may no longer be in the window."""
    answer = root.bus.call_sync(
        root.owner, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems", None, None,
        Gio.DBusCallFlags.NONE, 1_000 * PATIENCE, None)
    # Thirty times as fast as GLib's values one by one.
    items = _ITEM.findall(answer.print_(False))
    listed = {path: _Listed(ast.literal_eval(name), root.names_of_states([int(low), int(high)]),
                            int(count))
              for path, _, _, count, _, name, low, high in items}
    for path, parent, place, _, interfaces, *_ in items:
        if parent in listed and _WIDGET not in interfaces:
            listed[parent].count = None
        elif parent in listed and "visible" in listed[path].states:
            listed[parent].children.append((int(place), path))
    return listed


def _children(nodes: list[Node], listed: dict[str, _Listed]) -> list[list[Node]]:
    known = [listed[node.path].all_children() for node in nodes]
    answers = iter(_ask([(node, *node.CHILDREN) for node, paths in zip(nodes, known)
                         if paths is None]))
    return [[type(node)(node.bus, *child) for child in next(answers)[0]] if paths is None
            else [type(node)(node.bus, node.owner, path) for path in paths]
            for node, paths in zip(nodes, known)]


def _look_at(nodes: list[Node], listed: dict[str, _Listed]) -> list[Seen]:
    new = [node for node in nodes if (node.owner, node.path) not in _roles]
    unlisted = [node for node in nodes if node.path not in listed]
    answers = iter(_ask([(node, *node.ROLE) for node in new]
                        + [(node, *question) for node in unlisted
                           for question in (node.NAME, node.STATES)]))
    for node, (name,) in zip(new, answers):
        _roles[node.owner, node.path] = name
    for node, (name,), (states,) in zip(unlisted, answers, answers):
        listed[node.path] = _Listed(name, node.names_of_states(states), count=None)
    return [Seen(node, _roles[node.owner, node.path], listed[node.path].name,
                 listed[node.path].states) for node in nodes]


def _ask(questions: list[Question]) -> list[tuple]:
    """The answers, in order."""
    if not questions:
        return []
    # A private context, so that the answers come to this thread, even if another thread runs a
    # loop.
    context = GLib.MainContext()
    answers: dict[int, tuple | GLib.Error] = {}

    def answered(bus: Gio.DBusConnection, result: Gio.AsyncResult, place: int) -> None:
        try:
            answers[place] = bus.call_finish(result).unpack()
        except GLib.Error as error:
            answers[place] = error

    context.push_thread_default()
    try:
        for place, (node, interface, method, arguments) in enumerate(questions):
            node.bus.call(node.owner, node.path, interface, method, arguments, None,
                          Gio.DBusCallFlags.NONE, 1_000 * PATIENCE, None, answered, place)
        while len(answers) < len(questions):
            context.iteration(True)
    finally:
        context.pop_thread_default()
    for answer in answers.values():
        if isinstance(answer, GLib.Error):
            raise answer
    return [answers[place] for place in range(len(questions))]
