"""Learning a game: what is learnt of small ones is nearly their equilibrium, by the solver's word."""

from __future__ import annotations

import pytest

from croupier.agents.solver import Solver
from croupier.agents.tree import Grower
from croupier.evolve.fitness import learning
from croupier.evolve.fitness.learning import learnt, learnt_bluff_value, top_of_the_ladder
from croupier.evolve.play.lesson import Lesson
from croupier.evolve.play.lesson_rules import (
    COARSE,
    EXACT,
    NO_SLOT,
    OPTIONS,
    Mind,
    any_allowed,
    drawn,
    favourite,
    find_slot,
    meet,
    note_average,
    regret_choices,
)
from croupier.evolve.play.players import FLAT, LEARNT, RIVAL
from croupier.games.genome import GAME, configure, find
from croupier.games.genome.machine.records import HAND
from croupier.games.genome.machine.wagers import CHECK
from croupier.kernel.language.records import sized
from croupier.kernel.statistics import Estimate
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.menu import Menu, clear
from croupier.kernel.vocabulary.rng import Rng, seed

from .asking import asked, remembered

JACK = 9
SMALL = sized(Mind, slots=16, cells=16 * OPTIONS)


def mind(*regrets: int, allowed: int = 0b111) -> Mind:
    """A mind with regrets in its first situation."""
    made = SMALL()
    made.weight = 1
    made.allowed[0] = allowed
    made.regret[: len(regrets)] = regrets
    return made


def draws(made: Mind) -> list[int]:
    """How often each choice is drawn, of a thousand."""
    rng, found = Rng(), [0] * OPTIONS
    seed(rng, 1, 1)
    for _ in range(1000):
        found[drawn(made, 0, False, rng)] += 1
    return found


def test_choices_are_drawn_by_their_regrets() -> None:
    low, high, never, *_ = draws(mind(1000, 3000, 0))
    assert never == 0 and 200 < low < 300 and 700 < high < 800
    assert min(draws(mind())[:3]) > 270, "without regrets all are alike"
    huge = draws(mind(1 << 50, 1 << 50))
    assert 450 < huge[0] < 550


def test_what_is_barred_is_never_drawn() -> None:
    made = mind(0, 5000, 5, allowed=0b101)
    assert draws(made)[1] == 0
    rng = Rng()
    seed(rng, 2, 2)
    assert {any_allowed(made.allowed[0], rng) for _ in range(50)} == {0, 2}


def test_regrets_grow_for_what_was_better_and_are_never_below_zero() -> None:
    made = mind(0, 0, 0)
    made.value[:3] = [-2, 0, 8]
    regret_choices(made, 0)
    assert made.regret[0] == made.regret[1] == 0 < made.regret[2]
    made.value[:3] = [9, 0, 0]
    regret_choices(made, 0)
    assert made.regret[0] > 0


def test_averages_are_of_what_would_be_played_and_later_play_counts_for_more() -> None:
    made = mind(100, 300, 0)
    for _ in range(4):
        note_average(made, 0)
    assert made.total[:3] == [1024, 3072, 0]
    assert favourite(made, 0) == 1
    made.weight, made.regret[:3] = 100, [0, 0, 7]
    note_average(made, 0)
    assert favourite(made, 0) == 2


def test_situations_have_slots_of_their_own_until_there_is_no_room() -> None:
    made = SMALL()
    slots = [find_slot(made, key) for key in range(1, 14)]
    assert len(set(slots)) == 13 and find_slot(made, 5) == slots[4]
    assert find_slot(made, 99) == NO_SLOT


@pytest.mark.parametrize("barred", [0, 1])
def test_who_is_barred_may_not_raise_with_less_than_half_a_hand(barred: int) -> None:
    """Of three cards the lowest is barred; the middle one beats exactly half, and is not."""
    seen = set()
    for state, decision in Grower(GAME).situations(configure("kuhn", hands=1)):
        seat = decision.seat
        made, m, rng = SMALL(), Menu(), Rng()
        made.barred = barred
        seed(rng, 1, 1)
        clear(m)
        GAME.core.menu(state.table, seat, m)
        out = Out()
        out.trace[:] = state.trace
        slot = meet(made, state.table, out, m, GAME.view(state, seat), rng, seat)
        rank = next(card for card, zone in enumerate(state.table.cards.zone) if zone == HAND + seat) // 4
        opens = m.kind[0] == CHECK
        assert (made.allowed[slot] == 0b01) == (seat == barred and rank == JACK and opens), (seat, rank)
        seen.add((rank, opens))
    assert len(seen) == 6


def exploitability(lesson: Lesson) -> float:
    """What a perfect opponent wins from who has learnt, in chips a hand."""
    solver = Solver(GAME, configure(lesson.genome, hands=1))
    return solver.judge(remembered(lesson, solver.tree)).exploitability


def test_who_has_learnt_kuhn_poker_is_far_less_exploitable_than_flat_monte_carlo() -> None:
    """Flat Monte Carlo loses 0.22 chips a hand to who knows it, random play 0.46."""
    genome = find("kuhn")
    lesson = Lesson(genome)
    lesson.study(100_000, 1)
    solver = Solver(GAME, configure(genome, hands=1))
    flat = solver.judge(asked(genome, solver.tree, FLAT, 3)).exploitability
    assert exploitability(lesson) < 0.02 < 0.15 < flat


def test_who_has_learnt_leduc_poker_is_not_very_exploitable() -> None:
    """Flat Monte Carlo loses more than 1.5 chips a hand to who knows it."""
    lesson = Lesson(find("leduc"))
    lesson.study(150_000, 1)
    assert exploitability(lesson) < 0.4


def test_a_lesson_answers_information_sets_that_it_never_met() -> None:
    """It plays every move alike there: from one hand of Kuhn poker that is known of 2 sets at most."""
    lesson = Lesson(find("kuhn"))
    lesson.study(1, 1)
    solver = Solver(GAME, configure(lesson.genome, hands=1))
    answers = remembered(lesson, solver.tree)
    assert len(answers) == 12
    assert sum(set(moves.values()) == {0.5} for moves in answers.values()) >= 6
    assert solver.judge(answers).exploitability > 0


def test_a_rival_finds_what_a_bad_player_leaves() -> None:
    """Who has learnt from a few hands leaves much to who learns to answer it, and little after many."""
    left = []
    for hands in (40, 100_000):
        lesson = Lesson(find("kuhn"))
        lesson.study(hands, 1)
        lesson.seek(40_000, 2)
        left.append(lesson.ladder(RIVAL, LEARNT, 1_000, 3).mean())
    assert left[0] > 0.2 > left[1] > -0.1


def test_lessons_are_the_same_for_a_seed_and_go_on() -> None:
    one, two = Lesson(find("kuhn")), Lesson(find("kuhn"))
    one.study(2_400, 1)
    two.study(150, 1)
    two.study(2_250, 1)
    assert (one.minds == two.minds).all()
    assert (one.play([LEARNT], 50, 2).leads == two.play([LEARNT], 50, 2).leads).all()


def test_a_game_of_too_many_situations_is_learnt_coarsely_or_not_at_all() -> None:
    for name, grain in (("leduc", EXACT), ("guts", COARSE), ("hearts", None)):
        lesson = learnt(find(name), 1, hands=5_000)
        assert (None if lesson is None else lesson.grain) == grain


def test_the_top_of_the_ladder_is_not_behind_and_leaves_little() -> None:
    found = top_of_the_ladder(find("leduc"), 1, hands=60_000)
    assert found["rung_4"].high > 0
    assert found["left"].mean < 0.2
    assert top_of_the_ladder(find("hearts"), 1) == {}


def test_a_top_that_is_behind_flat_monte_carlo_or_comes_out_differently_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for found in ([(0.1, 0.0, 0.2), (0.4, 0.3, 0.5), (0.1, 0.0, 0.2)], [(-0.2, -0.3, -0.1)] * 3):
        values = iter(Estimate(*one) for one in found)
        monkeypatch.setattr(learning, "rung", lambda _, values=values: next(values))
        assert top_of_the_ladder(find("kuhn"), 1, hands=500) == {}


def test_bluffing_is_worth_an_eighteenth_in_kuhn_poker_as_far_as_can_be_learnt() -> None:
    found = learnt_bluff_value(find("kuhn"), 1, hands=50_000)
    assert found is not None and found.low - 0.005 <= 1 / 18 <= found.high + 0.005
    assert found.high - found.low < 0.02


def test_without_bets_there_is_nothing_to_learn() -> None:
    found = learnt_bluff_value(find("hearts"), 1)
    assert found is not None and found.mean == 0


def test_what_is_learnt_differently_each_time_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    values = iter([Estimate(0.1, 0.05, 0.15), Estimate(0.4, 0.35, 0.45), Estimate(0.1, 0.05, 0.15)])
    monkeypatch.setattr(learning, "_lost", lambda *_: next(values))
    assert learnt_bluff_value(find("kuhn"), 1) is None
