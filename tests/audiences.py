"""Checks the audiences of facts at plain speed, with the record that compiled rules fill.

In plain Python the contract gets rows directly, and a card belongs to the row before it. An `Out` knows the audience of
that row, and refuses a card with another audience.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.kernel.contract.game import Game, Move
from croupier.kernel.vocabulary.events import LOUD, Out, emitted_by, rows


def check_audiences(game: Game, config: Any, moves: Iterable[tuple[int, Move]]) -> None:
    """Replay a match: the rows must be those of the contract, and every card must have the audience of its event.

    The trace of every seat must be the same as well.
    """
    state, events = game.start(config)
    table, out = game.fresh(config), Out()
    out.mode = LOUD
    game.core.begin(table, out)
    assert (out.fault, rows(emitted_by(out))) == (0, events.rows)
    for seat, move in moves:
        out.count = 0
        game.core.act(table, out, seat, move)
        told = game.advance(state, seat, move)
        assert (out.fault, rows(emitted_by(out))) == (0, told.rows), game.describe(move)
    assert (table, out.trace) == (state.table, state.trace)
