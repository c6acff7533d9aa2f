"""The Battle in words: cards by their kinds, and what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.kernel.showing.cast import Cast
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import GAP
from croupier.kernel.vocabulary.turns import NOBODY

from . import events
from .layouts import card_kind
from .records import DISCONNECT, NORMAL, TIMEOUT_REASON

REASONS = {NORMAL: "normal", TIMEOUT_REASON: "timeout", DISCONNECT: "disconnect"}
"""Why a match ended, by name."""
OPENINGS = (events.RoundStarted,)

MEANS = {
    "CONFIRM": "the cards lie in this order in the three places; the last layout that you confirm counts",
    "DRAFT": "the same, but it counts only if you confirm nothing",
}


def face(card: int) -> str:
    """A card by its kind; "-" for an empty place, "??" for a card that is not known."""
    return "-" if card == GAP else "??" if card == UNKNOWN else card_kind(card)


def listed(cards: Sequence[int]) -> str:
    """Cards as a sentence names them: "attack, nothing, heal"."""
    return ", ".join("nothing" if card == GAP else face(card) for card in cards)


def ending(winner: int, reason: int, cast: Cast) -> str:
    """How a match ended, in words: one player won, both drew, or both lost."""
    why = {TIMEOUT_REASON: " by absence", DISCONNECT: " because the other is gone"}.get(reason, "")
    if winner >= 0:
        return cast.does(winner, "win", f"the match{why}")
    return "the match is a draw" if reason == NORMAL else "both were absent and lose the match"


def _met(fact: events.StepRevealed, cast: Cast) -> str:
    """A step as a clause, the viewer's own card first."""
    first, second = (1, 0) if cast.is_you(1) else (0, 1)
    cards = ["empty place" if card == GAP else face(card) for card in fact.cards]
    return f"Step {fact.step + 1}: {cast.whose(first)} {cards[first]} meets {cast.whose(second)} {cards[second]}"


_TELL: dict[type[Fact], Callable[..., str]] = {
    events.StakePaid: lambda f, c: c.does(f.seat, "stake", f.tokens),
    events.HandTaken: lambda f, c: c.does(f.seat, "hold", listed(f.cards)),
    events.RoundStarted: lambda f, c: f"Round {f.number}",
    events.LayoutDrafted: lambda f, c: c.does(f.seat, "draft", listed(f.cards)),
    events.LayoutConfirmed: lambda f, c: c.does(f.seat, "confirm", listed(f.cards)),
    events.StepRevealed: _met,
    events.Healed: lambda f, c: c.does(f.seat, "heal", f"to {f.hp} HP"),
    events.Struck: lambda f, c: c.does(f.seat, "be", f"struck and {c.also(f.seat, 'have', f'{f.hp} HP')}"),
    events.RoundEnded: lambda f, c: f"Round {f.number} is over",
    events.SuddenDeathStarted: lambda f, c: "Equal HP: sudden death",
    events.PlayerLeft: lambda f, c: c.does(f.seat, "be", "gone"),
    events.PotAwarded: lambda f, c: c.does(f.seat, "get", f.tokens),
    events.PotBurnt: lambda f, c: f"The pot of {f.tokens} burns",
    events.MatchWon: lambda f, c: ending(f.seat, f.reason, c),
    events.MatchDrawn: lambda f, c: ending(NOBODY, f.reason, c),
    events.BothLost: lambda f, c: ending(NOBODY, f.reason, c),
    events.AbsenceCounted: lambda f, c: c.does(f.seat, "have", "been absent for a round") if f.rounds else "",
}


def tell(fact: Fact, cast: Cast) -> str:
    """A fact as a clause; proved cards and signs of life are not told."""
    return _TELL[type(fact)](fact, cast) if type(fact) in _TELL else ""
