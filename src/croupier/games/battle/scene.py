"""The Battle's additions to a Scene: HP, the layouts of this round and of the last, and the effects of cards."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from croupier.kernel.contract.words import ZoneWords
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.questions import each_choice
from croupier.kernel.showing.scene import PLACES, Card, Choice, Meter, Scene, Seat, Zone
from croupier.kernel.vocabulary.cards import UNKNOWN

from . import words
from .layouts import NAMES, card_kind
from .records import PLACES as ROOM
from .records import SEATS, View
from .records import ZONES as LEDGER_ZONES
from .steps import BLOW, CURE

ZONES = (ZoneWords("box", drawn=False), *(ZoneWords("hand", seat) for seat in range(SEATS)))
LAID, SHOWN = LEDGER_ZONES, LEDGER_ZONES + SEATS
"""Zones of the Scene beyond those of the ledger: what each seat lays in this round, and what it laid in the last."""
EFFECTS = (
    f"Takes {BLOW} HP, if not met by defense or counter",
    "Stops an attack",
    f"Gives {CURE} HP, before any attack",
    f"Turns an attack back: it takes {BLOW} HP from the attacker",
)
OPTIONS: dict[str, dict[str, Any]] = {
    "CONFIRM": {"words": "Confirm a layout"},
    "DRAFT": {"words": "Lay cards without confirming"},
    "TOUCH": {"words": "Say that you are there"},
    "LEAVE": {"words": "Leave the match", "costly": "Leaving loses the match."},
}


def face(view: View, card: int) -> Card:
    """A card by its kind: equal cards are not told apart."""
    kind = card_kind(card)
    return Card(name=kind, lines=(EFFECTS[NAMES.index(kind)],))


def add_to_scene(scene: Scene, view: View, cast: Cast) -> Scene:
    """A Scene with the details of the Battle."""
    hands = tuple(replace(zone, cards=_short(zone)) if zone.owner != view.seat else zone for zone in scene.zones)
    laid = () if view.over or _between(view) else tuple(_layout(view, seat) for seat in range(SEATS))
    shown = tuple(_zone(SHOWN + seat, "laid last", seat, _laid_last(view, seat)) for seat in range(SEATS))
    return replace(
        scene,
        phase=_phase(view),
        zones=(*hands, *laid, *(shown if view.hands else ())),
        seats=tuple(_seat(seat, view) for seat in scene.seats),
        meters=tuple(Meter(label="HP", value=view.hp[seat], owner=seat, most=view.max_hp) for seat in range(SEATS)),
        clause="The end" if view.over else "A round",
        question=each_choice(scene.question, _choice, _asks(view)),
        over=cast.sentence(words.ending(view.winner, view.reason, cast)) if view.over else "",
    )


def _between(view: View) -> bool:
    """Whether a round has been turned up and the next has not begun."""
    return view.hands == view.round


def _phase(view: View) -> str:
    if view.sudden_death:
        return f"Round {view.round} · Sudden death"
    return f"Round {view.round} of {view.rounds}"


def _short(zone: Zone) -> tuple[Card, ...]:
    return tuple(replace(card, lines=()) for card in zone.cards)


def _layout(view: View, seat: int) -> Zone:
    """What a seat has laid: the viewer's own cards, and for the other seat always three backs, laid or not."""
    if seat != view.seat:
        return Zone(id=LAID + seat, label="lays", owner=seat, lies=PLACES, cards=(Card(),) * ROOM, count=ROOM)
    if view.confirmed:
        return _zone(LAID + seat, "confirmed", seat, view.layout)
    return _zone(LAID + seat, "drafted" if view.touched else "lays", seat, view.draft)


def _laid_last(view: View, seat: int) -> list[int]:
    """What a seat laid, as far as it is turned up; the viewer's own cards in full."""
    if seat != view.seat or not _between(view):
        return view.last[seat]
    laid = view.layout if view.confirmed else view.draft
    return [own if turned == UNKNOWN else turned for turned, own in zip(view.last[seat], laid, strict=True)]


def _zone(number: int, label: str, seat: int, cards: list[int]) -> Zone:
    lying = tuple(Card(name="" if card == UNKNOWN else words.face(card)) for card in cards)
    return Zone(id=number, label=label, owner=seat, lies=PLACES, cards=lying, count=len(cards))


def _seat(seat: Seat, view: View) -> Seat:
    warned = seat.seat == view.seat and view.absent
    return replace(
        seat,
        chips=view.tokens[seat.seat] if view.over else None,
        out=view.hp[seat.seat] == 0,
        marks=("absent once more, you lose",) if warned else (),
    )


def _asks(view: View) -> str:
    if view.confirmed:
        return "You have confirmed. Until both have, or time is up, you may confirm something else."
    return f"Lay a card, or none, into each of the {ROOM} places."


def _choice(choice: Choice) -> Choice:
    return replace(choice, **OPTIONS.get(choice.name, {}))
