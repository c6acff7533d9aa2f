"""What a player does in every situation of a game that the solver knows: a strategy that it can judge.

solver = Solver(GAME, configure(genome, hands=1))
solver.judge(asked(Bench(genome), solver.tree, FLAT, 100)).exploitability
solver.judge(answered(SearchBot(GAME), configure(genome, hands=1), 20)).exploitability
solver.judge(remembered(lesson, solver.tree)).exploitability
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from croupier.agents.bot import Bot
from croupier.agents.choices import count_choices, take_choice
from croupier.agents.referee import understood
from croupier.agents.tree import Tree, moves_of
from croupier.evolve.play.bench import Bench
from croupier.evolve.play.driver import RULES as PLAYING
from croupier.evolve.play.film_rules import is_same
from croupier.evolve.play.hand import HAND, bound
from croupier.evolve.play.lesson import Lesson
from croupier.evolve.play.lesson_rules import OPTIONS
from croupier.evolve.play.players import NAMES
from croupier.games.genome import GAME, configure
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.state import State
from croupier.kernel.errors import Fault
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import to_row
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.menu import Menu, clear
from croupier.kernel.vocabulary.rng import seed
from croupier.kernel.vocabulary.turns import HOUSE

Strategies = dict[tuple[int, int], dict[Move, float]]
"""(seat, trace) -> move -> probability."""

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
    found: Strategies = {where: {here[0]: 1.0} for where, here in moves.items() if len(here) == 1}
    m, answer = Menu(), compiled(RULES["number_asked"])
    for state, seat in situations(GAME.start(configure(bench.genome, hands=1)).state, set(found)):
        where = seat, state.trace[seat]
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


def answered(bot: Bot, config: Any, times: int) -> Strategies:
    """How often a bot makes each move, asked some times in every information set."""
    found: Strategies = {}
    for number, (state, seat) in enumerate(situations(GAME.start(config).state, set())):
        bot.draw_from(number)
        decision = GAME.pending(state)[0]
        sees = state if bot.imagines else GAME.view(state, seat)
        moves = Counter(understood(decision, bot.act(sees, decision)) for _ in range(times))
        found[seat, state.trace[seat]] = shares(moves)
    return found


def remembered(lesson: Lesson, tree: Tree) -> Strategies:
    """What has been learnt on average, as LEARNT plays it: where nothing has been learnt, every move alike.

    A set with more moves than can be learnt is left out: at the table those are thought about.
    """
    mind = lesson.minds[0]
    slots = {int(key): slot for slot, key in enumerate(mind["key"].tolist()) if key}
    totals, allowed = mind["total"].reshape(-1, OPTIONS), mind["allowed"]
    found: Strategies = {}
    for seat, sets in enumerate(tree.sets):
        for here in (one for one in sets if len(one.moves) <= OPTIONS):
            slot = slots.get(mix(mix(here.trace, seat + 1), len(here.moves)))
            weights = [1] * OPTIONS
            if slot is not None:
                weights = totals[slot].tolist()
                if not any(weights):
                    weights = [int(allowed[slot]) >> number & 1 for number in range(OPTIONS)]
            found[seat, here.trace] = shares(dict(zip(here.moves, weights, strict=False)))
    return found


def shares(counts: Mapping[Move, int]) -> dict[Move, float]:
    """What share of all answers each move is."""
    total = sum(counts.values())
    return {move: count / total for move, count in counts.items()}
