"""Learning a game: what is learnt of small ones is nearly their equilibrium, by the solver's word."""

from __future__ import annotations

import pytest

from croupier.agents.bot import PolicyBot
from croupier.agents.interview import Interview
from croupier.agents.interview import exploitability as judged
from croupier.agents.learner import SITUATION, TRACE
from croupier.agents.solver import Solver
from croupier.agents.tree import Grower
from croupier.evolve.fitness import learning
from croupier.evolve.fitness.learning import learnt, learnt_bluff_value, top_of_the_ladder
from croupier.evolve.play.players import FLAT, LEARNT, RIVAL
from croupier.evolve.play.students import is_bluff
from croupier.evolve.play.study import Lesson
from croupier.games.genome import GAME, configure, find
from croupier.games.genome.machine.records import HAND
from croupier.games.genome.machine.wagers import BET
from croupier.kernel.statistics import Estimate
from croupier.kernel.vocabulary.menu import Menu, clear
from croupier.kernel.vocabulary.rng import Rng, seed

from .asking import asked

JACK = 9


@pytest.mark.parametrize("traced", [0, 1])
def test_a_bluff_is_a_raise_with_less_than_half_a_hand(traced: int) -> None:
    """Of three cards only the lowest bluffs. By classes of hands, the middle one is taken for either half by chance."""
    seen = set()
    for state, decision in Grower(GAME).situations(configure("kuhn", hands=1)):
        seat, m, rng = decision.seat, Menu(), Rng()
        clear(m)
        GAME.core.menu(state.table, seat, m)
        rank = next(card for card, zone in enumerate(state.table.cards.zone) if zone == HAND + seat) // 4
        for option in range(m.count):
            seed(rng, 1, 1)
            found = is_bluff(GAME.view(state, seat), m, option, traced, rng)
            seen.add((rank - JACK, m.kind[option] == BET, found))
    wanted = {(rank, bets, bets and rank == 0) for rank in range(3) for bets in (False, True)}
    assert seen - {(1, True, True)} == wanted if not traced else seen == wanted


def exploitability(lesson: Lesson) -> float:
    """What a perfect opponent wins from the learnt player, in chips a hand."""
    return judged(GAME, configure(lesson.genome, hands=1), Interview(PolicyBot(lesson.learnt))).exploitability


def test_a_learnt_player_of_kuhn_poker_is_far_less_exploitable_than_flat_monte_carlo() -> None:
    """Flat Monte Carlo loses 0.22 chips a hand to a perfect opponent, random play 0.46."""
    genome = find("kuhn")
    lesson = Lesson(genome)
    lesson.study(200_000, 1)
    solver = Solver(GAME, configure(genome, hands=1))
    flat = solver.judge(asked(genome, solver.tree, FLAT, 3)).exploitability
    assert exploitability(lesson) < 0.02 < 0.15 < flat


def test_a_learnt_player_of_leduc_poker_is_not_very_exploitable() -> None:
    """Flat Monte Carlo loses more than 1.5 chips a hand to a perfect opponent."""
    lesson = Lesson(find("leduc"))
    lesson.study(300_000, 1)
    assert exploitability(lesson) < 0.4


def test_a_rival_finds_what_a_bad_player_leaves() -> None:
    """After a few visits a learnt player loses much to a rival trained against it; after many, little."""
    left = []
    for moves in (10, 1_000_000):
        lesson = Lesson(find("kuhn"))
        lesson.study(200_000, 1, moves=moves)
        lesson.train_rival(60_000, 2)
        left.append(lesson.ladder(RIVAL, LEARNT, 1_000, 3).mean())
    assert left[0] > 0.2 > left[1] > -0.1


def test_lessons_are_the_same_for_a_seed_and_go_on() -> None:
    one, two = Lesson(find("kuhn")), Lesson(find("kuhn"))
    one.study(60_000, 1)
    two.study(10_000, 1)
    two.study(60_000, 1)
    assert one.learnt.memory.tolist() == two.learnt.memory.tolist()
    assert (one.play([LEARNT], 50, 2).leads == two.play([LEARNT], 50, 2).leads).all()


def test_a_game_of_too_many_situations_is_learnt_coarsely_or_not_at_all() -> None:
    for name, keys in (("leduc", TRACE), ("guts", SITUATION), ("hearts", None)):
        lesson = learnt(find(name), 1, visits=30_000)
        assert (None if lesson is None else lesson.keys) == keys


def test_the_top_of_the_ladder_is_not_behind_and_leaves_little() -> None:
    found = top_of_the_ladder(find("kuhn"), 1, visits=60_000)
    assert found["rung_4"].high > 0
    assert found["left"].mean < 0.2
    assert top_of_the_ladder(find("hearts"), 1) == {}


def test_a_top_that_is_behind_flat_monte_carlo_or_comes_out_differently_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for found in ([(0.1, 0.0, 0.2), (0.4, 0.3, 0.5), (0.1, 0.0, 0.2)], [(-0.2, -0.3, -0.1)] * 3):
        values = iter(Estimate(*one) for one in found)
        monkeypatch.setattr(learning, "rung", lambda _, values=values: next(values))
        assert top_of_the_ladder(find("kuhn"), 1, visits=8_000) == {}


def test_bluffing_is_worth_an_eighteenth_in_kuhn_poker_as_far_as_can_be_learnt() -> None:
    found = learnt_bluff_value(find("kuhn"), 1, visits=100_000, played=40_000)
    assert found is not None and found.low - 0.005 <= 1 / 18 <= found.high + 0.005
    assert found.high - found.low < 0.02


def test_without_bets_there_is_nothing_to_learn() -> None:
    found = learnt_bluff_value(find("hearts"), 1)
    assert found is not None and found.mean == 0


def test_a_value_that_is_learnt_differently_each_time_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    values = iter([Estimate(0.1, 0.05, 0.15), Estimate(0.4, 0.35, 0.45), Estimate(0.1, 0.05, 0.15)])
    monkeypatch.setattr(learning, "_lost", lambda *_: next(values))
    assert learnt_bluff_value(find("kuhn"), 1) is None
