"""Tables of every kind on screens of many sizes: nothing covers anything, and nothing is cut."""

from __future__ import annotations

import pytest

from .boxes import SIZES, flaws_of
from .room import Room
from .scenery import fullest

GAMES = (
    *(("holdem", 2), ("holdem", 6), ("holdem", 10), ("hearts", 3), ("five_card_draw", 6), ("briscola", 6)),
    *(("gin_rummy", 2), ("five_card_stud", 6), ("battle", None)),
)
"""Bets, a board, tricks, draws, captured cards, melds, cards up and down, lanes."""


@pytest.mark.parametrize("whose", ["player", "open"])
async def test_no_two_boxes_meet_and_nothing_is_cut(room: Room, whose: str) -> None:
    scenes = [(f"{game} × {seats}", fullest(game, seats)[whose]) for game, seats in GAMES]
    found = await flaws_of(room, whose, scenes, SIZES)
    assert not found, "\n".join(found)
