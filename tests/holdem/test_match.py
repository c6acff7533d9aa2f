"""The match around the hands: button, blinds, coming and going, the end."""

from __future__ import annotations

import pytest

from croupier.games.holdem.events import BlindPosted, DeadBlindPosted, Eliminated, HandStarted
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput, GameOver, IllegalAction
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.turns import CLOCK

from .room import GAME, Room


def play_until_bust(losers: set[int], **options: object) -> Room:
    """A match whose first hand leaves `losers` without chips: they are all-in against aces."""
    seats = options.pop("seats", 4)
    assert isinstance(seats, int)
    button = options.get("button", 0)
    assert isinstance(button, int)
    order = [(button + 1 + k) % seats for k in range(seats)]
    winner = next(seat for seat in order if seat not in losers)
    first = {seat: "As" if seat == winner else "" for seat in order}
    small = iter(["2c", "2d", "2h", "3c", "3d", "3h", "7c", "7d", "7h", "8c", "8d", "8h"])
    deck = [first[seat] or next(small) for seat in order] + ["Ah" if seat == winner else next(small) for seat in order]
    deck += ["Ac", "Kd", "Qs", "9s", "4s"]
    stacks = [500 if seat in losers else 5_000 for seat in range(seats)]
    dealer = StackedDealer(parse_cards("".join(deck)), RandomDealer(3))
    room = Room(dealer, stacks=stacks, **options)
    while room.table.hands == 0 and not room.over:
        if room.actor in losers:
            room.act("RAISE_TO", 500) if room.decision.option(GAME.kind("RAISE_TO")) else room.act("CALL")
        elif room.actor == winner:
            room.act("CALL" if room.decision.option(GAME.kind("CALL")) else "CHECK")
        else:
            room.act("FOLD")
    assert all(room.table.betting.stack[seat] == 0 for seat in losers)
    return room


def test_button_rotates_to_the_next_active_seat() -> None:
    room = Room(stacks=[1000, 1000, 0, 1000, 1000], button=0)
    assert room.places == (0, 1, 3)
    room.fold_out()
    assert room.places == (1, 3, 4)
    room.fold_out()
    assert room.places == (3, 4, 0)


def test_23_small_blind_busted_leaves_a_dead_button() -> None:
    """Button 0, small blind 1 busts: the big blind moves on to 3, the small blind to 2, the button onto empty 1."""
    room = play_until_bust({1}, button=0, button_rule="dead")
    assert room.places == (1, 2, 3)
    assert not room.table.dealt & 0b0010


def test_23_big_blind_busted_leaves_a_dead_small_blind() -> None:
    """Big blind 2 busts: next big blind is 3, and nobody posts the small blind."""
    room = play_until_bust({2}, button=0, button_rule="dead")
    assert room.places == (1, 2, 3)
    assert [event.seat for event in room.kinds(BlindPosted)] == [3]


def test_23_nobody_skips_a_big_blind_with_a_dead_button() -> None:
    room = play_until_bust({1}, seats=5, button=0, button_rule="dead")
    big_blinds = []
    for _ in range(4):
        big_blinds.append(room.table.big_blind)
        room.fold_out()
    assert big_blinds == [3, 4, 0, 2]


@pytest.mark.parametrize("rule", ["next_active", "dead"])
@pytest.mark.parametrize("loser", [0, 1, 2])
def test_24_nobody_is_big_blind_twice_running_when_three_become_two(rule: str, loser: int) -> None:
    room = play_until_bust({loser}, seats=3, button=0, button_rule=rule)
    assert room.table.big_blind != 2
    assert room.table.button == room.table.small_blind


def test_25_returning_player_posts_the_small_blind_dead_and_the_big_blind_live() -> None:
    room = Room(stacks=[1000] * 5, button=0, seating="open")
    room.act("AWAY", seat=4)
    while not room.table.missed:
        room.fold_out()
        assert not room.table.dealt >> 4 & 1
    room.act("BACK", seat=4)
    room.fold_out()
    assert room.table.dealt >> 4 & 1
    assert room.places == (0, 1, 2)
    assert room.kinds(DeadBlindPosted) == [DeadBlindPosted(seat=4, chips=50)]
    assert room.table.betting.bet[4] == 100
    assert room.table.missed == 0
    while room.actor != 4:
        room.act("FOLD")
    assert room.decision.option(GAME.kind("CHECK"))


def test_late_joiner_is_dealt_in_the_next_hand_and_does_not_count_in_this_one() -> None:
    room = Room(stacks=[1000, 1000, 0], seating="open", bank=5_000)
    room.act("RAISE_TO", 1000)
    room.act("SIT", 2_000, seat=2)
    assert [option.name for option in room.decision.owed] == ["FOLD", "CALL"]
    room.act("FOLD")
    assert room.table.dealt == 0b111
    assert room.table.bank == 3_000


def test_leaving_folds_and_takes_the_chips_along() -> None:
    room = Room(stacks=[1000] * 3, button=0, seating="open")
    room.act("RAISE_TO", 300)
    room.act("LEAVE", seat=0)
    assert room.table.bank == 700
    assert not room.table.betting.live & 1
    room.act("FOLD")
    assert room.table.hands == 1
    assert sum(room.table.betting.stack) + sum(room.table.betting.total) + room.table.bank == 3_000


def test_table_waits_while_fewer_than_two_can_play() -> None:
    room = Room(stacks=[1000] * 2, seating="open")
    room.act("AWAY", seat=0)
    room.fold_out()
    assert (room.between, room.actor) == (True, CLOCK)
    room.act("BACK", seat=0)
    assert not room.between
    assert room.kinds(HandStarted)


def test_waiting_ends_with_the_clock() -> None:
    room = Room(stacks=[1000] * 2, seating="open")
    room.act("AWAY", seat=0)
    room.fold_out()
    room.time_out()
    assert room.over


def test_match_ends_when_one_seat_has_all_the_chips() -> None:
    room = play_until_bust({0}, seats=2, button=0)
    assert room.over
    assert room.kinds(Eliminated) == [Eliminated(seat=0)]
    outcome = GAME.outcome(room.state)
    assert outcome is not None
    assert outcome.scores == (-500, 500)


def test_match_ends_after_its_hands() -> None:
    room = Room(stacks=[1000] * 3, hands=2)
    room.fold_out()
    assert not room.over
    room.fold_out()
    assert room.over
    with pytest.raises(GameOver):
        GAME.advance(room.state, 0, Move(GAME.kind("FOLD")))


def test_multi_hand_rotation_carries_button_and_stacks() -> None:
    room = Room(stacks=[1000] * 3, button=0)
    room.fold_out()
    assert room.places == (1, 2, 0)
    assert [room.table.betting.stack[s] + room.table.betting.bet[s] for s in range(3)] == [1000, 950, 1050]


def test_clock_prefers_check_then_call_then_fold() -> None:
    room = Room(stacks=[1000] * 2, button=0)
    assert room.decision.options[room.decision.default].name == "CALL"
    room.time_out()
    assert room.decision.options[room.decision.default].name == "CHECK"
    room.time_out()
    assert room.table.street == 1


def test_clock_folds_where_the_table_chose_check_or_fold() -> None:
    room = Room(stacks=[1000] * 2, button=0, timeout="check_fold")
    room.time_out()
    assert room.table.hands == 1


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"seats": 1}, "2 to 10 seats"),
        ({"seats": 11}, "2 to 10 seats"),
        ({"stacks": [100, 0]}, "two seats need chips"),
        ({"stacks": [100, -1]}, "number of chips"),
        ({"stacks": [2**30, 1]}, "at most 1,073,741,824 chips together, not 1,073,741,825"),
        ({"stacks": [100, 100], "seating": "open", "bank": 2**30}, "chips together"),
        ({"small_blind": 20, "big_blind": 10}, "Blinds of 20/10"),
        ({"ante": -1}, "ante takes a whole number from 0 to"),
        ({"ante": 1, "big_blind_ante": 1}, "Either every seat antes or the big blind"),
        ({"straddles": [150]}, "at least twice the big blind"),
        ({"straddles": [400, 200]}, "grow from seat to seat"),
        ({"button": 6}, "seat from 0 to 5"),
        ({"reopen": "maybe"}, "one of sum, single"),
        ({"structure": "dice"}, "one of no_limit, pot_limit"),
    ],
)
def test_config_that_makes_no_sense_is_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Room(**options)


def test_a_match_of_one_hand_may_have_larger_stacks_than_one_player_can_carry_on() -> None:
    assert Room(stacks=[2**30] * 3, hands=1).table.seats == 3


def test_refused_action_changes_nothing() -> None:
    room = Room(stacks=[1000] * 3)
    before = room.state.hash()
    for seat, move, says in (
        (1, Move(GAME.kind("CALL")), "To act: seat 0"),
        (0, Move(GAME.kind("RAISE_TO"), 150), "Legal: "),
        (0, Move(GAME.kind("CHECK")), "Legal: "),
    ):
        with pytest.raises(IllegalAction, match=says):
            GAME.advance(room.state, seat, move)
        assert room.state.hash() == before
