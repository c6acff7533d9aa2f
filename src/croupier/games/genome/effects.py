"""How the facts of genome games change a view."""

from __future__ import annotations

from typing import Any

from croupier.kernel.showing.effects import (
    Clear,
    Count,
    Cover,
    Deal,
    Effects,
    Gather,
    Leave,
    Own,
    Play,
    Reach,
    Set,
    Sweep,
    TurnUp,
)
from croupier.kernel.vocabulary.turns import NOBODY

from .machine import events
from .machine.records import BOARD, BOX, CAPTURED, DECK, HAND, MUCK, PILE, TOP, TRICK

FIELDS = (
    *("hands", "turns", "start", "leader", "actor", "dealt", "live"),
    *("pot", "stack", "bet", "total", "points", "trick_seat"),
)
NEW_HAND = (Gather(DECK, but=(BOX,)), Set("leader", "seat"), Set("turns", 0), Clear(("total",)))

PUT_IN = Count("chips", up=("bet", "total", "pot"), down=("stack",))
PUT_IN_TO = Reach("bet", "total", up=("total", "pot"), down=("stack",))
ONTO_THE_PILE = Cover(Own(HAND), TOP, PILE, "places")


def led_or_followed(view: Any, fact: Any) -> None:
    """Note the seat that played the last cards of the trick."""
    last = view.cards.count[TRICK]
    view.trick_seat[last - len(fact.cards) : last] = [fact.seat] * len(fact.cards)


def no_trick(view: Any, fact: Any) -> None:
    """Clear the seats of a trick."""
    view.trick_seat = [NOBODY] * len(view.trick_seat)


EFFECTS = Effects(
    FIELDS,
    {
        events.HandStarted: (*NEW_HAND, no_trick),
        events.DealtIn: (Set("dealt", "seats"), Set("live", "seats")),
        events.TurnPassed: (Set("actor", "seat"), Set("turns", "turn")),
        events.AntePosted: (Count("chips", up=("total", "pot"), down=("stack",)),),
        events.Posted: (PUT_IN,),
        events.BetPlaced: (PUT_IN_TO,),
        events.Called: (PUT_IN,),
        events.Raised: (PUT_IN_TO,),
        events.WentAllIn: (PUT_IN,),
        events.Folded: (Leave("live"),),
        events.BetReturned: (Count("chips", up=("stack",), down=("bet", "total", "pot")),),
        events.BetsGathered: (Clear(("bet",)),),
        events.CardsDealt: (Deal(DECK, Own(HAND)),),
        events.CardsTurnedUp: (Deal(DECK, BOARD),),
        events.DiscardsTurnedUp: (Cover(DECK, TOP, PILE),),
        events.DeckRefilled: (Sweep((PILE, MUCK), DECK),),
        events.CardsPlayed: (ONTO_THE_PILE,),
        events.CardsDiscarded: (ONTO_THE_PILE,),
        events.CardsThrownAway: (Play(Own(HAND), MUCK, "places"),),
        events.CardsCaptured: (Play(Own(HAND), Own(CAPTURED), "places"),),
        events.PlayedToTrick: (Play(Own(HAND), TRICK, "places"), led_or_followed),
        events.TookDiscard: (Play(TOP, Own(HAND)),),
        events.TrickWon: (Sweep((TRICK,), Own(CAPTURED)), Set("leader", "seat"), no_trick),
        events.HandShown: (TurnUp(Own(HAND), "first"),),
        events.PotAwarded: (Count("chips", up=("stack",), down=("pot",)), Clear(("total",))),
        events.PointsScored: (Count("points", up=("points",)),),
        events.HandEnded: (Set("hands", "number"), Set("start", "seat")),
    },
)
