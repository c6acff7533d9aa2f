"""The contract over a wire: views, decisions and facts as records, cards by number.

For programs that are built with Croupier: the messages become the same view, decision and fact objects that a bot
gets in a local match (`croupier.arena.client`), so a bot plays unchanged at any table.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from ...contract.decision import judge
from ...contract.game import Decision, Game, Move
from ...language.records import to_dict
from . import messages
from .answers import Heard, untimely
from .context import Context
from .dialect import Dialect, players, seat_of
from .messages import INVALID_ACTION, Action, Aside, Frame, Hello, Player


class Moved(Frame, tag="move"):
    """The answer to an `act`, or an aside: the kind of an option of the `decision`, with its amount or its cards."""

    kind: int
    amount: int = 0
    cards: tuple[int, ...] = ()
    hand_id: str = ""
    act_id: int | None = None


class Welcome(messages.Welcome, tag="welcome"):
    """The answer to `hello`. `seat` is null for a spectator, or for a client that is yet to be paired."""

    version: int
    """The version of the game."""
    fingerprint: str
    """The fingerprint of its rules: if it differs from your own, views may have other fields."""


class StartHand(Frame, tag="start_hand"):
    """A hand begins: `view` has all fields of the game's view."""

    hand_id: str
    players: list[Player]
    view: dict[str, Any]
    seed: int = 0
    commitment: str = ""
    match_id: str | UnsetType = UNSET
    """The match that it is part of, which `hello` repeats as `resume_match`."""


class Act(Frame, tag="act"):
    """The seat has to decide."""

    hand_id: str
    act_id: int
    time_ms: int
    players: list[Player]
    view: dict[str, Any]
    decision: Decision


class EndHand(Frame, tag="end_hand"):
    """A hand is over. `score` is the recipient's in the match so far."""

    hand_id: str
    view: dict[str, Any]
    score: int | UnsetType = UNSET
    next_commitment: str | UnsetType = UNSET
    head: str | UnsetType = UNSET
    signature: str | UnsetType = UNSET


class Snapshot(Frame, tag="snapshot"):
    """The whole table, for a client that comes back or has just come. `act_id` is there if the seat is to decide."""

    at_hand_id: str
    next_actor: int | None
    time_ms_remaining: int
    players: list[Player]
    view: dict[str, Any]
    decision: Decision | None = None
    act_id: int | UnsetType = UNSET
    match_id: str | UnsetType = UNSET
    """The match that it is part of, which `hello` repeats as `resume_match`."""


class ContractDialect(Dialect):
    """Any game, as records. An `event` has the fact's own fields; a card is a number, an unknown card is -1."""

    incoming: ClassVar[Any] = Hello | Moved | messages.AskHint | messages.AskRabbit
    outgoing: ClassVar[Any] = (
        Welcome
        | messages.Lobby
        | StartHand
        | messages.Event
        | Act
        | EndHand
        | Snapshot
        | messages.MatchEnd
        | messages.SceneShown
        | messages.Log
        | messages.Clock
        | messages.Beat
        | messages.Hint
        | messages.Notice
        | messages.Receipt
        | messages.Error
    )

    def welcome(self, context: Context, view: Any, seat: int | None, token: str = "") -> Frame:
        """To a client that has come in."""
        return Welcome(
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
            version=self.game.version,
            fingerprint=self.game.fingerprint,
        )

    def start_hand(self, context: Context, view: Any) -> Frame:
        """A hand begins, for the recipient that has this view."""
        return StartHand(
            hand_id=context.hand_id,
            players=players(context),
            view=to_dict(view),
            seed=context.seed,
            commitment=context.commitment,
            match_id=context.match_id or UNSET,
        )

    def act(self, context: Context, view: Any, decision: Decision) -> Frame:
        """A question to a seat."""
        return Act(
            hand_id=context.hand_id,
            act_id=context.asked_before + decision.number,
            time_ms=context.time_ms,
            players=players(context),
            view=to_dict(view),
            decision=decision,
        )

    def snapshot(self, context: Context, view: Any, decision: Decision | None, actor: int | None) -> Frame:
        """The table as it stands."""
        return Snapshot(
            at_hand_id=context.hand_id,
            next_actor=actor,
            time_ms_remaining=context.time_ms,
            players=players(context),
            view=to_dict(view),
            decision=decision if seat_of(view) is not None else None,
            act_id=context.asked_before + decision.number if decision and decision.owed else UNSET,
            match_id=context.match_id or UNSET,
        )

    def end_hand(self, context: Context, view: Any, score: int | None) -> Frame:
        """A hand is over."""
        return EndHand(
            hand_id=context.hand_id,
            view=to_dict(view),
            score=UNSET if score is None else score,
            next_commitment=context.next_commitment or UNSET,
            head=context.hand_signed.head or UNSET,
            signature=context.hand_signed.signature or UNSET,
        )

    def hear(self, context: Context, frame: Frame, decision: Decision | None) -> Heard:
        """What a seat's message means. A move needs no reading: it is judged at once."""
        if not isinstance(frame, Moved):
            return super().hear(context, frame, decision)
        option = decision.option(frame.kind) if decision else None
        kind = Aside if option and option.aside else Action
        if refusal := untimely(context, kind(action="", hand_id=frame.hand_id, act_id=frame.act_id), decision):
            return Heard(reply=self.error(*refusal))
        move = Move(frame.kind, frame.amount, tuple(frame.cards))
        if decision is None or frame.kind not in self.game.kinds:
            return Heard(reply=self.error(INVALID_ACTION, "No such move of yours is possible now."))
        if code := judge(decision.options, move):
            return Heard(reply=self.error(INVALID_ACTION, self.game.refusal(decision, move, code)), meant=move)
        return Heard(move)

    def spells(self, frame: Frame, move: Move) -> bool:
        """Whether a message is a move that was already made."""
        return isinstance(frame, Moved) and Move(frame.kind, frame.amount, tuple(frame.cards)) == move

    def _named(self, field: str, value: Any) -> Any:
        return value


OWN, GENERIC, CONTRACT, WORDS = "game", "generic", "contract", "words"
"""The names of dialects in `hello`. `words` is the generic one, for clients that are also sent decisions in words."""


def dialect_of(game: Game, named: str = OWN) -> Dialect:
    """The dialect that a game speaks, or the one that was asked for."""
    if named == CONTRACT:
        return ContractDialect(game)
    return game.wire(game) if game.wire and named == OWN else Dialect(game)
