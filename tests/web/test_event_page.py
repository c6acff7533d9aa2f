"""An event from the host's page: the form asks what its kind needs, what makes no sense is told, standings are live."""

from __future__ import annotations

import re
import zipfile

from playwright.async_api import expect

from .room import Room
from .test_access import violations
from .test_host import enter


async def test_an_event_is_opened_in_a_form_and_its_standings_are_live(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor() as anybody:
        await enter(room, visitor)
        page = visitor.page
        await page.get_by_role("button", name="New event").click()
        dialog = page.get_by_role("dialog", name="A new event")
        await dialog.get_by_role("combobox", name="Kind").select_option("mirrored")
        await expect(dialog.get_by_label("Roster, CSV or TOML")).to_have_count(0)
        await dialog.get_by_label("Name", exact=True).fill("Who is best")
        await dialog.get_by_role("spinbutton", name="Deals").fill("2")
        await dialog.get_by_role("checkbox", name="station").check()
        assert await violations(visitor) == []
        await dialog.get_by_role("button", name="Open it").click()
        await expect(dialog.get_by_role("alert")).to_contain_text("two bots of the house or more")
        await dialog.get_by_role("checkbox", name="tight").check()
        await dialog.get_by_role("button", name="Open it").click()
        await expect(page.get_by_role("heading", name="Who is best")).to_be_visible()
        await anybody.go("event/who-is-best")
        status = anybody.page.get_by_role("status")
        for _ in range(200):
            if re.search("over", await status.inner_text()):
                break
            await anybody.page.clock.run_for(4_000)
        await expect(status).to_contain_text("Mirrored deals: over")
        await expect(anybody.page.get_by_role("row").filter(has_text="station")).to_be_visible()
        await expect(anybody.page.get_by_role("group", name="Orders")).to_have_count(0)
        await page.clock.run_for(4_000)
        await expect(page.get_by_role("status")).to_contain_text("Mirrored deals: over")
        await page.get_by_role("button", name="Void a match …").click()
        dialog = page.get_by_role("dialog", name="Make a match void")
        await expect(dialog).to_contain_text("is not played again")
        assert await violations(visitor) == []
        await expect(dialog.get_by_role("button", name="Void it")).to_be_disabled()
        match = await dialog.get_by_role("combobox", name="Match").input_value()
        await dialog.get_by_label("Why, for the record").fill("the wrong bot")
        await dialog.get_by_role("button", name="Void it").click()
        await expect(page.get_by_text(f"{match} is void: the wrong bot")).to_be_visible()
        async with page.expect_download() as waiting:
            await page.get_by_role("button", name="Download everything").click()
        download = await waiting.value
        assert download.suggested_filename == "who-is-best.zip" and zipfile.is_zipfile(await download.path())
        await visitor.hold(page.get_by_role("button", name="Close the event"))
        await expect(page.get_by_role("status")).to_contain_text("Mirrored deals: closed")
        await expect(page.get_by_role("button", name="Void a match …")).to_have_count(0)
        await anybody.page.clock.run_for(4_000)
        await expect(anybody.page.get_by_text("Closed by the host: the results are final")).to_be_visible()
        assert await violations(anybody) == []


async def test_a_roster_s_codes_are_told_to_the_host_alone_who_begins_and_ends(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor() as anybody:
        await enter(room, visitor)
        page = visitor.page
        await page.get_by_role("button", name="New event").click()
        dialog = page.get_by_role("dialog", name="A new event")
        await dialog.get_by_label("Name", exact=True).fill("Small league")
        await dialog.get_by_label("Roster, CSV or TOML").fill("team,code\nEta,CODEOFETA\nTheta,\n")
        await dialog.get_by_label("I begin it").check()
        await dialog.get_by_label("Code to practise with").fill("")
        await dialog.get_by_role("button", name="Open it").click()
        await expect(page.get_by_text("CODEOFETA")).to_be_visible()
        await expect(page.get_by_role("status")).to_contain_text("Round robin: waiting")
        await anybody.go("event/small-league")
        await expect(anybody.page.get_by_role("heading", name="Small league")).to_be_visible()
        await expect(anybody.page.get_by_text("CODEOFETA")).to_have_count(0)
        await page.get_by_role("button", name="Begin").click()
        await expect(page.get_by_role("status")).to_contain_text("Round robin: playing")
        await expect(page.get_by_role("button", name="Begin")).to_have_count(0)
        await visitor.hold(page.get_by_role("button", name="End with these hands"))
        await expect(page.get_by_role("status")).to_contain_text("Round robin: over")
