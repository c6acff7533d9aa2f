"""Every classic at the generic table: whatever can be done is shown, and can be done by pointer and by keys."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest

from croupier.games import classics

from .conftest import LOOP
from .options import Checking, holding_back
from .room import Room
from .visitor import Visitor

OFTEN = 2
"""How often an option of one kind is made; `scripts/check_web` makes all of them, in many matches."""
MATCHES = 20
"""The others may fold before anything is to be decided; not so often."""


@pytest.fixture(scope="module")
def visitor(room: Room, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Somebody who goes from table to table, in one page."""
    loop: asyncio.AbstractEventLoop = request.config.stash[LOOP]
    guest = holding_back(room)
    yield loop.run_until_complete(guest.__aenter__())
    loop.run_until_complete(guest.__aexit__(None, None, None))


@pytest.mark.parametrize("name", [name for name in classics() if name != "war"])
async def test_every_option_can_be_made_by_pointer_and_by_keys(visitor: Visitor, name: str) -> None:
    checking = Checking(random.Random(name), OFTEN)
    await checking.play(visitor, name.upper().ljust(4, "_"), lambda: checking.made > 0 or checking.matches == MATCHES)
    assert checking.made, "nothing was ever to be decided"
    assert visitor.flaws == []
