"""A dialect: the messages of a game, made from the contract and a context, and read back into moves.

This is the generic dialect: every field by its name. A game with messages of its own subclasses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from ...contract.decision import judge
from ...contract.game import Decision, Game, Move, Option
from ...errors import BadInput
from ...language.records import to_dict
from ...vocabulary.cards import UNKNOWN
from ...vocabulary.events import Fact
from ...vocabulary.ledger import room, row_of
from ...vocabulary.menu import GAP
from ...vocabulary.turns import SEATS
from ..scene import Scene
from . import messages
from .announcer import Announcer
from .answers import Heard, decoded, move_by_name, untimely
from .context import Context
from .messages import BAD_SCHEMA, INVALID_ACTION, Action, Answer, Aside, Choice, Frame, Hello, Pile, Player


class Dialect:
    """The messages of one game. It has no state; the `announcer` decides what a table says in which order."""

    incoming: ClassVar[Any] = Hello | Action | Aside | messages.React | messages.AskHint | messages.AskRabbit
    """The messages that a client may send."""
    outgoing: ClassVar[Any] = (
        messages.Welcome
        | messages.Lobby
        | messages.StartHand
        | messages.Event
        | messages.Act
        | messages.EndHand
        | messages.Snapshot
        | messages.MatchEnd
        | messages.SceneShown
        | messages.Log
        | messages.Clock
        | messages.Beat
        | messages.Reaction
        | messages.Hint
        | messages.Notice
        | messages.Receipt
        | messages.Error
    )
    """The messages that a client may be sent."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(self.incoming)

    def announcer(self) -> Announcer:
        """A new announcer, for one match."""
        return Announcer(self)

    # What a table sends

    def welcome(self, context: Context, view: Any, seat: int | None, token: str = "") -> Frame:
        """To a client that has come in. `view` is a spectator's, of the match or of one that would begin now."""
        return messages.Welcome(
            table_id=context.table_id,
            seat=seat,
            game=self.game.name,
            title=self.game.title,
            config=messages.Settings(context.move_time_ms),
            token=token or UNSET,
            god_view=context.god_view,
            event=context.event or UNSET,
            key=context.key or UNSET,
            hints=context.hints or UNSET,
            rabbit=context.rabbit or UNSET,
        )

    def lobby(self, context: Context, view: Any = None) -> Frame:
        """The players at the table; `view` is a spectator's, once there is a match."""
        return messages.Lobby(
            table_id=context.table_id,
            players=[messages.Here(one.seat, one.id, one.name, one.connected) for one in context.players],
            next_commitment=context.next_commitment or UNSET,
        )

    def start_hand(self, context: Context, view: Any) -> Frame:
        """A hand begins, for the recipient that has this view."""
        return messages.StartHand(
            hand_id=context.hand_id,
            seat=seat_of(view),
            players=players(context),
            view=self.fields(view),
            zones=self.zones(view),
            seed=context.seed,
            commitment=context.commitment,
            match_id=context.match_id or UNSET,
        )

    def event(self, fact: Fact) -> Frame | None:
        """A fact, as its audience sees it; None if there is no message for it."""
        return messages.Event(
            ev=type(fact).__name__,
            fields={name: self._named(name, getattr(fact, name)) for name in fact.__struct_fields__},
        )

    def commit(self, pool: str, root: str) -> Frame:
        """The order of a pool is fixed, and `root` proves it later; sent before any card of the pool is drawn."""
        return messages.Event(ev="COMMIT", fields={"pool": pool, "commitment": root})

    def act(self, context: Context, view: Any, decision: Decision) -> Frame:
        """A question to a seat."""
        return messages.Act(
            hand_id=context.hand_id,
            act_id=context.asked_before + decision.number,
            seat=decision.seat,
            time_ms=context.time_ms,
            legal=[option.name for option in decision.owed],
            options=self.choices(decision.owed),
            asides=self.choices(decision.asides),
            players=players(context),
            view=self.fields(view),
            zones=self.zones(view),
            history=[*context.history] or UNSET,
        )

    def snapshot(self, context: Context, view: Any, decision: Decision | None, actor: int | None) -> Frame:
        """The table as it stands, for a seat with its decision, owed or aside, or for a spectator without one.

        `actor` is the seat whose turn it is, as `next_actor` tells.
        """
        owes = decision is not None and bool(decision.owed)
        return messages.Snapshot(
            at_hand_id=context.hand_id,
            seat=seat_of(view),
            next_actor=actor,
            time_ms_remaining=context.time_ms,
            players=players(context),
            view=self.fields(view),
            zones=self.zones(view),
            asides=self.choices(decision.asides) if decision else [],
            act_id=context.asked_before + decision.number if decision and owes else UNSET,
            legal=[option.name for option in decision.owed] if decision and owes else UNSET,
            options=self.choices(decision.owed) if decision and owes else UNSET,
            match_id=context.match_id or UNSET,
        )

    def end_hand(self, context: Context, view: Any, score: int | None) -> Frame:
        """A hand is over; `score` is what the seat has won or lost in the match so far, None for a spectator."""
        return messages.EndHand(
            hand_id=context.hand_id,
            view=self.fields(view),
            zones=self.zones(view),
            score=UNSET if score is None else score,
            next_commitment=context.next_commitment or UNSET,
            head=context.hand_signed.head or UNSET,
            signature=context.hand_signed.signature or UNSET,
        )

    def match_end(self, context: Context, view: Any, scores: Mapping[int, int]) -> Frame:
        """The match is over; `view` is a spectator's."""
        named = [(context.player(seat), score) for seat, score in scores.items()]
        results = [messages.Result(who.seat, who.id, who.name, score) for who, score in named]
        return messages.MatchEnd(
            match_id=context.match_id,
            scores=results,
            head=context.match_signed.head or UNSET,
            signature=context.match_signed.signature or UNSET,
        )

    def scene(self, context: Context, scene: Scene, told: int | UnsetType = UNSET) -> Frame:
        """The Scene, for clients that draw; `told` is the number of its sentence."""
        asked = UNSET if scene.question is None else context.asked_before + scene.question.number
        return messages.SceneShown(hand_id=context.hand_id, scene=scene, act_id=asked, told=told)

    def clock(self, seat: int | None, left_ms: int, limit_ms: int, bank_ms: int) -> Frame:
        """The seat whose time runs."""
        return messages.Clock(seat=seat, left_ms=left_ms, limit_ms=limit_ms, bank_ms=bank_ms)

    def notice(
        self, code: str, msg: str, retry_after_ms: int | None = None, order: messages.HostOrder | None = None
    ) -> Frame:
        """An announcement to all."""
        return messages.Notice(
            code=code,
            msg=msg,
            retry_after_ms=UNSET if retry_after_ms is None else retry_after_ms,
            order=UNSET if order is None else order,
        )

    def receipt(self, move: Move, act_id: int | None, thoughts_cut: int = 0) -> Frame:
        """An answer has counted; `act_id` is that of the question that it answered, None for an aside."""
        return messages.Receipt(
            action=self.game.kinds[move.kind],
            amount=move.amount,
            cards=[self.card_name(card) for card in move.cards],
            act_id=UNSET if act_id is None else act_id,
            thoughts_cut=thoughts_cut,
        )

    def error(self, code: str, msg: str, retry_after_ms: int | None = None) -> Frame:
        """A message was refused."""
        return messages.Error(code=code, msg=msg, retry_after_ms=UNSET if retry_after_ms is None else retry_after_ms)

    # What a client sends

    def read(self, data: bytes | str) -> Frame:
        """A client's message; BadInput, to be reported as BAD_SCHEMA, if it is not a valid one."""
        frame: Frame = decoded(self._decoder, data)
        return frame

    def hear(self, context: Context, frame: Frame, decision: Decision | None) -> Heard:
        """What a seat's message means. `decision` is everything that the seat may do now, owed or aside, as
        `Game.decision` tells; None while nothing is asked and no input counts."""
        if not isinstance(frame, Answer):
            return Heard(reply=self.error(BAD_SCHEMA, "This message means nothing at a table."))
        if refusal := untimely(context, frame, decision):
            return Heard(reply=self.error(*refusal))
        if decision is None:
            return Heard(reply=self.error(INVALID_ACTION, f"{frame.action[:40]} is not possible now."))
        option = decision.named(frame.action)
        if option is None or not self.takes(option, frame):
            refused = f"{frame.action[:40]} is not possible now. Legal: {self.game.legal(decision)}."
            return Heard(reply=self.error(INVALID_ACTION, refused))
        try:
            move = move_by_name(option, frame, self.card_name)
        except BadInput as error:
            return Heard(reply=self.error(INVALID_ACTION, str(error)))
        if code := judge(decision.options, move):
            return Heard(reply=self.error(INVALID_ACTION, self.game.refusal(decision, move, code)), meant=move)
        return Heard(move)

    def spells(self, frame: Frame, move: Move) -> bool:
        """Whether an answer names a move that was already made: the client has sent it twice."""
        if not isinstance(frame, Answer) or frame.action != self.game.kinds[move.kind]:
            return False
        named = ["-" if name is None else name for name in getattr(frame, "cards", None) or ()]
        return (frame.amount or 0) == move.amount and named == [self.card_name(card) for card in move.cards]

    def takes(self, option: Option, frame: Answer) -> bool:
        """Whether an option belongs to this type of message: `aside` for asides, `action` for all others."""
        return option.aside == isinstance(frame, Aside)

    # What both have in common

    def choices(self, options: Sequence[Option]) -> list[Choice]:
        """Options as they are sent in messages."""
        return [
            Choice(
                action=option.name,
                low=option.low,
                high=option.high,
                step=option.step,
                fewest=option.fewest,
                most=option.most,
                ordered=option.ordered,
                gaps=option.gaps,
                cards=[self.card_name(card) for card in option.cards],
            )
            for option in options
        ]

    def card_name(self, card: int) -> str:
        """A card by name."""
        return "??" if card == UNKNOWN else "-" if card == GAP else self.game.words.card_name(card)

    def fields(self, view: Any) -> dict[str, Any]:
        """The fields of a view by name, without its cards."""
        fields = to_dict(view)
        fields.pop("cards", None)
        return fields

    def zones(self, view: Any) -> list[Pile]:
        """The cards of a view, zone by zone. An empty pool is left out."""
        if not self.game.has_cards:
            return []
        sight, piles = view.cards, list[Pile]()
        for zone, words in enumerate(self.game.words.zones):
            name = str(words)
            count = sight.count[zone]
            if room(sight, zone):
                piles.append(Pile(name, count, [self.card_name(card) for card in row_of(sight, zone)]))
            elif count:
                piles.append(Pile(name, count))
        return piles

    def _named(self, field: str, value: Any) -> Any:
        if field == "card":
            return self.card_name(value)
        return [self.card_name(card) for card in value] if field == "cards" else value


def seat_of(view: Any) -> int | None:
    """The seat that a view belongs to; None for a spectator."""
    seat: int = view.seat
    return seat if seat < SEATS else None


def players(context: Context) -> list[Player]:
    """The players by seat, as they are sent in messages."""
    return [Player(one.seat, one.id, one.name) for one in context.players]


def next_actor(pending: Sequence[Decision]) -> int | None:
    """The seat whose turn it is; None if it is no seat's turn, or if several may owe at once: then it is not public."""
    if len(pending) != 1 or pending[0].shared_clock or pending[0].seat >= SEATS:
        return None
    return pending[0].seat
