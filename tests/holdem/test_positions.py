"""Where the button and the blinds are, hand after hand. What it costs to come in is in `test_coming_in.py`.

Blinds 50/100, 1,000 each, and the button on seat 0 unless said.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.holdem.events import BlindPosted

from .room import Room


def open_table(seats: int = 5, **options: Any) -> Room:
    return Room(**{"stacks": [1_000] * seats, "button": 0, "seating": "open", **options})


def play(room: Room, hands: int = 1) -> list[tuple[int, int, int]]:
    """Play hands in which everybody folds to the last; where button and blinds were in each."""
    places = []
    for _ in range(hands):
        places.append(room.places)
        room.fold_out()
    return places


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


def test_a_seat_that_has_a_single_chip_is_dealt_in() -> None:
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


def test_next_active_button_passes_over_a_seat_that_sits_out() -> None:
    room = open_table()
    room.act("AWAY", seat=1)
    assert play(room, 3) == [(0, 1, 2), (2, 3, 4), (3, 4, 0)]


def test_dead_button_and_small_blind_stay_where_nobody_plays() -> None:
    """Seat 2 sits out when it would be small blind: nobody is, and then the button is there."""
    room = open_table(button_rule="dead")
    room.act("AWAY", seat=2)
    assert play(room, 4) == [(0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 0)]


@pytest.mark.parametrize(("button", "leaver"), [(0, 1), (3, 4), (4, 0)])
def test_dead_button_is_on_the_seat_of_the_small_blind_that_left(button: int, leaver: int) -> None:
    room = open_table(button=button, button_rule="dead")
    room.act("LEAVE", seat=leaver)
    room.fold_out()
    assert room.places == (leaver, (leaver + 1) % 5, (leaver + 2) % 5)


def test_dead_small_blind_is_posted_by_nobody() -> None:
    room = open_table(button_rule="dead")
    room.act("AWAY", seat=2)
    room.fold_out()
    assert room.kinds(BlindPosted) == [BlindPosted(seat=3, chips=100)]
    assert room.actor == 4


def test_big_blind_of_a_dead_button_passes_over_a_seat_that_sits_out() -> None:
    room = open_table(button_rule="dead")
    room.act("AWAY", seat=3)
    assert play(room, 3) == [(0, 1, 2), (1, 2, 4), (2, 4, 0)]


# Heads-up becomes three, and three become two.


def sit_down(stacks: list[int], *seats: int, hands: int = 3, **options: Any) -> list[tuple[int, int, int]]:
    """Where button and blinds are when some sit down during the first hand."""
    room = open_table(stacks=stacks, bank=9_000, **options)
    for seat in seats:
        room.act("SIT", 1_000, seat=seat)
    return play(room, hands)


@pytest.mark.parametrize(
    ("stacks", "button", "seats", "places"),
    [
        pytest.param([1_000, 1_000, 0], 0, [2], [(0, 0, 1), (0, 1, 2), (1, 2, 0)], id="left of the big blind"),
        pytest.param([1_000, 1_000, 0], 1, [2], [(1, 1, 0), (2, 0, 1), (0, 1, 2)], id="left of the button"),
        pytest.param([1_000, 0, 1_000], 0, [1], [(0, 0, 2), (1, 2, 0), (2, 0, 1)], id="between the two"),
        pytest.param([0, 1_000, 0, 1_000], 1, [0, 2], [(1, 1, 3), (2, 3, 0), (3, 0, 1)], id="two at once"),
    ],
)
def test_heads_up_becomes_three_with_a_dead_button(
    stacks: list[int], button: int, seats: list[int], places: list[tuple[int, int, int]]
) -> None:
    """The big blind passes on, the last big blind is the small blind, the button is the seat before the small blind."""
    assert sit_down(stacks, *seats, button=button, button_rule="dead") == places


@pytest.mark.parametrize(
    ("stacks", "button", "seats", "places"),
    [
        pytest.param([1_000, 1_000, 0], 0, [2], [(0, 0, 1), (1, 2, 0), (2, 0, 1)], id="left of the big blind"),
        pytest.param([1_000, 1_000, 0], 1, [2], [(1, 1, 0), (2, 0, 1), (0, 1, 2)], id="left of the button"),
        pytest.param([1_000, 0, 1_000], 0, [1], [(0, 0, 2), (1, 2, 0), (2, 0, 1)], id="between the two"),
        pytest.param([0, 1_000, 0, 1_000], 1, [0, 2], [(1, 1, 3), (2, 3, 0), (3, 0, 1)], id="two at once"),
    ],
)
def test_heads_up_becomes_three_where_the_button_goes_to_the_next_seat(
    stacks: list[int], button: int, seats: list[int], places: list[tuple[int, int, int]]
) -> None:
    assert sit_down(stacks, *seats, button=button) == places


def test_small_blind_of_the_third_seat_may_be_dead() -> None:
    """Heads-up between 0 and 1. The big blind, 1, leaves, and 2 and 3 sit down: nobody is small blind."""
    room = open_table(stacks=[1_000, 1_000, 0, 0], bank=9_000, button_rule="dead")
    room.act("SIT", 1_000, seat=2)
    room.act("SIT", 1_000, seat=3)
    room.act("LEAVE", seat=1)
    assert (room.table.dealt, room.places) == (0b1101, (0, 1, 2))


def test_button_of_the_third_seat_is_dealt_in() -> None:
    """Heads-up between 0 and 1. The button leaves, and 2 and 3 sit down: the seat before the small blind has it."""
    room = open_table(stacks=[1_000, 1_000, 0, 0], bank=9_000, button_rule="dead")
    room.act("SIT", 1_000, seat=2)
    room.act("SIT", 1_000, seat=3)
    room.act("LEAVE", seat=0)
    assert (room.table.dealt, room.places) == (0b1110, (3, 1, 2))


def test_nobody_is_big_blind_twice_running_when_somebody_sits_down_left_of_the_button() -> None:
    """With the button on 0, seats 2 and 3 are the blinds; 1 sits down, and the button goes past it."""
    assert sit_down([1_000, 0, 1_000, 1_000], 1, hands=5) == [(0, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2), (1, 2, 3)]


def test_big_blind_never_goes_back_however_many_sit_down() -> None:
    stacks = [1_000, 0, 0, 0, 1_000, 1_000]
    assert sit_down(stacks, 1, 2, 3, hands=2) == [(0, 4, 5), (4, 5, 0)]


@pytest.mark.parametrize("newcomers", [(2,), (2, 3)])
def test_big_blind_moves_on_when_somebody_sits_down_between_the_blinds(newcomers: tuple[int, ...]) -> None:
    """The blinds are 1 and 4. The last big blind is the small blind, and the seat before it has the button."""
    places = sit_down([1_000, 1_000, 0, 0, 1_000], *newcomers, hands=2)
    assert places == [(0, 1, 4), (newcomers[-1], 4, 0)]


def test_nobody_plays_between_a_dead_button_and_the_small_blind() -> None:
    """The blinds are 1 and 4, and 2 sits down between them: without it the button would follow onto 1."""
    stacks = [1_000, 1_000, 0, 0, 1_000]
    assert sit_down(stacks, 2, hands=2, button_rule="dead") == [(0, 1, 4), (2, 4, 0)]
    assert sit_down(stacks, hands=2, button_rule="dead") == [(0, 1, 4), (1, 4, 0)]


def test_nobody_is_button_and_big_blind_at_once_with_a_dead_button() -> None:
    """The blinds were 1 and 4. 0 leaves while 2 and 3 sit down: 1 is big blind, so that it cannot be the button."""
    room = open_table(stacks=[1_000, 1_000, 0, 0, 1_000], bank=9_000, button_rule="dead")
    room.act("SIT", 1_000, seat=2)
    room.act("SIT", 1_000, seat=3)
    room.act("LEAVE", seat=0)
    room.fold_out()
    assert room.places == (3, 4, 1)


@pytest.mark.parametrize("rule", ["next_active", "dead"])
@pytest.mark.parametrize(("leaver", "places"), [(0, (2, 2, 1)), (1, (2, 2, 0)), (2, (1, 1, 0))])
def test_three_become_two_and_the_big_blind_moves_on(rule: str, leaver: int, places: tuple[int, int, int]) -> None:
    room = open_table(3, button_rule=rule)
    room.act("LEAVE", seat=leaver)
    room.fold_out()
    assert room.places == places


def test_button_goes_to_the_next_seat_though_a_big_blind_is_skipped() -> None:
    """At a table that nobody can come back to: 1 sits between button and big blind no more, and 3 is not big blind."""
    room = Room(stacks=[1_000, 1_000, 1_000, 1_000], button=0, pauses=True)
    room.fold_out()
    room.go_on(stacks=[1_000, 0, 1_000, 1_000])
    assert room.places == (2, 3, 0)
    assert room.kinds(BlindPosted) == [BlindPosted(seat=3, chips=50), BlindPosted(seat=0, chips=100)]
