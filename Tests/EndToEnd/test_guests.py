"""Programs with a binding of their own, or without one, used as their users would."""

import subprocess
import unittest
from pathlib import Path

from case import EndToEndCase
from complaints import complaints
from guest import SOURCES, Guest, folder, library
from thorough import takes_long
from waiting import exit_status, wait_until
from wrong_arguments import CASES

_INTERFACE = str(SOURCES / "guest.ui")

_IN_PYTHON = """
import threading
import gi
gi.require_version("Gtk", "4.0")
gi.require_version("PullToRefresh", "1.0")
from gi.repository import GLib, Gtk, PullToRefresh
from gi.repository.PullToRefresh import Edge, Role, State

def until(condition):
    while not condition():
        GLib.MainContext.default().iteration(True)

def state(role):
    return PullToRefresh.get_state(list, role)

Gtk.init()
window = Gtk.Window()
list = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
assert PullToRefresh.set_edge(list, Edge.BOTTOM)
begun, cancelled, states, views = [], [], set(), []
assert PullToRefresh.on_refresh(list, begun.append)
assert PullToRefresh.on_state(list, lambda list: states.add(PullToRefresh.get_state(list, Role.REFRESH)))
assert PullToRefresh.set_row_view(
    list, Role.REFRESH, lambda state, progress: views.append(state) or Gtk.Label(label="Own"))
assert state(Role.REFRESH) == State.NONE
window.set_child(list)
until(lambda: state(Role.REFRESH) == State.IDLE)
assert state(Role.LOAD_MORE) == state(Role.LOAD_EARLIER) == State.NONE
assert PullToRefresh.set_edge(list, Edge.TOP)
PullToRefresh.begin(list, Role.REFRESH)
assert state(Role.REFRESH) == State.RUNNING
until(lambda: begun)
PullToRefresh.on_cancel(begun[0], cancelled.append)
PullToRefresh.cancel(list)
assert not cancelled
until(lambda: cancelled)
assert cancelled == begun
assert {State.RUNNING, State.CANCELLED} <= states, states
assert State.RUNNING in views, views
for wrong in (None, 7, "list"):
    try:
        PullToRefresh.begin(wrong, Role.REFRESH)
    except TypeError:
        continue
    assert False, f"{wrong} was taken"
window.destroy()
print("done", flush=True)
threading.Thread(target=PullToRefresh.cancel, args=[list]).start()
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
                self.assertLess(done.returncode, 0, done.stderr)  # a signal
                self.assertIn(sentence, done.stderr)

    def test_all_of_it_is_done_by_code_in_c(self) -> None:
        done = self._run(self._built("by_code"))
        self.assertEqual((done.returncode, done.stdout), (0, "done\n"), done.stderr)
        self.assertEqual(complaints(done.stderr), [])

    def test_edges_and_states_are_there_in_python(self) -> None:
        self._built("by_code")
        done = self._run("/usr/bin/python3", "-c", _IN_PYTHON)
        self.assertEqual(done.stdout, "done\n", done.stderr)
        # A debug build of the library ends with this message; a release build only warns.
        self.assertIn("This is not the main thread", done.stderr)

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
