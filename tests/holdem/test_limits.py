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


# Short all-ins in a fixed limit, by halves. A raise is of 20.


@pytest.mark.parametrize(
    ("all_in", "level", "counted"),
    [(41, 60, 1), (43, 60, 1), (49, 60, 1), (50, 80, 2), (57, 80, 2), (60, 80, 2)],
)
def test_short_all_in_in_a_fixed_limit_counts_from_half_a_raise_on(all_in: int, level: int, counted: int) -> None:
    """Seat 0 has raised to 40. After less than half a raise the next is to 60, after half or more to 80."""
    hand = three(1_000, all_in, 1_000, structure="fixed")
    hand.raise_to(40)
    hand.raise_to(all_in)
    assert (raises(hand), hand.table.betting.raises) == ((level, level), counted)


@pytest.mark.parametrize(("all_in", "reopened"), [(49, False), (50, True)])
def test_less_than_half_a_raise_reopens_nothing_in_a_fixed_limit(all_in: int, reopened: bool) -> None:
    hand = three(1_000, all_in, 1_000, structure="fixed")
    hand.raise_to(40)
    hand.raise_to(all_in)
    hand.call()
    assert (hand.actor, hand.to_call, hand.min_raise_to) == (0, all_in - 40, 80 if reopened else None)


def test_a_seat_that_completes_a_short_all_in_reopens_the_betting() -> None:
    hand = three(1_000, 43, 1_000, structure="fixed")
    hand.raise_to(40)
    hand.raise_to(43)
    hand.raise_to(60)
    assert (hand.actor, *raises(hand)) == (0, 80, 80)


def test_short_all_ins_add_up_to_half_a_raise_in_a_fixed_limit() -> None:
    """45 is not yet half a raise above 40, 51 is: the next raise is to 80."""
    hand = holdem.deal([51, 1_000, 1_000, 1_000, 45], (10, 20), button=0, seed=1, structure="fixed")
    hand.raise_to(40)
    hand.raise_to(45)
    assert raises(hand) == (51, 51)
    hand.raise_to(51)
    assert (raises(hand), hand.table.betting.raises) == ((80, 80), 2)


def test_all_in_that_does_not_count_leaves_room_under_the_cap() -> None:
    """Three raises: to 40, to 60 over an all-in of 43, and to 80."""
    hand = three(1_000, 43, 1_000, structure="fixed")
    for total in (40, 43, 60, 80):
        hand.raise_to(total)
    assert (raises(hand), hand.table.betting.raises) == (NONE, 3)


@pytest.mark.parametrize(("bet", "level"), [(9, 20), (10, 40), (19, 40), (20, 40)])
def test_short_opening_bet_in_a_fixed_limit_is_completed_or_raised(bet: int, level: int) -> None:
    """Who completes it has bet, not raised."""
    hand = three(1_000, 20 + bet, 1_000, structure="fixed")
    go_on(hand, "FLOP")
    hand.bet(bet)
    assert raises(hand) == (level, level)
    hand.raise_to(level)
    assert hand.table.betting.raises == (level == 40)


def test_short_all_in_over_a_straddle_is_measured_by_the_straddle() -> None:
    """A raise is of 40: 59 is less than half of one above 40, 60 is half."""
    for all_in, level in ((59, 80), (60, 120)):
        hand = holdem.deal([all_in, 1_000, 1_000, 1_000], (10, 20), button=0, seed=1, straddles=[40], structure="fixed")
        hand.raise_to(all_in)
        assert raises(hand) == (level, level)


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
