"""The Battle between two tabs: one wins, the other loses; drafts are sent by hand alone, and no card is invented."""

from __future__ import annotations

import asyncio
from functools import partial

from playwright.async_api import expect

from .room import Room
from .visitor import Frame, Visitor


async def queue(visitor: Visitor) -> None:
    await visitor.go()
    await visitor.page.get_by_role("link", name="Queue").click()
    await visitor.until(lambda: any(frame["type"] == "queue_join" for frame in visitor.said))


async def fight(visitor: Visitor, card: str, places: int) -> None:
    """Lay `places` cards of one kind each round, and confirm, until the match is over."""
    while (shown := await visitor.my_turn()) is not None:
        hand = visitor.dock.get_by_role("list", name="Your hand")
        cards = hand.get_by_role("button", name=card)
        for place in range(min(places, await cards.count())):
            await cards.nth(place).click()
        await visitor.dock.get_by_role("button", name="Confirm").click()
        await visitor.answered(shown, "CONFIRM")
        await visitor.until(partial(is_past, visitor, shown))


def is_past(visitor: Visitor, shown: Frame) -> bool:
    """Whether the round of a question is over."""
    return visitor.is_over() or visitor.scenes[-1].get("act_id") != shown["act_id"]


async def test_two_tabs_play_a_battle_and_one_wins(room: Room) -> None:
    async with room.visitor() as one, room.visitor() as two:
        await queue(one)
        await expect(one.page.get_by_role("heading", name="Waiting for somebody")).to_be_visible()
        await queue(two)
        await asyncio.gather(fight(one, "Attack", 3), fight(two, "Heal", 0))
        for visitor, words in ((one, "You win"), (two, "wins")):
            end = visitor.page.get_by_role("region", name="The match is over")
            await expect(end).to_contain_text(words)
            await expect(end).to_contain_text("tokens now")
        confirmed = [frame for frame in two.said if frame.get("action") == "CONFIRM"]
        assert confirmed and all(pick is None for frame in confirmed for pick in frame["picks"]), "places start empty"
        drafts = [frame for frame in two.said if frame.get("action") == "DRAFT"]
        assert drafts == [], "nothing is sent that nobody did"
        await one.page.get_by_role("button", name="Queue again").click()
        await expect(one.page.get_by_role("heading", name="Waiting for somebody")).to_be_visible()
