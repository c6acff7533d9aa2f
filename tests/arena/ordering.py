"""A table with a host who gives orders, for tests."""

from __future__ import annotations

from typing import Any

from croupier.arena.tables.inputs import Attached, Ordered

from .room import Room

BLINDS = {"stack": 1000, "small_blind": 5, "big_blind": 10}


def holdem(*names: str, **plan: Any) -> Room:
    room = Room(**{"seats": len(names), "least": len(names), "options": BLINDS, **plan})
    for name in names:
        room.join(name)
    return room


def order(room: Room, what: str, seat: int | None = None, why: str = "", **values: Any) -> None:
    room.put(Ordered(what, seat, values, why))


def to_act(room: Room) -> int:
    """The lowest seat that owes a decision."""
    return room.session.clocks.running()[0].decision.seat


def back(room: Room) -> None:
    """Reconnect all players after a restart."""
    for chair in room.table.chairs:
        if chair.taken:
            room.put(Attached(chair.id, chair.seat))


def hands(room: Room, name: str = "a") -> int:
    return room.types(name).count("start_hand")
