"""A system on which no window can open: a message says what to do, and nothing crashes."""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

from case import RobustnessCase
from mail import Maildir
from Servers.processes import PATIENCE


# Replaces the library's own function.
_OLD_ADWAITA = "unsigned adw_get_minor_version(void) { return 1; }\n"

_NO_FONTS = """<?xml version="1.0"?>
<fontconfig><dir>/nonexistent</dir><cachedir>/nonexistent</cachedir></fontconfig>
"""

# GTK 4.18 warns of an unknown backend before it gives up.
_UNKNOWN_BACKEND = re.compile(r"\n\(.*Gdk-WARNING.*: No such backend: none\n")


class SystemTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.maildir = Maildir(self.folder / "Mail", self.seed)
        self.maildir.fill(3)
        self.errors = self.folder / "errors"
        (self.folder / "run").mkdir(mode=0o700)

    def _env(self, **variables: str) -> dict[str, str]:
        folders = {f"XDG_{kind}_HOME": str(self.folder) for kind in ("CONFIG", "CACHE", "STATE")}
        return folders | {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8",
                          "XDG_RUNTIME_DIR": str(self.folder / "run")} | variables

    def _start(self, *prefix: object, binary: Path | None = None, **variables: str):
        """Starts the window, with only the given variables in its environment."""
        argv = [*prefix, binary or self.binary, self.maildir.path, "--store", self.tideline.store]
        with self.errors.open("wb") as errors:
            process = subprocess.Popen([str(word) for word in argv], env=self._env(**variables),
                                       stdin=subprocess.DEVNULL, stdout=errors, stderr=errors,
                                       start_new_session=True)
        self.addCleanup(process.wait)
        self.addCleanup(self._kill, process)
        return process

    def _display(self) -> str:
        """Starts Xvfb, without xvfb-run, which fails if it cannot remove its own files."""
        number, told = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(told), "-nolisten", "tcp"],
                                  pass_fds=[told], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        os.close(told)
        with os.fdopen(number) as line:
            return f":{line.readline().strip()}"

    @staticmethod
    def _kill(process: subprocess.Popen) -> None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def _assert_says(self, sentence: str, *prefix: object, **options: object) -> None:
        process = self._start(*prefix, **options)
        status = process.wait(PATIENCE)
        said = _UNKNOWN_BACKEND.sub("", self.errors.read_text())
        self.assertEqual(status, 1, said)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertRegex(said, f"^tideline: .*{sentence}")

    def test_without_a_display(self) -> None:
        self._assert_says("There is no display for the window. Start it in a graphical session")
        for variables in ({"GDK_BACKEND": "x11"}, {"GDK_BACKEND": "wayland"},
                          {"GDK_BACKEND": "none"}, {"DISPLAY": ":4711"},
                          {"WAYLAND_DISPLAY": "none"}, {"GDK_BACKEND": "x11", "DISPLAY": ":4711"}):
            named = " ".join(f"{name}={value}" for name, value in variables.items())
            self._assert_says(f"No display answers for {named}", **variables)

    def test_without_gtks_schemas(self) -> None:
        self._assert_says("XDG_DATA_DIRS", XDG_DATA_DIRS="/nonexistent")

    def test_with_a_libadwaita_that_is_too_old(self) -> None:
        self._assert_says("libadwaita 1.2 or newer", LD_PRELOAD=str(self.library(_OLD_ADWAITA)))

    def test_without_fonts(self) -> None:
        fonts = self.folder / "fonts.conf"
        fonts.write_text(_NO_FONTS)
        self._assert_says("No fonts are found", GDK_BACKEND="x11", DISPLAY=self._display(),
                          FONTCONFIG_FILE=str(fonts))

    def test_without_its_own_schema(self) -> None:
        # The copy has none of the installed files beside it.
        alone = self.folder / "bin" / "tideline"
        alone.parent.mkdir()
        for name in ("tideline", "tideline-window"):
            shutil.copy(self.binary.with_name(name), alone.with_name(name))
        self._assert_says("own settings schema is not found", binary=alone, GDK_BACKEND="x11",
                          DISPLAY=self._display())
