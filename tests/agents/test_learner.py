"""The learner: it comes near the solver's values in small games, and the same seed gives the same strategy."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.learner import SHARDS, Knowledge, Learner
from croupier.agents.learner_rules import by_trace, key_with
from croupier.agents.learnt import learnt_policy, look_up, write_strategy
from croupier.agents.solver import Solution, Solver
from croupier.agents.space import NONE, begin_choice, space_of
from croupier.kernel.contract.game import Game, Move
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng
from tests.toys.kuhn import GAME as KUHN
from tests.toys.leduc import GAME as LEDUC

GAMES = {game.name: game for game in (KUHN, LEDUC)}


@cache
def after(name: str, rounds: int) -> Knowledge:
    """What some rounds of seed 1 teach."""
    if rounds == 0:
        return Knowledge.empty()
    known, learner = after(name, rounds - 1), Learner(GAMES[name], GAMES[name].configure(), seed=1)
    return known.merged([learner.study(known, shard) for shard in range(SHARDS)])


def learnt(game: Game, rounds: int) -> Knowledge:
    return after(game.name, rounds)


def in_a_file(game: Game, rounds: int, folder: Path) -> Path:
    path = folder / f"{game.name}.learnt"
    write_strategy(path, game, game.configure(), learnt(game, rounds), seed=1, options={})
    return path


def judged(game: Game, path: Path) -> Solution:
    """A strategy of a file before the solver, as its policy plays it."""
    solver, memory = Solver(game, game.configure()), learnt_policy(game, path).words
    strategies: dict[tuple[int, int], dict[Move, float]] = {}
    for seat, sets in enumerate(solver.tree.sets):
        for here in sets:
            strategies[seat, here.trace] = answers(game, seat, here.trace, here.moves, memory)
    return solver.judge(strategies)


def answers(game: Game, seat: int, trace: int, moves: tuple[Move, ...], memory: Any) -> dict[Move, float]:
    """The probabilities of a memory for the moves of an information set: here every choice is one kind of action."""
    base = space_of(game).base
    numbers = sorted(base[move.kind] for move in moves)
    v, m, a = game.View(), Menu(), Action()
    v.seat, m.told = seat, trace
    begin_choice(a)
    key = key_with(by_trace(v, m, Rng()), a)
    for number in numbers:
        key = mix(key, number)
    node = look_up(memory, key)
    assert node != NONE, "every situation has been met"
    first, start = memory[1 + memory[0] + node], 2 + 2 * memory[0]
    parts = [memory[start + (first + i) // 8] >> 8 * ((first + i) % 8) & 255 for i in range(len(moves))]
    return {move: parts[numbers.index(base[move.kind])] / 255 for move in moves}


def test_kuhn_poker_is_learnt_to_a_hundredth_of_an_ante(tmp_path: Path) -> None:
    found = judged(KUHN, in_a_file(KUHN, 12, tmp_path))
    assert found.exploitability < 0.01
    assert found.values[0] == pytest.approx(-1 / 18, abs=0.01)


def test_leduc_holdem_comes_near_the_solvers_value(tmp_path: Path) -> None:
    found = judged(LEDUC, in_a_file(LEDUC, 25, tmp_path))
    solver = Solver(LEDUC)
    solver.run(200)
    assert found.exploitability < 0.08
    assert found.values[0] == pytest.approx(solver.solution().values[0], abs=0.05)
