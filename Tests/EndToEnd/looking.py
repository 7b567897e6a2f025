"""A look at a tree of accessible objects, level by level.

All questions about the objects of one level are sent together, and then the answers are
awaited. One after the other, a window's hundreds of objects would take longer than some
states last.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Iterator

from gi.repository import Gio, GLib

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
_TIME_LIMIT = 30_000  # ms


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


def look(root: Node, items: int | None, role: str | None = None) -> Seen:
    """The object and its visible descendants. With a `role`, only objects of that role have names.
    Of the items of a long list, which may have two hundred, only this many are included. Fails if
    an object disappears meanwhile."""
    top, = _look_at([root], role)
    level = [top]
    while level:
        inside = _ask([(seen.node, *seen.node.CHILDREN) for seen in level])
        nodes = []
        for seen, (children,) in zip(level, inside):
            if seen.role in _LISTS and len(children) > _SHORT_LIST:
                children = children[:items]
            nodes.append([type(root)(root.bus, *child) for child in children])
        answers = iter(_look_at([node for part in nodes for node in part], role))
        for seen, part in zip(level, nodes):
            seen.children = [child for child in (next(answers) for _ in part)
                             if "visible" in child.states]
        # Asks no needless questions: each wakes three processes, which takes much of a test's time.
        level = [child for seen in level for child in seen.children
                 if role != _TOPLEVEL and child.role not in _LEAVES]
    return top


def _look_at(nodes: list[Node], role: str | None) -> list[Seen]:
    new = [node for node in nodes if (node.owner, node.path) not in _roles]
    for node, (name,) in zip(new, _ask([(node, *node.ROLE) for node in new])):
        _roles[node.owner, node.path] = name
    roles = [_roles[node.owner, node.path] for node in nodes]
    named = [node for node, own in zip(nodes, roles) if role in (None, own)]
    answers = _ask([(node, *node.STATES) for node in nodes]
                   + [(node, *node.NAME) for node in named])
    names = iter(answers[len(nodes):])
    return [Seen(node, own, next(names)[0] if role in (None, own) else "",
                 node.names_of_states(*states))
            for node, own, states in zip(nodes, roles, answers)]


def _ask(questions: list[Question]) -> list[tuple]:
    """The answers, in order."""
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
                          Gio.DBusCallFlags.NONE, _TIME_LIMIT, None, answered, place)
        while len(answers) < len(questions):
            context.iteration(True)
    finally:
        context.pop_thread_default()
    for answer in answers.values():
        if isinstance(answer, GLib.Error):
            raise answer
    return [answers[place] for place in range(len(questions))]
