"""Every classic at the generic table: whatever can be done is shown, and can be done by pointer and by keys."""

from __future__ import annotations

import random

import pytest

from croupier.games import classics

from .options import check_match
from .room import Room

MATCHES = 20
"""The others may fold before anything is to be decided; not so often."""


@pytest.mark.parametrize("name", [name for name in classics() if name != "war"])
async def test_every_option_can_be_made_by_pointer_and_by_keys(room: Room, name: str) -> None:
    luck = random.Random(name)
    for _ in range(MATCHES):
        if await check_match(room, name.upper().ljust(4, "_"), luck, decisions=4, most=1):
            return
    pytest.fail("nothing was ever to be decided")
