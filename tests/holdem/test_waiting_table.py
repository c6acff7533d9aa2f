"""A table with too few players: it waits for somebody to sit down, or is over.

Blinds 50/100 and 1,000 each unless said.
"""

from __future__ import annotations

import pytest

from croupier.games.holdem.events import (
    Eliminated,
    HandStarted,
    SatDown,
)
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, NOBODY

from .room import GAME, Room
from .test_open_table import SEAT_1_WINS, asides, table_of


def owing(room: Room) -> list[tuple[int, list[str]]]:
    """Who owes what."""
    return [(decision.seat, [option.name for option in decision.owed]) for decision in GAME.pending(room.state)]


def test_house_begins_a_hand_once_a_second_seat_sits_down() -> None:
    room = table_of(1_000, 0, bank=1_000, pauses=True)
    assert (owing(room), room.table.dealt) == ([(CLOCK, ["TIMEOUT"])], 0)
    room.act("SIT", 200, seat=1)
    assert (room.told, owing(room)) == ([SatDown(seat=1, chips=200)], [(HOUSE, ["NEXT_HAND"])])
    room.next_hand()
    assert room.kinds(HandStarted) == [HandStarted(seat=0, number=1)]
    assert (room.table.between, room.table.dealt, room.actor) == (0, 0b11, 0)


def test_table_that_waits_goes_on_waiting_when_somebody_else_goes() -> None:
    room = table_of(1_000, 0, 0, bank=1_000, pauses=True)
    room.act("AWAY", seat=0)
    room.act("SIT", 200, seat=1)
    assert owing(room) == [(CLOCK, ["TIMEOUT"])]
    room.act("BACK", seat=0)
    assert owing(room) == [(HOUSE, ["NEXT_HAND"])]
    room.act("LEAVE", seat=0)
    assert owing(room) == [(CLOCK, ["TIMEOUT"])]


def test_a_seat_that_has_lost_all_may_sit_down_again_while_the_table_waits() -> None:
    """The loser was live to the end of the last hand, and is not any more."""
    dealer = StackedDealer(parse_cards(SEAT_1_WINS), RandomDealer(1))
    room = table_of(500, 1_000, bank=500, dealer=dealer, pauses=True)
    room.act("RAISE_TO", 500)
    room.act("CALL")
    assert (room.kinds(Eliminated), owing(room)) == ([Eliminated(seat=0)], [(CLOCK, ["TIMEOUT"])])
    assert asides(room, 0) == ["SIT", "LEAVE"]
    room.act("SIT", 500, seat=0)
    assert owing(room) == [(HOUSE, ["NEXT_HAND"])]


@pytest.mark.parametrize(("bank", "over"), [(99, True), (100, False)])
def test_open_table_is_over_when_nobody_can_sit_down_against_the_last(bank: int, over: bool) -> None:
    dealer = StackedDealer(parse_cards(SEAT_1_WINS))
    room = table_of(500, 1_000, bank=bank, dealer=dealer)
    room.act("RAISE_TO", 500)
    room.act("CALL")
    assert (room.over, room.between) == (over, not over)


def test_match_goes_on_while_somebody_who_sits_out_has_a_single_chip() -> None:
    """Seat 0 loses all to seat 1, and the bank has nothing for it; seat 2 has one chip."""
    room = table_of(1_000, 1_000, 1_000, pauses=True)
    room.act("AWAY", seat=2)
    room.fold_out()
    room.dealer = StackedDealer(parse_cards("2c As 7d Ah Kh Qc 9h 5s 3c"))
    room.go_on(stacks=[500, 1_000, 1])
    room.act("RAISE_TO", 500)
    room.act("CALL")
    assert (room.kinds(Eliminated), owing(room)) == ([Eliminated(seat=0)], [(CLOCK, ["TIMEOUT"])])


def test_open_heads_up_table_is_not_over_when_one_leaves() -> None:
    """Its chips are in the bank, and somebody else may bring them back."""
    room = table_of(1_000, 1_000)
    room.act("LEAVE", seat=0)
    assert not room.over
    assert (owing(room), asides(room, 0), room.table.bank) == ([(CLOCK, ["TIMEOUT"])], ["SIT"], 950)


def test_match_is_not_over_while_a_seat_may_still_be_taken() -> None:
    """One has all the chips of two. The third seat may be taken until a hand has been played, and no longer."""
    for late_until, over in ((1, True), (2, False), (0, False)):
        dealer = StackedDealer(parse_cards(SEAT_1_WINS), RandomDealer(1))
        options = {"seating": "once", "bank": None, "late_until": late_until, "dealer": dealer, "pauses": True}
        room = table_of(500, 500, 0, **options)
        room.act("RAISE_TO", 500)
        room.act("CALL")
        assert room.over == over
        if not over:
            assert owing(room) == [(CLOCK, ["TIMEOUT"])]
            room.act("SIT", 500, seat=2)
            room.next_hand()
            assert room.table.dealt == 0b110


def test_nobody_bets_while_the_table_waits() -> None:
    room = table_of(1_000, 0, bank=1_000)
    assert GAME.decision(room.state, HOUSE).options == ()
    assert [option.name for option in GAME.decision(room.state, 0).options] == ["LEAVE", "AWAY"]
    assert [option.name for option in room.decision.owed] == ["TIMEOUT"]
    assert GAME.view(room.state, 0).actor == NOBODY
    assert GAME.decision(room.state, CLOCK).options


def test_clock_ends_a_table_that_waits() -> None:
    room = table_of(1_000, 0, bank=1_000)
    room.time_out()
    assert room.over
    assert GAME.outcome(room.state).scores == (0, 0)  # type: ignore[union-attr]
