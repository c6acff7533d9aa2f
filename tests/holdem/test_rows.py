"""What is told, row by row, over a long evening at an open table."""

from __future__ import annotations

import random
from typing import Any

from croupier import holdem
from croupier.games.holdem.events import DEAD_ANTE_POSTED, FACTS
from croupier.kernel.conformance.walk import everyone, random_move
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.vocabulary.events import Row
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, NOBODY

from .room import GAME


def evening(seed: int, seating: str, **options: Any) -> list[Row]:
    """All rows of a match in which seats mostly check and call; now and then one sits out, comes back, buys chips or
    lets the clock play. Only seat 5 leaves."""
    rng, dealer = random.Random(seed), RandomDealer(1)
    config = holdem.configure(
        stacks=[10_000] * 5 + [0], ante=10, straddles=[200], seating=seating, bank=50_000, hands=200, **options
    )
    state, events = GAME.start(config)
    told = list(events.rows)
    while pending := GAME.pending(state):
        decision = pending[0]
        asides = [
            (other.seat, option)
            for other in everyone(GAME, state)
            for option in other.options
            if option.aside and (option.name != "LEAVE" or other.seat == 5)
        ]
        if decision.seat == HOUSE:
            seat, move = HOUSE, dealer.deal(state, decision)
        else:
            seat, option = decision.seat, rng.choice(decision.owed)
            if decision.seat == CLOCK or (asides and rng.random() < 0.1):
                seat, option = rng.choice(asides)
            elif option.step and rng.random() < 0.8:
                option = decision.owed[0 if len(decision.owed) == 2 else 1]
            move = random_move(GAME, state, option, rng)
        told += GAME.advance(state, seat, move).rows
    return told


def test_rows_carry_nothing_that_their_facts_do_not_tell() -> None:
    rows = evening(2, "open") + evening(3, "cash", rake=5)
    assert {row.kind for row in rows} == set(FACTS) - {DEAD_ANTE_POSTED}, "everybody antes here"
    for row in rows:
        fields = set(FACTS[row.kind].__struct_fields__)
        if not fields - {"seat", "card", "cards"}:
            assert row.amount == 0, row
        if "seat" not in fields:
            assert row.seat == NOBODY, row
        assert bool(row.cards) == bool(fields & {"card", "cards"}), row
