"""Matches from the first decision to the last with keys alone, and with fingers alone; `scripts/check_web --whole`
plays more kinds, and over a slow line."""

from __future__ import annotations

import random

import pytest

from .room import Room
from .whole import PHONE, Touch, by_keys, play


async def test_the_focus_is_never_far_from_what_is_to_be_pressed(room: Room) -> None:
    async with room.visitor() as visitor:
        await visitor.go()
        await visitor.stop_the_clock()
        assert len(await play(visitor, "BATTLE", by_keys, random.Random(1))) > 2


@pytest.mark.parametrize("code", ["BATTLE", "DEAL"])
async def test_a_match_is_played_by_fingers_on_a_phone(room: Room, code: str) -> None:
    async with room.visitor(**PHONE) as visitor:
        await visitor.go()
        await visitor.stop_the_clock()
        touch = await Touch.of(visitor)
        assert len(await play(visitor, code, touch.make, random.Random(2))) > 2
