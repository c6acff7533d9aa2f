"""Classics at the generic table: whatever can be done is shown, and can be done by pointer and by keys."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest

from croupier.games import classics, load
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.scenes import scene
from tests.test_scenes import walk

from .conftest import LOOP
from .options import Checking, holding_back
from .room import Room
from .visitor import Visitor

BETTING = ("short_deck", "five_card_stud", "kuhn", "red_dog")
EXCHANGING = ("bourre", "triple_draw", "hearts")
LAYING = ("rummy", "crazy_eights", "durak", "kings_in_the_corner", "speed")
PLAYED = (*BETTING, *EXCHANGING, *LAYING)
"""Between them they have every kind of option that there is in a classic, and hands from one card to thirteen."""
OFTEN = 1
"""How often an option of one kind is made; `scripts/check_web` makes all of them, in many matches of every classic."""
MATCHES = 20
"""The others may fold before anything is to be decided; not so often."""


@pytest.fixture(scope="module")
def visitor(room: Room, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Somebody who goes from table to table, in one page."""
    loop: asyncio.AbstractEventLoop = request.config.stash[LOOP]
    guest = holding_back(room)
    yield loop.run_until_complete(guest.__aenter__())
    loop.run_until_complete(guest.__aexit__(None, None, None))


def kinds(name: str) -> set[tuple[object, ...]]:
    """What a classic's options are called, how many cards or chips they take, and whether one is asked first."""
    game, found = load(name), set[tuple[object, ...]]()
    for key in range(2):
        for state, pending in walk(game, game.configure(), key):
            for decision in pending:
                question = scene(game, state, cast_for(game, decision.seat)).question
                for one in question.owed if question else ():
                    cards = min(one.fewest, 2), min(one.most, 2)
                    found.add((one.name, *cards, bool(one.step) and one.low < one.high, one.costly))
    return found


def test_no_classic_has_a_kind_of_option_that_is_made_nowhere_here() -> None:
    made = set().union(*map(kinds, PLAYED))
    assert not {name: new for name in classics() if (new := kinds(name) - made)}


@pytest.mark.parametrize("name", PLAYED)
async def test_every_option_can_be_made_by_pointer_and_by_keys(visitor: Visitor, name: str) -> None:
    checking = Checking(random.Random(name), OFTEN)
    await checking.play(visitor, name.upper().ljust(4, "_"), lambda: checking.made > 0 or checking.matches == MATCHES)
    assert checking.made, "nothing was ever to be decided"
    assert visitor.flaws == []
