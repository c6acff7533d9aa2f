"""An evening in a card room: a cash table, and a tournament over many tables on its page and on the wall."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

from ..room import Room
from ..visitor import Visitor
from .playing import calm, decide, leave

BLINDS = [(100, 200), (150, 300), (200, 400), (300, 600), (400, 800), (600, 1_200), (1_000, 2_000)]
HOUSE = 23
"""The house bots of the tournament."""


async def cash(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A cash table at which the visitor chooses its chips."""
    await visitor.go("table/CASH")
    await visitor.page.get_by_role("button", name="Sit down with").wait_for()


async def cash_chips(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The sheet for chips at a cash table, in the middle of a hand."""
    await cash(room, visitor, others)
    await visitor.page.get_by_role("button", name="40 bb").click()
    await visitor.page.get_by_role("button", name="Sit down with").click()
    await decide(visitor, 1, calm)
    await visitor.page.get_by_role("button", name="Chips", exact=True).click()
    await visitor.page.get_by_role("dialog", name="Your chips").wait_for()


async def tournament(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page of a running tournament of 24, of which the visitor is one."""
    await _open(room, visitor, "sunday")
    await visitor.go("table/SUNDAY")
    await visitor.my_turn()
    await leave(visitor, "event/sunday")
    await visitor.page.get_by_role("heading", name="Players and results").wait_for()


async def tournament_open(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page of a tournament that has not begun."""
    await _open(room, visitor, "autumn", players=60)
    await visitor.go("event/autumn")
    await visitor.page.get_by_role("heading", name="Registration").wait_for()


async def tournament_wall(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The wall of a running tournament."""
    await _open(room, visitor, "winter")
    player = await others.enter_async_context(room.visitor("Ada"))
    await player.go("table/WINTER")
    await player.my_turn()
    await visitor.go("wall/winter")
    await visitor.page.get_by_role("timer").wait_for()


async def _open(room: Room, visitor: Visitor, name: str, **terms: Any) -> None:
    levels = [{"minutes": 10, "changes": {"small_blind": small, "big_blind": big}} for small, big in BLINDS]
    settings = {
        "id": name,
        "title": f"{name.capitalize()} deep stack",
        "kind": "tournament",
        "code": name.upper(),
        "seats": 6,
        "bots": ["tight", "station", "shark"],
        "house": HOUSE,
        "options": {"stack": 10_000},
        "levels": levels,
        "move_time_ms": 30_000,
        "practice": "",
        "tournament": {"players": HOUSE + 1, "fee": 5, "late_levels": 2, "reentries": 1, **terms},
    }
    token = {"Authorization": f"Bearer {room.arena.host_token}"}
    made = await visitor.page.request.post(f"{room.arena.url}/api/events", headers=token, data=settings)
    assert made.ok, await made.text()
