"""Plays a visitor's match up to the point at which a picture is taken."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from ..driver import answer, choices, some_deed
from ..room import Room
from ..visitor import Frame, Visitor

Page = Callable[[Room, Visitor, AsyncExitStack], Awaitable[None]]
CALM = ("CHECK", "CALL", "CONTINUE")
"""Options that keep a hand going, the preferred ones first."""


def calm(shown: Frame) -> str:
    """The first of these options that is legal."""
    names = [choice["name"] for choice in choices(shown)]
    return next((name for name in CALM if name in names), "")


def may(shown: Frame, name: str) -> bool:
    return any(choice["name"] == name for choice in choices(shown))


async def play(visitor: Visitor, code: str, turns: int, chooses: Callable[[Frame], str] = calm) -> Frame | None:
    """Sit down and make `turns` decisions; returns the next question, None if the match is over before."""
    visitor.heard.clear()
    await visitor.go(f"table/{code}")
    return await decide(visitor, turns, chooses)


async def decide(visitor: Visitor, turns: int, chooses: Callable[[Frame], str]) -> Frame | None:
    """Make `turns` decisions; returns the next question, None if the match is over before."""
    luck = random.Random(7)
    for _ in range(turns):
        shown = await visitor.my_turn()
        if shown is None:
            return None
        await answer(visitor, shown, some_deed(shown, luck, chooses(shown)))
    return await visitor.my_turn()


async def over(visitor: Visitor, code: str, chooses: Callable[[Frame], str] = calm) -> None:
    """Play a match to its end."""
    visitor.heard.clear()
    await visitor.go(f"table/{code}")
    await to_the_end(visitor, chooses)


async def to_the_end(visitor: Visitor, chooses: Callable[[Frame], str] = calm) -> None:
    """Decide until the match is over."""
    await decide(visitor, 10_000, chooses)
    await visitor.page.get_by_role("region", name="The match is over").wait_for()


async def leave(visitor: Visitor, address: str = "") -> None:
    """Go to another page in one's turn: a table asks at first whether that is meant."""
    for _ in range(2):
        await visitor.go(address)
