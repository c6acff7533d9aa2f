"""Scenes of any match, made from what a viewer may know: its sight of the ledger, its view and its decision.

Fields of a view with these names are understood: `stack`, `bet` and `points` of each seat, `pot` (one number, or the
chips of each seat), `live` (a set of seats: the others are out), `actor`, and `cards`. A game adds its own details
(`Words.scene`); for a game that adds nothing, every other integer field is shown by its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..contract.game import Decision, Game, Outcome, State
from ..contract.words import ZoneWords
from ..language.records import fields_of
from ..vocabulary.cards import UNKNOWN
from ..vocabulary.ledger import row_of
from .cast import Cast
from .questions import question_of
from .results import with_exit
from .scene import PILE, ROW, Card, Meter, Pot, Scene, Seat, Zone
from .text import face_up

NOT_DEALT = "not dealt"
"""The mark of a card that would have come."""
UNDERSTOOD = frozenset({"seat", "seats", "hands", "stack", "bet", "points", "pot", "live", "actor", "cards"})


class Heard(NamedTuple):
    """What a viewer has been told: the last sentence, and the last act of each seat in this part of the hand; when a
    hand has been won, the chips that each winner got, those that each seat had put in, and who is out of the match."""

    sentence: str = ""
    acts: Mapping[int, str] = MappingProxyType({})
    won: Mapping[int, int] = MappingProxyType({})
    put_in: Sequence[int] = ()
    out: frozenset[int] = frozenset()


NOTHING = Heard()


def scene(game: Game, state: State, cast: Cast, heard: Heard = NOTHING) -> Scene:
    """The table as the viewer of a cast sees it."""
    decision = None if cast.seat is None else game.decision(state, cast.seat)
    return _scene(game, game.view(state, cast.eyes), state.table.seats, cast, heard, decision, game.outcome(state))


def scene_face_up(game: Game, state: State, cast: Cast, heard: Heard = NOTHING) -> Scene:
    """The table with every card face up, as no player saw it."""
    return _scene(game, face_up(state), state.table.seats, cast, heard, None, game.outcome(state))


def scene_between(game: Game, view: Any, seats: int, cast: Cast, heard: Heard = NOTHING) -> Scene:
    """The table between two states, from a view that was followed from fact to fact: it has no question."""
    return _scene(game, view, seats, cast, heard, None, None)


def foreseen(made: Scene, asked: Seat, zone: int, names: Sequence[str]) -> Scene:
    """The Scene after a hand, with cards that would have come beside those that lie in a zone; `asked` is who asked."""
    cards = tuple(Card(name, marks=(NOT_DEALT,)) for name in names)
    zones = tuple(replace(one, cards=one.cards + cards) if one.id == zone else one for one in made.zones)
    return replace(made, zones=zones, sentence=told_ahead("" if asked.you else asked.name, names))


def told_ahead(asked: str, names: Sequence[str]) -> str:
    """The cards that would have come, in a sentence; `asked` is "" for the viewer."""
    return f"{f'{asked} asks' if asked else 'You ask'} what would have come: {' '.join(names)}."


def _scene(
    game: Game,
    view: Any,
    seats: int,
    cast: Cast,
    heard: Heard,
    decision: Decision | None,
    outcome: Outcome | None,
) -> Scene:
    fields = {field.name for field in fields_of(game.View)} - ({"actor"} if outcome else set())
    made = Scene(
        game=game.name,
        title=game.title,
        eyes=-1 if cast.seat is None else cast.seat,
        phase=f"Hand {view.hands + (outcome is None)}" if "hands" in fields else "",
        sentence=heard.sentence,
        zones=tuple(_zones(game, view, seats)) if "cards" in fields else (),
        seats=tuple(_seat(view, seat, cast, heard, fields) for seat in range(seats)),
        pots=_pots(view),
        meters=() if game.words.scene else tuple(_meters(view)),
        question=question_of(game, view, decision) if decision else None,
        winners=_winners(outcome, seats) if outcome else (),
        over=_ended(_winners(outcome, seats), cast) if outcome else "",
    )
    made = game.words.scene(made, view, cast) if game.words.scene else made
    return with_exit(made, cast, heard.out)


def _zones(game: Game, view: Any, seats: int) -> list[Zone]:
    """All zones that are drawn; zones of seats beyond the table's number of seats are not."""
    cards, made = view.cards, []
    for zone in range(len(cards.count)):
        words = game.words.zones[zone] if zone < len(game.words.zones) else ZoneWords(f"zone {zone}")
        if words.drawn and words.owner < seats:
            count, room = cards.count[zone], cards.first[zone + 1] - cards.first[zone]
            made.append(
                Zone(
                    id=zone,
                    label=words.label,
                    owner=words.owner,
                    lies=ROW if room else PILE,
                    cards=tuple(_card(game, view, card) for card in row_of(cards, zone)),
                    count=count,
                )
            )
    return made


def _card(game: Game, view: Any, card: int) -> Card:
    if card == UNKNOWN:
        return Card()
    return game.words.face(view, card) if game.words.face else Card(name=game.words.card_name(card))


def _seat(view: Any, seat: int, cast: Cast, heard: Heard, fields: set[str]) -> Seat:
    return Seat(
        seat=seat,
        name=cast.plate(seat),
        id=cast.identity(seat),
        role=cast.role(seat),
        you=cast.is_you(seat),
        chips=view.stack[seat] if "stack" in fields else None,
        bet=view.bet[seat] if "bet" in fields else 0,
        points=view.points[seat] if "points" in fields else None,
        out="live" in fields and not view.live >> seat & 1,
        gone={"stack", "pot", "live"} <= fields and _is_gone(view, seat),
        to_act="actor" in fields and view.actor == seat,
        last=heard.acts.get(seat, ""),
        wins=seat in heard.won,
        won=_gain(heard, seat),
    )


def _gain(heard: Heard, seat: int) -> int:
    """The chips that a seat has won in this hand, less those that it put in."""
    chips = heard.won.get(seat, 0)
    return chips - heard.put_in[seat] if chips and heard.put_in else chips


def _is_gone(view: Any, seat: int) -> bool:
    """Whether a seat is out of the match: it has no chips, others have some, and it is in no pot."""
    pot = any(pot.chips for pot in _pots(view))
    return any(view.stack) and not view.stack[seat] and not (pot and view.live >> seat & 1)


def _pots(view: Any) -> tuple[Pot, ...]:
    pot = getattr(view, "pot", 0)
    chips = pot if isinstance(pot, int) else sum(pot)
    return (Pot(chips=chips),) if chips else ()


def _meters(view: Any) -> list[Meter]:
    """The fields of a view that nothing else shows, by their names."""
    return [
        Meter(label=field.name.replace("_", " "), value=value)
        for field in fields_of(type(view))
        if field.name not in UNDERSTOOD and isinstance(value := getattr(view, field.name), int)
    ]


def _winners(outcome: Outcome, seats: int) -> tuple[int, ...]:
    """The winners of a match, by the scores of the players at the table."""
    scores = outcome.scores[:seats]
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


def _ended(winners: Sequence[int], cast: Cast) -> str:
    """The winners in a sentence."""
    if len(winners) == 1:
        return cast.sentence(cast.does(winners[0], "win", "the match"))
    *first, last = map(cast.name, winners)
    return cast.sentence(f"{', '.join(first)} and {last} share the match")
