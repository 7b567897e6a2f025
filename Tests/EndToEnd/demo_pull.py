"""The demo's scene of the pull: past the top to refresh, past the bottom for older conversations."""

from pathlib import Path

from app import App
from demo_scene import Scene, check, say

_ROW_OPENS = 0.3  # seconds: a row takes 0.2 to open or change, a frame 0.07 to be recorded


class Pull(Scene):
    def play(self, mailbox: Path) -> None:
        with self.listed(mailbox) as app:
            self.wait_for_unmarked_focus()
            self._refresh(app, mailbox)
            self._load_all(app)
            self._arrive(app, mailbox)
        say("closed the window: exit status 0")

    def play_shortly(self, mailbox: Path) -> None:
        """Refreshes, loads a page, and pulls in another style."""
        with self.listed(mailbox) as app:
            self.wait_for_unmarked_focus()
            self._refresh(app, mailbox)
            self._load_page(app)
        settings = self.stage.directory("config")
        keyfile = settings / "glib-2.0" / "settings" / "keyfile"
        keyfile.parent.mkdir(parents=True)
        keyfile.write_text("[org/tideline/Tideline]\nheader-indicator='ring'\n")
        with self.listed(mailbox, {"XDG_CONFIG_HOME": str(settings)}) as app:
            self.wait_for_unmarked_focus()
            app.pull_while(lambda: self.take("ring", "in another style, armed", _ROW_OPENS))
        say("closed the window: exit status 0")

    def _refresh(self, app: App, mailbox: Path) -> None:
        trace, devices = app.trace, self.devices
        before = trace.last["first"]
        x, y = app.middle()
        devices.touch_down(x, y)
        y = devices.touch_move(x, y, 80)
        trace.wait(header="pulling")
        self.take("pulling", "pulled 80 px past the top: not enough yet", _ROW_OPENS)
        devices.touch_move(x, y, 70)
        trace.wait(header="armed")
        self.take("armed", "pulled 150 px: armed", _ROW_OPENS)
        # Delivers only during the pull, because otherwise the list would show the mail by itself.
        self.stage.tideline("deliver", mailbox, "--count", "3")
        say("delivered 3 messages")
        devices.touch_up()
        trace.wait_for_visit(header="running")
        self.take("refreshing", "released: refreshing", _ROW_OPENS)
        trace.wait_for_visit(header="settling")
        state = trace.last
        self.take("result", "the header says what came", _ROW_OPENS)
        check("new" in str(state["result"]), f"it is «{state['result']}»")
        state = trace.wait(header="idle", runs=1, test=lambda state: state["first"] != before)
        say(f"on top now: «{state['first']}»")

    def _load_all(self, app: App) -> None:
        while app.trace.last["footer"] != "exhausted":
            self._load_page(app)
        app.scroll_to_bottom()
        app.root.find(name="No more conversations$")
        self.take("no-more", "at the end: no more conversations")

    def _load_page(self, app: App) -> None:
        trace = app.trace
        loads, rows = trace.last["loads"], trace.last["rows"]
        app.scroll_to_bottom()
        seen = len(trace.states)
        app.pull(-150)
        trace.wait_for_visit(footer="running", loads=loads + 1, after=seen)
        if loads == 0:
            self.take("loading-more", "pulled past the bottom: loading more", _ROW_OPENS)
        state = trace.wait(test=lambda state: state["footer"] in ("idle", "exhausted"))
        check(state["rows"] > rows, f"{state['rows']} rows, {rows} before")

    def _arrive(self, app: App, mailbox: Path) -> None:
        before = app.trace.last["first"]
        self.stage.tideline("deliver", mailbox, "--count", "2")
        app.trace.wait(test=lambda state: state["first"] != before)
        self.take("arrived", "mail that comes meanwhile is told of above the list")
