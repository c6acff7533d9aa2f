"""What a table says of a match, hand by hand: which messages, in which order, to which audience.

An announcer is told what happens and returns messages with their audiences; each is then encoded once. It keeps state
within a hand (a board, a message that waits for a later fact), but none between hands: there it can be replaced by a
new one.
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
"""Returns what a seat, or a spectator (None), sees now."""

WATCHING = 1 << SPECTATOR
"""The audience of spectators."""


class Said(msgspec.Struct, frozen=True, gc=False):
    """A message, and the mask of its recipients. `fact` is the fact that it tells, if any: a client that shows the
    match waits before it as long as `Game.pause` says, once for all messages of one fact."""

    audience: int
    frame: Frame
    fact: Fact | None = None


class Announcer:
    """The generic announcer: facts are told at once, one by one."""

    def __init__(self, dialect: Dialect, listeners: int = PUBLIC) -> None:
        self.dialect = dialect
        self.listeners = listeners
        """The mask of the recipients for which messages are made."""
        self._playing = False

    def begin(self, context: Context, state: State, events: Events) -> list[Said]:
        """A hand has begun: the match was started, a new leg was started, or the house has made NEXT_HAND."""
        self._playing = True
        return self.hand_started(context, _views(context, state)) + self.go_on(context, state, events)

    def join(self, state: State) -> None:
        """Start announcing in the middle of a match: the state tells whether a hand is being played."""
        self._playing = not (state.game.over(state) or state.game.between_hands(state))

    def go_on(self, context: Context, state: State, events: Events) -> list[Said]:
        """A step that begins no hand has happened. If it ends the hand or the match, that is said, too."""
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
            said += self.hand_over(context, _views(context, state), scores)
        return said + self.match_over(context, _views(context, state), scores) if over else said

    def hand_started(self, context: Context, views: Views) -> list[Said]:
        """A hand begins. Nothing of it has been told yet."""
        return [Said(mask, self.dialect.start_hand(context, views(eyes))) for eyes, mask in self.everybody(context)]

    def heard(self, context: Context, fact: Fact, audience: int) -> list[Said]:
        """Something happened, as an audience sees it."""
        frame = self.dialect.event(fact)
        return [] if frame is None else [Said(audience, frame, fact)]

    def hand_over(self, context: Context, views: Views, scores: Mapping[int, int]) -> list[Said]:
        """A hand is over; `scores` are those of the match so far. Each seat is told its own."""
        return [
            Said(mask, self.dialect.end_hand(context, views(eyes), None if eyes is None else scores[eyes]))
            for eyes, mask in self.everybody(context)
        ]

    def match_over(self, context: Context, views: Views, scores: Mapping[int, int]) -> list[Said]:
        """The match is over."""
        return [Said(PUBLIC, self.dialect.match_end(context, views(None), scores))]

    def everybody(self, context: Context) -> list[tuple[int | None, int]]:
        """The recipients, each with its audience: players, and spectators (None)."""
        seats: list[tuple[int | None, int]] = [
            (player.seat, 1 << player.seat) for player in context.players if self.listeners >> player.seat & 1
        ]
        return [*seats, (None, WATCHING)] if self.listeners & WATCHING else seats


def _views(context: Context, state: State) -> Views:
    return lambda eyes: state.game.view(state, None if eyes is None or context.strangers >> eyes & 1 else eyes)
