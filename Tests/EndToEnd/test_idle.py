"""An open window without work costs nothing."""

from pathlib import Path

from app import App
from case import EndToEndCase
from waiting import wait_until

_SECONDS = 10
_ALLOWED_CPU = 0.05  # seconds: five ticks of the clock that counts them
# Once a second libdispatch looks after its threads, and the session's clock wakes its own thread.
_ALLOWED_WAKE_UPS = 4 * _SECONDS


class Idle(EndToEndCase):
    def test_ten_idle_seconds_cost_nothing(self) -> None:
        app = self.open_filled()
        main = str(app.process.pid)
        wait_until("start-up to die away", lambda: not self.wake_ups(app).get(main))
        cpu = app.cpu_seconds()
        wake_ups = self.wake_ups(app)
        self.assertLessEqual(app.cpu_seconds() - cpu, _ALLOWED_CPU)
        self.assertEqual(wake_ups.get(main, 0), 0)
        self.assertLessEqual(sum(wake_ups.values()), _ALLOWED_WAKE_UPS)

    def wake_ups(self, app: App) -> dict[str, int]:
        """The number of wake-ups of each thread during the next seconds."""
        before = _wake_ups(app.process.pid)
        self.devices.pass_time(_SECONDS)
        # Skips threads that have ended meanwhile, with their counts.
        return {thread: count - before.get(thread, 0)
                for thread, count in _wake_ups(app.process.pid).items()}


def _wake_ups(pid: int) -> dict[str, int]:
    """The number of times that each thread went to sleep, and so was woken."""
    counts = {}
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        for line in status.read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                counts[status.parent.name] = int(line.split()[1])
    return counts
