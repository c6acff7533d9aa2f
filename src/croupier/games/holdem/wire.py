"""Hold'em in messages to programs: what a bot arena sends, field by field.

Amounts: `BET.amount` is the total raised to, `CALL.amount` the chips added; `committed` is per street. `call_amount` is
left out when nothing is to call, the bounds of a raise when raising is not possible.

A match of several hands, such as a tournament, is between one `start_hand` and one `end_hand`. Its second hand and all
after it begin with the event NEXT_HAND, have their number in the `hand_id` of each `act`, and tell each blind that is
posted; of the first hand, the blinds are in POST_BLINDS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from croupier.kernel.contract.game import Decision
from croupier.kernel.showing.wire import Context, Frame, Wire
from croupier.kernel.vocabulary.cards import UNKNOWN, format_card
from croupier.kernel.vocabulary.evaluate import hand_name
from croupier.kernel.vocabulary.events import Fact

from . import events
from .for_bots import cards_in
from .records import BOARD, HOLE, View

PHASES = ("PRE_FLOP", "FLOP", "TURN", "RIVER", "SHOWDOWN")


class Stack(msgspec.Struct):
    """The chips of a seat, with what it has in the pot."""

    seat: int
    stack: int


class Settings(msgspec.Struct):
    """How the table plays."""

    variant: str
    seats: int
    starting_stack: int
    sb: int
    bb: int
    move_time_ms: int


class Welcome(Frame, tag="welcome"):
    """`seat` is where the program sits in its first hand."""

    table_id: str
    seat: int
    config: Settings
    game: str = "holdem"


class Seated(msgspec.Struct):
    """Who sits in a seat that was dealt in. The id is the same wherever a player sits."""

    seat: int
    id: str
    team: str


class StartHand(Frame, tag="start_hand"):
    """`seed` is a commitment to the shuffle where one is made, else 0."""

    hand_id: str
    seat: int
    seed: int
    button: int
    stacks: list[Stack]
    players: list[Seated]


class You(msgspec.Struct):
    """What concerns the seat that is to act."""

    hole: list[str]
    stack: int
    to_call: int
    time_ms: int


class Blinds(msgspec.Struct):
    """The table of a hand: blinds, seats dealt in, and the button."""

    sb: int
    bb: int
    seats: int
    button: int


class Player(msgspec.Struct):
    """A seat that was dealt in."""

    seat: int
    stack: int
    has_folded: bool
    committed: int
    id: str
    team: str


class Act(Frame, tag="act"):
    """The seat has to decide."""

    hand_id: str
    act_id: int
    seat: int
    phase: str
    you: You
    table: Blinds
    players: list[Player]
    community: list[str]
    legal: list[str]
    call_amount: int | UnsetType = UNSET
    min_raise_to: int | UnsetType = UNSET
    max_raise_to: int | UnsetType = UNSET


class Event(Frame, tag="event"):
    """Something happened; which fields there are depends on `ev`."""

    ev: str
    seat: int | UnsetType = UNSET
    amount: int | UnsetType = UNSET
    card: str | UnsetType = UNSET
    cards: list[str] | UnsetType = UNSET
    hand: list[str] | UnsetType = UNSET
    board: list[str] | UnsetType = UNSET
    rank: str | UnsetType = UNSET
    sb_seat: int | UnsetType = UNSET
    bb_seat: int | UnsetType = UNSET
    sb: int | UnsetType = UNSET
    bb: int | UnsetType = UNSET
    number: int | UnsetType = UNSET
    button: int | UnsetType = UNSET


class EndHand(Frame, tag="end_hand"):
    """The stacks after the hand."""

    hand_id: str
    stacks: list[Stack]


def names(cards: Sequence[int]) -> list[str]:
    """Cards as they are written."""
    return [format_card(card) for card in cards]


def _dealt(view: View) -> list[int]:
    return [seat for seat in range(view.seats) if view.dealt >> seat & 1]


def _welcome(context: Context, view: View) -> Frame:
    start = view.stack[view.seat] + view.total[view.seat]
    return Welcome(
        table_id="local",
        seat=view.seat,
        config=Settings("HUNL", view.seats, start, view.blinds[0], view.blinds[1], context.limit_ms),
    )


def _start_hand(context: Context, view: View) -> Sequence[Frame]:
    stacks = [Stack(seat, view.stack[seat] + view.total[seat]) for seat in _dealt(view)]
    players = [Seated(seat, context.players[seat].id, context.players[seat].name) for seat in _dealt(view)]
    posted = Event(
        ev="POST_BLINDS",
        sb_seat=view.small_blind,
        bb_seat=view.big_blind,
        sb=view.bet[view.small_blind],
        bb=view.bet[view.big_blind],
    )
    started = StartHand(
        hand_id=context.hand_id, seat=view.seat, seed=0, button=view.button, stacks=stacks, players=players
    )
    return [started, posted]


def _player(context: Context, view: View, seat: int) -> Player:
    sits, folded = context.players[seat], not view.live >> seat & 1
    return Player(seat, view.stack[seat], folded, view.bet[seat], sits.id, sits.name)


def _act(context: Context, act_id: int, view: View, decision: Decision) -> Frame:
    seat, raising = view.seat, decision.named("RAISE_TO")
    return Act(
        hand_id=f"{context.hand_id}.{view.hands + 1}" if view.hands else context.hand_id,
        act_id=act_id,
        seat=seat,
        phase=PHASES[view.street],
        you=You(names(cards_in(view, HOLE + seat)), view.stack[seat], view.to_call, context.limit_ms),
        table=Blinds(view.blinds[0], view.blinds[1], len(_dealt(view)), view.button),
        players=[_player(context, view, other) for other in _dealt(view)],
        community=names(cards_in(view, BOARD)),
        legal=list(decision.legal),
        call_amount=view.to_call or UNSET,
        min_raise_to=raising.low if raising else UNSET,
        max_raise_to=raising.high if raising else UNSET,
    )


def _board(before: Sequence[Fact]) -> list[str]:
    """The board of the last hand among some facts."""
    board: list[int] = []
    for fact in reversed(before):
        if isinstance(fact, events.TurnDealt | events.RiverDealt):
            board.insert(0, fact.card)
        elif isinstance(fact, events.FlopDealt):
            board[:0] = fact.cards
        elif isinstance(fact, events.HandStarted):
            break
    return names(board)


def _next_hand(fact: events.HandStarted, _: Sequence[Fact]) -> Event | None:
    return Event(ev="NEXT_HAND", number=fact.number, button=fact.seat) if fact.number > 1 else None


def _post_blind(fact: events.BlindPosted, before: Sequence[Fact]) -> Event | None:
    started = next((earlier for earlier in reversed(before) if isinstance(earlier, events.HandStarted)), None)
    return Event(ev="POST_BLIND", seat=fact.seat, amount=fact.chips) if started and started.number > 1 else None


_EVENTS: dict[type[Fact], Callable[[Any, Sequence[Fact]], Event | None]] = {
    events.HandStarted: _next_hand,
    events.BlindPosted: _post_blind,
    events.AntePosted: lambda f, _: Event(ev="POST_ANTE", seat=f.seat, amount=f.chips),
    events.StraddlePosted: lambda f, _: Event(ev="POST_STRADDLE", seat=f.seat, amount=f.chips),
    events.HoleDealt: lambda f, _: Event(ev="HOLE", seat=f.seat, cards=names(f.cards)),
    events.Folded: lambda f, _: Event(ev="FOLD", seat=f.seat),
    events.Checked: lambda f, _: Event(ev="CHECK", seat=f.seat),
    events.Called: lambda f, _: Event(ev="CALL", seat=f.seat, amount=f.chips),
    events.BetPlaced: lambda f, _: Event(ev="BET", seat=f.seat, amount=f.total),
    events.Raised: lambda f, _: Event(ev="BET", seat=f.seat, amount=f.total),
    events.BetReturned: lambda f, _: Event(ev="BET_RETURNED", seat=f.seat, amount=f.chips),
    events.FlopDealt: lambda f, _: Event(ev="FLOP", cards=names(f.cards)),
    events.TurnDealt: lambda f, _: Event(ev="TURN", card=format_card(f.card)),
    events.RiverDealt: lambda f, _: Event(ev="RIVER", card=format_card(f.card)),
    events.HandTabled: lambda f, _: Event(ev="TABLED", seat=f.seat, hand=names(f.cards)),
    events.HandShown: lambda f, before: Event(
        ev="SHOWDOWN",
        seat=f.seat,
        hand=names(f.cards),
        board=_board(before),
        rank=hand_name(f.strength) if f.strength else "",
    ),
    events.HandMucked: lambda f, _: Event(ev="MUCK", seat=f.seat),
    events.PotAwarded: lambda f, _: Event(ev="POT_AWARD", seat=f.seat, amount=f.chips),
    events.Eliminated: lambda f, _: Event(ev="ELIMINATED", seat=f.seat),
    events.TimeRanOut: lambda f, _: Event(ev="TIMEOUT", seat=f.seat),
}


def _event(fact: Fact, before: Sequence[Fact]) -> Frame | None:
    if isinstance(fact, events.HoleDealt) and UNKNOWN in fact.cards:
        return None
    made = _EVENTS.get(type(fact))
    return made(fact, before) if made else None


def _end_hand(context: Context, view: View, score: int) -> Frame:
    return EndHand(hand_id=context.hand_id, stacks=[Stack(seat, view.stack[seat]) for seat in range(view.seats)])


WIRE = Wire(_welcome, _start_hand, _act, _event, _end_hand)
