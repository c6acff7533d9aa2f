"""Who may raise, and who may raise again: the rules at their edges, one chip to either side.

Blinds 10/20 and the button on seat 0, so that seat 1 is small blind and seat 2 big blind.
"""

from __future__ import annotations

import pytest

from croupier import holdem
from croupier.games.holdem.hand import Hand


def dealt(*stacks: int, **options: object) -> Hand:
    """A hand of as many seats as stacks are given."""
    return holdem.deal(list(stacks), (10, 20), **{"button": 0, "seed": 1, **options})  # type: ignore[arg-type]


def can_raise(hand: Hand) -> bool:
    return "RAISE_TO" in hand.legal


@pytest.mark.parametrize(("all_in", "reopened"), [(99, False), (100, True), (101, True)])
@pytest.mark.parametrize("reopen", ["sum", "single"])
def test_exactly_the_minimum_raise_reopens_in_either_reading(reopen: str, all_in: int, reopened: bool) -> None:
    """Seat 0 raises by 40, from 20 to 60."""
    hand = dealt(1_000, all_in, 1_000, reopen=reopen)
    hand.raise_to(60)
    hand.raise_to(all_in)
    hand.call()
    assert (hand.actor, can_raise(hand)) == (0, reopened)


@pytest.mark.parametrize(
    ("reopen", "second", "reopened"), [("sum", 99, False), ("sum", 100, True), ("single", 100, False)]
)
def test_short_all_ins_reopen_once_they_add_up_to_exactly_a_raise(reopen: str, second: int, reopened: bool) -> None:
    hand = dealt(second, 1_000, 1_000, 1_000, 80, reopen=reopen)
    assert hand.actor == 3
    hand.raise_to(60)
    hand.raise_to(80)
    hand.raise_to(second)
    hand.call()
    hand.call()
    assert (hand.actor, can_raise(hand)) == (3, reopened)


def test_full_raise_over_a_short_all_in_reopens_for_everybody_else() -> None:
    """80 to 120 is a raise of 40, as much as the last full one."""
    hand = dealt(1_000, 80, 1_000, 1_000, reopen="single")
    hand.raise_to(60)
    hand.call()
    hand.raise_to(80)
    hand.raise_to(120)
    for seat in (3, 0):
        assert (hand.actor, hand.min_raise_to) == (seat, 160)
        hand.call()
    assert hand.street == "FLOP"


def test_raiser_who_is_only_called_does_not_act_again() -> None:
    hand = dealt(1_000, 1_000, 1_000)
    hand.raise_to(60)
    hand.call()
    hand.call()
    assert (hand.street, hand.actor) == ("FLOP", 1)


@pytest.mark.parametrize(("all_in", "reopened"), [(49, False), (50, True)])
@pytest.mark.parametrize("reopen", ["sum", "single"])
def test_half_a_raise_reopens_a_fixed_limit(reopen: str, all_in: int, reopened: bool) -> None:
    """A raise is 20: an all-in of 10 more than the bet of 40 is half of it."""
    hand = dealt(1_000, 1_000, all_in, structure="fixed", reopen=reopen)
    hand.raise_to(40)
    hand.call()
    hand.raise_to(all_in)
    assert (hand.actor, can_raise(hand)) == (0, reopened)
    hand.call()
    assert (hand.actor, can_raise(hand)) == (1, reopened)


@pytest.mark.parametrize(("stack", "legal"), [(60, ("FOLD", "CALL")), (61, ("FOLD", "CALL", "RAISE_TO"))])
def test_raise_takes_a_chip_more_than_the_call(stack: int, legal: tuple[str, ...]) -> None:
    hand = dealt(1_000, stack, 1_000)
    hand.raise_to(60)
    assert (hand.actor, hand.legal) == (1, legal)


@pytest.mark.parametrize(("chips", "answered"), [(20, False), (21, True)])
def test_raise_takes_somebody_with_a_chip_to_answer(chips: int, answered: bool) -> None:
    """Seat 3 has a thousand, but has folded."""
    hand = dealt(1_000, chips, 20, 1_000)
    hand.fold()
    assert (hand.actor, can_raise(hand)) == (0, answered)


@pytest.mark.parametrize(("small", "call"), [(12, 15), (15, 15), (17, 17), (20, 20), (1_000, 20)])
def test_short_big_blind_is_called_as_far_as_another_seat_reaches(small: int, call: int) -> None:
    hand = dealt(1_000, small, 15)
    assert (hand.actor, hand.to_call) == (0, call)


def test_raise_over_a_short_big_blind_is_of_a_whole_one() -> None:
    hand = dealt(1_000, 1_000, 15)
    assert hand.min_raise_to == 40
    hand.raise_to(40)
    assert (hand.to_call, hand.min_raise_to) == (30, 60)


@pytest.mark.parametrize(("bet", "house", "least"), [(19, "completed", 20), (20, "completed", 40), (19, "stands", 39)])
def test_only_an_all_in_below_the_least_bet_is_completed(bet: int, house: str, least: int) -> None:
    hand = dealt(1_000, 20 + bet, 1_000, short_bet=house)
    hand.call()
    hand.call()
    hand.check()
    hand.bet(bet)
    assert (hand.actor, hand.min_raise_to) == (2, least)
