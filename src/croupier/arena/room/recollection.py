"""Completes a narrator: adds, from the lines of the table, what its seat was told before the narrator began to listen.

After a restart, or when a seat comes from `/ws`, its narrator knows only what it has heard since. The earlier part of
the match is computed from the lines, as this seat was told it, and put before the rest.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from croupier.kernel.contract.game import Game, Move, State, Step
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.narrator import Narrator, ending_of
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.turns import HOUSE

from ..replay.retelling import Retelling
from ..store import Store
from ..tables import lines
from ..tables.plan import Plan
from .hosted import Hosted

SLICE = 50
"""The number of lines that are followed before the event loop gets a turn."""


class Recollection(Retelling):
    """Follows a match as one seat was told it, as long as the same player sits there."""

    def __init__(self, plan: Plan, game: Game, number: int, seat: int, id: str) -> None:
        super().__init__(plan, game, number)
        self.narrator = Narrator(game, seat)
        self._seat, self._id = seat, id
        self._here: list[str] = []

    def begins(self, before: State | None, step: Step, config: Any, leg: bool) -> None:
        """A hand begins."""
        self._hear(step.state, step.events, begins=True)

    def goes_on(self, actor: int, move: Move, events: Events) -> None:
        """A move was made."""
        assert self.state is not None
        self._hear(self.state, events, actor)

    def _hear(self, state: State, events: Events, actor: int = HOUSE, begins: bool = False) -> None:
        here = [chair.id for chair in self.table.chairs]
        for seat, id in enumerate(self._here):
            if id != (here[seat] if seat < len(here) else ""):
                self.narrator.forget(seat)
        self._here = here
        if here[self._seat] == self._id:
            own, end = actor == self._seat, ending_of(state, self._seat)
            told = events.seen_by(self._seat)
            self.narrator.hear(told, self.table.hand_id, begins=begins, own=own, end=end)
        else:
            self.narrator = Narrator(self.game, self._seat)


async def recollect(store: Store, hosted: Hosted, seat: int) -> None:
    """Give the narrator of a seat the whole match, if it has heard only a part."""
    table, session = hosted.table, hosted.session
    if table.state is None or not session.narrators.lacks(seat):
        return
    known, last = session.narrators.anew(seat), session.line
    past = Recollection(table.plan, table.game, table.match, seat, table.chairs[seat].id)
    await hosted.kept()
    with suppress(BadInput):  # a key is lost: earlier lines cannot be read
        for at, line in enumerate(await store.read(hosted.id, 1)):
            if line.number <= last:
                past.follow(lines.decode(line.body))
            if at % SLICE == 0:
                await asyncio.sleep(0)
    known.follow(past.narrator)
