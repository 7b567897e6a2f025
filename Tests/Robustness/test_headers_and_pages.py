"""Headers and pages made to do harm: each is read within seconds and limited memory."""

import json

from case import RobustnessCase
from thorough import takes_long

_MB = 1 << 20
_PAGE = 24 * _MB

_JUNK = ("=?u?b? ", "=?utf-8?B?YQ==?= ", "=?x-nobody?Q?a?=b ", "<", "a, ", "\u00e9", "(", ";a=b")
_FIELDS = ("Subject", "From", "To", "References", "In-Reply-To", "Content-Type")


class HeaderTests(RobustnessCase):
    def setUp(self) -> None:
        super().setUp()
        self.mailbox = self.made_maildir(self.folder / "mail")

    def _deliver(self, number: int, text: bytes) -> None:
        (self.mailbox / "cur" / f"{number}:2,S").write_bytes(text)

    def test_no_field_takes_long(self) -> None:
        number = 0
        for field in _FIELDS:
            for junk in _JUNK:
                line = (junk * 60_000)[:60_000]
                text = f"{field}: {line}\nMessage-ID: <{number}@mail.example>\n\nText\n"
                self._deliver(number, text.encode())
                number += 1
        listed = json.loads(
            self.measured("list", self.mailbox, "--json", "--limit", "100").output)
        self.assertEqual(len(listed["conversations"]), number)

    def test_no_file_name_takes_long(self) -> None:
        parts = "".join(
            f"--b\nContent-Type: application/pdf; name=\"{(junk * 512_000)[:512_000]}\"\n\nx\n"
            for junk in _JUNK)
        head = "Content-Type: multipart/mixed; boundary=b\nMessage-ID: <a@mail.example>\n\n"
        self._deliver(0, f"{head}{parts}--b--\n".encode())
        self.measured("list", self.mailbox, "--json")


class HostilePageTests(RobustnessCase):
    def _show(self, kind: str, page: bytes) -> None:
        mailbox = self.made_maildir(self.folder / "Mail")
        file = mailbox / "cur" / "1.example:2,S"
        file.write_bytes(b"From: a@mail.example\nMessage-ID: <1@mail.example>\nContent-Type: text/"
                         + kind.encode() + b"\n\n" + page)
        self.assertEqual(self.tideline.run("refresh", mailbox).status, 0)
        self.measured("show", mailbox, "1")
        self.forget(self.tideline)

    def test_an_attribute_of_many_words(self) -> None:
        self._show("html", b'<p class="' + b"a " * (_PAGE // 2) + b'">x')

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
