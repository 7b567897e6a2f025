"""The library's gallery: a list of pages, and beside it one page and its code."""

import re
from functools import cached_property
from pathlib import Path

from accessibility import Node
from app import REST
from looking import Seen
from program import Program
from stage import Stage
from waiting import wait_until

# Controls to press, type into or read, for which a screen reader needs a name.
CONTROLS = {
    "button", "check box", "grid", "list", "list item", "progress bar", "switch", "table", "text box",
    "toggle button", "tree table",
}


class Gallery(Program):
    """The gallery, whose binary is beside the app's."""

    def __init__(self, stage: Stage, *arguments: str) -> None:
        binary: Path = stage.binary.with_name("Gallery")
        super().__init__(stage, [str(binary), *arguments], {"GALLERY_DEBUG": "leaks"})

    @cached_property
    def sidebar(self) -> Node:
        return self.root.find("list", "Pages$")

    def open_page(self, title: str) -> None:
        """Selects a page in the sidebar, and returns when it is shown."""
        self.sidebar.select(self.titles.index(title))

    @cached_property
    def titles(self) -> list[str]:
        """The titles of the sidebar's rows, headings too."""
        return [row.name for row in self.sidebar.children]

    def code(self) -> str:
        return self.named("Code", role="text box").text

    def shown(self) -> list[Seen]:
        """The objects in the window; of long lists, the first item."""
        return self.root.look(items=1)

    def named(self, name: str, role: str | None = None) -> Node:
        """Waits for an object with this name, and returns it."""
        return wait_until(f"something named {name!r}", lambda: self._find(name, role),
                          describe=self.root.outline)

    def has(self, name: str, role: str | None = None) -> bool:
        return self._find(name, role) is not None

    def wait_until_gone(self, name: str) -> None:
        wait_until(f"nothing named {name!r}", lambda: not self.has(name),
                   describe=self.root.outline)

    def _find(self, name: str, role: str | None = None) -> Node | None:
        return next((seen.node for seen in self.shown()
                     if seen.name == name and role in (None, seen.role)), None)

    def chat(self) -> dict[int, int]:
        """The y of each message that has a widget in the chat, by the message's number."""
        found = (re.match(r"Message (\d+)\b", seen.name) and seen
                 for seen in self.root.look(items=None) if seen.role == "label")
        return {int(re.findall(r"\d+", seen.name)[0]): seen.node.extents[1]
                for seen in found if seen}

    def resting_place(self, number: int) -> int | None:
        """The y of a message; None while it moves, as after a turn of the wheel past the end."""
        first = self.chat().get(number)
        self._devices.pass_time(REST)
        return first if first == self.chat().get(number) else None

    def middle_of(self, name: str) -> tuple[float, float]:
        x, y, width, height = self.named(name).extents
        return x + width / 2, y + min(height, 400) / 2
