"""Facts of hold'em as events, by the names that bot arenas use, and by some of our own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from croupier.kernel.vocabulary.cards import UNKNOWN, format_card
from croupier.kernel.vocabulary.evaluate import hand_name
from croupier.kernel.vocabulary.events import Fact

from .. import events
from ..records import View
from .messages import Event

_EVENTS: dict[type[Fact], Callable[[Any], Event]] = {
    events.AntePosted: lambda f: Event(ev="POST_ANTE", seat=f.seat, amount=f.chips),
    events.DeadAntePosted: lambda f: Event(ev="POST_ANTE", seat=f.seat, amount=f.chips),
    events.BlindPosted: lambda f: Event(ev="POST_BLIND", seat=f.seat, amount=f.chips),
    events.DeadBlindPosted: lambda f: Event(ev="POST_DEAD_BLIND", seat=f.seat, amount=f.chips),
    events.StraddlePosted: lambda f: Event(ev="POST_STRADDLE", seat=f.seat, amount=f.chips),
    events.HoleDealt: lambda f: Event(ev="HOLE", seat=f.seat, cards=names(f.cards)),
    events.Folded: lambda f: Event(ev="FOLD", seat=f.seat),
    events.GaveUp: lambda f: Event(ev="FOLD", seat=f.seat),
    events.Checked: lambda f: Event(ev="CHECK", seat=f.seat),
    events.Called: lambda f: Event(ev="CALL", seat=f.seat, amount=f.chips),
    events.BetPlaced: lambda f: Event(ev="BET", seat=f.seat, amount=f.total),
    events.Raised: lambda f: Event(ev="BET", seat=f.seat, amount=f.total),
    events.BetReturned: lambda f: Event(ev="BET_RETURNED", seat=f.seat, amount=f.chips),
    events.FlopDealt: lambda f: Event(ev="FLOP", cards=names(f.cards)),
    events.TurnDealt: lambda f: Event(ev="TURN", card=format_card(f.card)),
    events.RiverDealt: lambda f: Event(ev="RIVER", card=format_card(f.card)),
    events.HandTabled: lambda f: Event(ev="TABLED", seat=f.seat, hand=names(f.cards)),
    events.HandShown: lambda f: Event(
        ev="SHOWDOWN", seat=f.seat, hand=names(f.cards), rank=hand_name(f.strength) if f.strength else ""
    ),
    events.HandMucked: lambda f: Event(ev="MUCK", seat=f.seat),
    events.PotAwarded: lambda f: Event(ev="POT_AWARD", seat=f.seat, amount=f.chips),
    events.Eliminated: lambda f: Event(ev="ELIMINATED", seat=f.seat),
    events.SatDown: lambda f: Event(ev="SIT", seat=f.seat, amount=f.chips),
    events.Left: lambda f: Event(ev="LEAVE", seat=f.seat, amount=f.chips),
    events.WentAway: lambda f: Event(ev="AWAY", seat=f.seat),
    events.CameBack: lambda f: Event(ev="BACK", seat=f.seat),
    events.TimeRanOut: lambda f: Event(ev="TIMEOUT", seat=f.seat),
    events.ToppedUp: lambda f: Event(ev="TOP_UP", seat=f.seat, amount=f.chips),
    events.TopUpOrdered: lambda f: Event(ev="TOP_UP_ORDERED", seat=f.seat, amount=f.chips),
    events.TopsUpAlways: lambda f: Event(ev="AUTO_TOP_UP", seat=f.seat),
    events.TopsUpNoMore: lambda f: Event(ev="END_TOP_UP", seat=f.seat),
    events.Returned: lambda f: Event(ev="RETURN", seat=f.seat, amount=f.chips),
    events.RakeTaken: lambda f: Event(ev="RAKE", amount=f.chips),
}


def event_of(fact: Fact) -> Event | None:
    """A fact as an event; None for one that is told elsewhere, or that shows nothing."""
    made = _EVENTS.get(type(fact))
    return None if made is None or UNKNOWN in getattr(fact, "cards", ()) else made(fact)


def names(cards: Sequence[int]) -> list[str]:
    """Cards as they are written."""
    return [format_card(card) for card in cards]


def dealt(view: View) -> list[int]:
    """The seats that are in the hand, or were in the last."""
    return [seat for seat in range(view.seats) if view.dealt >> seat & 1]


def with_chips(view: View) -> list[int]:
    """Those seats, and all others that have chips."""
    return [seat for seat in range(view.seats) if view.dealt >> seat & 1 or view.stack[seat]]
