"""What a seat was told before somebody began to narrate: from the lines of its table.

After a restart, or when a seat comes from `/ws`, its narrator knows only what it has heard since. The rest of the match
follows from the lines, for this seat alone, and is put before it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from croupier.kernel.contract.game import Game, Move, State, Step
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.narrator import Narrator
from croupier.kernel.vocabulary.events import Events

from ..replay.retelling import Retelling
from ..store import Store
from ..tables import lines
from ..tables.plan import Plan
from .hosted import Hosted

SLICE = 50
"""So many lines are followed before others have their turn."""


class Recollection(Retelling):
    """Follows a match with the ears of one seat, for as long as the same player sits there."""

    def __init__(self, plan: Plan, game: Game, number: int, seat: int, id: str) -> None:
        super().__init__(plan, game, number)
        self.narrator = Narrator(game, seat)
        self._seat, self._id = seat, id
        self._here: list[str] = []

    def begins(self, before: State | None, step: Step, config: Any, leg: bool) -> None:
        """A hand begins."""
        self._hear(step.events, begins=True)

    def goes_on(self, actor: int, move: Move, events: Events) -> None:
        """Something was done."""
        self._hear(events)

    def _hear(self, events: Events, begins: bool = False) -> None:
        here = [chair.id for chair in self.table.chairs]
        for seat, id in enumerate(self._here):
            if id != (here[seat] if seat < len(here) else ""):
                self.narrator.forget(seat)
        self._here = here
        if here[self._seat] == self._id:
            self.narrator.hear(events.seen_by(self._seat), self.table.hand_id, begins=begins)
        else:
            self.narrator = Narrator(self.game, self._seat)


async def recollect(store: Store, hosted: Hosted, seat: int) -> None:
    """Let who narrates for a seat know the whole match, if it does not."""
    table, session = hosted.table, hosted.session
    if table.state is None or not session.narrators.lacks(seat):
        return
    known, last = session.narrators.anew(seat), session.line
    past = Recollection(table.plan, table.game, table.match, seat, table.chairs[seat].id)
    await hosted.kept()
    with suppress(BadInput):  # a key is lost: what was told before lies sealed
        for at, line in enumerate(await store.read(hosted.id, 1)):
            if line.number <= last:
                past.follow(lines.decode(line.body))
            if at % SLICE == 0:
                await asyncio.sleep(0)
    known.follow(past.narrator)
