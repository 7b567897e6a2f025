"""The desktop's default program for files and addresses: it notes its arguments."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from stage import Stage
from waiting import wait_until

_NOTE = """#!{python}
import json, os, sys
from urllib.parse import unquote, urlparse
given = sys.argv[1]
note = {{"given": given}}
if given.startswith(("file:", "/")):
    path = unquote(urlparse(given).path) if given.startswith("file:") else given
    folder = os.path.dirname(path)
    note |= {{"path": path, "content": open(path, "rb").read().hex(),
             "mode": os.stat(path).st_mode & 0o777, "folder": os.stat(folder).st_mode & 0o777}}
with open({notes!r}, "a") as notes:
    notes.write(json.dumps(note) + "\\n")
"""
_ENTRY = """[Desktop Entry]
Type=Application
Name=Test Viewer
Exec={script} %u
"""


@dataclass
class DefaultProgram:
    """The default program for some types, such as `application/pdf` or
    `x-scheme-handler/mailto`."""

    stage: Stage
    types: tuple[str, ...]

    def __post_init__(self) -> None:
        data = self.stage.directory("data")
        self._notes = data / "notes.jsonl"
        script = data / "viewer"
        script.write_text(_NOTE.format(python=sys.executable, notes=str(self._notes)))
        script.chmod(0o755)
        applications = data / "applications"
        applications.mkdir()
        (applications / "viewer.desktop").write_text(_ENTRY.format(script=script))
        (applications / "mimeapps.list").write_text(
            "[Default Applications]\n" + "".join(f"{name}=viewer.desktop\n" for name in self.types))
        self.env = {"XDG_DATA_HOME": str(data)}

    @property
    def opened(self) -> list[dict[str, object]]:
        if not self._notes.exists():
            return []
        # Skips the last line, which may be incomplete.
        lines = self._notes.read_text().splitlines(keepends=True)
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def wait(self, count: int = 1) -> dict[str, object]:
        """Waits until this many were opened, and returns the last one."""
        wait_until("the default program to be started", lambda: len(self.opened) == count,
                   describe=lambda: self.opened)
        return self.opened[-1]

    def path(self) -> Path:
        """The path of the file that was opened last."""
        return Path(str(self.opened[-1]["path"]))
