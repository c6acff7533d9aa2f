"""What a seat's moves reveal about its hand, assuming players that bet by the strength of their hands.

A raiser is strong, a caller at least medium, a checker not strong. Search accepts an imagined world only if every other
seat may plausibly have bet so in it (`plays_like_this`). Watchful imagines a few hands for a seat, and takes the best
or the worst of them (`believed_hand`).
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.turns import has

from ..machine.evaluation import count_cards
from ..machine.records import BOARD, HAND, NO_CHANCE, View
from .greedy import MEDIUM, STRONG
from .imagined import (
    FORESEEN,
    compared,
    completed,
    counts_best_cards,
    dealt,
    draws_left,
    room_on_board,
    row,
    share_beaten,
)

DEALS = 8
"""How many deals the strength is estimated from: few, as a belief should be rough."""
SILENT, CHECKED, CALLED, RAISED = 0, 1, 2, 3
"""What a seat did on this street; SILENT while it has to answer, or if it cannot bet any more."""
WORST_OF, BEST_OF_CALLER, BEST_OF_RAISER, BEST_MORE = 2, 2, 4, 2
"""A checker is believed to have the worst of this many imagined hands, a caller and a raiser the best of that many; and
of BEST_MORE more for each other sign of strength, such as a raise on an earlier street."""
SIGNS = 3
"""Signs beyond this number are ignored."""


@rule
def move_on_street(v: View, seat: int) -> int:
    """What a seat did on this street."""
    if not has(v.live, seat) or v.min_bet == 0:
        return SILENT
    if v.aggressor == seat:
        return RAISED
    if has(v.owes, seat) or v.stack[seat] == 0:
        return SILENT
    return CHECKED if v.current_bet == 0 else CALLED


@rule
def plays_like_this(v: View, rng: Rng) -> bool:
    """Whether the seat with this view would have bet on this street as it did: strong hands raise, medium ones stay."""
    move = move_on_street(v, v.seat)
    if move == SILENT:
        return True
    strength = share_beaten(v, row(v, HAND + v.seat, 0), 0, v.prospects.draws, DEALS, rng)
    if move == RAISED:
        return strength > STRONG
    if move == CHECKED:
        return strength <= STRONG
    return strength > MEDIUM


@rule
def candidates(v: View, seat: int) -> int:
    """The number of imagined hands of which a seat is believed to have the best; negative for the worst."""
    move = move_on_street(v, seat)
    signs = v.raised[seat]
    if move == RAISED:
        signs -= 1
    if v.drawn[seat] == 0:
        signs += 1
    more = BEST_MORE * min(signs, SIGNS)
    if move == RAISED:
        return BEST_OF_RAISER + more
    if move == CALLED:
        return BEST_OF_CALLER + more
    if more:
        return 1 + more
    return -WORST_OF if move == CHECKED else 1


@rule
def believed_hand(v: View, other: int, cards: int, rng: Rng) -> int:
    """A hand that another seat may hold now, from the cards that it shows and others, given its moves.

    A seat that could exchange cards had more of them to choose from; one that exchanged none has a good hand already.
    """
    seen = row(v, HAND + other, 0)
    hidden = v.cards.count[HAND + other] - count_cards(seen)
    if hidden == 0:
        return seen
    if counts_best_cards(v.prospects.measure[0]) and v.drawn[other] != NO_CHANCE:
        hidden += min(FORESEEN, v.drawn[other]) if v.drawn[other] else FORESEEN
    hand = dealt(seen, hidden, cards, rng)
    count = candidates(v, other)
    if count == 1:
        return hand
    board = dealt(row(v, BOARD, 0), room_on_board(v), cards & ~hand, rng)
    ended = completed(v, hand, board, draws_left(v, other), cards & ~board, rng)
    for _ in range(abs(count) - 1):
        rival = dealt(seen, hidden, cards & ~board, rng)
        rivals_end = completed(v, rival, board, draws_left(v, other), cards & ~board, rng)
        if count * compared(v, other, other, rivals_end, ended, board) > 0:
            hand = rival
            ended = rivals_end
    return hand
