"""The table of gestures, played with a finger: each kind once, with the middles of its ranges;
and a part of it, mirrored to other edges."""

from gestures import FINGER_KINDS, few
from player import GestureCase
from session import USUAL_RATE

RATE = USUAL_RATE


class FingerGestures(GestureCase):
    def test_each_kind_does_what_it_should(self) -> None:
        self.play(FINGER_KINDS)


class FingerAtEdges(GestureCase):
    def test_a_refresh_at_the_bottom(self) -> None:
        self.play(few(FINGER_KINDS), "bottom")

    def test_a_refresh_at_the_leading_edge_read_from_right_to_left(self) -> None:
        self.play(few(FINGER_KINDS), "leading", is_rtl=True)
