"""The files for the desktop and the packages, each checked by the tool that knows it best. The
packages contain the debug build, which exists already, and the library of scripts/build-guests."""

import contextlib
import io
import os
import re
import subprocess
import tempfile
import tomllib
import unittest
import unittest.mock
from pathlib import Path

import junit

_ROOT = Path(__file__).resolve().parents[1]
_BUILT = _ROOT / ".build/debug"
_ID = "org.tideline.Tideline"


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_tool(self, *command: object, **environment: str) -> str:
        """The output of a tool, which must succeed. In another locale, tools would print other
        languages, or complain that it is not installed."""
        done = subprocess.run(list(map(str, command)), cwd=_ROOT, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT,
                              env=os.environ | {"LC_ALL": "C.UTF-8", **environment})
        self.assertEqual(done.returncode, 0, f"{command[0]}: {done.stdout}")
        return done.stdout


class Mutations(unittest.TestCase):
    def test_each_breaks_code_that_is_there(self) -> None:
        mutations = tomllib.loads((_ROOT / "Tests/mutations.toml").read_text())["mutation"]
        for one in mutations:
            with self.subTest(one["behaviour"]):
                self.assertEqual((_ROOT / one["file"]).read_text().count(one["from"]), 1)


class Data(Case):
    def setUp(self) -> None:
        super().setUp()
        self.run_tool("scripts/build-data", "--install", self.folder, "/usr/bin/tideline")

    def test_translations(self) -> None:
        for catalogue in (_ROOT / "data/po").glob("*/*.po"):
            self.run_tool("msgfmt", "--check", "-o", "/dev/null", catalogue)

    def test_desktop_file(self) -> None:
        self.run_tool("desktop-file-validate", self.folder / f"applications/{_ID}.desktop")

    def test_metainfo(self) -> None:
        # The only other remark has the level “pedantic”: GNOME's identifiers have capital letters.
        # `developer` takes the place of the deprecated tag, and no AppStream 0 knows it.
        is_old = " 0." in self.run_tool("appstreamcli", "--version")
        tag = "unknown-tag" if is_old else "developer-name-tag-deprecated"
        self.run_tool("appstreamcli", "validate", "--pedantic", "--strict", "--no-net", "--override",
                      f"{tag}=pedantic", self.folder / f"metainfo/{_ID}.metainfo.xml")

    def test_settings_schema(self) -> None:
        self.run_tool("glib-compile-schemas", "--strict", "--dry-run", self.folder / "glib-2.0/schemas")

    def test_the_bus_starts_the_program_as_a_service_which_owns_its_name_at_once(self) -> None:
        service = self.folder / f"dbus-1/services/{_ID}.service"
        self.assertEqual(service.read_text(), f"[D-BUS Service]\nName={_ID}\n"
                         "Exec=/usr/bin/tideline --gapplication-service\n")

    def test_manual_page(self) -> None:
        # man prints warnings, but its exit status is 0 all the same.
        self.assertEqual("", self.run_tool(
            "sh", "-c", "man --warnings --local-file --encoding UTF-8 --troff-device=utf8 "
            "data/tideline.1 2>&1 >/dev/null"))
        self.run_tool("mandoc", "-T", "lint", "-W", "style", "data/tideline.1")


class Phrases(unittest.TestCase):
    def test_each_file_has_known_headings_each_once_with_phrases_each_once(self) -> None:
        folder = _ROOT / "data/phrases"
        rows = re.findall(r"^\| (`.*?) \|", (folder / "README.md").read_text("utf-8"), re.M)
        known = {name for row in rows for name in re.findall("`(.+?)`", row)}
        known.update(("tuesday", "wednesday", "thursday", "friday", "saturday"))
        for path in folder.glob("*.txt"):
            with self.subTest(path.name):
                lines = [line for line in path.read_text("utf-8").splitlines()
                         if line and not line.startswith("#")]
                headings = [line for line in lines if line.startswith("[")]
                self.assertLessEqual(set(headings), {f"[{name}]" for name in known})
                self.assertEqual(len(headings), len(set(headings)))
                self.assertEqual(lines[:1], headings[:1])
                self.assertLessEqual(len(lines), 2_000)
                seen: set[str] = set()
                for line in lines:
                    seen = set() if line in headings else seen
                    self.assertNotIn(line, seen)
                    seen.add(line)
                    self.assertTrue(any(map(str.isalnum, line)) and len(line) <= 120, line)


class Packages(Case):
    def test_make_uninstall_removes_what_make_install_adds_below_a_path_with_a_space(self) -> None:
        target = self.folder / "a b"
        words = ("--no-print-directory", "--silent", f"BUILT={_BUILT}", f"DESTDIR={target}", "PREFIX=/p")
        self.run_tool("make", *words, "install")
        self.assertTrue(os.access(target / "p/bin/tideline", os.X_OK))
        self.run_tool("make", *words, "uninstall")
        self.assertEqual([path for path in target.rglob("*")
                          if path.is_file() or path.name == "tideline"], [])

    def test_packages(self) -> None:
        # Lintian warns against root, but these packages are trusted. The library's package is left
        # out, since SwiftPM links the library without a SONAME: `make deb` checks that package.
        self.run_tool("scripts/build-deb", _BUILT, ".build/guests", self.folder, LEVEL="0")
        packages = [path for pattern in ("tideline.deb", "gir*.deb", "*-dev.deb")
                    for path in self.folder.glob(pattern)]
        self.assertEqual(len(packages), 3)
        self.run_tool("lintian", "--allow-root", "--fail-on", "error,warning", *packages)

    def test_no_program_needs_icu(self) -> None:
        # The same check that scripts/link-release makes of a release build before it links.
        self.run_tool("scripts/link-release", "--check-icu",
                      *(_BUILT / f"{program}.product/Objects.LinkFileList"
                        for program in ("tideline", "tideline-window")))


class Results(Case):
    def test_only_a_step_that_failed_is_named(self) -> None:
        self.enterContext(unittest.mock.patch("junit.LOGS", self.folder))
        junit.write(self.folder / "a.xml", [junit.case(str(test)) for test in range(4)], name="Both",
                    time="3")
        junit.write(self.folder / "b.xml", [junit.case("one", "why"), junit.case("two")],
                    name="The examples", time="2")
        with contextlib.redirect_stdout(io.StringIO()) as output:
            junit.main(2, 61)
        self.assertEqual(output.getvalue(), "Failed:\n  The examples\n    one: why\n"
                         "1 min 1 s, 5 s of the processors\n5 passed, 1 failed\n")
