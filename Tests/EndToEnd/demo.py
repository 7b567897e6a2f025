#!/usr/bin/python3
"""Shows what Tideline does, without a screen: real touch in a headless GNOME, a picture a step.

    demo.py [--binary TIDELINE] [--output DIRECTORY]

Prints a line a step and exits with 1 when the app does not do what it should.
"""

import argparse
import sys
import time
from pathlib import Path

from app import App
from stage import Stage

_MONITOR = (760, 840)  # the window fills it: a list one would have beside other windows
_MESSAGES = 450  # three pages or so of conversations
_ROW_OPENS = 0.3  # seconds: a row takes 0.2 to open or change, a frame 0.07 to be recorded
_FOCUS_FADES = 6  # seconds: GTK marks the focus for a while after a key, here the maximising one


class Demo:
    def __init__(self, stage: Stage, output: Path) -> None:
        self._stage = stage
        self._devices = stage.devices
        self._recorder = stage.recorder
        self._output = output
        self._app: App

    def play(self) -> None:
        mailbox = self._stage.directory("mail") / "Sample"
        self._stage.tideline("sample", mailbox, "--messages", str(_MESSAGES))
        self._app = App(self._stage, mailbox)
        self._app.wait_until_idle(rows=50)
        opened = f"opened a sample mailbox of {_MESSAGES} messages, 50 rows shown"
        self._take("01-list", opened, settle=_FOCUS_FADES)
        self._dark()
        self._refresh(mailbox)
        self._load_all()
        status = self._app.close()
        if status:
            raise AssertionError(f"the app ended with status {status}:\n{self._app.messages()}")
        self._say("closed the window: exit status 0")

    def _refresh(self, mailbox: Path) -> None:
        trace, devices = self._app.trace, self._devices
        before = trace.last["first"]
        self._stage.tideline("deliver", mailbox, "--count", "3")
        self._say("delivered 3 messages")
        x, y = self._app.middle()
        devices.touch_down(x, y)
        y = devices.touch_move(x, y, 80)
        trace.wait(header="pulling")
        self._take("02-pulling", "pulled 80 px past the top: not enough yet", settle=_ROW_OPENS)
        devices.touch_move(x, y, 70)
        trace.wait(header="armed")
        self._take("03-armed", "pulled 150 px: armed", settle=_ROW_OPENS)
        devices.touch_up()
        trace.wait_for_visit(header="running")
        self._take("04-refreshing", "released: refreshing", settle=_ROW_OPENS)
        trace.wait_for_visit(header="settling")
        state = trace.last
        self._take("05-result", "the header says what came", settle=_ROW_OPENS)
        self._check("new" in str(state["result"]), f"it is «{state['result']}»")
        state = trace.wait(header="idle", runs=1, test=lambda state: state["first"] != before)
        self._say(f"on top now: «{state['first']}»")

    def _load_all(self) -> None:
        trace, app = self._app.trace, self._app
        while trace.last["footer"] != "exhausted":
            loads, rows = trace.last["loads"], trace.last["rows"]
            app.scroll_to_bottom()
            seen = len(trace.states)
            app.pull(-150)
            trace.wait_for_visit(footer="running", loads=loads + 1, after=seen)
            if loads == 0:
                self._take("06-loading-more", "pulled past the bottom: loading more", settle=0.1)
            state = trace.wait(test=lambda state: state["footer"] in ("idle", "exhausted"))
            self._check(state["rows"] > rows, f"{state['rows']} rows, {rows} before")
        app.scroll_to_bottom()
        app.root.find(name="No more conversations$")
        self._take("07-no-more", "at the end: no more conversations")

    def _dark(self) -> None:
        self._set_dark(True)
        self._take("08-dark", "the same in the dark style", settle=_ROW_OPENS)
        self._set_dark(False)
        time.sleep(_ROW_OPENS)

    def _set_dark(self, dark: bool) -> None:
        before = self._recorder.picture()
        self._stage.session.set_dark(dark)
        self._recorder.wait_for_change(before)

    def _take(self, name: str, step: str, settle: float = 0.05) -> None:
        """A picture of now, or of a moment later when something is still sliding in."""
        time.sleep(settle)
        path = self._recorder.save(self._output / f"{name}.png")
        self._say(f"{step} → {path}")

    def _check(self, right: bool, step: str) -> None:
        if not right:
            raise AssertionError(step)
        self._say(step)

    @staticmethod
    def _say(step: str) -> None:
        print(step, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, help="the tideline to show")
    parser.add_argument("--output", type=Path, default=Path("demo"), help="(default: %(default)s)")
    options = parser.parse_args()
    with Stage(options.binary and options.binary.resolve(), _MONITOR) as stage:
        try:
            Demo(stage, options.output).play()
        except AssertionError as error:
            picture = stage.recorder.save(options.output / "failure.png")
            print(f"The demo failed: {error}\nSee {picture}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
