"""The solver at the table: the river solved again at every decision, for `house:solver`.

The number of iterations is fixed and nothing is drawn at random, so the same decision always has the same
probabilities. A solution does not depend on the hole cards of the seat that asks, so it is cached for further questions
about the same betting, such as those of `croupier exploit`, which asks about every hand.
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
"""Acts with a lower probability than this are never taken: after so few iterations they are noise."""
UNREACHED = 0.001
"""A hand that comes to a decision with less than this share of its weight takes the act with the highest worth, because
the solution has learnt no strategy for it there."""
TOGETHER = 30
"""The most iterations for decisions that are solved together."""
MOST_KEPT = 16
"""The number of decisions whose solutions are cached."""
KINDS = {"fold": FOLD, "check": CHECK, "call": CALL, "bet": RAISE_TO, "raise": RAISE_TO}


_kept: OrderedDict[tuple[Any, ...], Strategy | None] = OrderedDict()


def chances(v: View, decision: Decision, iterations: int, policy: Policy = BLUEPRINT) -> Mapping[Move, float] | None:
    """The probability of each move at a decision on the river; None where the blueprint's policy decides: on earlier
    streets, and wherever `endgame_of` returns None."""
    found = strategy_at(v, decision, iterations, policy)
    if found is None:
        return None
    own = v.cards.first[HOLE + v.seat]
    shares = found.shares[:, combo_number(v.cards.row[own], v.cards.row[own + 1])]
    return dict(zip(found.moves, shares.tolist(), strict=True))


def strategies(asked: Sequence[Asked], iterations: int, policy: Policy = BLUEPRINT) -> Sequence[Strategy | None]:
    """The strategies for every hand at some decisions, by the same rules as `chances`.

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
    """Whether a decision is on the river of a game that the blueprint knows."""
    menu = Menu()
    fill_menu(menu, decision)
    return v.street == RIVER and is_known_game(v, menu)


def legal(found: Strategy | None, decision: Decision) -> Strategy | None:
    """The solution itself; None if it has a move that is not legal."""
    return None if found is None or any(judge(decision.options, move) for move in found.moves) else found


def solved_at(v: View, iterations: int, policy: Policy) -> Strategy | None:
    """The solution of a decision, cached; None if the decision belongs to no endgame."""
    known = (iterations, policy, *public(v))
    if known not in _kept:
        place = endgame_of(v, policy)
        _kept[known] = solved(place, iterations) if place else None
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return _kept[known]


def before_last(v: View) -> tuple[Any, ...]:
    """A key of everything that both players knew before the last move; amounts are those at the start of the street."""
    before = [stack + bet for stack, bet in zip(v.stack, v.bet, strict=True)]
    return v.button, v.moved, *map(tuple, (cards_on_board(v), v.blinds, before, v.moves[: max(0, v.moved - 1)]))


def public(v: View) -> tuple[Any, ...]:
    """A key of everything that both players know of a hand, which determines its endgame."""
    rows = cards_on_board(v), v.blinds, v.stack, v.bet, v.total, v.moves
    return v.dealt, v.button, v.actor, v.pot, v.moved, *map(tuple, rows)


def cards_on_board(v: View) -> Sequence[int]:
    """The cards of the board."""
    return v.cards.row[v.cards.first[BOARD] : v.cards.first[BOARD] + v.cards.count[BOARD]]


def solved(place: Place, iterations: int) -> Strategy:
    """Run an endgame for some iterations; returns the strategy at its place."""
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
    """Load the blueprint, and compile the solver."""
    buckets_of(RIVER, 0, BLUEPRINT)
    end = Endgame("Ks 7d 2c 9h 3s", ("AA", "QQ"), Spot(100, (100, 100), (1.0,)))
    end.run(1)
    end.look(end.root)


SOLVING = Solving(chances, "blueprint", ITERATIONS, warm_up, strategies)
