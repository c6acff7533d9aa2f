"""Orders about play itself: on, off, hand by hand, over, void."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.kernel.errors import BadInput

from ..effects import Voided
from ..inputs import FOLLOWS, Ordered
from ..lines import Line, Noted, Shuffle
from ..session import Session
from ..snapshots import boundary


def check_match(session: Session, order: Ordered) -> None:
    """There has to be a match."""
    if session.table.state is None:
        raise BadInput("No match is being played.")


def check_void(session: Session, order: Ordered) -> None:
    """A reason is needed: somebody has won those chips."""
    check_match(session, order)
    if not order.why:
        raise BadInput("Say why the match is void: the reason stays on record.")
    if unknown := set(order.values) - {"replay", FOLLOWS}:
        raise BadInput(f"'void' knows only replay=off, not {sorted(unknown)[0]!r}.")
    if not isinstance(order.values.get("replay", True), bool):
        raise BadInput("replay is on or off.")


def forget_questions(session: Session, noted: Noted) -> None:
    """Nobody is asked for anything any more."""
    session.clocks.clear()


def after_void(session: Session, order: Ordered) -> Iterator[Line]:
    """Give back what was at stake, and shuffle anew: this hand's cards have been seen."""
    table = session.table
    ids = tuple(chair.id for chair in table.chairs)
    session.do(Voided(table.match_id, order.why, ids, order.values.get("replay", True)))
    yield Shuffle(session.secrets())
    yield from boundary(session)
