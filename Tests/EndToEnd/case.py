"""The base of all end-to-end tests: one stage for all, and a fresh mailbox and app for each."""

import sys
import unittest
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Iterator, TypeVar

from gi.repository import GLib

from accessibility import Node
from app import App
from complaints import complaints
from gallery import Gallery
from maildir import Maildir
from program import Program
from Servers.proxy import Proxy
from Servers.scripted import Scripted
from Servers.server import Server, password_file
from stage import Stage
from waiting import wait_until

# The time within which every effect of a gesture begins: the wheel's dwell is 300 ms, a touchpad's
# silence 150 ms, opening the row 200 ms.
SETTLED = 1.5

Opened = TypeVar("Opened", bound=Program)


class EndToEndCase(unittest.TestCase):
    stage: ClassVar[Stage]
    artifacts: ClassVar[Path]
    app: Program | None = None
    # The least real seconds in which a second of the session's clock passes: more than the default
    # where servers and services take part, which have delays of their own.
    pace = 0.02

    def setUp(self) -> None:
        self.stage.session.clock.pace = self.pace
        self.devices = self.stage.devices
        self.maildir = Maildir(self.stage.directory("mail") / "INBOX")
        self.expected_complaints = 0  # lines of warnings that the test causes

    def open(self, mailbox: Path | None = None, **options) -> App:
        """Starts the app, which must close properly at the end of every test."""
        return self._closing(App(self.stage, mailbox or self.maildir.path, **options))

    def hand_over(self, app: App, mailbox: Path, env: dict[str, str] | None = None) -> None:
        """Starts the program again with a mailbox, which passes it to the app that is open."""
        second = App(self.stage, mailbox, app.store, env=env)
        self.addCleanup(second.end)
        self.assertEqual(second.wait(), 0, second.messages())

    def access(self, server: Server | Scripted) -> dict[str, str]:
        """The environment in which the program may read the account on a server."""
        return {"TIDELINE_PASSWORD_FILE": str(password_file(self.stage.directory("secret"))),
                "TIDELINE_CA_FILE": str(server.certificates.authority)}

    def open_files(self, what: str, path: Path) -> tuple[Program, Node]:
        """Opens another program's window, where files are dragged `from` or `onto`."""
        script = Path(__file__).with_name("file_manager.py")
        files = Program(self.stage, [sys.executable, str(script), what, str(path)], {})
        self.addCleanup(files.end)
        return files, self.stage.reader.application(files.process.pid).find("window", "Files")

    def open_gallery(self, *arguments: str) -> Gallery:
        """Starts the library's gallery instead, which must also close properly."""
        gallery = self._closing(Gallery(self.stage, *arguments))
        gallery.wait_for_window()
        return gallery

    def _closing(self, program: Opened) -> Opened:
        self.app = program
        self.addCleanup(program.end)
        self.addCleanup(self._close, program)
        return program

    def open_filled(self, count: int = 130, **options) -> App:
        """Starts the app with this many conversations, and waits until it rests at the top."""
        self.maildir.fill(count)
        app = self.open(**options)
        app.wait_until_idle(rows=min(count, 50))
        return app

    def _close(self, app: Program) -> None:
        self.assertEqual(app.close(), 0, f"exit status; standard error:\n{app.messages()}")
        self.assertIn("live signal boxes: 0", app.messages())
        found = complaints(app.messages())
        self.assertEqual(len(found), self.expected_complaints, found)

    @contextmanager
    def part(self, behaviour: str) -> Iterator[None]:
        """A part of a story, which goes on in the same window. A failure ends the story, and its last
        line names the behaviour."""
        try:
            yield
        except Exception as error:
            error.add_note(f"in the part: {behaviour}")
            raise

    # Assertions

    def assert_refreshes(self, app: App, runs: int = 1) -> None:
        """Checks that this many refreshes have started, one has ended, and the row is closed
        again."""
        app.trace.wait_for_visit(header="running", runs=runs)
        app.trace.wait(header="idle", runs=runs)

    def assert_nothing_starts(self, app: App, seconds: float = SETTLED) -> None:
        """Checks that neither a refresh nor a page begins within the time that any gesture
        needs."""
        before = app.trace.last
        self.devices.pass_time(seconds)
        for field in ("runs", "loads"):
            self.assertEqual(app.trace.last[field], before[field], app.trace.tail())

    def assert_named(
        self, app: App, name: str, within: Node | None = None, **state: object,
    ) -> Node:
        """Checks that an object has the name while the app is in the state."""
        app.trace.wait(**state)
        def named() -> Node | None:
            if not app.trace.shows(**state):
                self.fail((within or app.root).outline())
            return next(iter((within or app.root).find_all(name=name)), None)
        return wait_until(f"something named {name!r}", named, (within or app.root).outline)

    def wait_for_quiet(self, cable: Proxy) -> None:
        """Waits until nothing passes through the cable for a moment."""
        def is_quiet() -> bool:
            before = cable.counts()
            self.devices.pass_time(0.3)
            return cable.counts() == before
        wait_until("the cable to be quiet", is_quiet)

    # Failures

    def explain(self) -> str:
        """Describes the app after a failure, while it still runs."""
        if self.app is None:
            return ""
        parts = [f"standard error:\n{self.app.messages()}"]
        if isinstance(self.app, App):
            parts.append(f"states:{self.app.trace.tail()}")
        try:
            picture = self.stage.recorder.save(self.artifacts / f"{self.id()}.png")
            parts.append(f"picture: {picture}")
            parts.append(f"accessible tree:\n{self.app.root.outline()}")
        except (AttributeError, AssertionError, OSError, GLib.Error) as error:
            print(f"(no picture or tree: {error})", file=sys.stderr)
        return "\n".join(parts)


class ConfiguredCase(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.config = self.stage.directory("config")

    @property
    def keyfile(self) -> Path:
        return self.config / "glib-2.0" / "settings" / "keyfile"

    def write(self, **settings: str) -> None:
        """Writes settings as GVariant text, as another program may have written them."""
        self.keyfile.parent.mkdir(parents=True)
        lines = [f"{name.replace('_', '-')}={value}" for name, value in settings.items()]
        self.keyfile.write_text("\n".join(["[org/tideline/Tideline]", *lines, ""]))

    @property
    def env(self) -> dict[str, str]:
        """The test's own settings, which are kept after the app ends."""
        return {"XDG_CONFIG_HOME": str(self.config)}

    def open_configured(self, **options) -> App:
        return self.open_filled(env=self.env, **options)
