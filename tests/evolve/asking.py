"""What a player does in every situation of a game that the solver knows: a strategy that it can judge.

solver = Solver(GAME, configure(genome, hands=1))
solver.judge(asked(Bench(genome), solver.tree, FLAT, 100)).exploitability
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from croupier.agents.choices import count_choices, take_choice
from croupier.agents.interview import Strategies, shares
from croupier.agents.tree import Grower, Tree
from croupier.evolve.play.bench import Bench
from croupier.evolve.play.driver import RULES as PLAYING
from croupier.evolve.play.film_rules import is_same
from croupier.evolve.play.hand import HAND, bound
from croupier.evolve.play.players import NAMES
from croupier.games.genome import GAME, configure
from croupier.kernel.errors import Fault
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import to_row
from croupier.kernel.vocabulary.menu import Menu, clear
from croupier.kernel.vocabulary.rng import seed

# A name that `bound` gives its value.
ask: Callable[..., int]
ANOTHER = -1


@rule
def number_asked(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seatings: Any, thoughts: Any, seat: int,
                 key: int) -> int:  # fmt: skip
    """Let who sits there decide in the hand as it is: the number of its choice, or ANOTHER if it is none of those."""
    seed(rngs[0], key, 0)
    ask(ts, outs, ms, vs, acts, rngs, seatings[0], thoughts[0], seat)  # noqa: F821
    for choice in range(count_choices(ms[0])):
        take_choice(ms[0], choice, acts[1])
        if is_same(acts[0], acts[1]):
            return choice
    return ANOTHER


RULES = bound(PLAYING, number_asked)


def asked(bench: Bench, tree: Tree, player: int, times: int) -> Strategies:
    """How often a player makes each move, asked some times in every information set with more than one."""
    tables, outs, ms, vs, acts, _, rngs, seatings, _, thoughts = bench.rows
    seatings["player"] = player
    moves = {(seat, here.trace): here.moves for seat, sets in enumerate(tree.sets) for here in sets}
    found: Strategies = {where: {here[0]: 1.0} for where, here in moves.items() if len(here) == 1}
    m, answer = Menu(), compiled(RULES["number_asked"])
    for state, decision in Grower(GAME).situations(configure(bench.genome, hands=1)):
        seat = decision.seat
        where = seat, state.trace[seat]
        if where in found:
            continue
        clear(m)
        GAME.core.menu(state.table, seat, m)
        to_row(m, ms)
        numbers = Counter[int]()
        for key in range(times):
            to_row(state.table, tables, HAND)
            numbers[answer(tables, outs, ms, vs, acts, rngs, seatings, thoughts, seat, key)] += 1
        if ANOTHER in numbers:
            raise Fault(f"{NAMES[player]} makes a move at trace {where[1]:#x} that is none of the tree's")
        found[where] = shares({moves[where][number]: count for number, count in numbers.items()})
    return found
