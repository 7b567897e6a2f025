"""Mail that arrives while the window is open: a refresh is offered, and nothing moves by itself."""

import shutil

from accessibility import Node
from app import App
from case import EndToEndCase
from waiting import wait_until

_OFFER = "New mail has arrived$"


class Watch(EndToEndCase):
    def test_mail_that_arrives_is_offered_and_the_offer_brings_it(self) -> None:
        mailbox = self.stage.directory("sample") / "Sample"
        # So few that they are read at once: the first reading is then no refresh of its own.
        self.stage.tideline("sample", mailbox, "--messages", "200")
        app = self.open(mailbox)
        app.wait_until_idle(rows=50)
        before = _buttons(app)
        self.stage.tideline("deliver", mailbox, "--count", "3")
        self.wait_for_offer(app)
        self.assertEqual(app.trace.last["runs"], 0, "it refreshed by itself")
        [button] = [button for button in _buttons(app) if button not in before]
        button.act()
        self.assert_refreshes(app)
        results = [str(result) for result in app.trace.visited("result")]
        self.assertTrue(any("new" in result for result in results), results)
        self.wait_for_no_offer(app)

    def test_a_thousand_deliveries_are_one_offer_and_f5_withdraws_it(self) -> None:
        app = self.open_filled()
        self.maildir.deliver(*(f"Wave {number}" for number in range(1000)))
        self.wait_for_offer(app)
        self.devices.settle()
        self.assertEqual(len(_offers(app)), 1)
        self.devices.key("F5")
        app.trace.wait(header="idle", first="Wave 999")
        self.wait_for_no_offer(app)

    def test_mail_that_is_read_elsewhere_is_not_offered(self) -> None:
        self.maildir.deliver("Before")
        app = self.open_filled()
        for message in (self.maildir.path / "new").iterdir():
            message.rename(self.maildir.path / "cur" / f"{message.name}:2,S")
        self.maildir.deliver("Last")
        self.wait_for_offer(app)
        self.devices.key("F5")
        app.trace.wait(header="idle", first="Last", runs=1)
        for message in (self.maildir.path / "new").iterdir():
            message.rename(self.maildir.path / "cur" / f"{message.name}:2,S")
        self.assert_nothing_starts(app)
        self.assertEqual(_offers(app), [])

    def test_a_mailbox_that_vanishes_under_the_watch_does_no_harm(self) -> None:
        app = self.open_filled()
        shutil.rmtree(self.maildir.path)
        self.assert_nothing_starts(app)
        self.devices.key("F5")
        app.trace.wait_for_visit(header="running", runs=1)
        app.trace.wait(header="idle", runs=1)

    def wait_for_offer(self, app: App) -> Node:
        return app.root.find("label", _OFFER)

    def wait_for_no_offer(self, app: App) -> None:
        wait_until("no offer", lambda: _offers(app) == [], describe=app.root.outline)


def _offers(app: App) -> list[Node]:
    return app.root.find_all("label", _OFFER)


def _buttons(app: App) -> list[Node]:
    return app.root.find_all("button", "Refresh")
