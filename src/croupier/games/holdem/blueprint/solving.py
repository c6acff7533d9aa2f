"""The solver at the table: the river solved again at every decision, for `house:solver`.

The number of iterations is fixed and nothing is drawn at random, so that the same decision always has the same chances.
What was solved does not depend on the asker's hole cards: it is kept for the next question about the same betting,
such as `croupier exploit`, which asks about every hand.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.decision import Decision, Move, judge
from croupier.kernel.contract.house_bots import Asked, Policy, Solving, Strategy
from croupier.kernel.vocabulary.menu import Menu

from ..endgame import Act, Endgame, Spot, combo_number, node_after
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
TOGETHER = 30
"""Iterations, at most, for decisions that are solved together."""
MOST_KEPT = 16
"""Decisions of which the solution is kept."""
KINDS = {"fold": FOLD, "check": CHECK, "call": CALL, "bet": RAISE_TO, "raise": RAISE_TO}


_kept: OrderedDict[tuple[Any, ...], Strategy | None] = OrderedDict()


def chances(v: View, decision: Decision, iterations: int, policy: Policy = BLUEPRINT) -> Mapping[Move, float] | None:
    """What to do on a river, and how likely; None where the blueprint's policy decides: on earlier streets, and
    wherever `endgame_of` finds none."""
    found = strategy_at(v, decision, iterations, policy)
    if found is None:
        return None
    own = v.cards.first[HOLE + v.seat]
    shares = found.shares[:, combo_number(v.cards.row[own], v.cards.row[own + 1])]
    return dict(zip(found.moves, shares.tolist(), strict=True))


def strategies(asked: Sequence[Asked], iterations: int, policy: Policy = BLUEPRINT) -> Sequence[Strategy | None]:
    """What to do at some decisions with every hand, by the same rules as `chances`.

    Decisions on a river that differ in nothing but the last bet are solved together, in one tree that has all of these
    bets, with no more than TOGETHER iterations: nearly what each of them alone would give.
    """
    if len(asked) == 1:
        return [strategy_at(*asked[0], iterations, policy)]
    before = {before_last(view) for view, _ in asked}
    if len(before) > 1 or not all(is_solved(*one) and one[0].moves[one[0].moved - 1] for one in asked):
        return [strategy_at(view, decision, iterations, policy) for view, decision in asked]
    bets = tuple(view.moves[view.moved - 1] for view, _ in asked)
    place = endgame_of(asked[0][0], policy, bets)
    if place is None:
        return [None for _ in asked]
    place.end.run(min(iterations, TOGETHER))
    nodes = [node_after(place.end.root, (*place.end.spot.line, bet)) for bet in bets]
    return [
        legal(solved(place._replace(node=node), 0), decision) for node, (_, decision) in zip(nodes, asked, strict=True)
    ]


def strategy_at(v: View, decision: Decision, iterations: int, policy: Policy) -> Strategy | None:
    """The solution of a decision for every hand; None where the blueprint's policy decides."""
    return legal(solved_at(v, iterations, policy), decision) if is_solved(v, decision) else None


def is_solved(v: View, decision: Decision) -> bool:
    """Whether decisions such as this one are solved."""
    menu = Menu()
    fill_menu(menu, decision)
    return v.street == RIVER and is_known_game(v, menu)


def legal(found: Strategy | None, decision: Decision) -> Strategy | None:
    """A solution, unless it has a move that is not on the menu."""
    return None if found is None or any(judge(decision.options, move) for move in found.moves) else found


def solved_at(v: View, iterations: int, policy: Policy) -> Strategy | None:
    """The solution of a decision; None if it is no endgame's."""
    known = (iterations, policy, *public(v))
    if known not in _kept:
        place = endgame_of(v, policy)
        _kept[known] = solved(place, iterations) if place else None
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return _kept[known]


def before_last(v: View) -> tuple[Any, ...]:
    """What both players knew of a hand before the last move, the amounts at the start of the street."""
    before = [stack + bet for stack, bet in zip(v.stack, v.bet, strict=True)]
    return v.button, v.moved, *map(tuple, (cards_on_board(v), v.blinds, before, v.moves[: max(0, v.moved - 1)]))


def public(v: View) -> tuple[Any, ...]:
    """What both players know of a hand: all that its endgame follows from."""
    rows = cards_on_board(v), v.blinds, v.stack, v.bet, v.total, v.moves
    return v.dealt, v.button, v.actor, v.pot, v.moved, *map(tuple, rows)


def cards_on_board(v: View) -> Sequence[int]:
    """The cards of the board."""
    return v.cards.row[v.cards.first[BOARD] : v.cards.first[BOARD] + v.cards.count[BOARD]]


def solved(place: Place, iterations: int) -> Strategy:
    """Solve an endgame for some iterations, and say how the decision at its place is taken."""
    end, node = place.end, place.node
    end.run(iterations)
    look = end.look(node)
    shares = np.where(look.shares < LEAST, 0, look.shares)
    best = look.worth.argmax(axis=0) == np.arange(len(node.acts))[:, None]
    unreached = look.reach[node.actor] <= UNREACHED * end.deck.weights[node.actor]
    shares = np.where(unreached, best, shares)
    return Strategy([move_of(act) for act in node.acts], shares / shares.sum(axis=0))


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


SOLVING = Solving(chances, "blueprint", ITERATIONS, warm_up, strategies)
