"""Matches dealt by the arena's dealer: seats choose at random, or repeat the choices of another match."""

from __future__ import annotations

import random
from typing import NamedTuple

from croupier.arena.dealing import FairDealer
from croupier.games import load
from croupier.kernel.conformance.walk import random_move
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.vocabulary.events import Row
from croupier.kernel.vocabulary.menu import DRAWN
from croupier.kernel.vocabulary.turns import HOUSE

SECRET = bytes(range(32))
CONTEXT = "T-1/17"
HANDS = {"holdem": {"hands": 1}, "deal": {}}
"""The options for a match of one hand, as each hand in the arena has a dealer of its own, or for a short run."""


class Dealt(NamedTuple):
    """A finished match."""

    game: Game
    dealer: FairDealer
    moves: list[tuple[int, Move]]
    told: list[tuple[Row, ...]]
    end: State

    @property
    def drawn(self) -> list[tuple[int, ...]]:
        """The cards of each draw of the house."""
        return [move.cards for _, move in self.moves if move.kind == DRAWN]

    def seen_by(self, seat: int) -> list[list[Row]]:
        """The facts that a seat was told, step by step."""
        return [[row for row in rows if row.seen_by(seat)] for rows in self.told]


def play(name: str, dealer: FairDealer, *, choices: random.Random | list[Move], stay: bool = False) -> Dealt:
    """Play a match of one hand; nobody folds if all are to `stay`."""
    game = load(name)
    state, events = game.start(game.configure(**HANDS.get(name, {})))
    moves, told = list[tuple[int, Move]](), [events.rows]
    script = iter(choices) if isinstance(choices, list) else None
    while pending := game.pending(state):
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        elif script is not None:
            move = next(script)
        else:
            assert isinstance(choices, random.Random)
            staying = [option for option in decision.owed if option.name != "FOLD"] if stay else decision.owed
            move = random_move(game, state, choices.choice(staying), choices)
        told.append(game.advance(state, decision.seat, move).rows)
        moves.append((decision.seat, move))
        dealer.follow(state)
    return Dealt(game, dealer, moves, told, state)
