"""What is told says no more than its fact: whatever else a row carried would tell situations apart that look alike."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.games.genome import GAME, classics, configure
from croupier.games.genome.machine.events import FACTS, TrickWon
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.events import Row
from croupier.kernel.vocabulary.menu import TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, NOBODY

FIELDS_OF_ROWS = {"seat", "card", "cards"}
"""Fields of facts that are not a row's amount."""
PATIENCE = 3
"""The clock runs out once in this number of decisions."""


def told_in(name: str, key: int) -> Iterator[Row]:
    """Everything that is told in two random hands of a classic."""
    at_random, dealer = random_chooser(GAME, key), RandomDealer(key)
    state, events = GAME.start(configure(name, hands=2))
    yield from events.rows
    decided = 0
    while pending := GAME.pending(state):
        decision = pending[0]
        if decision.seat == HOUSE:
            events = GAME.advance(state, HOUSE, dealer.deal(state, decision))
        elif decided % PATIENCE == 1:
            events = GAME.advance(state, CLOCK, Move(TIMEOUT))
        else:
            events = GAME.advance(state, decision.seat, at_random(state, decision))
        decided += decision.seat != HOUSE
        yield from events.rows


@pytest.mark.parametrize("name", classics())
def test_a_row_says_no_more_than_its_fact(name: str) -> None:
    """But for how many cards a trick had, which everybody has counted."""
    for key in range(3):
        for row in told_in(name, key):
            fact = FACTS[row.kind]
            fields = set(fact.__struct_fields__)
            if fields <= FIELDS_OF_ROWS and fact is not TrickWon:
                assert row.amount == 0, fact
            if "seat" not in fields:
                assert row.seat == NOBODY, fact
            if not fields & {"card", "cards"}:
                assert row.cards == (), fact
