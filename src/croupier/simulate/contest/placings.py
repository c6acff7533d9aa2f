"""Who came in where in a match that is played until one seat has everything. All bring the same to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Played, Series, replay

from .ratings import places


class Finish(NamedTuple):
    """The place of each seat, and whether it came to that before the hands of the match ran out."""

    places: list[int]
    decided: bool


def finish_of(game: Game, series: Series, played: Played) -> Finish:
    """The place of each seat: by its score, and among those who have lost everything by how long they held out.

    A seat that is out gains and loses nothing any more. So whose score changed later came in higher; and of seats that
    went out at once, the one that had more before (as in tournament rules). Seats that are equal in all share a place.
    Where the hands have run out, what a seat had before says nothing: two may have as much, and both still be in. A
    match that went on in new legs had as many hands as the last of them allowed.
    """
    tables = (step.state.table for step in replay(game, series, played))
    table = next(tables)
    race = Race([game.core.score(table, seat) for seat in range(table.seats)])
    for table in tables:
        race.step([game.core.score(table, seat) for seat in range(table.seats)])
    decided = table.hands != table.config.hands
    return Finish(race.places(decided), decided)


class Race:
    """Follows the scores of a match, step by step."""

    def __init__(self, scores: Sequence[int]) -> None:
        self._now, self._steps = list(scores), 0
        self._changed = [(0, 0)] * len(scores)
        """When a score changed last, and what it was before."""

    def step(self, scores: Sequence[int]) -> None:
        """The scores after the next step."""
        self._steps += 1
        for seat, value in enumerate(scores):
            if value != self._now[seat]:
                self._changed[seat] = self._steps, self._now[seat]
                self._now[seat] = value

    def places(self, decided: bool) -> list[int]:
        """The place of each seat; `decided` says that the match was played out."""
        kept = [
            (end, step, before if decided else 0) for end, (step, before) in zip(self._now, self._changed, strict=True)
        ]
        order = sorted(set(kept))
        return places([order.index(one) for one in kept])
