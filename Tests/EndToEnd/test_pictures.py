"""Pictures that a message contains are shown in the pane, and nothing is loaded from elsewhere."""

import base64
import random
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer

from accessibility import Node
from app import App
from case import EndToEndCase
from CommandLine.private_network import without_network
from default_program import DefaultProgram
from picture_mail import message, part, png
from screenshot import Picture
from Servers import messages
from Servers.dovecot import USER, Dovecot
from Servers.processes import Unavailable
from Servers.proxy import Proxy
from waiting import wait_until


class Pictures(EndToEndCase):
    def open_message(self, content: bytes) -> App:
        self.maildir.put("harbour", content)
        app = self.open()
        app.wait_until_idle(rows=1)
        return self.read(app)

    def read(self, app: App) -> App:
        self.devices.key("Home")
        self.devices.key("Return")
        app.root.find("label", "The harbour at noon")
        return app

    @staticmethod
    def picture(app: App, name: str) -> Node:
        return app.root.find("image", f"{name}$")

    def test_a_link_around_a_picture_is_followed(self) -> None:
        self.maildir.put("harbour", message(
            '<a href="https://shop.example.org/buy"><img src="cid:a@x" alt="Buy now"></a>'
            '<p><a href="https://evil.example.org/"><img src="cid:b@x" alt="bank.example"></a>',
            part("a", png(60, 40)), part("b", png(60, 40))))
        program = DefaultProgram(self.stage, ("x-scheme-handler/https",))
        app = self.open(env=program.env)
        app.wait_until_idle(rows=1)
        self.read(app)
        link, lie = app.root.find("link", "Buy now$"), app.root.find("link", "bank.example$")
        self.assertEqual(link.description, "Leads to shop.example.org")
        wait_until("its place", lambda: link.extents[2:] == (60, 40))
        x, y, _, _ = link.extents
        self.devices.click(x + 30, y + 20)
        self.assertEqual(program.wait()["given"], "https://shop.example.org/buy")
        for _ in range(40):
            self.devices.key("Tab")
            self.devices.settle()
            if "focused" in lie.states:
                break
        self.devices.key("Return")
        app.root.find("label", ".*evil.example.org.*")
        self.devices.key("Escape")
        self.devices.settle()

    def test_its_own_pictures_are_shown_and_nothing_is_loaded_from_elsewhere(self) -> None:
        asked: list[str] = []

        class Elsewhere(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_error(404)

        server = HTTPServer(("127.0.0.1", 0), Elsewhere)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        place = f"http://127.0.0.1:{server.server_port}"
        whole = png(60, 40)
        app = self.open_message(message(
            f'<img src="{place}/pixel.png" alt="far">'
            '<img src="cid:a@x" alt="Boats at the quay"><img src="cid:b@x">',
            part("a", whole), part("b", png(2000, 1000)),
            part("huge", png(50_000, 50_000, bytes(150_001))),
            part("cut", whole[:20]), part("lie", b"\x7fELF\x02\x01\x01\x00" + bytes(99)),
            part("good", whole, "application/pdf; x=image/png"), part("last", whole)
            + f"--b\nContent-Type: image/png\nContent-Location: {place}/location.png\n\n"
            "--b\nContent-Type: message/external-body; access-type=URL;\n"
            f" URL=\"{place}/body.png\"\n\nContent-Type: image/png\n\n"))
        with self.part("each is shown by the name that the page gives it"):
            small, large = self.picture(app, "Boats at the quay"), self.picture(app, r"b\.png")
            wait_until("its place", lambda: large.extents[2:] > (0, 0))
            self.assertEqual(small.extents[2:], (60, 40))
            # A large picture has the width of the text, and its own proportions.
            _, _, width, height = large.extents
            self.assertLess(width, self.stage.session.monitor[0])
            self.assertAlmostEqual(width, 2 * height, delta=2)
        with self.part("what is made to do harm is named, and can be saved"):
            self.picture(app, r"last\.png")
            app.root.find("label", r"The picture .huge\.png. is not shown: it is too large\.")
            for name in ("cut", "lie"):
                app.root.find(
                    "label", rf"The picture .{name}\.png. is not shown: it is damaged, or of")
            app.root.find("button", r"Open lie\.png")
            app.root.find("button", r"Save huge\.png As…$")
        with self.part("nothing is loaded from elsewhere"):
            self.devices.settle()
            self.assertEqual(asked, [])

    def test_it_looks_the_same_where_every_connection_is_refused(self) -> None:
        self.maildir.put("harbour", message(
            '<img src="https://boats.example.org/far.png" alt="far" width="60" height="40">'
            '<img src="cid:a@x" alt="near">', part("a", png(60, 40))))

        def open_within(within: Callable[[list[str]], list[str]]) -> App:
            app = self.open(within=within)
            app.wait_until_idle(rows=1)
            self.read(app)
            self.picture(app, "near")
            return app

        def at_rest() -> Picture | None:
            before = self.stage.recorder.picture()
            self.devices.settle()
            return before if self.stage.recorder.picture() == before else None
        first = open_within(list)
        expected = wait_until("a picture at rest", at_rest)
        first.close()
        try:
            open_within(without_network)
        except Unavailable as reason:
            self.skipTest(str(reason))
        wait_until("the same picture", lambda: self.stage.recorder.picture() == expected)

    def test_of_a_message_on_a_server_only_what_is_shown_is_fetched(self) -> None:
        mail = message(
            '<img src="cid:a@x" alt="Boats at the quay">', part("a", png(60, 40)),
            "--b\nContent-Type: application/pdf\nContent-Disposition: attachment\n"
            "Content-Transfer-Encoding: base64\n\n"
            + base64.encodebytes(random.Random(1).randbytes(1_000_000)).decode(),
            date=messages._NEWEST)
        server = self.enterContext(Dovecot())
        cable = self.enterContext(Proxy(server.tls_port))
        messages.place(server.maildir(USER), [messages.Message(mail)])
        app = self.open(
            f"imaps://{USER}@localhost:{cable.port}/",
            env=self.access(server))
        app.wait_until_idle(rows=1)
        cable.forget()
        self.read(app)
        self.picture(app, "Boats at the quay")
        self.assertLess(cable.counts().received, 60_000)
