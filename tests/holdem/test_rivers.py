"""What a bot wins more than another on rivers, worked out over all hands, is what whole hands tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from croupier.agents.bot import Bot, FunctionBot
from croupier.games.holdem import GAME, configure
from croupier.games.holdem.endgame import COMBOS, combo_number
from croupier.games.holdem.records import BOARD, HOLE, RIVER, Table, View
from croupier.games.holdem.rules import CALL, CHECK, FOLD, RAISE_TO
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.contract.house_bots import Asked, Strategy
from croupier.kernel.statistics import Sample, compare_apart
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.exploit.responder import after_move, mask_of
from croupier.simulate.exploit.response import RULES
from croupier.simulate.exploit.shares import POCKETS
from croupier.simulate.exploit.witness import situation_of

from .rivers import Rivers

DEPTH, BLIND = 10, 100
HIGHEST = np.array([high for high, _ in COMBOS]) / 51


class Toy(Bot):
    """Raises the oftener, and folds the less often, the higher its first card; on rivers with a boldness of its own."""

    def __init__(self, boldness: float, *, tells: bool = True) -> None:
        self.boldness, self.tells = boldness, tells
        self.made = list[Any]()
        """The chances of the moves that it has made, with every hand."""

    def strategy(self, view: View, decision: Decision) -> Strategy:
        """The strategy for every hand."""
        bold = self.boldness if view.street == RIVER else 0.15
        raises, found = decision.option(RAISE_TO), dict[Move, Any]()
        if raises:
            found[Move(RAISE_TO, min(raises.high, raises.low + 150))] = bold * HIGHEST
        if decision.option(CALL):
            found[Move(FOLD)] = (1 - bold) * (1 - HIGHEST) / 2
        found[Move(CALL if decision.option(CALL) else CHECK)] = 1 - sum(found.values())
        return Strategy([*found], np.stack([*found.values()]))

    def strategies(self, asked: Sequence[Asked]) -> Sequence[Strategy | None]:
        return [self.strategy(*one) if self.tells else None for one in asked]

    def act(self, view: View, decision: Decision) -> Move:
        own = view.cards.first[HOLE + view.seat]
        told, hand = self.strategy(view, decision), combo_number(*view.cards.row[own : own + 2])
        (number,) = self.random.choices(range(len(told.moves)), told.shares[:, hand])
        self.made.append(told.shares[number])
        return told.moves[number]


def won(bot: Bot, other: Bot, key: int, seat: int) -> int:
    """What a bot wins in a hand that is really played."""
    state, dealer = (
        GAME.start(configure(seats=2, stack=DEPTH * BLIND, big_blind=BLIND, hands=1)).state,
        RandomDealer(key),
    )
    for number, one in enumerate((bot, other)):
        one.draw_from(2 * key + number)
    while pending := GAME.pending(state):
        asked = pending[0]
        one = bot if asked.seat == seat else other
        move = dealer.deal(state, asked) if asked.seat == HOUSE else one.act(GAME.view(state, asked.seat), asked)
        GAME.advance(state, asked.seat, move)
    return GAME.outcome(state).scores[seat]


def rivers(deals: int, bot: Toy, other: Bot) -> Iterator[tuple[Rivers, Table, Any, int, int]]:
    """Hands that have come to a river on which somebody has to act, with the seat of the bot."""
    found = Rivers(bot, bot, other, DEPTH)
    for deal in range(deals):
        bot.made.clear()
        t, weights, steps = found.to_the_river(3, deal, deal % 2)
        if RULES["owing"](t):
            yield found, t, weights, deal % 2, steps


def test_hands_are_as_likely_on_the_river_as_the_bot_comes_there_with_them() -> None:
    bot, seen = Toy(0.9), 0
    for _, t, weights, seat, _ in rivers(20, bot, Toy(0.3)):
        dead = POCKETS & mask_of([*row_of(t.cards, HOLE + 1 - seat), *row_of(t.cards, BOARD)])
        assert weights == pytest.approx(np.where(dead, 0.0, np.prod(bot.made, axis=0)))
        seen += 1
    assert seen > 6


def test_a_bot_that_tells_no_strategy_has_its_real_hand() -> None:
    silent = Toy(0.9, tells=False)
    for found, t, weights, seat, _ in rivers(6, silent, Toy(0.3)):
        assert np.flatnonzero(weights).tolist() == [combo_number(*row_of(t.cards, HOLE + seat))]
        assert found.gain(3, 0, 0) == 0


def test_what_is_won_on_a_river_is_the_mean_over_hands_and_moves() -> None:
    """Hand by hand, with the scores of the rules, against a bot that never mixes."""
    bold = Toy(0.9)

    def calls(view: View, decision: Decision) -> Move:
        return Move(CALL if decision.option(CALL) else CHECK)

    def mean(t: Table, seat: int) -> float:
        if not RULES["owing"](t):
            return float(RULES["score"](t, seat))
        asked = situation_of(t, t.betting.actor)
        if asked.view.seat != seat:
            return mean(after_move(t, 1 - seat, calls(asked.view, asked.decision)), seat)
        told, hand = bold.strategy(asked.view, asked.decision), combo_number(*row_of(t.cards, HOLE + seat))
        return sum(
            float(chance) * mean(after_move(t, seat, move), seat)
            for move, chance in zip(told.moves, told.shares[:, hand], strict=True)
        )

    seen = 0
    for found, t, weights, seat, steps in rivers(12, bold, FunctionBot(calls)):
        some, expected = np.zeros_like(weights), 0.0
        for hand in np.flatnonzero(weights)[::150]:
            held, at = t.copy(), t.cards.first[HOLE + seat]
            held.cards.row[at], held.cards.row[at + 1] = COMBOS[hand]
            some[hand] = weights[hand]
            expected += float(weights[hand]) * mean(held, seat)
        assert found.worth(found.one, t, some, seat, steps) == pytest.approx(expected)
        seen += 1
    assert seen > 6


def test_more_is_won_on_rivers_as_much_as_in_whole_hands() -> None:
    bold, timid, other = Toy(0.9), Toy(0.05), Toy(0.3)
    whole = Sample.of([won(bold, other, key, key % 2) - won(timid, other, key, key % 2) for key in range(1_200)])
    found = Rivers(bold, timid, other, DEPTH)
    alone = Sample.of([found.gain(3, deal, deal % 2) for deal in range(500)])
    assert compare_apart(whole, alone, 1.0, 1)[1] > 0.01 > max(whole.chance(), alone.chance())
