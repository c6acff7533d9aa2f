"""A match of the Battle to be played in a test, line by line."""

from __future__ import annotations

from typing import Any, TypeVar

from croupier.games.battle import GAME, configure
from croupier.games.battle.events import StepRevealed
from croupier.games.battle.layouts import strict_layout
from croupier.games.battle.records import HAND, HAND_SIZE
from croupier.games.battle.rules import CONFIRM, DRAFT, TOUCH
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import Recorder
from croupier.kernel.vocabulary.events import Events, Fact
from croupier.kernel.vocabulary.menu import LEAVE, NEXT_HAND, TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

F = TypeVar("F", bound=Fact)
V = TypeVar("V")


def in_order(seat: int, own: V, other: V) -> tuple[V, V]:
    """The values of a seat and of the other seat, in the order of the seats."""
    return (other, own) if seat else (own, other)


class Match:
    """Plays through the contract. Layouts are texts such as "attack - heal"; `facts` has all facts so far."""

    def __init__(self, **options: Any) -> None:
        self.recorder = Recorder(GAME, configure(**options))
        self.facts = list(self.recorder.events)

    @property
    def state(self) -> Any:
        return self.recorder.state

    @property
    def table(self) -> Any:
        return self.recorder.state.table

    @property
    def hp(self) -> tuple[int, int]:
        return self.table.hp[0], self.table.hp[1]

    @property
    def scores(self) -> tuple[int, ...] | None:
        outcome = GAME.outcome(self.state)
        return outcome.scores if outcome else None

    def make(self, seat: int, move: Move) -> Events:
        """Make any move; returns its facts. The house begins the next round at once."""
        self.recorder.advance(seat, move)
        events = self.recorder.events
        self.facts += list(events)
        if GAME.between_hands(self.state):
            self.recorder.advance(HOUSE, Move(NEXT_HAND))
            self.facts += list(self.recorder.events)
        return events

    def layout(self, seat: int, text: str) -> tuple[int, ...]:
        """The cards that a text names, from a seat's hand."""
        start = self.table.cards.first[HAND + seat]
        hand = self.table.cards.row[start : start + HAND_SIZE]
        return strict_layout(hand, [None if word == "-" else word for word in text.split()])

    def confirm(self, seat: int, text: str) -> Events:
        return self.make(seat, Move(CONFIRM, 0, self.layout(seat, text)))

    def draft(self, seat: int, text: str) -> Events:
        return self.make(seat, Move(DRAFT, 0, self.layout(seat, text)))

    def touch(self, seat: int) -> Events:
        return self.make(seat, Move(TOUCH))

    def leave(self, seat: int) -> Events:
        return self.make(seat, Move(LEAVE))

    def deadline(self) -> Events:
        return self.make(CLOCK, Move(TIMEOUT))

    def round(self, first: str, second: str) -> Events:
        """Both confirm, and the round is played."""
        self.confirm(0, first)
        events = self.confirm(1, second)
        return events if self.table.config.reveal_when_confirmed else self.deadline()

    def lay(self, seat: int, own: str, other: str) -> Events:
        """Play a round: the layout `own` of a seat against the layout `other` of the other seat."""
        return self.round(*in_order(seat, own, other))

    def told(self, kind: type[F] | tuple[type[F], ...]) -> list[F]:
        """All facts of a kind so far."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    @property
    def revealed(self) -> list[tuple[int, ...]]:
        """The faces that the steps so far have shown."""
        return [fact.cards for fact in self.told(StepRevealed)]
