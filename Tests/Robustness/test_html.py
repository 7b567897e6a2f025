"""Pages made to do harm: each is read within seconds and limited memory."""

import resource

from case import RobustnessCase
from thorough import takes_long

_MB = 1 << 20
_SIZE = 24 * _MB
_SECONDS = 30
_BUDGET = 512 * _MB


class HostilePageTests(RobustnessCase):
    def _show(self, kind: str, page: bytes) -> None:
        mailbox = self.folder / "Mail"
        for name in ("tmp", "new", "cur"):
            (mailbox / name).mkdir(parents=True, exist_ok=True)
        file = mailbox / "cur" / "1.example:2,S"
        file.write_bytes(b"From: a@mail.example\nMessage-ID: <1@mail.example>\nContent-Type: text/"
                         + kind.encode() + b"\n\n" + page)
        self.assertEqual(self.tideline.run("refresh", mailbox).status, 0)

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
        outcome = self.tideline.peak("show", mailbox, "1", prepare=limit)
        self.assertEqual(outcome.status, 0, outcome.errors)
        self.assertLess(outcome.peak, _BUDGET, f"{outcome.peak / _MB:.0f} MB")
        self.forget(self.tideline)

    def test_an_attribute_of_many_words(self) -> None:
        self._show("html", b'<p class="' + b"a " * (_SIZE // 2) + b'">x')

    def test_many_attributes(self) -> None:
        self._show("html", b"<p " + b"a='' " * (2 * _MB // 5) + b">x")

    def test_commands_in_commands(self) -> None:
        self._show("enriched", b"<a>" * 560_000)

    @takes_long
    def test_many_elements(self) -> None:
        for tag in (b"<a>", b"<b><div></b>"):
            self._show("html", tag * (_MB // 2 // len(tag)))

    def test_nothing_but_padding(self) -> None:
        self._show("html", b"x" + b"&zwnj;&nbsp;" * (_MB // 12))
