"""A program with one window: started in the session, maximized, and closed as a user would."""

from gi.repository import GLib

from accessibility import Node
from Servers.processes import end
from stage import Stage
from waiting import exit_status, wait_until


class Program:
    """A program whose window is maximized. It fills the monitor, so its position is known."""

    def __init__(self, stage: Stage, argv: list[str], env: dict[str, str]) -> None:
        """`env` is added to the session's environment."""
        self._stage = stage
        self._devices = stage.devices
        self.errors = stage.directory("program") / "stderr.log"
        with self.errors.open("wb") as errors:
            self.process = stage.session.processes.start(
                "program", argv, stage.session.program_env | env, stderr=errors)
        self.root: Node

    def wait_for_window(self) -> None:
        """Waits for the window, and maximizes it by the compositor's key, not by the app."""
        def registered() -> Node | None:
            self.check_running()
            return self._stage.reader.find_application(self.process.pid)
        self.root = wait_until("the program on the accessibility bus", registered)
        window = self.root.find("window", "")

        def maximized() -> bool:
            if window.extents[2:] == self._stage.session.monitor:
                return True
            self._devices.key("super+Up")  # It does nothing before the window has the focus.
            return False
        wait_until("the maximized window", maximized, describe=lambda: window.extents)

    def check_running(self) -> None:
        if self.process.poll() is not None:
            raise AssertionError(
                f"the app ended with status {self.process.returncode}:\n{self.messages()}")

    def close(self) -> int:
        """Closes each window by its key, the one in front first, and returns the exit status."""
        while self.process.poll() is None:
            count = self._count_windows()
            self._devices.key("alt+F4")
            if count < 2:
                break
            wait_until("a window less", lambda: self._count_windows() < count)
        return self.wait()

    def wait(self) -> int:
        """Waits for the program's end, and returns its exit status."""
        return exit_status(self.process)

    def _count_windows(self) -> int:
        try:
            return len(self.root.children)
        except (AttributeError, GLib.Error):  # not yet there, or gone
            return 0

    def end(self) -> None:
        """Ends the app in whatever state, so that it does not outlive its test."""
        end(self.process)

    def messages(self) -> str:
        """The program's standard error."""
        return self.errors.read_text(errors="replace")

