"""The table of gestures, played with touchpad, wheel and mouse: each kind once, with the
middles of its ranges."""

from gestures import POINTER_KINDS
from player import GestureCase
from session import USUAL_RATE

RATE = USUAL_RATE


class PointerGestures(GestureCase):
    def test_each_kind_does_what_it_should(self) -> None:
        self.play(POINTER_KINDS)
