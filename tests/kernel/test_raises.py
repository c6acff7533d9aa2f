"""Who may raise, what reopens the betting, and how much a raise may be."""

from __future__ import annotations

import pytest

from croupier.kernel.vocabulary.betting import (
    ANY_RAISE,
    FIXED_LIMIT,
    NO_LIMIT,
    ONE_FULL_RAISE,
    POT_LIMIT,
    SHORT_BET_IS_COMPLETED,
    SHORT_BET_STANDS,
    SHORTS_ADD_UP,
    SPREAD_LIMIT,
    answerable,
    least_raise_to,
    may_raise,
    most_raise_to,
    put_in,
    put_in_dead,
    raise_limit,
    raise_to,
)
from tests.kernel.betting_round import Round

# Who may raise.


def test_a_raise_needs_a_chip_more_than_the_call() -> None:
    table = Round(1_000, 50, 51, 1_000)
    table.raise_to(50)
    assert not may_raise(table.b, 1)
    assert may_raise(table.b, 2)


def test_a_raise_needs_somebody_who_can_answer() -> None:
    """Seat 0 has bet 50. Nobody but seat 2 may have a chip beyond that, and seat 2 is no answer to itself."""
    table = Round(50, 50, 500)
    table.raise_to(50)
    assert not answerable(table.b, 2)
    assert not may_raise(table.b, 2)
    table = Round(50, 51, 500)
    table.raise_to(50)
    assert answerable(table.b, 2)
    assert may_raise(table.b, 2)


def test_a_seat_that_has_folded_cannot_answer() -> None:
    table = Round(50, 500, 500)
    table.raise_to(50)
    table.fold()
    assert not may_raise(table.b, 2)


def test_a_bet_that_was_put_in_counts_as_an_answer_together_with_the_stack() -> None:
    """Seat 1 had put in 30 of its 60 chips: over a bet of 40 it can still answer."""
    b = Round(40, 60, 500).b
    put_in(b, 1, 30)
    raise_to(b, 0, 40)
    assert answerable(b, 2)


@pytest.mark.parametrize(("cap", "raises"), [(0, 5), (1, 1), (2, 2)])
def test_the_cap_counts_raises_and_not_the_opening_bet(cap: int, raises: int) -> None:
    """Without a cap there is always another raise."""
    table = Round(1_000, 1_000, 1_000, cap=cap)
    table.raise_to(20)
    for number in range(1, raises + 1):
        assert may_raise(table.b, table.actor)
        table.raise_to(20 + 20 * number)
        assert table.b.raises == number
    assert may_raise(table.b, table.actor) == (cap == 0)


def test_a_bet_of_one_chip_can_be_raised_for_the_cap_too() -> None:
    table = Round(100, 100, unit=1, cap=1)
    table.raise_to(1, 2)
    assert table.b.raises == 1
    assert not may_raise(table.b, 0)


# What reopens the betting.


def facing(least: int, reopen: int) -> bool:
    """Whether seat 0, who has bet 100, may raise again after one all-in of seat 1."""
    table = Round(1_000, least, 1_000, unit=100, reopen=reopen)
    table.raise_to(100, least)
    table.call()
    assert table.actor == 0
    return may_raise(table.b, 0)


@pytest.mark.parametrize("reopen", [SHORTS_ADD_UP, ONE_FULL_RAISE])
def test_an_exact_minimum_raise_reopens_and_a_chip_less_does_not(reopen: int) -> None:
    assert facing(200, reopen)
    assert not facing(199, reopen)


def test_any_raise_reopens_where_the_table_says_so() -> None:
    assert facing(101, ANY_RAISE)


def shorts(first: int, second: int, reopen: int) -> bool:
    """Whether seat 0, who has bet 100, may raise again after two all-ins."""
    table = Round(1_000, first, second, 1_000, unit=100, reopen=reopen)
    table.raise_to(100, first, second)
    table.call()
    assert table.actor == 0
    return may_raise(table.b, 0)


def test_short_all_ins_add_up_to_a_full_raise_exactly() -> None:
    assert shorts(150, 200, SHORTS_ADD_UP)
    assert not shorts(150, 199, SHORTS_ADD_UP)


def test_short_all_ins_do_not_add_up_where_one_full_raise_is_needed() -> None:
    assert not shorts(150, 249, ONE_FULL_RAISE)
    assert shorts(150, 250, ONE_FULL_RAISE), "the second is a full raise over the first"


def test_what_a_seat_faces_is_counted_from_what_it_has_bet() -> None:
    """Seat 0 has bet 100 and faces 149; seat 2 has called 150 and faces 99 of the 100 that would reopen."""
    table = Round(1_000, 150, 1_000, 249, unit=100)
    table.raise_to(100, 150)
    table.call()
    table.raise_to(249)
    assert (table.actor, may_raise(table.b, 0), may_raise(table.b, 2)) == (0, True, False)


def test_a_short_all_in_leaves_the_least_raise_as_it_was() -> None:
    table = Round(1_000, 150, 1_000, unit=100)
    table.raise_to(100, 150)
    assert (table.b.last_raise, least_raise_to(table.b, 2)) == (100, 250)


def test_a_full_raise_sets_the_least_raise() -> None:
    table = Round(1_000, 1_000, 1_000, unit=100)
    table.raise_to(100, 350)
    assert (table.b.last_raise, least_raise_to(table.b, 2)) == (250, 600)


def test_a_seat_may_not_reraise_its_own_raise() -> None:
    table = Round(1_000, 150, 1_000, unit=100)
    table.raise_to(100)
    assert table.b.fresh == 0b110
    table.raise_to(150)
    assert table.b.fresh == 0b100, "the short raise took the right of seat 1 and gave none to seat 0"
    table.raise_to(250)
    assert table.b.fresh == 0b011


@pytest.mark.parametrize(("all_in", "reopens"), [(30, True), (29, False), (40, True), (21, False)])
def test_half_a_raise_reopens_a_fixed_limit_and_a_chip_less_does_not(all_in: int, reopens: bool) -> None:
    """The only raise is one of 20, from 20 to 40."""
    table = Round(1_000, all_in, 1_000, structure=FIXED_LIMIT, reopen=ONE_FULL_RAISE)
    table.raise_to(20, all_in)
    assert table.b.fresh == (0b101 if reopens else 0b100)
    table.call()
    assert (table.actor, may_raise(table.b, 0)) == (0, reopens)


def test_a_bet_of_one_chip_can_be_raised_for_the_cap_in_a_fixed_limit_too() -> None:
    table = Round(100, 100, unit=1, cap=1, structure=FIXED_LIMIT)
    table.raise_to(1, 2)
    assert table.b.raises == 1
    assert not may_raise(table.b, 0)


@pytest.mark.parametrize("structure", [NO_LIMIT, POT_LIMIT, SPREAD_LIMIT])
def test_half_a_raise_reopens_nothing_else(structure: int) -> None:
    table = Round(1_000, 30, 1_000, structure=structure, reopen=ONE_FULL_RAISE, spread=100)
    table.raise_to(20, 30)
    assert table.b.fresh == 0b100


# How much a raise may be.


def test_a_raise_is_at_least_the_last_one_or_all_in() -> None:
    table = Round(1_000, 69, 70, 71, 1_000)
    table.raise_to(45)
    assert [least_raise_to(table.b, seat) for seat in (1, 2, 3, 4)] == [69, 70, 71, 90]
    put_in(table.b, 1, 9)
    assert least_raise_to(table.b, 1) == 69, "what is in front of a seat is part of its total"


@pytest.mark.parametrize(
    ("short_bet", "bet", "least"),
    [
        (SHORT_BET_STANDS, 12, 32),
        (SHORT_BET_STANDS, 19, 39),
        (SHORT_BET_IS_COMPLETED, 12, 20),
        (SHORT_BET_IS_COMPLETED, 19, 20),
        (SHORT_BET_IS_COMPLETED, 20, 40),
        (SHORT_BET_IS_COMPLETED, 21, 42),
    ],
)
def test_an_opening_all_in_below_the_least_bet_stands_or_is_completed(short_bet: int, bet: int, least: int) -> None:
    table = Round(bet, 1_000, 1_000, short_bet=short_bet)
    table.raise_to(bet)
    assert least_raise_to(table.b, 1) == least


@pytest.mark.parametrize(
    ("structure", "most"),
    [
        pytest.param(NO_LIMIT, 1_000, id="no limit: all that there is"),
        pytest.param(POT_LIMIT, 60 + (75 + 50), id="pot limit: the bet, and the pot after a call"),
        pytest.param(SPREAD_LIMIT, 60 + 100, id="spread limit: the spread on top of the bet"),
        pytest.param(FIXED_LIMIT, 60 + 60, id="fixed limit: one bet more"),
    ],
)
def test_the_structure_bounds_a_raise(structure: int, most: int) -> None:
    """Seat 0 has 10 in front of it, seat 1 has bet 60, and 5 are dead: 50 to call, 75 in the pot."""
    table = Round(1_000, 1_000, 1_000, structure=structure, spread=100, unit=60)
    put_in(table.b, 0, 10)
    put_in_dead(table.b, 2, 5)
    raise_to(table.b, 1, 60)
    assert raise_limit(table.b, 0) == most_raise_to(table.b, 0) == most


@pytest.mark.parametrize("structure", [NO_LIMIT, POT_LIMIT, SPREAD_LIMIT, FIXED_LIMIT])
def test_no_structure_lets_raise_more_than_the_stack(structure: int) -> None:
    table = Round(75, 1_000, 1_000, structure=structure, spread=100, unit=60)
    put_in(table.b, 0, 10)
    raise_to(table.b, 1, 60)
    assert raise_limit(table.b, 0) == most_raise_to(table.b, 0) == 75


def test_a_spread_is_at_least_the_last_raise() -> None:
    table = Round(1_000, 1_000, 1_000, structure=SPREAD_LIMIT, spread=30)
    table.raise_to(70)
    assert raise_limit(table.b, 1) == 140


def test_the_most_is_no_less_than_the_least() -> None:
    """In a pot limit with an empty pot, the least bet is still a bet."""
    table = Round(1_000, 1_000, structure=POT_LIMIT)
    put_in_dead(table.b, 1, 5)
    assert (raise_limit(table.b, 0), most_raise_to(table.b, 0)) == (5, 20)
