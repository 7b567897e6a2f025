"""The demo's scenes in other languages: a conversation, and on a phone the other pages."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import languages
from app import App
from demo_scene import Scene
from waiting import wait_until

# Hebrew shows right-to-left reading: GTK's own texts are in Hebrew, but the app's are English.
LANGUAGES = {"chinese": "zh_CN", "german": "de_DE", "hebrew": "he_IL"}


@cache
def folder_of_locales() -> Path:
    """A folder of locales, made once, since that takes some seconds."""
    directory = Path(tempfile.mkdtemp(prefix="tideline-locales-"))
    atexit.register(shutil.rmtree, directory)
    languages.make_locales(tuple(LANGUAGES.values()), directory)
    return directory


class Languages(Scene):
    def play(self, mailbox: Path, all_pages: bool) -> None:
        directory = folder_of_locales()
        for name, locale in LANGUAGES.items():
            with self.listed(mailbox, languages.env(locale, directory)) as app:
                if all_pages:
                    self._pages(app, name)
                self.tap(app.conversations.children[0])
                self.take(f"{name}-conversation", f"a conversation, {name}")

    def _pages(self, app: App, name: str) -> None:
        for action, back in (("show-folders", "show-folders"), ("welcome", "back")):
            app.activate(action)
            self.take(f"{name}-{action}", f"{action}, {name}")
            app.activate(back)
        app.activate("search")
        self.devices.settle()
        for letter in "xyz":
            self.devices.key(letter)
        app.trace.wait(rows=0)
        self.take(f"{name}-no-matches", f"nothing found, {name}")
        app.activate("clear-search")
        app.trace.wait(rows=50)
        app.activate("add-account")
        app.root.find_window("(Add Account|Neues Konto|添加账户)$")
        self.take(f"{name}-add-account", f"an account to be added, {name}")
        self.devices.key("Escape")
        wait_until("the first window alone", lambda: len(app.root.children) == 1)
        for window, key in (("preferences", "ctrl+comma"), ("shortcuts", "ctrl+F1")):
            with self.second_window(app, key):
                self.take(f"{name}-{window}", f"{window}, {name}")
