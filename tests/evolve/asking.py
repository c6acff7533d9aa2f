"""The strategy of a player in every information set of a small game, in the form that the solver judges.

solver = Solver(GAME, configure(genome, hands=1))
solver.judge(asked(genome, solver.tree, FLAT, 100)).exploitability

Players are asked at plain speed: compiling them takes longer than the few answers.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, SupportsIndex

from croupier.agents.choices import count_choices, take_choice
from croupier.agents.interview import Strategies, shares
from croupier.agents.tree import Grower, Tree
from croupier.evolve.play.driver import RULES, Thought
from croupier.evolve.play.film_rules import is_same
from croupier.evolve.play.hand import HAND, TABLES, Seating
from croupier.evolve.play.players import HASTY, NAMES
from croupier.games.genome import GAME, GameGenome, configure
from croupier.kernel.errors import Fault
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.menu import Action, Menu, clear
from croupier.kernel.vocabulary.rng import Rng, seed

ANOTHER = -1


class Tables(list[Any]):
    """A list of tables in which an assignment copies the table, as in an array of records."""

    def __setitem__(self, at: SupportsIndex | slice, table: Any) -> None:
        super().__setitem__(at, table.copy())


def number_asked(player: int, table: Any, seat: int, key: int) -> int:
    """Let a player decide in a given hand: the number of its choice, or ANOTHER if it is not among the choices."""
    tables = Tables(GAME.Table() for _ in range(TABLES))
    tables[HAND] = table
    kinds: tuple[type[Any], ...] = (Out, Menu, GAME.View, Action, Rng)
    outs, ms, vs, acts, rngs = ([cls() for _ in range(3)] for cls in kinds)
    seating = Seating()
    seating.player[seat], seating.usual = player, HASTY
    clear(ms[0])
    GAME.core.menu(table, seat, ms[0])
    seed(rngs[0], key, 0)
    RULES["ask"](tables, outs, ms, vs, acts, rngs, seating, Thought(), seat)
    for choice in range(count_choices(ms[0])):
        take_choice(ms[0], choice, acts[1])
        if is_same(acts[0], acts[1]):
            return choice
    return ANOTHER


def asked(genome: GameGenome, tree: Tree, player: int, times: int) -> Strategies:
    """The share of each move of a player, asked `times` times in every information set with more than one move."""
    moves = {(seat, here.trace): here.moves for seat, sets in enumerate(tree.sets) for here in sets}
    found: Strategies = {where: {here[0]: 1.0} for where, here in moves.items() if len(here) == 1}
    for state, decision in Grower(GAME).situations(configure(genome, hands=1)):
        seat = decision.seat
        where = seat, state.trace[seat]
        if where in found:
            continue
        numbers = Counter(number_asked(player, state.table, seat, key) for key in range(times))
        if ANOTHER in numbers:
            raise Fault(f"{NAMES[player]} makes a move at trace {where[1]:#x} that is not in the tree")
        found[where] = shares({moves[where][number]: count for number, count in numbers.items()})
    return found
