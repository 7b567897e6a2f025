"""The command that fetches mail on a refresh: it brings mail, hangs, or fails, each for real."""

import re
import time
from pathlib import Path
from typing import Callable

from app import App
from configured import ConfiguredCase
from waiting import wait_until

_SCRIPT = """#!/bin/sh
cd '{maildir}'
echo $$ > '{pids}'
deliver() {{
  printf 'From: Ann <ann@example.org>\nSubject: %s\nMessage-ID: <%s@example.org>\n\nHi.\n' \
    "$1" $$ > tmp/courier.$$
  mv tmp/courier.$$ new/$(date +%s).$$
}}
{what}
"""
_HANGS = "trap '' TERM; sleep 1000 & echo $! >> '{pids}'; echo Connecting; wait; sleep 1000"
_FAILS = "deliver 'In spite of all'; echo 'no route to host' >&2; exit 7"


class Fetch(ConfiguredCase):
    def open_with(self, what: str) -> App:
        """Starts the app on 60 conversations with a fetch command of this kind, and refreshes."""
        self.pids = self.config / "pids"
        script = self.config / "courier"
        text = _SCRIPT.format(maildir=self.maildir.path, pids=self.pids, what=what)
        script.write_text(text.replace("{pids}", str(self.pids)))
        script.chmod(0o755)
        self.write(fetch_command=f"'{script}'")
        self.maildir.fill(60)
        app = self.open(env=self.env)
        app.wait_for_window()
        return app

    def processes(self) -> list[int]:
        return [int(line) for line in self.pids.read_text().split()]

    def wait_until_all_are_gone(self) -> None:
        wait_until("the end of all that was started",
                   lambda: not any(map(_is_alive, self.processes())), describe=self.processes)

    def test_what_a_refresh_fetches_it_shows(self) -> None:
        app = self.open_with("deliver 'By courier'")
        app.trace.wait(header="idle", runs=1, rows=51, first="By courier")
        self.devices.key("F5")
        app.trace.wait(header="idle", runs=2, rows=52)

    def test_escape_ends_a_command_that_hangs(self) -> None:
        self.ends_a_command_that_hangs(lambda app: self.devices.key("Escape"))

    def test_the_button_ends_a_command_that_hangs(self) -> None:
        self.ends_a_command_that_hangs(lambda app: app.root.find("button", "Cancel$").act())

    def ends_a_command_that_hangs(self, action: Callable[[App], None]) -> None:
        app = self.open_with(_HANGS)
        self.assert_named(app, "Fetching: Connecting$", header="running")
        self.assertEqual(len(self.processes()), 2)
        app.conversations.children  # the list is there while the command hangs
        action(app)
        app.trace.wait_for_visit(header="settling", result="cancelled")
        app.trace.wait(header="idle", rows=50)
        self.wait_until_all_are_gone()

    def test_closing_the_window_ends_a_command_that_hangs(self) -> None:
        app = self.open_with(_HANGS)
        self.assert_named(app, "Fetching: Connecting$", header="running")
        self._close(app)
        # A process that is killed may live a moment longer.
        self.wait_until_all_are_gone()

    def test_a_command_that_fails_is_shown_with_its_output(self) -> None:
        app = self.open_with(_FAILS)
        state = app.trace.wait_for_visit(header="settling")
        self.assertRegex(state["result"], "The fetch command .*courier.* failed with status 7")
        # The mailbox is read all the same, since new mail may have come by another way.
        app.trace.wait(header="idle", rows=51, first="In spite of all")
        app.root.find("label", "New mail was not fetched$")
        [main] = app.root.children
        app.root.find("button", "Details").act()
        dialog = app.root.find(name="New Mail Was Not Fetched$")
        wait_until("the dialogue to have the keys", lambda: "active" not in main.states)
        output = wait_until("the output", lambda: next(
            (node for node in app.root.find_all(name="The Command’s Last Output$")), None),
            describe=app.root.outline)
        self.assertEqual(output.text, "no route to host")
        self.assertTrue(dialog)
        self.devices.settle()
        self.devices.key("Escape")
        wait_until("the dialogue's end",
                   lambda: not app.root.find_all(name="The Command’s Last Output$"))
        wait_until("the window to have the keys", lambda: "active" in main.states)
        # The error is shown again, and the window can be closed meanwhile.
        self.devices.key("F5")
        app.trace.wait(header="idle", runs=2, rows=52)
        app.root.find("button", "Details")


class FirstReading(ConfiguredCase):
    def test_the_first_rows_are_there_while_the_mailbox_is_read(self) -> None:
        count = 12_000
        self.maildir.fill(count)
        start = time.monotonic()
        app = self.open()
        end = app.trace.wait(header="idle", rows=50, runs=1)
        first = next(state for state in app.trace.states if state["rows"] == 50)
        print(f"first rows after {first['time'] - start:.1f} s, "
              f"all of {count} after {end['time'] - start:.1f} s … ", end="")
        during = [state for state in app.trace.states
                  if state["header"] == "running" and state.get("progress")]
        self.assertTrue(during, app.trace.tail())
        self.assertEqual({state["rows"] for state in during}, {50})
        numbers = [int(re.fullmatch(rf"(\d+) of {count}", state["progress"])[1])
                   for state in during]
        self.assertEqual(numbers, sorted(numbers))
        self.assertLess(numbers[0], count / 2)
        self.assertEqual(app.trace.last["first"], self.maildir.subject(0))


def _is_alive(pid: int) -> bool:
    """Whether the process is alive; a zombie is not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"
