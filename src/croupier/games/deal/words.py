"""The Deal in words: the table as a person would lay it out, and what happened as a person would tell it."""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.vocabulary.events import Fact

from . import events
from .decks import Deck, current_name, names_of
from .records import BETTING, BETWEEN, DECISION, DECK, DOWN, HAND, OVER, PLAYER, READY, SEATS, TABLE, View
from .traits import (
    CONVICTION,
    INSURANCE,
    MODIFIER,
    PLAIN_MULTIPLIER,
    PRODUCT,
    cover_of,
    evidence_of,
    heat_of,
    kind_of,
    value_of,
)

SEAT_NAMES = ("Narc", "Customer", "Player")
KIND_NAMES = ("", "Product", "Location", "Cover", "Evidence", "Modifier", "Insurance", "Conviction")
PHASES = {
    BETTING: "betting",
    DECISION: "Decision Point",
    BETWEEN: "between hands",
    READY: "the run goes on",
    OVER: "the run is over",
}
BETWEEN_HANDS = (BETWEEN, READY, OVER)


def effect(trait: int) -> str:
    """What a card does: "Location, Evidence +10, Cover +30, Heat −5"."""
    kind, value = kind_of(trait), value_of(trait)
    parts = [KIND_NAMES[kind]]
    if kind == PRODUCT:
        parts.append(f"price {value}")
    elif kind == MODIFIER and value != PLAIN_MULTIPLIER:
        parts.append(f"price ×{value // 10}.{value % 10}")
    elif kind == CONVICTION:
        parts.append(f"from Heat {value} no insurance helps")
    for word, points in (("Evidence", evidence_of(trait)), ("Cover", cover_of(trait))):
        if points:
            parts.append(f"{word} {signed(points)}")
    if kind == INSURANCE:
        parts.append(f"pays once for {value}, then Heat {signed(heat_of(trait))}")
    elif heat_of(trait):
        parts.append(f"Heat {signed(heat_of(trait))}")
    return ", ".join(parts if len(parts) > 1 else [*parts, "no effect"])


def signed(points: int) -> str:
    """ "+5", "−5", "0"."""
    return f"{points:+}".replace("-", "−") if points else "0"


def raises_left(raises: int) -> str:
    """ "2 raises left"."""
    return {0: "that was the last raise", 1: "1 raise left"}.get(raises, f"{raises} raises left")


def render(view: View) -> str:
    """The table as one seat sees it."""
    deck = names_of(view.deck)
    lines = [_headline(view)]
    if view.phase in (BETTING, DECISION):
        profit = f"profit {view.profit:,}" if view.profit else "no profit yet"
        lines.append(
            f"  Evidence {view.evidence} against Cover {view.cover}   {profit}   Heat {signed(view.hand_heat)}"
        )
        lines += _table(view, deck)
    lines += ["  At the table:", *(_seat(view, seat) for seat in view.order)]
    if view.seat < SEATS and view.cards.count[HAND + view.seat]:
        lines.append("  Your hand:")
        for number, card in enumerate(_row(view, HAND + view.seat), 1):
            told = effect(view.trait[card]) if card >= 0 else ""
            lines.append(f"    {number} {deck.card_name(card):16} {told}".rstrip())
    return "\n".join(lines)


def _headline(view: View) -> str:
    if view.phase in BETWEEN_HANDS:
        where = f"After hand {view.hands}: {PHASES[view.phase]}"
    else:
        where = f"Hand {view.hands + 1}, round {view.round} of {view.rounds}: {PHASES.get(view.phase, 'drawing')}"
    heat = f"Heat {view.heat}"
    if view.projected != view.heat:
        heat += f", {view.projected} with this hand"
    raises = f"   {raises_left(view.raises_left)}" if view.phase == BETTING else ""
    return f"{where}{raises}   cash {view.cash:,}   {heat}"


def _table(view: View, deck: Deck) -> list[str]:
    active = (view.product, view.location, view.insurance, view.conviction)
    lines = ["  On the table:"] if view.cards.count[TABLE] else []
    for card in _row(view, TABLE):
        trait = view.trait[card]
        replaced = "" if card in active or not _only_last_counts(trait) else "  (replaced)"
        lines.append(f"    {_owner(view, card):9} {deck.card_name(card):16} {effect(trait)}{replaced}")
    return lines


def _only_last_counts(trait: int) -> bool:
    return KIND_NAMES[kind_of(trait)] in ("Product", "Location", "Insurance", "Conviction")


def _owner(view: View, card: int) -> str:
    return next(SEAT_NAMES[seat] for seat in range(SEATS) if card < view.first[seat + 1])


def _seat(view: View, seat: int) -> str:
    turn = ">" if seat == view.actor else " "
    marks = [f"{view.cards.count[HAND + seat]} in hand, {view.cards.count[DECK + seat]} in the deck"]
    if down := view.cards.count[DOWN + seat]:
        marks.append(f"{down} face down")
    if view.phase not in BETWEEN_HANDS and not view.live >> seat & 1:
        marks.append("folded")
    if view.all_in >> seat & 1:
        marks.append("all-in")
    if seat == view.holder:
        marks.append("has initiative")
    you = " (you)" if seat == view.seat else ""
    return f"  {turn} {SEAT_NAMES[seat] + you:15} {', '.join(marks)}"


def _row(view: View, zone: int) -> list[int]:
    start = view.cards.first[zone]
    return view.cards.row[start : start + view.cards.count[zone]]


def teller(name: Callable[[int], str]) -> Callable[[Fact], str]:
    """Tells facts as sentences, with the cards called as `name` says."""

    def seat(fact: Fact) -> str:
        return f"the {SEAT_NAMES[getattr(fact, 'seat', PLAYER)]}"

    def raised(fact: events.Raised) -> str:
        card = "a card" if fact.card < 0 else name(fact.card)
        return f"{seat(fact)} raises with {card} face down; {raises_left(fact.raises_left)}"

    def folded(fact: events.Folded) -> str:
        gone = f"; {fact.discarded} face down are discarded unseen" if fact.discarded else ""
        return f"{seat(fact)} folds{gone}"

    def drawn(fact: events.CardsDrawn) -> str:
        if fact.cards[0] < 0:
            return f"{seat(fact)} draws {len(fact.cards)}"
        return f"{seat(fact)} draws {', '.join(name(card) for card in fact.cards)}"

    telling: dict[type[Fact], Callable[..., str]] = {
        events.HandStarted: lambda f: f"— Hand {f.number} —",
        events.RoundStarted: lambda f: f"Round {f.number}",
        events.CardsDrawn: drawn,
        events.Checked: lambda f: f"{seat(f)} {'is all-in and checks' if f.automatic else 'checks'}",
        events.Raised: raised,
        events.InitiativeTaken: lambda f: f"{seat(f)} takes initiative",
        events.WentAllIn: lambda f: f"{seat(f)} is all-in",
        events.Folded: folded,
        events.CardFlipped: lambda f: f"{seat(f)} turns up {name(f.card)}",
        events.Continued: lambda f: f"{seat(f)} stays in after round {f.round}",
        events.PlayedOn: lambda f: f"{seat(f)} plays on, with {f.cash:,} at stake",
        events.HandAbandoned: lambda f: f"{seat(f)} gives up the hand and a profit of {f.profit:,}",
        events.Convicted: lambda f: f"{name(f.card)}: the Heat is at least {f.threshold}, and no insurance helps",
        events.InsurancePaid: lambda f: f"{name(f.card)} pays {f.cost:,} and saves the hand; it is burnt",
        events.ProfitBanked: lambda f: f"{seat(f)} banks {f.profit:,}",
        events.HeatSet: lambda f: f"Heat is now {f.heat}",
        events.Busted: lambda f: f"BUST: Evidence beats Cover, and {seat(f)} loses {f.cash:,}",
        events.WentHome: lambda f: f"{seat(f)} goes home with {f.cash:,}",
        events.RanOutOfCards: lambda f: f"{seat(f)} has too few cards left and goes home with {f.cash:,}",
        events.RanOutOfHands: lambda f: f"That was the last hand; {seat(f)} goes home with {f.cash:,}",
        events.TimeRanOut: lambda f: f"{seat(f)} runs out of time",
        events.ProfitPrevented: lambda f: f"{seat(f)} scores {f.profit:,}, a profit prevented",
        events.BargainStruck: lambda f: f"{seat(f)} scores {f.price:,}, a bargain",
    }

    def tell(fact: Fact) -> str:
        """A fact as a sentence; totals and turns go without saying."""
        if type(fact) not in telling:
            return ""
        sentence = telling[type(fact)](fact)
        return sentence[0].upper() + sentence[1:]

    return tell


tell = teller(current_name)
