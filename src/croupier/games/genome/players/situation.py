"""The abstraction for learners, in a genome with too many information sets: a few numbers about a bet.

Only bets are learnt so. Their key is the place in the program, the position from the start, the raises so far, whether
there is a bet to call, the size of the pot, the number of live seats, and the eighth of hands that the seat's own
beats, over some imagined deals. With a deck of few cards, such as that of Leduc, the ranks of all cards that the seat
sees take the place of the eighth. The key does not depend on the number of the hand in the session.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.menu import Menu, option_of
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.turns import size

from ..machine.records import BOARD, HAND, View
from ..machine.wagers import CHECK, FOLD
from .imagined import row, share_beaten

DEALS, BUCKETS, WHOLE = 24, 8, 1000
POT_SIZES = 15
FEW_CARDS = 12
"""The largest deck of which ranks are told apart, …"""
RANK_BITS = 3
"""… and the bits in which the cards of a rank are counted."""


@rule
def situation(v: View, m: Menu, rng: Rng) -> int:
    """The key of a bet; 0 for every other decision, which is left to the default policy."""
    if option_of(m, CHECK) < 0 and option_of(m, FOLD) < 0:
        return 0
    if v.prospects.deck_cards > FEW_CARDS:
        key = key_of_bet(v, share_held(v, DEALS, rng))
    else:
        key = mix(key_of_bet(v, 0), ranks_in(v, BOARD))
        for place in range(v.seats):
            key = mix(key, ranks_in(v, HAND + (v.seat + place) % v.seats))
    return mix(key, size(v.live)) + 1


@rule
def share_held(v: View, deals: int, rng: Rng) -> int:
    """The share of other hands, in thousandths, that a seat's own hand beats over some imagined deals."""
    return share_beaten(v, row(v, HAND + v.seat, 0), 0, v.prospects.draws, deals, rng)


@rule
def key_of_bet(v: View, share: int) -> int:
    """The key of a bet with a hand that beats a share of others."""
    position = (v.seat - v.start) % v.seats
    key = mix(mix(v.at + 1, position), 2 * v.raises + (1 if v.to_call else 0))
    key = mix(key, min(POT_SIZES, v.pot // max(1, v.min_bet)))
    return mix(key, min(BUCKETS - 1, share * BUCKETS // WHOLE))


@rule
def ranks_in(v: View, zone: int) -> int:
    """How many cards of each rank the seat sees in a zone, as one number."""
    ranks = 0
    for slot in range(v.cards.count[zone]):
        card = v.cards.row[v.cards.first[zone] + slot]
        if card != UNKNOWN:
            ranks += 1 << (RANK_BITS * (card >> 2))
    return ranks
