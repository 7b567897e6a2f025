"""The measured process: one window with a list, at first without the library."""

from pathlib import Path
from typing import Iterator

from commanded import Commanded
from stage import Stage


class Window(Commanded):
    """Context manager: a list that fills the monitor, and refreshes past the edge. Commanded
    describes how it is controlled."""

    def __init__(self, stage: Stage, edge: str) -> None:
        super().__init__(stage, stage.binary, "window", edge)

    def cpu_milliseconds(self) -> dict[str, float]:
        """The processor time of each of its threads."""
        return {path.parent.name: int(path.read_text().split()[0]) / 1e6
                for path in self._tasks("schedstat")}

    def context_switches(self) -> dict[str, float]:
        """The number of times that each thread went to sleep, and so was woken."""
        return {path.parent.name: int(line.split()[1]) for path in self._tasks("status")
                for line in path.read_text().splitlines()
                if line.startswith("voluntary_ctxt_switches")}

    def _tasks(self, file: str) -> Iterator[Path]:
        return Path(f"/proc/{self.process.pid}/task").glob(f"*/{file}")
