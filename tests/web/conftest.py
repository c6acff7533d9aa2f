"""One room for all tests of a worker. Tests are coroutines in one loop, which stands still between them."""

from __future__ import annotations

import asyncio
import os
import warnings
from collections.abc import Iterator

import pytest

from croupier.arena.server import replays
from croupier.arena.server.page import Page

from . import chromium
from .room import Room, opened
from .visitor import PATIENCE_MS

LOOP = pytest.StashKey[asyncio.AbstractEventLoop]()


@pytest.fixture(scope="session")
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """The room."""
    lacks = "no Chromium (scripts/get_chromium gets one)" if chromium.found() is None else ""
    lacks = lacks or ("" if Page.built().is_there else "no page (scripts/build_web builds it)")
    if lacks and os.environ.get(chromium.REQUIRED):
        pytest.fail(f"The room cannot be tested: there is {lacks}.")
    if lacks:
        warnings.warn(f"THE ROOM IS NOT TESTED: there is {lacks}.", stacklevel=1)
        pytest.skip(f"there is {lacks}")
    loop = request.config.stash[LOOP] = asyncio.new_event_loop()
    here = opened(tmp_path_factory.mktemp("room"))
    try:
        yield loop.run_until_complete(here.__aenter__())
    finally:
        loop.run_until_complete(here.__aexit__(None, None, None))
        loop.close()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house may think as long as it needs on a busy machine."""
    monkeypatch.setattr(replays, "ADVICE_SECONDS", PATIENCE_MS / 1000)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in the room's loop."""
    if not asyncio.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    waited = asyncio.wait_for(pyfuncitem.obj(**given), PATIENCE_MS / 1000 * 4)
    pyfuncitem.config.stash[LOOP].run_until_complete(waited)
    return True
