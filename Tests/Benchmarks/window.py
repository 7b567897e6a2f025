"""The process that is measured: one window, told what to do by lines, answering by JSON."""

import json
import selectors
import subprocess
import time
from pathlib import Path
from typing import Iterator

from processes import end
from stage import Stage

_PATIENCE = 20  # seconds for an answer


class Window:
    """Context manager: a list that fills the monitor, at first without the library."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._argv = [str(stage.binary), "window"]
        self.facts: dict = {}

    def __enter__(self) -> "Window":
        # A screen reader's bus would take part in what is measured, and on some machines only.
        env = self._stage.session.env | {"GTK_A11Y": "none"}
        self._log = (self._stage.directory("bench") / "stderr.log").open("wb")
        self._process = subprocess.Popen(
            self._argv, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        self.facts = self._answer()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        end(self._process)
        self._log.close()

    def tell(self, command: str) -> dict:
        self._process.stdin.write(f"{command}\n".encode())
        self._process.stdin.flush()
        return self._answer()

    def cpu_milliseconds(self) -> dict[str, float]:
        """What each of its threads has used of a processor."""
        return {path.parent.name: int(path.read_text().split()[0]) / 1e6
                for path in self._tasks("schedstat")}

    def context_switches(self) -> dict[str, float]:
        """How often each of its threads went to sleep, which is how often it had been woken."""
        return {path.parent.name: int(line.split()[1]) for path in self._tasks("status")
                for line in path.read_text().splitlines()
                if line.startswith("voluntary_ctxt_switches")}

    def _tasks(self, file: str) -> Iterator[Path]:
        return Path(f"/proc/{self._process.pid}/task").glob(f"*/{file}")

    def _answer(self) -> dict:
        if not self._selector.select(_PATIENCE):
            raise RuntimeError(f"no answer within {_PATIENCE} s")
        line = self._process.stdout.readline()
        if not line:
            time.sleep(0.1)
            raise RuntimeError(f"the window ended:\n{Path(self._log.name).read_text()}")
        return json.loads(line)
