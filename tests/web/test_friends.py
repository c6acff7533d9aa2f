"""A table for friends: opened in the lobby, joined by its link, begun when all are there or when the opener says so."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from croupier.arena.room.private import PrivateDesk
from croupier.arena.tables.inputs import Ordered

from .room import Room
from .test_access import violations
from .visitor import Visitor


async def open_table(visitor: Visitor, chairs: str, people: str) -> str:
    """Open a table of hold'em from the lobby; the link to send."""
    page = visitor.page
    await visitor.go()
    await page.get_by_role("button", name="Invite friends").click()
    dialog = page.get_by_role("dialog", name="A table for friends")
    await dialog.get_by_role("combobox", name="Chairs", exact=True).select_option(chairs)
    await dialog.get_by_role("combobox", name="For people").select_option(people)
    await dialog.get_by_label("All cards can be looked at").check()
    await dialog.get_by_role("button", name="Open the table").click()
    await page.wait_for_url("**/#/table/*")
    return page.url.replace("#/table/", "#/join/")


async def test_two_friends_play_at_a_table_of_their_own(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor() as friend:
        link = await open_table(visitor, chairs="3", people="2")
        await expect(visitor.page.get_by_label("The link to this table")).to_have_value(link)
        assert await violations(visitor) == []
        await expect(
            visitor.page.get_by_text("Everybody may look at every card once the match is over.")
        ).to_be_visible()
        await friend.page.goto(link)
        await friend.page.get_by_role("button", name="Sit down").click()
        await visitor.until(lambda: visitor.scenes)
        await friend.until(lambda: friend.scenes)
        names = {seat["name"] for seat in friend.scene["seats"]}
        assert {visitor.name, friend.name} < names and len(names) == 3, "the house has the third chair"
        await expect(friend.page.get_by_role("button", name="Begin now")).to_have_count(0)


async def test_the_opener_begins_without_the_friends_who_have_not_come(room: Room) -> None:
    async with room.visitor() as visitor:
        await open_table(visitor, chairs="4", people="4")
        assert not visitor.scenes
        await visitor.page.get_by_role("button", name="Begin now").click()
        await visitor.until(lambda: visitor.scenes)
        assert len(visitor.scene["seats"]) == 4


async def test_a_friend_who_is_late_sits_down_for_the_house(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor() as friend:
        link = await open_table(visitor, chairs="4", people="4")
        await visitor.page.get_by_role("button", name="Begin now").click()
        await visitor.until(lambda: visitor.scenes)
        await friend.page.goto(link)
        await friend.page.get_by_role("heading", name="The house keeps your chair").wait_for()
        assert await violations(friend) == []
        await friend.page.get_by_role("button", name="Sit down").click()
        await friend.until(lambda: friend.scenes)
        mine = next(seat for seat in friend.scene["seats"] if seat.get("you"))
        assert mine["name"] == friend.name and mine["chips"] >= 0
        told = visitor.page.get_by_role("log").get_by_text(f"{friend.name} sits down in place of")
        await expect(told).to_have_count(1)


async def test_an_invitation_that_is_used_up_says_what_became_of_its_table(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor() as friend:
        link = await open_table(visitor, chairs="2", people="2")
        code = link.rpartition("/")[2]
        desk = room.arena.room.desk_for("", code)
        assert isinstance(desk, PrivateDesk) and desk.table_there is not None
        await visitor.go()
        while desk.table_there.people:
            await asyncio.sleep(0)
        desk._take_down(desk.table_there)
        await friend.page.goto(link)
        await expect(friend.page.get_by_role("heading", name="This invitation is used up")).to_be_visible()
        await expect(friend.page.get_by_role("status")).to_contain_text("was closed today at")
        await expect(friend.page.get_by_role("link", name="Open a table of your own")).to_be_visible()
        visitor.flaws.clear()


async def test_a_friend_who_finds_no_chair_can_watch_and_mute(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor() as friend:
        link = await open_table(visitor, chairs="2", people="1")
        await visitor.until(lambda: visitor.scenes)
        await friend.page.goto(link)
        await friend.page.get_by_role("heading", name="Every chair is taken").wait_for()
        await friend.page.get_by_role("button", name="Sit down").click()
        await friend.page.get_by_role("link", name="Only look on").click()
        await friend.until(lambda: friend.scenes)
        assert not any(seat.get("you") for seat in friend.scene["seats"])
        await friend.page.get_by_role("button", name="Reactions").click()
        await expect(friend.page.get_by_label(f"Mute {visitor.name}")).to_be_visible()


async def test_a_friend_has_no_opener_s_power(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor() as friend:
        link = await open_table(visitor, chairs="3", people="3")
        await friend.page.goto(link)
        await friend.page.get_by_role("button", name="Sit down").click()
        await expect(friend.page.get_by_role("status")).to_contain_text("The match has not begun.")
        await expect(friend.page.get_by_role("button", name="Begin now")).to_have_count(0)
        await expect(visitor.page.get_by_role("button", name="Begin now")).to_be_visible()
        await friend.go()
        await expect(friend.page.get_by_text("friends-")).to_have_count(0)


async def test_the_house_gives_hints_at_a_table_for_practice(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await visitor.go()
        await page.get_by_role("button", name="Practise with hints").click()
        dialog = page.get_by_role("dialog", name="A table to practise")
        await dialog.get_by_role("combobox", name="Chairs", exact=True).select_option("2")
        await expect(dialog.get_by_role("combobox", name="For people")).to_have_value("1")
        await expect(dialog.get_by_label("For practice")).to_be_checked()
        await dialog.get_by_role("button", name="Open the table").click()
        hint = page.get_by_role("button", name="Hint")
        await expect(hint).to_be_enabled()
        await hint.click()
        dialog = page.get_by_role("dialog", name="Betting")
        await expect(dialog.get_by_text("50 to call.", exact=True)).to_be_visible()
        await expect(dialog.get_by_role("region", name="What the rules say")).to_contain_text(
            "Fold to give up the hand"
        )
        await dialog.get_by_role("button", name="What would the house do?").click()
        await expect(dialog.get_by_role("status")).to_contain_text("house:oracle would choose")
        await expect(dialog.get_by_role("listitem").first).to_contain_text("Against any hands")
        await page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()
        assert await violations(visitor) == []
        await expect(page.get_by_text("Everybody here may ask the house for hints")).to_be_visible()


async def test_after_a_fold_a_player_may_ask_what_would_have_come(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await visitor.go()
        await page.get_by_role("button", name="Invite friends").click()
        dialog = page.get_by_role("dialog", name="A table for friends")
        await dialog.get_by_role("combobox", name="Chairs", exact=True).select_option("2")
        await dialog.get_by_role("combobox", name="For people").select_option("1")
        await dialog.get_by_label("After a fold, everybody may ask what would have come").check()
        await dialog.get_by_role("button", name="Open the table").click()
        await visitor.my_turn()
        desk = room.arena.room.desk_for("", page.url.rpartition("/")[2])
        assert isinstance(desk, PrivateDesk) and desk.table_there is not None
        desk.table_there.put(Ordered("pause"))  # the next hand waits for the test
        button = page.get_by_role("button", name="What would have come?")
        await expect(button).to_have_count(0)
        await visitor.button("Fold").click()
        await button.click()
        board = page.get_by_role("img", name="not dealt")
        await expect(board).to_have_count(1)
        assert (await board.get_attribute("aria-label") or "").count("not dealt") == 5
        await expect(button).to_have_count(0)
        await expect(page.get_by_role("log")).to_contain_text("You ask what would have come: ")
        await expect(page.get_by_text("After a fold, everybody here may ask")).to_be_visible()
        assert await violations(visitor) == []
