"""The order of hold'em's messages: a hand begins with the players' own cards, and forced bets wait until then.

Facts are told as events, by the names that bot arenas use, and by some of our own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.game import State
from croupier.kernel.showing.wire.announcer import Announcer, Said, Views
from croupier.kernel.showing.wire.context import Context
from croupier.kernel.vocabulary.cards import UNKNOWN, format_card
from croupier.kernel.vocabulary.evaluate import hand_name
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.turns import PUBLIC

from .. import events
from ..records import BOARD, View
from .messages import Event

if TYPE_CHECKING:
    from .dialect import HoldemDialect

ANTES = (events.AntePosted, events.DeadAntePosted)
ONE_CARD = (events.TurnDealt, events.RiverDealt)
TOPPED_UP = (events.ToppedUp, events.TopUpOrdered)
"""Before the hand that begins, and told before it."""
POSTED = (*ANTES, events.BlindPosted, events.DeadBlindPosted, events.StraddlePosted)
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


class HoldemAnnouncer(Announcer):
    """Says `start_hand` and the forced bets once the hole cards are dealt, and adds the board to every shown hand."""

    dialect: HoldemDialect

    def __init__(self, dialect: HoldemDialect) -> None:
        super().__init__(dialect)
        self._opening: View | None = None
        """The table at the beginning of the hand, until `start_hand` is said."""
        self._posted: list[Fact] = []
        self._hole: dict[int, tuple[int, ...]] = {}
        self._dealt = 0
        self._board: list[int] = []

    def hand_started(self, context: Context, views: Views) -> list[Said]:
        """Nothing is said before the cards are dealt."""
        self._opening = views(None)
        self._posted, self._hole, self._dealt, self._board = [], {}, 0, []
        return []

    def join(self, state: State) -> None:
        """Start announcing in the middle of a hand, with its present board."""
        super().join(state)
        self._board = row_of(state.game.view(state, None).cards, BOARD)

    def heard(self, context: Context, fact: Fact, audience: int) -> list[Said]:
        """Something happened, as an audience sees it."""
        if self._opening is not None:
            return self._before_the_deal(context, self._opening, fact, audience)
        if isinstance(fact, events.FlopDealt):
            self._board += fact.cards
        elif isinstance(fact, ONE_CARD):
            self._board.append(fact.card)
        frame = event_of(fact)
        if frame is None:
            return []
        if isinstance(fact, events.HandShown):
            frame.board = names(self._board)
        return [Said(audience, frame, fact)]

    def hand_over(self, context: Context, views: Views, scores: Mapping[int, int]) -> list[Said]:
        """The hand is over, perhaps before it was dealt. All recipients get the same message."""
        said = [] if self._opening is None else self._open(context, self._opening)
        return [*said, Said(PUBLIC, self.dialect.end_hand(context, views(None), None))]

    def _before_the_deal(self, context: Context, opening: View, fact: Fact, audience: int) -> list[Said]:
        if isinstance(fact, events.HoleDealt):
            self._dealt |= 1 << fact.seat
            if UNKNOWN not in fact.cards:
                self._hole[fact.seat] = fact.cards
            return self._open(context, opening) if self._dealt == opening.dealt else []
        if isinstance(fact, POSTED):
            self._posted.append(fact)
        elif isinstance(fact, TOPPED_UP):
            return [Said(audience, frame, fact) for frame in [event_of(fact)] if frame is not None]
        elif event_of(fact) is not None:
            return self._open(context, opening) + self.heard(context, fact, audience)
        return []

    def _open(self, context: Context, opening: View) -> list[Said]:
        """Say `start_hand`, to each seat dealt in with its own cards, and the forced bets."""
        self._opening = None
        said = [
            Said(1 << seat, self.dialect.start_hand(context, opening, seat, self._hole.get(seat, ())))
            for seat in dealt(opening)
            if self.listeners >> seat & 1
        ]
        others = PUBLIC & ~opening.dealt
        if self.listeners & others:
            said.append(Said(others, self.dialect.start_hand(context, opening)))
        return said + self._forced_bets(opening)

    def _forced_bets(self, opening: View) -> list[Said]:
        """The forced bets, in order. POST_BLINDS has the two blinds of the hand; a dead small blind is not posted."""
        blinds = [fact for fact in self._posted if not isinstance(fact, ANTES)]
        small = _blind_of(opening.small_blind, blinds[:1])
        big = _blind_of(opening.big_blind, blinds)
        both = Event(
            ev="POST_BLINDS",
            sb_seat=opening.small_blind,
            bb_seat=opening.big_blind,
            sb=small.chips if small else 0,
            bb=big.chips if big else 0,
        )
        said, waits = list[Said](), [Said(PUBLIC, both, big or small)]
        for fact in self._posted:
            if fact is small or fact is big:
                said, waits = said + waits, []
            elif frame := event_of(fact):
                said.append(Said(PUBLIC, frame, fact))
        return said + waits


def _blind_of(seat: int, posted: Sequence[Fact]) -> events.BlindPosted | None:
    return next((fact for fact in posted if isinstance(fact, events.BlindPosted) and fact.seat == seat), None)


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
