#!/usr/bin/python3
"""A private root folder for the program: none of its changes reaches the machine.

The box is made in a mount namespace and in memory. In it, the system and the program are
read-only. All other folders are ordinary ones, since a mount point cannot be removed. Each
of them has a canary, a file that belongs to the user. `Box.run` reports how the files have
changed.

Run as a program, this file is the part within the namespace: it reads the runs from stdin,
and prints the reports.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

# In the namespace, this file is run by itself.
sys.path.append(str(Path(__file__).resolve().parent.parent))

from Servers.processes import PATIENCE  # noqa: E402

HOME = "/home/ada"
HERE = f"{HOME}/here"  # the folder in which the program is started
CANARY = "canary"
_SYSTEM = ("bin", "lib", "lib32", "lib64", "sbin", "usr", "proc", "dev", "etc")
_PROGRAM = "/program"  # the parent of the program's folder
_LIBRARIES = "/libraries"  # Swift's own, which may be in somebody's home


@dataclass
class Report:
    """The end of a run, and the files that it has changed."""

    status: int
    errors: str
    removed: list[str] = field(default_factory=list)
    altered: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)


class NoBox(Exception):
    """This machine does not allow mount namespaces."""


class Box:
    """Keeps a root folder while the context is open. `folder` becomes the root."""

    def __init__(self, folder: Path, program: Path) -> None:
        self._folder = folder
        self._program = program.resolve()
        self._process: subprocess.Popen | None = None

    def __enter__(self) -> "Box":
        self._folder.mkdir()
        user = [] if os.geteuid() == 0 else ["--map-root-user"]
        self._process = subprocess.Popen(
            ["unshare", "--mount", "--propagation", "private", *user, sys.executable, __file__,
             self._folder, self._program.parents[1], self._libraries()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if self._process.stdout.readline() != "ready\n":
            errors = self._process.communicate()[1].strip()
            if "unshare: " in errors or "mount: " in errors:
                raise NoBox(errors)
            raise AssertionError(errors)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def _libraries(self) -> str:
        needed = subprocess.run(["ldd", self._program], check=True, capture_output=True, text=True)
        return re.search(r"=> (\S+)/libswiftCore\.so", needed.stdout)[1]

    def run(self, *arguments: str, before: str = "", **variables: str) -> Report:
        """Runs the program with these arguments and variables, after these lines of shell. Each
        run begins with the same files."""
        program = f"{_PROGRAM}/{self._program.parent.name}/{self._program.name}"
        order = {"argv": [program, *arguments], "before": before, "variables": variables}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise AssertionError(f"the box has broken: {self._process.communicate()[1]}")
        return Report(**json.loads(answer))


# Within the namespace

def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


def _bind(source: str, root: Path, place: str) -> None:
    target = root / place.lstrip("/")
    target.mkdir(parents=True, exist_ok=True)
    _mount("--rbind", source, str(target))
    _mount("-o", "remount,bind,ro", str(target))


def _build(root: Path, program: str, libraries: str) -> None:
    _mount("-t", "tmpfs", "box", str(root))
    for name in _SYSTEM:
        source = Path("/") / name
        if source.is_symlink():
            (root / name).symlink_to(os.readlink(source))
        elif source.is_dir():
            _bind(str(source), root, name)
    _bind(program, root, _PROGRAM)
    _bind(libraries, root, _LIBRARIES)


def _fill(root: Path, kept: set[Path]) -> None:
    """Removes the files of the last run, and makes those of the next one."""
    for entry in root.iterdir():
        if entry in kept:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    folders = ["", "tmp", "new", "cur", "root", "var/mail", "run/user", "mnt", HOME, HERE]
    folders += [f"{HOME}/{name}" for name in (
        "tmp", "new", "cur", ".config/tideline", ".config/autostart", ".cache/tideline/older",
        ".local/share/tideline", ".local/state/tideline", "Mail/cur", "Mail/new", "Mail/tmp",
        "here/cur", "here/new", "here/tmp", "here/elsewhere/cur", "here/elsewhere/new",
        "here/elsewhere/tmp")]
    for folder in folders:
        place = root / folder.lstrip("/")
        place.mkdir(parents=True, exist_ok=True)
        (place / CANARY).write_text(f"in /{folder.lstrip('/')}\n")
    (root / "tmp").chmod(0o1777)
    for place in (".cache", ".local/state"):
        (root / f"{HOME}/{place}/tideline".lstrip("/")).chmod(0o700)
    here = root / HERE.lstrip("/")
    (here / "link").symlink_to("elsewhere")
    (here / "link-to-file").symlink_to(f"elsewhere/{CANARY}")
    (here / "link-to-nothing").symlink_to("nothing")


def _files(root: Path, kept: set[Path]) -> dict[str, list]:
    """Kind, permissions and content of each file and folder, except mounted ones."""
    found = {}
    for entry in _walk(root, kept):
        status = entry.lstat()
        content = ""
        if stat.S_ISLNK(status.st_mode):
            content = os.readlink(entry)
        elif stat.S_ISREG(status.st_mode):
            content = hashlib.sha256(entry.read_bytes()).hexdigest()
        found[f"/{entry.relative_to(root)}"] = [status.st_mode, status.st_uid, content]
    return found


def _walk(folder: Path, kept: set[Path]) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry in kept:
            continue
        yield entry
        if entry.is_dir() and not entry.is_symlink():
            yield from _walk(entry, kept)


def _run(root: Path, kept: set[Path], argv: list[str], before: str,
         variables: dict[str, str]) -> Report:
    _fill(root, kept)
    environment = {"PATH": "/usr/bin:/bin", "HOME": HOME, "LC_ALL": "C.UTF-8",
                   "LD_LIBRARY_PATH": _LIBRARIES} | variables

    def enter() -> None:
        os.chroot(root)
        os.chdir(HERE)

    run = {"preexec_fn": enter, "env": environment, "stdin": subprocess.DEVNULL}
    if before:
        words = ["/bin/sh", "-euc", f'program={argv[0]}\n{before}']
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, **run)
    first = _files(root, kept)
    try:
        done = subprocess.run(argv, capture_output=True, timeout=PATIENCE, **run)
        status, errors = done.returncode, done.stderr.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        status, errors = -1, "it does not end"
    except OSError as error:
        status, errors = -1, str(error)
    then = _files(root, kept)
    return Report(status, errors, removed=sorted(first.keys() - then.keys()),
                  altered=sorted(path for path in first.keys() & then.keys()
                                 if first[path] != then[path]),
                  added=sorted(then.keys() - first.keys()))


def _serve(root: Path, program: str, libraries: str) -> None:
    _build(root, program, libraries)
    kept = {root / name.lstrip("/") for name in (*_SYSTEM, _PROGRAM, _LIBRARIES)}
    print("ready", flush=True)
    with contextlib.suppress(BrokenPipeError):
        for line in sys.stdin:
            print(json.dumps(_run(root, kept, **json.loads(line)).__dict__), flush=True)


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), *sys.argv[2:])
