"""Private locales, which a machine need not have installed."""

import subprocess
from pathlib import Path


def make(names: tuple[str, ...], directory: Path) -> None:
    """Makes locales such as `de_DE` in the directory, for programs that get `env`."""
    for name in names:
        path = directory / f"{name}.UTF-8"
        # Ignores the status, which is 1 even for warnings; only the result counts.
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", path], capture_output=True)
        if not (path / "LC_CTYPE").exists():
            raise AssertionError(f"the locale {name} has no source here; «make deps» installs it")


def env(name: str, directory: Path) -> dict[str, str]:
    """The environment that selects the language."""
    return {"LOCPATH": str(directory), "LANG": f"{name}.UTF-8", "LANGUAGE": ""}
