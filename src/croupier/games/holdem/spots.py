"""The spot of a decision in words: the position of the seat, and what it faces."""

from __future__ import annotations

from .betting_lines import LARGE, MEDIUM, SMALL, size_of_bet
from .policies.reading import entered, level
from .records import PRE_FLOP, View
from .style import places

BEFORE_THE_FLOP = ("nobody in", "a raise", "a re-raise")
"""By the number of raises, the last for all larger numbers."""
LIMPED = "a limp"
BETS = {SMALL: "a small bet", MEDIUM: "a medium bet", LARGE: "a large bet"}
OVERBET = "an overbet"


def spot(v: View) -> tuple[str, str]:
    """The position of the seat that decides, and what it faces."""
    return places(v).get(v.seat, ""), _faced(v)


def _faced(v: View) -> str:
    raises = level(v)
    if v.street == PRE_FLOP:
        if raises == 0 and entered(v):
            return LIMPED
        return BEFORE_THE_FLOP[min(raises, len(BEFORE_THE_FLOP) - 1)]
    if not v.to_call:
        return "no bet"
    if raises > 1:
        return "a raise"
    bet = v.current_bet
    return BETS.get(size_of_bet(bet, v.pot - bet), OVERBET)
