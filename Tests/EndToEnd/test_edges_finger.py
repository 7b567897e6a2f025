"""A part of the table of gestures, mirrored to other edges and played with a finger."""

from gestures import FINGER_KINDS, few
from player import GestureCase
from session import USUAL_RATE

RATE = USUAL_RATE


class FingerAtEdges(GestureCase):
    def test_a_refresh_at_the_bottom(self) -> None:
        self.play(few(FINGER_KINDS), "bottom")

    def test_a_refresh_at_the_leading_edge_read_from_right_to_left(self) -> None:
        self.play(few(FINGER_KINDS), "leading", is_rtl=True)
