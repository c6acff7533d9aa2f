"""What a learner tells apart in a genome with too many information sets: a few numbers about a bet.

Only bets are learnt so. Their key is where in the program they are asked for, the seat, the raises so far, whether a
bet has to be met, the size of the pot, and which eighth of hands the seat's own one beats, over some imagined deals.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.menu import Menu, option_of
from croupier.kernel.vocabulary.rng import Rng

from ..machine.records import HAND, View
from ..machine.wagers import CHECK, FOLD
from .imagined import row, share_beaten

DEALS, BUCKETS, WHOLE = 24, 8, 1000
POT_SIZES = 15


@rule
def situation(v: View, m: Menu, rng: Rng) -> int:
    """The key of a bet; 0 for every other decision, which is left to the default policy."""
    if option_of(m, CHECK) < 0 and option_of(m, FOLD) < 0:
        return 0
    return key_of_bet(v, share_held(v, DEALS, rng)) + 1


@rule
def share_held(v: View, deals: int, rng: Rng) -> int:
    """The share of other hands, in thousandths, that a seat's own hand beats over some imagined deals."""
    return share_beaten(v, row(v, HAND + v.seat, 0), 0, v.prospects.draws, deals, rng)


@rule
def key_of_bet(v: View, share: int) -> int:
    """The key of a bet with a hand that beats a share of others."""
    key = mix(mix(v.at + 1, v.seat), 2 * v.raises + (1 if v.to_call else 0))
    key = mix(key, min(POT_SIZES, v.pot // max(1, v.min_bet)))
    return mix(key, min(BUCKETS - 1, share * BUCKETS // WHOLE))
