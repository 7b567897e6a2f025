"""The base of the tests that play the table of gestures: one window for all of them."""

import unittest

from case import EndToEndCase
from complaints import complaints
from gestures import Kind
from player import Outcome, Player

# A gesture is repeated only if it proved nothing, because the machine stalled.
_ATTEMPTS = 8


class GestureCase(EndToEndCase):
    def play(self, kinds: list[Kind], edge: str = "top", is_rtl: bool = False) -> None:
        """Plays each kind once, and fails if one did not have its effect. `edge` is the edge of
        the refresh."""
        binary = self.stage.binary.with_name("Benchmarks")
        if not binary.exists():
            raise unittest.SkipTest("Benchmarks is not built")
        with Player(self.stage, binary, edge, is_rtl) as player:
            outcomes = [self._play(player, kind) for kind in kinds]
            messages = player.messages()
        wrong = [str(outcome) for outcome in outcomes if outcome.verdict != "right"]
        if wrong:
            self.fail("\n".join([f"{len(wrong)} of {len(kinds)}:", *wrong, messages]))
        self.assertEqual(complaints(messages), [])

    def _play(self, player: Player, kind: Kind) -> Outcome:
        for _ in range(_ATTEMPTS):
            outcome = player.play(kind.middle())
            if not outcome.stall:
                break
            self.stage.stalls.append(f"{kind.name}: {outcome.stall}")
        return outcome
