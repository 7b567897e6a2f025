"""An open window without work costs nothing."""

import time
from pathlib import Path

from app import App
from case import EndToEndCase
from waiting import wait_until

SECONDS = 10
ALLOWED_CPU = 0.05  # seconds: five ticks of the clock that counts them
ALLOWED_WAKE_UPS = 20


class Idle(EndToEndCase):
    def test_ten_idle_seconds_cost_no_cpu(self) -> None:
        app = self.open_filled()
        wait_until("start-up to die away", lambda: self.rests(app))
        cpu = app.cpu_seconds()
        wake_ups = self.wake_ups(app, SECONDS)
        cpu = app.cpu_seconds() - cpu
        print(f"idle for {SECONDS} s: {cpu:.2f} s of CPU, {wake_ups} wake-ups … ", end="")
        self.assertLessEqual(cpu, ALLOWED_CPU)
        self.assertLessEqual(wake_ups, ALLOWED_WAKE_UPS)

    def rests(self, app: App) -> bool:
        before = app.cpu_seconds()
        wake_ups = self.wake_ups(app, 3)
        return app.cpu_seconds() == before and wake_ups <= ALLOWED_WAKE_UPS * 3 / SECONDS

    @staticmethod
    def wake_ups(app: App, seconds: float) -> int:
        """The number of wake-ups during the next `seconds`."""
        before = _wake_ups(app.process.pid)
        time.sleep(seconds)
        # Skips threads that have ended meanwhile, with their counts.
        return sum(count - before.get(thread, 0)
                   for thread, count in _wake_ups(app.process.pid).items())


def _wake_ups(pid: int) -> dict[str, int]:
    """The number of times that each thread went to sleep, and so was woken."""
    counts = {}
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        for line in status.read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                counts[status.parent.name] = int(line.split()[1])
    return counts
