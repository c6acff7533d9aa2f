"""The rest of a real hand as an endgame, with the ranges that the blueprint's play implies.

    >>> from croupier.games.holdem.blueprint.endgames import endgame_of
    >>> place = endgame_of(view)                        # at a decision on the river or turn      # doctest: +SKIP
    >>> place.end.run(80)                                                                         # doctest: +SKIP
    >>> [str(act) for act in place.node.acts]           # what the seat to act may do              # doctest: +SKIP
    ['fold', 'call 130', 'raise 520', 'raise 1,900, all-in']
    >>> place.end.look(place.node).shares[:, combo_number(one, two)]    # how often, with two cards  # doctest: +SKIP
    array([0.  , 0.83, 0.17, 0.  ])

The endgame begins where the street did: with the pot and the stacks of that moment, the ranges after all earlier
streets, and the seat without the button as player 0, who acts first. The bets made on the street so far are in its tree
with their exact amounts, beside the sizes that are tried.

A range is what a player of the blueprint would hold. Hands with which the blueprint would never have come here
get a small weight, the FLOOR: an opponent who plays otherwise may hold them, and so may our own seat, if another policy
played its earlier streets.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.kernel.contract.house_bots import Policy

from ..endgame import ALL_IN, COMBOS, Endgame, Node, Spot, node_after
from ..records import BOARD, MOVES, PRE_FLOP, RIVER, TURN, View
from .cards import pair_number
from .history import LOST, other_seat, place_after
from .play import BLUEPRINT, is_known_table
from .ranges import Weights, ranges

FLOOR = 0.001
"""The least weight of a hand, as a share of the largest in its range."""
RIVER_SIZES, TURN_SIZES, RAISE_SIZES = (0.4, 0.8, 1.6, ALL_IN), (0.75, ALL_IN), (1.0, ALL_IN)
"""The sizes that are tried for bets on the river, bets on the turn, and raises, as shares of the pot. A turn is solved
with all its rivers, on which the turn's sizes are used, so that the tree stays small."""
ALL_IN_WITHIN = 6
"""With a stack of more than this many pots behind, all-in is not tried. The blueprint does not bet so on the river
either, and as such bets pay with hardly any hand, they would take many iterations to be learnt."""
PAIR_NUMBERS = np.array([pair_number(one, two) for one, two in COMBOS])
"""For each hand in the order of an endgame, its number in the order of the blueprint's ranges."""


class Place(NamedTuple):
    """The place of a real hand in an endgame."""

    end: Endgame
    node: Node
    """The decision to be made."""
    seats: tuple[int, int]
    """The seats of player 0, who acts first, and of player 1, who has the button."""


def endgame_of(v: View, policy: Policy = BLUEPRINT, bets: tuple[int, ...] = ()) -> Place | None:
    """The endgame of a decision on the turn or river of a no-limit hand; None where the blueprint implies no ranges:
    on other streets, with antes or more than two seats, and in hands that left its tree before this street.

    A view does not say whether bets have a limit: the caller knows that they have none. If the last move was one of
    some `bets` (street totals), all of them are in the tree.
    """
    if v.street not in (TURN, RIVER) or not is_known_table(v):
        return None
    began = moves_before_street(v)
    if began == LOST or place_after(v, policy.words, began) == LOST:
        return None
    board = v.cards.row[v.cards.first[BOARD] : v.cards.first[BOARD] + v.cards.count[BOARD]]
    button, other = (with_floor(weights)[PAIR_NUMBERS] for weights in ranges(v, policy, began))
    end = Endgame([int(card) for card in board], (other, button), spot_of(v, began, bets))
    return Place(end, node_after(end.root, v.moves[began : v.moved]), (other_seat(v), v.button))


def moves_before_street(v: View) -> int:
    """How many moves were made before the present street; LOST if there were more moves than are kept."""
    street, acted, moves = PRE_FLOP, 0, 0
    while street < v.street and moves < v.moved <= MOVES:
        acted += 1
        if v.moves[moves] == 0 and acted > 1:
            street, acted = street + 1, 0
        moves += 1
    return moves if street == v.street and v.moved <= MOVES else LOST


def spot_of(v: View, began: int, bets: tuple[int, ...] = ()) -> Spot:
    """The spot at the start of the present street, which began after `began` moves, with the moves made on it; without
    the last move if `bets` are given, as that was one of them."""
    seats = other_seat(v), v.button
    stacks = v.stack[seats[0]] + v.bet[seats[0]], v.stack[seats[1]] + v.bet[seats[1]]
    pot = v.pot - v.bet[seats[0]] - v.bet[seats[1]]
    most = ALL_IN if min(stacks) <= ALL_IN_WITHIN * pot else ALL_IN_WITHIN
    return Spot(
        pot=pot,
        stacks=stacks,
        sizes=tuple(size for size in (RIVER_SIZES if v.street == RIVER else TURN_SIZES) if size <= most),
        raise_sizes=tuple(size for size in RAISE_SIZES if size <= most),
        street=v.street,
        least_bet=v.blinds[1],
        line=tuple(v.moves[began : v.moved - (1 if bets else 0)]),
        bets=bets,
    )


def with_floor(weights: Weights) -> Weights:
    """A range in which every hand has some weight; equal weights if the blueprint comes here with no hand at all."""
    most = float(weights.max())
    return np.maximum(weights, FLOOR * most) if most > 0 else np.ones_like(weights)
