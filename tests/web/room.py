"""One arena, one Chromium, and visitors with browser contexts of their own.

Cards come from counted secrets, so that deals are the same in every run; nothing else is fixed: house bots draw random
numbers of their own.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright, expect

from croupier.arena.room.offers import Offer
from croupier.arena.server.serving import Arena, running
from croupier.arena.server.settings import Limits, Settings
from croupier.games import classics
from croupier.games.genome import find, to_json

from . import chromium
from .visitor import PATIENCE_MS, Visitor

HOUR_MS = 3_600_000
FLAGS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--renderer-process-limit=1")
"""Drawing without a graphics card, in one process for all visitors: starting another takes longer than most tests."""
SCALE = 0.5
"""A small scale, as nobody looks at the pictures; places on the page stay the same."""


class Room:
    """The arena and the browser."""

    def __init__(self, arena: Arena, browser: Browser) -> None:
        self.arena, self.browser = arena, browser
        self._numbers = itertools.count(1)

    @asynccontextmanager
    async def visitor(self, name: str = "", **more: Any) -> AsyncIterator[Visitor]:
        """A new visitor with a browser context of its own. The page's clock can be moved on."""
        name = name or f"Visitor {next(self._numbers)}"
        options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "device_scale_factor": SCALE}
        options["service_workers"] = "block"  # it would answer in place of what tests put there
        context = await self.browser.new_context(**{**options, **more})
        context.set_default_timeout(PATIENCE_MS)
        await context.add_init_script(
            "if (!localStorage.getItem('croupier.settings'))"
            f" localStorage.setItem('croupier.settings', JSON.stringify({{name: {name!r}}}));"
        )
        page = await context.new_page()
        await page.clock.install()
        try:
            visitor = Visitor(page, self.arena.url, name)
            yield visitor
            assert visitor.flaws == [], visitor.flaws
        finally:
            await context.close()


CASH = {"seating": "cash", "small_blind": 1, "big_blind": 2, "rake": 5, "rake_cap": 6}


def secrets() -> Iterator[bytes]:
    """A source of secrets that are the same in every run."""
    for number in itertools.count():
        yield hashlib.sha256(b"a test of the room %d" % number).digest()


def offers() -> list[Offer]:
    """The offers of tests: without pauses and without time limits."""
    plain: dict[str, Any] = {"public": True, "pace_ms": 0, "move_time_ms": HOUR_MS}
    against = {**plain, "kind": "house"}
    one_hand = {**against, "policy": "random", "options": {"hands": 1}}
    confirmed = {"reveal_when_confirmed": True}
    made = [
        Offer(id="duel", game="holdem", seats=2, policy="station", code="DUEL", options={"hands": 3}, **against),
        Offer(id="cash", game="holdem", seats=2, code="CASH", bots=["station"], options=CASH, **plain),
        Offer(id="deal", game="deal", code="DEAL", **against),
        Offer(id="battle", game="battle", code="BATTLE", options=confirmed, **against),
        Offer(id="table", game="holdem", seats=2, code="TABLE", **{**plain, "public": False}),
        Offer(id="wall", game="holdem", seats=2, code="WALL", **{**plain, "public": False}),
        Offer(id="late", game="holdem", seats=2, code="LATE", god_view=2, **{**plain, "public": False}),
        Offer(id="mine", game="genome", genome=to_json(find("kuhn")), code="MINE", **one_hand),
        Offer(id="queue", game="battle", kind="queue", code="QUEUE", options=confirmed, **plain),
    ]
    return made + [Offer(id=name, game=name, code=name.upper().ljust(4, "_"), **one_hand) for name in classics()]


@asynccontextmanager
async def arena(folder: Path, tables: list[Offer]) -> AsyncIterator[Arena]:
    """An arena in a folder."""
    source = secrets()
    patient = {"budget_ms": PATIENCE_MS, "limits": Limits(hello_ms=PATIENCE_MS)}
    settings = Settings(store=str(folder / "arena.db"), port=0, open=False, tables=tables, **patient)
    async with running(settings, lambda: next(source)) as opened:
        opened.room.beats = False  # the clock of a page that is moved on would be ahead of them
        yield opened


@asynccontextmanager
async def opened(folder: Path, tables: list[Offer] | None = None) -> AsyncIterator[Room]:
    """A room in a folder."""
    expect.set_options(timeout=PATIENCE_MS)
    async with arena(folder, offers() if tables is None else tables) as house, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium.found() or None, args=FLAGS)
        try:
            yield Room(house, browser)
        finally:
            await browser.close()
