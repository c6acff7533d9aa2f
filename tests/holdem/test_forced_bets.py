"""What is put in before anybody acts: antes, blinds, straddles, and what short stacks make of them.

Blinds 10/20 and 1,000 behind unless said; the button is seat 0, so that seat 1 is small blind and seat 2 big blind.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.games.holdem.events import (
    AntePosted,
    BlindPosted,
    DeadAntePosted,
    HandStarted,
    PotAwarded,
    StraddlePosted,
)
from croupier.games.holdem.hand import Hand, Pot
from croupier.kernel.vocabulary.events import Fact

from .room import Room

ANTES = (AntePosted, DeadAntePosted)
POSTED = (*ANTES, BlindPosted, StraddlePosted)


def dealt(*stacks: int, **options: Any) -> Hand:
    """A hand of as many seats as stacks, four if none are given."""
    return holdem.deal(list(stacks) or [1_000] * 4, options.pop("blinds", (10, 20)), button=0, seed=1, **options)


def posted(hand: Hand) -> list[Fact]:
    """What was put in, in order."""
    return [event for event in hand.events if isinstance(event, POSTED)]


def paid_by_the_big_blind(hand: Hand) -> tuple[int, int]:
    """What seat 2 was told to put in, as ante and as blind; 0 if it has nothing left."""
    ante = [event.chips for event in posted(hand) if isinstance(event, ANTES) and event.seat == 2]
    blind = [event.chips for event in posted(hand) if isinstance(event, BlindPosted) and event.seat == 2]
    assert 0 not in ante + blind
    return sum(ante), sum(blind)


# Blinds.


def test_hand_begins_with_its_number_and_the_button() -> None:
    room = Room(seats=3, button=2)
    assert room.told[0] == HandStarted(seat=2, number=1)
    room.fold_out()
    assert room.kinds(HandStarted) == [HandStarted(seat=0, number=2)]


def test_small_blind_is_posted_before_the_big_blind() -> None:
    assert posted(dealt()) == [BlindPosted(seat=1, chips=10), BlindPosted(seat=2, chips=20)]


def test_short_blinds_post_what_they_have() -> None:
    hand = dealt(1_000, 5, 15, 1_000)
    assert posted(hand) == [BlindPosted(seat=1, chips=5), BlindPosted(seat=2, chips=15)]
    assert (hand.actor, hand.to_call) == (3, 20)


def test_without_a_small_blind_only_the_big_blind_posts() -> None:
    hand = dealt(blinds=(0, 20))
    assert posted(hand) == [BlindPosted(seat=2, chips=20)]
    assert hand.actor == 3


def test_blind_of_a_single_chip_is_posted() -> None:
    assert posted(dealt(blinds=(1, 1))) == [BlindPosted(seat=1, chips=1), BlindPosted(seat=2, chips=1)]


def test_all_in_blinds_are_never_asked() -> None:
    hand = dealt(1_000, 10, 20, 1_000)
    hand.call()
    hand.call()
    assert (hand.street, hand.actor) == ("FLOP", 3)


def test_new_hand_has_new_lines_and_hidden_cards() -> None:
    room = Room(seats=2, button=0)
    room.act("RAISE_TO", 10_000)
    assert room.table.line[0]
    room.act("FOLD")
    assert (room.table.hands, room.table.line[:2], room.table.shown) == (1, [0, 0], 0)


# Antes.


def test_antes_are_paid_left_of_the_button_first_and_before_the_blinds() -> None:
    hand = dealt(antes=5)
    assert posted(hand) == [
        *(AntePosted(seat=seat, chips=5) for seat in (1, 2, 3, 0)),
        BlindPosted(seat=1, chips=10),
        BlindPosted(seat=2, chips=20),
    ]
    assert (hand.pot, hand.to_call, hand.min_raise_to) == (50, 20, 40)


def test_ante_is_no_part_of_the_bet() -> None:
    hand = dealt(antes=5)
    assert hand.bets == (0, 10, 20, 0)
    assert hand.max_raise_to == 995


@pytest.mark.parametrize(("stack", "paid"), [(3, (3, 0)), (5, (5, 0)), (6, (5, 1)), (25, (5, 20)), (26, (5, 20))])
def test_short_big_blind_antes_first(stack: int, paid: tuple[int, int]) -> None:
    assert paid_by_the_big_blind(dealt(1_000, 1_000, stack, 1_000, antes=5)) == paid


def test_antes_of_different_stacks_make_side_pots() -> None:
    hand = dealt(1_000, 3, 1_000, 4, antes=5)
    assert hand.pots[:2] == (Pot(12, (0, 1, 2, 3)), Pot(3, (0, 2, 3)))


def test_big_blind_antes_for_all() -> None:
    hand = dealt(big_blind_ante=30)
    assert posted(hand) == [
        DeadAntePosted(seat=2, chips=30),
        BlindPosted(seat=1, chips=10),
        BlindPosted(seat=2, chips=20),
    ]
    assert (hand.pot, hand.bets, hand.to_call) == (60, (0, 10, 20, 0), 20)


def test_big_blind_may_post_the_blind_before_the_ante() -> None:
    assert posted(dealt(big_blind_ante=30, blind_before_ante=True)) == [
        BlindPosted(seat=1, chips=10),
        BlindPosted(seat=2, chips=20),
        DeadAntePosted(seat=2, chips=30),
    ]


@pytest.mark.parametrize(
    ("stack", "ante_first", "blind_first"),
    [
        (20, (20, 0), (0, 20)),
        (21, (21, 0), (1, 20)),
        (30, (30, 0), (10, 20)),
        (31, (30, 1), (11, 20)),
        (50, (30, 20), (30, 20)),
    ],
)
def test_short_big_blind_pays_ante_and_blind_in_the_order_of_the_house(
    stack: int, ante_first: tuple[int, int], blind_first: tuple[int, int]
) -> None:
    for before, paid in ((False, ante_first), (True, blind_first)):
        hand = dealt(1_000, 1_000, stack, 1_000, big_blind_ante=30, blind_before_ante=before)
        assert paid_by_the_big_blind(hand) == paid
        assert hand.to_call == 20


def test_order_of_ante_and_blind_is_nothing_to_antes_of_every_seat() -> None:
    assert posted(dealt(antes=5, blind_before_ante=True)) == posted(dealt(antes=5))


def test_without_an_ante_nobody_antes() -> None:
    for before in (False, True):
        assert not [event for event in posted(dealt(blind_before_ante=before)) if isinstance(event, ANTES)]


# Straddles.


def test_straddles_go_on_from_the_big_blind() -> None:
    hand = holdem.deal([1_000] * 6, (10, 20), button=0, seed=1, straddles=[40, 80])
    assert posted(hand)[2:] == [StraddlePosted(seat=3, chips=40), StraddlePosted(seat=4, chips=80)]
    assert (hand.actor, hand.to_call, hand.min_raise_to) == (5, 80, 160)
    for _ in range(5):
        hand.call()
    assert (hand.actor, hand.to_call, hand.street) == (4, 0, "PRE_FLOP")


@pytest.mark.parametrize(("stack", "straddlers"), [(39, []), (40, [3, 0]), (41, [3, 0])])
def test_only_seats_that_can_post_all_of_it_straddle_and_none_after_a_seat_that_cannot(
    stack: int, straddlers: list[int]
) -> None:
    hand = dealt(1_000, 1_000, 1_000, stack, straddles=[40, 80])
    assert [event.seat for event in posted(hand) if isinstance(event, StraddlePosted)] == straddlers
    assert hand.to_call == (80 if straddlers else 20) - hand.bets[hand.actor or 0]


def test_straddles_end_before_the_small_blind() -> None:
    hand = dealt(1_000, 1_000, 1_000, straddles=[40, 80])
    assert posted(hand)[2:] == [StraddlePosted(seat=0, chips=40)]
    assert (hand.actor, hand.to_call) == (1, 30)


def test_straddles_end_before_a_small_blind_that_posts_nothing() -> None:
    hand = dealt(1_000, 1_000, 1_000, blinds=(0, 20), straddles=[40, 80])
    assert posted(hand) == [BlindPosted(seat=2, chips=20), StraddlePosted(seat=0, chips=40)]
    assert hand.actor == 1


def test_nobody_straddles_heads_up() -> None:
    hand = dealt(1_000, 1_000, straddles=[40])
    assert posted(hand)[2:] == []
    assert (hand.actor, hand.to_call) == (0, 10)


def test_seat_that_straddles_with_its_last_chips_is_not_asked() -> None:
    hand = dealt(1_000, 1_000, 1_000, 40, straddles=[40])
    for _ in range(3):
        hand.call()
    assert (hand.street, hand.actor) == ("FLOP", 1)


# All of it at once.


def test_everybody_all_in_before_a_card_is_dealt() -> None:
    hand = dealt(5, 15, 25, antes=5)
    assert hand.over
    assert sum(event.chips for event in hand.events if isinstance(event, PotAwarded)) == 35
