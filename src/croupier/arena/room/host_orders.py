"""The orders of a host to a table, with their consequences outside the table.

A seat that is given to another bot gets a new token, and its old tokens are no longer valid. A team that is admitted
late gets a chair, and a code if there is a roster. The stakes of a void match are given back.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.kernel.errors import BadInput

from ..identity import name_key, new_code, team_name
from ..store import Entry
from ..tables.inputs import FOLLOWS, Ordered
from . import memory
from .desks import Desk
from .hosted import Hosted
from .listing import results
from .memory import Result
from .offers import check_options_from_outside, policy_of
from .queue import QueueDesk
from .room import Room


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order of a host to a table."""

    order: str
    seat: int | None = None
    team: str = ""
    """The player in the seat, in place of the seat's number."""
    values: dict[str, Any] = {}
    why: str = ""


def give(room: Room, hosted: Hosted, order: Order) -> dict[str, Any]:
    """Obey an order. Returns values for the host alone, such as a token. BadInput if it cannot be obeyed."""
    seat, desk = order.seat, room.desks[hosted.offer]
    if order.team:
        seat = hosted.seat_of(desk.known_as(name_key(order.team), hosted.id))
        if seat is None:
            raise BadInput(f"{order.team} does not sit at {hosted.id}.")
    if desk.decides and (order.order in desk.own_orders or "team" in order.values):
        raise BadInput(f"{hosted.id} is a table of an event: give {order.order!r} to the event.")
    check_options_from_outside(hosted.table.game, order.values)
    wanted = Ordered(order.order, seat, order.values, order.why)
    match order.order:
        case "swap":
            return _swap(room, hosted, wanted)
        case "admit":
            return _admit(room, hosted, wanted)
        case "void":
            _void(room, hosted, wanted)
        case _:
            hosted.obey(wanted)
    return {}


def _swap(room: Room, hosted: Hosted, order: Ordered) -> dict[str, Any]:
    """Give a seat to another bot. Only the host is told the new token and code."""
    desk, values = room.desks[hosted.offer], order.values
    if policy := values.get("policy"):
        policy_of(desk.at_table, policy)
    if isinstance(desk, QueueDesk) and "team" in values:
        raise BadInput(
            "The team in this seat has paid the stake of the match: a seat in a queue's match cannot change hands."
        )
    if "policy" in values or order.seat is None or not 0 <= order.seat < len(hosted.table.chairs):
        hosted.obey(order)
        return {}
    team = str(values.get("team") or desk.team_at(hosted, order.seat))
    if hosted.table.chairs[order.seat].policy:
        raise BadInput("A bot of the house has no token; say policy=NAME for another one.")
    claim, token = desk.door.new_token(team)
    hosted.obey(order, also=[memory.of_claim(desk.offer.id, name_key(team), claim)])
    desk.door.keep(claim)
    told = {"team": team, "token": token}
    return {**told, **_listed(room, desk, team, anew=True)}


def _admit(room: Room, hosted: Hosted, order: Ordered) -> dict[str, Any]:
    """Let a late team in: with a free chair, added if need be, and a code."""
    if order.seat is not None or set(order.values) != {"team"}:
        raise BadInput("Name the late team: team=NAME, and nothing else.")
    desk, team = room.desks[hosted.offer], team_name(order.values["team"])
    if hosted.seat_of(name_key(team)) is not None:
        raise BadInput(f"{team} sits at {hosted.id} already.")
    if desk.offer.kind != "table":
        raise BadInput("Every client with the code may come in there; no team needs to be admitted.")
    if not any(not chair.taken for chair in hosted.table.chairs[: hosted.table.plan.seats]):
        hosted.obey(Ordered("resize", None, {"seats": hosted.table.plan.seats + 1}, order.why))
    hosted.obey(order)
    return {"team": team, **_listed(room, desk, team)} if desk.offer.roster else {"team": team, "code": desk.offer.code}


def _listed(room: Room, desk: Desk, team: str, *, anew: bool = False) -> dict[str, Any]:
    """Put a team on the roster, if there is one, and return its code; `anew` gives it a new code."""
    roster = desk.offer.roster
    known = next((one for one in roster if name_key(one) == name_key(team)), None)
    if not roster:
        return {}
    code = roster[known] if known and not anew else new_code()
    room.relist(msgspec.structs.replace(desk.offer, roster={**roster, known or team: code}))
    return {"code": code}


def _void(room: Room, hosted: Hosted, order: Ordered) -> None:
    """Make a match void."""
    desk = room.desks[hosted.offer]
    if FOLLOWS in order.values:
        raise BadInput(f"'void' knows only replay=off, not {FOLLOWS!r}.")
    if isinstance(desk, QueueDesk):
        desk.void(hosted, order)
    else:
        hosted.obey(order)


async def void_result(room: Room, table: str, match: str, why: str) -> Result:
    """Make a finished match void, and give its tokens back. BadInput if they are spent."""
    played = next((one for one in await results(room, table) if one.match == match), None)
    if played is None:
        raise BadInput(f"No match {match} was played to its end here.")
    if played.void:
        raise BadInput(f"Match {match} is void already: {played.void}")
    if not why:
        raise BadInput("Say why the match is void: the reason stays on record.")
    if (desk := room.desk_of(table)) and desk.decides:
        raise BadInput(f"{match} is a match of an event: void it by an order to the event.")
    entries: list[Entry] = room.bank.take_back(match)
    void = msgspec.structs.replace(played, void=why)
    room.unpublish(played)
    await room.keep(memory.of_result(table, void), *entries)
    return void
