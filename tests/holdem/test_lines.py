"""Betting lines: what the table remembers of each seat's play, street by street."""

from __future__ import annotations

import pytest

from croupier import holdem
from croupier.games.holdem.betting_lines import (
    HUGE,
    LARGE,
    MEDIUM,
    MOST_LEVEL,
    OVER,
    SMALL,
    calls_of,
    level_of,
    on_street,
    price_of,
    raises_of,
    size_of_bet,
)
from croupier.games.holdem.hand import Hand
from croupier.games.holdem.records import FLOP, PRE_FLOP, RIVER, TURN


def three(**options: object) -> Hand:
    """Blinds 10/20; the button is seat 0 and first to act."""
    return holdem.deal([100_000] * 3, (10, 20), button=0, seed=1, **options)  # type: ignore[arg-type]


def checks_of(part: int) -> int:
    """How often a seat checked on a street: nobody but this test asks."""
    return part & 3


def remembered(hand: Hand, seat: int, street: int) -> tuple[int, int, int, int, int]:
    """Checks, calls, raises, price and level of a seat on a street."""
    part = on_street(hand.table.line[seat], street)
    return checks_of(part), calls_of(part), raises_of(part), price_of(part), level_of(part)


@pytest.mark.parametrize(
    ("chips", "pot", "size"),
    [
        (1, 100, SMALL),
        (40, 100, SMALL),
        (41, 100, MEDIUM),
        (70, 100, MEDIUM),
        (71, 100, LARGE),
        (120, 100, LARGE),
        (121, 100, OVER),
        (300, 100, OVER),
        (301, 100, HUGE),
        (4, 10, SMALL),
        (7, 10, MEDIUM),
        (12, 10, LARGE),
        (30, 10, OVER),
        (1, 0, HUGE),
        (0, 0, SMALL),
    ],
)
def test_bets_are_sized_by_the_pot(chips: int, pot: int, size: int) -> None:
    assert size_of_bet(chips, pot) == size


def test_limp_has_level_0_and_the_size_of_the_big_blind() -> None:
    """The call of 20 is into the 10 that lay there without the big blind."""
    hand = three()
    hand.call()
    assert remembered(hand, 0, PRE_FLOP) == (0, 1, 0, OVER, 0)
    assert hand.table.line[1:3] == [0, 0], "who has only posted has done nothing"


def test_raise_and_its_call_have_the_same_level() -> None:
    """40 more than the bet, into 30 and the call of 20; then a call of 50 into what lay there without the raise."""
    hand = three()
    hand.raise_to(60)
    assert remembered(hand, 0, PRE_FLOP) == (0, 0, 1, LARGE, 1)
    hand.call()
    assert remembered(hand, 1, PRE_FLOP) == (0, 1, 0, OVER, 1)
    hand.raise_to(120)
    assert remembered(hand, 2, PRE_FLOP) == (0, 0, 1, SMALL, 2)
    assert remembered(hand, 0, PRE_FLOP) == (0, 0, 1, LARGE, 1)


@pytest.mark.parametrize(("total", "size"), [(132, SMALL), (133, MEDIUM)])
def test_raise_is_sized_by_the_pot_after_a_call(total: int, size: int) -> None:
    """The big blind has 20 in and 40 to call: after that 180 lie there, and 40 % of them is 72."""
    hand = three()
    hand.raise_to(60)
    hand.call()
    hand.raise_to(total)
    assert price_of(on_street(hand.table.line[2], PRE_FLOP)) == size


@pytest.mark.parametrize(("bet", "size"), [(24, SMALL), (25, MEDIUM)])
def test_call_has_the_size_of_the_bet_that_it_calls(bet: int, size: int) -> None:
    """60 lie there when seat 1 bets, and 40 % of them is 24."""
    hand = three()
    hand.call()
    hand.call()
    hand.check()
    hand.bet(bet)
    hand.call()
    assert [price_of(on_street(hand.table.line[seat], FLOP)) for seat in (1, 2)] == [size, size]


def test_check_is_counted_and_has_no_price() -> None:
    hand = three()
    hand.call()
    hand.call()
    hand.check()
    assert remembered(hand, 2, PRE_FLOP) == (1, 0, 0, 0, 0)
    for _ in range(3):
        hand.check()
    assert [remembered(hand, seat, FLOP) for seat in range(3)] == [(1, 0, 0, 0, 0)] * 3


def test_bet_after_the_flop_has_level_1() -> None:
    hand = three()
    hand.call()
    hand.call()
    hand.check()
    hand.bet(20)
    assert remembered(hand, 1, FLOP) == (0, 0, 1, SMALL, 1)
    hand.raise_to(300)
    assert remembered(hand, 2, FLOP) == (0, 0, 1, OVER, 2)
    hand.fold()
    assert remembered(hand, 0, FLOP) == (0, 0, 0, 0, 0)
    hand.call()
    assert remembered(hand, 1, FLOP) == (0, 1, 1, OVER, 2)


def test_price_is_that_of_the_largest_bet() -> None:
    hand = three()
    hand.raise_to(60)
    hand.fold()
    hand.raise_to(1_000)
    assert price_of(on_street(hand.table.line[2], PRE_FLOP)) == HUGE
    hand.raise_to(1_940)
    assert remembered(hand, 0, PRE_FLOP) == (0, 0, 2, LARGE, 3)
    hand.raise_to(2_880)
    assert remembered(hand, 2, PRE_FLOP) == (0, 0, 2, HUGE, 4)


def test_streets_are_remembered_apart() -> None:
    hand = three()
    hand.raise_to(60)
    hand.call()
    hand.fold()
    for _ in range(2):
        hand.check()
        hand.bet(100)
        hand.call()
    hand.bet(50)
    hand.call()
    line = hand.table.line[0]
    assert [raises_of(on_street(line, street)) for street in (PRE_FLOP, FLOP, TURN, RIVER)] == [1, 1, 1, 0]
    assert [calls_of(on_street(line, street)) for street in (PRE_FLOP, FLOP, TURN, RIVER)] == [0, 0, 0, 1]
    line = hand.table.line[1]
    assert [checks_of(on_street(line, street)) for street in (PRE_FLOP, FLOP, TURN, RIVER)] == [0, 1, 1, 0]
    assert [level_of(on_street(line, street)) for street in (PRE_FLOP, FLOP, TURN, RIVER)] == [1, 1, 1, 1]
    assert on_street(hand.table.line[2], FLOP) == 0


def test_counts_end_at_three_and_levels_at_seven() -> None:
    hand = three()
    hand.fold()
    for level in range(40, 280, 20):
        hand.raise_to(level)
        assert remembered(hand, 1 + level // 20 % 2, PRE_FLOP)[4] == min(level // 20 - 1, MOST_LEVEL)
    assert [remembered(hand, seat, PRE_FLOP)[:3] for seat in (1, 2)] == [(0, 0, 3)] * 2
    assert [remembered(hand, seat, PRE_FLOP)[4] for seat in (1, 2)] == [7, 7]


def test_fourth_call_is_not_counted() -> None:
    """Seats 1 and 2 raise each other, seat 0 calls whenever it is asked."""
    hand = three()
    hand.call()
    for level in (40, 80, 120):
        assert hand.actor == 1
        hand.raise_to(level)
        hand.raise_to(level + 20)
        hand.call()
    assert remembered(hand, 0, PRE_FLOP)[:3] == (0, 3, 0)
    assert remembered(hand, 1, PRE_FLOP)[:3] == (0, 0, 3)
    hand.raise_to(180)
    hand.call()
    assert (hand.actor, remembered(hand, 2, PRE_FLOP)[:3]) == (0, (0, 1, 3))
    before = hand.table.line[0]
    hand.call()
    assert hand.street == "FLOP"
    assert remembered(hand, 0, PRE_FLOP) == (0, 3, 0, price_of(before), MOST_LEVEL)
