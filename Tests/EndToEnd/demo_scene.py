"""The common part of the demo's scenes: an app on the stage, printed steps, and pictures of
them."""

from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from accessibility import Node
from app import App
from stage import Stage
from waiting import wait_until

_FRAME = 0.25  # seconds: longer than it takes a change to be drawn and recorded
_APPEARS = 0.5  # seconds: the compositor fades a window in
_FOCUS_FADES = 5  # seconds, with some to spare


class Scene:
    """A scene takes pictures into `output`; their names begin with `kind`."""

    def __init__(self, stage: Stage, output: Path, kind: str) -> None:
        self.stage = stage
        self.devices = stage.devices
        self.kind = kind
        self._output = output

    @contextmanager
    def app(self, mailbox: Path | None, env: dict[str, str] | None = None) -> Iterator[App]:
        """An app with an open window, which must close properly."""
        app = App(self.stage, mailbox, env=env)
        app.wait_for_window()
        yield app
        if status := app.close():
            raise AssertionError(f"the app ended with status {status}:\n{app.messages()}")

    @contextmanager
    def listed(self, mailbox: Path, env: dict[str, str] | None = None) -> Iterator[App]:
        """An app that shows the mailbox and is idle."""
        with self.app(mailbox, env) as app:
            app.wait_until_idle()
            yield app

    def wait_for_unmarked_focus(self) -> None:
        """Waits until GTK does not mark the focus any more, as it does for a while after a key,
        such as the key that maximizes the window."""
        self.devices.pass_time(_FOCUS_FADES)

    def tap(self, node: Node) -> None:
        x, y, width, height = node.extents
        self.devices.tap(x + width // 2, y + height // 2)

    @contextmanager
    def second_window(self, app: App, key: str) -> Iterator[Node]:
        """A window that a key opens over the app's own, and Escape closes."""
        self.devices.key(key)
        wait_until(f"a second window, by {key}", lambda: len(app.root.children) == 2)
        window = app.root.children[1]
        wait_until("its size", lambda: window.extents[2] > 0)
        self.devices.settle()
        self.devices.pass_time(_APPEARS)
        yield window
        self.devices.key("Escape")
        wait_until("the first window alone", lambda: len(app.root.children) == 1)

    def take(self, name: str, step: str, moving: float | None = None) -> None:
        """Takes a picture once the window rests; if `moving` is set, after this many seconds."""
        if moving is None:
            self._wait_until_still()
        else:
            self.devices.pass_time(moving)
        path = self.stage.recorder.save(self._output / f"{self.kind}-{name}.png")
        say(f"{step} → {path}")

    def take_both(self, name: str, step: str) -> None:
        """Takes the picture in the light and in the dark style."""
        self.take(name, step)
        with self.dark():
            self.take(f"{name}-dark", "… in the dark style")

    @contextmanager
    def dark(self) -> Iterator[None]:
        self._set_dark(True)
        yield
        self._set_dark(False)

    def _wait_until_still(self) -> None:
        def still() -> bool:
            before = self.stage.recorder.picture()
            self.devices.pass_time(_FRAME)
            return self.stage.recorder.picture() == before
        self.devices.pass_time(_FRAME)
        wait_until("a picture that rests", still)

    def _set_dark(self, dark: bool) -> None:
        before = self.stage.recorder.picture()
        self.stage.session.set_dark(dark)
        self.stage.recorder.wait_for_change(before)


def check(right: bool, step: str) -> None:
    if not right:
        raise AssertionError(step)
    say(step)


def say(step: str) -> None:
    print(step, flush=True)
