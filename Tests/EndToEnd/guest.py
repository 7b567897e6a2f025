"""A program outside this package: it passes a pointer to the library, and its list is pulled."""

from pathlib import Path

from accessibility import Node
from app import REST
from program import Program
from stage import Stage
from waiting import wait_until, when_there

SOURCES = Path(__file__).resolve().parents[2] / "Examples" / "Guests"


class Guest(Program):
    """A guest made by scripts/build-guests, below the build's folder; a guest in Python runs
    unchanged."""

    def __init__(self, stage: Stage, *command: str) -> None:
        env = {"G_DEBUG": "fatal-warnings"} | library(stage)
        super().__init__(stage, [*command], env)
        self.wait_for_window()
        wait_until("the rows", lambda: "Row 1" in self.names(items=1), describe=self.root.outline)

    def names(self, items: int | None = 0) -> list[str]:
        """The texts of all labels, from top to bottom. Reading rows takes time, so only this many
        rows are included (None: all)."""
        return [seen.name for seen in self.root.look(items)
                if seen.role == "label" and seen.name]

    def rows(self) -> list[str]:
        return self.names(items=None)

    def wait_for(self, name: str) -> None:
        wait_until(f"something named {name!r}", lambda: name in self.names(),
                   describe=lambda: f"{self.messages()}\n{self.root.outline()}")

    def wait_until_gone(self, name: str) -> None:
        wait_until(f"nothing named {name!r}", lambda: name not in self.names(),
                   describe=self.root.outline)

    def pull(self, dy: float) -> None:
        """Pulls with a finger in the middle of the window, and keeps it down until `let_go`."""
        width, height = self._stage.session.monitor
        x, y = width / 2, height / 2
        self._devices.pass_time(REST)
        self._devices.settle()
        self._devices.touch_down(x, y)
        self._devices.touch_move(x, y, dy)

    def let_go(self) -> None:
        self._devices.touch_up()

    def scroll_to_end(self) -> None:
        """Scrolls by the vertical scroll bar's range, as assistive technology does."""
        for bar in self._ranges():
            bar.value = bar.maximum

    def scroll_to_start(self) -> None:
        for bar in self._ranges():
            bar.value = 0

    def _ranges(self) -> list[Node]:
        # Returns the list in a tuple: GTK may show no scroll bar, and an empty list would be false.
        def look() -> tuple[list[Node]]:
            all = [child for bar in self.root.find_all("scroll bar") for child in bar.children]
            return [node for node in all if node.extents[3] > node.extents[2]],
        return wait_until("the scroll bars to stay", lambda: when_there(look))[0]


def folder(stage: Stage) -> Path:
    return stage.binary.parent.resolve().parents[1] / "guests"


def library(stage: Stage) -> dict[str, str]:
    """The environment in which programs find the library that was built for guests."""
    built = folder(stage) / "lib"
    return {"LD_LIBRARY_PATH": str(built), "GI_TYPELIB_PATH": str(built / "girepository-1.0")}
