"""Runs a command on a clock of its own, which passes as fast as the command's programs can follow:

  python3 -m Clock COMMAND …
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from Clock import Clock


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock(Path(folder))
        process = subprocess.Popen(sys.argv[1:], env=os.environ | clock.env)
        while process.poll() is None:
            clock.step()
        return process.returncode


if __name__ == "__main__":
    sys.exit(main())
