"""The solver at the table: the river solved again at every decision, for `house:solver`.

The number of iterations is fixed and nothing is drawn at random, so that the same decision always has the same chances.
What was solved does not depend on the hole cards of who asks: it is kept for whoever asks next about the same betting,
such as `croupier exploit`, which asks about every hand.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.decision import Decision, Move, judge
from croupier.kernel.contract.house_bots import Policy, Solving
from croupier.kernel.vocabulary.menu import Menu

from ..endgame import Act, Endgame, Spot, combo_number
from ..endgame.hands import Floats
from ..records import BOARD, HOLE, RIVER, View
from ..rules import CALL, CHECK, FOLD, RAISE_TO
from .endgames import Place, endgame_of
from .play import BLUEPRINT, is_known_game
from .ranges import buckets_of

ITERATIONS = 80
LEAST = 0.02
"""Acts that are less likely are not taken: after this number of iterations they are noise."""
UNREACHED = 0.001
"""A hand that the solution brings to a decision with less than this share of its weight takes what is worth most there:
what it would do otherwise was never learnt."""
MOST_KEPT = 16
"""Decisions of which the solution is kept."""
KINDS = {"fold": FOLD, "check": CHECK, "call": CALL, "bet": RAISE_TO, "raise": RAISE_TO}


class Solved(NamedTuple):
    """A decision that was solved: what may be done, and how likely, by act and hand in the order of COMBOS."""

    acts: list[Act]
    shares: Floats


_kept: OrderedDict[tuple[Any, ...], Solved | None] = OrderedDict()


def chances(v: View, decision: Decision, iterations: int, policy: Policy = BLUEPRINT) -> Mapping[Move, float] | None:
    """What to do on a river, and how likely; None where the blueprint's policy decides: on earlier streets, and
    wherever `endgame_of` finds none."""
    menu = Menu()
    fill_menu(menu, decision)
    solved = solved_at(v, iterations, policy) if v.street == RIVER and is_known_game(v, menu) else None
    if solved is None:
        return None
    moves = [move_of(act) for act in solved.acts]
    if any(judge(decision.options, move) for move in moves):
        return None
    own = v.cards.first[HOLE + v.seat]
    shares = solved.shares[:, combo_number(v.cards.row[own], v.cards.row[own + 1])]
    return dict(zip(moves, shares.tolist(), strict=True))


def solved_at(v: View, iterations: int, policy: Policy) -> Solved | None:
    """The solution of a decision; None if it is no endgame's."""
    known = (iterations, policy, *public(v))
    if known not in _kept:
        place = endgame_of(v, policy)
        _kept[known] = solved(place, iterations) if place else None
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return _kept[known]


def public(v: View) -> tuple[Any, ...]:
    """What both players know of a hand: all that its endgame follows from."""
    board = v.cards.first[BOARD]
    cards = v.cards.row[board : board + v.cards.count[BOARD]]
    return v.dealt, v.button, v.actor, v.pot, v.moved, *map(tuple, (cards, v.blinds, v.stack, v.bet, v.total, v.moves))


def solved(place: Place, iterations: int) -> Solved:
    """Solve an endgame for some iterations, and say how the decision at its place is taken."""
    end, node = place.end, place.node
    end.run(iterations)
    look = end.look(node)
    shares = np.where(look.shares < LEAST, 0, look.shares)
    best = look.worth.argmax(axis=0) == np.arange(len(node.acts))[:, None]
    unreached = look.reach[node.actor] <= UNREACHED * end.deck.weights[node.actor]
    shares = np.where(unreached, best, shares)
    return Solved(node.acts, shares / shares.sum(axis=0))


def move_of(act: Act) -> Move:
    """An act of an endgame as a move of the game."""
    kind = KINDS[act.kind]
    return Move(kind, act.to if kind == RAISE_TO else 0)


def warm_up() -> None:
    """Load the blueprint, and compile what solving takes."""
    buckets_of(RIVER, 0, BLUEPRINT)
    end = Endgame("Ks 7d 2c 9h 3s", ("AA", "QQ"), Spot(100, (100, 100), (1.0,)))
    end.run(1)
    end.look(end.root)


SOLVING = Solving(chances, "blueprint", ITERATIONS, warm_up)
