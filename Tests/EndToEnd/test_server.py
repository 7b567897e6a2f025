"""Mail on a server that is far away: a real one, behind a cable with a delay, which can be pulled."""

from app import App
from case import EndToEndCase
from Servers import messages
from Servers.dovecot import PASSWORD, USER, Dovecot
from Servers.proxy import Proxy
from waiting import wait_until

_LATENCY = 0.2  # seconds, of a round trip


class Server(EndToEndCase):
    def setUp(self) -> None:
        super().setUp()
        self.server = self.enterContext(Dovecot())
        self.cable = self.enterContext(Proxy(self.server.tls_port))
        self.cable.set_latency(_LATENCY)

    def open_account(self, count: int, gap: int = 6 * 3600) -> App:
        messages.place(self.server.maildir(USER), messages.sample(count, gap=gap))
        password = self.stage.directory("secret") / "password"
        password.write_text(f"{PASSWORD}\n")
        password.chmod(0o600)
        return self.open(
            f"imaps://{USER}@localhost:{self.cable.port}/",
            env={"TIDELINE_PASSWORD_FILE": str(password),
                 "TIDELINE_CA_FILE": str(self.server.certificates.authority)})

    def wait_for_rows(self, app: App) -> int:
        """Of what was fetched first; how many there are is up to the mail."""
        app.wait_until_idle()
        app.trace.wait(header="idle", test=lambda state: state["rows"] >= 10)
        return app.trace.last["rows"]

    def deliver(self, count: int) -> None:
        """The next messages of the same kind, the newest of them now the newest of all."""
        new = messages.sample(count, newest=1_760_000_000, seed=7)
        messages.place(self.server.maildir(USER), new, tag="new")

    def test_the_newest_conversations_are_listed(self) -> None:
        app = self.open_account(3000)
        self.wait_for_rows(app)
        self.assertRegex(app.row_names()[0], "Tide 2997")
        # No traffic grows with the folder.
        self.assertLess(self.cable.counts().received, 200_000)

    def test_a_pull_past_the_bottom_fetches_the_next_page(self) -> None:
        app = self.open_account(1000)
        rows = self.wait_for_rows(app)
        app.scroll_to_bottom()
        self.cable.forget()
        app.pull(-150)
        app.trace.wait_for_visit(footer="running", loads=1)
        app.trace.wait(footer="idle", test=lambda state: state["rows"] >= rows + 50)
        self.assertGreater(self.cable.counts().round_trips, 0)

    def test_a_pull_past_the_top_brings_what_is_new(self) -> None:
        app = self.open_account(300)
        self.wait_for_rows(app)
        self.deliver(3)
        app.pull(150)
        app.trace.wait(first="Tide 0", header="idle")

    def test_mail_that_arrives_is_offered(self) -> None:
        app = self.open_account(30)
        self.wait_for_rows(app)
        self.deliver(1)
        app.root.find(name="New mail has arrived")

    def test_a_message_is_read(self) -> None:
        app = self.open_account(30)
        self.wait_for_rows(app)
        self.devices.key("Home")
        self.devices.key("Return")
        app.root.find("label", "High water 29")

    def test_without_the_cable_the_list_stays_and_says_why(self) -> None:
        app = self.open_account(300)
        rows = self.wait_for_rows(app)
        self.cable.unplug(reset=True)
        app.pull(150)
        app.trace.wait_for_visit(header="settling", runs=1)
        self.assertEqual(app.trace.last["rows"], rows)
        app.root.find(name="The server .localhost")
        self.cable.plug()
        app.trace.wait(header="idle")
        self.devices.key("F5")
        app.trace.wait_for_visit(header="running", runs=2)
        app.trace.wait(header="idle")
        wait_until("the notice to go", lambda: not app.root.find_all(name="The server .localhost"))
