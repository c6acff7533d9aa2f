"""The traits of a card, packed into one number: its kind, Evidence, Cover, Heat, and one value that its kind has.

The number is never negative, and 0 means no card. A bot reads `view.trait[card]` with the rules below.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule

PRODUCT, LOCATION, COVER, EVIDENCE, MODIFIER, INSURANCE, CONVICTION = 1, 2, 3, 4, 5, 6, 7
"""Kinds of cards."""

MOST_POINTS = 999
"""Evidence, Cover and Heat of one card lie between this and its negative."""
MOST_VALUE = 999_999
PLAIN_MULTIPLIER = 10
"""In tenths: a Modifier with this multiplier does not change the price."""

ZERO = 1024
POINTS = 2047
KIND = 7
EVIDENCE_AT, COVER_AT, HEAT_AT, VALUE_AT = 3, 14, 25, 36


def pack(kind: int, evidence: int, cover: int, heat: int, value: int) -> int:
    """The traits of a card as one number."""
    points = (evidence + ZERO) << EVIDENCE_AT | (cover + ZERO) << COVER_AT | (heat + ZERO) << HEAT_AT
    return kind | points | value << VALUE_AT


@rule
def kind_of(trait: int) -> int:
    """PRODUCT, LOCATION, …"""
    return trait & KIND


@rule
def evidence_of(trait: int) -> int:
    """The Evidence on a card."""
    return ((trait >> EVIDENCE_AT) & POINTS) - ZERO


@rule
def cover_of(trait: int) -> int:
    """The Cover on a card."""
    return ((trait >> COVER_AT) & POINTS) - ZERO


@rule
def heat_of(trait: int) -> int:
    """The Heat on a card; an Insurance's counts only when it pays."""
    return ((trait >> HEAT_AT) & POINTS) - ZERO


@rule
def value_of(trait: int) -> int:
    """A Product's price, a Modifier's multiplier in tenths, an Insurance's cost, a Conviction's threshold; else 0."""
    return trait >> VALUE_AT
