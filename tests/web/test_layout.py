"""Tables of every kind on screens of many sizes: nothing covers anything, and nothing is cut."""

from __future__ import annotations

import pytest

from .boxes import flaws
from .room import Room
from .scenery import fullest
from .stage import Stage

SIZES = ((320, 568), (390, 844), (568, 320), (844, 390), (640, 400), (1280, 800))
"""Phones upright and on their side, a page at twice its size, a laptop."""
GAMES = (
    *(("holdem", 2), ("holdem", 6), ("holdem", 10), ("hearts", 3), ("five_card_draw", 6), ("briscola", 6)),
    *(("gin_rummy", 2), ("five_card_stud", 6)),
)
"""Bets, a board, tricks, draws, captured cards, melds, cards up and down."""


@pytest.mark.parametrize("whose", ["player", "open"])
async def test_no_two_boxes_meet_and_nothing_is_cut(room: Room, whose: str) -> None:
    found = []
    async with room.visitor() as visitor:
        stage = Stage(visitor)
        await stage.open(0 if whose == "player" else None)
        for game, seats in GAMES:
            await stage.show(fullest(game, seats)[whose])
            for width, height in SIZES:
                await visitor.page.set_viewport_size({"width": width, "height": height})
                await visitor.page.clock.run_for(100)
                found += [f"{game} × {seats} at {width} × {height}: {flaw}" for flaw in await flaws(visitor.page)]
        visitor.flaws.clear()  # the table is not in the arena
    assert not found, "\n".join(found)
