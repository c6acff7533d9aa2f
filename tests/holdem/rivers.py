"""How much more a bot wins than another that plays as it does until the river: `house:solver` beside `house:blueprint`.

Two such bots win the same on average until the river. What the first wins more is therefore the mean of what it wins
more on rivers, where both have the same hands at the same places. Each hand is played once to the river. There both
bots' winnings are worked out as a mean over all hands that they may hold by then and over all that they may do with
them, against the real hand of the third bot and draws that are the same for both. Nothing is left of the luck of the
bots' own cards and draws, and hands that end earlier cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from croupier.agents.bot import Bot
from croupier.agents.loading import house_bot
from croupier.games import holdem
from croupier.games.holdem.endgame import COMBOS, combo_number
from croupier.games.holdem.records import BOARD, HOLE, RIVER, Table
from croupier.kernel.contract.decision import Move
from croupier.kernel.contract.house_bots import Strategy
from croupier.kernel.vocabulary.keys import house_key
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.streams import FIRST_SEAT, Luck, Source, open_luck, open_source, open_stream
from croupier.kernel.vocabulary.turns import HOUSE_BIT
from croupier.simulate.exploit.responder import after_move, mask_of
from croupier.simulate.exploit.response import BIG_BLIND, BOTH, RULES, silent
from croupier.simulate.exploit.shares import POCKETS, WHOLE, shares_of
from croupier.simulate.exploit.witness import Situation, Witness, situation_of

Floats = NDArray[np.float64]


def house(name: str) -> Bot:
    """A house bot of hold'em."""
    return house_bot(holdem.GAME, name, 0, 0)


class Rivers:
    """Two bots that play alike until the river, against a third, with some big blinds in each stack."""

    def __init__(self, one: Bot, beside: Bot, other: Bot, depth: int) -> None:
        self.one, self.beside, self.other = Witness(one), Witness(beside), Witness(other)
        config = holdem.configure(seats=2, stack=depth * BIG_BLIND, big_blind=BIG_BLIND, hands=1)
        self.origin: Table = holdem.GAME.start(config).state.table
        self.minds, self.draws = Source(), Rng()

    def gains(self, key: int, deals: Iterable[int]) -> list[float]:
        """By deal: what the first bot wins more than the second in chips, the sum over both seats."""
        return [self.gain(key, deal, 0) + self.gain(key, deal, 1) for deal in deals]

    def gain(self, key: int, deal: int, seat: int) -> float:
        """What the first bot wins more in a hand, in chips."""
        t, weights, steps = self.to_the_river(key, deal, seat)
        if not RULES["owing"](t):
            return 0.0
        worth = [self.worth(bot, t, weights, seat, steps) for bot in (self.one, self.beside)]
        return (worth[0] - worth[1]) / float(weights.sum())

    def to_the_river(self, key: int, deal: int, seat: int) -> tuple[Table, Floats, int]:
        """Play a hand until somebody has to act on the river or it is over: the table, how likely the bot comes here
        with each hand, and the steps so far."""
        cards, m, a, out = Luck(), Menu(), Action(), silent()
        open_luck(cards, key, deal)
        open_source(self.minds, house_key(key), deal)
        t, weights, steps = self.origin.copy(), np.ones(len(COMBOS)), 0
        while owed := RULES["owing"](t):
            actor = RULES["next_in_match"](t, owed, m, cards, a)
            if owed & HOUSE_BIT:
                out.count = 0
                RULES["act"](t, out, actor, a)
            elif t.street == RIVER:
                break
            else:
                asked = situation_of(t, actor)
                move = self.move(self.beside if actor == seat else self.other, asked, actor, steps)
                if actor == seat:
                    told = self.beside.told([asked])[0]
                    weights = (
                        weights * told.shares[told.moves.index(move)] if told else only(row_of(t.cards, HOLE + seat))
                    )
                t = after_move(t, actor, move)
            steps += 1
        dead = mask_of([*row_of(t.cards, HOLE + 1 - seat), *row_of(t.cards, BOARD)])
        return t, np.where(POCKETS & dead, 0.0, weights), steps

    def move(self, bot: Witness, asked: Situation, seat: int, steps: int) -> Move:
        """A bot's move with its real cards."""
        open_stream(self.draws, self.minds, FIRST_SEAT + seat, steps)
        return bot.move(asked, self.draws)

    def worth(self, bot: Witness, t: Table, weights: Floats, seat: int, steps: int) -> float:
        """What a bot in a seat wins in chips, summed over its hands by their weights."""
        asked = situation_of(t, t.betting.actor)
        if asked.view.seat != seat:
            parts = [(self.move(self.other, asked, 1 - seat, steps), weights)]
        else:
            told = bot.told([asked])[0] or self.drawn(bot, asked, weights, seat, steps)
            parts = [(move, weights * shares) for move, shares in zip(told.moves, told.shares, strict=True)]
        return sum(self.worth_after(bot, t, move, part, seat, steps) for move, part in parts if part.any())

    def worth_after(self, bot: Witness, t: Table, move: Move, weights: Floats, seat: int, steps: int) -> float:
        """The same after a move. Stacks were equal, so all that was put in has been called when hands are shown."""
        after = after_move(t, t.betting.actor, move)
        if RULES["owing"](after):
            return self.worth(bot, after, weights, seat, steps + 1)
        if after.betting.live != BOTH:
            return float(RULES["score"](after, seat) * weights.sum())
        theirs = row_of(t.cards, HOLE + 1 - seat)
        lost = shares_of((theirs[0], theirs[1]), row_of(t.cards, BOARD), self.draws) / WHOLE
        return float(weights @ (1 - 2 * lost)) * max(t.betting.total)

    def drawn(self, bot: Witness, asked: Situation, weights: Floats, seat: int, steps: int) -> Strategy:
        """The moves that a bot without a known strategy draws with each of its hands."""
        open_stream(self.draws, self.minds, FIRST_SEAT + seat, steps)
        hands = np.flatnonzero(weights)
        answers = bot.answers(asked, hands, self.draws)
        moves = [*dict.fromkeys(answers)]
        shares = np.zeros((len(moves), len(COMBOS)))
        shares[[moves.index(answer) for answer in answers], hands] = 1.0
        return Strategy(moves, shares)


def only(cards: list[int]) -> Floats:
    """Weights of which one hand has all."""
    weights = np.zeros(len(COMBOS))
    weights[combo_number(cards[0], cards[1])] = 1.0
    return weights
