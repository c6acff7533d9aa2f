"""A person plays hold'em: to a showdown, folds, goes all-in, by pointer and by keys."""

from __future__ import annotations

import random
import re

from playwright.async_api import expect

from .driver import answer, some_deed
from .room import Room
from .visitor import Visitor


async def sit_down(visitor: Visitor, code: str = "DUEL") -> None:
    await visitor.go(f"table/{code}")
    await visitor.my_turn()


async def test_a_visitor_plays_within_two_clicks(room: Room) -> None:
    async with room.visitor() as visitor:
        await visitor.go()
        await visitor.page.get_by_role("link", name="Play against the house").click()
        assert await visitor.my_turn() is not None
        await expect(visitor.button("Fold")).to_be_visible()


async def test_a_hand_is_played_to_its_showdown(room: Room) -> None:
    async with room.visitor() as visitor:
        await sit_down(visitor)
        first = visitor.scenes[-1]["hand_id"]
        while (shown := await visitor.my_turn()) and shown["hand_id"] == first:
            names = [choice["name"] for choice in shown["scene"]["question"]["options"]]
            await visitor.button("Check" if "CHECK" in names else "Call").click()
            await visitor.answered(shown)
        log = visitor.page.get_by_role("log")
        await expect(log).to_contain_text(re.compile(r"\bshows?\b"))
        await expect(log).to_contain_text(re.compile(r"\bwins? [\d,]+|split"))


async def test_a_fold_ends_the_hand(room: Room) -> None:
    async with room.visitor() as visitor:
        await sit_down(visitor)
        shown = await visitor.my_turn()
        assert shown is not None
        await visitor.button("Fold").click()
        assert (await visitor.answered(shown))["action"] == "FOLD"
        await visitor.until(lambda: visitor.scenes[-1]["hand_id"] != shown["hand_id"])


async def test_an_all_in_is_held_for_half_a_second(room: Room) -> None:
    async with room.visitor() as visitor:
        await sit_down(visitor)
        shown = await visitor.my_turn()
        assert shown is not None
        raises = next(one for one in shown["scene"]["question"]["options"] if one["name"] == "RAISE_TO")
        await visitor.stop_the_clock()
        await visitor.button("All-in").click()
        await visitor.button("Raise to").click()
        assert visitor.said[-1].get("act_id") != shown["act_id"], "a short press of a costly button does nothing"
        await visitor.hold(visitor.button("Raise to"))
        answer = await visitor.answered(shown)
        assert (answer["action"], answer["amount"]) == ("RAISE_TO", raises["high"])
        await visitor.until(lambda: visitor.is_over() or visitor.scenes[-1]["hand_id"] != shown["hand_id"])


async def test_keys_raise_call_and_fold(room: Room) -> None:
    async with room.visitor() as visitor:
        await sit_down(visitor)
        shown = await visitor.my_turn()
        assert shown is not None
        raises = next(one for one in shown["scene"]["question"]["options"] if one["name"] == "RAISE_TO")
        await visitor.settle()
        await visitor.page.keyboard.press("2")
        await visitor.page.keyboard.press("r")
        assert (await visitor.answered(shown))["amount"] == raises["presets"][1]["amount"]
        shown = await visitor.my_turn()
        assert shown is not None
        await visitor.settle()
        await visitor.page.keyboard.press("c")
        assert (await visitor.answered(shown))["action"] in ("CHECK", "CALL")


async def test_a_typed_amount_is_checked_against_the_bounds(room: Room) -> None:
    async with room.visitor() as visitor:
        await sit_down(visitor)
        shown = await visitor.my_turn()
        assert shown is not None
        field = visitor.dock.get_by_role("textbox")
        await field.fill("1")
        await expect(visitor.dock.get_by_role("alert")).to_be_visible()
        await expect(visitor.button("Raise to")).to_be_disabled()
        raises = next(one for one in shown["scene"]["question"]["options"] if one["name"] == "RAISE_TO")
        await field.fill(str(raises["low"] + 7))
        await visitor.button("Raise to").click()
        assert (await visitor.answered(shown))["amount"] == raises["low"] + 7


async def test_the_next_match_against_the_house_waits_for_the_player(room: Room) -> None:
    async with room.visitor() as visitor:
        await sit_down(visitor)
        while (shown := await visitor.my_turn()) is not None:
            await answer(visitor, shown, some_deed(shown, random.Random(1), "FOLD"))
        over = visitor.page.get_by_role("region", name="The match is over")
        await expect(over).to_contain_text(re.compile("(win|share)s? the match"))  # a free check may win a hand
        await expect(visitor.page.locator("[data-question]")).to_have_attribute("data-question", "")
        visitor.heard.clear()
        await over.get_by_role("button", name="Play on").click()
        assert await visitor.my_turn() is not None
        await expect(over).to_be_hidden()
        await expect(visitor.button("Fold")).to_be_enabled()


async def test_a_hand_that_is_over_has_a_replay_in_a_tab_of_its_own_while_the_match_goes_on(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await sit_down(visitor)
        while (await visitor.my_turn() or {"hand_id": ""})["hand_id"].endswith("-H1"):
            shown = visitor.owed()
            assert shown is not None
            await answer(visitor, shown, some_deed(shown, random.Random(1), "FOLD"))
        await page.get_by_role("tab", name="Session").click()
        async with page.context.expect_page() as opening:
            await page.get_by_role("link", name="Replay of hand 1").click()
        replay = await opening.value
        await expect(replay.get_by_role("tab", name="Steps")).to_be_visible()
        await expect(replay.get_by_text(f"As {visitor.name}")).to_have_count(1)
        for closed in ("Equity", "Fairness"):
            await expect(replay.get_by_role("tab", name=closed)).to_have_count(0)
        for closed in ("Ask it here", "Play on from here", "The solver here"):
            await expect(replay.get_by_role("button", name=closed)).to_have_count(0)
        await expect(visitor.button("Fold").or_(visitor.button("Check"))).to_be_enabled()


async def test_the_table_is_there_in_every_width_that_a_window_is_drawn_to(room: Room) -> None:
    async with room.visitor() as visitor:
        await sit_down(visitor)
        for width in (390, 1280, 700, 1920):
            await visitor.page.set_viewport_size({"width": width, "height": 800})
            seats = visitor.page.get_by_role("list", name="Seats").get_by_role("listitem")
            await expect(seats.first).to_be_visible()
            await expect(visitor.button("Fold")).to_be_visible()


async def test_a_fold_where_checking_is_free_has_a_key_and_no_button(room: Room) -> None:
    async with room.visitor() as visitor:
        await sit_down(visitor)
        while (shown := await visitor.my_turn()) is not None:
            options = {choice["name"]: choice for choice in shown["scene"]["question"]["options"]}
            if options["FOLD"].get("unlisted") and "RAISE_TO" in options:
                break
            await answer(visitor, shown, some_deed(shown, random.Random(1), "CALL" if "CALL" in options else "CHECK"))
        assert shown is not None
        await visitor.stop_the_clock()
        await visitor.settle()
        await expect(visitor.button("Check")).to_be_visible()
        await expect(visitor.button("Fold")).to_have_count(0)
        await visitor.page.keyboard.press("f")
        await expect(visitor.button("Fold")).to_be_visible()
        await visitor.page.keyboard.press("f")
        assert (await visitor.answered(shown))["action"] == "FOLD"
        await visitor.until(lambda: visitor.scenes[-1]["hand_id"] != shown["hand_id"])
