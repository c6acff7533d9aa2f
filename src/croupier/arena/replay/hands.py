"""The hands of a match that was played: for each its first state, and every move.

They are taken from the lines of a table, with every card; `pages` shows each pair of eyes only what it may see.
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

from ..tables.lines import Rabbit
from ..tables.plan import Plan
from .retelling import Retelling


class PlayedStep(NamedTuple):
    """A move of a hand, between two states."""

    before: State | None
    """None at the start of a match or a leg."""
    after: State
    events: Events


@dataclass
class PlayedHand:
    """One hand: its players, its first state with the events that led to it, and its moves."""

    players: tuple[Nameplate, ...]
    before: State | None
    opening: Step
    moves: list[tuple[int, Move]] = field(default_factory=list)
    foreseen: tuple[int, tuple[int, ...]] | None = None
    """The seat that asked for the cards that would have come, and these cards."""

    def steps(self, game: Game) -> Iterator[PlayedStep]:
        """Play the hand again: yields the opening, then every move."""
        yield PlayedStep(self.before, *self.opening)
        state = self.opening.state
        for actor, move in self.moves:
            step = game.apply(state, actor, move)
            yield PlayedStep(state, *step)
            state = step.state

    def after(self, game: Game, made: int) -> State:
        """The state after `made` of its moves."""
        if not 0 <= made <= len(self.moves):
            raise BadInput(f"The hand has {len(self.moves)} moves, not {made}.")
        state = self.opening.state.copy()
        for actor, move in self.moves[:made]:
            game.advance(state, actor, move)
        return state

    def ended(self, game: Game) -> str:
        """How it ended, in a sentence for everybody."""
        watching = Onlooker(game, cast_for(game, None, self.players))
        told = [sentence for step in self.steps(game) for sentence in watching.hear(watching.facts(step.events))]
        return told[-1] if told else ""


@dataclass
class PlayedMatch:
    """A match that was played: a game, and its hands."""

    game: Game
    hands: list[PlayedHand]
    title: str = ""
    left_out: list[str] = field(default_factory=list)
    """Why hands of a file are missing."""


class Hands(Retelling):
    """Splits a match of a table into hands."""

    def __init__(self, plan: Plan, game: Game, number: int) -> None:
        super().__init__(plan, game, number)
        self.hands: list[PlayedHand] = []

    def begins(self, before: State | None, step: Step, config: Any, leg: bool) -> None:
        """Begin a hand. A new leg has its own seats and rules, so it has no state before."""
        opening = Step(step.state.copy(), step.events)
        self.hands.append(PlayedHand(tuple(self.chairs), None if config is not None else before, opening))

    def foreseen(self, line: Rabbit) -> None:
        """Add the cards that would have come to the hand."""
        self.hands[-1].foreseen = line.seat, tuple(one.card for one in line.openings)

    def goes_on(self, actor: int, move: Move, events: Events) -> None:
        """Add a move to the hand."""
        self.hands[-1].moves.append((actor, move))
