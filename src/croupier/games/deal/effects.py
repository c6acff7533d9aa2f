"""How the facts of the Deal change a view."""

from __future__ import annotations

from croupier.kernel.showing.effects import Clear, Count, Deal, Effect, Effects, Enter, Leave, Own, Play, Set, Sweep
from croupier.kernel.vocabulary.turns import NOBODY, all_seats

from . import events
from .records import (
    BETTING,
    BETWEEN,
    BY_BUST,
    BY_CARDS,
    BY_GOING_HOME,
    BY_HANDS,
    DECISION,
    DECK,
    DOWN,
    DRAWING,
    HAND,
    NO_CARD,
    OVER,
    READY,
    RUNNING,
    SEATS,
    SPENT,
    TABLE,
    View,
)
from .traits import CONVICTION, INSURANCE, LOCATION, PRODUCT, kind_of

ACTIVE = {PRODUCT: "product", LOCATION: "location", INSURANCE: "insurance", CONVICTION: "conviction"}
FIELDS = (
    "hands",
    "phase",
    "round",
    "actor",
    "live",
    "all_in",
    "holder",
    "raises",
    "raises_left",
    "evidence",
    "cover",
    "hand_heat",
    "profit",
    *ACTIVE.values(),
    "cash",
    "heat",
    "projected",
    "prevented",
    "bargained",
    "ending",
)


def note_active(view: View, fact: events.CardFlipped) -> None:
    """Make a flipped card the active one of its kind, if it is."""
    if fact.active:
        setattr(view, ACTIVE[kind_of(view.trait[fact.card])], fact.card)


def clear_betting(view: View, fact: events.DecisionReached | events.HandEnded) -> None:
    """Clear all-ins, initiative and raises, which last for one round."""
    view.raises_left += view.raises
    view.raises, view.all_in, view.holder = 0, 0, NOBODY


def end_hand(view: View, fact: events.HandEnded) -> None:
    """Clear the active cards; the run goes on, unless it has just ended."""
    for name in ACTIVE.values():
        setattr(view, name, NO_CARD)
    view.phase = BETWEEN if view.ending == RUNNING else OVER


CLOSING: tuple[Effect, ...] = (
    Clear(("evidence", "cover", "hand_heat", "profit")),
    Sweep((TABLE, *range(DOWN, DOWN + SEATS)), SPENT),
    *(Sweep((HAND + seat,), DECK + seat) for seat in range(SEATS)),
)

EFFECTS = Effects(
    FIELDS,
    {
        events.HandStarted: (Set("live", all_seats(SEATS)),),
        events.RoundStarted: (Set("round", "number"), Set("phase", DRAWING)),
        events.CardsDrawn: (Deal(Own(DECK), Own(HAND)),),
        events.BettingOpened: (Set("phase", BETTING),),
        events.TurnPassed: (Set("actor", "seat"),),
        events.Raised: (Play(Own(HAND), Own(DOWN)), Count(1, up=("raises",)), Set("raises_left", "raises_left")),
        events.InitiativeTaken: (Set("holder", "seat"),),
        events.WentAllIn: (Enter("all_in"),),
        events.Folded: (Leave("live"), Leave("holder", only=True), Sweep((Own(DOWN),), SPENT)),
        events.CardFlipped: (Play(Own(DOWN), TABLE), note_active),
        events.EvidenceSet: (Set("evidence", "evidence"),),
        events.CoverSet: (Set("cover", "cover"),),
        events.ProfitSet: (Set("profit", "profit"),),
        events.HandHeatSet: (Set("hand_heat", "heat"),),
        events.HeatProjected: (Set("projected", "heat"),),
        events.DecisionReached: (Set("phase", DECISION), clear_betting),
        events.InsurancePaid: (Count("cost", down=("cash",)),),
        events.ProfitBanked: (Count("profit", up=("cash",)),),
        events.BargainStruck: (Count("price", up=("bargained",)),),
        events.ProfitPrevented: (Count("profit", up=("prevented",)),),
        events.Busted: (Set("cash", 0), Set("ending", BY_BUST)),
        events.HeatSet: (Set("heat", "heat"), Set("projected", "heat")),
        events.HandEnded: (Set("hands", "number"), clear_betting, *CLOSING, end_hand),
        events.PlayedOn: (Set("phase", READY),),
        events.WentHome: (Set("ending", BY_GOING_HOME), Set("phase", OVER)),
        events.RanOutOfCards: (Set("ending", BY_CARDS), Set("phase", OVER)),
        events.RanOutOfHands: (Set("ending", BY_HANDS), Set("phase", OVER)),
    },
)
