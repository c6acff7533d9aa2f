"""How much may be raised, and how often: caps, fixed, spread and pot limits at their edges.

Three seats with blinds of 10/20, the button on seat 0.
"""

from __future__ import annotations

import pytest

from croupier import holdem
from croupier.games.holdem.hand import Hand


def three(*stacks: int, **options: object) -> Hand:
    given = list(stacks) or [1_000] * 3
    return holdem.deal(given, (10, 20), **{"button": 0, "seed": 1, **options})  # type: ignore[arg-type]


def go_on(hand: Hand, street: str) -> None:
    """Check and call until a street."""
    while hand.street != street:
        hand.call() if hand.to_call else hand.check()


def raises(hand: Hand) -> tuple[int | None, int | None]:
    """The least and the highest raise."""
    return hand.min_raise_to, hand.max_raise_to


NONE = (None, None)


@pytest.mark.parametrize("cap", [1, 2, 3])
def test_cap_counts_raises_before_the_flop(cap: int) -> None:
    hand = three(cap=cap)
    for level in (40, 60, 80)[:cap]:
        assert hand.min_raise_to == level
        hand.raise_to(level)
    assert raises(hand) == NONE


def test_cap_does_not_count_the_opening_bet_and_begins_anew_on_each_street() -> None:
    hand = three(cap=1)
    hand.raise_to(40)
    go_on(hand, "FLOP")
    hand.bet(20)
    hand.raise_to(40)
    assert raises(hand) == NONE


def test_without_a_cap_raises_go_on() -> None:
    hand = three(cap=0, structure="fixed")
    for level in range(40, 1_000, 20):
        hand.raise_to(level)
    assert raises(hand) == (1_000, 1_000)


def test_fixed_limit_is_doubled_on_the_turn_and_the_river() -> None:
    hand = three(structure="fixed")
    for street, size in (("FLOP", 20), ("TURN", 40), ("RIVER", 40)):
        go_on(hand, street)
        assert raises(hand) == (size, size)
        hand.bet(size)
        assert raises(hand) == (2 * size, 2 * size)


@pytest.mark.parametrize("structure", ["no_limit", "pot_limit", "spread"])
def test_other_limits_stay_the_same_on_every_street(structure: str) -> None:
    hand = three(structure=structure, spread=50)
    for street in ("FLOP", "TURN", "RIVER"):
        go_on(hand, street)
        assert hand.min_raise_to == 20


def test_raise_over_a_straddle_in_a_fixed_limit_is_of_a_straddle() -> None:
    hand = holdem.deal([1_000] * 4, (10, 20), button=0, seed=1, straddles=[40], structure="fixed")
    assert (hand.actor, *raises(hand)) == (0, 80, 80)


@pytest.mark.parametrize(("spread", "most"), [(0, 40), (19, 40), (21, 41), (2_000, 1_000)])
def test_spread_is_no_less_than_the_least_raise(spread: int, most: int) -> None:
    assert raises(three(structure="spread", spread=spread)) == (40, most)


def test_spread_bounds_every_raise_from_the_bet_it_raises() -> None:
    hand = three(structure="spread", spread=100)
    hand.raise_to(120)
    assert raises(hand) == (220, 220)
    go_on(hand, "FLOP")
    assert raises(hand) == (20, 100)


def test_pot_limit_counts_every_chip_on_the_table_and_the_call() -> None:
    """70 + 10 + 20 lie there. Seat 1 has 60 to call: after that the pot is 160, on top of the bet of 70."""
    hand = three(structure="pot_limit")
    hand.raise_to(70)
    assert raises(hand) == (120, 230)
    hand.call()
    assert raises(hand) == (120, 70 + 160 + 50)


def test_first_bet_in_a_pot_limit_is_at_most_the_pot() -> None:
    hand = three(structure="pot_limit")
    go_on(hand, "FLOP")
    assert raises(hand) == (20, 60)


def test_pot_limit_ends_with_the_stack() -> None:
    assert raises(three(69, 1_000, 1_000, structure="pot_limit")) == (40, 69)


def test_pot_limit_counts_antes_and_dead_money() -> None:
    assert three(structure="pot_limit", antes=5).max_raise_to == 85
    assert three(structure="pot_limit", big_blind_ante=20).max_raise_to == 90
