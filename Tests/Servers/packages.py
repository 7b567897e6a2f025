"""Debian's packages of servers that exclude each other: unpacked side by side, not installed."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from zlib import crc32

from .processes import Account, Unavailable

_CACHE = Path(__file__).resolve().parents[2] / ".build" / "servers"


def cache() -> Path:
    """The folder for fetched packages: $TIDELINE_SERVERS, or a folder below .build."""
    folder = Path(os.environ.get("TIDELINE_SERVERS") or _CACHE)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"there is no place to keep a server at: {error}") from error
    return folder


def unpacked(name: str, packages: list[str]) -> Path:
    """A folder with the content of the packages, which are fetched on first use."""
    root = cache() / f"{name}-{crc32(' '.join(packages).encode()):08x}"
    _let_in(root.parent)
    if root.exists():
        return root
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        raise Unavailable(f"{name} is unpacked from Debian's packages, and this is no Debian")
    with tempfile.TemporaryDirectory(dir=cache()) as draft:
        fetched = subprocess.run(["apt-get", "download", "-qq", *packages], cwd=draft,
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if fetched.returncode:
            raise Unavailable(f"{name} could not be fetched: {last_line(fetched.stderr)}")
        content = Path(draft) / "content"
        for package in Path(draft).glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, content], check=True, capture_output=True)
        content.chmod(0o755)
        try:
            content.rename(root)
        except OSError:
            if not root.exists():  # or other tests, which run at the same time, were faster
                raise
    return root


def _let_in(folder: Path) -> None:
    """Raises if the servers' user cannot reach the folder."""
    if not Account().is_other:
        return
    for parent in (folder, *folder.parents):
        if not parent.stat().st_mode & 0o001:
            raise Unavailable(f"{Account().name} cannot enter {parent}: set $TIDELINE_SERVERS")


def library_path(root: Path) -> str:
    """The value of LD_LIBRARY_PATH."""
    folders = [root / "usr/lib", root / "lib", *root.glob("usr/lib/*-linux-gnu*"),
               *root.glob("lib/*-linux-gnu*")]
    return ":".join(str(folder) for folder in folders if folder.exists())


def check(program: Path, root: Path) -> None:
    """Raises if the program lacks libraries, which must then be installed."""
    found = subprocess.run(["ldd", program], capture_output=True, text=True,
                           env=os.environ | {"LD_LIBRARY_PATH": library_path(root)})
    missing = re.findall(r"(\S+) => not found", found.stdout)
    if found.returncode or missing:
        what = ", ".join(missing) or last_line(found.stderr)
        raise Unavailable(f"{program.name} does not run here: {what}")


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason was given"])[-1]
