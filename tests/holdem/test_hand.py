"""A hand in Python: what `deal` takes and refuses, and what a Hand shows."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import numpy
import pytest

from croupier import holdem
from croupier.games.holdem.events import HoleDealt
from croupier.games.holdem.options import MOST_CHIPS
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import UNKNOWN, parse_cards

STACKS = [1_000] * 3


def three(**options: Any) -> holdem.Hand:
    return holdem.deal(STACKS, (10, 20), **{"seed": 1, **options})


@pytest.mark.parametrize(
    "value", [5.0, "5", None, Fraction(5), True, [5], 10**5000], ids=lambda value: type(value).__name__
)
@pytest.mark.parametrize("name", ["antes", "button", "big_blind_ante", "spread", "limit_ms", "late_until"])
def test_a_number_that_is_not_whole_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(BadInput, match=f"{name} takes a whole number"):
        three(**{name: value})


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"stacks": None}, "stacks takes a list of whole numbers, not None"),
        ({"stacks": 1_000}, "stacks takes a list of whole numbers, not 1000"),
        ({"stacks": "1000"}, "stacks takes a list of whole numbers, not '1000'"),
        ({"stacks": {0: 1_000, 1: 1_000}}, "stacks takes a list"),
        ({"stacks": [1_000, 2.5]}, r"stacks\[1\] takes a whole number, not 2.5"),
        ({"blinds": None}, "blinds takes a list of whole numbers"),
        ({"blinds": (5,)}, "blinds are two numbers"),
        ({"blinds": (5, 10, 20)}, "blinds are two numbers"),
        ({"blinds": (5, "10")}, r"blinds\[1\] takes a whole number, not '10'"),
        ({"blinds": (5, MOST_CHIPS + 1)}, r"blinds\[1\] takes a whole number from 0 to 1,073,741,824"),
        ({"antes": MOST_CHIPS + 1}, "antes takes a whole number from 0 to"),
        ({"seed": "7"}, "seed takes a whole number, not '7'"),
        ({"seed": 1.5}, "seed takes a whole number, not 1.5"),
        ({"straddles": 200}, "straddles takes a list"),
        ({"straddles": [MOST_CHIPS + 1]}, r"straddles\[0\] takes a whole number from 0 to"),
        ({"structure": []}, r"structure is one of no_limit, .* not \[\]"),
        ({"blind_before_ante": "no"}, "blind_before_ante takes True or False, not 'no'"),
        ({"seating": True}, "seating is one of closed, once, open, assigned, cash, not True"),
        ({"entry": "sneak"}, "entry is one of post, wait, free, dead_small, live_small, not 'sneak'"),
        ({"ante": 5}, "deal has no option 'ante'; it is called 'antes' here"),
        ({"colour": 5}, "deal has no option 'colour'; it has stacks, blinds, .*antes, .*structure"),
        ({"hands": 5}, "deal has no option 'hands'"),
    ],
)
def test_deal_refuses_what_makes_no_sense(options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        holdem.deal(**{"stacks": STACKS, **options})


def test_whole_numbers_of_numpy_become_ints() -> None:
    hand = holdem.deal(numpy.array(STACKS), numpy.array([10, 20]), button=numpy.int8(1), seed=numpy.int64(1))  # type: ignore[arg-type]
    assert {type(chips) for chips in (*hand.stacks, *hand.bets, hand.button)} == {int}
    hand.raise_to(numpy.int64(60))  # type: ignore[arg-type]
    assert type(hand.to_call) is int


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        (5, "deck takes a list of cards, or a text"),
        ({"Ah"}, "deck takes a list of cards"),
        (["Ah", "Kd", "Ah"], "Ah is there twice in deck"),
        ([*range(51), 0], "2c is there twice"),
        ("Ah Kd Ah", "Ah is there twice"),
        (["Ah", "1x"], "'1x' is not a card"),
        ([0, 52], r"deck\[1\] takes a card .* from -1 to 51, not 52"),
        ([0, 1.5], r"deck\[1\] takes a card such as 'Ah' or its number, not 1.5"),
        ([True], r"deck\[0\] takes a card"),
    ],
)
def test_the_whole_deck_is_checked_before_a_card_is_dealt(deck: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        three(deck=deck)


def test_a_deck_is_a_text_or_a_list_of_names_or_numbers() -> None:
    text = "Ah Kd 7c As Kc 2d"
    hands = [three(deck=deck) for deck in (text, text.split(), parse_cards(text), numpy.array(parse_cards(text)))]
    assert {(hand.hole(1), hand.hole(2), hand.hole(0)) for hand in hands} == {
        (("Ah", "As"), ("Kd", "Kc"), ("7c", "2d"))
    }
    assert three(deck=hands[0].hole(1) + hands[0].board).hole(1)[0] == "Ah"


def test_there_are_no_hole_cards_off_the_table() -> None:
    for seat in (9, 3, -1):
        with pytest.raises(BadInput, match=f"There is no seat {seat}; seats are 0 to 2."):
            three().hole(seat)
    with pytest.raises(BadInput, match="seat takes a whole number, not 'button'"):
        three().hole("button")  # type: ignore[arg-type]


@pytest.mark.parametrize("act", ["bet", "raise_to", "raise_by"])
@pytest.mark.parametrize("chips", [60.0, "60", None, True])
def test_chips_are_whole(act: str, chips: Any) -> None:
    hand = three()
    with pytest.raises(BadInput, match=f"{act} takes a whole number"):
        getattr(hand, act)(chips)
    assert hand.bets == (0, 10, 20)


def test_copies_of_the_copy_module_are_independent_twins() -> None:
    hand = three()
    for twin in (copy.copy(hand), copy.deepcopy(hand)):
        twin.fold()
        twin.fold()
        assert (twin.over, hand.over) == (True, False)
        assert len(twin.events) > len(hand.events)


def test_events_tell_each_deal_once_and_face_up() -> None:
    dealt = [event for event in three().events if isinstance(event, HoleDealt)]
    assert [event.seat for event in dealt] == [1, 2, 0]
    assert not any(UNKNOWN in event.cards for event in dealt)


def test_a_hand_that_all_others_folded_has_no_showdown() -> None:
    hand = three(deck="Ah Kd 7c As Kc 2d")
    hand.fold()
    hand.fold()
    assert str(hand).splitlines() == [
        "Hand 1 · The end",
        "   seat 0  1,000  7c 2d  folds, button",
        "   seat 1    990  Ah As  folds, small blind",
        "   seat 2  1,010  Kd Kc  pair of kings, wins 20, big blind",
        "   seat 1 loses 10, seat 2 wins 10",
    ]


def test_a_shown_down_hand_says_who_won() -> None:
    hand = three(deck="Ah Kd 7c As Kc 2d Qh 8h 3s 9s 4c")
    while not hand.over:
        hand.call() if hand.to_call else hand.check()
    first, board, *_, last = str(hand).splitlines()
    assert (first, board) == ("Hand 1 · Showdown", "   board: Qh  8h  3s  9s  4c")
    assert last == "   seat 0 loses 20, seat 1 wins 40, seat 2 loses 20"


def test_a_split_without_gain_says_so() -> None:
    hand = holdem.deal([100, 100], (1, 2), deck="2c 2d 3c 3d Ah Kh Qh Jh Th")
    while not hand.over:
        hand.call() if hand.to_call else hand.check()
    assert str(hand).endswith("nobody wins or loses anything")


def test_repr_names_street_board_pot_and_turn() -> None:
    hand = three(deck="Ah Kd 7c As Kc 2d Qh 8h 3s")
    assert repr(hand) == "<Hand PRE_FLOP pot 30, seat 0 to act>"
    hand.call()
    hand.call()
    hand.check()
    assert repr(hand) == "<Hand FLOP Qh 8h 3s pot 60, seat 1 to act>"


def all_cards(hand: holdem.Hand) -> list[str]:
    """The hole cards in the order of the deck, and the board."""
    while not hand.over:
        hand.call() if hand.to_call else hand.check()
    order = (1, 2, 0)
    return [hand.hole(seat)[i] for i in (0, 1) for seat in order] + list(hand.board)


def test_unknown_card_of_a_deck_is_drawn_at_random() -> None:
    """Nobody holds it already, and it is none that the deck names later: here all others of its suits are."""
    named = [f"{rank}{suit}" for suit in "cdh" for rank in "23456789TJQKA"]
    deck = ["??", *named[:5], "??", "As", "??", *named[5:9]]
    seen = set()
    for seed in range(60):
        dealt = all_cards(three(deck=deck, seed=seed))
        assert [card for card, wanted in zip(dealt, deck, strict=False) if wanted != "??"] == [
            card for card in deck[:11] if card != "??"
        ]
        drawn = {dealt[0], dealt[6], dealt[8]}
        assert len(drawn) == 3 and not drawn & set(deck)
        seen |= drawn
    assert len(seen) > 30
    assert all_cards(three(deck=deck, seed=4)) == all_cards(three(deck=deck, seed=4))
    assert all_cards(three(deck=deck, seed=None)) != all_cards(three(deck=deck, seed=None))


def test_deck_of_unknown_cards_has_no_more_than_a_pack() -> None:
    assert len(set(all_cards(three(deck="??" * 52)))) == 11
    with pytest.raises(BadInput, match="A deck has 52 cards, not 53"):
        three(deck="??" * 53)
