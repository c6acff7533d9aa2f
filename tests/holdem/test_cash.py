"""Cash tables: buy-ins, topping up, buying in again, and the rake. Each test is a ruling.

Blinds 50/100, so a player brings from 2,000 to 10,000.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.games.holdem.events import (
    BlindPosted,
    DeadBlindPosted,
    Eliminated,
    HandStarted,
    PotAwarded,
    RakeTaken,
    Returned,
    SatDown,
    ToppedUp,
    TopsUpAlways,
    TopsUpNoMore,
    TopUpOrdered,
)
from croupier.games.holdem.options import options_of
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Option
from croupier.kernel.errors import BadInput, IllegalAction
from croupier.kernel.vocabulary.cards import parse_cards

from .room import GAME, Room

SEAT_1_WINS = "As 2c Ah 7d Kh Qc 9h 5s 3c"
"""A deck for a hand heads-up, with the button on seat 0."""
LEAST, MOST = 2_000, 10_000


def cash(*stacks: int, **options: Any) -> Room:
    """A cash table, four seats of 5,000 unless said, that stops between two hands."""
    return Room(**{"stacks": [*stacks] or [5_000] * 4, "seating": "cash", "pauses": True, **options})


def stacked(cards: str) -> StackedDealer:
    """A dealer of these cards, and of random ones after them."""
    return StackedDealer(parse_cards(cards), RandomDealer(1))


def option(room: Room, seat: int, name: str) -> Option | None:
    return GAME.decision(room.state, seat).named(name)


def bounds(room: Room, seat: int, name: str) -> tuple[int, int]:
    found = option(room, seat, name)
    assert found is not None
    return found.low, found.high


def busted(**options: Any) -> Room:
    """Heads-up, seat 0 has lost all it had to seat 1; between two hands."""
    room = cash(5_000, 5_000, 0, dealer=stacked(SEAT_1_WINS), **options)
    room.act("RAISE_TO", 5_000)
    room.act("CALL")
    assert room.table.betting.stack[:2] == [0, 10_000] and room.between
    return room


# What a player brings.


def test_a_player_brings_from_20_to_100_big_blinds() -> None:
    assert bounds(cash(5_000, 5_000, 0), 2, "SIT") == (LEAST, MOST)


def test_a_table_may_say_other_bounds_in_chips_or_in_big_blinds() -> None:
    room = cash(5_000, 5_000, 0, least_buy_in=3_000, most_buy_in="60bb")
    assert bounds(room, 2, "SIT") == (3_000, 6_000)


@pytest.mark.parametrize("amount", [LEAST - 1, MOST + 1])
def test_nobody_sits_down_with_less_or_more(amount: int) -> None:
    room = cash(5_000, 5_000, 0)
    with pytest.raises(IllegalAction):
        room.act("SIT", amount, seat=2)
    assert room.table.betting.stack[2] == 0


def test_a_player_that_names_no_amount_brings_the_most() -> None:
    assert holdem.configure(3, seating="cash").stack[:3] == [MOST] * 3
    assert holdem.configure(3, 4_000, seating="cash").buy_in == 4_000


def test_nobody_has_chips_before_sitting_down() -> None:
    config = GAME.configure_present({"seating": "cash", "seats": 3}, [True, True, False])  # type: ignore[misc]
    assert config.stack[:3] == [0, 0, 0]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"least_buy_in": "200bb"}, "make no sense"),
        ({"least_buy_in": 99}, "make no sense"),
        ({"most_buy_in": "many"}, "number of chips, or of big blinds"),
        ({"most_buy_in": "bb"}, "number of chips, or of big blinds"),
        ({"most_buy_in": "1234567890bb"}, "number of chips, or of big blinds"),
        ({"most_buy_in": 1.5}, "whole number"),
        ({"stack": 1_999}, "from 2,000 to 10,000"),
        ({"stack": 10_001}, "from 2,000 to 10,000"),
        ({"seating": "open", "least_buy_in": 2_000}, "seating"),
        ({"rake": 51}, "percentage"),
        ({"rake": -1}, "percentage"),
        ({"rake": 2.505}, "two decimals"),
        ({"rake": True}, "percentage"),
        ({"rake_cap": -1}, "rake_cap"),
    ],
)
def test_a_cash_table_that_makes_no_sense_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        holdem.configure(**{"seating": "cash", **options})


@pytest.mark.parametrize("rake", [0, 5, 2.5, 0.29, 50])
def test_a_config_has_the_options_from_which_it_was_made(rake: float) -> None:
    config = holdem.configure(4, seating="cash", least_buy_in="10bb", most_buy_in=7_000, rake=rake, rake_cap=300)
    assert options_of(config)["rake"] == rake
    assert holdem.configure(**options_of(config)) == config


# Topping up.


def test_a_stack_is_topped_up_between_hands_to_the_most() -> None:
    room = cash()
    room.fold_out()
    stack = room.table.betting.stack[0]
    assert bounds(room, 0, "TOP_UP") == (1, MOST - stack)
    room.act("TOP_UP", MOST - stack, seat=0)
    assert room.table.betting.stack[0] == MOST and option(room, 0, "TOP_UP") is None
    assert room.told[0] == ToppedUp(seat=0, chips=MOST - stack)
    assert sum(room.table.betting.stack) + room.table.bank == 2**30, "the chips come from the bank"


def test_nobody_tops_up_at_an_open_table_without_buy_ins() -> None:
    room = Room(stacks=[5_000] * 3, seating="open", bank=5_000, pauses=True)
    assert [one.name for one in GAME.decision(room.state, 0).asides] == ["LEAVE", "AWAY"]


def test_a_single_chip_that_was_ordered_is_put_on_and_the_order_is_over() -> None:
    room = cash()
    room.act("TOP_UP", 1, seat=0)
    room.fold_out()
    room.next_hand()
    assert room.kinds(ToppedUp) == [ToppedUp(seat=0, chips=1)]
    assert room.kinds(TopUpOrdered) == [TopUpOrdered(seat=0, chips=0)]


def test_a_player_in_a_hand_orders_chips_for_after_it() -> None:
    room = cash()
    room.act("TOP_UP", 700, seat=0)
    assert (room.table.betting.stack[0], room.told[0]) == (5_000, TopUpOrdered(seat=0, chips=700))
    room.fold_out()
    assert room.table.betting.stack[0] == 5_000, "the hand is over, and the next has not begun"
    room.next_hand()
    assert room.table.betting.stack[0] + room.table.betting.total[0] == 5_700
    kinds = [type(fact) for fact in room.told]
    assert kinds.index(ToppedUp) < kinds.index(HandStarted)
    assert room.table.ordered == [0] * 10 and room.table.brought[0] == 5_700


def test_the_last_order_counts_and_can_be_taken_back() -> None:
    room = cash()
    assert bounds(room, 0, "TOP_UP") == (1, 5_000)
    room.act("TOP_UP", 700, seat=0)
    room.act("TOP_UP", 300, seat=0)
    assert bounds(room, 0, "TOP_UP")[0] == 0
    room.act("TOP_UP", 0, seat=0)
    room.fold_out()
    room.next_hand()
    assert room.kinds(ToppedUp) == []


def test_what_was_ordered_never_brings_a_stack_above_the_most() -> None:
    """Seat 1 orders chips, and then wins the most that a player may have."""
    room = cash(5_000, 5_000, 0, dealer=stacked(SEAT_1_WINS))
    room.act("SIT", 5_000, seat=2)
    room.act("TOP_UP", 5_000, seat=1)
    room.act("RAISE_TO", 5_000)
    room.act("CALL")
    room.next_hand()
    assert room.table.betting.stack[1] + room.table.betting.total[1] == MOST
    assert room.kinds(ToppedUp) == [] and room.table.ordered[1] == 0


def test_a_stack_above_the_most_is_not_topped_up() -> None:
    assert option(cash(5_000, 5_000, 5_000, MOST), 3, "TOP_UP") is None
    room = cash(12_000, 5_000)
    assert option(room, 0, "TOP_UP") is None
    room.act("AUTO_TOP_UP", seat=0)
    room.fold_out()
    room.next_hand()
    assert room.kinds(ToppedUp) == []


def test_a_seat_that_asked_for_it_is_topped_up_before_every_hand() -> None:
    room = cash()
    room.act("AUTO_TOP_UP", seat=0)
    for _ in range(5):
        room.fold_out()
        room.next_hand()
        assert room.table.betting.stack[0] + room.table.betting.total[0] >= MOST
    room.act("END_TOP_UP", seat=0)
    assert room.table.topping == 0 and option(room, 0, "AUTO_TOP_UP") is not None
    for _ in range(5):
        room.fold_out()
        room.next_hand()
        assert room.kinds(ToppedUp) == []


def test_everybody_is_told_who_is_topped_up_before_every_hand() -> None:
    room = cash()
    room.act("AUTO_TOP_UP", seat=2)
    assert room.told == [TopsUpAlways(seat=2)]
    assert room.events.rows[0].amount == 0
    room.act("END_TOP_UP", seat=2)
    assert room.told == [TopsUpNoMore(seat=2)]
    assert room.events.rows[0].amount == 0


def test_a_stack_one_chip_short_of_the_most_can_be_topped_up_by_one() -> None:
    room = cash(5_000, 5_000, MOST - 1)
    assert bounds(room, 2, "TOP_UP") == (1, MOST - room.table.betting.stack[2])
    room = cash(5_000, 5_000, MOST - 1, small_blind=0, big_blind=100, button=2)
    seat = next(seat for seat in range(3) if room.table.betting.stack[seat] == MOST - 1)
    assert bounds(room, seat, "TOP_UP") == (1, 1)
    room.fold_out()
    seat = next((seat for seat in range(3) if room.table.betting.stack[seat] == MOST - 1), seat)
    assert bounds(room, seat, "TOP_UP")[0] == 1


def test_what_a_player_ordered_goes_with_it() -> None:
    room = cash()
    room.act("AUTO_TOP_UP", seat=0)
    room.act("AUTO_TOP_UP", seat=1)
    room.act("TOP_UP", 700, seat=0)
    room.act("LEAVE", seat=0)
    assert room.table.topping == 0b10
    assert room.table.ordered[0] == 0 and TopUpOrdered(seat=0, chips=0) in room.told
    room.fold_out()
    room.act("SIT", 5_000, seat=0)
    room.next_hand()
    assert {fact.seat for fact in room.kinds(ToppedUp)} == {1}


def test_a_last_chip_can_be_topped_up_between_hands() -> None:
    room = cash(5_000, 5_000, 5_000, 5_000)
    room.fold_out()
    room.table.betting.stack[0], room.table.bank = 1, room.table.bank + room.table.betting.stack[0] - 1
    assert bounds(room, 0, "TOP_UP") == (1, MOST - 1)


def test_a_table_where_everybody_brings_one_chip_is_a_cash_table() -> None:
    room = cash(1, 1, small_blind=0, big_blind=1, least_buy_in=1, most_buy_in=1)
    assert option(room, 0, "AUTO_TOP_UP") is not None


def test_a_seat_that_sits_out_is_not_topped_up() -> None:
    room = cash()
    room.act("AUTO_TOP_UP", seat=0)
    room.act("AWAY", seat=0)
    room.fold_out()
    room.next_hand()
    assert room.kinds(ToppedUp) == []


def test_top_ups_are_not_winnings() -> None:
    room = cash()
    room.act("AUTO_TOP_UP", seat=3)
    room.fold_out()
    room.next_hand()
    assert sum(GAME.scores(room.state)) == 0
    assert GAME.scores(room.state)[3] == 0, "it has folded twice without a blind"


# Busting, and buying in again.


def test_nobody_is_out_at_a_cash_table() -> None:
    room = busted()
    assert room.kinds(Eliminated) == [] and not room.over
    assert [one.name for one in GAME.decision(room.state, 0).listed] == ["SIT", "LEAVE", "AUTO_TOP_UP"]


@pytest.mark.parametrize("entry", ["post", "wait", "dead_small", "live_small"])
@pytest.mark.parametrize("button_rule", ["next_active", "dead"])
def test_a_bust_player_that_buys_in_before_the_next_hand_has_missed_nothing_and_posts_nothing(
    entry: str, button_rule: str
) -> None:
    room = cash(5_000, 5_000, 5_000, 5_000, 5_000, entry=entry, button_rule=button_rule, big_blind=100)
    first = room.actor  # the seat left of the big blind: two more hands until it is big blind
    room.act("RAISE_TO", 5_000)
    room.act("CALL")
    while not room.between:
        room.act("FOLD")
    loser = next(seat for seat in range(5) if not room.table.betting.stack[seat])
    assert loser in (first, (first + 1) % 5)
    room.act("SIT", LEAST, seat=loser)
    room.next_hand()
    assert room.table.dealt == 0b11111, "it is dealt in at once"
    if loser != room.table.big_blind and loser != room.table.small_blind:
        assert room.posted(loser) == []
    assert room.kinds(DeadBlindPosted) == []
    assert len(room.kinds(BlindPosted)) == 2


def test_a_bust_player_that_buys_in_a_hand_later_posts() -> None:
    room = cash(5_000, 5_000, 5_000, 5_000, 5_000)
    room.act("RAISE_TO", 5_000)
    room.act("CALL")
    while not room.between:
        room.act("FOLD")
    loser = next(seat for seat in range(5) if not room.table.betting.stack[seat])
    room.next_hand()
    room.fold_out()
    room.act("SIT", LEAST, seat=loser)
    room.next_hand()
    assert BlindPosted(seat=loser, chips=100) in room.told


def test_another_player_in_the_seat_of_a_bust_player_posts() -> None:
    room = busted(big_blind=100)
    room.act("LEAVE", seat=0)
    room.act("SIT", 5_000, seat=2)
    room.act("SIT", 5_000, seat=0)
    assert room.table.entering & 1
    room.next_hand()
    assert BlindPosted(seat=0, chips=100) in room.told or room.table.big_blind == 0


def test_a_player_that_is_topped_up_before_every_hand_buys_in_again_after_a_bust() -> None:
    room = busted()
    room.act("AUTO_TOP_UP", seat=0)
    room.next_hand()
    assert ToppedUp(seat=0, chips=MOST) in room.told and room.table.dealt == 0b011
    assert not room.table.entering & 1


def test_a_table_of_two_goes_on_after_a_bust_if_the_loser_is_topped_up() -> None:
    room = cash(5_000, 5_000, dealer=stacked(SEAT_1_WINS))
    room.act("AUTO_TOP_UP", seat=0)
    room.act("RAISE_TO", 5_000)
    room.act("CALL")
    assert [one.name for one in room.decision.owed] == ["NEXT_HAND"]


@pytest.mark.parametrize(("ordered", "put_on"), [(LEAST - 1, []), (LEAST, [LEAST])])
def test_chips_that_were_ordered_are_a_buy_in_after_a_bust_if_they_are_enough(ordered: int, put_on: list[int]) -> None:
    room = cash(5_000, 5_000, 0, dealer=stacked(SEAT_1_WINS))
    room.act("SIT", 5_000, seat=2)
    room.act("RAISE_TO", 5_000)
    room.act("TOP_UP", ordered, seat=0)
    room.act("CALL")
    room.next_hand()
    assert [fact.chips for fact in room.kinds(ToppedUp)] == put_on


# Coming back with less.


def test_a_player_that_comes_back_brings_the_chips_that_it_took() -> None:
    room = cash(5_000, 5_000, 0)
    room.act("RETURN", 3_500, seat=2)
    assert room.told == [Returned(seat=2, chips=3_500)]
    assert bounds(room, 2, "SIT") == (3_500, MOST)


def test_a_player_that_took_more_than_the_most_comes_back_with_all_of_it() -> None:
    room = cash(5_000, 5_000, 0)
    room.act("RETURN", 23_000, seat=2)
    assert bounds(room, 2, "SIT") == (23_000, 23_000)
    room.act("SIT", 23_000, seat=2)
    assert room.kinds(SatDown) == [SatDown(seat=2, chips=23_000)]
    room.act("LEAVE", seat=2)
    assert bounds(room, 2, "SIT") == (LEAST, MOST), "the next player brings what is usual"


def test_a_player_that_took_less_than_the_least_comes_back_with_the_least() -> None:
    room = cash(5_000, 5_000, 0)
    room.act("RETURN", 40, seat=2)
    assert bounds(room, 2, "SIT") == (LEAST, MOST)


def test_no_list_shows_what_the_table_says_of_a_player_that_comes_back() -> None:
    decision = GAME.decision(cash(5_000, 5_000, 0).state, 2)
    assert decision.named("RETURN") is not None and decision.legal == ("SIT", "LEAVE")
    assert option(cash(), 0, "RETURN") is None, "nobody who sits here has left"


# The rake.


def flop(room: Room) -> None:
    """Everybody calls until the flop is dealt."""
    while room.table.street == 0:
        room.act("CALL" if room.decision.named("CALL") else "CHECK")


def test_the_house_takes_nothing_unless_the_table_says_so() -> None:
    room = cash()
    flop(room)
    room.fold_out()
    assert room.kinds(RakeTaken) == [] and room.table.raked == 0


def test_the_house_takes_its_part_of_the_pot_rounded_down() -> None:
    room = cash(rake=5.01)
    flop(room)
    while not room.between:
        room.act("FOLD")
    assert room.kinds(RakeTaken) == [RakeTaken(chips=20)]
    assert [fact.chips for fact in room.kinds(PotAwarded)] == [380]
    assert room.table.raked == 20 and sum(GAME.scores(room.state)) == -20


def test_no_flop_no_drop() -> None:
    room = cash(rake=5)
    room.act("RAISE_TO", 1_000)
    room.fold_out()
    assert room.kinds(RakeTaken) == []


def test_a_hand_that_is_all_in_before_the_flop_is_raked_since_it_sees_one() -> None:
    room = cash(5_000, 5_000, dealer=stacked(SEAT_1_WINS), rake=5)
    room.act("RAISE_TO", 5_000)
    room.act("CALL")
    assert room.kinds(RakeTaken) == [RakeTaken(chips=500)]


def test_the_house_takes_at_most_its_cap_of_a_hand() -> None:
    room = cash(5_000, 5_000, dealer=stacked(SEAT_1_WINS), rake=5, rake_cap=300)
    room.act("RAISE_TO", 5_000)
    room.act("CALL")
    assert room.kinds(RakeTaken) == [RakeTaken(chips=300)]
    assert sum(fact.chips for fact in room.kinds(PotAwarded)) == 9_700


@pytest.mark.parametrize(("rake", "cap", "taken"), [(0.01, 0, 1), (5, 1, 1), (0.01, 1, 1)])
def test_the_smallest_rake_and_the_smallest_cap_count(rake: float, cap: int, taken: int) -> None:
    room = cash(5_000, 5_000, dealer=stacked(SEAT_1_WINS), rake=rake, rake_cap=cap)
    room.act("RAISE_TO", 5_000)
    room.act("CALL")
    assert room.kinds(RakeTaken) == [RakeTaken(chips=taken)]


def test_a_bet_that_nobody_called_is_not_raked() -> None:
    room = cash(rake=10)
    flop(room)
    room.act("RAISE_TO", 4_000)
    room.fold_out()
    assert room.kinds(RakeTaken) == [RakeTaken(chips=40)]


@pytest.mark.parametrize(("cap", "main", "side"), [(0, 2_850, 3_800), (200, 2_850, 3_950), (100, 2_900, 4_000)])
def test_the_main_pot_pays_its_rake_before_a_side_pot(cap: int, main: int, side: int) -> None:
    """Three seats put 1,000 into the main pot, two of them 2,000 more into a side pot; 5 % of each."""
    deck = "Ac Kc 3d As Ks 4d 2h 7h 9s Jd 5c"
    room = cash(3_000, 1_000, 3_000, dealer=stacked(deck), rake=5, rake_cap=cap, button=0)
    room.act("RAISE_TO", 3_000)
    room.act("CALL")
    room.act("CALL")
    awards = room.kinds(PotAwarded)
    assert [fact.chips for fact in awards] == [main, side]
    assert room.table.raked == 7_000 - main - side


def test_scores_and_rake_of_a_match_add_up_to_zero_over_its_legs() -> None:
    room = cash(rake=5)
    for _ in range(3):
        flop(room)
        room.fold_out()
        room.go_on(rake=10)
    assert room.table.raked > 0
    assert sum(GAME.scores(room.state)) + room.table.raked == 0


def test_a_new_leg_keeps_what_was_ordered_and_who_is_topped_up() -> None:
    room = cash()
    room.act("AUTO_TOP_UP", seat=0)
    room.act("TOP_UP", 700, seat=3)
    room.fold_out()
    room.go_on(big_blind=200, small_blind=100)
    assert {(fact.seat, fact.chips) for fact in room.kinds(ToppedUp)} >= {(0, MOST - 5_000), (3, 700)}


def test_chips_that_the_host_gives_at_a_cash_table_come_from_its_bank() -> None:
    room = cash(5_000, 5_000)
    room.fold_out()
    before = room.table.bank + sum(room.table.betting.stack)
    config = GAME.carry_over(room.state, stacks=[9_000, 9_000])
    assert config.stack[:2] == [9_000, 9_000] and config.bank + 18_000 == before
