"""The library's gallery: a list of pages, and beside it one page and its code."""

from functools import cached_property
from pathlib import Path
from typing import Iterator

from accessibility import Node
from program import Program
from stage import Stage
from waiting import wait_until

# What one may press, type into or read from: a screen reader must be able to say what it is.
CONTROLS = {
    "button", "check box", "grid", "list", "list item", "progress bar", "switch", "table", "text box",
    "toggle button", "tree table",
}
_LISTS = {"grid", "list", "table", "tree table"}
_SHORT_LIST = 16


class Gallery(Program):
    """Its binary lies beside the app's."""

    def __init__(self, stage: Stage, *arguments: str) -> None:
        binary: Path = stage.binary.with_name("Gallery")
        super().__init__(stage, [str(binary), *arguments], {"GALLERY_DEBUG": "leaks"})

    @cached_property
    def sidebar(self) -> Node:
        return self.root.find("list", "Pages$")

    def open_page(self, title: str) -> None:
        """Selects it in the sidebar; it is there when that returns."""
        self.sidebar.select(self.titles.index(title))

    @cached_property
    def titles(self) -> list[str]:
        """Of the sidebar's rows, headings too."""
        return [row.name for row in self.sidebar.children]

    def code(self) -> str:
        return self.named("Code", role="text box").text

    def shown(self) -> list[Node]:
        """What there is in the window, but for the items of long lists."""
        return list(_walk(self.root))

    def named(self, name: str, role: str | None = None) -> Node:
        """What bears the name and can be seen, once there is such."""
        def found() -> Node | None:
            return next((node for node in self.shown()
                         if node.name == name and role in (None, node.role)), None)
        return wait_until(f"something named {name!r}", found, describe=self.root.outline)

    def middle_of(self, name: str) -> tuple[float, float]:
        x, y, width, height = self.named(name).extents
        return x + width / 2, y + min(height, 400) / 2


def _walk(node: Node) -> Iterator[Node]:
    children = node.children
    yield node
    if node.role in _LISTS and len(children) > _SHORT_LIST:
        children = children[:1]
    for child in children:
        if "visible" in child.states:
            yield from _walk(child)
