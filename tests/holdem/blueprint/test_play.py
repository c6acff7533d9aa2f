"""The blueprint at the table: legal, the same at both speeds, push or fold when short, and `oracle` elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from croupier import holdem
from croupier.agents.loading import house_bot
from croupier.games.holdem.blueprint.cards import PAIR_CARDS, PAIRS, pair_number
from croupier.games.holdem.blueprint.making.assembly import fifteenths
from croupier.games.holdem.blueprint.memory import load, nibble, packed_nibbles
from croupier.games.holdem.blueprint.push_fold import halves_of
from croupier.games.holdem.blueprint.ranges import ranges, strategy_now
from croupier.games.holdem.game import GAME
from croupier.games.holdem.hand import Hand
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.vocabulary.cards import parse_cards

from ..ladder import seated
from ..room import Room

ACES_FIRST = "7d Ah 2c As"
"""The big blind has seven-deuce, the button aces."""


@pytest.mark.parametrize("stack", [1_200, 2_000, 7_300])
def test_it_plays_legally_and_alike_at_both_speeds(stack: int) -> None:
    table = seated("blueprint", "random", stack=stack)
    assert table.run(5, 0, 12) == table.run_plain(5, 0, 12)
    table.run(6, 0, 5_000)


@pytest.mark.parametrize(
    "options",
    [{"seats": 3}, {"seats": 2, "ante": 10}, {"seats": 2, "small_blind": 20}, {"seats": 2, "structure": "pot_limit"}],
)
def test_with_more_seats_antes_or_limits_it_is_the_oracle(options: dict[str, Any]) -> None:
    room = Room(RandomDealer(3), hands=1, stack=10_000, **options)
    for _ in range(4):
        view = GAME.view(room.state, room.actor)
        moves = {house_bot(GAME, name, 4).act(view, room.decision) for name in ("oracle", "blueprint")}
        assert len(moves) == 1
        room.act("CALL" if "CALL" in room.decision.legal else "CHECK")


def short(cards: str, stack: int) -> Room:
    return Room(StackedDealer(parse_cards(cards), RandomDealer(1)), seats=2, button=1, hands=1, stack=stack)


def answers(room: Room) -> set[str]:
    """What it does over several seeds."""
    view = GAME.view(room.state, room.actor)
    moves = [house_bot(GAME, "blueprint", key).act(view, room.decision) for key in range(12)]
    return {f"{GAME.kinds[move.kind]} {move.amount}" for move in moves}


def test_below_fifteen_big_blinds_it_pushes_or_folds() -> None:
    assert answers(short(ACES_FIRST, 1_499)) == {"RAISE_TO 1499"}
    assert answers(short("Ah 7d As 2c", 1_000)) == {"FOLD 0"}
    assert "RAISE_TO 1500" not in answers(short(ACES_FIRST, 1_500))


def test_below_fifteen_big_blinds_it_calls_an_all_in_or_folds() -> None:
    for cards, answer in ((ACES_FIRST, "FOLD 0"), ("Ah 7d As 2c", "CALL 0")):
        room = short(cards, 1_000)
        room.act("RAISE_TO", 1_000)
        assert answers(room) == {answer}


@pytest.mark.parametrize(("stack", "halves"), [(1, 2), (124, 2), (125, 3), (1_024, 20), (1_025, 21), (9_999, 30)])
def test_the_row_of_a_stack_is_the_nearest_half_big_blind(stack: int, halves: int) -> None:
    assert halves_of(stack, 100) == halves


def test_the_memory_is_read_only_and_of_whole_numbers() -> None:
    memory = load()
    assert memory.dtype == np.int64 and not memory.flags.writeable


def test_probabilities_are_fifteenths_that_add_up() -> None:
    rows = fifteenths(np.array([[1, 1, 1], [0, 0, 0], [1, 14, 0], [7, 7, 1], [1000, 1, 0]]), 1)
    assert rows.tolist() == [[5, 5, 5], [0, 15, 0], [1, 14, 0], [7, 7, 1], [15, 0, 0]]
    assert [nibble(packed_nibbles(np.arange(16)[::-1].astype(np.uint8)).tolist(), at) for at in (0, 1, 15)] == [
        15,
        14,
        0,
    ]


def opened() -> Hand:
    hand = holdem.deal(stacks=[10_000, 10_000], blinds=(50, 100), button=0, deck="2c Ah 7d As Kh 8d 2h", seed=1)
    hand.raise_to(300)
    hand.call()
    return hand


def test_ranges_follow_the_play_of_both_and_know_no_hole_cards() -> None:
    hand = opened()
    views = [GAME.view(hand._state, seat) for seat in (0, 1)]
    known = [ranges(view) for view in views]
    assert known[0].shape == (2, PAIRS) and (known[0] == known[1]).all()
    board = set(parse_cards("Kh 8d 2h"))
    blocked = np.array([bool(board & set(pair)) for pair in PAIR_CARDS.tolist()])
    assert not known[0][:, blocked].any()
    button, other = known[0]
    worst = pair_number(*parse_cards("7c2d"))
    assert button[pair_number(*parse_cards("KcKd"))] > 0.3 > button[worst]
    assert other[pair_number(*parse_cards("9c9s"))] > 0.3 > other[worst]


def test_the_strategy_of_every_hand_at_a_decision_adds_up() -> None:
    hand = opened()
    actions, shares = strategy_now(GAME.view(hand._state, 1))
    assert shares.shape == (PAIRS, len(actions)) and len(actions) >= 2
    assert np.allclose(shares.sum(axis=1), 1)
