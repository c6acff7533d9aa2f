"""How the facts of hold'em change a view."""

from __future__ import annotations

from croupier.kernel.showing.effects import Clear, Count, Deal, Effects, Gather, Leave, Own, Reach, Set, TurnUp
from croupier.kernel.vocabulary.turns import NOBODY

from . import events
from .records import BOARD, DECK, HOLE, PRE_FLOP

FIELDS = (
    "hands",
    "street",
    "button",
    "small_blind",
    "big_blind",
    "actor",
    "dealt",
    "live",
    "pot",
    "stack",
    "bet",
    "total",
    "dead",
    "ordered",
    "raked",
)

PUT_IN = (Count("chips", up=("bet", "total", "pot"), down=("stack",)),)
PUT_IN_TO = (Reach("bet", "total", up=("total", "pot"), down=("stack",)),)
PUT_IN_DEAD = (Count("chips", up=("dead", "total", "pot"), down=("stack",)),)

EFFECTS = Effects(
    FIELDS,
    {
        events.HandStarted: (Gather(DECK), Set("button", "seat"), Set("street", PRE_FLOP)),
        events.BlindsPlaced: (Set("big_blind", "seat"), Set("small_blind", "small_blind")),
        events.DealtIn: (Set("dealt", "seats"), Set("live", "seats")),
        events.AntePosted: (Count("chips", up=("total", "pot"), down=("stack",)),),
        events.DeadAntePosted: PUT_IN_DEAD,
        events.BlindPosted: PUT_IN,
        events.StraddlePosted: PUT_IN,
        events.DeadBlindPosted: PUT_IN_DEAD,
        events.HoleDealt: (Deal(DECK, Own(HOLE)),),
        events.TurnPassed: (Set("actor", "seat"),),
        events.Folded: (Leave("live"),),
        events.Called: PUT_IN,
        events.BetPlaced: PUT_IN_TO,
        events.Raised: PUT_IN_TO,
        events.BetReturned: (Count("chips", up=("stack",), down=("bet", "total", "pot")), Set("actor", NOBODY)),
        events.BetsGathered: (Clear(("bet",)), Set("actor", NOBODY)),
        events.StreetReached: (Set("street", "street"),),
        events.FlopDealt: (Deal(DECK, BOARD),),
        events.TurnDealt: (Deal(DECK, BOARD),),
        events.RiverDealt: (Deal(DECK, BOARD),),
        events.HandTabled: (TurnUp(Own(HOLE)),),
        events.HandShown: (TurnUp(Own(HOLE)),),
        events.PotAwarded: (Count("chips", up=("stack",), down=("pot",)),),
        events.HandEnded: (Clear(("total", "dead")), Set("hands", "number")),
        events.SatDown: (Count("chips", up=("stack",)),),
        events.Left: (Count("chips", down=("stack",)),),
        events.GaveUp: (Leave("live"),),
        events.ToppedUp: (Count("chips", up=("stack",)),),
        events.TopUpOrdered: (Set("ordered", "chips"),),
        events.RakeTaken: (Count("chips", up=("raked",), down=("pot",)),),
    },
)
