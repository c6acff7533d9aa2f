"""One arena and one Chromium for all tests of a worker. Tests are coroutines in one loop, which stands still between them.

Cards come from secrets that are counted, so that a test that fails can be looked at again; nothing else is fixed: the
bots of the house play as they like.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import warnings
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.async_api import Browser, async_playwright, expect

from croupier.arena.room.offers import Offer
from croupier.arena.server.page import Page as BuiltPage
from croupier.arena.server.serving import Arena, running
from croupier.arena.server.settings import Settings
from croupier.games import classics
from croupier.games.genome import find, to_json

from . import chromium
from .visitor import Visitor

PATIENCE_MS = 15_000
"""Nothing here takes a second; a machine may be that much slower."""
T = TypeVar("T")


class Room:
    """The arena and the browser."""

    def __init__(self, loop: asyncio.AbstractEventLoop, arena: Arena, browser: Browser) -> None:
        self.loop, self.arena, self.browser = loop, arena, browser
        self._numbers = itertools.count(1)

    def run(self, test: Awaitable[T]) -> T:
        """Run a coroutine in the loop."""
        return self.loop.run_until_complete(asyncio.wait_for(test, PATIENCE_MS / 1000 * 2))

    @asynccontextmanager
    async def visitor(self, name: str = "", **more: Any) -> AsyncIterator[Visitor]:
        """Somebody new with a browser of their own. The page's clock can be moved on."""
        name = name or f"Visitor {next(self._numbers)}"
        options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **more}
        context = await self.browser.new_context(**options)
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
            assert visitor.flaws == []
        finally:
            await context.close()


def secrets() -> Iterator[bytes]:
    """Secrets one after the other, the same every time."""
    for number in itertools.count():
        yield hashlib.sha256(b"a test of the room %d" % number).digest()


def offers() -> list[Offer]:
    """What is played in tests: at once, without a rest, and never against the clock."""
    plain: dict[str, Any] = {"public": True, "pace_ms": 0, "move_time_ms": 3_600_000}
    against = {**plain, "kind": "house"}
    made = [
        Offer(id="duel", game="holdem", seats=2, policy="station", code="DUEL", options={"hands": 3}, **against),
        Offer(id="ring", game="holdem", seats=6, policy="station", code="RING", options={"hands": 2}, **against),
        Offer(id="deal", game="deal", code="DEAL", **against),
        Offer(id="table", game="holdem", seats=2, code="TABLE", **{**plain, "public": False}),
        Offer(id="evolved", game="genome", genome=to_json(find("kuhn")), code="EVOLVED", **against),
        Offer(
            id="queue",
            game="battle",
            kind="queue",
            code="QUEUE",
            options={"reveal_when_confirmed": True},
            **plain,
        ),
    ]
    return made + [
        Offer(id=name, game=name, policy="random", code=name.upper().ljust(4, "_"), **against) for name in classics()
    ]


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """The room."""
    program = chromium.found()
    if program is None or not BuiltPage.built().is_there:
        lacks = "no Chromium (scripts/get_chromium gets one)" if program is None else "no page (scripts/build_web)"
        if os.environ.get(chromium.REQUIRED):
            pytest.fail(f"The room cannot be tested: {lacks}.")
        warnings.warn(f"THE ROOM IS NOT TESTED: there is {lacks}.", stacklevel=1)
        pytest.skip(f"there is {lacks}")
    loop = asyncio.new_event_loop()
    stack = AsyncExitStack()
    folder: Path = tmp_path_factory.mktemp("room")
    source = secrets()

    async def begin() -> Room:
        settings = Settings(db=str(folder / "arena.db"), port=0, open=False, tables=offers())
        arena = await stack.enter_async_context(running(settings, lambda: next(source)))
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(
            executable_path=program or None, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        stack.push_async_callback(browser.close)
        return Room(loop, arena, browser)

    expect.set_options(timeout=PATIENCE_MS)
    try:
        yield loop.run_until_complete(begin())
    finally:
        loop.run_until_complete(stack.aclose())
        loop.close()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in the room's loop."""
    if not asyncio.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    pyfuncitem.funcargs["room"].run(pyfuncitem.obj(**given))
    return True
