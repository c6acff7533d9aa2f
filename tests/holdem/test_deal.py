"""From the deal to the last hand: which cards come when, who is told, what a view shows, and when a match is over.

Blinds 50/100; the button is seat 0 unless said.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.games.holdem.events import (
    BetPlaced,
    BetReturned,
    BetsGathered,
    BlindPosted,
    BlindsPlaced,
    DealtIn,
    FlopDealt,
    Folded,
    HandEnded,
    HandStarted,
    HoleDealt,
    PotAwarded,
    Raised,
    RiverDealt,
    StreetReached,
    TurnDealt,
    TurnPassed,
)
from croupier.games.holdem.records import BOARD, FLOP, HOLE, TURN
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.cards import UNKNOWN, parse_cards
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.ledger import card_at
from croupier.kernel.vocabulary.menu import Action
from croupier.kernel.vocabulary.turns import HOUSE, NOBODY

from .room import GAME, Room

DECK = parse_cards("Ah Kd 7c As Kc 2d Qh 8h 3s 9s 4c")
"""Three seats: aces for seat 1, kings for seat 2, 7c 2d for the button; then the board."""


def three(**options: Any) -> Room:
    return Room(StackedDealer(DECK, RandomDealer(1)), **{"stacks": [1_000] * 3, "button": 0, **options})


def go_on(room: Room, street: int) -> None:
    """Check and call until a street."""
    while room.table.street < street:
        room.act("CALL" if room.decision.option(GAME.kind("CALL")) else "CHECK")


def drawn(state: Any, cards: str) -> list[Any]:
    return list(GAME.advance(state, HOUSE, Move(GAME.kind("DRAWN"), 0, tuple(parse_cards(cards)))))


# The deal.


def test_two_cards_for_every_seat_dealt_in() -> None:
    state, _ = GAME.start(holdem.configure(stacks=[100, 0, 100, 100]))
    (house,) = GAME.pending(state)
    assert (house.seat, house.options[0].fewest, house.options[0].most) == (HOUSE, 6, 6)
    assert [GAME.decision(state, seat).options for seat in range(4)] == [()] * 4


def test_hole_cards_are_told_to_their_seat_alone() -> None:
    state, _ = GAME.start(holdem.configure(seats=3, button=0))
    events = GAME.advance(state, HOUSE, Move(GAME.kind("DRAWN"), 0, tuple(DECK[:6])))
    own = {0: ("7c", "2d"), 1: ("Ah", "As"), 2: ("Kd", "Kc")}
    for observer in (0, 1, 2, None):
        *dealt, turn = events.seen_by(observer)
        assert dealt == [
            HoleDealt(seat, tuple(parse_cards("".join(own[seat]))) if seat == observer else (UNKNOWN, UNKNOWN))
            for seat in (1, 2, 0)
        ]
        assert turn == TurnPassed(0)


@pytest.mark.parametrize("seats", [2, 10])
def test_each_seat_knows_its_own_cards_and_no_others(seats: int) -> None:
    room = Room(seats=seats)
    for observer in range(seats):
        sight = GAME.view(room.state, observer).cards
        for seat in range(seats):
            cards = sight.row[sight.first[HOLE + seat] : sight.first[HOLE + seat] + 2]
            assert (UNKNOWN in cards) == (seat != observer)


def test_board_is_three_cards_then_one_then_one() -> None:
    room = three(hands=1)
    go_on(room, 1)
    assert room.kinds(FlopDealt) == [FlopDealt(tuple(parse_cards("Qh8h3s")))]
    go_on(room, 2)
    assert room.kinds(TurnDealt) == [TurnDealt(*parse_cards("9s"))]
    go_on(room, 3)
    assert room.kinds(RiverDealt) == [RiverDealt(*parse_cards("4c"))]
    go_on(room, 4)
    assert room.over


def test_house_owes_each_street_before_anybody_acts() -> None:
    state, _ = GAME.start(holdem.configure(seats=2, hands=1, button=0))
    drawn(state, "Ah Kd As Kc")
    for moves, street in (((0, "CALL"), (1, "CHECK")), "Qh8h3s"), (((1, "CHECK"), (0, "CHECK")), "9s"):
        for seat, name in moves:
            GAME.advance(state, seat, Move(GAME.kind(name)))
        (house,) = GAME.pending(state)
        assert (house.seat, house.options[0].most) == (HOUSE, len(parse_cards(street)))
        assert [GAME.decision(state, seat).options for seat in (0, 1)] == [(), ()]
        assert GAME.view(state, 0).actor == NOBODY
        drawn(state, street)
        assert GAME.view(state, 0).actor == GAME.pending(state)[0].seat == 1


def test_every_street_begins_left_of_the_button() -> None:
    room = Room(stacks=[1_000] * 4, button=2)
    for street in (1, 2, 3):
        go_on(room, street)
        assert room.actor == 3


def test_first_bet_of_a_street_is_a_bet_and_the_next_a_raise() -> None:
    room = three()
    room.act("RAISE_TO", 200)
    assert room.told[0] == Raised(seat=0, total=200), "the blinds have bet already"
    go_on(room, 1)
    room.act("RAISE_TO", 100)
    assert room.told[0] == BetPlaced(seat=1, total=100)
    room.act("RAISE_TO", 200)
    assert room.told[0] == Raised(seat=2, total=200)


def test_with_a_big_blind_of_one_chip_a_raise_is_still_a_raise() -> None:
    room = three(small_blind=0, big_blind=1)
    room.act("RAISE_TO", 2)
    assert room.told[0] == Raised(seat=0, total=2)
    go_on(room, 1)
    room.act("RAISE_TO", 1)
    assert room.told[0] == BetPlaced(seat=1, total=1)
    room.act("RAISE_TO", 2)
    assert room.told[0] == Raised(seat=2, total=2)


def test_rules_themselves_deal_in_two_rounds_and_let_every_seat_listen() -> None:
    """As a driver has them that fills records, with room for more cards than are dealt."""
    table, out, action = GAME.fresh(holdem.configure(seats=3, button=0)), Out(), Action()
    GAME.core.begin(table, out)
    assert out.seats == 3
    action.kind, action.count, action.cards[:6] = GAME.kind("DRAWN"), 6, DECK[:6]
    GAME.core.act(table, out, HOUSE, action)
    held = [[card_at(table.cards, HOLE + seat, slot) for slot in (0, 1)] for seat in (1, 2, 0)]
    assert held == [DECK[0:6:3], DECK[1:6:3], DECK[2:6:3]]


# Views.


def test_view_has_what_lies_on_the_table() -> None:
    room = three(ante=5, seating="open", bank=77)
    room.act("RAISE_TO", 300)
    room.act("FOLD")
    view = GAME.view(room.state, 2)
    assert (view.seat, view.seats, view.hands, view.street) == (2, 3, 0, 0)
    assert (view.button, view.small_blind, view.big_blind) == (0, 1, 2)
    assert (view.blinds, view.ante, view.actor) == ([50, 100], 5, 2)
    assert (view.dealt, view.live) == (0b111, 0b101)
    assert (view.current_bet, view.last_raise, view.to_call, view.pot) == (300, 200, 200, 465)
    assert view.stack[:3] == [695, 945, 895]
    assert view.bet[:3] == [300, 50, 100]
    assert view.total[:3] == [305, 55, 105]
    assert view.line == room.table.line and any(view.line)
    assert view.stack[3:] == view.bet[3:] == view.total[3:] == [0] * 7


def test_view_says_what_each_seat_would_have_to_call() -> None:
    room = three()
    room.act("RAISE_TO", 300)
    assert [GAME.view(room.state, seat).to_call for seat in (0, 1, 2, None)] == [0, 250, 200, 0]
    room.act("FOLD")
    assert GAME.view(room.state, 1).to_call == 0, "who has folded calls nothing"


def test_view_shows_the_board_to_all_and_cards_to_their_seat() -> None:
    room = three()
    go_on(room, 1)
    for observer in (0, 1, None):
        sight = GAME.view(room.state, observer).cards
        assert sight.row[sight.first[BOARD] :][:3] == parse_cards("Qh8h3s")
    sight = GAME.view(room.state, 1).cards
    assert sight.row[sight.first[HOLE + 1] :][:2] == parse_cards("AhAs")


def test_later_hands_are_counted_in_the_view() -> None:
    room = three()
    room.fold_out()
    view = GAME.view(room.state, 0)
    assert (view.hands, view.button, view.street) == (1, 1, 0)


# The match.


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_match_has_as_many_hands_as_it_should(hands: int) -> None:
    room = three(hands=hands)
    numbers = [room.told[0].number]  # type: ignore[attr-defined]
    while not room.over:
        room.fold_out()
        numbers += [event.number for event in room.kinds(HandStarted)]
    assert numbers == list(range(1, hands + 1))
    assert room.table.hands == hands


def test_nobody_may_do_anything_once_it_is_over() -> None:
    room = three(hands=1, seating="open", bank=1_000)
    room.fold_out()
    assert [GAME.decision(room.state, seat).options for seat in (0, 1, 2, *range(29, 32))] == [()] * 6


def test_scores_are_what_was_won_and_lost() -> None:
    room = three(hands=1)
    room.act("RAISE_TO", 300)
    room.act("FOLD")
    assert [GAME.core.score(room.table, seat) for seat in range(3)] == [0, 0, 0], "what is in the pot is not lost yet"
    room.act("FOLD")
    outcome = GAME.outcome(room.state)
    assert outcome is not None
    assert outcome.scores == (150, -50, -100)


def test_match_goes_on_while_two_have_chips() -> None:
    """Seat 2 loses all to seat 1; seats 0 and 1 play on, until one of them has all."""
    room = three(stacks=[1_000, 1_000, 400])
    room.act("FOLD")
    room.act("RAISE_TO", 1_000)
    room.act("CALL")
    assert not room.over
    assert (room.table.dealt, room.table.hands, room.table.betting.stack[2]) == (0b011, 1, 0)


def test_match_goes_on_while_the_loser_has_a_chip_left() -> None:
    dealer = StackedDealer(parse_cards("Ah Kd As Kc Qh 8h 3s 9s 4c"), RandomDealer(1))
    room = Room(dealer, stacks=[1_000, 999], button=0)
    room.act("RAISE_TO", 999)
    room.act("CALL")
    assert room.kinds(BlindPosted)[:2] == [BlindPosted(seat=1, chips=50), BlindPosted(seat=0, chips=1)]


# What is told of turns, bets and streets.


def test_the_turn_is_told_as_it_passes_and_is_nobodys_while_the_house_deals() -> None:
    state, events = GAME.start(holdem.configure(seats=3, button=0, hands=1))
    told, dealer = list(events), RandomDealer(1)
    moves = iter(["CALL", "CALL", "CHECK", "FOLD", "FOLD"])
    while pending := GAME.pending(state):
        seat = pending[0].seat
        move = dealer.deal(state, pending[0]) if seat == HOUSE else Move(GAME.kind(next(moves)))
        told += GAME.advance(state, seat, move)
    turns = [fact.seat for fact in told if isinstance(fact, TurnPassed)]
    assert turns == [0, 1, 2, NOBODY, 1, 2, NOBODY]


def test_bets_are_gathered_before_the_next_street_if_there_are_any() -> None:
    hand = holdem.deal([1_000] * 3, (5, 10), button=0, seed=1)
    for act in (hand.call, hand.call, hand.check, hand.check, hand.check, hand.check):
        act()
    told = [fact for fact in hand.events if isinstance(fact, BetsGathered | StreetReached)]
    assert told == [BetsGathered(30), StreetReached(FLOP), StreetReached(TURN)]


def test_a_bet_that_nobody_called_is_returned_and_not_gathered() -> None:
    hand = holdem.deal([1_000] * 3, (5, 10), button=0, seed=1)
    for act in (hand.call, hand.call, hand.check):
        act()
    hand.bet(50)
    hand.fold()
    hand.fold()
    ending = [type(fact) for fact in hand.events[-6:]]
    assert ending == [Folded, BetReturned, StreetReached, PotAwarded, HandEnded, TurnPassed]


def test_the_seats_of_a_hand_are_told_with_those_of_the_blinds() -> None:
    _, events = GAME.start(holdem.configure(stacks=[500, 0, 500, 500], button=0))
    assert [fact for fact in events if isinstance(fact, BlindsPlaced | DealtIn)] == [
        BlindsPlaced(seat=3, small_blind=2),
        DealtIn(0b1101),
    ]
