"""How each option of a question is made: with the pointer, and with keys alone.

A driver knows what the page shows and nothing else: it looks for buttons by their words, for cards by their names.
"""

from __future__ import annotations

import random
from typing import Any

from playwright.async_api import Locator

from .visitor import Frame, Visitor

MOST_BUTTONS = 6
BETTING = {"FOLD", "CHECK", "CALL", "BET", "RAISE", "RAISE_TO", "ALL_IN"}


def choices(shown: Frame) -> list[Any]:
    """The options of a question that are owed."""
    return [choice for choice in shown["scene"]["question"]["options"] if not choice.get("aside")]


async def answer_somehow(visitor: Visitor, shown: Frame, prefer: str = "", luck: random.Random | None = None) -> Frame:
    """Answer a question with the pointer: what is preferred, else anything."""
    offered = choices(shown)
    wanted = next((choice for choice in offered if choice["name"] == prefer), None)
    choice = wanted or (luck or random.Random(shown["act_id"])).choice(offered)
    await make_by_pointer(visitor, choice, picks_for(choice, luck))
    return await visitor.answered(shown)


def picks_for(choice: Any, luck: random.Random | None = None) -> list[int]:
    """Cards that an option takes, by their numbers: as few as it may be, but one if it may be one."""
    takes = list(range(len(choice.get("takes", []))))
    count = max(choice.get("fewest", 0), min(1, choice.get("most", 0), len(takes)))
    return sorted(luck.sample(takes, count)) if luck else takes[:count]


async def make_by_pointer(visitor: Visitor, choice: Any, picks: list[int]) -> None:
    """Make an option with the pointer."""
    await choose_cards(visitor, choice, picks)
    await press(visitor, await the_button(visitor, choice, picks), choice)


async def choose_cards(visitor: Visitor, choice: Any, picks: list[int]) -> None:
    """Tap the cards of an option, unless each has a button of its own."""
    if not picks or await has_deeds(visitor):
        return
    for pick in picks:
        candidate = choice["takes"][pick]
        await card(visitor, candidate).click()


def card(visitor: Visitor, candidate: Any) -> Locator:
    """A card of one's hand, or on the table, by where it lies."""
    return visitor.page.locator(f'button[data-anchor="card {candidate["zone"]} {candidate["slot"]}"]')


async def has_deeds(visitor: Visitor) -> bool:
    """Whether every option has a button of its own."""
    return bool(await visitor.dock.locator(".deeds").count())


async def the_button(visitor: Visitor, choice: Any, picks: list[int]) -> Locator:
    """The button of an option."""
    group = visitor.dock.get_by_role("group", name="What you may do", exact=True)
    return group.locator(f'[data-choice="{choice["name"]}"]' + (f'[data-pick="{picks[0]}"]' if picks and await has_deeds(visitor) else ""))  # noqa: E501  # fmt: skip


async def press(visitor: Visitor, button: Locator, choice: Any) -> None:
    """Press a button; a costly one for as long as it takes."""
    if choice.get("costly") and not choice.get("costly_from"):
        await visitor.hold(button)
    else:
        await button.click()
