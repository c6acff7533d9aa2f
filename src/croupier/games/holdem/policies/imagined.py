"""Imagined deals: the cards that a bot cannot see, dealt at random from what it believes."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.evaluate import card_bit, strength
from croupier.kernel.vocabulary.rng import Rng, below
from croupier.kernel.vocabulary.turns import has

from ..records import BOARD, BOARD_CARDS, HOLE, HOLE_CARDS, View
from .ranges import best_believed, worst_believed
from .reading import board_cards, first_cards
from .starting_hands import EVERY_HAND, PAIRS_OF_CARDS, pair_at

TRIES = 16
"""How often a hand of a range is drawn until none of its cards is used; after that, any hand is taken."""
POT = 60
"""A pot is divided into this many shares: up to six winners split it evenly."""
DOUBT = 8
"""One hand in this many is any hand: not every player follows the charts."""


@rule
def other_card(rng: Rng, used: int) -> int:
    """A random card that is not used yet, as a hand of one."""
    bit = card_bit(below(rng, DECK))
    while used & bit:
        bit = card_bit(below(rng, DECK))
    return bit


@rule
def full_board(rng: Rng, board: int, missing: int, used: int) -> int:
    """A board with its missing cards drawn."""
    for _ in range(missing):
        board |= other_card(rng, used | board)
    return board


@rule
def any_pocket(rng: Rng, used: int) -> int:
    """Two random cards that are not used yet."""
    one = other_card(rng, used)
    return one | other_card(rng, used | one)


@rule
def pocket_of(v: View, seat: int, rng: Rng, used: int) -> int:
    """Two cards that a seat may hold, given its play before the flop."""
    best = best_believed(v, seat)
    worst = worst_believed(v, seat)
    if worst - best < EVERY_HAND and below(rng, DOUBT) > 0:
        start = best * PAIRS_OF_CARDS // EVERY_HAND
        among = max(1, (worst - best) * PAIRS_OF_CARDS // EVERY_HAND)
        for _ in range(TRIES):
            pocket = pair_at(start + below(rng, among))
            if pocket & used == 0:
                return pocket
    return any_pocket(rng, used)


@rule
def imagined_share(v: View, others: int, rng: Rng, deals: int) -> int:
    """The share of the pot, in thousandths, that the seat wins on average against the ranges of some others."""
    own = first_cards(v, HOLE + v.seat, HOLE_CARDS)
    board = first_cards(v, BOARD, BOARD_CARDS)
    missing = BOARD_CARDS - board_cards(v)
    won = 0
    for _ in range(deals):
        full = full_board(rng, board, missing, own)
        mine = strength(own | full)
        used = own | full
        winners = 1
        for seat in range(v.seats):
            if winners > 0 and has(others, seat):
                pocket = pocket_of(v, seat, rng, used)
                used |= pocket
                theirs = strength(full | pocket)
                if theirs > mine:
                    winners = 0
                elif theirs == mine:
                    winners += 1
        if winners > 0:
            won += POT // winners
    return won * 1000 // (POT * deals)
