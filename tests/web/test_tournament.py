"""Tournaments in real browsers: a sit-and-go of two people and four bots, and a player who enters again."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from croupier.arena.events.event import Event
from croupier.arena.tables.plan import Level
from croupier.simulate.tournament.terms import Terms

from .room import Room
from .test_access import violations
from .visitor import Visitor

HOUR_MS = 3_600_000
LEVELS = [Level(hands=4, changes={"small_blind": 500, "big_blind": 1_000}),
          Level(hands=4, changes={"small_blind": 2_000, "big_blind": 4_000}),
          Level(changes={"small_blind": 6_000, "big_blind": 12_000})]  # fmt: skip


def opened(room: Room, name: str, levels: list[Level], house: int, terms: dict[str, Any], **more: Any) -> None:
    """Open a tournament: seats for three at a table, and house bots that take part."""
    settings = {"seats": 3, "bots": ["station", "tight"], "house": house, "move_time_ms": HOUR_MS, "practice": ""}
    room.arena.events.open(
        Event(kind="tournament", id=name, code=name.upper().ljust(4, "_"), public=True, levels=levels, tournament=Terms(**terms),
              **{**settings, **more})  # fmt: skip
    )


async def act(visitor: Visitor, *wanted: str) -> bool:
    """Answer the question on screen by its buttons; whether there was one."""
    shown = await visitor.until(lambda: visitor.owed() or visitor.is_over() or gone(visitor))
    if shown is True or not isinstance(shown, dict):
        return False
    on_screen = visitor.page.locator(f'[data-question="{shown["act_id"]}"]')
    while not await on_screen.count():
        if visitor.owed() != shown:
            return True
        await visitor.page.clock.fast_forward(500)
    await visitor.settle()
    names = [choice["name"] for choice in shown["scene"]["question"]["options"]]
    choice = next(name for name in wanted if name in names)
    key = {"CHECK": "c", "CALL": "c", "FOLD": "f", "RAISE_TO": "a"}[choice]
    await visitor.page.keyboard.press(key)
    return True


def gone(visitor: Visitor) -> bool:
    """Whether the visitor has been told that it is out, or that the tournament is over."""
    return any(frame["type"] == "gone" for frame in visitor.heard)
