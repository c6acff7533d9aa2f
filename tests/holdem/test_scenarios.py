"""Situations in which hold'em engines go wrong, one test each. Blinds 50/100 and 9,000 behind unless said.

Seats go clockwise. With six seats and the button on 3: 4 small blind, 5 big blind, 0 under the gun, 1, 2, 3 button.
"""

from __future__ import annotations

import pytest

from croupier import holdem
from croupier.games.holdem.events import BetReturned, HandMucked, HandShown, HandTabled, PotAwarded
from croupier.games.holdem.hand import Hand, Pot
from croupier.kernel.vocabulary.betting import Betting
from croupier.kernel.vocabulary.pots import Pots, build_pots

DEEP = 9_000


def six(*stacks: int, **options: object) -> Hand:
    """Six seats, the button on 3, so that seat 0 is under the gun."""
    given = list(stacks) + [DEEP] * (6 - len(stacks))
    return holdem.deal(given, button=3, **{"seed": 1, **options})  # type: ignore[arg-type]


def can_raise(hand: Hand) -> bool:
    return "RAISE_TO" in hand.legal


def test_01_short_all_in_does_not_reopen_for_the_raiser() -> None:
    hand = six(DEEP, DEEP, DEEP, 400)
    hand.raise_to(300)
    hand.fold()
    hand.fold()
    hand.raise_to(400)
    hand.fold()
    hand.fold()
    assert hand.actor == 0
    assert hand.legal == ("FOLD", "CALL")


def test_02_short_all_in_leaves_the_increment_for_those_yet_to_act() -> None:
    hand = six(DEEP, DEEP, DEEP, 400)
    hand.raise_to(300)
    hand.fold()
    hand.fold()
    hand.raise_to(400)
    assert (hand.actor, hand.to_call, hand.min_raise_to) == (4, 350, 600)


def test_03_two_short_all_ins_that_sum_to_a_full_raise_reopen() -> None:
    hand = six(DEEP, DEEP, 400, 500)
    hand.raise_to(300)
    hand.fold()
    hand.raise_to(400)
    hand.raise_to(500)
    hand.fold()
    hand.call()
    assert (hand.actor, hand.min_raise_to) == (0, 700)


def test_03_single_reading_needs_one_full_raise_to_reopen() -> None:
    hand = six(DEEP, DEEP, 400, 500, reopen="single")
    hand.raise_to(300)
    hand.fold()
    hand.raise_to(400)
    hand.raise_to(500)
    hand.fold()
    hand.call()
    assert hand.actor == 0
    assert not can_raise(hand)


def test_04_what_a_player_faces_is_counted_per_player() -> None:
    hand = six(DEEP, 400, DEEP, 500)
    hand.raise_to(300)
    hand.raise_to(400)
    hand.call()
    hand.raise_to(500)
    hand.fold()
    hand.fold()
    assert hand.actor == 0
    assert can_raise(hand)
    hand.call()
    assert (hand.actor, hand.to_call) == (2, 100)
    assert not can_raise(hand)


def test_05_small_all_in_over_a_big_one_does_not_reopen_for_the_caller() -> None:
    hand = holdem.deal([16, DEEP, 19, DEEP], (1, 2), button=1, seed=1)
    assert hand.actor == 0
    hand.raise_to(16)
    hand.call()
    hand.raise_to(19)
    hand.call()
    assert (hand.actor, hand.to_call) == (1, 3)
    assert not can_raise(hand)


def test_06_short_big_blind_must_still_be_called_in_full() -> None:
    hand = six(DEEP, DEEP, DEEP, DEEP, DEEP, 60)
    assert (hand.actor, hand.to_call, hand.min_raise_to) == (0, 100, 200)


def test_07_heads_up_big_blind_all_in_for_less_than_the_small_blind() -> None:
    hand = holdem.deal([DEEP, 30], button=0, seed=1)
    assert hand.over
    returned = [event for event in hand.events if isinstance(event, BetReturned)]
    assert returned == [BetReturned(seat=0, chips=20)]
    assert sum(event.chips for event in hand.events if isinstance(event, PotAwarded)) == 60


def test_08_heads_up_button_is_small_blind_first_before_and_last_after_the_flop() -> None:
    hand = holdem.deal([DEEP, DEEP], button=1, seed=1)
    assert hand.bets == (100, 50)
    assert hand.actor == 1
    hand.call()
    assert hand.actor == 0
    hand.check()
    assert (hand.street, hand.actor) == ("FLOP", 0)


def test_09_big_blind_has_the_option_when_everybody_limps() -> None:
    hand = six()
    for _ in range(5):
        hand.call()
    assert (hand.actor, hand.to_call, hand.min_raise_to) == (5, 0, 200)
    assert "CHECK" in hand.legal


def test_10_side_pots_with_a_late_folder() -> None:
    """Seats: 0 button 1000, 1 small blind 1000, 2 big blind 300, 3 under the gun 100; 3 best, 2 second."""
    hand = holdem.deal([1000, 1000, 300, 100], button=0, deck="2c Kc Ac 3h 7d Kd Ad 8h Qc Jd 9h 8s 5c")
    assert hand.hole(3) == ("Ac", "Ad")
    hand.call()
    hand.raise_to(500)
    hand.call()
    hand.call()
    assert hand.street == "FLOP"
    hand.bet(200)
    hand.fold()
    assert hand.over
    assert hand.payoffs == (-500, -100, 300, 300)


def test_11_odd_chip_goes_to_the_first_winner_left_of_the_button() -> None:
    """Blinds 1/2: the small blind folds, big blind and button tie for a pot of 5."""
    hand = holdem.deal([100, 100, 100], (1, 2), button=0, deck="2c Ac Ad 3d Kc Kd Qh Jh 9s 8s 4c")
    hand.call()
    hand.fold()
    hand.check()
    while not hand.over:
        hand.check()
    assert hand.payoffs == (0, -1, 1)


def test_12_odd_chip_goes_to_the_small_blind_before_the_button() -> None:
    hand = holdem.deal([100, 100, 100], (1, 2), button=0, deck="Ac 2c Ad Kc 3d Kd Qh Jh 9s 8s 4c")
    hand.call()
    hand.call()
    hand.raise_to(5)
    hand.call()
    hand.call()
    hand.bet(4)
    hand.fold()
    hand.call()
    assert hand.pot == 23
    while not hand.over:
        hand.check()
    assert hand.payoffs == (2, 3, -5)


def test_13_nobody_raises_an_all_in_opponent_that_he_covers() -> None:
    hand = holdem.deal([DEEP, 3_000], button=0, seed=1)
    hand.raise_to(300)
    hand.raise_to(3_000)
    assert hand.legal == ("FOLD", "CALL")


def test_14_reraise_sets_the_new_increment() -> None:
    hand = six()
    hand.raise_to(300)
    hand.raise_to(700)
    assert hand.min_raise_to == 1_100


@pytest.mark.parametrize(("house", "least"), [("stands", 160), ("completed", 100)])
def test_15_open_shove_below_the_minimum_bet(house: str, least: int) -> None:
    hand = six(DEEP, DEEP, DEEP, DEEP, 160, DEEP, short_bet=house)
    for _ in range(5):
        hand.call()
    hand.check()
    assert hand.actor == 4
    hand.bet(60)
    assert (hand.to_call, hand.min_raise_to) == (60, least)


def test_16_three_all_ins_the_shorter_the_better() -> None:
    hand = holdem.deal([1_000, 3_000, 5_000], button=0, deck="Kc 3h Ac Kd 8h Ad Qc Jd 9h 7s 5c")
    assert (hand.hole(0), hand.hole(1)) == (("Ac", "Ad"), ("Kc", "Kd"))
    hand.raise_to(1_000)
    hand.raise_to(3_000)
    hand.call()
    assert hand.over
    assert hand.payoffs == (2_000, 1_000, -3_000)


def test_17_several_odd_chips_go_one_each() -> None:
    """Four of six seats play the board for a pot of 14: six antes of 1 and four bets of 2."""
    hand = holdem.deal([200] * 6, (1, 2), button=5, deck="2c2d2h2s3c3d 4c4d4h4s5c5d Ac Kc Qc Jc Tc", antes=1)
    assert hand.actor == 2
    hand.call()
    hand.call()
    hand.fold()
    hand.fold()
    hand.call()
    hand.check()
    assert hand.pot == 14
    while not hand.over:
        hand.check()
    assert hand.payoffs == (1, 1, 0, 0, -1, -1)


def test_18_excess_of_a_folded_player_joins_the_last_contested_pot() -> None:
    """Seat 3 has put in 1,000 and leaves; the two who are left put in 600 and 300."""
    b = Betting()
    b.seats, b.live, b.able = 4, 0b0011, 0b0000
    b.total[:4] = [600, 300, 1_000, 0]
    pots = Pots()
    build_pots(b, pots)
    assert [(pots.amount[i], pots.eligible[i]) for i in range(pots.count)] == [(900, 0b0011), (1_000, 0b0001)]


def test_19_uncalled_bet_is_returned_before_the_pot_is_counted() -> None:
    hand = six()
    for _ in range(4):
        hand.fold()
    hand.fold()
    assert hand.over
    assert [event for event in hand.events if isinstance(event, (BetReturned, PotAwarded))] == [
        BetReturned(seat=5, chips=50),
        PotAwarded(seat=5, chips=100),
    ]


def test_20_last_river_aggressor_shows_first() -> None:
    hand = holdem.deal([DEEP] * 3, button=0, deck="Ac 3h Kc Ad 8h Kd Qc Jd 9h 7s 5c")
    hand.call()
    hand.call()
    hand.check()
    for _ in range(6):
        hand.check()
    assert hand.street == "RIVER"
    hand.check()
    hand.check()
    hand.bet(100)
    hand.call()
    hand.call()
    order = [event.seat for event in hand.events if isinstance(event, (HandShown, HandMucked))]
    assert order == [0, 1, 2]
    assert [event.seat for event in hand.events if isinstance(event, HandShown)] == [0, 1]


def test_20_without_a_bet_the_first_left_of_the_button_shows_first() -> None:
    hand = holdem.deal([DEEP] * 3, button=0, deck="Ac 3h Kc Ad 8h Kd Qc Jd 9h 7s 5c")
    hand.call()
    hand.call()
    hand.check()
    while not hand.over:
        hand.check()
    shown = [event for event in hand.events if isinstance(event, (HandShown, HandMucked))]
    assert [event.seat for event in shown] == [1, 2, 0]
    assert [type(event) for event in shown] == [HandShown, HandMucked, HandMucked]


def test_20_all_hands_face_up_once_somebody_is_all_in() -> None:
    hand = holdem.deal([1_000, DEEP, DEEP], button=0, seed=3)
    hand.raise_to(1_000)
    hand.call()
    hand.call()
    assert not [event for event in hand.events if isinstance(event, HandTabled)]
    while not hand.over:
        hand.check()
    assert sorted(event.seat for event in hand.events if isinstance(event, HandShown)) == [0, 1, 2]
    assert not [event for event in hand.events if isinstance(event, HandMucked)]


def test_20_hands_are_tabled_before_the_board_runs_out() -> None:
    hand = holdem.deal([DEEP, DEEP], button=0, seed=3)
    hand.raise_to(DEEP)
    hand.call()
    kinds = [type(event).__name__ for event in hand.events]
    assert kinds.index("HandTabled") < kinds.index("FlopDealt")


@pytest.mark.parametrize(("blind_first", "bet", "dead"), [(False, 20, 100), (True, 100, 20)])
def test_21_big_blind_ante_of_a_short_stack(blind_first: bool, bet: int, dead: int) -> None:
    hand = six(DEEP, DEEP, DEEP, DEEP, DEEP, 120, big_blind_ante=100, blind_before_ante=blind_first)
    assert hand.bets[5] == bet
    assert hand.pot == 50 + bet + dead
    assert hand.to_call == 100


def test_21_big_blind_ante_is_dead_money() -> None:
    hand = holdem.deal([1_000, 1_000, 1_000], button=0, big_blind_ante=100, deck="Ac 3h Kc Ad 8h Kd Qc Jd 9h 7s 5c")
    hand.raise_to(1_000)
    hand.call()
    hand.call()
    assert hand.over
    assert [event.chips for event in hand.events if isinstance(event, PotAwarded)] == [3 * 900 + 100, 2 * 100]
    assert hand.payoffs == (-1_000, 2_000, -1_000)


def test_21_big_blind_whose_last_chips_are_the_ante_can_win_it_back() -> None:
    hand = holdem.deal([100, 100, 10], (5, 10), button=0, big_blind_ante=10, deck="3c Ah 2c 4d Ad Kd QhJs3s 9s 5c")
    hand.call()
    hand.call()
    while not hand.over:
        hand.check()
    assert hand.hole(2) == ("Ah", "Ad")
    assert next(event for event in hand.events if isinstance(event, PotAwarded)) == PotAwarded(seat=2, chips=10)
    assert hand.payoffs[2] == 0


def test_22_short_ante_makes_a_side_pot() -> None:
    hand = holdem.deal([1_000, 1_000, 1_000, 5], (5, 10), button=0, antes=10, seed=1)
    assert hand.pots[0] == Pot(20, (0, 1, 2, 3))


def test_26_straddle_sets_the_bet_and_keeps_the_option() -> None:
    hand = six(straddles=[200])
    assert (hand.actor, hand.to_call, hand.min_raise_to) == (1, 200, 400)
    for _ in range(5):
        hand.call()
    assert (hand.actor, hand.to_call, hand.min_raise_to) == (0, 0, 400)


def test_27_board_runs_out_at_once_when_all_are_all_in_from_the_blinds() -> None:
    hand = holdem.deal([10, 5, 10], (50, 100), button=0, antes=10, seed=2)
    assert hand.over
    assert len(hand.board) == 5
    assert sum(hand.stacks) == 25


def test_28_short_all_in_from_the_big_blind_does_not_reopen_for_limpers() -> None:
    hand = holdem.deal([1_000, 1_000, 1_000, 30], (10, 20), button=1, seed=1)
    assert hand.actor == 0
    hand.call()
    hand.call()
    hand.call()
    hand.raise_to(30)
    for seat in (0, 1, 2):
        assert (hand.actor, hand.to_call, hand.legal) == (seat, 10, ("FOLD", "CALL"))
        hand.call()


def test_29_checker_may_not_raise_a_short_open_shove() -> None:
    hand = six(DEEP, DEEP, DEEP, DEEP, DEEP, 160)
    for _ in range(5):
        hand.call()
    hand.check()
    hand.check()
    assert hand.actor == 5
    hand.bet(60)
    for _ in range(4):
        assert can_raise(hand)
        hand.call()
    assert (hand.actor, hand.to_call, hand.legal) == (4, 60, ("FOLD", "CALL"))


def test_30_all_in_for_exactly_the_minimum_raise_reopens() -> None:
    hand = holdem.deal([1_000, 1_000, 1_000, 40], (10, 20), button=1, seed=1)
    hand.call()
    hand.call()
    hand.call()
    hand.raise_to(40)
    assert (hand.actor, hand.min_raise_to) == (0, 60)


def test_31_nobody_raises_when_every_other_seat_is_all_in_or_covered() -> None:
    hand = holdem.deal([DEEP, 500, 400], button=0, seed=1)
    hand.call()
    hand.raise_to(500)
    hand.call()
    assert (hand.actor, hand.legal) == (0, ("FOLD", "CALL"))


def test_stacked_deck_is_dealt_left_of_the_button_first() -> None:
    hand = holdem.deal([100] * 3, (1, 2), button=0, deck="Ah Kh Qh Ad Kd Qd")
    assert [hand.hole(seat) for seat in (1, 2, 0)] == [("Ah", "Ad"), ("Kh", "Kd"), ("Qh", "Qd")]
