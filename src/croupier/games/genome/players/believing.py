"""What a move in the betting says about the hand behind it, to somebody who expects greedy play."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.turns import has

from ..machine.records import HAND, View
from .greedy import MEDIUM, STRONG
from .imagined import row, share_beaten

DEALS = 8
"""Few deals make a rough guess of the strength: as rough as a belief should be."""


@rule
def plays_like_this(v: View, rng: Rng) -> bool:
    """Whether who sees this would have bet on this street as it did: strong hands raise, medium ones stay."""
    if not has(v.live, v.seat) or v.min_bet == 0:
        return True
    strength = share_beaten(v, row(v, HAND + v.seat, 0), 0, v.prospects.draws, DEALS, rng)
    if v.aggressor == v.seat:
        return strength > STRONG
    if has(v.owes, v.seat) or v.stack[v.seat] == 0:
        return True
    if v.current_bet == 0:
        return strength <= STRONG
    return strength > MEDIUM
