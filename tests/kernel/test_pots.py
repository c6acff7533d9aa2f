"""The main pot and the side pots, chip by chip: who can win what, and who gets how much of it."""

from __future__ import annotations

import pytest

from croupier.kernel.vocabulary.betting import Betting
from croupier.kernel.vocabulary.pots import Pots, best_of, build_pots, share_of

Built = list[tuple[int, int]]


def put_in(*stakes: int, all_in: int = 0, folded: int = 0, dead: int = 0) -> Betting:
    """A hand with the chips that each seat has put in, and the sets of seats that are all-in and that have folded.

    Dead money comes on top of it, from seat 1.
    """
    b = Betting()
    b.seats = len(stakes)
    b.total[: len(stakes)] = stakes
    b.live = (1 << len(stakes)) - 1 & ~folded
    b.able = b.live & ~all_in
    b.total[1] += dead
    b.dead[1] = dead
    return b


def built(b: Betting, pots: Pots | None = None) -> Built:
    """How much is in each pot, and the set of seats that can win it."""
    pots = pots or Pots()
    build_pots(b, pots)
    assert sum(pots.amount[: pots.count]) == sum(b.total), "chips never vanish"
    return list(zip(pots.amount[: pots.count], pots.eligible, strict=False))


def test_one_pot_while_nobody_is_all_in() -> None:
    assert built(put_in(30, 30, 30)) == [(90, 0b111)]
    assert built(put_in(0, 0, 0)) == [(0, 0b111)]


def test_an_all_in_closes_a_pot() -> None:
    assert built(put_in(100, 50, 100, all_in=0b010)) == [(150, 0b111), (100, 0b101)]


def test_a_side_pot_may_be_of_one_chip() -> None:
    assert built(put_in(50, 51, 50, all_in=0b001, folded=0b100)) == [(150, 0b011), (1, 0b010)]


def test_all_ins_of_the_same_size_close_one_pot() -> None:
    assert built(put_in(50, 80, 50, 80, all_in=0b101)) == [(200, 0b1111), (60, 0b1010)]


def test_every_size_of_all_in_closes_a_pot_the_smallest_first() -> None:
    b = put_in(40, 30, 10, 20, 40, all_in=0b01110)
    assert built(b) == [(50, 0b11111), (40, 0b11011), (30, 0b10011), (20, 0b10001)]


def test_no_side_pot_of_nothing() -> None:
    assert built(put_in(50, 50, 50, all_in=0b010)) == [(150, 0b111)]
    assert built(put_in(50, 50, 50, all_in=0b111)) == [(150, 0b111)]


def test_a_seat_that_has_folded_has_paid_but_wins_nothing() -> None:
    """Seat 1 folded for 25: 10 of it are in the main pot, 15 in the side pot. Seat 3 folded for 5."""
    b = put_in(10, 25, 60, 5, 60, all_in=0b00001, folded=0b01010)
    assert built(b) == [(45, 0b10101), (115, 0b10100)]


def test_folded_chips_above_all_live_seats_join_the_last_pot() -> None:
    assert built(put_in(20, 35, 10, all_in=0b101, folded=0b010)) == [(30, 0b101), (35, 0b001)]


def test_dead_money_is_in_the_main_pot() -> None:
    assert built(put_in(30, 30, 30, dead=7)) == [(97, 0b111)]
    assert built(put_in(100, 50, 100, all_in=0b010, dead=7)) == [(157, 0b111), (100, 0b101)]


@pytest.mark.parametrize("dead", [1, 15])
def test_whose_last_chips_are_dead_money_can_win_that_alone(dead: int) -> None:
    b = put_in(50, 0, 50, all_in=0b010, dead=dead)
    assert built(b) == [(dead, 0b111), (100, 0b101)]


def test_dead_money_makes_no_pot_for_a_seat_that_has_put_in_more() -> None:
    assert built(put_in(50, 1, 50, all_in=0b010, dead=15)) == [(18, 0b111), (98, 0b101)]


def test_dead_money_makes_no_pot_for_a_seat_that_has_folded_or_can_still_bet() -> None:
    assert built(put_in(50, 0, 50, folded=0b010, dead=15)) == [(115, 0b101)]
    assert built(put_in(0, 0, 0, dead=15)) == [(15, 0b111)]


def test_a_seat_that_has_put_in_nothing_can_win_nothing() -> None:
    assert built(put_in(50, 0, 50, all_in=0b010)) == [(100, 0b101)]


def test_pots_are_built_anew() -> None:
    pots = Pots()
    many = built(put_in(40, 30, 10, 20, 40, all_in=0b01110, dead=3), pots)
    assert built(put_in(30, 30, 30), pots) == [(90, 0b111)]
    assert built(put_in(40, 30, 10, 20, 40, all_in=0b01110, dead=3), pots) == many


# Who gets how much of a pot.


@pytest.mark.parametrize(
    ("amount", "button", "shares"),
    [
        (90, 0, [30, 0, 30, 30]),
        (91, 0, [30, 0, 31, 30]),
        (92, 0, [30, 0, 31, 31]),
        (91, 1, [30, 0, 31, 30]),
        (91, 2, [30, 0, 30, 31]),
        (92, 2, [31, 0, 30, 31]),
        (91, 3, [31, 0, 30, 30]),
        (2, 3, [1, 0, 1, 0]),
        (0, 3, [0, 0, 0, 0]),
    ],
)
def test_odd_chips_go_one_each_from_the_left_of_the_button(amount: int, button: int, shares: list[int]) -> None:
    for seat in (0, 2, 3):
        assert share_of(amount, 0b1101, seat, button, 4) == shares[seat]


@pytest.mark.parametrize("button", [0, 1, 2])
def test_a_single_winner_gets_all(button: int) -> None:
    assert share_of(91, 0b010, 1, button, 3) == 91


@pytest.mark.parametrize(
    ("standing", "eligible", "winners"),
    [
        ([5, 9, 7], 0b111, 0b010),
        ([5, 9, 7], 0b101, 0b100),
        ([9, 5, 7], 0b111, 0b001),
        ([9, 5, 9], 0b111, 0b101),
        ([9, 9, 9], 0b110, 0b110),
        ([7, 9, 7], 0b101, 0b101),
        ([7, 0, 0], 0b110, 0b110),
        ([7, -5, -3], 0b110, 0b100),
        ([7, -3, -5], 0b110, 0b010),
        ([1, 2, 3], 0b000, 0b000),
    ],
)
def test_the_best_of_the_seats_that_can_win(standing: list[int], eligible: int, winners: int) -> None:
    assert best_of(standing, eligible, 3) == winners
