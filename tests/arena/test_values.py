"""Luck that a value function takes out: nobody gains by it in the long run, and no hidden card shows in it."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.arena.events.values import hash_of, load, luck_of_draw
from croupier.games.holdem.for_bots import board
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.turns import HOUSE

GAME = holdem.GAME


def high_cards(view: Any) -> list[float]:
    """More for the first seat, the higher the board; as much less for the others."""
    worth = float(sum("23456789TJQKA".index(card[0]) for card in board(view)))
    return [worth, *[-worth / (view.seats - 1)] * (view.seats - 1)]


def flop(cards: str, key: int = 0) -> tuple[State, State]:
    """Three call before the flop: the state before it, and after."""
    config = holdem.configure(seats=3, stack=1000, small_blind=5, big_blind=10, hands=1)
    dealer = StackedDealer(parse_cards(cards), RandomDealer(key))
    state = GAME.start(config).state
    while True:
        asked = GAME.pending(state)[0]
        if asked.seat != HOUSE:
            option = asked.named("CALL") or asked.named("CHECK")
            assert option is not None
            GAME.advance(state, asked.seat, Move(option.kind))
            continue
        before = state.copy()
        GAME.advance(state, HOUSE, dealer.deal(state, asked))
        if board(GAME.view(state, None)):
            return before, state


def test_the_luck_of_a_draw_is_the_same_whatever_is_held() -> None:
    held = ["Ah Kh 2c As Ks 3d", "4h 4c 5h 5c 6h 6c", "Ac Ad Ah As Kc Kd"]
    found = {tuple(luck_of_draw(high_cards, GAME, *flop(f"{cards} 2h 7c 9d"), key=5)) for cards in held}
    assert len(found) == 1


def test_luck_is_even_in_the_long_run_and_nothing_is_lost() -> None:
    found = [luck_of_draw(high_cards, GAME, *flop("", key), key) for key in range(80)]
    assert all(sum(one) == pytest.approx(0) for one in found)
    mean = sum(one[0] for one in found) / len(found)
    assert abs(mean) < 2.5, "the sum of three ranks strays by some 6 from its mean"


def test_a_draw_that_nobody_sees_is_no_luck() -> None:
    config = holdem.configure(seats=2, hands=1)
    before = GAME.start(config).state
    after = before.copy()
    asked = GAME.pending(after)[0]
    GAME.advance(after, HOUSE, RandomDealer(1).deal(after, asked))

    def unasked(view: Any) -> list[float]:
        return [0.0, 0.0]

    assert luck_of_draw(unasked, GAME, before, after, 1) == [0.0, 0.0]


def test_only_the_function_that_was_settled_is_loaded(tmp_path: Any) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def worth(view):\n    return [1.0, -1.0]\n")
    settled = hash_of(f"{path}:worth")
    function = load(f"{path}:worth", settled)
    assert function is not None and function(None) == [1.0, -1.0]
    path.write_text("def worth(view):\n    return [2.0, -2.0]\n")
    with pytest.raises(BadInput, match="changed since"):
        load(f"{path}:worth", settled)
    for wrong, why in (("mine", "FILE.py:NAME"), (f"{tmp_path}/none.py:worth", "cannot be read")):
        with pytest.raises(BadInput, match=why):
            hash_of(wrong)
