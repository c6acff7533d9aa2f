"""Decks as data: TOML files with the cards of the three seats.

A file that cannot be played is refused; the message names the file, the card and the field, and says what to write
instead. Traits go into the config, so rules and records need no file; names stay here. `names_of` finds them by the
deck's number, which every config and view has.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from croupier.kernel.errors import BadInput
from croupier.kernel.files import parse_toml

from .records import CARDS, HAND_SIZE, SEATS
from .traits import (
    CONVICTION,
    COVER,
    EVIDENCE,
    INSURANCE,
    LOCATION,
    MODIFIER,
    MOST_POINTS,
    MOST_VALUE,
    PLAIN_MULTIPLIER,
    PRODUCT,
    pack,
)

CLASSIC = "classic"
OWNERS = ("narc", "customer", "player")
"""The decks of a file, in the order of the seats."""
KINDS = {
    "product": PRODUCT,
    "location": LOCATION,
    "cover": COVER,
    "evidence": EVIDENCE,
    "modifier": MODIFIER,
    "insurance": INSURANCE,
    "conviction": CONVICTION,
}
COMMON = ("name", "kind", "copies")
FIELDS = {
    "product": ("price", "heat"),
    "location": ("evidence", "cover", "heat"),
    "cover": ("cover", "heat"),
    "evidence": ("evidence", "heat"),
    "modifier": ("multiplier", "evidence", "cover", "heat"),
    "insurance": ("cover", "cost", "heat"),
    "conviction": ("threshold",),
}
"""The fields that a card of each kind may have."""
VALUES = {"product": "price", "modifier": "multiplier", "insurance": "cost", "conviction": "threshold"}
"""The one value that its kind has; it must be written, except for a multiplier."""
BOUNDS = {
    "evidence": (-MOST_POINTS, MOST_POINTS, 10),
    "cover": (-MOST_POINTS, MOST_POINTS, 10),
    "heat": (-MOST_POINTS, MOST_POINTS, 5),
    "price": (0, MOST_VALUE, 100),
    "cost": (0, MOST_VALUE, 1000),
    "threshold": (0, MOST_VALUE, 40),
    "multiplier": (1, 100, 15),
    "copies": (1, CARDS, 2),
}
"""The least and most of each number, and an example to write."""
LONGEST_NAME = 24
MOST_MULTIPLIERS = 18
LARGEST_PROFIT = 2**62
"""The largest profit before dividing by ten for each multiplier: profit is exact and floored once, in 64 bits."""


@dataclass(frozen=True)
class Deck:
    """The cards of a file: a name and packed traits each; `first` as in Config."""

    number: int
    names: tuple[str, ...]
    traits: tuple[int, ...]
    first: tuple[int, ...]

    def card_name(self, card: int) -> str:
        """ "Safe House"; "??" for an unknown card, "no card" for a number that no card has."""
        if card < 0:
            return "??"
        return self.names[card] if card < len(self.names) else "no card"


_known: dict[int, Deck] = {}
_current: list[int] = []


def our_decks() -> list[str]:
    """The names of the decks that Croupier ships."""
    folder = files(__package__).joinpath("decks")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def _our_text(name: str) -> str:
    return files(__package__).joinpath("decks", f"{name}.toml").read_text(encoding="utf-8")


def load_deck(source: str | Path) -> Deck:
    """The cards of a file, given by its path or, if it is one of ours, by its name."""
    name = str(source)
    ours = our_decks()
    try:
        text = _our_text(name) if name in ours else Path(source).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadInput(
            f"There is no deck file {name!r}. Give the path of one, or a name: {', '.join(ours)}."
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The deck file {name} cannot be read: {error}.") from error
    deck = read_deck(text, name if name not in ours else f"{name}.toml")
    _known[deck.number] = deck
    _current[:] = [deck.number]
    return deck


def names_of(number: int) -> Deck:
    """The deck of a number, loaded before or shipped. In a replay without its file, cards have numbers for names."""
    if number not in _known:
        for name in our_decks():
            deck = read_deck(_our_text(name), f"{name}.toml")
            _known.setdefault(deck.number, deck)
    if number in _known:
        return _known[number]
    return Deck(number, tuple(f"card {card}" for card in range(CARDS)), (), ())


def current_name(card: int) -> str:
    """A card's name in the deck that was configured last, for callers that know only a card's number."""
    return (names_of(_current[0]) if _current else load_deck(CLASSIC)).card_name(card)


def read_deck(text: str, file: str) -> Deck:
    """The cards that a TOML text describes; error messages call it `file`."""
    content = parse_toml(text, file)
    for key in content:
        if key not in OWNERS:
            raise BadInput(f"{file}: there is no deck {key!r}. Write {', '.join(OWNERS)}, each a list of cards.")
    names: list[str] = []
    traits: list[int] = []
    first = [0]
    for owner in OWNERS:
        cards = content.get(owner)
        if not isinstance(cards, list):
            raise BadInput(f"{file}: the deck {owner} is missing. Write {owner} = [ {{ name = …, kind = … }}, … ].")
        seen: set[str] = set()
        for place, card in enumerate(cards, 1):
            where = _Where(file, owner, place, card)
            if where.name in seen:
                raise where.refusal("name", "stands twice in this deck", "copies = 2 for two cards that are the same")
            seen.add(where.name)
            trait, copies = _read_card(card, where)
            names += [where.name] * copies
            traits += [trait] * copies
        first.append(len(names))
        if first[-1] - first[-2] < HAND_SIZE:
            raise BadInput(
                f"{file}: the deck {owner} has {first[-1] - first[-2]} cards. Write at least {HAND_SIZE}: a hand."
            )
    if len(names) > CARDS:
        raise BadInput(f"{file}: the three decks have {len(names)} cards. Write at most {CARDS} in all.")
    _check_multipliers(content, file)
    assert len(first) == SEATS + 1
    digest = hashlib.blake2b(repr((names, traits, first)).encode(), digest_size=7).digest()
    return Deck(int.from_bytes(digest, "big"), tuple(names), tuple(traits), tuple(first))


class _Where:
    """The card that an error message is about."""

    def __init__(self, file: str, owner: str, place: int, card: Any) -> None:
        self.file, self.owner, self.place = file, owner, place
        self.name = ""
        if not isinstance(card, dict):
            raise self.refusal("", f"is {card!r}, not a card", '{ name = "Alibi", kind = "cover", cover = 30 }')
        name = card.get("name")
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            wrong = f"is {name!r}" if "name" in card else "is missing"
            raise self.refusal("name", wrong, f'name = "Alibi", a text of at most {LONGEST_NAME} letters')
        self.name = name

    def refusal(self, field: str, wrong: str, instead: str) -> BadInput:
        card = f"{self.owner} card {self.place}" + (f" ({self.name})" if self.name else "")
        return BadInput(f"{self.file}: {card}: {field + ' ' if field else ''}{wrong}. Write {instead}.")


def _read_card(card: dict[str, Any], where: _Where) -> tuple[int, int]:
    """A card's packed traits, and how many copies there are."""
    kind = card.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        wrong = f"is {kind!r}" if "kind" in card else "is missing"
        raise where.refusal("kind", wrong, f"one of {', '.join(KINDS)}")
    for field in card:
        if field not in COMMON and field not in FIELDS[kind]:
            raise where.refusal(
                field, "is nothing that a card of this kind has", f"only {', '.join((*COMMON, *FIELDS[kind]))}"
            )
    value_name = VALUES.get(kind, "")
    if value_name and value_name != "multiplier" and value_name not in card:
        raise where.refusal(value_name, "is missing", f"{value_name} = {BOUNDS[value_name][2]}, say")

    def number(field: str, otherwise: int) -> int:
        value = card.get(field, otherwise)
        least, most, example = BOUNDS[field]
        if type(value) is not int or not least <= value <= most:
            unit = ", in tenths: 15 is ×1.5" if field == "multiplier" else ""
            raise where.refusal(
                field, f"is {value!r}", f"a whole number from {least} to {most}, such as {field} = {example}{unit}"
            )
        return value

    otherwise = PLAIN_MULTIPLIER if value_name == "multiplier" else 0
    value = number(value_name, otherwise) if value_name else 0
    points = (number("evidence", 0), number("cover", 0), number("heat", 0))
    return pack(KINDS[kind], *points, value), number("copies", 1)


def _check_multipliers(content: dict[str, Any], file: str) -> None:
    """Refuse multipliers that could, all played in one hand, make a profit too large to count."""
    cards = [card for owner in OWNERS for card in content[owner]]
    counted = [
        card["multiplier"]
        for card in cards
        for _ in range(card.get("copies", 1))
        if card.get("multiplier", PLAIN_MULTIPLIER) != PLAIN_MULTIPLIER
    ]
    largest = max((card.get("price", 0) for card in cards), default=0)
    for multiplier in counted:
        largest *= multiplier
    if len(counted) > MOST_MULTIPLIERS or largest >= LARGEST_PROFIT:
        raise BadInput(
            f"{file}: the {len(counted)} cards with a multiplier could together make a profit too large to count. "
            f"Write at most {MOST_MULTIPLIERS} of them, with smaller multipliers or prices."
        )
