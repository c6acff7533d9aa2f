"""The Deal: a run from its first hand to a bust or going home."""

from __future__ import annotations

from playwright.async_api import expect

from .conftest import Room
from .driver import answer_somehow


async def test_a_run_is_played_to_its_end(room: Room) -> None:
    async with room.visitor() as visitor:
        await visitor.go("table/DEAL")
        while (shown := await visitor.my_turn()) is not None:
            names = [choice["name"] for choice in shown["scene"]["question"]["options"]]
            home = next((name for name in names if "HOME" in name), "")
            await answer_somehow(visitor, shown, prefer=home)
        await expect(visitor.page.get_by_role("region", name="The match is over")).to_be_visible()
        await expect(visitor.page.get_by_role("link", name="Replay")).to_be_visible()
