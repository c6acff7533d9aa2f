"""The blueprint at the table: legal, the same at both speeds, push or fold when short, and `oracle` elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from croupier import holdem
from croupier.agents.bot import PolicyBot
from croupier.agents.loading import house_bot
from croupier.games.holdem.blueprint.cards import PAIR_CARDS, PAIRS, pair_number
from croupier.games.holdem.blueprint.making.assembly import fifteenths
from croupier.games.holdem.blueprint.memory import load, nibble, packed_nibbles
from croupier.games.holdem.blueprint.play import BLUEPRINT
from croupier.games.holdem.blueprint.push_fold import halves_of
from croupier.games.holdem.blueprint.ranges import ranges
from croupier.games.holdem.endgame import COMBOS
from croupier.games.holdem.game import GAME
from croupier.games.holdem.hand import Hand
from croupier.games.holdem.records import TURN
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.simulate.exploit.witness import Witness, situation_of

from ..ladder import seated
from ..room import Room

ACES_FIRST = "7d Ah 2c As"
"""The big blind has seven-deuce, the button aces."""


@pytest.mark.parametrize("depth", [12, 20, 73])
def test_it_plays_legally_and_alike_at_both_speeds(depth: int) -> None:
    table = seated("blueprint", "random", depth=depth)
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
    assert other[pair_number(*parse_cards("JcTc"))] > 0.3 > other[worst]


def lines() -> Iterator[Hand]:
    """Hands at a decision: on every street, after bets that the tree has and bets that it takes for others, and short
    stacks before the flop."""
    yield opened()
    for stack, opening in ((10_000, 250), (10_000, 700), (1_000, 1_000), (1_400, None)):
        hand = holdem.deal(stacks=[stack] * 2, blinds=(50, 100), button=0, deck="2c Ah 7d As Kh 8d 2h 9s 3d", seed=1)
        if opening:
            hand.raise_to(opening)
        yield hand
    for bets in ((), (100,), (370,), (2_000,)):
        hand = opened()
        while GAME.view(hand._state, 0).street < TURN + bool(bets):
            hand.call() if hand.to_call else hand.check()
        for bet in bets:
            hand.raise_to(bet)
        yield hand


def test_the_policy_tells_what_it_draws_from_with_every_hand() -> None:
    """How often it makes each move with some hands, over many draws; and never one that was not told."""
    draws, hands, mixed = 150, 6, 0
    for number, hand in enumerate(lines()):
        decision = GAME.pending(hand._state)[0]
        asked = situation_of(hand._state.table, decision.seat)
        bot = PolicyBot(BLUEPRINT)
        (told,) = bot.strategies([(asked.view, decision)])
        assert told is not None and np.allclose(told.shares.sum(axis=0), 1) and told.shares.min() >= 0
        board = {*asked.view.cards.row[asked.view.cards.first[1] : asked.view.cards.first[1] + 5]}
        some = [n for n in range(31 * number, len(COMBOS), 151) if not board & {*COMBOS[n]}][:hands]
        rng = Rng()
        seed(rng, 1, number)
        for one in some:
            moves = Counter(Witness(bot).answers(asked, np.repeat(one, draws), rng))
            chances = dict(zip(told.moves, told.shares[:, one].tolist(), strict=True))
            assert {*moves} <= {move for move, chance in chances.items() if chance > 0}
            for move, chance in chances.items():
                spread = (chance * (1 - chance) * draws) ** 0.5
                assert abs(moves[move] - chance * draws) <= 4.5 * spread + 1e-9, (number, one, move)
                mixed += 0 < chance < 1
    assert mixed > 30


def test_where_the_oracle_plays_no_strategy_is_told() -> None:
    room = Room(RandomDealer(3), hands=1, stack=10_000, seats=3)
    assert PolicyBot(BLUEPRINT).strategies([(GAME.view(room.state, room.actor), room.decision)]) == [None]
