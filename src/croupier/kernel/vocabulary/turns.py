"""Seats in order, and who still owes.

A set of seats is a mask: bit s for seat s. Three more "seats" act but never sit: the HOUSE, which answers for
chance, the CLOCK, which answers for time, and the SPECTATOR, who only watches.
"""

from __future__ import annotations

from ..language.jit import rule

SEATS = 16
"""The most seats any game may have."""
SPECTATOR = 29
HOUSE = 30
CLOCK = 31
NOBODY = -1

HOUSE_BIT = 1 << HOUSE
CLOCK_BIT = 1 << CLOCK
EVERY_SEAT = (1 << SEATS) - 1
PUBLIC = EVERY_SEAT | (1 << SPECTATOR)
"""The audience of what everybody may see."""


@rule
def has(mask: int, seat: int) -> bool:
    """Whether a seat is in a set."""
    return (mask >> seat) & 1 == 1


@rule
def size(mask: int) -> int:
    """How many seats a set has."""
    return mask.bit_count()


@rule
def first(mask: int) -> int:
    """The lowest seat of a set; NOBODY if it is empty."""
    return (mask & -mask).bit_length() - 1


@rule
def after(mask: int, seat: int) -> int:
    """The next seat of a set clockwise from `seat`, which itself comes last; NOBODY if the set is empty."""
    ahead = mask & (-1 << (seat + 1))
    return first(ahead if ahead else mask)


@rule
def before(mask: int, seat: int) -> int:
    """The last seat of a set before one, going back counter-clockwise; the seat itself comes last."""
    behind = mask & ((1 << seat) - 1)
    return (behind if behind else mask).bit_length() - 1


@rule
def arc(start: int, end: int) -> int:
    """The set of the seats clockwise after one, up to another and with it; none if the two are the same."""
    up_to_start = (2 << start) - 1
    up_to_end = (2 << end) - 1
    if start <= end:
        return up_to_end & ~up_to_start
    return EVERY_SEAT & ~up_to_start | up_to_end


@rule
def newly_asked(before: int, owed: int, actor: int, aside: bool) -> int:
    """The seats to which a step has put a new question: `before` and `owed` are who owed until then and who owes now.

    Whoever owed nothing is asked anew; so is the actor that has answered and owes again, and after the clock has acted
    everybody who still owes. An aside answers nothing: the question stays the same.
    """
    again = 0
    if actor == CLOCK:
        again = before
    elif actor < SEATS and not aside:
        again = 1 << actor
    return owed & (again | ~before) & EVERY_SEAT


@rule
def all_seats(seats: int) -> int:
    """The set of the seats 0 to seats - 1."""
    return (1 << seats) - 1
