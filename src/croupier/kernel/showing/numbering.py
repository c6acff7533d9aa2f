"""The numbers beside the cards that a question takes: the same for every option.

The code that draws a table and the code that reads what a person types both use this module, so that a number always
means the card it stands beside.
"""

from __future__ import annotations

from .scene import Scene, Zone

Place = tuple[int, int]
"""The id of a zone, and a slot of it."""
MANY = 6
"""From this many cards on, the viewer's own cards are drawn by suit and rank."""
SUITS, RANKS = "cdsh", "23456789TJQKA"
"""Suits and ranks in the order in which they are drawn: the colours of suits alternate."""


def drawn_order(scene: Scene, zone: Zone) -> list[int]:
    """The slots of a zone from left to right: the viewer's own cards, from MANY on, by suit and rank."""
    slots = list(range(len(zone.cards)))
    names = [card.name for card in zone.cards]
    if zone.owner != scene.eyes or len(slots) < MANY or not all(map(is_plain, names)):
        return slots
    return sorted(slots, key=lambda slot: (SUITS.index(names[slot][1]), RANKS.index(names[slot][0])))


def is_plain(name: str) -> bool:
    """Whether a card's name is a rank and a suit: "Th"."""
    return len(name) == 2 and name[0] in RANKS and name[1] in SUITS


def numbers(scene: Scene) -> dict[Place, int]:
    """The number beside each card of the zones that the question takes cards from, counted from 1."""
    if scene.question is None:
        return {}
    asked = {it.zone for choice in scene.question.options for it in (*choice.takes, *choice.refuses)}
    places = [(zone.id, slot) for zone in scene.zones if zone.id in asked for slot in drawn_order(scene, zone)]
    return {place: number for number, place in enumerate(places, 1)}
