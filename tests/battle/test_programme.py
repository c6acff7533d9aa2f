"""Linear programming in whole numbers: exact optima of small programmes, and of games known by heart."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.games.battle.programme import best_optimum, maximise, value_of


def exact(*numbers: int) -> list[Fraction]:
    return [Fraction(number) for number in numbers]


ROCK_PAPER_SCISSORS = [exact(0, -1, 1), exact(1, 0, -1), exact(-1, 1, 0)]


def test_a_programme_of_two_goods_is_solved_exactly() -> None:
    """3x + 5y with x ≤ 4, 2y ≤ 12, 3x + 2y ≤ 18: Dantzig's textbook example, 36 at (2, 6)."""
    limits = [exact(1, 0), exact(0, 2), exact(3, 2)]
    assert maximise(exact(3, 5), limits, exact(4, 12, 18)) == (exact(2, 6), 36)


def test_fractions_stay_fractions() -> None:
    third = Fraction(1, 3)
    assert maximise([third], [[Fraction(2, 7)]], [Fraction(1)]) == ([Fraction(7, 2)], Fraction(7, 6))


def test_a_programme_without_a_largest_gain_is_refused() -> None:
    with pytest.raises(ValueError, match="largest"):
        maximise(exact(1), [exact(-1)], exact(0))


def test_the_value_of_a_game_is_exact() -> None:
    assert value_of(ROCK_PAPER_SCISSORS) == 0
    assert value_of([exact(2, -3), exact(-3, 4)]) == Fraction(-1, 12), "Morra with one and two fingers"
    assert value_of([exact(5, 7), exact(1, 9)]) == 5, "a saddle point"


def test_a_game_with_one_optimum_has_nothing_to_choose() -> None:
    for row in range(3):
        gains = exact(*(int(at == row) for at in range(3)))
        assert best_optimum(ROCK_PAPER_SCISSORS, Fraction(0), gains) == ([Fraction(1, 3)] * 3, Fraction(1, 3))


def test_of_many_optima_the_one_with_most_is_found() -> None:
    """Two rows that are the same may share their weight in any way."""
    doubled = [*ROCK_PAPER_SCISSORS, ROCK_PAPER_SCISSORS[0]]
    mix, most = best_optimum(doubled, Fraction(0), exact(0, 0, 0, 1))
    assert most == mix[3] == Fraction(1, 3) and mix[0] == 0
    mix, least = best_optimum(doubled, Fraction(0), exact(0, 0, 0, -1))
    assert least == mix[3] == 0 and mix[0] == Fraction(1, 3)
