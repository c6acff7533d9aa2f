"""The hands of a match that was played, each by itself: where it began, and every move in it.

They are taken from the lines of a table, with every card; whose eyes see which of them is said where they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from croupier.kernel.contract.game import Game, Move, State, Step
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.vocabulary.events import Events

from ..tables.plan import Plan
from .retelling import Retelling


class Made(NamedTuple):
    """A move of a hand, between two states."""

    before: State | None
    """None where a match or a leg begins."""
    after: State
    events: Events


@dataclass
class Hand:
    """One hand: who sat where as it began, its first state with what was told of it, and the moves after it."""

    players: tuple[Nameplate, ...]
    before: State | None
    opening: Step
    moves: list[tuple[int, Move]] = field(default_factory=list)

    def steps(self, game: Game) -> Iterator[Made]:
        """Play it again: the opening, then every move."""
        yield Made(self.before, *self.opening)
        state = self.opening.state
        for actor, move in self.moves:
            step = game.apply(state, actor, move)
            yield Made(state, *step)
            state = step.state

    def after(self, game: Game, made: int) -> State:
        """The table after some of its moves."""
        if not 0 <= made <= len(self.moves):
            raise BadInput(f"The hand has {len(self.moves)} moves, not {made}.")
        state = self.opening.state.copy()
        for actor, move in self.moves[:made]:
            game.advance(state, actor, move)
        return state

    def ended(self, game: Game) -> str:
        """How it ended, in a sentence that everybody may hear."""
        watching = Onlooker(game, cast_for(game, None, self.players))
        told = [sentence for step in self.steps(game) for sentence in watching.hear(watching.facts(step.events))]
        return told[-1] if told else ""


@dataclass
class Match:
    """A match that was played: a game, and its hands."""

    game: Game
    hands: list[Hand]
    title: str = ""
    left_out: list[str] = field(default_factory=list)
    """Why hands of a file are not among them."""


class Hands(Retelling):
    """Takes a match of a table apart into hands."""

    def __init__(self, plan: Plan, game: Game, number: int) -> None:
        super().__init__(plan, game, number)
        self.hands: list[Hand] = []

    def begins(self, before: State | None, step: Step, config: Any, leg: bool) -> None:
        """A new leg has seats and rules of its own: nothing leads over to it from the state before."""
        opening = Step(step.state.copy(), step.events)
        self.hands.append(Hand(tuple(self.chairs), None if config is not None else before, opening))

    def goes_on(self, actor: int, move: Move, events: Events) -> None:
        """A move of the hand."""
        self.hands[-1].moves.append((actor, move))
