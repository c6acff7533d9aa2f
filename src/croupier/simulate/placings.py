"""Who came in where in a match that is played until one seat has everything. All bring the same to the table."""

from __future__ import annotations

from croupier.kernel.game import Game
from croupier.kernel.records import from_dict
from croupier.kernel.replay import from_line

from .ratings import places
from .series import Played, Series


def placings(game: Game, series: Series, played: Played) -> list[int]:
    """The place of each seat: by its score, and among those who have lost everything by how long they held out.

    A seat that is out gains and loses nothing any more. So whose score changed later came in higher; and of seats that
    went out at once, the one that had more before (as in tournament rules). Seats that are equal in all share a place.
    """
    state = game.start(from_dict(game.Config, series.config)).state
    seats = range(state.table.seats)
    score = game.core.score
    now = [score(state.table, seat) for seat in seats]
    changed = [(0, 0)] * len(now)
    for step, (actor, kind, amount, cards) in enumerate(played.moves, 1):
        game.advance(state, *from_line(game, (actor, kind, amount, tuple(cards), "")))
        for seat in seats:
            value = score(state.table, seat)
            if value != now[seat]:
                changed[seat] = step, now[seat]
                now[seat] = value
    kept = [(end, *change) for end, change in zip(now, changed, strict=True)]
    order = sorted(set(kept))
    return places([order.index(one) for one in kept])
