"""Every option of every decision of a match, made by pointer and by keys, for `scripts/check_web`."""

from __future__ import annotations

import random
from typing import Any

from .driver import (
    HOLD_BACK,
    Deed,
    answer,
    choices,
    deeds,
    does_itself,
    make_by_keys,
    make_by_pointer,
    some_deed,
    take_back,
)
from .room import Room
from .visitor import Frame, Visitor


async def check_match(room: Room, code: str, luck: random.Random, decisions: int = 10_000, most: int = 10_000) -> int:
    """Play a match of a game at random, and make every option of its decisions, both ways.

    Where only some are to be checked, they are of kinds that were not seen before. How many were checked.
    """
    seen: set[Any] = set()
    checked = 0
    async with room.visitor() as visitor:
        await visitor.page.add_init_script(HOLD_BACK)
        await visitor.go(f"table/{code}")
        for _ in range(decisions):
            shown = await visitor.my_turn()
            if shown is None:
                break
            kind = kind_of(shown)
            if checked < most and (most >= decisions or kind not in seen) and not does_itself(shown):
                seen.add(kind)
                checked += 1
                await check_decision(visitor, shown, luck, quickly=most < decisions)
            await answer(visitor, shown, some_deed(shown, luck))
    return checked


def kind_of(shown: Frame) -> Any:
    """What two decisions have in common that the page shows alike."""
    return tuple((one["name"], one.get("fewest"), one.get("most"), bool(one.get("step"))) for one in choices(shown))


async def check_decision(visitor: Visitor, shown: Frame, luck: random.Random, *, quickly: bool) -> None:
    """Make every option, and look at what the page would have said."""
    await visitor.page.evaluate("window.holdsBack = true")
    for choice in choices(shown):
        offered = list(deeds(choice, luck))
        for deed in [offered[0], offered[-1]] if quickly else offered:
            for make in (make_by_pointer, make_by_keys):
                await make(visitor, deed)
                await _expect(visitor, deed, make.__name__)
                await take_back(visitor)
    await visitor.page.evaluate("window.holdsBack = false")


async def _expect(visitor: Visitor, deed: Deed, how: str) -> None:
    said = await visitor.page.evaluate(
        "() => new Promise((done) => { const take = () => done(window.heldBack.splice(0));"
        " if (window.heldBack.length) take(); else window.onHeldBack = take; })"
    )
    assert len(said) == 1 and deed.is_said_by(said[0]), (how, deed, said)
