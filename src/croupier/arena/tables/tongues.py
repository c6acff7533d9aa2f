"""The dialects that are spoken at one table, each with its announcer.

The game's own is always spoken, to those who look on if to nobody else; another while somebody in a chair wants it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.kernel.contract.game import Game, State
from croupier.kernel.showing.wire import OWN, Announcer, Dialect, dialect_of
from croupier.kernel.showing.wire.announcer import WATCHING

from .chairs import Chair


class Tongue(NamedTuple):
    """A dialect that is spoken, and who says what happens in it."""

    name: str
    dialect: Dialect
    announcer: Announcer


class Tongues:
    """All that are spoken, the game's own first."""

    def __init__(self, game: Game, chairs: Sequence[Chair]) -> None:
        self._game, self._chairs = game, chairs
        self._known: dict[str, Tongue] = {}
        self.own = self._learnt(OWN).dialect

    def _learnt(self, name: str) -> Tongue:
        if name not in self._known:
            dialect = dialect_of(self._game, name)
            self._known[name] = Tongue(name, dialect, dialect.announcer())
        return self._known[name]

    def begin_match(self) -> None:
        """A match begins: announcers remember nothing of the one before."""
        self._known.clear()

    def of(self, seat: int | None) -> Dialect:
        """What a seat, or somebody who looks on (None), is told in."""
        return self.own if seat is None else self._learnt(self._chairs[seat].dialect).dialect

    def join(self, name: str, state: State | None) -> None:
        """Speak a dialect from now on, perhaps in the middle of a hand."""
        if name not in self._known and state is not None:
            self._learnt(name).announcer.join(state)

    def spoken(self) -> list[Tongue]:
        """Those that somebody listens to now. All others are forgotten: what they miss, they could not go on from."""
        listeners = {OWN: WATCHING}
        for chair in self._chairs:
            hears = 1 << chair.seat if chair.id and not chair.outside else 0
            listeners[chair.dialect] = listeners.get(chair.dialect, 0) | hears
        spoken = [self._learnt(name) for name in listeners]
        for tongue in spoken:
            tongue.announcer.listeners = listeners[tongue.name]
        if len(self._known) > len(spoken):
            self._known = {tongue.name: tongue for tongue in spoken}
        return spoken
