"""Languages for tests: a test language made of the English texts, in which each sentence has its words,
and so its placeholders, in reverse order, and is longer by half; and private locales, which a machine
need not have installed."""

import gettext
import io
import json
import re
import subprocess
from pathlib import Path

NAME = "pseudo"

_TEMPLATES = Path(__file__).resolve().parents[2] / "data" / "po"
_PLURAL = "nplurals=2; plural=(n != 1)"
_HEADER = rf'''msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: {_PLURAL};\n"
'''
_PLACE = re.compile(r"%([sd])")
_FILLER = "ñandú"
Catalogue = dict[str | tuple[str, int], str]


def install(share: Path) -> None:
    """Adds the language's catalogs to those that are installed with a program."""
    for template in _TEMPLATES.glob("*/*.pot"):
        # The program has its own copy of the library's catalogs, in its own folder.
        place = "locale" if template.stem == "tideline" else "tideline/locale"
        folder = share / place / NAME / "LC_MESSAGES"
        folder.mkdir(parents=True)
        entries = "\n".join(_entry(key, text, catalogue)
                            for catalogue in [_english(template)] for key, text in catalogue.items())
        subprocess.run(["msgfmt", "-", "-o", folder / f"{template.stem}.mo"],
                       input=_HEADER + entries, text=True, check=True)


def sentences() -> list[re.Pattern[str]]:
    """The English texts of several words, as they would be shown."""
    found = []
    for template in _TEMPLATES.glob("*/*.pot"):
        for text in _english(template).values():
            plain = text.replace("_", "")
            if len(re.findall(r"\w{2,}", _PLACE.sub("", plain))) > 1 and "%A" not in plain:
                found.append(re.compile("(.+)".join(map(re.escape, _PLACE.split(plain)[::2]))))
    return found


def translate(text: str) -> str:
    counts = iter(range(1, 10))
    words = _PLACE.sub(lambda place: f"%{next(counts)}${place[1]}", text).split(" ")
    filler = [_FILLER] * -(-len(text) // (2 * len(_FILLER)))
    return " ".join([*reversed(words), *filler])


def _english(template: Path) -> Catalogue:
    filled = template.read_text().replace("nplurals=INTEGER; plural=EXPRESSION", _PLURAL)
    english = subprocess.run(
        ["msgen", "-"], input=filled.encode(), capture_output=True, check=True).stdout
    compiled = subprocess.run(
        ["msgfmt", "-", "-o", "-"], input=english, capture_output=True, check=True).stdout
    catalogue = gettext.GNUTranslations(io.BytesIO(compiled))._catalog
    return {key: text for key, text in catalogue.items() if key}


def _entry(key: str | tuple[str, int], text: str, catalogue: Catalogue) -> str:
    if isinstance(key, str):
        *context, message = key.split("\4")
        start = f"msgctxt {_quoted(context[0])}\n" if context else ""
        return start + f"msgid {_quoted(message)}\nmsgstr {_quoted(translate(text))}\n"
    message, form = key
    if form:
        return ""
    many = catalogue[message, 1]
    return (f"msgid {_quoted(message)}\nmsgid_plural {_quoted(many)}\n"
            f"msgstr[0] {_quoted(translate(text))}\nmsgstr[1] {_quoted(translate(many))}\n")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def make_locales(names: tuple[str, ...], directory: Path) -> None:
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
