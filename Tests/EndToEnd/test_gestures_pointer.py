"""The table of gestures, played with touchpad, wheel and mouse: each kind once, with the
middles of its ranges; and a part of it, mirrored to other edges."""

from gestures import POINTER_KINDS, few
from player import GestureCase
from session import USUAL_RATE

RATE = USUAL_RATE


class PointerGestures(GestureCase):
    def test_each_kind_does_what_it_should(self) -> None:
        self.play(POINTER_KINDS)


class PointerAtEdges(GestureCase):
    def test_a_refresh_at_the_leading_edge(self) -> None:
        self.play(few(POINTER_KINDS), "leading")

    def test_a_refresh_at_the_trailing_edge(self) -> None:
        self.play(few(POINTER_KINDS), "trailing")
