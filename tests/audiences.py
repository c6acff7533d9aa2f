"""What rules tell and to whom, at plain speed, written into the record that they fill when they are compiled.

In plain Python the contract gets rows directly, and a card belongs to the row before it. An `Out` knows whose row that
is, and refuses a card that was meant for somebody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.kernel.contract.game import Game, Move
from croupier.kernel.vocabulary.events import LOUD, Out, emitted_by, rows


def check_audiences(game: Game, config: Any, moves: Iterable[tuple[int, Move]]) -> None:
    """Play a match with the rules as they stand: the rows of the contract, every card with the audience of its event.

    What every seat remembers of it, its trace, is the same as well.
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
