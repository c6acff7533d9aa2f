"""Every classic at the generic table: whatever can be done is shown, and can be done by pointer and by keys."""

from __future__ import annotations

import random

import pytest

from croupier.games import classics

from .options import Checking
from .room import Room

OFTEN = 2
"""How often an option of one kind is made; `scripts/check_web` makes all of them, in many matches."""
MATCHES = 20
"""The others may fold before anything is to be decided; not so often."""


@pytest.mark.parametrize("name", [name for name in classics() if name != "war"])
async def test_every_option_can_be_made_by_pointer_and_by_keys(room: Room, name: str) -> None:
    checking = Checking(random.Random(name), OFTEN)
    for _ in range(MATCHES):
        await checking.play(room, name.upper().ljust(4, "_"))
        if checking.made:
            return
    pytest.fail("nothing was ever to be decided")
