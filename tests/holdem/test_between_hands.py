"""The moment between two hands: the house owes the next one, and until then people come and go.

Blinds 50/100 and 1,000 each unless said.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.games.holdem.events import Eliminated, HandStarted, Left, SatDown, WentAway
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import IllegalAction
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.menu import DRAWN, NEXT_HAND
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, NOBODY

from .room import GAME, Room


def after_a_hand(seats: int = 3, **options: Any) -> Room:
    """A table whose first hand is over: everybody has folded to the big blind."""
    room = Room(**{"stacks": [1_000] * seats, "button": 0, "pauses": True, **options})
    room.fold_out()
    return room


def names(room: Room, seat: int) -> list[str]:
    return [option.name for option in GAME.decision(room.state, seat).options]


def test_house_owes_the_next_hand_and_nobody_else_owes_anything() -> None:
    room = after_a_hand()
    (decision,) = GAME.pending(room.state)
    assert (decision.seat, [option.name for option in decision.owed]) == (HOUSE, ["NEXT_HAND"])
    assert [names(room, seat) for seat in (0, 1, 2, CLOCK)] == [[], [], [], []]
    assert (room.between, room.table.hands) == (True, 1)


def test_hand_is_over_for_all_to_see_before_the_next_begins() -> None:
    room = after_a_hand()
    assert room.kinds(HandStarted) == []
    view = GAME.view(room.state, 0)
    assert (view.hands, view.street, view.actor, view.pot) == (1, 4, NOBODY, 0)
    assert view.stack[:3] == [1_000, 950, 1_050]
    assert view.bet[:3] == view.total[:3] == [0, 0, 0]


def test_next_hand_tells_that_it_has_begun_and_asks_for_cards() -> None:
    room = after_a_hand()
    events = list(GAME.advance(room.state, HOUSE, Move(NEXT_HAND)))
    assert events[0] == HandStarted(seat=1, number=2)
    assert (room.between, room.decision.options[0].name) == (False, "DRAWN")


def test_next_hand_takes_neither_amount_nor_cards() -> None:
    room = after_a_hand()
    before = room.state.hash()
    for move in (Move(NEXT_HAND, 1), Move(NEXT_HAND, 0, (3,)), Move(DRAWN, 0, (1, 2, 3, 4, 5, 6))):
        with pytest.raises(IllegalAction):
            GAME.advance(room.state, HOUSE, move)
    assert room.state.hash() == before


def test_there_is_nothing_before_the_first_hand_and_nothing_after_the_last() -> None:
    state, events = GAME.start(holdem.configure(3, hands=1))
    assert isinstance(next(iter(events)), HandStarted)
    assert not GAME.between_hands(state)
    room = after_a_hand(hands=1)
    assert room.over and not room.between
    room = after_a_hand(hands=2)
    assert room.between
    room.next_hand()
    room.fold_out()
    assert room.over and not room.between


def test_hand_is_not_to_begin_in_the_middle_of_one() -> None:
    room = Room(stacks=[1_000] * 3)
    assert names(room, HOUSE) == []
    state, _ = GAME.start(holdem.configure(3))
    assert names(room, HOUSE) == [] and [option.name for option in GAME.decision(state, HOUSE).options] == ["DRAWN"]


def test_nothing_is_left_of_the_last_hand() -> None:
    """After a showdown with a side pot, a table that has begun another hand is like one that never had the first."""
    dealer = StackedDealer(parse_cards("2c Kd As 7d Kc Ah Qh 9c 8s 5s 3c"), RandomDealer(1))
    room = Room(dealer, stacks=[600, 1_000, 1_000], button=0, pauses=True)
    for _ in range(3):
        room.act("RAISE_TO", 600 if room.actor == 0 else 1_000) if room.actor < 2 else room.act("CALL")
    assert (room.between, room.table.pots.count) == (True, 2)
    GAME.advance(room.state, HOUSE, Move(NEXT_HAND))
    table = room.table
    assert (table.pots.count, set(table.pots.amount), set(table.pots.eligible)) == (0, {0}, {0})
    assert set(table.strength) == set(table.cards.row) == set(table.line) == {0}


# The same cards.


def cards_dealt(pause: bool) -> list[tuple[int, ...]]:
    """What the house deals in a match; with `pause` somebody goes and comes back between the hands."""
    state, dealer = GAME.start(holdem.configure(4, seating="open", hands=5)).state, RandomDealer(7)
    dealt = []
    while pending := GAME.pending(state):
        decision = pending[0]
        if decision.seat != HOUSE:
            GAME.advance(state, decision.seat, Move(GAME.kind("FOLD")))
            continue
        if pause and GAME.between_hands(state):
            for name in ("AWAY", "BACK"):
                GAME.advance(state, 1, Move(GAME.kind(name)))
        move = dealer.deal(state, decision)
        GAME.advance(state, HOUSE, move)
        if move.kind == DRAWN:
            dealt.append(move.cards)
    return dealt


def test_next_hand_draws_no_luck() -> None:
    """Hand after hand the cards are those of the hand's own stream, whatever happens in between."""
    assert cards_dealt(False) == cards_dealt(True)
    state, dealer = GAME.start(holdem.configure(2)).state, RandomDealer(7)
    second = dealer.copy()
    GAME.advance(state, HOUSE, dealer.deal(state, GAME.pending(state)[0]))
    GAME.advance(state, 0, Move(GAME.kind("FOLD")))
    assert dealer.deal(state, GAME.pending(state)[0]) == Move(NEXT_HAND)
    GAME.advance(state, HOUSE, Move(NEXT_HAND))
    decision = GAME.pending(state)[0]
    assert dealer.deal(state, decision) == second.deal(state, decision)


# Coming and going.


def test_seats_come_and_go_between_two_hands() -> None:
    room = after_a_hand(4, seating="open", stacks=[1_000, 1_000, 1_000, 0], bank=1_000)
    assert [names(room, seat) for seat in range(4)] == [["LEAVE", "AWAY"]] * 3 + [["SIT"]]
    room.act("SIT", 500, seat=3)
    assert room.told == [SatDown(seat=3, chips=500)]
    room.act("LEAVE", seat=1)
    assert room.told == [Left(seat=1, chips=950)]
    room.act("AWAY", seat=0)
    assert room.told == [WentAway(seat=0)]
    assert (room.between, room.table.hands, room.actor) == (True, 1, HOUSE)
    room.next_hand()
    assert room.table.dealt == 0b1100


def test_a_seat_that_leaves_between_two_hands_gives_up_none() -> None:
    """The big blind has won the last hand, and leaves: nobody folds, and nothing is won."""
    room = after_a_hand(seating="open")
    live = room.table.betting.live
    assert live == 0b100
    room.act("LEAVE", seat=2)
    assert (room.told, room.table.betting.live, room.table.hands) == ([Left(seat=2, chips=1_050)], live, 1)


def test_clock_runs_while_too_few_can_play() -> None:
    room = after_a_hand(seating="open")
    room.act("AWAY", seat=0)
    assert room.actor == HOUSE
    room.act("AWAY", seat=1)
    assert (room.actor, names(room, HOUSE), names(room, CLOCK)) == (CLOCK, [], ["TIMEOUT"])
    with pytest.raises(IllegalAction, match="To act: clock"):
        room.next_hand()
    room.act("BACK", seat=1)
    assert (room.actor, names(room, HOUSE), names(room, CLOCK)) == (HOUSE, ["NEXT_HAND"], [])


def test_match_ends_with_the_clock_while_too_few_can_play() -> None:
    room = after_a_hand(seating="open")
    room.act("LEAVE", seat=0)
    room.act("LEAVE", seat=1)
    room.time_out()
    assert room.over and not room.between
    assert GAME.outcome(room.state).scores == (0, -50, 50)  # type: ignore[union-attr]


def test_a_seat_that_is_out_is_told_before_the_next_hand() -> None:
    dealer = StackedDealer(parse_cards("2c As Kd 7d Ah Kc Qh 9c 8s 5s 3c"), RandomDealer(1))
    room = Room(dealer, stacks=[1_000, 500, 1_000], button=0, pauses=True)
    room.act("FOLD")
    room.act("RAISE_TO", 500)
    room.act("CALL")
    assert (room.kinds(Eliminated), room.between) == ([Eliminated(seat=1)], True)
    room.next_hand()
    assert room.kinds(Eliminated) == []
