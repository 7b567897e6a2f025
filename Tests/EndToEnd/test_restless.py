"""Servers that give no rest: changes without end, and connections that end each second."""

import threading
import time
from collections.abc import Callable

from app import App
from case import EndToEndCase
from Servers import messages
from Servers.scripted import USER, Scripted


class Restless(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.server = self.enterContext(Scripted())
        self.server.fill(messages.sample(300))
        self.new = messages.sample(3000, newest=1_760_000_000, gap=1)[300:]

    def open_account(self) -> App:
        app = self.open(f"imaps://{USER}@localhost:{self.server.tls_port}/",
                        env=self.access(self.server))
        app.wait_until_idle()
        return app

    def while_it_goes_on(self, step: Callable[[int], None], pause: float, body: Callable[[], None]) -> float:
        """Repeats the step until the body has ended; returns the seconds that the body took."""
        ended = threading.Event()

        def run() -> None:
            number = 0
            while not ended.wait(pause):
                step(number)
                number += 1

        thread = threading.Thread(target=run, daemon=True)
        began = time.monotonic()
        thread.start()
        try:
            body()
        finally:
            ended.set()
            thread.join()
        return time.monotonic() - began

    def change(self, number: int) -> None:
        """Adds a message, changes another one's flags, and at every third step removes one."""
        inbox = self.server.inbox
        if number < len(self.new) - 6:  # a slow machine may take more steps
            inbox.add(self.new[number])
        inbox.set_flags(inbox.messages[-2].uid, *(["\\Seen"] if number % 2 else []))
        if number % 3 == 0 and len(inbox.messages) > 300:
            inbox.expunge(inbox.messages[-3].uid)

    def test_a_server_without_rest_leaves_a_window_that_can_be_used(self) -> None:
        app = self.open_account()
        lists = app.trace.last["lists"]

        def use() -> None:
            for _ in range(3):
                self.devices.key("Home")
                self.devices.key("Return")
                app.root.find("label", "High water.*")
                self.devices.key("Escape")
            self.devices.key("F5")
            app.trace.wait_for_visit(header="running", runs=1)
            app.trace.wait(header="idle", runs=1)
            so_far = app.trace.last["lists"]
            app.trace.wait(test=lambda state: state["lists"] >= so_far + 3)

        with self.part("changes without end"):
            seconds = self.while_it_goes_on(self.change, 0.01, use)
            read = app.trace.last["lists"] - lists
            self.assertGreater(read, 2)
            # The list is read at most twice a second, and for the refresh.
            self.assertLessEqual(read, 2 * seconds + 6)
            self.server.fill(self.new[-4:-3])
            app.trace.wait(first="Tide 2994")
        with self.part("a server that ends each connection is tried later and later"):
            before = self.server.connections
            self.while_it_goes_on(
                lambda _: self.server.hang_up(), 1, lambda: self.devices.pass_time(13))
            # The app connects again after 5 seconds, and after 10 more.
            self.assertLessEqual(self.server.connections - before, 3)
            self.server.fill(self.new[-1:])
            app.trace.wait(first="Tide 2997")
