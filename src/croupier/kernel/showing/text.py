"""A match in words: what a seat sees and what it is told, for every game.

A game may bring a nicer way to show its table (`render`) and to tell what happened (`tell`); this is what everybody
who shows a match calls, and what a game without them gets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ..contract.game import Game, State
from ..language.records import fields_of
from ..vocabulary.cards import UNKNOWN
from ..vocabulary.events import Events, Fact, Row
from ..vocabulary.turns import PUBLIC

Naming = Callable[[int], str]


def seat_name(seat: int) -> str:
    """ "seat 2"."""
    return f"seat {seat}"


def tell(game: Game, fact: Fact, name: Naming = seat_name) -> str:
    """A fact as a sentence; none ("") if it is not worth one.

    `name` says who sits in a seat, where the game has no words of its own.
    """
    return game.words.tell(fact) if game.words.tell else _plainly(game, fact, name)


def show(game: Game, view: Any) -> str:
    """A view as text."""
    return game.words.render(view) if game.words.render else _fields(game, view)


def with_names(text: str, names: Sequence[str]) -> str:
    """A sentence that speaks of seats, with the names of those who sit there."""
    return re.sub(r"\bseat (\d+)\b", lambda found: _named(found[0], int(found[1]), names), text)


def table_with_names(text: str, names: Sequence[str], own: int | None = None) -> str:
    """A table whose lines begin with seats ("seat 2", or "you" in one's own), with names in a column of their own."""
    wide = max(map(len, names))

    def name(found: re.Match[str]) -> str:
        seat = own if found[2] is None else int(found[2])
        return found[1] + (found[0][len(found[1]) :] if seat is None else _named(found[0], seat, names).ljust(wide))

    return re.sub(r"(?m)^(\W*)(?:seat (\d+)|you   )", name, text)


def _named(text: str, seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) else text


def face_up(state: State) -> Any:
    """What a spectator would see if every card lay face up."""
    if state.game.has_cards:
        state = state.copy()
        state.table.cards.known = [PUBLIC] * len(state.table.cards.known)
    return state.game.view(state, None)


def told_face_up(events: Events) -> list[Fact]:
    """All that happened, once: of an event that several audiences were told differently, what the best informed was."""
    rows = events.rows
    return [events.table[row.kind].of(row) for row in rows if not any(_tells_more(other, row) for other in rows)]


def _tells_more(one: Row, other: Row) -> bool:
    """Whether a row is the same event as another for an audience that knows more of its cards."""
    same = (one.kind, one.seat, one.amount) == (other.kind, other.seat, other.amount)
    return same and not one.audience & other.audience and one.cards.count(UNKNOWN) < other.cards.count(UNKNOWN)


def _card(game: Game, card: int) -> str:
    return "??" if card == UNKNOWN else game.words.card_name(card)


def _plainly(game: Game, fact: Fact, name: Naming) -> str:
    """A fact by its name, who, and its values."""
    words = re.sub(r"(?<!^)([A-Z])", r" \1", type(fact).__name__).lower()
    parts = []
    for field in fact.__struct_fields__:
        value = getattr(fact, field)
        if field == "card":
            parts.append(_card(game, value))
        elif field == "cards":
            parts += [_card(game, card) for card in value]
        elif field != "seat":
            parts.append(f"{field} {value}")
    who = f"{name(fact.seat)}: " if hasattr(fact, "seat") else ""
    return f"{who}{words} {' '.join(parts)}".rstrip()


def _fields(game: Game, view: Any) -> str:
    """A view field by field."""
    lines = []
    for field in fields_of(type(view)):
        value = getattr(view, field.name)
        if field.name == "cards":
            for zone, name in enumerate(game.words.zones):
                start, held = value.first[zone], value.count[zone]
                room = value.first[zone + 1] - start
                cards = [_card(game, card) for card in value.row[start : start + held]]
                lines.append(f"  {name:16} {' '.join(cards) if room else held}")
        else:
            lines.append(f"  {field.name:16} {value}")
    return "\n".join(lines)
