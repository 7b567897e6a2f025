"""The process that is measured: one window, told what to do by lines, answering by JSON."""

import json
import selectors
import subprocess
import time
from pathlib import Path

from processes import cpu_seconds, end
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

    def cpu_seconds(self) -> float:
        return cpu_seconds(self._process.pid)

    def context_switches(self) -> int:
        """How often any of its threads went to sleep, which is how often it had been woken."""
        count = 0
        for status in Path(f"/proc/{self._process.pid}/task").glob("*/status"):
            for line in status.read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches"):
                    count += int(line.split()[1])
        return count

    def _answer(self) -> dict:
        if not self._selector.select(_PATIENCE):
            raise RuntimeError(f"no answer within {_PATIENCE} s")
        line = self._process.stdout.readline()
        if not line:
            time.sleep(0.1)
            raise RuntimeError(f"the window ended:\n{Path(self._log.name).read_text()}")
        return json.loads(line)
