"""A part of the table of gestures, mirrored to other edges and played with touchpad and wheel."""

from gestures import POINTER_KINDS, few
from player import GestureCase
from session import USUAL_RATE

RATE = USUAL_RATE


class PointerAtEdges(GestureCase):
    def test_a_refresh_at_the_leading_edge(self) -> None:
        self.play(few(POINTER_KINDS), "leading")

    def test_a_refresh_at_the_trailing_edge(self) -> None:
        self.play(few(POINTER_KINDS), "trailing")
