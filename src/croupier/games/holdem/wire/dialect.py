"""Hold'em in messages: made from views, decisions and facts, and from the context of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET

from croupier.kernel.contract.game import Decision
from croupier.kernel.showing.wire import Announcer, Context, Dialect
from croupier.kernel.showing.wire.dialect import seat_of
from croupier.kernel.showing.wire.messages import (
    Aside,
    AskHint,
    AskRabbit,
    Beat,
    Clock,
    Error,
    Frame,
    Hello,
    Hint,
    Log,
    Notice,
    Receipt,
    SceneShown,
)
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.ledger import row_of

from ..options import HUNDREDTHS
from ..records import BOARD, HOLE, View
from . import messages
from .announcer import HoldemAnnouncer, dealt, event_of, names, with_chips
from .messages import PHASES, Action, Event, Player, Stack


class HoldemDialect(Dialect):
    """The messages of bot arenas."""

    incoming: ClassVar[Any] = Hello | Action | Aside | AskHint | AskRabbit
    outgoing: ClassVar[Any] = (
        messages.Welcome
        | messages.Lobby
        | messages.StartHand
        | messages.Event
        | messages.Act
        | messages.EndHand
        | messages.Snapshot
        | messages.MatchEnd
        | SceneShown
        | Log
        | Clock
        | Beat
        | Hint
        | Notice
        | Receipt
        | Error
    )

    def announcer(self) -> Announcer:
        """A new announcer, for one match."""
        return HoldemAnnouncer(self)

    def welcome(self, context: Context, view: View, seat: int | None, token: str = "") -> Frame:
        """To a client that has come in."""
        stack = context.starting_stack or max(view.stack[at] + view.total[at] for at in range(view.seats))
        small, big = view.blinds
        return messages.Welcome(
            table_id=context.table_id,
            seat=seat,
            config=messages.Settings(
                "HUNL",
                view.seats,
                stack,
                small,
                big,
                context.move_time_ms,
                least_buy_in=view.least_buy_in or UNSET,
                most_buy_in=view.most_buy_in or UNSET,
                rake=view.rake / HUNDREDTHS if view.rake else UNSET,
                rake_cap=view.rake_cap or UNSET,
            ),
            token=token or UNSET,
            god_view=context.god_view,
            event=context.event or UNSET,
            key=context.key or UNSET,
            hints=context.hints or UNSET,
            rabbit=context.rabbit or UNSET,
        )

    def lobby(self, context: Context, view: View | None = None) -> Frame:
        """The players at the table, with their stacks."""
        here = [
            messages.Here(who.seat, who.name, who.connected, view.stack[who.seat] if view else stack, who.id)
            for stack in [context.starting_stack]
            for who in context.players
        ]
        return messages.Lobby(players=here, table_id=context.table_id, next_commitment=context.next_commitment or UNSET)

    def start_hand(self, context: Context, view: View, seat: int | None = None, hole: Sequence[int] = ()) -> Frame:
        """A hand begins, for a seat with its hole cards, or for a spectator. `view` may be any view of the hand."""
        seated = [context.player(other) for other in dealt(view)]
        return messages.StartHand(
            hand_id=context.hand_id,
            seed=context.seed,
            button=view.button,
            stacks=[Stack(other, view.stack[other] + view.total[other]) for other in with_chips(view)],
            players=[messages.Seated(who.seat, who.id, who.name) for who in seated],
            seat=UNSET if seat is None else seat,
            hole=names(hole) if hole else UNSET,
            commitment=context.commitment or UNSET,
            match_id=context.match_id or UNSET,
        )

    def event(self, fact: Fact) -> Event | None:
        """A fact; None for one that is told elsewhere, or that shows nothing."""
        return event_of(fact)

    def commit(self, pool: str, root: str) -> Frame:
        """The order of the deck is fixed."""
        return Event(ev="COMMIT", pool=pool, commitment=root)

    def act(self, context: Context, view: View, decision: Decision) -> Frame:
        """A question to a seat."""
        seat, raising = view.seat, decision.named("RAISE_TO")
        return messages.Act(
            hand_id=context.hand_id,
            act_id=context.asked_before + decision.number,
            seat=seat,
            phase=PHASES[view.street],
            you=messages.You(names(row_of(view.cards, HOLE + seat)), view.stack[seat], view.to_call, context.time_ms),
            table=_table(view),
            players=_players(context, view),
            community=names(row_of(view.cards, BOARD)),
            pot=view.pot,
            legal=[option.name for option in decision.owed],
            call_amount=view.to_call or UNSET,
            min_raise_to=raising.low if raising else UNSET,
            max_raise_to=raising.high if raising else UNSET,
            asides=self.choices(decision.asides) or UNSET,
            history=[*context.history] or UNSET,
        )

    def snapshot(self, context: Context, view: View, decision: Decision | None, actor: int | None) -> Frame:
        """The table as it stands."""
        seat = seat_of(view)
        frame = messages.Snapshot(
            at_hand_id=context.hand_id,
            phase=PHASES[view.street],
            players=_players(context, view),
            community=names(row_of(view.cards, BOARD)),
            next_actor=actor,
            time_ms_remaining=context.time_ms,
            table=_table(view),
            pot=view.pot,
            match_id=context.match_id or UNSET,
        )
        if seat is not None:
            frame.you = messages.Yours(seat, names(row_of(view.cards, HOLE + seat)), view.stack[seat], view.to_call)
        if decision is not None:
            frame.asides = self.choices(decision.asides) or UNSET
            if decision.owed:
                raising = decision.named("RAISE_TO")
                frame.act_id = context.asked_before + decision.number
                frame.legal = [option.name for option in decision.owed]
                frame.call_amount = view.to_call or UNSET
                frame.min_raise_to = raising.low if raising else UNSET
                frame.max_raise_to = raising.high if raising else UNSET
        return frame

    def end_hand(self, context: Context, view: View, score: int | None) -> Frame:
        """The stacks after the hand, of seats that were in it or have chips."""
        return messages.EndHand(
            hand_id=context.hand_id,
            stacks=[Stack(seat, view.stack[seat]) for seat in with_chips(view)],
            next_commitment=context.next_commitment or UNSET,
            head=context.hand_signed.head or UNSET,
            signature=context.hand_signed.signature or UNSET,
        )

    def match_end(self, context: Context, view: View, scores: Mapping[int, int]) -> Frame:
        """The match is over: the players with the most chips have won it."""
        most = max(view.stack[: view.seats])
        won = [context.player(seat) for seat in range(view.seats) if view.stack[seat] == most]
        winners = [messages.Team(who.seat, who.name, who.id) for who in won]
        return messages.MatchEnd(
            winner=winners[0],
            final_stacks=[
                messages.FinalStack(who.seat, who.name, view.stack[who.seat], who.id) for who in context.players
            ],
            winners=winners,
            match_id=context.match_id,
            head=context.match_signed.head or UNSET,
            signature=context.match_signed.signature or UNSET,
        )


def _table(view: View) -> messages.Blinds:
    return messages.Blinds(view.blinds[0], view.blinds[1], len(dealt(view)), view.button)


def _players(context: Context, view: View) -> list[Player]:
    return [
        Player(who.seat, view.stack[who.seat], not view.live >> who.seat & 1, view.bet[who.seat], who.id, who.name)
        for who in map(context.player, dealt(view))
    ]
