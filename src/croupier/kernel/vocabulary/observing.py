"""Parts of observations that games share: cards by zone, and numbers by seat.

Seats are counted clockwise from the observer's own. Every rule writes to a row that is zero before, from `at` on, and
returns where it ends. The views have `seat`, `seats` and the fields of betting.
"""

from __future__ import annotations

from typing import Any

from ..language.jit import rule
from .cards import UNKNOWN
from .ledger import Sight
from .turns import has


@rule
def mark_zone(cards: Sight, zone: int, x: Any, at: int) -> None:
    """Mark each card that the observer sees in a row."""
    first = cards.first[zone]
    for slot in range(first, first + cards.count[zone]):
        card = cards.row[slot]
        if card != UNKNOWN:
            x[at + card] = 1


@rule
def place_of(v: Any, seat: int) -> int:
    """How many seats clockwise of the observer a seat is."""
    ahead: int = seat - v.seat
    return ahead if ahead >= 0 else ahead + int(v.seats)


@rule
def mark_seat(v: Any, seat: int, x: Any, at: int) -> int:
    """Mark one seat, unless there is none."""
    if seat >= 0:
        x[at + place_of(v, seat)] = 1
    return at + int(v.seats)


@rule
def mark_seats(v: Any, seats: int, x: Any, at: int) -> int:
    """Mark the seats of a set."""
    for seat in range(v.seats):
        if has(seats, seat):
            x[at + place_of(v, seat)] = 1
    return at + int(v.seats)


@rule
def write_seats(v: Any, values: Any, x: Any, at: int) -> int:
    """Write a number for each seat."""
    for seat in range(v.seats):
        x[at + place_of(v, seat)] = values[seat]
    return at + int(v.seats)


@rule
def live(v: Any, x: Any, at: int) -> int:
    """The seats that can still win the pot."""
    return mark_seats(v, v.live, x, at)


@rule
def stacks(v: Any, x: Any, at: int) -> int:
    """The chips that each seat has left."""
    return write_seats(v, v.stack, x, at)


@rule
def bets(v: Any, x: Any, at: int) -> int:
    """The chips that each seat has bet in this round."""
    return write_seats(v, v.bet, x, at)


@rule
def totals(v: Any, x: Any, at: int) -> int:
    """The chips that each seat has put in this hand."""
    return write_seats(v, v.total, x, at)
