"""Seats in order, and masks of the seats that owe a decision.

A set of seats is a mask: bit s for seat s. Three more "seats" exist without sitting: the HOUSE, which acts for
chance, the CLOCK, which acts for time, and the SPECTATOR, which only watches.
"""

from __future__ import annotations

from ..language.jit import rule

SEATS = 16
"""The most seats that a game may have."""
SPECTATOR = 29
HOUSE = 30
CLOCK = 31
NOBODY = -1

HOUSE_BIT = 1 << HOUSE
CLOCK_BIT = 1 << CLOCK
EVERY_SEAT = (1 << SEATS) - 1
PUBLIC = EVERY_SEAT | (1 << SPECTATOR)
"""The audience of public rows."""


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
    """The next seat of a set counter-clockwise from `seat`, which itself comes last; -1 if the set is empty."""
    behind = mask & ((1 << seat) - 1)
    return (behind if behind else mask).bit_length() - 1


@rule
def arc(start: int, end: int) -> int:
    """The set of the seats clockwise after `start` up to and including `end`; empty if the two are equal."""
    up_to_start = (2 << start) - 1
    up_to_end = (2 << end) - 1
    if start <= end:
        return up_to_end & ~up_to_start
    return EVERY_SEAT & ~up_to_start | up_to_end


@rule
def newly_asked(before: int, owed: int, actor: int, aside: bool) -> int:
    """The seats that a step has asked a new question, given the masks of those that owed an answer before and owe one
    now.

    A seat that owed nothing before is asked anew. So is the actor that has answered and owes again and, after the clock
    has acted, every seat that still owes. An aside answers nothing: the question stays the same.
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
