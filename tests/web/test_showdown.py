"""The end of a hand, as it is staged: chips stay where they were until they have travelled, and a tap shows the end."""

from __future__ import annotations

from typing import Any

import msgspec
from playwright.async_api import Locator, expect

from tests.holdem.test_result import DECK, SHOVE, all_in, shown

from .room import Room
from .stage import Stage

END_MS = 2_500
"""Longer than a showdown is staged."""


def scenes() -> list[dict[str, Any]]:
    """What a seat is shown of a hand that it wins with all chips."""
    return [msgspec.to_builtins(moment.scene) for moment in shown(all_in(DECK), SHOVE)]


async def until_the_end(stage: Stage) -> Locator:
    """Show a hand up to the Scene that tells who has won; returns the plate of the winner."""
    told = scenes()
    ends = next(at for at, scene in enumerate(told) if scene.get("result"))
    for scene in told[:ends]:
        await stage.show(scene)
    frame = {"type": "scene", "hand_id": "table-M1-H1", "told": 1_000}
    await stage.hear([{**frame, "scene": scene} for scene in told[ends:]])
    await stage.page.clock.run_for(500)
    return stage.page.locator(".lowest .standing")


async def test_chips_are_held_back_while_a_showdown_is_staged_and_space_shows_the_end(room: Room) -> None:
    async with room.visitor(reduced_motion="no-preference") as visitor:
        stage = Stage(visitor)
        await stage.open(0)
        plate = await until_the_end(stage)
        await expect(plate).to_have_text("0")
        await expect(stage.page.locator(".pot")).to_contain_text("2,000")
        await expect(stage.page.locator(".title")).to_have_text("Pair of aces")
        await expect(stage.page.locator(".risen")).to_have_count(5)
        await stage.page.keyboard.press("Space")
        await expect(plate).to_have_text("2,000")
        await expect(stage.page.locator(".gain.you")).to_have_text("+1,000")
        await expect(stage.page.locator(".title")).to_have_text("You win the match")


async def test_a_showdown_ends_by_itself_and_is_not_staged_where_nothing_moves(room: Room) -> None:
    async with room.visitor(reduced_motion="no-preference") as visitor:
        stage = Stage(visitor)
        await stage.open(0)
        plate = await until_the_end(stage)
        await stage.page.clock.run_for(END_MS)
        await expect(plate).to_have_text("2,000")
        await expect(stage.page.locator(".pot, .staged")).to_have_count(0)
        await stage.page.emulate_media(reduced_motion="reduce")
        await stage.show(scenes()[0])
        await expect(await until_the_end(stage)).to_have_text("2,000")


async def test_the_focus_stays_in_the_dock_when_its_button_is_gone(room: Room) -> None:
    async with room.visitor() as visitor:
        stage = Stage(visitor)
        await stage.open(1)
        told = [msgspec.to_builtins(moment.scene) for moment in shown(all_in(DECK), [("call",), ("check",)], 1)]
        await stage.show(next(scene for scene in told if scene.get("question")))
        await visitor.button("Check").focus()
        await stage.show(next(scene for scene in reversed(told) if not scene.get("question")))
        await expect(stage.page.get_by_role("region", name="What you may do")).to_be_focused()
