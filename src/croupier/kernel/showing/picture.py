"""A table as something to draw: what lies in the middle, and what before each seat.

A game that can say so (`Words.picture`) is drawn as a table; one that cannot is shown as text.
"""

from __future__ import annotations

import msgspec


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: its cards by name, its chips, what it has bet, a mark such as "D" for the button."""

    cards: list[str] = []
    chips: int = 0
    bet: int = 0
    mark: str = ""
    out: bool = False
    """Has folded, or is not in this hand."""


class Picture(msgspec.Struct, frozen=True):
    """The whole table. `actor` is the seat to act, -1 if none is."""

    title: str
    middle: list[str]
    pot: int
    actor: int
    places: list[Place]
