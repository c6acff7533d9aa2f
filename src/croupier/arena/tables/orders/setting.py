"""Orders about how a table plays: options of its game, and how many seats there are.

Both count from the next hand on, in a new leg of the match that is played, and for all matches that follow. What the
game cannot change within a match is refused there, on record, and then begins with the next match.
"""

from __future__ import annotations

from typing import Any

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS

from ..configs import planned, sensible
from ..inputs import Ordered
from ..plan import Plan
from ..session import Session
from ..table import Table
from .obeying import changed, resized


def check_change(session: Session, order: Ordered) -> None:
    """The game has to have these options, and they have to make sense together."""
    table = session.table
    known = table.game.config_options(order.values)
    if not order.values:
        raise BadInput(f"Say what is to change, such as NAME=VALUE; {table.game.title} has {', '.join(known)}.")
    if "seats" in order.values:
        raise BadInput("The number of seats is changed by `resize`.")
    _check(table, changed(table.plan, order.values), dict(order.values))


def check_resize(session: Session, order: Ordered) -> None:
    """The game has to be for as many, and nobody may sit where there will be no seat."""
    table, seats = session.table, order.values.get("seats")
    if type(seats) is not int or set(order.values) != {"seats"}:
        raise BadInput("Say how many seats there are to be, such as seats=8.")
    if not 1 <= seats <= SEATS:
        raise BadInput(f"A table is for 2 to {SEATS}, not for {seats}.")
    if "seats" not in table.game.config_options():
        raise BadInput(f"{table.game.title} is always for {table.plan.seats}.")
    for chair in table.chairs[seats:]:
        if chair.taken:
            raise BadInput(f"{chair.name} sits in seat {chair.seat}: only empty seats can go.")
    _check(table, resized(table.plan, seats), {"seats": seats})


def _check(table: Table, plan: Plan, changes: dict[str, Any]) -> None:
    """Try it: what makes no sense at all is refused now, and not in the middle of the match."""
    with sensible(table.game):
        planned(table.rules, plan)
        state = table.state
        if state is not None and table.game.between_hands(state):
            table.game.carry_over(state, **{**table.changes, **changes})
