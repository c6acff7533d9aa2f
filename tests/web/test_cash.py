"""A person sits down at a cash table, chooses its chips, tops up and leaves."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from croupier.arena.room.offers import Offer

from .room import CASH, HOUR_MS, Room
from .visitor import Visitor

SCREENS = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


def options(visitor: Visitor) -> dict[str, Any]:
    """What the visitor may do now, by name."""
    question = visitor.scene.get("question") or {"options": []}
    return {choice["name"]: choice for choice in question["options"]}


@pytest.mark.parametrize("screen", SCREENS)
async def test_a_visitor_chooses_its_chips_tops_up_and_leaves(room: Room, screen: str) -> None:
    async with room.visitor(viewport=SCREENS[screen]) as visitor:
        page = visitor.page
        await visitor.go()
        listed = page.get_by_role("listitem").filter(has_text="Cash table, blinds 1/2, 40 to 200 chips, rake 5 %")
        await listed.get_by_role("link", name="Sit down").wait_for()
        await visitor.go("table/CASH")
        purse = page.get_by_role("group", name="Your chips")
        await expect(purse.get_by_role("button", name="Sit down with 200")).to_be_visible()
        await purse.get_by_role("textbox").fill("30")
        await expect(purse.get_by_role("button", name="Sit down")).to_be_disabled()
        await purse.get_by_role("button", name="40 bb").click()
        await purse.get_by_role("button", name="Sit down with 80").click()
        assert await visitor.my_turn() is not None
        assert visitor.said[-1] | {"amount": 80, "type": "aside", "action": "SIT"} == visitor.said[-1]
        await visitor.stop_the_clock()
        await page.get_by_role("button", name="Chips", exact=True).click()
        sheet = page.get_by_role("dialog", name="Your chips")
        await expect(sheet.get_by_text("Rake 5 %, at most 6 of a hand")).to_be_visible()
        await purse.get_by_role("checkbox").check()
        await visitor.until(lambda: "END_TOP_UP" in options(visitor))
        await expect(purse.get_by_role("checkbox")).to_be_checked()
        await purse.get_by_role("button", name="Top up after this hand").click()
        await visitor.until(lambda: visitor.said[-1]["action"] == "TOP_UP")
        seat = await visitor.until(lambda: next(one for one in visitor.scene["seats"] if one.get("you")))
        await visitor.until(lambda: "after this hand" in str(visitor.scene["seats"][seat["seat"]].get("marks")))
        await visitor.hold(visitor.button("Leave the table"))
        await visitor.until(lambda: visitor.said[-1]["action"] == "LEAVE")


async def test_a_player_of_a_cash_game_changes_to_another_table_with_its_chips(room: Room) -> None:
    offer = Offer(id="two", game="holdem", code="TWO_TABLES", seats=2, tables=2, options=CASH, pace_ms=0,
                  move_time_ms=HOUR_MS)  # fmt: skip
    arena = room.arena.room
    arena.offer(offer)
    async with room.visitor("Ann") as ann:
        await ann.go("table/TWO_TABLES?as=Ann")
        await ann.page.get_by_role("button", name="Sit down with 200").click()
        await ann.page.get_by_role("button", name="Change table").click()
        sheet = ann.page.get_by_role("dialog", name="Other tables")
        await expect(sheet.get_by_role("status")).to_have_text("There is no other table just now.")
        await sheet.get_by_role("button", name="Close").click()
        arena.set_up(offer, arena.new_id("two"), {1: "station"})
        await ann.page.get_by_role("button", name="Change table").click()
        await sheet.get_by_role("button", name="Change to two-1").click()
        assert await ann.my_turn() is not None
        assert ann.scene["seats"][0]["name"] == "Ann" and arena.tables["two-1"].seat_of("ann") == 0
        betting = arena.tables["two-1"].table.state.table.betting
        assert betting.stack[0] + betting.total[0] == 200
