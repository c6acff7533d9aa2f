"""A recorded match as a list of moments, to be stepped through forwards and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from croupier.kernel.contract.game import Move, State, Step
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.turns import SEATS


class Moment(NamedTuple):
    """The state after a move, and the events of the move. The first moment of a match has no move.

    `hand` is the hand in which the move was made, counted from 0.
    """

    state: State
    events: Events
    actor: int | None
    move: Move | None
    hand: int

    @property
    def is_decision(self) -> bool:
        """Whether a seat moved, and not the house or the clock."""
        return self.actor is not None and self.actor < SEATS


class Timeline:
    """All moments of one match."""

    def __init__(self, steps: Iterable[Step], moves: Sequence[tuple[int, Move]]) -> None:
        self.moments: list[Moment] = []
        for step in steps:
            made = len(self.moments)
            if made:
                actor, move = moves[made - 1]
                hand = self.moments[-1].state.table.hands
                self.moments.append(Moment(step.state, step.events, actor, move, hand))
            else:
                self.moments.append(Moment(step.state, step.events, None, None, 0))

    def __len__(self) -> int:
        return len(self.moments)

    @property
    def hands(self) -> int:
        """How many hands it has; a last one that was not finished counts."""
        return self.moments[-1].hand + 1

    def next_decision(self, at: int) -> int:
        """The next moment in which a seat moved; the last moment of all if there is none."""
        later = range(at + 1, len(self.moments))
        return next((i for i in later if self.moments[i].is_decision), len(self.moments) - 1)

    def previous_decision(self, at: int) -> int:
        """The moment before in which a seat moved; the first of all if there is none."""
        return next((i for i in range(at - 1, -1, -1) if self.moments[i].is_decision), 0)

    def start_of(self, hand: int) -> int:
        """The moment in which a hand begins: the first of the match, or the last move of the hand before."""
        starts = (i for i, moment in enumerate(self.moments) if moment.state.table.hands >= hand)
        return next(starts, len(self.moments) - 1)
