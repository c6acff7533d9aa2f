"""Hands that the host may see later with every card face up: they are kept as they were played.

A hand waits until some more are over (`Plan.god_view`); in a game whose secrets outlive a hand, at least until its
match is over. Only at a table that begins no other match by itself is the rest late enough when its match is over:
nothing follows that it could be late by. A void match that is played again is followed by one.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from croupier.kernel.contract.game import Move, State

from .chairs import Chair
from .lines import HandPlayed

MOST_KEPT = 200
"""Hands of one match that are kept, where all of them have to wait for its end."""


class Hindsight:
    """Hands that were played at one table."""

    def __init__(self) -> None:
        self.hands: list[HandPlayed] = []
        """Those that are over and not late enough, …"""
        self.last: HandPlayed | None = None
        """… and the last one that was."""
        self._played: HandPlayed | None = None

    def begin_hand(self, match: int, hand_id: str, chairs: Sequence[Chair], state: State) -> None:
        """A hand has begun at a table that has a god view."""
        names = [(chair.id, chair.name) for chair in chairs]
        self._played = HandPlayed(match, hand_id, names, zlib.compress(state.to_bytes()), [])

    def move(self, actor: int, move: Move) -> None:
        """Somebody has moved, the house and the clock included."""
        if self._played is not None:
            self._played.moves.append((actor, move.kind, move.amount, tuple(move.cards)))

    def end_hand(self) -> None:
        """The hand is over: it waits its time."""
        if self._played is not None:
            self.hands = [*self.hands, self._played][-MOST_KEPT:]
            self._played = None

    def release(self, late_by: int, secret_match: int | None) -> list[HandPlayed]:
        """The hands that have become late enough, none of a match whose secrets last; of these, only the last is
        remembered."""
        late = max(0, len(self.hands) - late_by)
        if secret_match is not None:
            late = min(late, sum(hand.match != secret_match for hand in self.hands))
        released, self.hands = self.hands[:late], self.hands[late:]
        self.last = released[-1] if released else self.last
        return released

    def forget(self) -> None:
        """The rules have changed: hands that were played by the old ones cannot be shown."""
        self.hands, self.last, self._played = [], None, None

    def waits(self, match: int) -> bool:
        """Whether a hand of a match is not late enough."""
        return any(hand.match == match for hand in self.hands)
