"""The demo's scene of a message with pictures."""

import picture_mail
from demo_scene import Scene
from maildir import Maildir

_WIDTH, _HEIGHT = 640, 360


class Pictures(Scene):
    def play(self) -> None:
        box = Maildir(self.stage.directory("mail") / "INBOX")
        box.put("harbour", picture_mail.message(
            '<img src="cid:dusk@x" alt="The harbour at dusk">',
            picture_mail.part("dusk", picture_mail.png(_WIDTH, _HEIGHT, _dusk())),
            picture_mail.part("cut", b"\x89PNG\r\n\x1a\n")))
        with self.listed(box.path) as app:
            self.tap(app.conversations.children[0])
            app.root.find("image", "The harbour at dusk$")
            app.root.find("label", "The picture .*cut")
            self.take_both("pictures", "a message with pictures")


def _dusk() -> bytes:
    """A sky over water."""
    rows = []
    for y in range(_HEIGHT):
        part = y / _HEIGHT
        colour = ((250 - 150 * part, 190 - 120 * part, 130 + 20 * part) if part < 0.6
                  else (30, 60 + 60 * (1 - part), 110 + 40 * (1 - part)))
        rows.append(b"\0" + bytes(map(int, colour)) * _WIDTH)
    return b"".join(rows)
