"""The same small program in each language that the library can be used from: Examples/Letters."""

import shutil
import unittest
from pathlib import Path

from case import EndToEndCase
from complaints import complaints
from guest import SOURCES, Guest, folder
from waiting import wait_until

_LETTERS = SOURCES.parent / "Letters"
_LAST = 300  # rows, once all are loaded


class Letters(EndToEndCase):
    def test_in_swift(self) -> None:
        self._play(self.stage.binary.parent / "Letters")

    def test_in_c(self) -> None:
        self._play(folder(self.stage) / "bin" / "letters-c")

    def test_in_vala(self) -> None:
        self._play(folder(self.stage) / "bin" / "letters-vala")

    def test_in_python(self) -> None:
        self._play(Path("/usr/bin/python3"), _LETTERS / "letters.py")

    def test_in_javascript(self) -> None:
        self._play(Path(shutil.which("gjs") or "gjs"), "-m", _LETTERS / "letters.js")

    def _play(self, program: Path, *arguments: str | Path) -> None:
        if not program.exists():
            raise unittest.SkipTest(f"{program.name} is not there: scripts/build-guests")
        letters = Guest(self.stage, str(program), *map(str, arguments))
        self.app = letters
        self.addCleanup(letters.end)
        letters.pull(200)
        letters.wait_for("Let go for letters")
        letters.let_go()
        letters.wait_for("1 new letter")
        wait_until("the new row", lambda: "Just in 1" in letters.names(items=1),
                   describe=letters.root.outline)
        letters.wait_until_gone("1 new letter")

        def scroll_until(name: str) -> None:
            def is_there() -> bool:
                letters.scroll_to_end()
                return name in letters.names()
            wait_until(name, is_there, describe=letters.root.outline)

        scroll_until("Failed: The server is asleep")
        letters.root.find("button", "Retry").act()
        scroll_until("That is all")
        wait_until("the last row", lambda: f"Row {_LAST}" in letters.rows(),
                   describe=letters.root.outline)
        self.assertEqual(letters.close(), 0, letters.messages())
        self.assertEqual(complaints(letters.messages()), [])


if __name__ == "__main__":
    unittest.main()
