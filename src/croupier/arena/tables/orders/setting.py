"""Orders about how a table plays: options of its game, and how many seats there are.

Both count from the next hand on, in a new leg of the match that is played, and for all matches that follow. What the
game cannot change within a match is refused there, on record, and then begins with the next match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS

from ..inputs import Ordered
from ..matches import sensible
from ..plan import Plan

if TYPE_CHECKING:
    from ..table import Table


def check_change(table: Table, order: Ordered) -> None:
    """The game has to have these options, and they have to make sense together."""
    known = table.game.config_options(order.values)
    if not order.values:
        raise BadInput(f"Say what is to change, such as NAME=VALUE; {table.game.title} has {', '.join(known)}.")
    if "seats" in order.values:
        raise BadInput("The number of seats is changed by `resize`.")
    _check(table, _changed(table, order), dict(order.values))


def change(table: Table, order: Ordered) -> None:
    """Play by other options from the next hand on."""
    table.replan(_changed(table, order))
    if table.state is not None:
        table.changes = {**table.changes, **order.values}


def _changed(table: Table, order: Ordered) -> Plan:
    return msgspec.structs.replace(table.plan, options={**table.plan.options, **order.values})


def check_resize(table: Table, order: Ordered) -> None:
    """The game has to be for as many, and nobody may sit where there will be no seat."""
    seats = order.values.get("seats")
    if type(seats) is not int or set(order.values) != {"seats"}:
        raise BadInput("Say how many seats there are to be, such as seats=8.")
    if not 1 <= seats <= SEATS:
        raise BadInput(f"A table is for 2 to {SEATS}, not for {seats}.")
    if "seats" not in table.game.config_options():
        raise BadInput(f"{table.game.title} is always for {table.plan.seats}.")
    for chair in table.chairs[seats:]:
        if chair.taken:
            raise BadInput(f"{chair.name} sits in seat {chair.seat}: only empty seats can go.")
    _check(table, _resized(table, seats), {"seats": seats})


def resize(table: Table, order: Ordered) -> None:
    """Have more chairs at once, for whoever comes; and fewer from the next hand on."""
    seats = int(order.values["seats"])
    table.replan(_resized(table, seats))
    if table.state is not None:
        table.changes = {**table.changes, "seats": seats}


def _resized(table: Table, seats: int) -> Plan:
    return msgspec.structs.replace(table.plan, seats=seats, options={**table.plan.options, "seats": seats})


def _check(table: Table, plan: Plan, changes: dict[str, Any]) -> None:
    """Try it: what makes no sense at all is refused now, and not in the middle of the match."""
    with sensible(table.game):
        table.planned(plan)
        state = table.state
        if state is not None and table.game.between_hands(state):
            table.game.carry_over(state, **{**table.changes, **changes})
