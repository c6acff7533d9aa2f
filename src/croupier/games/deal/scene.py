"""The Deal's additions to a Scene: cards and their effects, Evidence against Cover, the Heat, options in words."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from croupier.kernel.contract.words import ZoneWords
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.questions import each_choice
from croupier.kernel.showing.scene import Card, Choice, Mark, Meter, Scene, Seat, Zone

from .decks import OWNERS, names_of
from .records import (
    BETTING,
    BETWEEN,
    BY_BUST,
    BY_CARDS,
    BY_HANDS,
    DECISION,
    HAND,
    NARC,
    NO_CARD,
    OVER,
    PLAYER,
    READY,
    SEATS,
    TABLE,
    View,
)
from .traits import CONVICTION, INSURANCE, LOCATION, PRODUCT, kind_of, value_of
from .words import KIND_NAMES, lines_of, raises_left

ZONES = (
    *(ZoneWords("deck", seat) for seat in range(SEATS)),
    *(ZoneWords("hand", seat) for seat in range(SEATS)),
    *(ZoneWords("face down", seat) for seat in range(SEATS)),
    ZoneWords("turned up"),
    ZoneWords("spent cards"),
    ZoneWords("box", drawn=False),
)
PHASES = {BETTING: "Betting", DECISION: "Decision Point"}
CLAUSES = {BETTING: "Betting", BETWEEN: "The run", READY: "The run", OVER: "The run"}
BETWEEN_HANDS = (BETWEEN, READY, OVER)
SCALE = 100
"""The end of meters, unless a value is larger."""


def face(view: View, card: int) -> Card:
    """A card with its effects, and the deck that it is from."""
    owner = next(seat for seat in range(SEATS) if card < view.first[seat + 1])
    trait = view.trait[card]
    return Card(
        name=names_of(view.deck).card_name(card),
        kind=KIND_NAMES[kind_of(trait)],
        lines=lines_of(trait),
        deck=OWNERS[owner],
        by=owner,
    )


def add_to_scene(scene: Scene, view: View, cast: Cast) -> Scene:
    """A Scene with the details of the Deal."""
    return replace(
        scene,
        phase=_phase(view),
        zones=tuple(_zone(zone, view) for zone in scene.zones),
        seats=tuple(_seat(seat, view) for seat in scene.seats),
        meters=tuple(_meters(view)),
        clause=CLAUSES.get(view.phase, "A hand"),
        question=each_choice(scene.question, lambda choice: _choice(choice, view), _asks(view)),
        over=_ended(view, cast) if scene.over else "",
    )


def _phase(view: View) -> str:
    if view.phase in BETWEEN_HANDS:
        return f"After hand {view.hands}"
    return f"Hand {view.hands + 1} · Round {view.round} of {view.rounds} · {PHASES.get(view.phase, 'Drawing')}"


def _zone(zone: Zone, view: View) -> Zone:
    """A zone with backs of the right deck; on the table, with the seat that played each card and the replaced cards."""
    if zone.id == TABLE:
        start = view.cards.first[TABLE]
        return replace(zone, cards=tuple(_lying(card, view, start + at) for at, card in enumerate(zone.cards)))
    if zone.owner < 0:
        return zone
    return replace(zone, cards=tuple(replace(card, deck=OWNERS[zone.owner], by=-1) for card in zone.cards))


def _lying(card: Card, view: View, at: int) -> Card:
    number = view.cards.row[at]
    active = (view.product, view.location, view.insurance, view.conviction)
    alone = kind_of(view.trait[number]) in (PRODUCT, LOCATION, INSURANCE, CONVICTION)
    return replace(card, marks=("replaced",)) if alone and number not in active else card


def _seat(seat: Seat, view: View) -> Seat:
    number, playing = seat.seat, view.phase not in BETWEEN_HANDS
    out = playing and not view.live >> number & 1
    marks = [
        mark
        for mark, has in (
            ("folded", out and not seat.last),
            ("all-in", view.all_in >> number & 1),
            ("has initiative", view.holder == number),
        )
        if has
    ]
    return replace(seat, marks=tuple(marks), out=out, last=seat.last if playing else "")


def _meters(view: View) -> list[Meter]:
    meters = []
    if view.phase not in BETWEEN_HANDS:
        most = max(SCALE, view.evidence, view.cover)
        bust = Mark(value=view.cover, label="bust above")
        meters = [
            Meter(label="Evidence", value=view.evidence, most=most, marks=(bust,), verdict=_verdict(view)),
            Meter(label="Cover", value=view.cover, most=most),
        ]
    meters.append(_heat(view))
    if view.phase not in BETWEEN_HANDS:
        meters.append(Meter(label="Profit", value=view.profit, verdict="" if view.profit else "no Product yet"))
    meters.append(Meter(label="Cash", value=view.cash))
    if view.phase == BETTING:
        meters.append(Meter(label="Raises left", value=view.raises_left))
    return meters


def _verdict(view: View) -> str:
    """The meaning of the present Evidence and Cover."""
    over = view.evidence - view.cover
    if over <= 0:
        return f"{-over} to spare: safe as it stands" if over else "even: safe as it stands"
    if view.insurance != NO_CARD and not _convicted(view):
        cost = value_of(view.trait[view.insurance])
        if view.cash >= cost:
            return f"{over} over: {names_of(view.deck).card_name(view.insurance)} would pay {cost:,} and save it"
    return f"{over} over: a bust as it stands"


def _convicted(view: View) -> bool:
    """Whether a Conviction is in force."""
    return view.conviction != NO_CARD and value_of(view.trait[view.conviction]) <= view.projected


def _heat(view: View) -> Meter:
    """The run's Heat, its value with this hand, and the thresholds of Convictions."""
    marks = {}
    for card in range(view.first[NARC], view.first[NARC + 1]):
        if kind_of(view.trait[card]) == CONVICTION:
            marks[value_of(view.trait[card])] = names_of(view.deck).card_name(card)
    most = max([SCALE, view.heat, view.projected, *marks])
    soon = [Mark(value=view.projected, label="this hand")] if view.projected != view.heat else []
    named = [Mark(value=value, label=marks[value]) for value in sorted(marks)]
    verdict = f"{names_of(view.deck).card_name(view.conviction)} is in force" if _convicted(view) else ""
    return Meter(label="Heat", value=view.heat, most=most, marks=(*soon, *named), verdict=verdict)


def _asks(view: View) -> str:
    if view.phase == BETTING:
        return f"Check, raise or fold: {raises_left(view.raises_left)}."
    if view.phase == DECISION:
        return f"All cards of round {view.round} are turned up. Do you stay in?"
    return f"Hand {view.hands} is over. Another hand, or home?"


def _choice(choice: Choice, view: View) -> Choice:
    changes: dict[str, Any] = {}
    if choice.name == "RAISE":
        last = view.cards.count[HAND + view.seat] == 1
        changes = {"words": "Raise with a card", "costly": "It is your last card in this round." if last else ""}
    elif choice.name == "FOLD":
        changes = {"costly": _fold_costs(view) if view.phase == BETTING else ""}
    elif choice.name == "CONTINUE":
        on = f"Play on, {view.cash:,} at stake" if view.phase == BETWEEN else f"Go on to round {view.round + 1}"
        changes = {"words": on}
    elif choice.name == "GO_HOME":
        changes = {"words": f"Go home with {view.cash:,}", "costly": "That ends the run."}
    return replace(choice, **changes)


def _fold_costs(view: View) -> str:
    if view.seat == PLAYER and view.profit:
        return f"Checking is free, and folding gives up a profit of {view.profit:,}."
    return "Checking is free."


def _ended(view: View, cast: Cast) -> str:
    if view.ending == BY_BUST:
        return cast.sentence(f"{cast.does(PLAYER, 'be', 'bust')}, and the run's cash is lost")
    home = cast.does(PLAYER, "go", f"home with {view.cash:,}")
    why = {BY_CARDS: "Too few cards are left: ", BY_HANDS: "That was the last hand: "}.get(view.ending, "")
    return cast.sentence(f"{why}{home}")
