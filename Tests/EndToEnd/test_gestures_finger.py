"""The table of gestures, played with a finger: each kind once, with the middles of its ranges."""

from gestures import FINGER_KINDS
from player import GestureCase
from session import USUAL_RATE

RATE = USUAL_RATE


class FingerGestures(GestureCase):
    def test_each_kind_does_what_it_should(self) -> None:
        self.play(FINGER_KINDS)
