"""Tables of every kind on screens of many sizes: nothing covers anything, and nothing is cut."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .boxes import SIZES, flaws_of
from .room import Room
from .scenery import fullest
from .stage import Stage

GAMES = (
    ("three_card_brag", 10),  # the first, as it needs all room that the smallest screen has
    *(("holdem", 2), ("holdem", 6), ("holdem", 10), ("hearts", 3), ("five_card_draw", 6), ("briscola", 6)),
    *(("gin_rummy", 2), ("five_card_stud", 6), ("battle", None)),
)
"""Bets, a board, tricks, draws, captured cards, melds, cards up and down, lanes."""


@pytest.mark.parametrize("whose", ["player", "open"])
async def test_no_two_boxes_meet_and_nothing_is_cut(room: Room, whose: str) -> None:
    scenes = [(f"{game} × {seats}", fullest(game, seats)[whose]) for game, seats in GAMES]
    found = await flaws_of(room, whose, scenes, SIZES)
    assert not found, "\n".join(found)


async def test_a_hand_is_sorted_as_is_wanted_and_its_cards_are_moved(room: Room) -> None:
    async with room.visitor() as visitor:
        stage = Stage(visitor)
        await stage.open(0)
        await stage.show(fullest("gin_rummy", 2)["player"])
        hand = visitor.page.get_by_role("list", name="Your hand").get_by_role("button")

        async def names() -> list[str]:
            return [str(await card.get_attribute("title")) for card in await hand.all()]

        async def drag(card: int, onto: int) -> None:
            boxes = [await hand.nth(number).bounding_box() for number in (card, onto)]
            (x, y), (to, _) = [(box["x"] + 8, box["y"] + 30) for box in boxes if box]
            await visitor.page.mouse.move(x, y)
            await visitor.page.mouse.down()
            await visitor.page.mouse.move((x + to) / 2, y)
            await visitor.page.mouse.move(to, y)
            await visitor.page.mouse.up()

        by_melds = await names()
        for said in ("by melds", "as dealt", "by suit", "by rank"):
            await visitor.page.get_by_role("button", name=f"Sorted {said}").click()
        assert await names() == by_melds
        await drag(0, 2)
        moved = [*by_melds[1:3], by_melds[0], *by_melds[3:]]
        assert await names() == moved
        assert await hand.nth(2).get_attribute("aria-pressed") == "false", "a card that was dragged is not chosen"
        await visitor.page.get_by_role("button", name="Sorted by hand").wait_for()
        await hand.nth(2).focus()
        await visitor.page.keyboard.press("Alt+ArrowLeft")
        assert await names() == [moved[0], moved[2], moved[1], *moved[3:]]
        visitor.flaws.clear()


async def test_a_tour_takes_no_room_on_a_small_screen_and_comes_once(room: Room) -> None:
    small = {"viewport": {"width": 568, "height": 320}}
    async with room.visitor(**small) as visitor:
        page = visitor.page
        await visitor.go("table/DUEL")
        await visitor.my_turn()
        offer = page.get_by_role("button", name="First visit?")
        await offer.click()
        sheet = page.get_by_role("dialog", name="The first visit")
        for title in ("What lies where", "How you act", "Where help is"):
            await sheet.get_by_role("region", name=f"The first visit: {title}").wait_for()
            await sheet.get_by_role("button", name="Done" if title.startswith("Where") else "Next").click()
        await expect(sheet).to_be_hidden()
        await expect(offer).to_have_count(0)
        await page.reload()
        await page.locator("section.table").wait_for()
        await expect(page.locator(".where")).to_contain_text("hold'em")
        await expect(offer).to_have_count(0)
