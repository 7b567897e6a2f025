"""Messages whose parts are made to do harm: each is listed and shown within seconds and limited
memory."""

import base64

from case import RobustnessCase
from thorough import takes_long

_MB = 1 << 20
_SIZE = 8 * _MB


def _mixed(*parts: bytes, kind: bytes = b"mixed", boundary: bytes = b"b") -> bytes:
    head = b"Content-Type: multipart/" + kind + b"; boundary=" + boundary + b"\n\n"
    return head + b"".join(b"--" + boundary + b"\n" + part + b"\n" for part in parts) \
        + b"--" + boundary + b"--\n"


class HostilePartTests(RobustnessCase):
    def _read(self, content: bytes) -> str:
        mailbox = self.made_maildir(self.folder / "Mail")
        (mailbox / "cur" / "1.example:2,S").write_bytes(
            b"From: a@mail.example\nMessage-ID: <1@mail.example>\n" + content)
        for command, *options in (("refresh",), ("show", "1")):
            outcome = self.measured(command, mailbox, *options)
        self.peak = outcome.peak
        self.forget(self.tideline)
        return outcome.output

    def test_fields_without_end(self) -> None:
        for header in (b"a:\n" * (_SIZE // 3), b"Content-Type: text/plain" + b";a=b" * (_SIZE // 4)):
            self.assertIn("Text", self._read(_mixed(header + b"\n\nText")))

    def test_alternatives_are_read_once(self) -> None:
        controls = b"Content-Type: text/plain\n\n" + b"\x01" * _SIZE
        inner = controls
        for level in range(11):
            name = b"b%d" % level
            page = b"Content-Type: text/html\n\n<p>Page"
            inner = _mixed(_mixed(inner, page, kind=b"alternative", boundary=name + b"a"),
                           boundary=name)
        self._read(inner)

    def test_messages_in_base64_in_each_other(self) -> None:
        inner = b"Subject: Innermost\n\nWords\n"
        for _ in range(20):
            inner = (b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
                     + base64.encodebytes(inner))
        self.assertIn("Words", self._read(inner))

    def test_a_large_file_before_the_text(self) -> None:
        file = b"Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n"
        self.assertIn("Words", self._read(_mixed(file + b"QUJD\n" * (4 * _SIZE // 5), b"\nWords")))

    def test_a_large_file_is_in_memory_once(self) -> None:
        """The whole message is in memory, but its file is never both encoded and decoded there."""
        file = b"Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n"
        line = b"QUJD" * 19 + b"\n"
        peaks = []
        for size in (1, 48 * _MB):
            self._read(_mixed(b"\nWords", file + line * (size // len(line) + 1)))
            peaks.append(self.peak)
        self.assertLess(peaks[1], peaks[0] + 48 * _MB * 5 // 4, peaks)

    def test_text_that_is_nothing_but_line_breaks(self) -> None:
        size = 3 * _MB
        self._read(b"\nHi\n")
        least = self.peak
        self._read(b"\nHi\n" + b"\n" * size)
        self.assertLess(self.peak, least + 7 * size // 2, f"{least / _MB:.0f}, {self.peak / _MB:.0f} MB")

    @takes_long
    def test_text_that_is_nothing_but_a_quote(self) -> None:
        self._read(b"\n" + b"> \n" * (_MB // 3))
