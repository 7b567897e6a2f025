"""A program that takes commands as lines on its standard input, and answers each by one line of
JSON."""

import json
import selectors
import subprocess
from pathlib import Path

from Servers.processes import PATIENCE, end
from stage import Stage



class Commanded:
    """Context manager: one process of the program Benchmarks, in the mode of its arguments."""

    def __init__(self, stage: Stage, binary: Path, *arguments: str) -> None:
        self._stage = stage
        self._argv = [str(binary), *arguments]
        self.facts: dict = {}  # its first line, which it prints once it is ready

    def __enter__(self):
        # Without accessibility: the bus of a screen reader would change the measurement, and only
        # on some machines.
        env = self._stage.session.program_env | {"GTK_A11Y": "none"}
        self._log = (self._stage.directory("commanded") / "stderr.log").open("wb")
        self.process = subprocess.Popen(
            self._argv, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.process.stdout, selectors.EVENT_READ)
        self.facts = self._answer()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        end(self.process)
        self._log.close()

    def tell(self, command: str) -> dict:
        self.process.stdin.write(f"{command}\n".encode())
        self.process.stdin.flush()
        return self._answer()

    def messages(self) -> str:
        """The program's standard error."""
        return Path(self._log.name).read_text(errors="replace")

    def _answer(self) -> dict:
        if not self._selector.select(PATIENCE):
            raise RuntimeError(f"no answer within {PATIENCE} s")
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the window ended:\n{self.messages()}")
        return json.loads(line)
