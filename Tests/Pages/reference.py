#!/usr/bin/env python3
"""Writes the words and links of each page in this folder, as html5lib's tree has them, to
reference.json: the visible text in the page's order, with those of pictures, and the links with
text in them.

    python3 -m venv V && V/bin/pip install html5lib && V/bin/python reference.py
"""
import json
import pathlib
import re
import sys

import html5lib

UNSHOWN = {"head", "title", "script", "style", "template", "svg", "math", "iframe", "noembed",
           "noframes", "select", "datalist", "video", "audio", "canvas", "object"}
INLINE = {"a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em",
          "font", "i", "ins", "kbd", "mark", "nobr", "q", "s", "samp", "small", "span", "strike",
          "strong", "sub", "sup", "tt", "u", "var", "wbr", "o:p", "label", "img"}
ABSOLUTE = re.compile(r"^([\d.]+)(px|pt|rem|pc|in|cm|mm)?$")


def declarations(element):
    found = {}
    for part in element.get("style", "").split(";"):
        name, colon, value = part.partition(":")
        if colon:
            found[name.strip().lower()] = value.replace("!important", "").strip().lower()
    return found


class Reader:
    def __init__(self, is_quirky):
        self.text, self.links, self.is_quirky = [], [], is_quirky

    def read(self, element, is_tiny=False, link=None):
        if not isinstance(element.tag, str):
            return
        name, style = element.tag, declarations(element)
        if name in UNSHOWN or "hidden" in element.attrib:
            return
        if style.get("display") == "none" or style.get("visibility") == "hidden":
            return
        if style.get("opacity") == "0":
            return
        is_flat = any(style.get(key) in ("0", "0px") for key in ("height", "max-height"))
        if is_flat and style.get("overflow") == "hidden" and name not in INLINE:
            return
        if name == "table" and self.is_quirky:
            is_tiny = False
        if size := ABSOLUTE.match(style.get("font-size", "")):
            is_tiny = float(size[1]) <= 1
        if name == "font" and "size" in element.attrib:
            is_tiny = False
        if name == "a" and re.match(r"https?://|mailto:|tel:", element.get("href", "")):
            link = [element.get("href"), False]
        is_pixel = element.get("width") in ("0", "1")
        if name == "input" and element.get("type") == "checkbox":
            self.add("☑ " if "checked" in element.attrib else "☐ ", is_tiny, link)
        if name == "img" and not is_pixel and re.search(r"\w", element.get("alt", "")):
            self.text.append(" ")
            self.add(element.get("alt"), is_tiny, link)
            self.text.append(" ")
        if name not in INLINE:
            self.text.append(" ")
        self.add(element.text, is_tiny, link)
        for child in element:
            self.read(child, is_tiny, link)
            self.add(child.tail, is_tiny, link)
        if name not in INLINE:
            self.text.append(" ")

    def add(self, text, is_tiny, link):
        if not text or is_tiny:
            return
        self.text.append(text)
        if link and text.strip() and not link[1]:
            link[1] = True
            self.links.append(link[0])


def words(text):
    return re.sub("[\u00ad\u034f\u200b-\u200f\u2060\ufeff]", "", text).split()


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    folder = folder if folder.is_dir() else folder.parent
    pages = {}
    for path in sorted(folder.glob("*.html")):
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        tree = parser.parse(path.read_text(encoding="utf-8"))
        reader = Reader(parser.compatMode == "quirks")
        reader.read(tree)
        pages[path.stem] = {"words": " ".join(words("".join(reader.text))), "links": reader.links}
    text = json.dumps(pages, ensure_ascii=False, indent=1)
    (folder / "reference.json").write_text(text + "\n", encoding="utf-8")


main()
