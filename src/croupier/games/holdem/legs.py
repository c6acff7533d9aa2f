"""A match of hold'em goes on in a new leg: other blinds, other seats, other stacks, and the next hand after the last.

The new config has the present stacks, bank and button, and carries the hands played, the scores, the places of the
blinds and the absent seats. If each seat may be taken once, the bank gets a stack for each new seat. Everything else
stays, unless an option changes it. Chips that a change of `stacks` gives to a seat or takes from it do not count in its
score. A seat that is taken away keeps its score, and has it again when it comes back: the scores of a match and its
rake add up to 0, whoever has left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.turns import all_seats

from . import rules
from .arguments import whole, wholes
from .options import configure, options_of
from .records import ONCE, Config, Table

CHANGES = (*(name for name in options_of(configure()) if name != "button"), "seats")
"""Options that a new leg may change. The button moves by the rules."""


def carry(t: Table, changes: Mapping[str, Any]) -> Config:
    """The config of the next leg."""
    for name in changes:
        if name not in CHANGES:
            raise BadInput(f"A new leg cannot change {name!r}; it can change {', '.join(CHANGES)}.")
    stacks = _resized(t, changes)
    new = max(0, len(stacks) - t.seats) if t.config.seating == ONCE else 0
    bank = t.bank + new * t.config.buy_in
    if t.config.most_buy_in > 0 and changes.get("stacks") is not None:  # its bank has all chips that no stack has
        bank = max(0, bank + sum(stacks) - sum(wholes("stacks", changes["stacks"])))
    now = {"stacks": stacks, "button": t.button, "bank": bank}
    config = configure(**{**options_of(t.config), **now, **changes})
    if 0 < config.hands <= t.hands:
        raise BadInput(f"{t.hands} hands of this match have been played: hands={config.hands} is too few to go on.")
    before, after, seats = _occupied(t.betting.stack), _occupied(config.stack), all_seats(config.seats)
    carried = config.carried
    carried.played, carried.small_blind, carried.big_blind = t.hands, t.small_blind, t.big_blind
    carried.won[:] = [rules.score(t, seat) for seat in range(SEATS)]
    carried.away = t.away & after
    carried.taken = t.taken & seats
    carried.entering = (t.entering & seats) | (after & ~before)
    carried.missed = t.missed & seats
    carried.seated, carried.topping, carried.raked = t.seated & seats, t.topping & seats, t.raked
    carried.ordered[:], carried.returning[:] = t.ordered, t.returning
    return config


def scored(t: Table) -> int:
    """How many seats have a score: those at the table, and those taken away after they won or lost something."""
    return max([t.seats, *(seat + 1 for seat in range(t.seats, SEATS) if rules.score(t, seat))])


def _resized(t: Table, changes: Mapping[str, Any]) -> list[int]:
    """The present stacks, for a table with the new number of seats."""
    stacks, many = t.betting.stack[: t.seats], t.seats
    if changes.get("seats") is not None:
        many = whole("seats", changes["seats"], 2, SEATS)
    elif changes.get("stacks") is not None:
        many = len(wholes("stacks", changes["stacks"]))
    for seat in range(many, t.seats):
        if stacks[seat]:
            raise BadInput(f"Seat {seat} is taken: only empty seats can go.")
        if seat in (t.button, t.small_blind, t.big_blind):
            raise BadInput(f"Seat {seat} has the button or a blind: it can go once they have moved on.")
    return (stacks + [0] * many)[:many]


def _occupied(stacks: Sequence[int]) -> int:
    """The seats with chips."""
    return sum(1 << seat for seat, chips in enumerate(stacks) if chips)
