"""The end of a hand: who shows, who throws away, and who is paid what, to the last chip.

The button is seat 0, so that seat 1 is small blind and seat 2 big blind; blinds are 1/2.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.games.holdem.events import Eliminated, HandMucked, HandShown, HandTabled, PotAwarded
from croupier.games.holdem.hand import Hand
from croupier.games.holdem.records import HOLE
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Move, State
from croupier.kernel.vocabulary.cards import UNKNOWN, parse_cards
from croupier.kernel.vocabulary.events import Fact

from .room import GAME, Room

ROYAL = "Ah Kh Qh Jh Th"
"""A board that everybody plays."""
DRY = "Qc Jd 9h 7s 5c"
ACES, KINGS, TREYS, EIGHTS = "Ac Ad", "Kc Kd", "3c 3d", "8c 8d"
LOW = ("2c 2d", "2h 2s", "4c 4d", "4h 4s")
"""Hands for the royal board."""


def deck(holes: tuple[str, ...], board: str) -> str:
    """A deck that deals each seat its cards, then the board."""
    order = [*holes[1:], holes[0]]
    return " ".join([hole.split()[i] for i in range(2) for hole in order] + [board])


def dealt(stacks: list[int], *holes: str, board: str = DRY, **options: Any) -> Hand:
    return holdem.deal(stacks, options.pop("blinds", (1, 2)), button=0, deck=deck(holes, board), **options)


def check_down(hand: Hand) -> None:
    """Check, or call what is left to call, until the end."""
    while not hand.over:
        hand.call() if hand.to_call else hand.check()


def told(hand: Hand, *kinds: type[Fact]) -> list[Any]:
    return [event for event in hand.events if isinstance(event, kinds)]


def seats_of(hand: Hand, *kinds: type[Fact]) -> list[int]:
    return [event.seat for event in told(hand, *kinds)]


def hole_cards(state: State, seat: int) -> list[int]:
    """A seat's cards as a spectator sees them."""
    sight = GAME.view(state, None).cards
    return list(sight.row[sight.first[HOLE + seat] :][:2])


# Odd chips.


def test_every_pot_has_its_own_odd_chips() -> None:
    """Seat 1 is all-in for 7, seat 3 folds after 10, seats 0 and 2 go on to 20: pots of 28 for three, 29 for two."""
    hand = dealt([20, 7, 20, 100], *LOW, board=ROYAL)
    hand.raise_to(10)
    hand.raise_to(20)
    hand.call()
    hand.call()
    hand.fold()
    assert hand.over
    assert told(hand, PotAwarded) == [
        PotAwarded(seat=1, chips=10),
        PotAwarded(seat=2, chips=9),
        PotAwarded(seat=0, chips=9),
        PotAwarded(seat=2, chips=15),
        PotAwarded(seat=0, chips=14),
    ]
    assert hand.payoffs == (3, 3, 4, -10)


def test_chip_that_cannot_be_shared_is_awarded_to_one() -> None:
    """Seat 2 has only the big-blind ante of 1 in: a pot of one chip for three that tie."""
    hand = dealt([100, 100, 1], *LOW[:3], board=ROYAL, big_blind_ante=1)
    hand.call()
    hand.call()
    check_down(hand)
    assert told(hand, PotAwarded) == [PotAwarded(1, 1), PotAwarded(1, 2), PotAwarded(0, 2)]
    assert hand.payoffs == (0, 1, -1)


@pytest.mark.parametrize(("ante", "shares"), [(0, [2, 2, 2]), (1, [3, 3, 3]), (2, [4, 4, 4])])
def test_even_pots_are_shared_evenly(ante: int, shares: list[int]) -> None:
    hand = dealt([100] * 3, *LOW[:3], board=ROYAL, antes=ante)
    check_down(hand)
    assert [event.chips for event in told(hand, PotAwarded)] == shares


# Who wins.


def test_best_hand_of_each_pot_wins_it() -> None:
    """Seat 3 is all-in for 20 with the best hand, seat 0 for 50 with the second best, and so on."""
    hand = dealt([50, 100, 200, 20], KINGS, EIGHTS, TREYS, ACES)
    hand.raise_to(20)
    hand.raise_to(50)
    hand.raise_to(100)
    hand.call()
    assert hand.over
    assert told(hand, PotAwarded) == [PotAwarded(3, 80), PotAwarded(0, 90), PotAwarded(1, 100)]
    assert hand.stacks == (90, 100, 100, 80)


def test_hand_with_an_unknown_card_loses_to_all_others() -> None:
    """Seat 1 wins the first hand with aces, and then holds an ace and an unknown card."""
    first = parse_cards(deck(("2c 3d", ACES), DRY))
    second = [UNKNOWN if card == parse_cards("Ad")[0] else card for card in parse_cards(deck((ACES, "2c 3d"), DRY))]
    dealer = StackedDealer([*first, *second], RandomDealer(1))
    room = Room(dealer, stacks=[100, 100], small_blind=1, big_blind=2, button=0, hands=2)
    won = []
    for _ in range(2):
        room.act("CALL")
        for _ in range(7):
            room.act("CHECK")
        won += room.kinds(PotAwarded)
    assert won == [PotAwarded(seat=1, chips=4), PotAwarded(seat=0, chips=4)]
    assert room.table.strength[1] == 0 < room.table.strength[0]


def test_only_a_seat_that_has_lost_everything_is_eliminated() -> None:
    hand = dealt([30, 20, 100, 0], ACES, KINGS, EIGHTS)
    hand.raise_to(30)
    hand.call()
    hand.call()
    assert hand.stacks == (80, 0, 70, 0)
    assert told(hand, Eliminated) == [Eliminated(seat=1)]


def test_table_is_cleared_after_a_hand() -> None:
    hand = dealt([100] * 3, ACES, KINGS, EIGHTS, big_blind_ante=3)
    hand.raise_to(10)
    hand.fold()
    hand.fold()
    betting = hand.table.betting
    assert (hand.street, hand.pot, hand.bets) == ("SHOWDOWN", 0, (0, 0, 0))
    assert betting.total[:3] == betting.dead[:3] == [0, 0, 0]


# Who shows.


def test_aggressor_of_an_earlier_street_does_not_show_first() -> None:
    hand = dealt([100] * 3, ACES, KINGS, EIGHTS)
    while hand.street != "TURN":
        hand.call() if hand.to_call else hand.check()
    hand.check()
    hand.check()
    hand.bet(2)
    check_down(hand)
    assert seats_of(hand, HandShown, HandMucked) == [1, 2, 0]


@pytest.mark.parametrize(("bettor", "order"), [(1, [1, 2, 0]), (2, [2, 0, 1]), (0, [0, 1, 2])])
def test_river_aggressor_shows_first_and_the_others_clockwise(bettor: int, order: list[int]) -> None:
    hand = dealt([100] * 3, *LOW[:3], board=ROYAL)
    while hand.street != "RIVER":
        hand.call() if hand.to_call else hand.check()
    while hand.actor != bettor:
        hand.check()
    hand.bet(2)
    check_down(hand)
    assert seats_of(hand, HandShown) == order, "all play the board, so that nobody throws away"


def test_aggressor_who_has_left_does_not_show_first() -> None:
    room = Room(stacks=[1_000] * 3, button=0, seating="open")
    while room.table.street < 3:
        room.act("CALL" if room.decision.option(GAME.kind("CALL")) else "CHECK")
    room.act("CHECK")
    room.act("RAISE_TO", 100)
    room.act("CALL")
    room.act("LEAVE", seat=2)
    room.act("CALL")
    assert room.kinds(HandShown)[0].seat == 1


def test_hand_as_good_as_the_one_shown_is_shown_too() -> None:
    hand = dealt([100] * 3, "As 2c", KINGS, "Ks 4h", board="Kh Qc 9h 7s 5c")
    check_down(hand)
    assert seats_of(hand, HandShown) == [1]
    assert seats_of(hand, HandMucked) == [2, 0]
    tied = dealt([100] * 3, "As 2c", "Kc 4d", "Ks 4h", board="Kh Qc 9h 7s 6c")
    check_down(tied)
    assert seats_of(tied, HandShown) == [1, 2]
    assert seats_of(tied, HandMucked) == [0]


def test_better_hands_are_shown_one_after_the_other() -> None:
    hand = dealt([100] * 3, ACES, EIGHTS, KINGS)
    check_down(hand)
    assert seats_of(hand, HandShown) == [1, 2, 0]
    assert told(hand, HandMucked) == []


def test_a_seat_that_wins_because_all_others_fold_shows_nothing() -> None:
    hand = dealt([100] * 3, ACES, KINGS, EIGHTS)
    hand.raise_to(10)
    hand.fold()
    hand.fold()
    assert told(hand, HandShown, HandMucked, HandTabled) == []
    assert told(hand, PotAwarded) == [PotAwarded(seat=0, chips=5)]
    assert (hole_cards(hand._state, 0), hand.table.shown) == ([UNKNOWN, UNKNOWN], 0)


def test_folded_hand_is_neither_shown_nor_thrown_away() -> None:
    hand = dealt([100] * 4, ACES, KINGS, EIGHTS, TREYS)
    hand.fold()
    check_down(hand)
    assert sorted(seats_of(hand, HandShown, HandMucked)) == [0, 1, 2]


def test_everybody_sees_shown_cards_and_nobody_thrown_away_ones() -> None:
    hand = dealt([100] * 3, "2h 4s", ACES, KINGS)
    check_down(hand)
    assert (seats_of(hand, HandShown), seats_of(hand, HandMucked)) == ([1], [2, 0])
    hidden = [UNKNOWN, UNKNOWN]
    assert [hole_cards(hand._state, seat) for seat in range(3)] == [hidden, parse_cards(ACES), hidden]
    assert hand.table.shown == 0b010


def test_shown_hands_tell_their_cards_and_how_they_rank() -> None:
    hand = dealt([100] * 2, ACES, EIGHTS)
    check_down(hand)
    eights, aces = told(hand, HandShown)
    assert (eights.cards, aces.cards) == (tuple(parse_cards(EIGHTS)), tuple(parse_cards(ACES)))
    assert 0 < eights.strength < aces.strength
    assert [eights.strength, aces.strength] == [hand.table.strength[1], hand.table.strength[0]]


# All-in.


def test_hands_are_tabled_once_left_of_the_button_first() -> None:
    hand = dealt([100, 50, 100], ACES, KINGS, EIGHTS)
    hand.raise_to(100)
    hand.call()
    hand.call()
    assert seats_of(hand, HandTabled) == [1, 2, 0]
    assert [event.cards for event in told(hand, HandTabled)] == [tuple(parse_cards(h)) for h in (KINGS, EIGHTS, ACES)]
    assert sorted(seats_of(hand, HandShown)) == [0, 1, 2]


def test_hands_are_tabled_in_every_hand() -> None:
    """Seat 1 doubles up with aces; then both are all-in again."""
    dealer = StackedDealer(parse_cards(deck((KINGS, ACES), DRY)), RandomDealer(1))
    room = Room(dealer, stacks=[1_000, 400], button=0, hands=2)
    for amount, seats in ((400, [1, 0]), (600, [0, 1])):
        room.act("RAISE_TO", amount)
        room.act("CALL")
        assert [event.seat for event in room.kinds(HandTabled)] == seats


def test_hands_are_tabled_where_one_seat_has_chips_left() -> None:
    hand = dealt([100, 50], ACES, KINGS)
    hand.raise_to(50)
    hand.call()
    assert seats_of(hand, HandTabled) == [1, 0]


def test_hands_are_not_tabled_while_two_can_bet() -> None:
    hand = dealt([100, 50, 100], ACES, KINGS, EIGHTS)
    hand.raise_to(50)
    hand.call()
    hand.call()
    assert (hand.street, told(hand, HandTabled)) == ("FLOP", [])
    hand.bet(50)
    hand.call()
    assert seats_of(hand, HandTabled) == [1, 2, 0]


def test_tabled_hands_are_seen_by_everybody_before_the_board_is_dealt() -> None:
    room = Room(StackedDealer(parse_cards(deck((ACES, KINGS), DRY))), stacks=[1_000] * 2, button=0, hands=1)
    room.act("RAISE_TO", 1_000)
    state = GAME.apply(room.state, 1, Move(GAME.kind("CALL"))).state
    assert (state.table.owed, state.table.shown) == (3, 0b11)
    assert [hole_cards(state, seat) for seat in (0, 1)] == [parse_cards(ACES), parse_cards(KINGS)]


def test_no_hand_is_tabled_when_all_in_is_called_on_the_river() -> None:
    hand = dealt([100, 100], ACES, KINGS)
    hand.call()
    while hand.street != "RIVER":
        hand.check()
    hand.bet(98)
    hand.call()
    assert told(hand, HandTabled) == []
    assert seats_of(hand, HandShown) == [1, 0], "the bettor first, and the caller because somebody is all-in"
