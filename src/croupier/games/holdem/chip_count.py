"""Where the chips of a hand are, followed fact by fact, for code that tells or writes a hand without a table."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.kernel.vocabulary.events import Fact

from . import events


class ChipCount:
    """Stacks, the bets of this street, and the pot, bets included."""

    def __init__(self, stacks: Sequence[int]) -> None:
        self.stack = list(stacks)
        self.bet = [0] * len(stacks)
        self.pot = 0

    def follow(self, fact: Fact) -> int:
        """Move the chips that a fact moves; returns how many went into the pot, negative if out of it."""
        match fact:
            case (
                events.AntePosted(seat, chips)
                | events.DeadAntePosted(seat, chips)
                | events.DeadBlindPosted(seat, chips)
            ):
                return self._move(seat, chips)
            case events.BlindPosted(seat, chips) | events.StraddlePosted(seat, chips) | events.Called(seat, chips):
                self.bet[seat] += chips
                return self._move(seat, chips)
            case events.BetPlaced(seat, total) | events.Raised(seat, total):
                added = total - self.bet[seat]
                self.bet[seat] = total
                return self._move(seat, added)
            case events.BetReturned(seat, chips) | events.PotAwarded(seat, chips):
                return self._move(seat, -chips)
            case events.RakeTaken(chips):
                self.pot -= chips
                return -chips
            case events.ToppedUp(seat, chips):
                self.stack[seat] += chips
            case events.BetsGathered():
                self.bet = [0] * len(self.bet)
        return 0

    def _move(self, seat: int, chips: int) -> int:
        self.stack[seat] -= chips
        self.pot += chips
        return chips
