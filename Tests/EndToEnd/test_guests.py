"""Programs with a binding of their own, or without one, used as their users would."""

import subprocess
import unittest
from pathlib import Path

import languages
from case import EndToEndCase
from complaints import complaints
from guest import SOURCES, Guest, folder, library
from thorough import takes_long
from waiting import exit_status, wait_until
from wrong_arguments import CASES, UNUSUAL

_INTERFACE = str(SOURCES / "guest.ui")

_IN_PYTHON = """
import threading
import gi
gi.require_version("Gtk", "4.0")
gi.require_version("PullToRefresh", "1.0")
from gi.repository import GLib, Gtk, PullToRefresh
from gi.repository.PullToRefresh import Edge, State

def until(condition):
    while not condition():
        GLib.MainContext.default().iteration(True)

Gtk.init()
window = Gtk.Window()
list = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
row = PullToRefresh.Row(child=Gtk.Label(label="Own"))
pull = PullToRefresh.List(widget=list, edge=Edge.BOTTOM, refresh_row=row)
begun, states = [], set()
row.connect("notify::state", lambda row, _: states.add(row.props.state))
window.set_child(list)
until(lambda: list.get_parent() is not window)
for _ in range(3):
    GLib.MainContext.default().iteration(False)
assert row.props.state == State.NONE, "a role without a handler is absent"
id = pull.connect("refresh", lambda _, run: begun.append(run))
window.present()
until(lambda: row.props.state == State.IDLE)
assert pull.props.load_more_row.props.state == State.NONE
pull.props.edge = Edge.TOP
row.begin()
assert row.props.state == State.RUNNING
until(lambda: begun)
row.cancel()
assert not begun[0].get_cancellable().is_cancelled()
until(lambda: begun[0].get_cancellable().is_cancelled())
assert {State.RUNNING, State.CANCELLED} <= states, states
pull.disconnect(id)

def throw(pull, run):
    raise OSError("The server is not there")

id = pull.connect("refresh", throw)
row.begin()
for _ in range(20):
    GLib.MainContext.default().iteration(False)
row.cancel()
until(lambda: row.props.state == State.CANCELLED)
pull.disconnect(id)
pull.connect("refresh", lambda pull, run: None)
row.begin()
until(lambda: row.props.state == State.FAILED)
for wrong in (None, 7, "list"):
    try:
        PullToRefresh.Row.begin(wrong)
    except TypeError:
        continue
    assert False, f"{wrong} was taken"
window.destroy()
print("done", flush=True)
threading.Thread(target=pull.detach).start()
"""


class Guests(EndToEndCase):
    def test_a_guest_in_c_is_pulled_fails_loads_and_is_detached(self) -> None:
        self._play(self._built("guest"), _INTERFACE)

    @takes_long  # to build: see scripts/test-packages
    def test_a_package_with_targets_named_gtk_is_pulled(self) -> None:
        guest = self._open(self._built("own-gtk"))
        self._refresh(guest)
        guest.wait_for("Up to date")
        self._wait_for_row(guest, "Just in")
        self._close_guest(guest)

    def test_arguments_that_are_wrong_are_named(self) -> None:
        program = self._built("wrong_arguments")
        for case, sentence in CASES.items():
            with self.subTest(case):
                done = self._run(program, case)
                self.assertEqual((done.returncode, done.stdout), (0, "refused\n"), done.stderr)
                self.assertIn(sentence, done.stderr)

    def test_all_of_it_is_done_by_code(self) -> None:
        with self.part("in C"):
            done = self._run(self._built("by_code"))
            self.assertEqual((done.returncode, done.stdout), (0, "done\n"), done.stderr)
            self.assertEqual(complaints(done.stderr), [])
        with self.part("in Python: handlers, edges and states"):
            done = self._run("/usr/bin/python3", "-c", _IN_PYTHON)
            self.assertEqual(done.stdout, "done\n", done.stderr)
            self.assertIn("let go of its run", done.stderr)
            self.assertIn("This is not the main thread", done.stderr)

    def test_what_few_programs_do_works(self) -> None:
        program = self._built("unusual")
        for case, words in UNUSUAL.items():
            with self.subTest(case):
                done = self._run(program, case)
                self.assertEqual((done.returncode, done.stdout), (0, "good\n"), done.stderr)
                self.assertIn(words, done.stderr)
                if not words:
                    self.assertEqual(complaints(done.stderr), [])

    def test_the_pill_of_new_rows_is_translated(self) -> None:
        locale = folder(self.stage) / "share" / "locale"
        german = self.stage.directory("locales")
        languages.make_locales(("de_DE",), german)
        variables = [f"{name}={value}" for name, value in languages.env("de_DE", german).items()]
        done = self._run("/usr/bin/env", *variables, self._built("unusual"),
                         "pill", str(locale), "3 neue Einträge oben")
        self.assertEqual((done.returncode, done.stdout), (0, "good\n"), done.stderr)

    def _run(self, *command: str) -> subprocess.CompletedProcess:
        """Runs a guest that ends by itself."""
        env = self.stage.session.program_env | library(self.stage)
        guest = subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        exit_status(guest)
        return subprocess.CompletedProcess(command, guest.returncode, *guest.communicate())

    def _play(self, *command: str) -> None:
        guest = self._open(*command)
        self._refresh(guest)
        guest.wait_for("1 new")
        self._wait_for_row(guest, "Just in 1")
        guest.wait_until_gone("1 new")

        self._refresh(guest)
        guest.wait_for("Failed: The server is not there")
        self.assertNotIn("Just in 2", guest.rows())
        guest.wait_until_gone("Failed: The server is not there")

        def scroll_to(footer: str) -> None:
            def is_there() -> bool:
                guest.scroll_to_end()
                return footer in {seen.name for seen in guest.root.look()}
            wait_until("the footer", is_there, describe=guest.root.outline)

        for last in ("Row 40", "Row 60"):
            scroll_to("Load More")
            guest.pull(-200)
            guest.let_go()
            self._wait_for_row(guest, last)
        scroll_to("Nothing more to load")

        guest.root.find(None, "Detach").act()
        guest.wait_until_gone("Nothing more to load")
        guest.scroll_to_start()
        guest.pull(200)
        self.assertNotIn("Release to refresh", guest.names())
        guest.let_go()
        self.devices.key("F5")
        self.devices.settle()
        self.assertNotIn("Refreshing…", guest.names())
        self._close_guest(guest)

    def _wait_for_row(self, guest: Guest, name: str) -> None:
        wait_until(f"the row {name!r}", lambda: name in guest.rows(), describe=guest.root.outline)

    def _refresh(self, guest: Guest) -> None:
        guest.pull(200)
        guest.wait_for("Release to refresh")
        guest.let_go()
        guest.wait_for("Refreshing…")

    def _open(self, *command: str) -> Guest:
        guest = Guest(self.stage, *command)
        self.app = guest
        self.addCleanup(guest.end)
        return guest

    def _close_guest(self, guest: Guest) -> None:
        self.assertEqual(guest.close(), 0, guest.messages())
        self.assertEqual(complaints(guest.messages()), [])

    def _built(self, name: str) -> str:
        program: Path = folder(self.stage) / "bin" / name
        if not program.exists():
            raise unittest.SkipTest(f"{name} is not built: scripts/build-guests")
        return str(program)
