"""Every classic at the generic table: whatever can be done is shown, and can be done by pointer and by keys."""

from __future__ import annotations

import random

import pytest

from croupier.games import classics

from .options import check_match
from .room import Room


@pytest.mark.parametrize("name", classics())
async def test_every_option_can_be_made_by_pointer_and_by_keys(room: Room, name: str) -> None:
    checked = await check_match(room, name.upper().ljust(4, "_"), random.Random(name), decisions=4, most=1)
    assert checked or name in ("war",), "something was to be decided"
