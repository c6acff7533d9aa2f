"""The effects of the Battle's facts on a view. Stakes and hands are in the view from the beginning."""

from __future__ import annotations

from croupier.kernel.showing.effects import Count, Effects, Learn, Own, Set
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.menu import GAP

from . import events
from .records import EMPTY, HAND, PLACES, SEATS, View

FIELDS = (
    "hands",
    "round",
    "sudden_death",
    "hp",
    "pot",
    "tokens",
    "touched",
    "confirmed",
    "draft",
    "layout",
    "absent",
    "last",
    "shown",
    "winner",
    "reason",
    "over",
)


def empty_places(view: View, fact: events.RoundStarted) -> None:
    """A new round: nothing is laid."""
    view.draft, view.layout = [GAP] * PLACES, [GAP] * PLACES


def draft(view: View, fact: events.LayoutDrafted) -> None:
    """A seat's own draft."""
    view.draft = list(fact.cards)


def confirm(view: View, fact: events.LayoutConfirmed) -> None:
    """A seat's own layout."""
    view.layout = list(fact.cards)


def reveal(view: View, fact: events.StepRevealed) -> None:
    """Show a place of both seats; the later places are not seen yet."""
    for seat in range(SEATS):
        face = fact.cards[seat]
        view.last[seat][fact.step :] = [face] + [UNKNOWN] * (PLACES - fact.step - 1)
        view.shown[seat][fact.step][EMPTY if face == GAP else face] += 1


EFFECTS = Effects(
    FIELDS,
    {
        events.RoundStarted: (Set("round", "number"), Set("touched", 0), Set("confirmed", 0), empty_places),
        events.LayoutDrafted: (Set("touched", 1), draft),
        events.LayoutConfirmed: (Set("touched", 1), Set("confirmed", 1), confirm),
        events.Touched: (Set("touched", 1),),
        events.PreparationEnded: (Set("hands", "number"),),
        events.AbsenceCounted: (Set("absent", "rounds"),),
        events.StepRevealed: (reveal,),
        events.CardProved: (Learn(Own(HAND), "place"),),
        events.Healed: (Set("hp", "hp"),),
        events.Struck: (Set("hp", "hp"),),
        events.SuddenDeathStarted: (Set("sudden_death", 1),),
        events.PotAwarded: (Count("tokens", up=("tokens",), down=("pot",)),),
        events.PotBurnt: (Count("tokens", down=("pot",)),),
        events.MatchWon: (Set("over", 1), Set("winner", "seat"), Set("reason", "reason")),
        events.MatchDrawn: (Set("over", 1), Set("reason", "reason")),
        events.BothLost: (Set("over", 1), Set("reason", "reason")),
    },
)
