"""The places of the seats in a match that is played until one seat has everything. All begin with equal stacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Played, Series, replay

from .ratings import places


class Finish(NamedTuple):
    """The place of each seat, and whether the match was decided before its hands ran out."""

    places: list[int]
    decided: bool


def finish_of(game: Game, series: Series, played: Played) -> Finish:
    """The place of each seat: by its score, and among seats that have lost everything by how long they lasted.

    The score of a seat that is out does not change any more. So the seat whose score changed later is placed higher; of
    seats that went out in the same hand, the one that had more before it (as in tournament rules). Seats that are equal
    in all this share a place. If the hands have run out, earlier scores do not count: two seats may have equal scores
    and both still be in. For a match with several legs, the limit of hands is that of its last leg.
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
        """The step at which each score changed last, and its value before."""

    def step(self, scores: Sequence[int]) -> None:
        """Add the scores after the next step."""
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
