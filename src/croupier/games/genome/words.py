"""Genome games in words: sentences about what happened."""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.showing.cast import Cast
from croupier.kernel.vocabulary.cards import UNKNOWN, format_card, format_cards
from croupier.kernel.vocabulary.events import Fact

from .machine import events

ACTS = (
    *(events.AntePosted, events.Posted, events.Checked, events.BetPlaced, events.Called, events.Raised),
    *(events.WentAllIn, events.Folded, events.CardsPlayed, events.PlayedToTrick, events.CardsCaptured),
    *(events.CardsDiscarded, events.CardsThrownAway, events.Drew, events.TookDiscard, events.Passed),
    *(events.CouldNotPlay, events.TrickWon, events.PotAwarded, events.HandWon),
)
"""What seats do, and its immediate results."""
OPENINGS = (events.HandStarted, events.CardsTurnedUp)

MEANS = {
    "CHECK": "stay in without paying",
    "BET": "make the first bet of the round",
    "CALL": "pay the price and stay in",
    "RAISE": "the number is your total in this round of betting, not what you add to it",
    "FOLD": "give up this hand and what you have put in",
}


def _cards(fact: Fact) -> str:
    """The cards of a fact, or their number if the viewer may not see them."""
    cards = getattr(fact, "cards", ())
    known = [card for card in cards if card != UNKNOWN]
    hidden = len(cards) - len(known)
    counted = "a card" if hidden == 1 else f"{hidden} cards"
    return " and ".join([counted] * (hidden > 0) + [format_cards(known)] * bool(known))


_TELL: dict[type[Fact], Callable[..., str]] = {
    events.HandStarted: lambda f, c: f"Hand {f.number}: {c.does(f.seat, 'start')}",
    events.AntePosted: lambda f, c: c.does(f.seat, "ante", f"{f.chips:,}"),
    events.Posted: lambda f, c: c.does(f.seat, "post", f"{f.chips:,}"),
    events.CardsDealt: lambda f, c: c.does(f.seat, "be", f"dealt {_cards(f)}"),
    events.CardsTurnedUp: lambda f, c: f"Community: {format_cards(f.cards)}",
    events.DiscardsTurnedUp: lambda f, c: f"Discard pile: {format_cards(f.cards)}",
    events.DeckRefilled: lambda f, c: f"{f.number} discarded cards are shuffled into the deck",
    events.Checked: lambda f, c: c.does(f.seat, "check"),
    events.BetPlaced: lambda f, c: c.does(f.seat, "bet", f"{f.total:,}"),
    events.Called: lambda f, c: c.does(f.seat, "call", f"{f.chips:,}"),
    events.Raised: lambda f, c: c.does(f.seat, "raise", f"to {f.total:,}"),
    events.WentAllIn: lambda f, c: c.does(f.seat, "go", f"all-in with {f.chips:,}"),
    events.Folded: lambda f, c: c.does(f.seat, "fold"),
    events.BetReturned: lambda f, c: f"{f.chips:,} uncalled go back to {c.name(f.seat)}",
    events.CardsPlayed: lambda f, c: c.does(f.seat, "play", _cards(f)),
    events.PlayedToTrick: lambda f, c: c.does(f.seat, "play", _cards(f)),
    events.CardsCaptured: lambda f, c: c.does(f.seat, "lay", f"down {_cards(f)}"),
    events.CardsDiscarded: lambda f, c: c.does(f.seat, "discard", _cards(f)),
    events.CardsThrownAway: lambda f, c: c.does(f.seat, "discard", f"{_cards(f)} face down"),
    events.Drew: lambda f, c: c.does(f.seat, "draw"),
    events.TookDiscard: lambda f, c: c.does(f.seat, "take", f"{format_card(f.card)} from the discard pile"),
    events.Passed: lambda f, c: c.does(f.seat, "pass"),
    events.CouldNotPlay: lambda f, c: c.does(f.seat, "have", "nothing that fits"),
    events.TrickWon: lambda f, c: c.does(f.seat, "take", "the trick"),
    events.HandShown: lambda f, c: c.does(f.seat, "show", format_cards(f.cards)),
    events.PotAwarded: lambda f, c: c.does(f.seat, "win", f"{f.chips:,}"),
    events.PointsScored: lambda f, c: c.does(f.seat, "score", f"{f.points:+}"),
    events.HandWon: lambda f, c: c.does(f.seat, "win", "the hand"),
    events.Eliminated: lambda f, c: c.does(f.seat, "be", "out"),
    events.TimeRanOut: lambda f, c: c.does(f.seat, "run", "out of time"),
    events.TurnsRanOut: lambda f, c: f"all {f.number:,} turns of the hand are used up",
    events.StepsRanOut: lambda f, c: f"the session ends here, after {f.number:,} steps",
}


def tell(fact: Fact, cast: Cast) -> str:
    """A fact as a clause; turns, gathered bets and the like are not told."""
    return _TELL[type(fact)](fact, cast) if type(fact) in _TELL else ""
