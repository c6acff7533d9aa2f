"""Coming and going: leaving in the middle of a hand, sitting out, sitting down; who may, and when.

Blinds 50/100 and 1,000 each unless said. With the button on seat 0, seat 3 of four is first to act, then 0, 1, 2.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.games.holdem.events import (
    BetReturned,
    CameBack,
    Eliminated,
    GaveUp,
    Left,
    PotAwarded,
    SatDown,
    WentAway,
)
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.turns import HOUSE

from .room import GAME, Room

SEAT_1_WINS = "As 2c Ah 7d Kh Qc 9h 5s 3c"
"""A deck for a hand heads-up, with the button on seat 0."""


def table_of(*stacks: int, bank: int | None = 0, **options: Any) -> Room:
    """An open table, four seats of 1,000 unless said."""
    return Room(**{"stacks": list(stacks) or [1_000] * 4, "button": 0, "seating": "open", "bank": bank, **options})


def asides(room: Room, seat: int) -> list[str]:
    """What a seat may do besides its turn."""
    return [option.name for option in GAME.decision(room.state, seat).options if option.aside]


def in_play(room: Room) -> int:
    """All chips that there are."""
    betting = room.table.betting
    return sum(betting.stack) + sum(betting.total) + room.table.bank


# Leaving.


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_seat_that_leaves_before_its_turn_is_passed_over(leaver: int) -> None:
    room = table_of()
    room.act("LEAVE", seat=leaver)
    assert room.actor == 3
    room.act("CALL")
    acted = [3]
    while room.table.street == 0:
        acted.append(room.actor)
        room.act("CALL" if room.decision.option(GAME.kind("CALL")) else "CHECK")
    assert acted == [seat for seat in (3, 0, 1, 2) if seat != leaver]


@pytest.mark.parametrize("leaver", [3, 0])
def test_seat_that_leaves_after_its_turn_changes_nobody_elses(leaver: int) -> None:
    room = table_of()
    room.act("CALL")
    room.act("RAISE_TO", 300)
    room.act("LEAVE", seat=leaver)
    assert room.actor == 1
    room.act("CALL")
    assert room.actor == 2
    room.act("CALL")
    assert room.actor == (3 if leaver == 0 else 1)


def test_seat_that_leaves_in_its_turn_passes_it_on() -> None:
    room = table_of()
    room.act("LEAVE", seat=3)
    assert room.actor == 0
    room.act("LEAVE", seat=0)
    assert room.actor == 1


def test_two_seats_may_leave_while_a_third_is_to_act() -> None:
    room = table_of()
    room.act("CALL")
    room.act("LEAVE", seat=3)
    room.act("LEAVE", seat=1)
    assert (room.actor, room.table.hands) == (0, 0)
    room.act("FOLD")
    assert room.table.hands == 1


def test_last_seat_wins_when_all_others_have_left() -> None:
    room = table_of(1_000, 1_000, 1_000)
    room.act("RAISE_TO", 300)
    room.act("LEAVE", seat=2)
    room.act("LEAVE", seat=1)
    assert room.table.hands == 1
    assert room.kinds(BetReturned) == [BetReturned(seat=0, chips=200)]
    assert room.kinds(PotAwarded) == [PotAwarded(seat=0, chips=250)]


def test_bet_of_a_seat_that_left_is_not_returned() -> None:
    room = table_of(1_000, 1_000, 1_000)
    room.act("RAISE_TO", 300)
    room.act("LEAVE", seat=0)
    room.act("CALL")
    room.act("FOLD")
    assert room.kinds(BetReturned) == []
    assert room.kinds(PotAwarded) == [PotAwarded(seat=1, chips=700)]


def test_a_seat_that_leaves_takes_the_stack_and_nothing_else() -> None:
    room = table_of(bank=5)
    room.act("RAISE_TO", 300)
    room.act("LEAVE", seat=3)
    assert room.told[:2] == [Left(seat=3, chips=700), GaveUp(seat=3)]
    assert (room.table.bank, room.table.brought[3], room.table.betting.stack[3]) == (705, 300, 0)
    assert in_play(room) == 4_005


def test_a_seat_that_has_a_single_chip_may_leave_or_sit_out() -> None:
    room = table_of(1_000, 1_000, 1_000, 1)
    assert asides(room, 3) == ["LEAVE", "AWAY"]


def test_a_seat_that_has_left_is_dealt_in_no_more() -> None:
    room = table_of()
    room.act("LEAVE", seat=3)
    room.fold_out()
    assert room.table.dealt == 0b0111


def test_leaving_a_hand_that_one_has_folded_changes_nothing_in_it() -> None:
    room = table_of()
    room.act("FOLD")
    owing = room.table.betting.owes
    room.act("LEAVE", seat=3)
    assert (room.actor, room.table.betting.owes, room.table.betting.live) == (0, owing, 0b0111)


def test_seat_that_leaves_the_only_other_one_nothing_to_answer_ends_the_betting() -> None:
    """Seat 0 is all-in for the big blind, seat 1 has called it: once seat 2 leaves, the board runs out."""
    room = table_of(100, 1_000, 1_000)
    room.act("CALL")
    room.act("CALL")
    assert room.actor == 2
    room.act("LEAVE", seat=2)
    assert room.table.hands == 1
    assert sum(award.chips for award in room.kinds(PotAwarded)) == 300


def before_the_deal(*stacks: int) -> Room:
    """An open table whose first hand has blinds but no cards yet."""
    room = table_of(*stacks)
    room.state, _ = GAME.start(holdem.configure(stacks=list(stacks), button=0, seating="open"))
    return room


def test_leaving_before_the_cards_are_dealt_folds() -> None:
    room = before_the_deal(1_000, 1_000, 1_000)
    GAME.advance(room.state, 0, Move(GAME.kind("LEAVE")))
    assert GAME.pending(room.state)[0].seat == HOUSE
    room._deal()
    assert (room.actor, room.table.betting.live) == (1, 0b110)


def test_leaving_heads_up_before_the_cards_are_dealt_ends_the_hand() -> None:
    room = before_the_deal(1_000, 1_000)
    events = list(GAME.advance(room.state, 0, Move(GAME.kind("LEAVE"))))
    assert PotAwarded(seat=1, chips=100) in events
    assert (room.table.owed, room.table.hands, room.table.betting.stack[1]) == (0, 1, 1_050)


@pytest.mark.parametrize("leaver", [1, 2])
def test_leaving_before_the_flop_is_dealt_ends_the_hand_of_two(leaver: int) -> None:
    room = before_the_deal(1_000, 1_000, 1_000)
    room._deal()
    room.act("FOLD")
    room.act("CALL")
    GAME.advance(room.state, 2, Move(GAME.kind("CHECK")))
    assert room.table.owed == 3
    GAME.advance(room.state, leaver, Move(GAME.kind("LEAVE")))
    assert room.table.hands == 1
    room._deal()
    assert room.table.dealt == 0b111 & ~(1 << leaver)


def test_leaving_before_the_flop_is_dealt_leaves_the_others_their_cards() -> None:
    room = before_the_deal(1_000, 1_000, 1_000)
    room._deal()
    room.act("CALL")
    room.act("CALL")
    GAME.advance(room.state, 2, Move(GAME.kind("CHECK")))
    GAME.advance(room.state, 1, Move(GAME.kind("LEAVE")))
    assert room.table.owed == 3
    room._deal()
    assert (room.actor, room.table.street) == (2, 1)


# Sitting out and coming back.


def test_a_seat_that_sits_out_plays_the_hand_to_its_end() -> None:
    room = table_of()
    room.act("AWAY", seat=0)
    assert room.told == [WentAway(seat=0)]
    room.act("CALL")
    assert room.actor == 0
    room.fold_out()
    assert room.table.dealt == 0b1110


def test_a_seat_that_sits_out_may_come_back_or_leave() -> None:
    room = table_of()
    assert asides(room, 0) == ["LEAVE", "AWAY"]
    room.act("AWAY", seat=0)
    assert asides(room, 0) == ["LEAVE", "BACK"]
    assert asides(room, 1) == ["LEAVE", "AWAY"]
    room.act("BACK", seat=0)
    assert room.told == [CameBack(seat=0)]
    assert asides(room, 0) == ["LEAVE", "AWAY"]


def test_two_may_sit_out_and_one_come_back() -> None:
    room = table_of()
    room.act("AWAY", seat=1)
    room.act("AWAY", seat=2)
    room.act("BACK", seat=1)
    room.fold_out()
    assert room.table.dealt == 0b1011


def test_a_seat_that_leaves_while_sitting_out_does_not_sit_out_any_more() -> None:
    room = table_of()
    room.act("AWAY", seat=1)
    room.fold_out()
    room.act("LEAVE", seat=1)
    assert room.table.away == 0
    room.act("SIT", 500, seat=1)
    room.fold_out()
    assert room.table.dealt == 0b1111


@pytest.mark.parametrize(("loser", "deck"), [(0, "As 2c Ah 7d"), (1, "2c As 7d Ah")])
def test_a_seat_that_lost_all_while_sitting_out_is_dealt_in_after_sitting_down_again(loser: int, deck: str) -> None:
    dealer = StackedDealer(parse_cards(f"{deck} Kh Qc 9h 5s 3c"), RandomDealer(1))
    room = table_of(500, 500, bank=500, dealer=dealer, pauses=True)
    room.act("AWAY", seat=loser)
    room.act("RAISE_TO", 500)
    room.act("CALL")
    room.act("SIT", 500, seat=loser)
    room.next_hand()
    assert room.table.dealt == 0b11


# Leaving is not being eliminated.


def test_a_seat_that_leaves_is_not_eliminated() -> None:
    room = table_of(1_000, 1_000, 1_000, hands=1)
    room.act("LEAVE", seat=0)
    told = list(room.told)
    room.fold_out()
    told += room.told
    assert Left(seat=0, chips=1_000) in told
    assert [fact for fact in told if isinstance(fact, Eliminated)] == []


def test_a_seat_that_is_eliminated_has_not_left() -> None:
    room = table_of(500, 1_000, hands=1, dealer=StackedDealer(parse_cards(SEAT_1_WINS)))
    room.act("RAISE_TO", 500)
    room.act("CALL")
    assert (room.kinds(Eliminated), room.kinds(Left)) == ([Eliminated(seat=0)], [])


# Chips in the pot belong to a seat.


@pytest.mark.parametrize("options", [{}, {"ante": 10}, {"big_blind_ante": 100}, {"straddles": [200]}])
def test_stacks_of_the_start_of_a_hand_can_be_told_at_any_time(options: dict[str, Any]) -> None:
    """A seat began with its stack and what it has put in, blinds that it missed and antes for all included."""
    room = table_of(*[1_000] * 5, pauses=True, **options)
    room.act("AWAY", seat=3)
    for _ in range(3):
        room.fold_out()
        room.next_hand()
    room.act("BACK", seat=3)
    room.fold_out()
    betting = room.table.betting
    before = betting.stack[:5]
    room.next_hand()
    assert betting.dead[3] == 50
    for _ in range(3):
        assert [betting.stack[seat] + betting.total[seat] for seat in range(5)] == before
        room.act("CALL" if room.decision.option(GAME.kind("CALL")) else "CHECK")


def test_chips_that_a_leaver_has_put_in_stay_those_of_its_seat_until_the_hand_is_over() -> None:
    """Nobody sits down there before that."""
    room = table_of(bank=5_000, pauses=True)
    room.act("RAISE_TO", 300)
    room.act("LEAVE", seat=3)
    assert (room.table.betting.total[3], asides(room, 3)) == (300, [])
    room.fold_out()
    assert asides(room, 3) == ["SIT"]


# Sitting down.


@pytest.mark.parametrize(("bank", "offered"), [(99, []), (100, ["SIT"]), (101, ["SIT"])])
def test_bank_must_have_a_big_blind_for_a_player_who_sits_down(bank: int, offered: list[str]) -> None:
    room = table_of(1_000, 1_000, 0, bank=bank)
    assert asides(room, 2) == offered


def test_a_seat_that_sits_down_brings_from_a_big_blind_to_all_of_the_bank() -> None:
    room = table_of(1_000, 1_000, 0, bank=700)
    (sit,) = GAME.decision(room.state, 2).options
    assert (sit.low, sit.high, sit.step) == (100, 700, 1)
    room.act("SIT", 700, seat=2)
    assert room.told == [SatDown(seat=2, chips=700)]
    assert (room.table.bank, room.table.betting.stack[2], room.table.brought[2]) == (0, 700, 700)


def test_nobody_sits_down_where_somebody_has_a_single_chip() -> None:
    """Seat 3 sits out, so that it is in no hand."""
    room = table_of(1_000, 1_000, 1_000, 1, bank=1_000)
    room.act("AWAY", seat=3)
    room.fold_out()
    assert (room.table.dealt, room.table.betting.stack[3]) == (0b0111, 1)
    assert asides(room, 3) == ["LEAVE", "BACK"]


def test_all_in_seat_may_neither_sit_down_nor_leave() -> None:
    room = table_of(1_000, 1_000, 100, bank=1_000)
    assert room.table.betting.stack[2] == 0
    assert asides(room, 2) == []


def test_there_is_no_seat_beyond_the_table() -> None:
    room = table_of(1_000, 1_000, bank=1_000)
    assert [GAME.decision(room.state, seat).options for seat in (2, 3)] == [(), ()]


def test_closed_table_has_no_coming_and_going() -> None:
    room = Room(stacks=[1_000, 1_000, 0], bank=1_000)
    assert [asides(room, seat) for seat in range(3)] == [[], [], []]


def test_seat_that_is_taken_once_costs_exactly_the_starting_stack() -> None:
    """And its player stays: no leaving, no sitting out."""
    room = table_of(1_000, 1_000, 0, seating="once", bank=None)
    assert [asides(room, seat) for seat in range(3)] == [[], [], ["SIT"]]
    (sit,) = GAME.decision(room.state, 2).options
    assert (sit.low, sit.high) == (1_000, 1_000)
    room.act("SIT", 1_000, seat=2)
    assert (room.told, asides(room, 2), room.table.bank) == ([SatDown(seat=2, chips=1_000)], [], 0)


def test_seat_that_was_taken_once_cannot_be_bought_again() -> None:
    """Seat 1 loses all, and seat 3, which is empty, can still be taken."""
    dealer = StackedDealer(parse_cards("2c As Kd 7d Ah Kc Qh 9c 8s 5s 3c"), RandomDealer(1))
    room = table_of(1_000, 500, 1_000, 0, seating="once", bank=9_000, dealer=dealer, pauses=True)
    room.act("FOLD")
    room.act("RAISE_TO", 500)
    room.act("CALL")
    assert room.kinds(Eliminated) == [Eliminated(seat=1)]
    assert [asides(room, seat) for seat in range(4)] == [[], [], [], ["SIT"]]


@pytest.mark.parametrize(("bank", "offered"), [(999, []), (1_000, ["SIT"])])
def test_bank_must_have_the_stack_of_a_seat_that_is_taken_once(bank: int, offered: list[str]) -> None:
    room = table_of(1_000, 1_000, 0, seating="once", bank=bank)
    assert asides(room, 2) == offered


@pytest.mark.parametrize("seating", ["once", "open"])
@pytest.mark.parametrize(("late_until", "offered"), [(0, [1, 1, 1]), (1, [1, 0, 0]), (2, [1, 1, 0])])
def test_seats_may_be_taken_until_a_number_of_hands_has_been_played(
    seating: str, late_until: int, offered: list[int]
) -> None:
    room = table_of(1_000, 1_000, 1_000, 0, seating=seating, late_until=late_until, bank=5_000, pauses=True)
    seen = []
    for _ in range(3):
        seen.append(len(GAME.decision(room.state, 3).options))
        room.fold_out()
        assert len(GAME.decision(room.state, 3).options) == (late_until == 0 or room.table.hands < late_until)
        room.next_hand()
    assert seen == offered


def test_score_counts_all_that_a_seat_has_brought() -> None:
    room = table_of(1_000, 1_000, 0, bank=700, hands=2)
    room.pauses = True
    room.act("SIT", 400, seat=2)
    room.fold_out()
    room.next_hand()
    room.act("LEAVE", seat=2)
    room.fold_out()
    scores = GAME.outcome(room.state).scores  # type: ignore[union-attr]
    assert sum(scores) == 0
    assert scores[2] == room.table.betting.stack[2] - room.table.brought[2]


# Waiting.
