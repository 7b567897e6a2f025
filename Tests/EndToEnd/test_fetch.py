"""The command that fetches mail on a refresh: it brings mail, hangs, or fails, each for real."""

from pathlib import Path

from app import App
from case import ConfiguredCase
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
    def make(self, what: str) -> None:
        """Makes the command one of this kind."""
        text = _SCRIPT.format(maildir=self.maildir.path, pids=self.pids, what=what)
        self.script.write_text(text.replace("{pids}", str(self.pids)))

    def hang(self, app: App) -> None:
        self.devices.key("F5")
        self.assert_named(app, "Fetching: Connecting$", header="running")
        self.assertEqual(len(self.processes()), 2)

    def processes(self) -> list[int]:
        return [int(line) for line in self.pids.read_text().split()]

    def wait_until_all_are_gone(self) -> None:
        # A process that is killed may live a moment longer.
        wait_until("the end of all that was started",
                   lambda: not any(map(_is_alive, self.processes())), describe=self.processes)

    def test_a_refresh_shows_what_the_command_brings_and_what_it_fails_with(self) -> None:
        self.pids, self.script = self.config / "pids", self.config / "courier"
        self.make("deliver 'By courier'")
        self.script.chmod(0o755)
        self.write(fetch_command=f"'{self.script}'")
        self.maildir.fill(60)
        app = self.open(env=self.env)
        app.wait_for_window()
        with self.part("what a refresh fetches it shows"):
            app.trace.wait(header="idle", runs=1, rows=51, first="By courier")
            self.devices.key("F5")
            app.trace.wait(header="idle", runs=2, rows=52)
        self.make(_HANGS)
        for run, (way, cancel) in enumerate((
                ("Escape", lambda: self.devices.key("Escape")),
                ("the button", lambda: app.root.find("button", "Cancel$").act())), start=3):
            with self.part(f"{way} ends a command that hangs"):
                self.hang(app)
                app.conversations.children  # the list is there while the command hangs
                cancel()
                app.trace.wait_for_visit(header="settling", result="cancelled", runs=run)
                app.trace.wait(header="idle", rows=52)
                self.wait_until_all_are_gone()
        self.make(_FAILS)
        with self.part("a command that fails is shown with its output"):
            self.devices.key("F5")
            state = app.trace.wait_for_visit(header="settling", runs=5)
            self.assertRegex(state["result"], "The fetch command .*courier.* failed with status 7")
            # The mailbox is read all the same, since new mail may have come by another way.
            app.trace.wait(header="idle", rows=53, first="In spite of all")
            app.root.find("label", "New mail was not fetched$")
            self.read_details(app)
            # The error is shown again, and the window can be closed meanwhile.
            self.devices.key("F5")
            app.trace.wait(header="idle", runs=6, rows=54)
            app.root.find("button", "Details")
        self.make(_HANGS)
        with self.part("closing the window ends a command that hangs"):
            self.hang(app)
            self._close(app)
            self.wait_until_all_are_gone()

    def read_details(self, app: App) -> None:
        [main] = app.root.children
        app.root.find("button", "Details").act()
        app.root.find(name="New Mail Was Not Fetched$")
        wait_until("the dialogue to have the keys", lambda: "active" not in main.states)
        output = wait_until("the output", lambda: next(
            (node for node in app.root.find_all(name="The Command’s Last Output$")), None),
            describe=app.root.outline)
        self.assertEqual(output.text, "no route to host")
        self.devices.settle()
        self.devices.key("Escape")
        wait_until("the dialogue's end",
                   lambda: not app.root.find_all(name="The Command’s Last Output$"))
        wait_until("the window to have the keys", lambda: "active" in main.states)


def _is_alive(pid: int) -> bool:
    """Whether the process is alive; a zombie is not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"
