"""The base of the tests that play the table of gestures: one window for all of them."""

import unittest

from case import EndToEndCase
from complaints import complaints
from gestures import Kind
from player import Player


class GestureCase(EndToEndCase):
    def play(self, kinds: list[Kind], edge: str = "top", is_rtl: bool = False) -> None:
        """Plays each kind once, and fails if one did not have its effect. `edge` is the edge of
        the refresh."""
        binary = self.stage.binary.with_name("Benchmarks")
        if not binary.exists():
            raise unittest.SkipTest("Benchmarks is not built")
        with Player(self.stage, binary, edge, is_rtl) as player:
            outcomes = [player.play(kind.middle()) for kind in kinds]
            messages = player.messages()
        wrong = [str(outcome) for outcome in outcomes if outcome.verdict != "right"]
        if wrong:
            self.fail("\n".join([f"{len(wrong)} of {len(kinds)}:", *wrong, messages]))
        self.assertEqual(complaints(messages), [])
