"""What the cards on the table add up to.

"Product, Location, Insurance and Conviction: the last one in order of play is the active one." Of those only the active
one counts; Evidence, Cover and Modifier cards all count.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule

from .records import NO_CARD, Table
from .traits import (
    CONVICTION,
    INSURANCE,
    LOCATION,
    MODIFIER,
    PLAIN_MULTIPLIER,
    PRODUCT,
    cover_of,
    evidence_of,
    heat_of,
    kind_of,
    value_of,
)


@rule
def clear_totals(t: Table) -> None:
    """A new hand: nothing is on the table."""
    s = t.totals
    s.evidence = 0
    s.cover = 0
    s.heat = 0
    s.numerator = 1
    s.denominator = 1
    s.product = NO_CARD
    s.location = NO_CARD
    s.insurance = NO_CARD
    s.conviction = NO_CARD


@rule
def count_card(t: Table, card: int) -> None:
    """Add a card that has just been flipped."""
    s = t.totals
    trait = t.config.trait[card]
    kind = kind_of(trait)
    if kind == INSURANCE:
        s.insurance = card
        return  # "An Insurance's heat counts only when it pays."
    s.heat += heat_of(trait)
    if kind == PRODUCT:
        s.product = card
    elif kind == LOCATION:
        s.location = card
    elif kind == CONVICTION:
        s.conviction = card
    else:
        s.evidence += evidence_of(trait)
        s.cover += cover_of(trait)
        if kind == MODIFIER and value_of(trait) != PLAIN_MULTIPLIER:
            s.numerator *= value_of(trait)
            s.denominator *= PLAIN_MULTIPLIER


@rule
def is_active(t: Table, card: int) -> bool:
    """Whether only the last card of its kind counts, and this card is it."""
    s = t.totals
    return card == s.product or card == s.location or card == s.insurance or card == s.conviction


@rule
def total_evidence(t: Table) -> int:
    """The active Location's Evidence and that of all Evidence and Modifier cards; never below 0."""
    points = t.totals.evidence
    if t.totals.location != NO_CARD:
        points += evidence_of(t.config.trait[t.totals.location])
    return max(0, points)


@rule
def total_cover(t: Table) -> int:
    """The active Location's and Insurance's Cover and that of all Cover and Modifier cards; never below 0."""
    points = t.totals.cover
    if t.totals.location != NO_CARD:
        points += cover_of(t.config.trait[t.totals.location])
    if t.totals.insurance != NO_CARD:
        points += cover_of(t.config.trait[t.totals.insurance])
    return max(0, points)


@rule
def list_price(t: Table) -> int:
    """The price of the active Product before haggling; 0 without one."""
    if t.totals.product == NO_CARD:
        return 0
    return value_of(t.config.trait[t.totals.product])


@rule
def total_profit(t: Table) -> int:
    """ "The active Product's price × all multipliers, floored once at the end; no Product, no profit." """
    return list_price(t) * t.totals.numerator // t.totals.denominator


@rule
def projected_heat(t: Table) -> int:
    """The run's Heat with this hand's cards, without insurance: a Conviction compares it with its threshold."""
    return max(0, t.heat + t.totals.heat)
