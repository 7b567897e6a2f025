"""Type-checks every snippet of the README, of the documentation and of the library's doc comments, and the
tutorial's steps. Needs the built modules: `swift build --target PullToRefresh`.

A Swift snippet that begins with an import is a file of its own. Any other is the body of a function
whose parameters are the objects of the texts: a list, its controller, a mailbox.

Files in the articles that connect another library with this one are not marked as Swift. They are
checked against the declarations in Tests/Bridges, in each language mode and isolation.
"""

import os
import re
import subprocess
import tempfile
import unittest
from functools import cache
from pathlib import Path

from junit import ROOT, errors

_CATALOG = ROOT / "Sources/PullToRefresh/PullToRefresh.docc"
_BRIDGES = ROOT / "Tests/Bridges"
_SWIFT = os.environ.get("SWIFT", "swift")
_COMPILER = f"{_SWIFT}c"
_PARAMETERS = ("app: Application, list: ListView, button: Button, controller: RefreshController, "
               "mailbox: Mailbox, chat: Chat, client: Client, directory: String, pointer: OpaquePointer, "
               "box: Box, label: Label, model: Model, fresh: [Int], paths: [String], now: Duration")


def snippets(language: str) -> list[tuple[str, int, str]]:
    """The file, line and text of each snippet of a language in a Markdown file, or in the doc comments of
    a Swift file. Files without public symbols are left out: their examples are not for users."""
    texts = [ROOT / "README.md", *sorted(_CATALOG.rglob("*.md"))]
    for target in ("PullToRefresh", "RefreshCore", "RefreshScrolling", "RefreshPlaceKeeping"):
        texts += [path for path in sorted((ROOT / "Sources" / target).rglob("*.swift"))
                  if _CATALOG not in path.parents and "public " in path.read_text()]
    found = []
    for path in texts:
        text, margin = path.read_text(), "[ ]*/// ?" if path.suffix == ".swift" else ""
        for match in re.finditer(rf"^{margin}```{language}\n(.*?)^{margin}```$", text, re.M | re.S):
            found.append((str(path.relative_to(ROOT)), text.count("\n", 0, match.start()) + 2,
                          re.sub(f"^{margin}", "", match[1], flags=re.M)))
    return found


def gtk_flags() -> list[str]:
    return subprocess.check_output(["pkg-config", "--cflags", "gtk4"], text=True).split()


@cache
def typecheck() -> list[str]:
    """The compiler with the flags by which it finds the built modules, also those in C."""
    built = subprocess.check_output([_SWIFT, "build", "--show-bin-path"], cwd=ROOT, text=True,
                                    stderr=subprocess.DEVNULL).strip()
    return [_COMPILER, "-typecheck", "-swift-version", "6", "-I", f"{built}/Modules",
            "-module-cache-path", f"{built}/ModuleCache",
            "-I", str(ROOT / "Sources/CTidelineGLib"), "-I", str(ROOT / "Sources/CPullToRefreshGtk"),
            "-Xcc", f"-fmodule-map-file={built}/CPullToRefreshShim.build/module.modulemap",
            *(word for flag in gtk_flags() for word in ("-Xcc", flag))]


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def check(self, place: str, code: str, *command: str, suffix: str = "swift") -> None:
        with self.subTest(place):
            file = Path(self.folder) / f"snippet.{suffix}"
            file.write_text(code)
            done = subprocess.run([*command, str(file)], text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 0, f"{done.stdout}\n{errors(done.stdout)[0]}")


class Snippets(Case):
    def test_in_swift(self) -> None:
        functions = []
        for number, (path, line, code) in enumerate(snippets("swift")):
            if code.startswith("import "):
                # Leaves out manifests and their parts, which only SwiftPM can read.
                if "PackageDescription" not in code:
                    self.check(f"{path}:{line}", code, *typecheck(), "-warnings-as-errors")
            elif not code.startswith(".executableTarget"):
                functions.append(f'#sourceLocation(file: "{path}", line: {line})\n'
                                 f"@MainActor func snippet{number}({_PARAMETERS}) async throws {{ "
                                 f"do {{\n{code}}} }}\n#sourceLocation()")
        # Warnings are errors in whole programs, but fragments may leave values unused.
        self.check("the snippets", (_BRIDGES / "AtHand.swift").read_text() + "\n".join(functions),
                   *typecheck(), "-suppress-warnings")

    def test_in_c(self) -> None:
        for path, line, code in snippets("c"):
            self.check(f"{path}:{line}", code, "clang", "-fsyntax-only", "-Wall", "-Werror", *gtk_flags(),
                       "-I", str(ROOT / "Sources/CPullToRefresh/include"), suffix="c")


class Others(Case):
    def test_steps_of_the_tutorial(self) -> None:
        for path in sorted(_CATALOG.rglob("*.swift")):
            self.check(path.name, path.read_text(), *typecheck(), "-warnings-as-errors")

    def test_bridges_to_other_libraries(self) -> None:
        for name in ("Adwaita", "Gtk", "SwiftCrossUI", "GtkBackend"):
            self.check(name, (_BRIDGES / f"{name}.swift").read_text(), _COMPILER, "-emit-module",
                       "-swift-version", "6", "-module-name", name, "-I", self.folder,
                       "-o", f"{self.folder}/{name}.swiftmodule")
        for path, line, code in snippets("text"):
            for mode in ("5", "6") if code.startswith("import ") else ():
                for isolation in ("nonisolated", "MainActor"):
                    self.check(f"{path}:{line}, Swift {mode}, {isolation}", code, *typecheck(),
                               "-swift-version", mode, "-default-isolation", isolation, "-I", self.folder)
