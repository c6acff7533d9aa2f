"""Somebody looks back at a match: steps through it, changes views, asks the house, drops a file, sends a link."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from croupier.arena.replay.solution import Position
from croupier.arena.server import replays
from tests.arena.network import client
from tests.arena.rivers import RIVER, quick_solver
from tests.arena.test_replays import PHH

from .conftest import LOOP
from .room import Room
from .test_access import violations
from .visitor import Visitor


@pytest.fixture(scope="module")
def match(room: Room, request: pytest.FixtureRequest) -> str:
    """A match against the house, called to its end by a program; its id."""

    async def played() -> str:
        async with client(room.arena) as caller:
            await caller.hello("Caller", "DUEL")
            return str((await caller.play(lambda frame: frame["type"] == "match_end"))["match_id"])

    return request.config.stash[LOOP].run_until_complete(played())


def count(visitor: Visitor) -> Locator:
    return visitor.page.locator(".count")


async def test_a_match_is_looked_at_step_by_step_with_keys_alone(room: Room, match: str) -> None:
    async with room.visitor() as visitor:
        await visitor.go(f"replay/{match}/1/1")
        page, now = visitor.page, visitor.page.locator("[aria-current=step]")
        await expect(now).to_contain_text("Hand 1")
        await page.keyboard.press("ArrowRight")
        await expect(count(visitor)).to_have_text(re.compile(r"^2 of \d+$"))
        await expect(page).to_have_url(re.compile(r"/1/2$"))
        await page.keyboard.press("Shift+ArrowRight")
        await expect(now).to_contain_text("Flop")
        await page.keyboard.press("End")
        await expect(now).to_contain_text(re.compile(r"wins? [\d,]+|split|shares?"))
        await page.keyboard.press("Home")
        await expect(count(visitor)).to_have_text(re.compile("^1 of"))
        await page.keyboard.press(" ")
        await page.clock.run_for(1_100)
        await expect(count(visitor)).to_have_text(re.compile("^2 of"))
        await page.keyboard.press(" ")
        await page.clock.run_for(5_000)
        await expect(count(visitor)).to_have_text(re.compile("^2 of"))


async def test_views_differ_and_a_match_against_the_house_is_open(room: Room, match: str) -> None:
    async with room.visitor() as visitor:
        await visitor.go(f"replay/{match}/1/1")
        view = visitor.page.get_by_label("Whose view")
        await expect(view).to_have_value("open")
        await visitor.page.keyboard.press("Shift+ArrowRight")
        seats = visitor.page.get_by_role("list", name="Seats").get_by_role("listitem")
        await expect(seats.locator(".note-of")).to_have_count(2)
        await view.select_option("watching")
        await expect(visitor.page.locator("[aria-current=step]")).to_contain_text("Flop")
        await expect(seats.locator(".note-of")).to_have_count(0)
        await view.focus()
        await visitor.page.locator("body").click(position={"x": 500, "y": 20})
        await visitor.page.keyboard.press("v")
        await expect(view).to_have_value("open")


async def test_the_house_is_asked_what_it_would_have_done(room: Room, match: str) -> None:
    async with room.visitor() as visitor:
        await visitor.go(f"replay/{match}/1/1")
        await expect(count(visitor)).to_be_visible()
        await visitor.page.keyboard.press("Shift+ArrowRight")
        await visitor.page.get_by_role("button", name="Ask it here").click()
        advice = visitor.page.locator(".advice")
        await expect(advice).to_contain_text("house:oracle would have chosen")


async def test_a_house_that_thinks_too_long_about_a_step_says_so(
    room: Room, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room.arena.room.house, "advise", lambda asked, players, answered: None)
    monkeypatch.setattr(replays, "ADVICE_SECONDS", 0.0)
    async with room.visitor() as visitor:
        await visitor.go(f"replay/{match}/1/1")
        await expect(count(visitor)).to_be_visible()
        await visitor.page.keyboard.press("Shift+ArrowRight")
        ask = visitor.page.get_by_role("button", name="Ask it here")
        await ask.click()
        await expect(visitor.page.get_by_role("alert")).to_contain_text("thinks too long")
        await expect(ask).to_be_enabled()
        visitor.flaws.clear()  # the browser's own words about an answer that was refused


async def test_a_hand_is_looked_at_street_by_street_and_played_on_from_a_step(room: Room, match: str) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await visitor.go(f"replay/{match}/1/1")
        await expect(count(visitor)).to_be_visible()
        await page.keyboard.press("Shift+ArrowRight")
        await page.get_by_role("tab", name="Equity").click()
        worth = page.get_by_role("region", name="What the hand was worth")
        await expect(worth.get_by_role("heading").nth(1)).to_have_text("Flop")
        await expect(worth).to_contain_text("Against any hands")
        assert await violations(visitor) == []
        await page.get_by_role("tab", name="Steps").click()
        await page.get_by_role("button", name="Play on from here as").click()
        await page.wait_for_url("**/#/table/*")
        await visitor.until(lambda: visitor.scenes)
        assert visitor.scene["phase"].endswith("Flop") and len(visitor.scene["zones"][0]["cards"]) == 3
        await expect(page.get_by_text("What if: ").first).to_be_visible()


async def test_the_solver_shows_both_ranges_and_the_hand_held_where_the_replay_shows_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = quick_solver(monkeypatch)

    async def answers(about: Position) -> Any:
        return solver.answer(about)

    monkeypatch.setattr(room.arena.room.solver, "ask", answers)
    async with room.visitor() as visitor:
        await visitor.go("replay")
        file = {"name": "river.phh", "mimeType": "text/plain", "buffer": RIVER.encode()}
        await visitor.page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
        page, main = visitor.page, visitor.page.get_by_role("main")
        await page.get_by_role("button", name="The solver here").click()
        await expect(main.get_by_role("status")).to_contain_text("this is before the flop")
        for _ in range(3):
            await page.keyboard.press("Shift+ArrowRight")
        await expect(main.get_by_role("heading", name="Ann to act")).to_be_visible()
        await expect(main.get_by_role("heading", name="What Ann held")).to_be_visible()
        await expect(main.get_by_role("row", name=re.compile("Bet 250 .played."))).to_be_visible()
        await page.keyboard.press("ArrowRight")
        await expect(main.get_by_role("heading", name="Bob to act")).to_be_visible()
        bobs = main.get_by_role("group", name="Range of Bob")
        held = bobs.get_by_role("button", name=re.compile("^QQ: .*, the hand held$"))
        await expect(held).to_have_attribute("aria-pressed", "true")
        await held.press("ArrowRight")
        await expect(bobs.get_by_role("button", name=re.compile("^QJs: "))).to_be_focused()
        await expect(count(visitor)).to_have_text(re.compile("^15 of"))
        await page.get_by_label("Whose view").select_option("watching")
        await expect(main.get_by_role("heading", name="What Bob held")).to_have_count(0)
        await expect(main.get_by_role("button", name=re.compile("the hand held$"))).to_have_count(0)
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("button", name="The solver here")).to_be_focused()


async def test_the_next_hand_is_chosen_from_a_list_and_a_record_can_be_had(room: Room, match: str) -> None:
    async with room.visitor() as visitor:
        await visitor.go(f"replay/{match}/1/1")
        await visitor.page.get_by_role("tab", name="Hands").click()
        await visitor.page.get_by_role("button", name=re.compile("^2 ")).click()
        await expect(visitor.page).to_have_url(re.compile(rf"{match}/2/1$"))
        await visitor.go(f"replay/{match}/1/3")
        await expect(count(visitor)).to_have_text(re.compile("^3 of"))
        await visitor.page.get_by_role("tab", name="Fairness").click()
        await expect(visitor.page.get_by_role("link", name="The record of this match")).to_be_visible()
        await expect(visitor.page.get_by_text("After each hand the arena signed")).to_be_visible()


async def test_a_hand_history_is_dropped_and_its_link_carries_it(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor() as friend:
        await visitor.go("replay")
        file = {"name": "kings.phh", "mimeType": "text/plain", "buffer": PHH.encode()}
        await visitor.page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
        await expect(count(visitor)).to_be_visible()
        await visitor.page.keyboard.press("End")
        await expect(visitor.page).to_have_url(re.compile(r"#/replay/file\.[\w-]+/1/\d+$"))
        await friend.page.goto(visitor.page.url)
        await expect(friend.page.locator("[aria-current=step]")).to_contain_text("Ann")


async def test_a_file_that_is_no_hand_history_and_no_match_is_refused_in_words(room: Room) -> None:
    async with room.visitor() as visitor:
        await visitor.go("replay")
        file = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"nothing of the kind"}
        await visitor.page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
        await expect(visitor.page.get_by_role("alert")).not_to_be_empty()
        await visitor.go("replay/nowhere-M1")
        await expect(visitor.page.get_by_role("alert")).to_contain_text("No match nowhere-M1")
        visitor.flaws.clear()  # the browser's own words about answers that were refused
