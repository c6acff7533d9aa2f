"""What a card would do to the table, for bots that look at nothing but their view."""

from __future__ import annotations

from croupier.kernel.language.jit import rule

from .records import DOWN, HAND, NARC, NO_CARD, View
from .traits import (
    CONVICTION,
    INSURANCE,
    LOCATION,
    MODIFIER,
    PRODUCT,
    cover_of,
    evidence_of,
    heat_of,
    kind_of,
    value_of,
)

FACE_DOWN = 15
"""The Evidence to expect of a card that the Narc has played face down."""
ROUND_TO_COME = 10
"""… and of a round that is still to come."""


@rule
def safety(v: View, card: int) -> int:
    """By how much a card would raise Cover over Evidence. A Location or Insurance replaces the active one."""
    trait = v.trait[card]
    kind = kind_of(trait)
    gain = cover_of(trait) - evidence_of(trait)
    if kind == LOCATION and v.location != NO_CARD:
        gain -= cover_of(v.trait[v.location]) - evidence_of(v.trait[v.location])
    elif kind == INSURANCE and v.insurance != NO_CARD:
        gain -= cover_of(v.trait[v.insurance])
    return gain


@rule
def margin(v: View) -> int:
    """How far Cover is above Evidence, own face-down cards included, less what must be feared from the Narc."""
    feared = FACE_DOWN * v.cards.count[DOWN + NARC] + ROUND_TO_COME * (v.rounds - v.round)
    ahead = v.cover - v.evidence - feared
    start = v.cards.first[DOWN + v.seat]
    for slot in range(v.cards.count[DOWN + v.seat]):
        ahead += safety(v, v.cards.row[start + slot])
    return ahead


@rule
def reserve(v: View) -> int:
    """What the best card of one's hand would add to the margin: every round leaves the Player one raise."""
    best = 0
    start = v.cards.first[HAND + v.seat]
    for slot in range(v.cards.count[HAND + v.seat]):
        best = max(best, safety(v, v.cards.row[start + slot]))
    return best


@rule
def product_on_its_way(v: View) -> int:
    """The product that one has played face down, else the active one, else NO_CARD."""
    start = v.cards.first[DOWN + v.seat]
    for slot in range(v.cards.count[DOWN + v.seat]):
        if kind_of(v.trait[v.cards.row[start + slot]]) == PRODUCT:
            return v.cards.row[start + slot]
    return v.product


@rule
def in_force(v: View, conviction: int) -> bool:
    """Whether a Conviction would beat insurance at the Heat of now."""
    return conviction != NO_CARD and value_of(v.trait[conviction]) <= v.projected


@rule
def harm(v: View, card: int) -> int:
    """What a card does for the Narc: Evidence, then Heat; a Conviction where there is an Insurance to beat."""
    trait = v.trait[card]
    if kind_of(trait) == CONVICTION:
        if in_force(v, v.conviction):
            return -1  # it would replace one that already works
        if not in_force(v, card):
            return 0
        return 60 if v.insurance != NO_CARD else 10
    return heat_of(trait) - 2 * safety(v, card)


@rule
def bargain(v: View, card: int) -> int:
    """What a card does for the Customer: a costly product, cheaper than its list price, in a deal that succeeds."""
    trait = v.trait[card]
    kind = kind_of(trait)
    if kind == PRODUCT:
        if v.product == NO_CARD:
            return value_of(trait)
        return value_of(trait) - value_of(v.trait[v.product])
    gain = safety(v, card)
    if kind == MODIFIER and v.product != NO_CARD:
        gain += value_of(v.trait[v.product]) * (10 - value_of(trait)) // 10
    return gain
