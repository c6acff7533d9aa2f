"""What a player does in every situation of a game that the solver knows: a strategy that it can judge.

solver = Solver(GAME, configure(genome, hands=1))
solver.judge(asked(Bench(genome), solver.tree, FLAT, 100)).exploitability
solver.judge(remembered(lesson, solver.tree)).exploitability
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from croupier.agents.choices import count_choices, take_choice
from croupier.agents.tree import Tree, moves_of
from croupier.games.genome import GAME, configure
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.state import State
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import to_row
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.menu import Menu, clear
from croupier.kernel.vocabulary.rng import seed
from croupier.kernel.vocabulary.turns import HOUSE

from .bench import Bench
from .driver import RULES as PLAYING
from .film_rules import is_same
from .hand import HAND, bound
from .lesson import Lesson
from .lesson_rules import OPTIONS

Strategies = dict[tuple[int, int], dict[Move, float]]
"""(seat, trace) -> move -> weight."""

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


def situations(state: State, met: set[tuple[int, int]]) -> Iterator[tuple[State, int]]:
    """One state of every information set from a state on, and whose it is."""
    waiting = [state]
    while waiting:
        state = waiting.pop()
        for decision in GAME.pending(state)[:1]:
            seat = decision.seat
            if seat != HOUSE and (seat, state.trace[seat]) not in met:
                met.add((seat, state.trace[seat]))
                yield state, seat
            for option in decision.owed:
                waiting += [GAME.apply(state, seat, move).state for move in moves_of(option, state)]


def asked(bench: Bench, tree: Tree, player: int, times: int) -> Strategies:
    """How often a player makes each move, asked some times in every information set with more than one."""
    tables, outs, ms, vs, acts, _, rngs, seatings, _, thoughts = bench.rows
    seatings["player"] = player
    moves = {(seat, here.trace): here.moves for seat, sets in enumerate(tree.sets) for here in sets}
    found: Strategies = {}
    m, answer = Menu(), compiled(RULES["number_asked"])
    for state, seat in situations(GAME.start(configure(bench.genome, hands=1)).state, set()):
        where = seat, state.trace[seat]
        if len(moves[where]) > 1:
            clear(m)
            GAME.core.menu(state.table, seat, m)
            to_row(m, ms)
            numbers = Counter[int]()
            for key in range(times):
                to_row(state.table, tables, HAND)
                numbers[answer(tables, outs, ms, vs, acts, rngs, seatings, thoughts, seat, key)] += 1
            found[where] = {moves[where][number]: count for number, count in numbers.items()}
    return found


def remembered(lesson: Lesson, tree: Tree) -> Strategies:
    """What has been learnt on average, in every information set that was met."""
    mind = lesson.minds[0]
    slots = {int(key): slot for slot, key in enumerate(mind["key"].tolist()) if key}
    totals = mind["total"].reshape(-1, OPTIONS)
    found: Strategies = {}
    for seat, sets in enumerate(tree.sets):
        for here in sets:
            slot = slots.get(mix(mix(here.trace, seat + 1), len(here.moves)))
            if slot is not None:
                found[seat, here.trace] = dict(zip(here.moves, totals[slot].tolist(), strict=False))
    return found
