"""The Deal in words: what cards do, and sentences about what happened."""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.showing.cast import Cast
from croupier.kernel.vocabulary.events import Fact

from . import events
from .decks import current_name
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

ROLES = ("the Narc", "the Customer", "the Player")
KIND_NAMES = ("", "Product", "Location", "Cover", "Evidence", "Modifier", "Insurance", "Conviction")
ACTS = (events.Checked, events.Raised, events.Folded, events.Continued)
OPENINGS = (events.HandStarted, events.RoundStarted)
MEANS = {
    "CHECK": "stay in without playing a card, also after a raise",
    "RAISE": "play one card of your hand face down; it stays on the table",
    "FOLD": "leave this hand",
}


def lines_of(trait: int) -> tuple[str, ...]:
    """The effects of a card, line by line: "Evidence +10", "Cover +30", "Heat −5"."""
    kind, value = kind_of(trait), value_of(trait)
    lines = []
    if kind == PRODUCT:
        lines.append(f"Price {value:,}")
    elif kind == MODIFIER and value != PLAIN_MULTIPLIER:
        lines.append(f"Price ×{value // 10}.{value % 10}")
    elif kind == CONVICTION:
        lines.append(f"From Heat {value} no insurance helps")
    for word, points in (("Evidence", evidence_of(trait)), ("Cover", cover_of(trait))):
        if points:
            lines.append(f"{word} {signed(points)}")
    if kind == INSURANCE:
        lines.append(f"Pays once for {value:,}, then Heat {signed(heat_of(trait))}")
    elif heat_of(trait):
        lines.append(f"Heat {signed(heat_of(trait))}")
    return tuple(lines or ["No effect"])


def signed(points: int) -> str:
    """ "+5", "−5", "0"."""
    return f"{points:+}".replace("-", "−") if points else "0"


def raises_left(raises: int) -> str:
    """ "2 raises left"."""
    return {0: "that was the last raise", 1: "1 raise left"}.get(raises, f"{raises} raises left")


Clause = Callable[[Fact, Cast], str]


def teller(name: Callable[[int], str]) -> Clause:
    """A function that tells facts as clauses, with `name` for the names of cards."""

    def raised(fact: events.Raised, cast: Cast) -> str:
        card = "a card" if fact.card < 0 else name(fact.card)
        return cast.does(fact.seat, "raise", f"with {card}; {raises_left(fact.raises_left)}")

    def folded(fact: events.Folded, cast: Cast) -> str:
        gone = f"; {fact.discarded} face down are discarded unseen" if fact.discarded else ""
        return f"{cast.does(fact.seat, 'fold')}{gone}"

    def drawn(fact: events.CardsDrawn, cast: Cast) -> str:
        unseen = fact.cards[0] < 0
        cards = f"{len(fact.cards)}" if unseen else ", ".join(name(card) for card in fact.cards)
        return cast.does(fact.seat, "draw", cards)

    def checked(fact: events.Checked, cast: Cast) -> str:
        return cast.does(fact.seat, "check", "automatically, all-in" if fact.automatic else "")

    def busted(fact: events.Busted, cast: Cast) -> str:
        return f"BUST: Evidence beats Cover, and {cast.does(fact.seat, 'lose', f'{fact.cash:,}')}"

    def home(fact: events.WentHome | events.RanOutOfCards | events.RanOutOfHands, cast: Cast) -> str:
        return cast.does(fact.seat, "go", f"home with {fact.cash:,}")

    telling: dict[type[Fact], Callable[..., str]] = {
        events.HandStarted: lambda f, c: f"Hand {f.number}",
        events.RoundStarted: lambda f, c: f"Round {f.number}",
        events.CardsDrawn: drawn,
        events.Checked: checked,
        events.Raised: raised,
        events.InitiativeTaken: lambda f, c: c.does(f.seat, "take", "initiative"),
        events.WentAllIn: lambda f, c: c.does(f.seat, "be", "all-in"),
        events.Folded: folded,
        events.CardFlipped: lambda f, c: c.does(f.seat, "turn", f"up {name(f.card)}"),
        events.Continued: lambda f, c: c.does(f.seat, "stay", f"in after round {f.round}"),
        events.PlayedOn: lambda f, c: c.does(f.seat, "play", f"on, with {f.cash:,} at stake"),
        events.HandAbandoned: lambda f, c: c.does(f.seat, "give", f"up the hand and a profit of {f.profit:,}"),
        events.Convicted: lambda f, c: f"{name(f.card)}: the Heat is at least {f.threshold}, and no insurance helps",
        events.InsurancePaid: lambda f, c: f"{name(f.card)} pays {f.cost:,} and saves the hand; it is burnt",
        events.ProfitBanked: lambda f, c: c.does(f.seat, "bank", f"{f.profit:,}"),
        events.HeatSet: lambda f, c: f"Heat is now {f.heat}",
        events.Busted: busted,
        events.WentHome: home,
        events.RanOutOfCards: lambda f, c: f"{c.does(f.seat, 'have', 'too few cards left')}: {home(f, c)}",
        events.RanOutOfHands: lambda f, c: f"That was the last hand: {home(f, c)}",
        events.TimeRanOut: lambda f, c: c.does(f.seat, "run", "out of time"),
        events.ProfitPrevented: lambda f, c: c.does(f.seat, "score", f"{f.profit:,}, a profit prevented"),
        events.BargainStruck: lambda f, c: c.does(f.seat, "score", f"{f.price:,}, a bargain"),
    }

    def tell(fact: Fact, cast: Cast) -> str:
        """A fact as a clause; totals and turns are not told."""
        return telling[type(fact)](fact, cast) if type(fact) in telling else ""

    return tell


tell = teller(current_name)
