"""Every page for everybody: axe finds nothing serious, in either light; a link and a name are enough to sit down."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import expect

from .driver import answer, some_deed
from .room import Room
from .visitor import Visitor

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
SERIOUS = ("serious", "critical")
LIGHTS: tuple[Literal["dark", "light"], ...] = ("dark", "light")
COLOURS = ["color-contrast", "link-in-text-block"]
"""What axe can find in one light and not in the other: all else is the same in both, and looked at once."""
FOUND = """
async ([only, within]) => {
  const told = await axe.run(within || document, { ...only, resultTypes: ["violations"], selectors: false });
  const found = told.violations.map((one) => [one.id, one.impact, one.nodes.map((node) => node.html.slice(0, 200))]);
  return { looked: told.passes.length, found };
}
"""


async def violations(visitor: Visitor, within: str = "") -> list[Any]:
    """What axe finds that is serious on a page, or within a part of it, in either light."""
    if not await visitor.page.evaluate("'axe' in window"):
        await visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Any] = []
    for light in LIGHTS:
        await visitor.page.emulate_media(color_scheme=light)
        assert await visitor.page.evaluate(f"matchMedia('(prefers-color-scheme: {light})').matches")
        told = await visitor.page.evaluate(FOUND, [{} if light == LIGHTS[0] else {"runOnly": COLOURS}, within])
        assert told["looked"], "it has looked at something"
        found += [(light, rule, nodes) for rule, impact, nodes in told["found"] if impact in SERIOUS]
    return found


async def test_axe_finds_nothing_serious_on_any_page_in_either_light(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await visitor.go()
        await page.get_by_role("heading", name="Sit down").wait_for()
        assert await violations(visitor) == []
        await page.get_by_role("button", name="Preferences").click()
        assert await violations(visitor) == [], "the preferences"
        await page.keyboard.press("Escape")
        await visitor.go("join/TABLE")
        await page.get_by_role("button", name="Sit down").wait_for()
        assert await violations(visitor) == []
        for code in ("DUEL", "DEAL", "BATTLE", "RUMMY"):
            visitor.heard.clear()
            await visitor.go(f"table/{code}")
            await visitor.my_turn()
            assert await violations(visitor) == [], f"{code} with its log"
        await page.get_by_role("tab", name="Rule book").click()
        book = page.get_by_role("region", name="Rule book")
        await book.get_by_role("heading").first.wait_for()
        assert await violations(visitor, '[role="region"][aria-label="Rule book"]') == []
        await visitor.go("host")
        await page.get_by_role("heading").first.wait_for()
        assert await violations(visitor) == []


async def test_a_link_leads_to_a_chair(room: Room) -> None:
    async with room.visitor() as visitor, room.visitor() as friend:
        await visitor.go("join/TABLE")
        await visitor.page.get_by_role("button", name="Sit down").click()
        link = await visitor.page.get_by_label("The link to this table").input_value()
        await friend.page.goto(link)
        await friend.page.get_by_label("Your name at the table").fill("Friend of mine")
        await friend.page.get_by_role("button", name="Sit down").click()
        await friend.until(lambda: friend.scenes)
        await visitor.until(lambda: visitor.scenes)
        assert {seat["name"] for seat in visitor.scene["seats"]} == {visitor.name, "Friend of mine"}


async def test_players_and_spectators_are_told_who_sees_hidden_cards_and_how_late(room: Room) -> None:
    words = "The host may look at every card of a hand, folded ones too, once 2 more hands are over"
    async with room.visitor() as visitor, room.visitor() as friend, room.visitor() as looker:
        await visitor.go("table/LATE")
        await expect(visitor.page.get_by_text(words)).to_be_visible()
        await friend.go("table/LATE")
        await visitor.until(lambda: visitor.scenes)
        await expect(visitor.page.get_by_role("complementary").get_by_text(words)).to_be_visible()
        await looker.go("watch/late")
        await expect(looker.page.get_by_role("complementary").get_by_text(words)).to_be_visible()


async def test_an_address_that_leads_nowhere_says_so_in_plain_words(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await visitor.go()
        await page.get_by_label("Code").fill("NOSUCHCODE")
        await page.get_by_role("button", name="Join").click()
        await expect(page.get_by_role("heading", name="This invitation leads nowhere")).to_be_visible()
        await expect(page.get_by_role("status")).to_contain_text("No table here has the code NOSUCHCODE.")
        assert await violations(visitor) == []
        await visitor.go("table/NOSUCHCODE")
        await expect(page.get_by_role("alert")).to_contain_text("No table for this team and code.")
        await visitor.go("tabel/HOLDEM")
        await expect(page.get_by_text("There is nothing at /tabel/HOLDEM.")).to_be_visible()
        visitor.flaws.clear()  # the browser's own words about the code


async def test_the_page_can_be_installed_and_says_so_when_it_is_opened_without_a_line(room: Room) -> None:
    async with room.visitor(service_workers="allow") as visitor:
        page = visitor.page
        await visitor.go()
        manifest = await page.evaluate(
            """async () => {
              const told = await (await fetch(document.querySelector('link[rel="manifest"]').href)).json();
              const icons = await Promise.all(told.icons.map((icon) => fetch(icon.src)));
              await navigator.serviceWorker.ready;
              return { ...told, icons: icons.map((icon) => [icon.ok, icon.headers.get("content-type")]) };
            }"""
        )
        assert manifest["display"] == "standalone" and manifest["name"] == "Croupier"
        assert manifest["icons"] == [[True, "image/png"]] * 2
        await page.context.set_offline(True)
        await page.reload()
        await expect(page.get_by_role("heading", name="The house does not answer")).to_be_visible()
        assert await violations(visitor) == []
        await page.context.set_offline(False)
        await page.reload()
        await expect(page.get_by_role("heading", name="Sit down")).to_be_visible()
        visitor.flaws.clear()  # the browser's own words about the line


async def test_the_rule_book_marks_what_applies_now(room: Room) -> None:
    async with room.visitor() as visitor:
        await visitor.go("table/RUMMY")
        shown = await visitor.my_turn()
        assert shown is not None
        await visitor.settle()
        await visitor.page.keyboard.press("b")
        clause = shown["scene"]["clause"]
        marked = visitor.page.get_by_role("heading", name=f"{clause} , which applies now")
        await expect(marked).to_be_visible()
        await answer(visitor, shown, some_deed(shown, random.Random(2)))
