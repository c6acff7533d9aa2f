"""The betting round, rule by rule and chip by chip: the boundaries of what a seat may do, and what stays where it was.

Seats 0, 1, 2 … act in this order. Nobody has posted anything, and the least bet is 20, unless said.
"""

from __future__ import annotations

import pytest

from croupier.kernel.vocabulary.betting import (
    call,
    fold,
    least_raise_to,
    open_hand,
    open_street,
    others_reach,
    pass_action,
    post_blind,
    put_in,
    put_in_ante,
    put_in_dead,
    raise_to,
    to_call,
    uncalled,
)
from croupier.kernel.vocabulary.turns import NOBODY
from tests.kernel.betting_round import Round

# What is put in.


def test_chips_put_in_are_in_the_pot_and_in_the_bet() -> None:
    b = Round(100, 100, 100).b
    assert put_in(b, 1, 30) == 30
    assert put_in(b, 1, 5) == 5
    assert (b.stack[1], b.bet[1], b.total[1], b.pot, b.dead[1]) == (65, 35, 35, 35, 0)
    assert b.able == 0b111


def test_an_ante_is_no_bet() -> None:
    b = Round(100, 100, 100).b
    assert put_in_ante(b, 1, 5) == 5
    assert put_in_ante(b, 1, 2) == 2
    assert (b.stack[1], b.bet[1], b.total[1], b.pot, b.dead[1]) == (93, 0, 7, 7, 0)


def test_dead_money_belongs_to_the_seat_that_put_it_in() -> None:
    b = Round(100, 100, 100).b
    assert put_in_dead(b, 1, 5) == 5
    assert put_in_dead(b, 2, 3) == 3
    assert put_in_dead(b, 2, 4) == 4
    assert (b.stack[1], b.bet[1], b.total[1], b.dead[1]) == (95, 0, 5, 5)
    assert (b.stack[2], b.bet[2], b.total[2], b.dead[2]) == (93, 0, 7, 7)
    assert b.pot == 12


@pytest.mark.parametrize("put", [put_in, put_in_ante, put_in_dead])
def test_nobody_puts_in_more_than_he_has(put: object) -> None:
    b = Round(100, 30, 100).b
    assert put(b, 1, 31) == 30  # type: ignore[operator]
    assert (b.stack[1], b.pot) == (0, 30)


@pytest.mark.parametrize(("chips", "able"), [(29, 0b111), (30, 0b101), (31, 0b101)])
def test_a_seat_that_has_put_in_the_last_chip_is_all_in(chips: int, able: int) -> None:
    b = Round(100, 30, 100).b
    put_in(b, 1, chips)
    assert (b.live, b.able) == (0b111, able)


def test_a_new_street_begins_with_nothing_bet() -> None:
    table = Round(500, 500, 500, 500)
    post_blind(table.b, 3, 600)
    table.raise_to(20, 80)
    table.fold()
    open_street(table.b, 40)
    b = table.b
    assert (b.unit, b.current_bet, b.last_raise, b.raises, b.aggressor) == (40, 0, 40, 0, NOBODY)
    assert table.bets == [0, 0, 0, 0]
    assert b.total[:4] == [20, 80, 0, 500]
    assert b.fresh == b.live == 0b1011, "everybody who has not folded may raise"


def test_a_blind_of_the_street_before_is_no_longer_short() -> None:
    b = Round(100, 10).b
    post_blind(b, 1, 20)
    assert b.nominal == 1
    open_street(b, 20)
    assert b.nominal == 0


def test_a_new_hand_begins_with_an_empty_pot() -> None:
    table = Round(100, 100, 100)
    put_in_dead(table.b, 2, 5)
    table.raise_to(100)
    table.fold()
    open_hand(table.b, 0b110)
    b = table.b
    assert (b.live, b.able, b.pot) == (0b110, 0b110, 0)
    assert b.total[:3] == b.dead[:3] == [0, 0, 0]


# Blinds.


def test_a_blind_sets_the_bet_and_the_least_raise() -> None:
    b = Round(100, 100, 100, unit=7).b
    assert post_blind(b, 1, 20) == 20
    assert (b.bet[1], b.current_bet, b.last_raise, b.nominal) == (20, 20, 20, 0)
    assert least_raise_to(b, 2) == 40


def test_a_blind_posted_with_the_last_chip_is_posted_in_full() -> None:
    b = Round(100, 20, 100).b
    assert post_blind(b, 1, 20) == 20
    assert b.nominal == 0


def test_a_short_blind_stands_in_full_while_somebody_can_contest_it() -> None:
    b = Round(100, 19, 100).b
    assert post_blind(b, 1, 20) == 19
    assert (b.bet[1], b.current_bet, b.nominal) == (19, 20, 1)
    assert to_call(b, 0) == 20


def test_a_short_blind_is_called_as_far_as_the_others_reach() -> None:
    """Seat 2 has folded, however many chips it has; seat 0 cannot play for more than the 15 of seat 1."""
    b = Round(100, 15, 500).b
    post_blind(b, 1, 20)
    fold(b, 2)
    assert (to_call(b, 0), others_reach(b, 0)) == (15, 15)


def test_a_seat_that_has_put_in_more_than_a_short_blind_has_nothing_to_call() -> None:
    b = Round(100, 5).b
    put_in(b, 0, 10)
    post_blind(b, 1, 20)
    assert to_call(b, 0) == 0


def test_over_a_raise_a_short_blind_counts_no_more() -> None:
    table = Round(100, 100, 15)
    post_blind(table.b, 2, 20)
    table.raise_to(60)
    assert table.b.nominal == 0
    assert to_call(table.b, 1) == 60


def test_the_others_reach_as_far_as_the_longest_of_them() -> None:
    b = Round(900, 50, 70, 60).b
    put_in(b, 2, 20)
    assert [others_reach(b, seat) for seat in range(4)] == [70, 900, 900, 900]
    fold(b, 0)
    assert [others_reach(b, seat) for seat in range(1, 4)] == [70, 60, 70]


def test_alone_there_is_nobody_to_reach() -> None:
    b = Round(100, 100).b
    fold(b, 1)
    assert others_reach(b, 0) == 0


# Calling.


def test_a_call_matches_the_bet() -> None:
    table = Round(100, 100, 100)
    table.raise_to(50)
    assert to_call(table.b, 1) == 50
    assert call(table.b, 1) == 50
    assert table.bets == [50, 50, 0]
    assert to_call(table.b, 1) == 0


def test_a_call_takes_no_more_than_the_stack() -> None:
    table = Round(100, 30, 100)
    table.raise_to(50)
    assert call(table.b, 1) == 30
    assert table.bets == [50, 30, 0]
    assert to_call(table.b, 1) == 0


def test_a_check_is_a_call_of_nothing() -> None:
    table = Round(100, 100, 100)
    assert call(table.b, 1) == 0
    assert (table.b.owes, table.b.fresh) == (0b101, 0b101), "seat 1 has answered and acted, nobody else"


def test_a_fold_gives_up_every_right() -> None:
    b = Round(100, 100, 100).b
    fold(b, 1)
    assert (b.live, b.able, b.owes, b.fresh) == (0b101, 0b101, 0b101, 0b101)


# Whose turn it is.


def test_everybody_owes_an_answer_to_a_raise() -> None:
    table = Round(100, 100, 30, 100)
    table.call()
    table.raise_to(40)
    assert (table.b.aggressor, table.b.owes, table.actor) == (1, 0b1101, 2)
    table.call()
    assert (table.b.owes, table.actor) == (0b1001, 3)
    table.call()
    table.call()
    assert (table.b.owes, table.actor) == (0, NOBODY)


def test_a_seat_that_is_all_in_owes_nothing() -> None:
    b = Round(100, 100, 100).b
    put_in_ante(b, 1, 100)
    pass_action(b, 0)
    assert (b.owes, b.actor) == (0b101, 2)


@pytest.mark.parametrize("last", [0, 1, 2])
def test_the_last_live_seat_owes_nothing_whatever_was_bet(last: int) -> None:
    """The bettor gives up out of turn; the seat that is left need not call."""
    table = Round(100, 100, 100)
    better, other = (seat for seat in range(3) if seat != last)
    raise_to(table.b, better, 50)
    fold(table.b, other)
    fold(table.b, better)
    pass_action(table.b, better)
    assert (table.b.owes, table.actor) == (0, NOBODY)


@pytest.mark.parametrize("alone", [0, 1, 2])
def test_a_seat_that_alone_has_chips_is_asked_only_for_a_call(alone: int) -> None:
    for bet, asked in ((0, False), (1, True), (2, True)):
        table = Round(100, 100, 100)
        for seat in range(3):
            if seat != alone:
                put_in_ante(table.b, seat, 100 - bet)
        other = (alone + 1) % 3
        if bet:
            raise_to(table.b, other, bet)
            fold(table.b, (alone + 2) % 3)
        pass_action(table.b, other)
        assert table.actor == (alone if asked else NOBODY)


def test_two_seats_that_can_still_bet_are_asked_though_nothing_is_to_call() -> None:
    table = Round(100, 100, 100)
    put_in_ante(table.b, 2, 100)
    table.ask_everybody()
    assert table.actor == 0
    table.call()
    assert table.actor == 1
    table.call()
    assert table.actor == NOBODY


# What nobody called.


def test_an_uncalled_bet_goes_back() -> None:
    table = Round(100, 100, 100)
    table.raise_to(20, 70)
    table.fold()
    table.call()
    raise_to(table.b, 1, 100)
    assert table.b.able == 0b001
    assert uncalled(table.b) == 1
    assert (table.stacks, table.bets, table.b.total[:3]) == ([30, 30, 100], [70, 70, 0], [70, 70, 0])
    assert (table.b.pot, table.b.able) == (140, 0b011), "with chips again, seat 1 can act"


def test_the_second_highest_bet_decides_what_goes_back_wherever_it_sits() -> None:
    for bets, owner, back in (
        ([50, 30, 10], 0, 20),
        ([50, 10, 30], 0, 20),
        ([30, 50, 10], 1, 20),
        ([10, 30, 50], 2, 20),
        ([0, 0, 1], 2, 1),
        ([1, 0, 0], 0, 1),
    ):
        b = Round(50, 50, 50).b
        for seat, bet in enumerate(bets):
            put_in(b, seat, bet)
        b.current_bet = max(bets)
        assert uncalled(b) == owner
        assert b.stack[owner] == 50 - bets[owner] + back
        assert b.pot == sum(bets) - back


def test_a_called_bet_stays() -> None:
    table = Round(100, 100, 100)
    table.raise_to(50)
    table.call()
    table.fold()
    before = table.b.copy()
    assert uncalled(table.b) == NOBODY
    assert table.b == before


def test_without_a_bet_nothing_goes_back() -> None:
    table = Round(100, 100)
    assert uncalled(table.b) == NOBODY


def test_a_blind_of_no_chips_is_nothing_to_give_back() -> None:
    """The ante took them: the bet stands, but nobody has put anything in."""
    table = Round(100, 100)
    put_in_ante(table.b, 1, 100)
    post_blind(table.b, 1, 20)
    before = table.b.copy()
    assert uncalled(table.b) == NOBODY
    assert table.b == before


def test_a_seat_that_has_folded_gets_nothing_back() -> None:
    table = Round(100, 100, 100)
    table.raise_to(50)
    fold(table.b, 0)
    before = table.b.copy()
    assert uncalled(table.b) == NOBODY
    assert table.b == before
