"""Takes every option of every decision of a match, by pointer and by keys: one match in tests, many in
`scripts/check_web`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Error

from .driver import HOLD_BACK, Deed, choices, deeds, make_by_keys, make_by_pointer, some_deed
from .room import Room
from .visitor import Frame, Visitor

TAKE = """
() => {
  const said = window.heldBack.splice(0);
  const chosen = document.querySelectorAll('[aria-label="Your hand"] [aria-pressed="true"]');
  if (said.length) chosen.forEach((card) => card.click());
  return said;
}
"""
"""Returns the answers that the page held back, and clears its choice of cards."""


LEAP_MS = 1_700
"""The page's clock is moved on in steps, after which the page shows the present. Its own answers are held back."""


NOTHING_NEW = 8
"""Decisions in a row without a new option, after which a match is left, unless all options are to be taken always."""


@asynccontextmanager
async def holding_back(room: Room) -> AsyncIterator[Visitor]:
    """A visitor whose page holds its answers back. It is used for many tables, as opening a page takes longer than a
    match."""
    async with room.visitor() as visitor:
        await visitor.page.add_init_script(HOLD_BACK)
        await visitor.go()
        await visitor.stop_the_clock()
        yield visitor


class Checking:
    """Takes every option, and counts."""

    def __init__(self, luck: random.Random, often: int = 0) -> None:
        self.luck = luck
        self.often = often
        """How often an option of a kind is taken; 0 for always."""
        self.matches = self.decisions = self.made = 0
        self._idle = 0
        """Decisions since an option was last taken."""
        self._kinds: Counter[tuple[Any, ...]] = Counter()

    async def play(self, visitor: Visitor, code: str, is_enough: Callable[[], bool]) -> None:
        """Play random matches of a game, and take every option of their decisions, both ways. A match in which no
        new option comes for long is left."""
        visitor.leave()
        await visitor.page.evaluate("window.holdsBack = true")  # also if it was left in the middle of an answer
        await visitor.go(f"table/{code}")
        while True:
            await self._play(visitor)
            self.matches += 1
            if is_enough():
                return
            await visitor.play_on(LEAP_MS)

    async def _play(self, visitor: Visitor) -> None:
        while (shown := await visitor.my_turn(LEAP_MS)) is not None:
            wanted = [deed for choice in choices(shown) for deed in deeds(choice, self.luck) if self._wants(deed)]
            self._idle = 0 if wanted else self._idle + 1
            if wanted:
                await self._make(visitor, wanted)
            elif self.made and self._idle >= NOTHING_NEW:
                return
            await visitor.page.evaluate("window.holdsBack = false")
            await make_by_pointer(visitor, some_deed(shown, self.luck))
            await visitor.answered(shown)
            await visitor.page.evaluate("window.holdsBack = true")

    def _wants(self, deed: Deed) -> bool:
        self._kinds[deed.kind] += 1
        return not self.often or self._kinds[deed.kind] <= self.often

    async def _make(self, visitor: Visitor, wanted: list[Deed]) -> None:
        self.decisions += 1
        await visitor.settle()
        await visitor.page.evaluate("window.heldBack.length = 0")  # what the page has done by itself meanwhile
        for deed in wanted:
            for make in (make_by_pointer, make_by_keys):
                await make(visitor, deed)
                said = await _held_back(visitor, f"{make.__name__} {deed}")
                assert len(said) == 1 and deed.is_said_by(said[0]), (make.__name__, deed, said)
            self.made += 1


async def _held_back(visitor: Visitor, what: str) -> list[Frame]:
    said: list[Frame] = await visitor.page.evaluate(TAKE)
    if said:
        return said
    try:
        await visitor.page.wait_for_function("window.heldBack.length > 0")
    except Error as error:
        raise AssertionError(f"nothing came of it: {what}") from error
    return list(await visitor.page.evaluate(TAKE))
