"""The rest of a real hand as an endgame: the same chips, players and place, with every hand in the ranges."""

from __future__ import annotations

import numpy as np
import pytest

from croupier import holdem
from croupier.games.holdem.blueprint import endgames
from croupier.games.holdem.blueprint.cards import PAIRS
from croupier.games.holdem.blueprint.endgames import FLOOR, Place, endgame_of, moves_before_street, with_floor
from croupier.games.holdem.blueprint.history import LOST
from croupier.games.holdem.endgame import combo_number
from croupier.games.holdem.game import GAME
from croupier.games.holdem.hand import Hand
from croupier.games.holdem.records import RIVER, TURN
from croupier.kernel.contract.house_bots import Policy
from croupier.kernel.vocabulary.cards import parse_cards

from .toy import ToyRanges, toy_policy

DECK = "2c Ah 7d As Kh 8d 2h 9s 3d"
TO_THE_RIVER = (300, "call", "check", "check", "check", "check")
"""A raise and a call, then nobody bets until the river."""


@pytest.fixture(scope="module")
def policy() -> Policy:
    return toy_policy()


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After how many moves ranges were asked for."""
    ranges = ToyRanges()
    monkeypatch.setattr(endgames, "ranges", ranges)
    return ranges.asked


def played(*moves: int | str, stacks: tuple[int, int] = (2_000, 2_000), button: int = 0) -> Hand:
    hand = holdem.deal(stacks=stacks, blinds=(50, 100), button=button, deck=DECK, seed=1)
    for move in moves:
        hand.raise_to(move) if isinstance(move, int) else getattr(hand, move)()
    return hand


def place_of(hand: Hand, policy: Policy, seat: int | None = None) -> Place:
    place = endgame_of(GAME.view(hand._state, hand.actor if seat is None else seat), policy)
    assert place is not None
    return place


def assert_same(hand: Hand, place: Place) -> None:
    """The endgame stands where the hand does."""
    node = place.node
    assert place.seats[node.actor] == hand.actor
    assert node.pot == hand.pot
    assert node.stacks == tuple(hand.stacks[seat] for seat in place.seats)
    assert node.bets == tuple(hand.bets[seat] for seat in place.seats)


@pytest.mark.parametrize("button", [0, 1])
@pytest.mark.parametrize("stacks", [(2_000, 2_000), (2_000, 1_700), (1_500, 6_000)])
@pytest.mark.parametrize("line", [(), ("check",), (240,), ("check", 333), (150, 401), ("check", 100, 1_111)])
def test_an_endgame_stands_where_the_hand_does(
    policy: Policy, button: int, stacks: tuple[int, int], line: tuple[int | str, ...]
) -> None:
    hand = played(*TO_THE_RIVER, *line, stacks=stacks, button=button)
    for seat in range(2):
        place = place_of(hand, policy, seat)
        assert_same(hand, place)
        assert place.seats == (1 - button, button)
        assert place.end.root.actor == 0 and place.end.root.pot == 600
        assert place.end.root.stacks == tuple(stacks[seat] - 300 for seat in place.seats)


def test_a_real_bet_is_in_the_tree_beside_the_sizes_and_nowhere_else(policy: Policy) -> None:
    place = place_of(played(*TO_THE_RIVER, 777), policy)
    assert [str(act) for act in place.end.root.acts] == [
        "check", "bet 240", "bet 480", "bet 777", "bet 960", "bet 1,700, all-in",
    ]  # fmt: skip
    assert [act.to for act in place.end.root.children[0].acts] == [0, 240, 480, 960, 1_700]


def test_bets_of_the_last_move_take_the_place_of_the_sizes_there_and_only_there(policy: Policy) -> None:
    hand = played(*TO_THE_RIVER, "check", 240)
    view = GAME.view(hand._state, hand.actor)
    place = endgame_of(view, policy, bets=(130, 240, 1_700, 9_999))
    assert place is not None
    assert_same(hand, place)
    checked = place.end.root.children[0]
    assert [act.to for act in checked.acts[1:]] == [130, 240, 1_700]
    usual = place_of(hand, policy)
    assert place.end.root.acts == usual.end.root.acts and place.node.acts == usual.node.acts
    assert 130 not in [act.to for act in usual.end.root.children[0].acts]


def test_a_bet_that_nearly_is_all_in_stays_what_it_was(policy: Policy) -> None:
    hand = played(*TO_THE_RIVER, 1_600)
    assert_same(hand, place_of(hand, policy))


def test_a_bet_of_more_than_the_other_has_is_all_in(policy: Policy) -> None:
    place = place_of(played(*TO_THE_RIVER, 5_000, stacks=(1_000, 6_000)), policy)
    assert place.node.bets == (700, 0)
    assert [str(act) for act in place.node.acts] == ["fold", "call 700"]


def test_a_deep_stack_is_not_bet_at_once(policy: Policy) -> None:
    within, beyond = (place_of(played(*TO_THE_RIVER, stacks=(stack, stack)), policy) for stack in (3_900, 3_901))
    assert [act.to for act in within.node.acts] == [0, 240, 480, 960, 3_600]
    assert [act.to for act in beyond.node.acts] == [0, 240, 480, 960]


def test_ranges_are_those_at_the_start_of_the_street(policy: Policy, asked: list[int]) -> None:
    place_of(played(*TO_THE_RIVER, "check", 333), policy)
    place_of(played(*TO_THE_RIVER[:4], "check", 400), policy)
    place_of(played(200, 500, "call", "check", "check", "check", "check", 300), policy)
    assert asked == [6, 4, 7]


def test_player_0_has_the_range_of_the_seat_without_the_button(policy: Policy) -> None:
    aces = combo_number(*parse_cards("AhAs"))
    for button in (0, 1):
        weights = place_of(played(*TO_THE_RIVER, button=button), policy).end.deck.weights
        assert weights[0, aces] == weights[0].max() > weights[1].max() == weights[1, aces]


def test_hands_that_are_never_played_so_have_a_floor_of_weight(policy: Policy) -> None:
    weights = place_of(played(*TO_THE_RIVER), policy).end.deck.weights[0]
    possible = 47 * 46 // 2
    assert np.count_nonzero(weights) == possible
    assert weights[weights > 0].min() == pytest.approx(FLOOR * weights.max())
    assert (with_floor(np.zeros(PAIRS)) == 1).all()


def test_the_turn_is_solved_with_all_its_rivers(policy: Policy) -> None:
    hand = played(*TO_THE_RIVER[:4], "check")
    place = place_of(hand, policy)
    assert_same(hand, place)
    assert (place.end.spot.street, place.node.street, place.end.deck.views) == (TURN, TURN, 49)


@pytest.mark.parametrize("moves", [(), (300, "call")])
def test_there_is_no_endgame_before_the_turn(policy: Policy, moves: tuple[int | str, ...]) -> None:
    assert endgame_of(GAME.view(played(*moves)._state, 0), policy) is None


def test_there_is_no_endgame_of_a_hand_that_left_the_tree_before_the_street(policy: Policy) -> None:
    left = (300, 600, 900, 1_200, "call", "check", "check", "check", "check")
    assert endgame_of(GAME.view(played(*left, stacks=(9_000, 9_000))._state, 0), policy) is None


def test_there_is_no_endgame_with_more_than_two_seats_or_antes(policy: Policy) -> None:
    for dealt in (
        holdem.deal(stacks=[2_000] * 3, blinds=(50, 100), button=0, seed=1),
        holdem.deal(stacks=[2_000] * 2, blinds=(50, 100), button=0, seed=1, antes=10),
    ):
        while GAME.view(dealt._state, 0).street < RIVER:
            dealt.call() if dealt.to_call else dealt.check()
        assert endgame_of(GAME.view(dealt._state, 0), policy) is None


def test_moves_before_a_street_are_counted_as_far_as_they_are_kept(policy: Policy) -> None:
    hand = played(*TO_THE_RIVER, stacks=(90_000, 90_000))
    for _ in range(18):
        hand.raise_to(hand.min_raise_to or 0)
    assert moves_before_street(GAME.view(hand._state, 0)) == 6
    hand.raise_to(hand.min_raise_to or 0)
    assert moves_before_street(GAME.view(hand._state, 0)) == LOST
