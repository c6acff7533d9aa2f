"""Tables in the middle of a game and at its end, and replays."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from tests.arena.rivers import RIVER

from ..driver import Deed, answer, choices, some_deed, takes_amount
from ..room import Room
from ..visitor import Frame, Visitor
from .offers import CLASSICS
from .playing import calm, may, over, play, to_the_end

PEOPLE = ("Ada", "Bela", "Chen", "Dara", "Emil")
FOLDING = ("Chen", "Emil")
STREETS = 3
"""Streets before the river."""
TURN = 4
"""Cards on the board in the picture of the turn."""


async def at_table(code: str, turns: int, room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A table in the middle of a game."""
    await play(visitor, code, turns)


async def six(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """Six people: four see the turn, one of them bets, and the visitor has to answer."""
    people = [await others.enter_async_context(room.visitor(name)) for name in PEOPLE]
    for each in (visitor, *people):
        await each.go("table/SIX_MAX")
        await each.until(partial(_is_welcome, each))
    while True:
        acting, shown = await _asked(visitor, *people)
        turn, bets = len(_board(shown)) == TURN, any(seat.get("bet") for seat in shown["scene"]["seats"])
        if acting is visitor and turn and bets:
            await visitor.my_turn()
            return
        await acting.my_turn()
        bet = next((choice for choice in choices(shown) if takes_amount(choice)), None)
        if bet and turn and not bets and acting is not visitor:
            deed = Deed(bet, (), bet["presets"][1]["amount"])
        else:
            folds = acting.name in FOLDING and not may(shown, "CHECK")
            deed = some_deed(shown, random.Random(7), "FOLD" if folds else calm(shown))
        await answer(acting, shown, deed)


async def _asked(*people: Visitor) -> tuple[Visitor, Frame]:
    """The next visitor to decide, and the Scene shown to it."""
    waiting = {asyncio.ensure_future(each.until(each.owed)): each for each in people}
    done, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for one in rest:
        one.cancel()
    first = done.pop()
    return waiting[first], first.result()


def _board(shown: Frame) -> list[Any]:
    return next((zone.get("cards", []) for zone in shown["scene"]["zones"] if zone["label"] == "board"), [])


def _is_welcome(visitor: Visitor) -> bool:
    return any(frame["type"] == "welcome" for frame in visitor.heard)


async def showdown(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A showdown of hold'em, on screen until the next hand, which waits for an absent player."""
    await over(visitor, "SHORT")


async def deal_end(code: str, last: str, room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The end of a run of the Deal: by going home, or by a bust."""

    def chooses(shown: Frame) -> str:
        names = [choice["name"] for choice in choices(shown)]
        return last if last in names else calm(shown)

    await over(visitor, code, chooses)
    ended = visitor.page.get_by_role("region", name="The match is over")
    while last == "GO_HOME" and "home" not in await ended.inner_text():
        await visitor.play_on()
        await to_the_end(visitor, chooses)


async def lay(visitor: Visitor, count: int) -> None:
    """Lay `count` cards of a Battle, and confirm."""
    shown = await visitor.my_turn()
    assert shown is not None
    hand = visitor.dock.get_by_role("list", name="Your hand").get_by_role("button")
    for place in range(count):
        await hand.nth(place).click()
    await visitor.dock.get_by_role("button", name="Confirm").click()
    await visitor.answered(shown, "CONFIRM")


async def reveal(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A Battle whose first places are revealed."""
    await visitor.go("table/REVEAL")
    asked = await visitor.my_turn()
    await lay(visitor, 3)
    assert asked is not None
    await visitor.until(lambda: visitor.scenes[-1].get("act_id") != asked["act_id"])


async def sudden_death(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A Battle in sudden death."""
    other = await others.enter_async_context(room.visitor("Ada"))
    for each in (visitor, other):
        await each.go("table/SUDDEN")
    for each in (visitor, other):
        await lay(each, 0)
    await visitor.until(lambda: visitor.scene.get("round", 0) > 1 or "udden" in visitor.scene.get("phase", ""))
    await visitor.my_turn()


async def battle_over(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The end of a Battle."""
    await visitor.go("table/BATTLE")
    while (shown := await visitor.my_turn()) is not None:
        await lay(visitor, 3)
        await visitor.until(partial(_is_past, visitor, shown))
        if visitor.is_over():
            break
    await visitor.page.get_by_role("region", name="The match is over").wait_for()


def _is_past(visitor: Visitor, shown: Frame) -> bool:
    return visitor.is_over() or visitor.scenes[-1].get("act_id") != shown["act_id"]


async def all_hands(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The sheet with all hands of a table on a phone."""
    await visitor.page.set_viewport_size({"width": 390, "height": 844})
    await play(visitor, "RUMMY", CLASSICS["rummy"])
    await visitor.page.locator("[aria-label=Seats] button").first.click()
    await visitor.page.get_by_role("dialog", name="All hands").wait_for()


async def tour(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The tour at the first visit of a game, in the sheet of a phone."""
    await visitor.page.set_viewport_size({"width": 390, "height": 844})
    await play(visitor, "DEAL", 0)
    await visitor.page.get_by_role("button", name="First visit?").click()
    await visitor.page.get_by_role("dialog", name="The first visit").wait_for()


async def log_sheet(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The log of a table in the sheet of a phone."""
    await visitor.page.set_viewport_size({"width": 390, "height": 844})
    await play(visitor, "HEARTS", CLASSICS["hearts"])
    await visitor.page.get_by_role("button", name="What happened").click()
    await visitor.page.get_by_role("dialog", name="Beside the table").wait_for()


async def keys(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """All keys of a table."""
    await play(visitor, "HOLDEM?as=Quinn", 0)
    await visitor.settle()
    await visitor.page.keyboard.press("?")
    await visitor.page.get_by_role("dialog", name="Keys").wait_for()


async def watch(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A table as a spectator sees it, with the menu of reactions."""
    player = await others.enter_async_context(room.visitor("Mara"))
    await six(room, player, others)
    await visitor.go("watch/six")
    await visitor.until(lambda: visitor.scenes)
    await visitor.page.get_by_role("button", name="Reactions").click()
    await visitor.page.get_by_role("group", name="Reactions").get_by_label("Mute Ada").wait_for()


async def rules_page(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The rule book of a game as a page."""
    await visitor.go("rules/holdem")
    await visitor.page.get_by_role("heading").nth(1).wait_for()


async def replay_opening(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page on which a file with hands is opened."""
    await visitor.go("replay")
    await visitor.page.locator("input[type=file]").wait_for(state="attached")


async def rules(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The rule book beside a classic."""
    await play(visitor, "RUMMY", 1)
    await visitor.settle()
    await visitor.page.keyboard.press("b")
    await visitor.page.get_by_role("region", name="Rule book").get_by_role("heading").first.wait_for()


async def replay(code: str, room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The replay of a match, at about its second street."""
    await over(visitor, code, lambda shown: "GO_HOME" if may(shown, "GO_HOME") else calm(shown))
    await look_back(visitor)


async def replay_battle(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The replay of a Battle after the reveal of the first places."""
    await battle_over(room, visitor, others)
    await look_back(visitor)


async def solver(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A river decision of a replay as it is solved."""
    await visitor.go("replay")
    file = {"name": "river.phh", "mimeType": "text/plain", "buffer": RIVER.encode()}
    await visitor.page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
    await visitor.page.locator(".count").wait_for()
    for _ in range(STREETS):
        await visitor.page.keyboard.press("Shift+ArrowRight")
    await visitor.page.get_by_role("button", name="The solver here").click()
    await visitor.page.get_by_role("heading", name="Ann to act").wait_for()


async def look_back(visitor: Visitor) -> None:
    await visitor.page.get_by_role("link", name="Replay").click()
    await visitor.page.locator(".count").wait_for()
    await visitor.page.keyboard.press("Home")
    for _ in range(2):
        await visitor.page.keyboard.press("Shift+ArrowRight")
