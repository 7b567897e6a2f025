"""The demo's scenes of a window's panes: folders, conversations and the open conversation, by
width."""

from pathlib import Path

from app import App
from demo_scene import Scene, say

_NEWEST = "Two metres it is"  # the beginning of the first conversation's last message


class Panes(Scene):
    def play(self, mailbox: Path) -> None:
        with self.listed(mailbox) as app:
            self.show(app)

    def show(self, app: App) -> None:
        raise NotImplementedError

    def open_first(self, app: App) -> None:
        self.tap(app.conversations.children[0])
        app.root.find("label", _NEWEST)


class Wide(Panes):
    """All three panes side by side."""

    def show(self, app: App) -> None:
        self.wait_for_unmarked_focus()
        self.take("list", "a mailbox with folders, nothing chosen yet")
        self.open_first(app)
        app.root.find("button", "Priya Raman, .*has attachments").act()
        app.root.find("label", "floor-plan")
        self.take_both("conversation", "a conversation beside the list")
        app.root.find("button", "Show quoted text$").act()
        self.take("quote", "its quote unfolded")
        self._laid_out(app)
        self._menu(app)
        self._search(app)
        self._folder(app)
        self._windows(app)

    def _laid_out(self, app: App) -> None:
        self.tap(app.conversations.children[1])
        app.root.find("label", "After eleven months")
        self.take_both("laid-out", "a message as its sender has laid it out")

    def _menu(self, app: App) -> None:
        app.activate("back")
        self.devices.key("shift+F10")
        app.menu_item("Open")
        self.take("menu", "the conversation's menu, by Shift+F10")
        self.devices.key("Escape")

    def _search(self, app: App) -> None:
        app.activate("search")
        field = app.root.find(None, "Search conversations$")
        field.text = "lighthouse"
        app.trace.wait(test=lambda state: state["rows"] < 50)
        self.take_both("search", "searched as one types")
        field.text = "submarine"
        app.root.find(None, "No Matches$")
        self.take("no-matches", "nothing found")
        app.activate("clear-search")
        app.trace.wait(rows=50)
        app.activate("unread-only")
        self.take("unread", "only what is unread")
        app.activate("unread-only")
        app.trace.wait(rows=50)

    def _folder(self, app: App) -> None:
        self.tap(app.root.find("list item", ".*Keepers"))
        app.trace.wait(rows=3)
        self.take("folder", "a folder's conversations")

    def _windows(self, app: App) -> None:
        with self.second_window(app, "ctrl+F1"):
            self.take_both("shortcuts", "the keyboard shortcuts")
        app.activate("about")
        self.take_both("about", "about the program")
        self.devices.key("Escape")


class Medium(Panes):
    """The folders are shown over the list on request."""

    def show(self, app: App) -> None:
        self.open_first(app)
        self.take("conversation", "two panes")
        app.activate("show-folders")
        self.take_both("folders", "the folders over them")


class Narrow(Panes):
    """One pane at a time."""

    def show(self, app: App) -> None:
        self.wait_for_unmarked_focus()
        self.take_both("list", "a telephone's width")
        app.activate("show-folders")
        self.take("folders", "its folders over the list")
        app.activate("show-folders")
        self.devices.key("F10")
        self.take("main-menu", "the main menu, by F10")
        self.devices.key("Escape")
        self.wait_for_unmarked_focus()  # and the first tap beside an open menu would only close it
        self.open_first(app)
        self.take_both("conversation", "a conversation in the list's place")
        app.activate("back")
        self._search(app)

    def _search(self, app: App) -> None:
        app.activate("search")
        field = app.root.find(None, "Search conversations$")
        field.text = "lighthouse"
        self.take("search", "searched")
        field.text = "submarine"
        app.root.find(None, "No Matches$")
        self.take("no-matches", "nothing found")
        app.activate("clear-search")
        say("searched, and back")
