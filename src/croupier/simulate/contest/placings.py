"""Who came in where in a match that is played until one seat has everything. All bring the same to the table."""

from __future__ import annotations

from typing import NamedTuple

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Played, Series, move_of
from croupier.kernel.language.records import from_dict

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
    config = from_dict(game.Config, series.config)
    state = game.start(config).state
    seats = range(state.table.seats)
    score = game.core.score
    now = [score(state.table, seat) for seat in seats]
    changed = [(0, 0)] * len(now)
    legs = {leg.step: leg.config for leg in played.legs}
    for step, line in enumerate(played.moves, 1):
        if step in legs:
            config = from_dict(game.Config, legs[step])
            state = game.start(config, after=state).state
        else:
            game.advance(state, *move_of(game, line))
        for seat in seats:
            value = score(state.table, seat)
            if value != now[seat]:
                changed[seat] = step, now[seat]
                now[seat] = value
    decided = state.table.hands != config.hands
    kept = [(end, step, before if decided else 0) for end, (step, before) in zip(now, changed, strict=True)]
    order = sorted(set(kept))
    return Finish(places([order.index(one) for one in kept]), decided)
