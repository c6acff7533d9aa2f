"""What a table says of a match, hand by hand, in order and to whom.

An announcer is told what happens and gives messages with their audiences; each is then encoded once. It remembers
something of the hand that is played (a board, a message that waits for what belongs to it), and nothing between hands:
there it can be begun anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from ...contract.game import State
from ...vocabulary.events import Events, Fact
from ...vocabulary.turns import PUBLIC, SPECTATOR
from .context import Context
from .messages import Frame

if TYPE_CHECKING:
    from .dialect import Dialect

Views = Callable[[int | None], Any]
"""Gives what a seat, or a spectator (None), sees now."""

WATCHING = 1 << SPECTATOR
"""The audience of those who only watch."""


class Said(msgspec.Struct, frozen=True, gc=False):
    """A message, and the mask of those who get it. `fact` is what it tells of, if it is something that happened:
    whoever shows the match waits before it as long as `Game.pause` says, once for all messages of one fact."""

    audience: int
    frame: Frame
    fact: Fact | None = None


class Announcer:
    """The generic one: what happened is told at once, fact by fact."""

    def __init__(self, dialect: Dialect, listeners: int = PUBLIC) -> None:
        self.dialect = dialect
        self.listeners = listeners
        """The mask of those for whom messages are made."""
        self._playing = False

    def begin(self, context: Context, state: State, events: Events) -> list[Said]:
        """A hand has begun: the match was started, as a whole or in a new leg, or the house has given NEXT_HAND."""
        self._playing = True
        return self.hand_started(context, _views(state)) + self.go_on(context, state, events)

    def join(self, state: State) -> None:
        """Come in while a hand is played, or between two: what was said before follows from how the table stands."""
        self._playing = not (state.game.over(state) or state.game.between_hands(state))

    def go_on(self, context: Context, state: State, events: Events) -> list[Said]:
        """Anything else has happened. Where that ends the hand or the match, it is said."""
        said: list[Said] = []
        for row in events.rows:
            if row.audience & self.listeners:
                said += self.heard(context, events.table[row.kind].of(row), row.audience)
        game, over = state.game, state.game.over(state)
        if not over and not (self._playing and game.between_hands(state)):
            return said
        scores = dict(enumerate(game.scores(state)))
        if self._playing:
            self._playing = False
            said += self.hand_over(context, _views(state), scores)
        return said + self.match_over(context, _views(state), scores) if over else said

    def hand_started(self, context: Context, views: Views) -> list[Said]:
        """A hand begins. Nothing of it has been told yet."""
        return [Said(mask, self.dialect.start_hand(context, views(eyes))) for eyes, mask in self.everybody(context)]

    def heard(self, context: Context, fact: Fact, audience: int) -> list[Said]:
        """Something happened, as an audience sees it."""
        frame = self.dialect.event(fact)
        return [] if frame is None else [Said(audience, frame, fact)]

    def hand_over(self, context: Context, views: Views, scores: Mapping[int, int]) -> list[Said]:
        """A hand is over; `scores` are those of the match so far. Each is told to its own seat."""
        return [
            Said(mask, self.dialect.end_hand(context, views(eyes), None if eyes is None else scores[eyes]))
            for eyes, mask in self.everybody(context)
        ]

    def match_over(self, context: Context, views: Views, scores: Mapping[int, int]) -> list[Said]:
        """The match is over."""
        return [Said(PUBLIC, self.dialect.match_end(context, views(None), scores))]

    def everybody(self, context: Context) -> list[tuple[int | None, int]]:
        """Those who listen, each with its audience: players, and whoever only watches (None)."""
        seats: list[tuple[int | None, int]] = [
            (player.seat, 1 << player.seat) for player in context.players if self.listeners >> player.seat & 1
        ]
        return [*seats, (None, WATCHING)] if self.listeners & WATCHING else seats


def _views(state: State) -> Views:
    return lambda eyes: state.game.view(state, eyes)
