"""House bots for hold'em, as policies: they get what a seat sees and what it may do, nothing else."""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.cards import UNKNOWN
from croupier.kernel.evaluate import add_card, card_bit, strength
from croupier.kernel.jit import rule
from croupier.kernel.menu import Action, Menu
from croupier.kernel.rng import Rng, below
from croupier.kernel.turns import size

from .records import BOARD, BOARD_CARDS, HOLE, View
from .rules import CALL, CHECK, FOLD, RAISE_TO

DEALS = 60
"""Imagined deals behind one decision of the sensible bot: few enough for plain Python, about ± 6 % of a pot."""
MOST_OPPONENTS = 3
BLUFF_ONE_IN = 20


@rule
def play_sensibly(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Bet with the better hand, call when the pot pays for it, bluff now and then.

    The bot imagines some deals of what it does not see and counts the share of pots it would win (in thousandths). It
    raises with clearly more than its fair share, by about the pot; it calls when that share is worth the price.
    """
    share = imagined_share(v, rng)
    fair = 1000 // size(v.live)
    option = option_of(m, RAISE_TO)
    eager = share > fair + (1000 - fair) // 3 or (v.to_call == 0 and below(rng, BLUFF_ONE_IN) == 0)
    a.amount = 0
    a.count = 0
    if eager and option >= 0:
        a.kind = RAISE_TO
        wanted = v.current_bet + v.pot * (1 + below(rng, 2)) // 2
        a.amount = max(m.low[option], min(wanted, m.high[option]))
    elif v.to_call == 0:
        a.kind = CHECK
    elif share * (v.pot + v.to_call) > 1000 * v.to_call:
        a.kind = CALL
    else:
        a.kind = FOLD


@rule
def option_of(m: Menu, kind: int) -> int:
    """Where a kind of action stands in the menu; -1 if it is not offered."""
    for at in range(m.count):
        if m.kind[at] == kind:
            return at
    return -1


@rule
def imagined_share(v: View, rng: Rng) -> int:
    """The share of the pot, in thousandths, that the seat wins over imagined deals against hands nobody has bet on."""
    own = cards_of(v, HOLE + v.seat)
    board = cards_of(v, BOARD)
    missing = BOARD_CARDS - v.cards.count[BOARD]
    opponents = min(size(v.live) - 1, MOST_OPPONENTS)
    won = 0
    for _ in range(DEALS):
        full = board
        for _card in range(missing):
            full |= other_card(rng, own | full)
        mine = strength(own | full)
        used = own | full
        ties = 1
        for _opponent in range(opponents):
            one = other_card(rng, used)
            two = other_card(rng, used | one)
            used |= one | two
            theirs = strength(full | one | two)
            if theirs > mine:
                ties = 0
            elif theirs == mine and ties > 0:
                ties += 1
        if ties > 0:
            won += 1000 // ties
    return won // DEALS


@rule
def cards_of(v: View, zone: int) -> int:
    """The known cards of a zone, as a hand of the evaluator."""
    hand = 0
    for slot in range(v.cards.count[zone]):
        card = v.cards.row[v.cards.first[zone] + slot]
        if card != UNKNOWN:
            hand = add_card(hand, card)
    return hand


@rule
def other_card(rng: Rng, used: int) -> int:
    """A random card that is not used yet, as a hand of one."""
    bit = card_bit(below(rng, 52))
    while used & bit:
        bit = card_bit(below(rng, 52))
    return bit


POLICIES: dict[str, Callable[..., None]] = {"sensible": play_sensibly}
