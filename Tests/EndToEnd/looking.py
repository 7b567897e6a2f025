"""A look at a tree of accessible objects, level by level.

GTK lists the states, names and parents of all objects that were ever looked at in one answer. The
rest is asked for: all questions about the objects of one level are sent together, and then the
answers are awaited. One after the other, a window's hundreds of objects would take longer than some
states last.
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

# The paths of the children that objects had when they were last asked for them. A quick look asks
# again only where GTK lists others: a stack's pages, for example, are never listed as its children.
_children: dict[tuple[str, str], list[str]] = {}

# The roles of objects without children, and the role of top-level objects.
_LEAVES = {"image", "label", "separator"}
_TOPLEVEL = "window"
_LISTS = {"grid", "list", "table", "tree table"}
_VISIBLE = 30  # the bit of this state
_SHORT_LIST = 16  # items, such as a group of preferences

# An object in GTK's list, in GLib's notation. The program itself, with the index -1, is listed
# without states and children.
_TEXT = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_ITEM = re.compile(
    r"\(\('[^']*', '([^']*)'\), \('[^']*', '[^']*'\), \('[^']*', '([^']*)'\), "
    rf"(\d+), (\d+), \[[^]]*\], ({_TEXT}), \d+, {_TEXT}, \[(\d+), (\d+)\]\)")


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
    """An object in GTK's list."""

    name: str
    states: list[int]  # the words of AT-SPI's field
    has_children: bool
    # The paths of its children in order, if these are clear.
    children: list[str] | None = None


def look(root: Node, items: int | None, role: str | None = None, is_quick: bool = False) -> Seen:
    """The object and its visible descendants. Of the items of a long list, which may have two
    hundred, only this many are included. With the role of windows, looks no deeper. A quick look
    takes much less time, and may miss what has just come. Fails if an object disappears
    meanwhile."""
    listed = _list(root)
    top, = _look_at([root], listed)
    level = [top]
    while level:
        unsure = [seen for seen in level if not is_quick
                  or listed[seen.node.path].children != _children.get(_key(seen.node), ())]
        answers = _ask([(seen.node, *seen.node.CHILDREN) for seen in unsure])
        for seen, (children,) in zip(unsure, answers):
            _children[_key(seen.node)] = [path for _, path in children]
        nodes = []
        for seen in level:
            children = _children[_key(seen.node)]
            if seen.role in _LISTS and len(children) > _SHORT_LIST:
                children = children[:items]
            nodes.append([type(root)(root.bus, root.owner, path) for path in children])
        found = iter(_look_at([node for part in nodes for node in part], listed))
        for seen, part in zip(level, nodes):
            seen.children = [child for child in (next(found) for _ in part)
                             if "visible" in child.states]
        # Asks no needless questions: each wakes three processes, which takes much of a test's time.
        level = [child for seen in level for child in seen.children
                 if role != _TOPLEVEL and child.role not in _LEAVES
                 and listed[child.node.path].has_children]
    return top


def _list(root: Node) -> dict[str, _Listed]:
    """The listed objects of the program by their paths. Some may no longer be in the window."""
    answer = root.bus.call_sync(
        root.owner, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems", None, None,
        Gio.DBusCallFlags.NONE, 1_000 * PATIENCE, None)
    # Thirty times as fast as GLib's values one by one.
    found = _ITEM.findall(answer.print_(False))
    inside: dict[str, list[tuple[int, str]]] = {}
    for path, parent, place, _, _, low, _ in found:
        if int(low) >> _VISIBLE & 1:
            inside.setdefault(parent, []).append((int(place), path))
    listed = {}
    for path, _, _, count, name, low, high in found:
        children = sorted(inside.get(path, []))
        is_sure = [place for place, _ in children] == list(range(int(count)))
        listed[path] = _Listed(ast.literal_eval(name), [int(low), int(high)], count != "0",
                               [child for _, child in children] if is_sure else None)
    return listed


def _look_at(nodes: list[Node], listed: dict[str, _Listed]) -> list[Seen]:
    new = [node for node in nodes if _key(node) not in _roles]
    for node, (name,) in zip(new, _ask([(node, *node.ROLE) for node in new])):
        _roles[_key(node)] = name
    unlisted = [node for node in nodes if node.path not in listed]
    answers = _ask([(node, *node.STATES) for node in unlisted]
                   + [(node, *node.NAME) for node in unlisted])
    for node, (states,), (name,) in zip(unlisted, answers, answers[len(unlisted):]):
        listed[node.path] = _Listed(name, states, has_children=True)  # perhaps
    return [Seen(node, _roles[_key(node)], listed[node.path].name,
                 node.names_of_states(listed[node.path].states)) for node in nodes]


def _key(node: Node) -> tuple[str, str]:
    return node.owner, node.path


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
