"""What a card would do to the table, for bots that see only their view."""

from __future__ import annotations

from croupier.kernel.language.jit import rule

from .records import CUSTOMER, DOWN, HAND, HAND_SIZE, NARC, NO_CARD, TABLE, View
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

FACE_DOWN = 15
"""The Evidence to expect of a card that the Narc has played face down."""
ROUND_TO_COME = 10
"""… and that of a round that is still to come."""


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
    """How far Cover is above Evidence, own face-down cards included, less the Evidence to expect from the Narc."""
    feared = FACE_DOWN * v.cards.count[DOWN + NARC] + ROUND_TO_COME * (v.rounds - v.round)
    ahead = v.cover - v.evidence - feared
    start = v.cards.first[DOWN + v.seat]
    for slot in range(v.cards.count[DOWN + v.seat]):
        ahead += safety(v, v.cards.row[start + slot])
    return ahead


@rule
def lead(v: View) -> int:
    """How far Cover is above Evidence, own face-down cards included, without anything to expect from others."""
    ahead = v.cover - v.evidence
    start = v.cards.first[DOWN + v.seat]
    for slot in range(v.cards.count[DOWN + v.seat]):
        ahead += safety(v, v.cards.row[start + slot])
    return ahead


@rule
def bust_chance(v: View, ahead: int) -> int:
    """The probability that the others' face-down cards bring more Evidence than the lead, in thousandths.

    A face-down card of the Customer may be any card of his deck. One of the Narc is assumed to be the worst of three
    random cards of his deck.
    """
    if v.cards.count[DOWN + CUSTOMER] == 0:
        return narc_finds(v, ahead)
    chance = 0
    for card in range(v.first[CUSTOMER], v.first[CUSTOMER + 1]):
        chance += narc_finds(v, ahead + v.cards.count[DOWN + CUSTOMER] * safety(v, card))
    return chance // max(1, v.first[CUSTOMER + 1] - v.first[CUSTOMER])


@rule
def narc_finds(v: View, ahead: int) -> int:
    """The probability that the Narc's face-down cards bring more Evidence than the lead, in thousandths."""
    if ahead < 0:
        return 1000
    worse = 0
    cards = max(1, v.first[NARC + 1] - v.first[NARC])
    for card in range(v.first[NARC], v.first[NARC + 1]):
        if safety(v, card) < -ahead:
            worse += 1
    safe = 1000
    for _ in range(HAND_SIZE * v.cards.count[DOWN + NARC]):
        safe = safe * (cards - worse) // cards
    return 1000 - safe


@rule
def sold_for(v: View, card: int) -> int:
    """The profit of the hand once the seat's own face-down cards, and `card`, are flipped."""
    product = product_on_its_way(v)
    factor = multiplied(v, 1000, card)
    if card != NO_CARD and kind_of(v.trait[card]) == PRODUCT:
        product = card
    if product == NO_CARD:
        return 0
    start = v.cards.first[TABLE]
    for slot in range(v.cards.count[TABLE]):
        factor = multiplied(v, factor, v.cards.row[start + slot])
    start = v.cards.first[DOWN + v.seat]
    for slot in range(v.cards.count[DOWN + v.seat]):
        factor = multiplied(v, factor, v.cards.row[start + slot])
    return value_of(v.trait[product]) * factor // 1000


@rule
def multiplied(v: View, thousandths: int, card: int) -> int:
    """A factor, multiplied by that of a card if it is a Modifier."""
    if card == NO_CARD or kind_of(v.trait[card]) != MODIFIER:
        return thousandths
    return thousandths * value_of(v.trait[card]) // PLAIN_MULTIPLIER


@rule
def reserve(v: View) -> int:
    """What the best card in hand would add to the margin: the Player can raise once in every round."""
    best = 0
    start = v.cards.first[HAND + v.seat]
    for slot in range(v.cards.count[HAND + v.seat]):
        best = max(best, safety(v, v.cards.row[start + slot]))
    return best


@rule
def product_on_its_way(v: View) -> int:
    """The product that the seat has played face down, else the active one, else NO_CARD."""
    start = v.cards.first[DOWN + v.seat]
    for slot in range(v.cards.count[DOWN + v.seat]):
        if kind_of(v.trait[v.cards.row[start + slot]]) == PRODUCT:
            return v.cards.row[start + slot]
    return v.product


@rule
def in_force(v: View, conviction: int) -> bool:
    """Whether a Conviction would beat insurance at the present Heat."""
    return conviction != NO_CARD and value_of(v.trait[conviction]) <= v.projected


@rule
def harm(v: View, card: int) -> int:
    """A card's value to the Narc: Evidence, then Heat; a Conviction if there is an Insurance to beat."""
    trait = v.trait[card]
    if kind_of(trait) == CONVICTION:
        if in_force(v, v.conviction):
            return -1  # it would replace one that is already in force
        if not in_force(v, card):
            return 0
        return 60 if v.insurance != NO_CARD else 10
    return heat_of(trait) - 2 * safety(v, card)


@rule
def bargain(v: View, card: int) -> int:
    """A card's value to the Customer: a costly product, cheaper than its list price, in a deal that succeeds."""
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
