"""Orders about play itself: on, off, hand by hand, over, void."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.kernel.errors import BadInput

from .. import matches
from ..effects import Voided
from ..inputs import FOLLOWS, Ordered
from ..snapshots import keep_boundary

if TYPE_CHECKING:
    from ..table import Table


def start(table: Table, order: Ordered) -> None:
    """Let play go on."""
    table.held = table.stepping = False


def pause(table: Table, order: Ordered) -> None:
    """Wait before the next hand."""
    table.held, table.stepping = True, False


def step(table: Table, order: Ordered) -> None:
    """Play one hand and wait again; while one is being played, wait after it."""
    at_rest = table.state is None or table.game.between_hands(table.state)
    table.held, table.stepping = True, at_rest


def check_match(table: Table, order: Ordered) -> None:
    """There has to be a match."""
    if table.state is None:
        raise BadInput("No match is being played.")


def end(table: Table, order: Ordered) -> None:
    """Let this hand be the last."""
    table.ending = True


def last(table: Table, order: Ordered) -> None:
    """Let this match be the last."""
    table.last = True


def check_void(table: Table, order: Ordered) -> None:
    """A reason is needed: somebody has won those chips."""
    check_match(table, order)
    if not order.why:
        raise BadInput("Say why the match is void: the reason stays on record.")
    if unknown := set(order.values) - {"replay", FOLLOWS}:
        raise BadInput(f"'void' knows only replay=off, not {sorted(unknown)[0]!r}.")
    if not isinstance(order.values.get("replay", True), bool):
        raise BadInput("replay is on or off.")


def void(table: Table, order: Ordered) -> None:
    """Let the match have been none. The cards that were dealt are not used again."""
    if table.state is not None:
        table.asked_before += max(table.state.questions)
    replay = order.values.get("replay", True) and FOLLOWS not in order.values
    matches.close(table, last=not replay)
    if not replay:
        table.held = True


def after_void(table: Table, order: Ordered) -> None:
    """Give back what was at stake, and shuffle anew: this hand's cards have been seen."""
    ids = tuple(chair.id for chair in table.chairs)
    table.do(Voided(table.match_id, order.why, ids, order.values.get("replay", True)))
    table.shuffle()
    keep_boundary(table)
