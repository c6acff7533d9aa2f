"""Tournaments in a browser: a player that is out enters again and buys chips."""

from __future__ import annotations

import re

from playwright.async_api import expect

from croupier.arena.events.event import Event
from croupier.arena.tables.plan import Level
from croupier.simulate.tournament.terms import Terms

from .room import Room
from .test_access import violations

HOUR_MS = 3_600_000
TERMS = Terms(players=9, fee=2, late_levels=1, reentries=1, rebuys=1, addon=5_000)


async def test_a_player_that_is_out_is_asked_once_its_hand_was_shown_enters_again_and_buys_chips(room: Room) -> None:
    event = Event(kind="tournament", id="again", code="AGAIN", seats=3, bots=["station"], house=8, practice="",
                  levels=[Level(minutes=60), Level()], move_time_ms=HOUR_MS, tournament=TERMS)  # fmt: skip
    desk = room.arena.events.open(event)
    async with room.visitor("Ada") as ada:
        page = ada.page
        await ada.go("table/AGAIN?as=Ada")
        dialog = page.get_by_role("dialog", name="You are out")
        while desk.book.tournament.players.get("ada") is None or desk.book.tournament.players["ada"].entries < 2:
            if await dialog.is_visible():
                assert not any(chair.id == "ada" for hosted in desk.tables() for chair in hosted.table.chairs)
                await dialog.get_by_role("button", name="Enter again").click()
                await expect(dialog).to_be_hidden()
            elif ada.owed() and await page.locator(f'[data-question="{ada.scenes[-1]["act_id"]}"]').count():
                await ada.page.keyboard.press("4")
                await ada.hold(ada.dock.get_by_role("button", name=re.compile("Raise to|Call|All-in")).last)
            await page.clock.run_for(1_000)
        assert await ada.my_turn() is not None
        await page.get_by_role("button", name="Chips").click()
        sheet = page.get_by_role("dialog", name="Level 1")
        assert await violations(ada, "dialog[open]") == []
        await sheet.get_by_role("button", name="Add 5,000").click()
        await expect(sheet.get_by_role("status")).to_have_text("Your chips come with the next hand.")
