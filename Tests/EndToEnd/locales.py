"""Locales of the tests' own: a machine need not have them installed."""

import subprocess
from pathlib import Path


def make(names: tuple[str, ...], directory: Path) -> None:
    """Makes `de_DE` and the like in the directory, for programs that are given `env`."""
    for name in names:
        path = directory / f"{name}.UTF-8"
        # Its status is 1 for mere warnings; what counts is whether the locale is there.
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", path], capture_output=True)
        if not (path / "LC_CTYPE").exists():
            raise AssertionError(f"the locale {name} has no source here; «make deps» installs it")


def env(name: str, directory: Path) -> dict[str, str]:
    """What makes a program speak the language, to be added to its environment."""
    return {"LOCPATH": str(directory), "LANG": f"{name}.UTF-8", "LANGUAGE": ""}
