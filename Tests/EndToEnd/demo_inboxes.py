"""The demo's scenes of several accounts in one window: the sidebar, and the actions for one
account."""

import contextlib
from pathlib import Path
from typing import Iterator

import demo_mail
import languages
import remembered
from app import App
from demo_languages import LANGUAGES, folder_of_locales
from demo_scene import Scene
from Servers.ports import Port
from Servers.server import password_file
from waiting import wait_until


class Inboxes(Scene):
    """Two accounts on disk, and one on a server that is not reached."""

    def play(self, mailbox: Path) -> None:
        office = demo_mail.make_office(self.stage)
        port = Port()
        try:
            self._accounts = (
                mailbox, office, f"imaps://ines%40tide.example@127.0.0.1:{port.number}/")
            self._play()
        finally:
            port.close()

    def _play(self) -> None:
        with self._listed({}) as app:
            app.root.find("button", "Dismiss$").act()
            self.wait_for_unmarked_focus()
            self.take_both("inboxes", "all inboxes as one list")
            self._menu(app)
        for name, locale in LANGUAGES.items():
            with self._listed(languages.env(locale, folder_of_locales())):
                self.take(f"{name}-inboxes", f"all inboxes, {name}")

    def _menu(self, app: App) -> None:
        menu = app.root.find(None, "Menu of Harbour Office$")
        self.tap(menu)
        app.menu_item("Properties").act()
        app.root.find_window("Properties of Harbour Office$")
        self.take_both("account-properties", "where its mail is, and how much")
        self.devices.key("Escape")
        app.root.wait_until_gone("window", "Properties of Harbour Office$")
        self.tap(menu)
        app.menu_item("Remove…").act()
        question = app.root.find(None, "Remove “Harbour Office”")
        self.take_both("account-remove", "whether it is to be removed")
        question.find("button", ".*Cancel$").act()
        wait_until("the first window alone", lambda: len(app.root.children) == 1)

    @contextlib.contextmanager
    def _listed(self, env: dict[str, str]) -> Iterator[App]:
        """Opens the app with the sidebar shown, after all accounts were asked."""
        state, store = self.stage.directory("state"), self.stage.directory("store") / "store.sqlite"
        remembered.remember(state, store, self._accounts, remembered.ALL_INBOXES)
        password = str(password_file(state))
        env = env | {"XDG_STATE_HOME": str(state), "TIDELINE_PASSWORD_FILE": password}
        app = App(self.stage, None, store, env=env)
        app.wait_for_window()
        app.trace.wait(header="idle", test=lambda state: state["rows"] >= 50)
        if self.kind != "wide":
            app.activate("show-folders")
        yield app
        if status := app.close():
            raise AssertionError(f"the app ended with status {status}:\n{app.messages()}")
