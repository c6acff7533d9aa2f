"""Every option of every decision of a match, made by pointer and by keys, for `scripts/check_web`."""

from __future__ import annotations

import random

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


async def check_match(room: Room, code: str, luck: random.Random) -> int:
    """Play a match of a game at random, and make every option of its decisions, both ways. How many were checked."""
    checked = 0
    async with room.visitor() as visitor:
        await visitor.page.add_init_script(HOLD_BACK)
        await visitor.go(f"table/{code}")
        while (shown := await visitor.my_turn()) is not None:
            if not does_itself(shown):
                checked += 1
                await check_decision(visitor, shown, luck)
            await answer(visitor, shown, some_deed(shown, luck))
    return checked


async def check_decision(visitor: Visitor, shown: Frame, luck: random.Random) -> None:
    """Make every option, and look at what the page would have said."""
    await visitor.page.evaluate("window.holdsBack = true")
    for choice in choices(shown):
        for deed in deeds(choice, luck):
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
