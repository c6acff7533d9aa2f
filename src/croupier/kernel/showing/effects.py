"""The effects of facts on a view: amounts are counted up and down, cards move, cards are turned up.

A game declares for each of its facts what it does to a view, so that a program that knows no rule can follow a view
from fact to fact (`board.fold`). Amounts are fields of the view: one for the table, or a list with one for each seat,
of which the entry of the fact's seat is meant. Values are numbers, or names of the fact's fields. An effect that this
module lacks is written by the game as a function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..vocabulary.cards import UNKNOWN
from ..vocabulary.events import Fact
from ..vocabulary.ledger import Sight, row_of
from ..vocabulary.turns import NOBODY

Effect = Callable[[Any, Any], None]
"""Changes a view as a fact says."""
Value = int | str
"""A number, or the name of the fact's field that holds it."""


@dataclass(frozen=True)
class Own:
    """The zone of the fact's seat, among zones of which each seat has one; `first` is the zone of seat 0."""

    first: int


Zone = Value | Own


class Effects(NamedTuple):
    """The effects of a game's facts; a fact that is not listed changes nothing.

    `fields` are the fields of a view that follow from facts, in addition to its cards, which always do.
    """

    fields: tuple[str, ...]
    of: Mapping[type[Fact], Sequence[Effect]]


@dataclass(frozen=True)
class Set:
    """Set an amount."""

    name: str
    value: Value

    def __call__(self, view: Any, fact: Fact) -> None:
        _put(view, fact, self.name, _value(fact, self.value))


@dataclass(frozen=True)
class Count:
    """Count an amount up in some fields and down in others: chips move."""

    by: Value
    up: tuple[str, ...] = ()
    down: tuple[str, ...] = ()

    def __call__(self, view: Any, fact: Fact) -> None:
        _count(view, fact, _value(fact, self.by), self.up, self.down)


@dataclass(frozen=True)
class Reach:
    """Raise a seat's amount to a total, and count the difference up and down in other fields."""

    name: str
    total: Value
    up: tuple[str, ...] = ()
    down: tuple[str, ...] = ()

    def __call__(self, view: Any, fact: Fact) -> None:
        missing = _value(fact, self.total) - _get(view, fact, self.name)
        _count(view, fact, missing, (self.name, *self.up), self.down)


@dataclass(frozen=True)
class Clear:
    """Set amounts to 0, those of all seats."""

    names: tuple[str, ...]

    def __call__(self, view: Any, fact: Fact) -> None:
        for name in self.names:
            held = getattr(view, name)
            setattr(view, name, [0] * len(held) if isinstance(held, list) else 0)


@dataclass(frozen=True)
class Enter:
    """Add the seat to a set of seats."""

    name: str

    def __call__(self, view: Any, fact: Any) -> None:
        setattr(view, self.name, getattr(view, self.name) | 1 << fact.seat)


@dataclass(frozen=True)
class Leave:
    """Remove the seat from a set of seats; with `only`, from a field that names one seat."""

    name: str
    only: bool = False

    def __call__(self, view: Any, fact: Any) -> None:
        held = getattr(view, self.name)
        if not self.only:
            setattr(view, self.name, held & ~(1 << fact.seat))
        elif held == fact.seat:
            setattr(view, self.name, NOBODY)


@dataclass(frozen=True)
class Deal:
    """Move the fact's cards from a pool to the end of a zone."""

    source: Zone
    to: Zone

    def __call__(self, view: Any, fact: Fact) -> None:
        cards = _cards(fact)
        view.cards.count[_zone(fact, self.source)] -= len(cards)
        _lay(view.cards, _zone(fact, self.to), cards)


@dataclass(frozen=True)
class Play:
    """Move the fact's cards out of a row to the end of a zone.

    `places` names the field with the set of places in the row that the cards leave. Without places, cards are found
    by their identity, and a card that the viewer does not know is any of the unknown ones.
    """

    source: Zone
    to: Zone
    places: str = ""

    def __call__(self, view: Any, fact: Fact) -> None:
        cards = _cards(fact)
        _take_out(view.cards, _zone(fact, self.source), cards, _value(fact, self.places or 0))
        _lay(view.cards, _zone(fact, self.to), cards)


@dataclass(frozen=True)
class Cover:
    """Move the fact's cards out of a zone, one by one, to a zone for one card; the card before goes into a pool."""

    source: Zone
    top: int
    below: int
    places: str = ""

    def __call__(self, view: Any, fact: Fact) -> None:
        cards, sight = _cards(fact), view.cards
        _take_out(sight, _zone(fact, self.source), cards, _value(fact, self.places or 0))
        sight.count[self.below] += sight.count[self.top] + len(cards) - 1
        _set_row(sight, self.top, cards[-1:])


@dataclass(frozen=True)
class Sweep:
    """Move all cards of some zones to another."""

    sources: tuple[Zone, ...]
    to: Zone

    def __call__(self, view: Any, fact: Fact) -> None:
        to = _zone(fact, self.to)
        for source in (_zone(fact, source) for source in self.sources):
            held = row_of(view.cards, source) or [UNKNOWN] * view.cards.count[source]
            _set_row(view.cards, source, [])
            _lay(view.cards, to, held)


@dataclass(frozen=True)
class Gather:
    """Put all cards except those of some zones into one pool: a new deal."""

    to: int
    but: tuple[int, ...] = ()

    def __call__(self, view: Any, fact: Fact) -> None:
        for zone in range(len(view.cards.count)):
            if zone not in (self.to, *self.but):
                Sweep((zone,), self.to)(view, fact)


@dataclass(frozen=True)
class TurnUp:
    """Show the cards of a row, from a place on."""

    zone: Zone
    first: Value = 0

    def __call__(self, view: Any, fact: Fact) -> None:
        zone, first, cards = _zone(fact, self.zone), _value(fact, self.first), _cards(fact)
        row = row_of(view.cards, zone)
        row[first : first + len(cards)] = cards
        _set_row(view.cards, zone, row)


@dataclass(frozen=True)
class Learn:
    """Show one card of a row to viewers that did not know it, at a given place of the row."""

    zone: Zone
    place: Value

    def __call__(self, view: Any, fact: Fact) -> None:
        zone, (card,) = _zone(fact, self.zone), _cards(fact)
        row = row_of(view.cards, zone)
        if card not in row:
            row.remove(UNKNOWN)
            row.insert(_value(fact, self.place), card)
            _set_row(view.cards, zone, row)


def is_row(sight: Sight, zone: int) -> bool:
    """Whether a zone is a row; otherwise it is a pool."""
    return sight.first[zone + 1] > sight.first[zone]


def _set_row(sight: Sight, zone: int, cards: Sequence[int]) -> None:
    """Set the cards of a zone; a pool only counts them."""
    start, end = sight.first[zone], sight.first[zone + 1]
    sight.count[zone] = len(cards)
    sight.row[start:end] = ([*cards] + [UNKNOWN] * (end - start))[: end - start]


def _lay(sight: Sight, zone: int, cards: Sequence[int]) -> None:
    """Add cards to a zone."""
    if is_row(sight, zone):
        _set_row(sight, zone, [*row_of(sight, zone), *cards])
    else:
        sight.count[zone] += len(cards)


def _take_out(sight: Sight, zone: int, cards: Sequence[int], places: int) -> None:
    """Take cards out of a zone: by their places if given, else by identity, else any unknown card."""
    if not is_row(sight, zone):
        sight.count[zone] -= len(cards)
        return
    row = row_of(sight, zone)
    if places:
        row = [card for place, card in enumerate(row) if not places >> place & 1]
    else:
        for card in cards:
            row.remove(card if card in row else UNKNOWN)
    _set_row(sight, zone, row)


def _cards(fact: Any) -> tuple[int, ...]:
    return fact.cards if hasattr(fact, "cards") else (fact.card,)


def _value(fact: Fact, value: Value) -> int:
    return int(getattr(fact, value)) if isinstance(value, str) else value


def _zone(fact: Any, zone: Zone) -> int:
    return int(zone.first + fact.seat) if isinstance(zone, Own) else _value(fact, zone)


def _get(view: Any, fact: Any, name: str) -> int:
    held = getattr(view, name)
    return int(held[fact.seat] if isinstance(held, list) else held)


def _put(view: Any, fact: Any, name: str, amount: int) -> None:
    held = getattr(view, name)
    if isinstance(held, list):
        held[fact.seat] = amount
    else:
        setattr(view, name, amount)


def _count(view: Any, fact: Fact, by: int, up: Sequence[str], down: Sequence[str]) -> None:
    for name in up:
        _put(view, fact, name, _get(view, fact, name) + by)
    for name in down:
        _put(view, fact, name, _get(view, fact, name) - by)
