"""The learner: it comes near the solver's values, and the same seed gives the same strategy.

`tests/evolve/test_lesson.py` says so of a game with cards between rounds of betting, Leduc poker as a genome.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.agents.bot import PolicyBot, house_policy
from croupier.agents.interview import Interview, exploitability
from croupier.agents.learner import SHARDS, TRACE, Ban, Knowledge, Learner
from croupier.agents.learner_rules import FORBIDDEN, HOPELESS, VALUE_BITS, WHOLE, Frame, Walk, lay_out
from croupier.agents.learnt import (
    LEARNT,
    Strategy,
    known_share,
    learnt_policy,
    policy_of,
    read_strategy,
    write_strategy,
)
from croupier.agents.loading import load_bots
from croupier.agents.random import play_randomly
from croupier.agents.solver import Solution, Solver
from croupier.agents.space import NONE
from croupier.agents.terms import Terms
from croupier.agents.tree import Grower
from croupier.kernel.contract.game import Game, Move
from croupier.kernel.contract.house_bots import Policy
from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import from_row
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.simulate.loop import Loop
from croupier.simulate.match.match import Match
from tests.simulate.plainly import play_plainly
from tests.toys.kuhn import GAME as KUHN
from tests.toys.kuhn.rules import BET
from tests.toys.leduc import GAME as LEDUC
from tests.toys.pennies import GAME as PENNIES
from tests.toys.refill import GAME as REFILL

BETS = Move(BET)
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
    folder.mkdir(exist_ok=True)
    path = folder / f"{game.name}.learnt"
    write_strategy(path, game, game.configure(), learnt(game, rounds), seed=1, options={})
    return path


def judged(game: Game, path: Path) -> Solution:
    """A strategy of a file before the solver, by the probabilities that its policy names."""
    interview = Interview(PolicyBot(learnt_policy(game, path)))
    found = exploitability(game, game.configure(), interview)
    assert not interview.estimated, "every situation has been met"
    return found


def test_kuhn_poker_is_learnt_to_a_hundredth_of_an_ante(tmp_path: Path) -> None:
    found = judged(KUHN, in_a_file(KUHN, 12, tmp_path))
    assert found.exploitability < 0.01
    assert found.values[0] == pytest.approx(-1 / 18, abs=0.005)


class Rows(list[Any]):
    """Plain records in place of compiled ones: what is written to a place is a copy, as it is there."""

    def __setitem__(self, at: Any, record: Any) -> None:
        super().__setitem__(at, record.copy())


def enter_plainly(rule: Any) -> Any:
    """A rule of learning, entered with compiled rows and arrays and run in plain Python."""

    def run(*arguments: Any) -> None:
        *rows, memories, store, key, first, visits, moves = arguments
        kinds = (*KINDS[game_of(rule).name], Walk, Frame)
        plain = [Rows(from_row(kind, row, at) for at in range(len(row))) for kind, row in zip(kinds, rows, strict=True)]
        lists = tuple(words.tolist() for words in store)
        rule(*plain, tuple(map(memoryview, memories)), lists, key, first, visits, moves)
        for words, values in zip(store, lists, strict=True):
            words[:] = values

    return run


PLAYED = (KUHN, LEDUC, REFILL, PENNIES)
KINDS = {game.name: (game.Table, Out, Menu, game.View, Action, Rng) for game in PLAYED}


def game_of(rule: Any) -> Game:
    return next(game for game in PLAYED if game.core.act is rule.__globals__["act"])


def study_plainly(game: Game, config: Any, rounds: int, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Knowledge:
    monkeypatch.setattr("croupier.agents.learner.compiled", enter_plainly)
    monkeypatch.setattr("croupier.agents.learner.FIRST_ROUND", 150)
    learner, known = Learner(game, config, seed=5, **more), Knowledge.empty()
    for _ in range(rounds):
        known = known.merged([learner.study(known, shard) for shard in range(SHARDS)], learner.most_nodes)
    return known


@pytest.mark.indices
def test_the_same_is_learnt_at_both_speeds(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = study_plainly(KUHN, KUHN.configure(), 2, monkeypatch)
    monkeypatch.setattr("croupier.agents.learner.compiled", compiled)
    learner, known = Learner(KUHN, KUHN.configure(), seed=5), Knowledge.empty()
    for _ in range(2):
        known = known.merged([learner.study(known, shard) for shard in range(SHARDS)])
    for name in ("keys", "blocks", "regrets", "totals"):
        assert getattr(known, name).tolist() == getattr(plain, name).tolist()
    assert known.walks == plain.walks


def test_three_seats_learn_to_name_cards_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    config = REFILL.configure(seats=3, turns=1)
    known = study_plainly(REFILL, config, 1, monkeypatch)
    widths = np.diff(known.blocks)
    assert known.crowded == 0 and known.walks >= SHARDS * 3
    assert widths.min() >= 2 and len(set(known.keys.tolist())) == len(known.keys)


def test_seats_that_choose_at_once_learn_to_choose_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    known = study_plainly(PENNIES, PENNIES.configure(), 3, monkeypatch)
    strategy = Strategy.of(known)
    assert len(strategy.keys) >= 2
    assert all(60 <= part <= 195 for part in strategy.parts[:4].tolist()), "matching pennies is won by nobody"


def named(game: Game, policy: Policy) -> dict[tuple[int, int], dict[Move, float]]:
    """What a policy plays in every information set: by the probabilities that it names where it has learnt."""
    interview = Interview(PolicyBot(policy), draws=1)
    for situation in Grower(game).situations(game.configure()):
        interview.ask(game, situation)
    return interview.strategies


def test_a_rival_of_random_play_plays_a_best_response(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Kuhn poker, against equal shares of every move; judged by the exact value of the two strategies."""
    known = study_plainly(KUHN, KUHN.configure(), 4, monkeypatch, against=[play_randomly])
    assert not known.totals.any(), "a rival has no average, and the others learn nothing"
    memory = Strategy.best(known).memory(TRACE)
    rival = named(KUHN, policy_of(KUHN, lambda: memory, TRACE))
    solver = Solver(KUHN, KUHN.configure())
    evenly = {where: dict.fromkeys(moves, 1 / len(moves)) for where, moves in rival.items()}
    best = solver.judge(evenly)
    for seat in range(2):
        values = solver.judge({where: (rival if where[0] == seat else evenly)[where] for where in rival}).values
        assert values[seat] == pytest.approx(best.values[seat] + best.gains[seat])


@rule
def forbids_bets(v: Any, m: Menu, option: int, traced: int, rng: Rng) -> bool:
    """A ban on bets."""
    return m.kind[option] == BET


def test_a_forbidden_choice_is_never_learnt_and_binds_one_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    known = study_plainly(KUHN, KUHN.configure(), 3, monkeypatch, ban=Ban(forbids_bets, 0))
    memory = Strategy.of(known).memory(TRACE)
    answers = named(KUHN, policy_of(KUHN, lambda: memory, TRACE))
    bets = [(seat, moves[BETS]) for (seat, _), moves in answers.items() if BETS in moves]
    assert [share for seat, share in bets if seat == 0] == [0.0] * 3
    assert max(share for seat, share in bets if seat == 1) > 0.5
    assert (known.regrets == FORBIDDEN).sum() == 3
    free = study_plainly(KUHN, KUHN.configure(), 1, monkeypatch, ban=Ban(forbids_bets, NONE))
    assert FORBIDDEN not in free.regrets


def test_without_plays_or_regret_every_allowed_move_is_equally_likely() -> None:
    words = [np.array(values, np.int64) for values in ([7, 5], [0, 3, 5], [FORBIDDEN, -4, -9, 0, 0], [0] * 5)]
    known = Knowledge(*words)
    assert Strategy.of(known).parts.tolist() == [128, 127, 0, 128, 127]
    assert Strategy.best(known).parts.tolist() == [128, 127, 0, 255, 0]


def test_a_shard_ends_with_the_walk_that_uses_up_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.agents.learner.compiled", enter_plainly)
    learner = Learner(KUHN, KUHN.configure(), seed=5)
    found = learner.study(Knowledge.empty(), 0, moves=40)
    assert 40 <= found.moves < 80 and found.visits < 200


def test_a_full_store_keeps_what_came_first_and_counts_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    known = study_plainly(KUHN, KUHN.configure(), 2, monkeypatch, most_nodes=5)
    assert known.crowded > 0
    assert len(known.keys) == 5 and known.blocks.tolist() == [0, 2, 4, 6, 8, 10] and len(known.totals) == 10


def test_a_hopeless_choice_is_mostly_left_out() -> None:
    walk, frame, rng, tried = Walk(), Frame(), Rng(), 0
    seed(rng, 1, 1)
    hopeless = -(HOPELESS * 2 << VALUE_BITS) - 1
    store = ([], [], [0, 3], [10, hopeless, hopeless + 1], [0, 0, 0], [0, 0, 0, 2, 0, 0, 0])
    walk.share[:3] = [WHOLE, 0, 0]
    for _ in range(160):
        lay_out(frame, store, walk, 0, 3, rng)
        assert frame.tried[0] == frame.tried[2] == 1
        tried += frame.tried[1]
    assert 0 < tried < 30, "once in sixteen times"


def test_learnt_policies_play_alike_at_both_speeds_each_by_its_own_memory(tmp_path: Path) -> None:
    files = [in_a_file(KUHN, rounds, tmp_path / str(rounds)) for rounds in (1, 4)]
    one, other = (house_policy(KUHN, f"{LEARNT}{file}") for file in files)
    loop, found = Loop(KUHN, None, [one, other, play_randomly]), []
    for seated in ([one, other], [other, one], [other, play_randomly]):
        loop.seat(seated)
        found.append(loop.run(3, 0, 300))
        assert found[-1] == loop.run_plain(3, 0, 300)
    assert found[0] != found[1]


def test_a_learnt_policy_plays_a_match_alike_driven_and_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = in_a_file(KUHN, 4, tmp_path)
    play_plainly(monkeypatch, KUHN)

    def played() -> list[Any]:
        entrants = load_bots(KUHN, [f"house:learnt:{path}", "house:random"], Terms())
        results = Match(KUHN, KUHN.configure(), entrants, hands=60, seed=4, duplicate=False).play()
        assert results.names[0] == f"house:learnt:{path.name}"
        return [results.result(bot) for bot in range(2)]

    found = played()
    beside = load_bots(KUHN, ["learnt:here.learnt", "random"], Terms())
    assert beside[0].name == "house:learnt:here.learnt", "a file without a folder"
    monkeypatch.setattr("croupier.simulate.match.sitting.plays_compiled", lambda bot: False)
    assert played() == found


def test_a_policy_that_is_asked_gets_all_that_its_seat_was_told(tmp_path: Path) -> None:
    bot = PolicyBot(house_policy(KUHN, f"{LEARNT}{in_a_file(KUHN, 4, tmp_path)}"))
    assert bot.imagines, "so it is handed a blindfolded state, with its trace"
    assert not PolicyBot(play_randomly).imagines


def test_unlearnt_decisions_are_counted_and_left_to_the_default_policy(tmp_path: Path) -> None:
    path = in_a_file(KUHN, 4, tmp_path)
    assert known_share(KUHN, KUHN.configure(), path, matches=20, seed=1) == 1
    assert 0 < known_share(KUHN, KUHN.configure(hands=2), path, matches=20, seed=1) < 0.7


def test_a_strategy_is_written_and_read_back(tmp_path: Path) -> None:
    path = in_a_file(KUHN, 2, tmp_path)
    strategy, (about, data) = Strategy.of(learnt(KUHN, 2)), read_strategy(path)
    again = Strategy.unpacked(data, about.situations)
    for name in ("keys", "blocks", "parts"):
        assert getattr(again, name).tolist() == getattr(strategy, name).tolist()
    assert (np.add.reduceat(again.parts.astype(int), again.blocks[:-1]) == 255).all()
    assert (about.game, about.seed, about.rounds, about.config) == ("kuhn", 1, 2, KUHN.configure().flat())


def test_a_file_that_is_damaged_or_of_something_else_is_refused(tmp_path: Path) -> None:
    path = in_a_file(KUHN, 1, tmp_path)
    with pytest.raises(BadInput, match="a strategy for kuhn, not for leduc"):
        learnt_policy(LEDUC, path)
    head, _, data = path.read_bytes().partition(b"\n")
    (tmp_path / "damaged").write_bytes(head + b"\n" + data[:-1])
    with pytest.raises(BadInput, match="is damaged"):
        learnt_policy(KUHN, tmp_path / "damaged")
    other = {**json.loads(head), "fingerprint": "0" * 16}
    (tmp_path / "other").write_bytes(json.dumps(other).encode() + b"\n" + data)
    with pytest.raises(BadInput, match="by other rules of Kuhn poker"):
        learnt_policy(KUHN, tmp_path / "other")
    (tmp_path / "text").write_bytes(b"hello")
    with pytest.raises(BadInput, match="no strategy that `croupier learn` wrote"):
        learnt_policy(KUHN, tmp_path / "text")
    with pytest.raises(BadInput, match="cannot be read"):
        learnt_policy(KUHN, tmp_path / "nowhere")
