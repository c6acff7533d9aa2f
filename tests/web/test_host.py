"""The host's page: the token, a table from a roster, a tournament, orders, the code as a picture, the wall."""

from __future__ import annotations

import itertools
import re

from playwright.async_api import expect

from .room import Room
from .test_access import violations
from .visitor import Visitor

NUMBERS = itertools.count(1)


async def enter(room: Room, visitor: Visitor) -> None:
    """Be the host."""
    await visitor.go("host")
    await visitor.page.get_by_label("The host's token").fill(room.arena.host_token)
    await visitor.page.get_by_role("button", name="Enter").click()
    await expect(visitor.page.get_by_role("button", name="New table")).to_be_visible()


async def set_up(visitor: Visitor, roster: str = "") -> str:
    """A new table of two; its name."""
    name = f"Finals {next(NUMBERS)}"
    page = visitor.page
    await page.get_by_role("button", name="New table").click()
    dialog = page.get_by_role("dialog", name="A new table")
    await dialog.get_by_label("Name", exact=True).fill(name)
    await dialog.get_by_label("Seats", exact=True).fill("2")
    if roster:
        await dialog.get_by_label("Only the teams of a roster").check()
        await dialog.get_by_label("Roster, CSV or TOML").fill(roster)
    await dialog.get_by_role("button", name="Set it up").click()
    await expect(page.get_by_role("heading", name=name, exact=True)).to_be_attached()
    return name


async def test_a_wrong_token_is_refused_and_the_right_one_is_kept_for_the_tab(room: Room) -> None:
    async with room.visitor() as visitor:
        await visitor.go("host")
        await visitor.page.get_by_label("The host's token").fill("guessed")
        await visitor.page.get_by_role("button", name="Enter").click()
        await expect(visitor.page.get_by_role("alert")).to_contain_text("host's token")
        await enter(room, visitor)
        await visitor.page.reload()
        await expect(visitor.page.get_by_role("button", name="New table")).to_be_visible()
        visitor.flaws.clear()  # the browser's own words about the refusal


async def test_a_table_is_set_up_and_begun_and_paused_and_ended(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor("Alpha") as one, room.visitor("Beta") as two:
        await enter(room, visitor)
        await set_up(visitor)
        page = visitor.page
        await expect(page.get_by_role("img", name="QR code of the join link")).to_be_visible()
        code = await page.locator(".join code").first.inner_text()
        for each in (one, two):
            await each.go(f"table/{code}")
            await each.until(lambda each=each: any(frame["type"] == "welcome" for frame in each.heard))
        await page.clock.run_for(2_500)
        await expect(page.get_by_text("2 of 2 connected")).to_be_visible()
        await page.get_by_role("button", name="Begin").click()
        await expect(page.get_by_role("button", name="Pause after this hand")).to_be_visible()
        await page.get_by_role("button", name="Pause after this hand").click()
        await expect(page.get_by_role("button", name="Go on")).to_be_visible()
        await page.get_by_role("tab", name="Teams").click()
        await expect(page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text="Alpha")).to_be_visible()
        await page.get_by_role("button", name="More orders").click()
        dialog = page.get_by_role("dialog", name=re.compile("An order for"))
        await dialog.get_by_role("combobox").first.select_option("hold")
        await dialog.get_by_label("Why, for the record").fill("its machine is being restarted")
        await dialog.get_by_role("button", name="Order it").click()
        await expect(dialog).to_be_hidden()
        await visitor.hold(page.get_by_role("button", name=re.compile("End the match")))
        await expect(page.get_by_text("The match ends with this hand.")).to_be_visible()


async def test_a_roster_gives_every_team_a_code_and_a_flaw_is_named(room: Room) -> None:
    async with room.visitor() as visitor:
        await enter(room, visitor)
        await set_up(visitor, "team,code\nAlpha,SECRET1\nBeta,\n")
        await visitor.page.get_by_role("tab", name="Teams").click()
        await expect(visitor.page.get_by_text("SECRET1")).to_be_visible()
        await expect(visitor.page.get_by_role("listitem").filter(has_text="Beta")).to_contain_text("code")
        await visitor.page.get_by_role("button", name="New table").click()
        dialog = visitor.page.get_by_role("dialog")
        await dialog.get_by_label("Roster, CSV or TOML").fill("team,code\nAlpha,SECRET1\nAlpha,SECRET2\n")
        await dialog.get_by_role("button", name="Set it up").click()
        await expect(dialog.get_by_role("alert")).to_contain_text("Alpha is there twice")
        async with visitor.page.expect_response("**/api/host"):
            pass  # what the page asks for by itself changes nothing
        await expect(dialog.get_by_role("alert")).to_contain_text("Alpha is there twice")
        visitor.flaws.clear()  # the browser's own words about the refusal


async def test_the_wall_shows_the_table_without_buttons(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor("Gamma") as one, room.visitor("Delta") as two:
        for each in (one, two):
            await each.go("table/WALL")
        await visitor.go("projector/wall")
        await expect(visitor.page.get_by_role("list", name="Seats")).to_contain_text("Gamma")
        await expect(visitor.page.get_by_role("list", name="Seats")).to_contain_text("Delta")
        assert await visitor.page.get_by_role("button").count() == 0
        assert not [frame for frame in visitor.heard if '"hole"' in str(frame)]


async def test_a_sit_and_go_is_opened_in_the_form_and_the_lobby_takes_entries(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor("Ada") as anybody:
        await enter(room, visitor)
        page = visitor.page
        await page.get_by_role("button", name="New event").click()
        dialog = page.get_by_role("dialog", name="A new event")
        await dialog.get_by_role("combobox", name="Kind").select_option("tournament")
        await dialog.get_by_label("Name", exact=True).fill("Quick one")
        await dialog.get_by_label("Players that enter").fill("4")
        await dialog.get_by_role("combobox", name="Levels").select_option("turbo")
        await dialog.get_by_label("Tokens of an entry").fill("5")
        await dialog.get_by_role("checkbox", name="station").check()
        await dialog.get_by_label("How many of them").fill("2")
        await dialog.get_by_text("Stacks, breaks, prizes, late entries").click()
        await dialog.get_by_label("Re-entries").fill("1")
        assert await violations(visitor) == []
        await dialog.get_by_role("button", name="Open it").click()
        await expect(dialog.get_by_role("alert")).to_contain_text("say how many levels")
        await dialog.get_by_label("Levels in which players may enter late").fill("2")
        await dialog.get_by_label("Levels between breaks").fill("6")
        await dialog.get_by_role("button", name="Open it").click()
        await expect(page.get_by_role("heading", name="Quick one")).to_be_visible()
        await anybody.go("")
        entered = "tournament · 2 of 4 registered · begins when it is full · 5 tokens"
        await expect(anybody.page.get_by_text(entered)).to_be_visible()
        visitor.flaws.clear()  # the browser's own words about the refusal


async def test_nodes_are_a_tab_of_an_arena_of_several(room: Room) -> None:
    async with room.visitor() as visitor:
        node = {"url": "http://x", "machine": "m", "release": "1", "alive": True, "draining": False, "connections": 4,
                "tables": 3, "lent": [], "hands": 9, "cpu_seconds": 2.0, "load": 0.25, "since": 0}  # fmt: skip
        nodes = [{**node, "id": "2", "name": "b", "room": False}, {**node, "id": "1", "name": "a", "room": True}]
        page = visitor.page
        await page.route("**/api/nodes", lambda route: route.fulfill(json=nodes))
        await enter(room, visitor)
        await set_up(visitor)
        await page.get_by_role("tab", name="Nodes").click()
        told = page.get_by_role("tabpanel").get_by_role("listitem")
        await expect(told).to_have_text(
            [
                re.compile("a.*has the room · plays this table · 3 tables · 4 connections · 25 % of a core"),
                re.compile("b.*3 tables · 4 connections · 25 % of a core"),
            ]
        )
        assert await violations(visitor) == []
