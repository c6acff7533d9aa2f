"""Where the button and the blinds are, hand after hand, and what it costs to have sat out.

Blinds 50/100, 1,000 each, and the button on seat 0 unless said.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.holdem.events import BlindPosted, DeadBlindPosted, StraddlePosted
from croupier.kernel.vocabulary.events import Fact

from .room import GAME, Room

SMALL, BIG = 1, 2
"""Missed blinds."""


def open_table(seats: int = 5, **options: Any) -> Room:
    return Room(**{"stacks": [1_000] * seats, "button": 0, "open_table": True, **options})


def play(room: Room, hands: int = 1) -> list[tuple[int, int, int]]:
    """Play hands in which everybody folds to the last; where button and blinds were in each."""
    places = []
    for _ in range(hands):
        places.append(room.places)
        room.fold_out()
    return places


def posted(room: Room, seat: int) -> list[Fact]:
    """What a seat has put in at the start of this hand."""
    kinds = (BlindPosted, DeadBlindPosted, StraddlePosted)
    return [event for event in room.told if isinstance(event, kinds) and event.seat == seat]


# The first hand.


@pytest.mark.parametrize(
    ("stacks", "button", "places"),
    [
        ([9, 9, 9, 9], 0, (0, 1, 2)),
        ([9, 9, 9, 9], 2, (2, 3, 0)),
        ([0, 9, 9, 9], 0, (1, 2, 3)),
        ([9, 9, 9, 0], 3, (0, 1, 2)),
        ([9, 0, 9, 9], 0, (0, 2, 3)),
        ([9, 0, 0, 9], 0, (0, 0, 3)),
        ([9, 0, 0, 9], 1, (3, 3, 0)),
        ([9] * 10, 9, (9, 0, 1)),
        ([9] * 10, 7, (7, 8, 9)),
    ],
)
def test_button_of_the_first_hand_is_on_the_seat_chosen_or_the_next_that_plays(
    stacks: list[int], button: int, places: tuple[int, int, int]
) -> None:
    assert Room(stacks=stacks, button=button, small_blind=1, big_blind=2).places == places


def test_who_has_a_single_chip_is_dealt_in() -> None:
    room = Room(stacks=[1_000, 0, 1, 1_000], button=0)
    assert (room.table.dealt, room.places) == (0b1101, (0, 2, 3))


# The next hands.


@pytest.mark.parametrize("rule", ["next_active", "dead"])
def test_button_and_blinds_go_round_a_full_table(rule: str) -> None:
    room = Room(stacks=[1_000] * 4, button=2, button_rule=rule)
    assert play(room, 5) == [(2, 3, 0), (3, 0, 1), (0, 1, 2), (1, 2, 3), (2, 3, 0)]


@pytest.mark.parametrize("rule", ["next_active", "dead"])
def test_heads_up_the_blinds_alternate(rule: str) -> None:
    room = Room(stacks=[0, 1_000, 0, 1_000], button=3, button_rule=rule)
    assert play(room, 3) == [(3, 3, 1), (1, 1, 3), (3, 3, 1)]


def test_next_active_button_passes_over_who_sits_out() -> None:
    room = open_table()
    room.act("AWAY", seat=1)
    assert play(room, 3) == [(0, 1, 2), (2, 3, 4), (3, 4, 0)]


def test_dead_button_and_small_blind_stay_where_nobody_plays() -> None:
    """Seat 2 sits out when it would be small blind: nobody is, and then the button is there."""
    room = open_table(button_rule="dead")
    room.act("AWAY", seat=2)
    assert play(room, 4) == [(0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 0)]


def test_dead_small_blind_is_posted_by_nobody() -> None:
    room = open_table(button_rule="dead")
    room.act("AWAY", seat=2)
    room.fold_out()
    assert room.kinds(BlindPosted) == [BlindPosted(seat=3, chips=100)]
    assert room.actor == 4


def test_big_blind_of_a_dead_button_passes_over_who_sits_out() -> None:
    room = open_table(button_rule="dead")
    room.act("AWAY", seat=3)
    assert play(room, 3) == [(0, 1, 2), (1, 2, 4), (2, 4, 0)]


def test_third_seat_at_a_heads_up_table_is_the_big_blind_of_a_dead_button() -> None:
    room = Room(stacks=[1_000, 1_000, 0], button=0, open_table=True, bank=1_000, button_rule="dead")
    room.act("SIT", 1_000, seat=2)
    assert play(room, 3) == [(0, 0, 1), (0, 1, 2), (1, 2, 0)]


# Missed blinds.


def test_each_blind_is_missed_when_it_passes() -> None:
    room = open_table()
    room.act("AWAY", seat=3)
    missed = []
    for _ in range(4):
        missed.append(room.table.missed[3])
        room.fold_out()
    assert missed == [0, BIG, SMALL | BIG, SMALL | BIG]
    assert [room.table.missed[seat] for seat in (0, 1, 2, 4)] == [0] * 4


def test_who_was_big_blind_before_sitting_out_misses_only_the_small_blind() -> None:
    room = open_table()
    room.act("AWAY", seat=2)
    room.fold_out()
    assert room.table.missed[2] == SMALL


@pytest.mark.parametrize("away", [0, 4])
def test_blinds_are_missed_where_the_table_begins_and_ends(away: int) -> None:
    room = open_table(button=1)
    room.act("AWAY", seat=away)
    play(room, 4)
    assert [room.table.missed[seat] for seat in range(5)] == [3 if seat == away else 0 for seat in range(5)]


def test_two_that_sit_out_side_by_side_both_miss_the_blinds() -> None:
    room = open_table()
    room.act("AWAY", seat=3)
    room.act("AWAY", seat=4)
    room.fold_out()
    assert room.table.big_blind == 0
    assert room.table.missed[:5] == [0, 0, 0, BIG, BIG]


def back_after(hands: int, seat: int, **options: Any) -> Room:
    """A seat plays the first hand, sits out for some, and is dealt in again."""
    room = open_table(**options)
    room.act("AWAY", seat=seat)
    play(room, hands)
    room.act("BACK", seat=seat)
    room.fold_out()
    assert room.table.dealt >> seat & 1
    return room


def test_who_missed_the_small_blind_posts_it_dead() -> None:
    room = back_after(1, 2, button_rule="dead")
    assert room.places == (2, 3, 4)
    assert posted(room, 2) == [DeadBlindPosted(seat=2, chips=50)]
    assert (room.table.betting.bet[2], room.table.betting.dead, room.table.missed[2]) == (0, 50, 0)


def test_who_missed_the_big_blind_alone_posts_it_live() -> None:
    room = back_after(1, 3, button_rule="dead")
    assert room.places == (2, 4, 0)
    assert posted(room, 3) == [BlindPosted(seat=3, chips=100)]
    assert (room.table.betting.bet[3], room.table.betting.dead, room.table.missed[3]) == (100, 0, 0)


def test_who_missed_both_posts_both() -> None:
    room = back_after(3, 3)
    assert room.places == (0, 1, 2)
    assert posted(room, 3) == [DeadBlindPosted(seat=3, chips=50), BlindPosted(seat=3, chips=100)]
    assert (room.table.betting.current_bet, room.table.betting.pot) == (100, 300)


def test_who_comes_back_as_big_blind_posts_nothing_else() -> None:
    room = back_after(4, 3)
    assert room.places == (1, 2, 3)
    assert posted(room, 3) == [BlindPosted(seat=3, chips=100)]
    assert (room.table.missed[3], room.table.betting.dead) == (0, 0)


def test_who_still_sits_out_posts_nothing() -> None:
    room = open_table()
    room.act("AWAY", seat=3)
    play(room, 4)
    assert posted(room, 3) == []
    assert room.table.missed[3] == SMALL | BIG


def test_missed_blinds_are_posted_once() -> None:
    room = back_after(3, 3)
    room.fold_out()
    assert posted(room, 3) == [BlindPosted(seat=3, chips=100)]
    room.fold_out()
    room.fold_out()
    assert posted(room, 3) == []


@pytest.mark.parametrize(
    ("stack", "dead", "live"), [(49, 49, None), (50, 50, None), (51, 50, 1), (149, 50, 99), (150, 50, 100)]
)
def test_short_stack_that_comes_back_posts_the_dead_blind_first(stack: int, dead: int, live: int | None) -> None:
    room = back_after(3, 3, stacks=[1_000, 1_000, 1_000, stack, 1_000])
    expected: list[Fact] = [DeadBlindPosted(seat=3, chips=dead)]
    assert posted(room, 3) == expected + ([BlindPosted(seat=3, chips=live)] if live else [])


def test_live_blind_of_who_comes_back_needs_no_call_but_may_raise() -> None:
    room = back_after(3, 3)
    assert room.actor == 3
    assert [option.name for option in room.decision.owed] == ["CHECK", "RAISE_TO"]


@pytest.mark.parametrize(("small_blind", "big_blind"), [(50, 100), (0, 1)])
def test_who_has_posted_a_missed_blind_does_not_straddle(small_blind: int, big_blind: int) -> None:
    options = {"small_blind": small_blind, "big_blind": big_blind, "straddles": [2 * big_blind, 4 * big_blind]}
    assert [event.seat for event in open_table(**options).kinds(StraddlePosted)] == [3, 4]
    room = back_after(3, 3, **options)
    assert room.places == (0, 1, 2)
    assert room.kinds(StraddlePosted) == []


def test_closed_table_knows_no_missed_blinds() -> None:
    room = Room(stacks=[1_000] * 3, button=0)
    assert GAME.decision(room.state, 1).options == ()
    play(room, 3)
    assert room.kinds(DeadBlindPosted) == []
