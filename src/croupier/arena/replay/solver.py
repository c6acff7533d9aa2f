"""A process with the compiler that solves rivers: reads positions on standard input, writes solutions (see `pipes`).

Its first message says that it is ready, or why it cannot start. Only the arena talks to it.
"""

from __future__ import annotations

import os
import time
from typing import NamedTuple, cast

from croupier.games.holdem import GAME
from croupier.games.holdem.blueprint.endgames import Place, endgame_of
from croupier.games.holdem.blueprint.play import BLUEPRINT
from croupier.games.holdem.endgame import COMBOS, Judgement, Node, combo_number
from croupier.games.holdem.endgame.account import as_data, assumptions
from croupier.games.holdem.endgame.tree import DECISION, done_at
from croupier.games.holdem.records import RIVER, View
from croupier.games.holdem.rules import CALL, CHECK
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.house_bots import Policy
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import format_cards
from croupier.kernel.vocabulary.turns import HOUSE

from .. import pipes
from .solution import FOLDED, Position, Solution, Unsolved

READY = "ready"
PERCENT = 0.3
"""The exploitability at which solving ends, in percent of the pot."""
SECONDS = 1.0
"""The time after which solving ends in any case."""
MOST_ITERATIONS = 2_000
NICENESS = 10
"""The process yields to the tables of the arena."""
RANGE = "what the house's blueprint would hold after the same betting"
NO_RANGES = (
    "The blueprint, whose play gives the ranges, does not know this hand: its betting before the river, its blinds or "
    "the money in its pot are not among those that it was made for."
)


class Solved(NamedTuple):
    """A river of one hand, solved."""

    view: View
    place: Place
    found: Judgement
    seconds: float


class Solver:
    """Solves rivers, and caches the last one: a visitor who steps through a hand asks about its river several times."""

    def __init__(self, policy: Policy = BLUEPRINT) -> None:
        self._policy = policy
        self._last: Solved | None = None

    def answer(self, asked: Position) -> Solution | Unsolved:
        """The solution of a position, or why there is none."""
        try:
            if self._last is None or self._last.view != asked.view:
                self._last = solved(asked.view, self._policy)
            return solution(asked, self._last)
        except BadInput as error:
            return {"why": str(error)}


def solved(view: View, policy: Policy) -> Solved:
    """Solve the river of a hand, to PERCENT or within SECONDS."""
    start = time.perf_counter()
    place = endgame_of(view, policy)
    if place is None:
        raise BadInput(NO_RANGES)
    found = place.end.judge()
    for found in place.end.improve(MOST_ITERATIONS):
        if found.percent <= PERCENT or time.perf_counter() - start >= SECONDS:
            break
    return Solved(view, place, found, time.perf_counter() - start)


def solution(asked: Position, of: Solved) -> Solution:
    """The answer for a position: the decision in question, those before it, and the replies to it."""
    end = of.place.end
    line = end.spot.line[: asked.moved - of.view.moved + len(end.spot.line)]
    nodes, path = [end.root], list[int]()
    for to in line:
        path.append(nodes[-1].acts.index(done_at(nodes[-1], to)))
        nodes.append(nodes[-1].children[path[-1]])
    answers = [child for child in nodes[-1].children if child.kind == DECISION]
    held = COMBOS[combo_number(*asked.held)] if asked.held else ()
    data = {
        **as_data(end, of.found, [*nodes, *answers]),
        "ranges": [RANGE, RANGE],
        "seconds": round(of.seconds, 3),
        "assumptions": assumptions(end),
        "names": [asked.names[seat] for seat in of.place.seats],
        "path": path,
        "held": format_cards(held, ""),
        "played": _played(nodes[-1], asked.played),
    }
    return cast(Solution, data)


def _played(node: Node, played: int | None) -> int | None:
    """The index of the act that was played at a node; None for a fold instead of a check, which no tree has."""
    if played is None:
        return None
    if played == FOLDED:
        return next((number for number, act in enumerate(node.acts) if act.kind == "fold"), None)
    return node.acts.index(done_at(node, played))


def checked_down() -> Position:
    """The first decision on the river of a hand in which nobody has bet, to warm up with."""
    state, dealer = GAME.start(GAME.configure(seats=2)).state, RandomDealer(1)
    while True:
        decision = GAME.pending(state)[0]
        if decision.seat == HOUSE:
            GAME.advance(state, HOUSE, dealer.deal(state, decision))
            continue
        view: View = GAME.view(state, None)
        if view.street == RIVER:
            return Position(view, view.moved, ("", ""), (), None)
        GAME.advance(state, decision.seat, Move(CALL if decision.option(CALL) else CHECK))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    reader, writer = pipes.own_ends()
    solver = Solver()
    warm = solver.answer(checked_down())
    pipes.say(writer, warm if "why" in warm else READY)
    pipes.answer_all(reader, writer, solver.answer)
