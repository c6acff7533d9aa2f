"""Facts in words, for every game; and the view and the facts with every card face up."""

from __future__ import annotations

import re
from typing import Any

from ..contract.game import Game, State
from ..vocabulary.cards import UNKNOWN
from ..vocabulary.events import Events, Fact, Row
from ..vocabulary.turns import PUBLIC
from .cast import Cast, cast_for


def tell(game: Game, fact: Fact, cast: Cast | None = None) -> str:
    """A fact as a sentence; "" for a fact that is not told."""
    cast = cast or cast_for(game)
    return cast.sentence(game.words.tell(fact, cast) if game.words.tell else _plainly(game, fact, cast))


def face_up(state: State) -> Any:
    """The view of a spectator if every card lay face up."""
    if state.game.has_cards:
        state = state.copy()
        state.table.cards.known = [PUBLIC] * len(state.table.cards.known)
    return state.game.view(state, None)


def told_face_up(events: Events) -> list[Fact]:
    """All facts of a step, once each: of an event that audiences were told differently, the best informed version."""
    rows = events.rows
    return [events.table[row.kind].of(row) for row in rows if not any(_tells_more(other, row) for other in rows)]


def _tells_more(one: Row, other: Row) -> bool:
    """Whether a row is the same event as another for an audience that knows more of its cards."""
    same = (one.kind, one.seat, one.amount) == (other.kind, other.seat, other.amount)
    return same and not one.audience & other.audience and one.cards.count(UNKNOWN) < other.cards.count(UNKNOWN)


def _card(game: Game, card: int) -> str:
    return "??" if card == UNKNOWN else game.words.card_name(card)


def _plainly(game: Game, fact: Fact, cast: Cast) -> str:
    """A fact by the player, its name, and its values."""
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
    who = f"{cast.name(fact.seat)}: " if hasattr(fact, "seat") else ""
    return f"{who}{words} {' '.join(parts)}".rstrip()
