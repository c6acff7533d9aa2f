"""The Battle in words: a match as one seat sees it, and what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import GAP

from . import events
from .layouts import card_kind
from .records import DISCONNECT, HAND, NORMAL, SEATS, TIMEOUT_REASON, View

REASONS = {NORMAL: "normal", TIMEOUT_REASON: "timeout", DISCONNECT: "disconnect"}
"""Why a match ended, by name."""


def face(card: int) -> str:
    """A card by its kind; "-" for an empty place, "??" for a card that is not known."""
    return "-" if card == GAP else "??" if card == UNKNOWN else card_kind(card)


def faces(cards: Sequence[int]) -> str:
    """Several cards by their kinds."""
    return " ".join(face(card) for card in cards)


def render(view: View) -> str:
    """The match as one seat sees it."""
    of = "sudden death" if view.sudden_death else f"of {view.rounds}"
    lines = [f"Round {view.round} ({of})   pot {view.pot}"]
    for seat in range(SEATS):
        start = view.cards.first[HAND + seat]
        name = "you   " if seat == view.seat else f"seat {seat}"
        hand = faces(view.cards.row[start : start + view.cards.count[HAND + seat]])
        last = f"   last laid {faces(view.last[seat])}" if view.hands else ""
        lines.append(f"   {name}  {view.hp[seat]:>2} HP  {hand}{last}")
    if view.confirmed:
        lines.append(f"   You have confirmed {faces(view.layout)}.")
    if view.absent:
        lines.append("   You were absent in the last round: absent once more, you lose.")
    return "\n".join(lines)


_TELL: dict[type[Fact], Callable[..., str]] = {
    events.StakePaid: lambda f: f"seat {f.seat} stakes {f.tokens}",
    events.HandTaken: lambda f: f"seat {f.seat} holds {faces(f.cards)}",
    events.RoundStarted: lambda f: f"— Round {f.number} —",
    events.LayoutDrafted: lambda f: f"seat {f.seat} drafts {faces(f.cards)}",
    events.LayoutConfirmed: lambda f: f"seat {f.seat} confirms {faces(f.cards)}",
    events.StepRevealed: lambda f: f"Step {f.step + 1}: {face(f.cards[0])} meets {face(f.cards[1])}",
    events.Healed: lambda f: f"seat {f.seat} heals to {f.hp}",
    events.Struck: lambda f: f"seat {f.seat} is struck and has {f.hp}",
    events.RoundEnded: lambda f: f"Round {f.number} is over",
    events.SuddenDeathStarted: lambda f: "Equal HP: sudden death",
    events.PlayerLeft: lambda f: f"seat {f.seat} is gone",
    events.PotAwarded: lambda f: f"seat {f.seat} gets {f.tokens}",
    events.PotBurnt: lambda f: f"The pot of {f.tokens} burns",
    events.MatchWon: lambda f: f"The match ends ({REASONS[f.reason]}): seat {f.seat} wins",
    events.MatchDrawn: lambda f: f"The match ends ({REASONS[f.reason]}): a draw",
    events.BothLost: lambda f: f"The match ends ({REASONS[f.reason]}): both lose",
    events.Touched: lambda f: "",
    events.PreparationEnded: lambda f: "",
    events.AbsenceCounted: lambda f: f"seat {f.seat} was absent" if f.rounds else "",
    events.CardProved: lambda f: "",
}


def tell(fact: Fact) -> str:
    """A fact as a sentence."""
    return _TELL[type(fact)](fact)
