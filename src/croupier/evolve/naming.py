"""Names for invented games: two words, derived from the key of the game."""

from __future__ import annotations

from collections.abc import Collection

FIRST = (
    *("Amber", "Barley", "Brass", "Briar", "Candle", "Cinder", "Copper", "Crooked", "Dapple", "Ember"),
    *("Fallow", "Fern", "Flint", "Frost", "Gilded", "Hazel", "Hollow", "Indigo", "Ivory", "Juniper"),
    *("Lantern", "Linen", "Marble", "Misty", "Nettle", "Night", "Oaken", "Old", "Paper", "Pewter"),
    *("Quiet", "Rainy", "River", "Rusty", "Saffron", "Salt", "Silver", "Slate", "Sorrel", "Sparrow"),
    *("Stone", "Sunday", "Thistle", "Timber", "Velvet", "Walnut", "Winter"),
)
SECOND = (
    *("Arcade", "Bargain", "Bell", "Bridge", "Chapel", "Corner", "Court", "Ferry", "Fountain", "Gambit"),
    *("Garden", "Gate", "Harbour", "Heron", "Hour", "Jester", "Journey", "Kettle", "Knave", "Ladder"),
    *("Lane", "Market", "Meadow", "Mill", "Mirror", "Orchard", "Parade", "Pilgrim", "Pocket", "Quarrel"),
    *("Reunion", "Riddle", "Rook", "Square", "Station", "Stranger", "Supper", "Tavern", "Tinker", "Toll"),
    *("Tower", "Treaty", "Verdict", "Wager", "Wharf", "Widow", "Yard"),
)


def name_for(key: str, taken: Collection[str] = ()) -> str:
    """A name for the game with this key that is not among `taken`."""
    number = int(key, 16)
    while True:
        name = f"{FIRST[number % len(FIRST)]} {SECOND[number // len(FIRST) % len(SECOND)]}"
        if name not in taken:
            return name
        number += 1


def file_name(name: str) -> str:
    """A game's name as the name of a file."""
    return name.lower().replace(" ", "_")
