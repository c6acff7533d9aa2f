"""A tournament in a browser: a player sees the clock and its place at its table, and buys chips there."""

from __future__ import annotations

from playwright.async_api import expect

from croupier.arena.events.event import Event
from croupier.arena.tables.plan import Level
from croupier.simulate.tournament.terms import Terms

from .room import Room

HOUR_MS = 3_600_000
TERMS = Terms(players=3, fee=2, late_levels=1, rebuys=1, addon=5_000)


async def test_a_player_sees_its_place_and_buys_chips_at_the_table(room: Room) -> None:
    event = Event(kind="tournament", id="addon", code="ADDON", seats=3, bots=["station"], house=2, practice="",
                  levels=[Level(minutes=60), Level()], move_time_ms=HOUR_MS, tournament=TERMS)  # fmt: skip
    desk = room.arena.events.open(event)
    async with room.visitor("Ada") as ada:
        await ada.go("table/ADDON?as=Ada")
        assert await ada.my_turn() is not None
        await ada.page.get_by_role("button", name="Chips").click()
        sheet = ada.page.get_by_role("dialog", name="Level 1")
        await expect(sheet).to_contain_text("1st of 3 who play")
        await sheet.get_by_role("button", name="Add 5,000").click()
        await expect(sheet.get_by_role("status")).to_have_text("Your chips come with the next hand.")
        assert desk.book.tournament.players["ada"].addons == 0, "it comes between two hands"
