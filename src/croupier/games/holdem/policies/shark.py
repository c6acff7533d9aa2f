"""`shark`: the solid player. Charts by position before the flop; after it, imagined deals against those charts.

It knows the pot odds, wants more against big bets and raises, bets when it is ahead, keeps the lead that it took before
the flop, bets its draws, and sometimes bluffs when it acts last.
"""

from __future__ import annotations

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, below

from ..betting_lines import SMALL, on_street, raises_of, size_of_bet
from ..records import FLOP, HOLE, HOLE_CARDS, PRE_FLOP, View
from .charts import answer_raise, answer_reraise, open_pot
from .grades import DRAW, grade
from .imagined import imagined_share
from .menu import call_or_check, fold_or_check, raise_towards
from .reading import acts_last, bets_since_flop, board_cards, board_on, first_cards, level, opponents, prize, raiser

DEALS = 96
"""The number of imagined deals for a decision: about ± 5 % of a pot."""
CAUTION = np.array([0, 20, 60, 90, 130, 160], np.int64)
"""The margin that it wants beyond the pot odds, in thousandths of the pot, against a bet of each size."""
CAUTION_PER_BET = 150
"""… and for every further bet or raise of the same opponent since the flop, a third of it for a small one: a second bet
is rarely a bluff."""
AHEAD = 180
"""How far above a fair share it bets, in thousandths; slightly less when it acts last."""
IN_POSITION = 50
RAISE_FROM = 830
KEEPS_THE_LEAD, BETS_A_DRAW, BLUFFS = 55, 45, 15
"""In percent: how often it bets without being ahead."""


@rule
def play_shark(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Charts before the flop, pot odds after it."""
    raises = level(v)
    if v.street > PRE_FLOP:
        play_odds(v, m, rng, a)
    elif raises == 0:
        open_pot(v, m, rng, a)
    elif raises == 1:
        answer_raise(v, m, rng, a)
    else:
        answer_reraise(v, m, a, raises)


@rule
def play_odds(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """After the flop: decide by the imagined share of the pot."""
    share = imagined_share(v, v.live & ~(1 << v.seat), rng, DEALS)
    if v.to_call == 0:
        fair = 1000 // (opponents(v) + 1)
        wanted = fair + AHEAD - (IN_POSITION if acts_last(v) else 0)
        if share > wanted or below(rng, 100) < bluffs(v):
            bet_part_of_pot(v, m, rng, a)
        else:
            call_or_check(v, a)
        return
    odds = 1000 * v.to_call // max(1, prize(v) + v.to_call)
    price = size_of_bet(v.to_call, v.pot - v.to_call)
    pressure = CAUTION_PER_BET * (bets_since_flop(v, raiser(v)) - 1)
    if price == SMALL:
        pressure = pressure // 3
    caution = int(CAUTION[price]) + pressure
    if share > RAISE_FROM + pressure // 2:
        bet_part_of_pot(v, m, rng, a)
    elif share > odds + caution:
        call_or_check(v, a)
    else:
        fold_or_check(v, a)


@rule
def bet_part_of_pot(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Bet or raise by a half to nine tenths of the pot, at random, so that the size reveals nothing."""
    raise_towards(v, m, a, v.current_bet + (v.pot + v.to_call) * (50 + below(rng, 40)) // 100)


@rule
def bluffs(v: View) -> int:
    """How often, in percent, it bets here without the better hand."""
    if opponents(v) > 2:
        return 0
    own = first_cards(v, HOLE + v.seat, HOLE_CARDS)
    if grade(own, board_on(v, v.street), board_cards(v)) >= DRAW:
        return BETS_A_DRAW
    before = on_street(v.line[v.seat], PRE_FLOP)
    if v.street == FLOP and raises_of(before) > 0 and opponents(v) == 1:
        return KEEPS_THE_LEAD
    return BLUFFS if acts_last(v) else 0
