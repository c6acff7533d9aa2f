"""`oracle`: imagines what the others may hold after all their moves, and takes what is worth most.

Before the flop it opens by the charts, and answers raises by its share of the pot against the hands that such a raise
represents. After the flop it deals the hidden cards some hundred times, every opponent's from a range narrowed by that
seat's play, and counts two things: its share of the pot, and the largest bet that would be called. From these follows
what checking, calling and bets of several sizes are worth, in chips.
"""

from __future__ import annotations

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.evaluate import strength
from croupier.kernel.vocabulary.menu import ABSENT, Action, Menu, option_of
from croupier.kernel.vocabulary.rng import Rng, below
from croupier.kernel.vocabulary.turns import has

from ..betting_lines import size_of_bet
from ..records import BOARD_CARDS, FLOP, HOLE, HOLE_CARDS, PRE_FLOP, RIVER, TURN, View
from ..rules import RAISE_TO
from .belief import BOLDEST, narrowed_pocket, nerve
from .charts import open_pot
from .imagined import POT, full_board, imagined_share
from .menu import amount_near, call_or_check, fold_or_check, raise_towards
from .reading import acts_last, bets_since_flop, board_cards, board_on, first_cards, level, prize, reach

DEALS = 200
"""Imagined deals behind a decision: about ± 3 % of a pot."""
FIELD = 15
STAIRS = np.array([sum(1 << FIELD * below for below in range(size)) for size in range(BOLDEST + 1)], np.int64)
"""Four counters in one integer, one for each size of bet. A seat that would call a bet would call all smaller ones:
entry n adds one to the counters of sizes 1 to n."""
NERVE_SHIFT = 8
SIZES = np.array([35, 65, 110], np.int64)
"""The bets that it considers, in percent of the pot."""

DEFENDED, DEFENDED_RAISED = 100, 170
"""At least this much, in percent, of the hands that a fair defence would call with are assumed to call: otherwise
bluffs would always pay."""
OUT_OF_POSITION, IN_POSITION = 830, 960
"""The part of its share of the pot, in thousandths, that it expects to realise in a hand that goes on."""
VALUE = 590
"""The share of the pot from which it re-raises before the flop."""
NEARLY, BLUFF_ONE_IN = 60, 12
"""A hand that misses a call by at most this many thousandths of the pot is sometimes a re-raise."""
RAISE_TELLS = 2
"""A raise reveals as much about a hand as this many bets."""


@rule
def play_oracle(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Charts for opening; imagined deals for everything else."""
    if v.street > PRE_FLOP:
        weigh(v, m, rng, a)
    elif level(v) == 0:
        open_pot(v, m, rng, a)
    else:
        answer(v, m, rng, a)


@rule
def answer(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Answer a raise before the flop, by the worth of the hand against the seats that are in."""
    in_it = 0
    for seat in range(v.seats):
        if seat != v.seat and has(v.live, seat) and v.line[seat] != 0:
            in_it |= 1 << seat
    share = imagined_share(v, in_it, rng, DEALS)
    odds = 1000 * v.to_call // max(1, prize(v) + v.to_call)
    worth = share * kept_share(v) // 1000
    if share > VALUE or (worth > odds - NEARLY and below(rng, BLUFF_ONE_IN) == 0):
        raise_towards(v, m, a, 3 * v.current_bet + (v.pot - v.current_bet) // 3)
    elif worth > odds:
        call_or_check(v, a)
    else:
        fold_or_check(v, a)


@rule
def kept_share(v: View) -> int:
    """The part of its share of the pot that it will realise: all of it if nothing more can be bet."""
    if v.street == RIVER or v.to_call >= reach(v):
        return 1000
    return IN_POSITION if acts_last(v) else OUT_OF_POSITION


@rule
def weigh(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """After the flop: imagine deals, and take what is worth most in them."""
    own = first_cards(v, HOLE + v.seat, HOLE_CARDS)
    flop = board_on(v, FLOP)
    turn = board_on(v, TURN)
    river = board_on(v, RIVER)
    cards = board_cards(v)
    told = bets_since_flop(v, v.seat) + (RAISE_TELLS if v.to_call > 0 else 0)
    won = 0
    stays = 0
    stays_and_won = 0
    for _ in range(DEALS):
        deal = imagined_deal(v, rng, own, flop, turn, river, cards, told)
        share = deal & ((1 << NERVE_SHIFT) - 1)
        step = int(STAIRS[deal >> NERVE_SHIFT])
        won += share
        stays += step
        stays_and_won += share * step
    best = won * kept_share(v) // 1000 * (prize(v) + v.to_call) - POT * DEALS * v.to_call
    chosen = 0
    at = option_of(m, RAISE_TO)
    if at != ABSENT:
        for i in range(len(SIZES)):
            total = amount_near(v, m, at, v.current_bet + (v.pot + v.to_call) * int(SIZES[i]) // 100)
            worth = worth_of_bet(v, total, won, stays, stays_and_won)
            if worth > best:
                best = worth
                chosen = total
    if chosen > 0:
        raise_towards(v, m, a, chosen)
    elif best >= 0:
        call_or_check(v, a)
    else:
        fold_or_check(v, a)


@rule
def imagined_deal(v: View, rng: Rng, own: int, flop: int, turn: int, river: int, cards: int, told: int) -> int:
    """One deal: the share of the pot won, and above it (at NERVE_SHIFT) the largest bet that some seat would call."""
    full = full_board(rng, river, BOARD_CARDS - cards, own)
    mine = strength(own | full)
    used = own | full
    winners = 1
    boldest = 0
    for seat in range(v.seats):
        if seat != v.seat and has(v.live, seat):
            pocket = narrowed_pocket(v, seat, rng, used, flop, turn, river)
            used |= pocket
            boldest = max(boldest, nerve(pocket, river, cards, told, rng))
            theirs = strength(full | pocket)
            if theirs > mine:
                winners = 0
            elif theirs == mine and winners > 0:
                winners += 1
    share = POT // winners if winners > 0 else 0
    return share | (boldest << NERVE_SHIFT)


@rule
def worth_of_bet(v: View, total: int, won: int, stays: int, stays_and_won: int) -> int:
    """The worth of a bet, in chips times POT times DEALS: the pot if all fold, else the share of a larger pot.

    The part of a bet that the others cannot answer is returned.
    """
    added = min(total - v.bet[v.seat], reach(v))
    beyond = max(0, added - v.to_call)
    size = min(size_of_bet(total - v.current_bet, v.pot + v.to_call), BOLDEST)
    shift = FIELD * (size - 1)
    stay = (stays >> shift) & ((1 << FIELD) - 1)
    share = (stays_and_won >> shift) & ((1 << FIELD) - 1)
    percent = DEFENDED_RAISED if v.to_call > 0 else DEFENDED
    defended = min(DEALS, DEALS * v.pot * percent // (100 * (v.pot + added)))
    if stay < defended:
        evenly = (won - share) * (defended - stay) // (DEALS - stay)
        lost = POT * (DEALS - stay) - (won - share)
        at_best = max(0, POT * (defended - stay) - lost)
        share += (evenly + at_best) // 2
        stay = defended
    return (DEALS - stay) * POT * v.pot + share * (v.pot + added + beyond) - stay * POT * added
