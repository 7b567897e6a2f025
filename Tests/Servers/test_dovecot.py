"""The private Dovecot."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .case import ServerCase
from .dovecot import Dovecot
from .ports import greeting
from .processes import wait_until

_TESTS = Path(__file__).resolve().parents[1]
_SERVES = """import sys
from Servers.dovecot import Dovecot
with Dovecot() as server:
    print(server.port, server.folder, flush=True)
    sys.stdin.read()
"""


class DovecotTests(ServerCase):
    def test_nothing_is_left_when_the_test_is_killed(self) -> None:
        self.serve(Dovecot)  # skips the test if there is none
        left = Path(self.enterContext(tempfile.TemporaryDirectory()))
        left.chmod(0o755)
        server = subprocess.Popen(
            [sys.executable, "-c", _SERVES], cwd=_TESTS, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env=os.environ | {"TMPDIR": str(left)})
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        with server.stdin, server.stdout:
            port, folder = server.stdout.readline().split()
            self.assertTrue(greeting(int(port)))
            self.assertTrue(_processes(folder))
            server.kill()
            wait_until("its port to be free", lambda: greeting(int(port)) is None)
            wait_until("its processes to end", lambda: not _processes(folder))


def _processes(folder: str) -> list[str]:
    """The processes that were started with a file of the folder."""
    return [entry.name for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and folder in _command_line(entry)]


def _command_line(process: Path) -> str:
    try:
        return (process / "cmdline").read_text()
    except OSError:
        return ""
