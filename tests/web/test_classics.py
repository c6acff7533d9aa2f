"""A person plays classics and a run of the Deal to the end, and says what they think of the game."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from .driver import answer, some_deed
from .room import Room


@pytest.mark.parametrize("code", ["BRISCOLA", "CRAZY_EIGHTS", "DEAL"])
async def test_a_match_is_played_to_its_end(room: Room, code: str) -> None:
    """Tricks, shedding; and a run to a bust, or home as soon as that can be."""
    luck, prefer = random.Random(code), "GO_HOME" if code == "DEAL" else ""
    async with room.visitor() as visitor:
        await visitor.go(f"table/{code}")
        while (shown := await visitor.my_turn()) is not None:
            await answer(visitor, shown, some_deed(shown, luck, prefer))
        await expect(visitor.page.get_by_role("region", name="The match is over")).to_be_visible()


async def test_a_game_is_rated_after_it(room: Room) -> None:
    luck = random.Random(1)
    async with room.visitor() as visitor:
        await visitor.go("table/MINE")
        while (shown := await visitor.my_turn()) is not None:
            await answer(visitor, shown, some_deed(shown, luck))
        await visitor.page.get_by_role("button", name="4 of 5").click()
        await expect(visitor.page.get_by_text("Noted: gladly.")).to_be_visible()
        hands = visitor.page.get_by_role("group", name="How much was in your hands?")
        await hands.get_by_role("button", name="2 of 5").click()
        await expect(visitor.page.get_by_text("Noted: little.")).to_be_visible()
    async with room.visitor() as visitor:
        games = await (await visitor.page.request.get(f"{room.arena.url}/api/games")).json()
        mine = next(game for game in games if game["id"] == "mine")
        assert (mine["rating"], mine["in_hands"]) == (4, 2)
