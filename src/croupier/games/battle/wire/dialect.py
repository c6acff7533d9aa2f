"""The Battle in messages: made from views, decisions and facts, and from the context of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET

from croupier.kernel.contract.game import Decision, Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import Announcer, Context, Dialect, Heard
from croupier.kernel.showing.wire.dialect import seat_of
from croupier.kernel.showing.wire.messages import (
    ACTION_TOO_LATE,
    INVALID_ACTION,
    Aside,
    AskHint,
    Beat,
    Clock,
    Frame,
    Hello,
    Hint,
    Lobby,
    Log,
    Notice,
    Receipt,
    SceneShown,
    Welcome,
)
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import GAP
from croupier.kernel.vocabulary.turns import NOBODY

from ..layouts import card_kind, sanitise_draft, strict_layout
from ..records import HAND, NORMAL, View
from ..words import REASONS
from . import messages
from .announcer import BattleAnnouncer

INVALID_CARD = "[INVALID_CARD_FROM_CLIENT]"
"""Marks an invalid card of a draft in the log."""
LOGGED = 100
"""How many characters of it are logged."""


class BattleDialect(Dialect):
    """The messages of the Battle."""

    incoming: ClassVar[Any] = (
        Hello
        | messages.QueueJoin
        | messages.QueueLeave
        | messages.LayoutDraft
        | messages.LayoutConfirm
        | Aside
        | AskHint
    )  # fmt: skip
    outgoing: ClassVar[Any] = (
        Welcome
        | Lobby
        | messages.MatchFound
        | messages.PrepStart
        | messages.StepReveal
        | messages.RoundEnd
        | messages.Snapshot
        | messages.MatchEnd
        | SceneShown
        | Log
        | Clock
        | Beat
        | Hint
        | Notice
        | Receipt
        | messages.ErrorMsg
    )

    def announcer(self) -> Announcer:
        """A new announcer, for one match."""
        return BattleAnnouncer(self)

    def match_found(self, context: Context, view: View) -> Frame:
        """The match begins."""
        you, other = sides(view)
        return messages.MatchFound(
            match_id=context.match_id,
            your_hand=hand(view),
            your_nickname=context.player(you).name,
            opp_nickname=context.player(other).name,
            pot=view.pot,
            seat=you,
            your_id=context.player(you).id,
            opp_id=context.player(other).id,
        )

    def prep_start(self, context: Context, view: View) -> Frame:
        """A round begins."""
        return messages.PrepStart(round_index=view.round, deadline_ts=context.deadline_ms, **_standing(context, view))

    def act(self, context: Context, view: View, decision: Decision) -> Frame:
        """The question of a round is the message of its beginning."""
        return self.prep_start(context, view)

    def event(self, fact: Fact) -> Frame | None:
        """None: the announcer tells facts together."""
        return None

    def step_reveal(self, context: Context, step: int, cards: Sequence[int], hp: Sequence[int], you: int) -> Frame:
        """One step, as a side sees it."""
        return messages.StepReveal(
            step_index=step,
            your_card=kind(cards[you]),
            opp_card=kind(cards[1 - you]),
            your_hp=hp[you],
            opp_hp=hp[1 - you],
            match_id=context.match_id,
        )

    def round_end(self, context: Context, view: View, number: int) -> Frame:
        """A round is over."""
        you, other = sides(view)
        return messages.RoundEnd(
            round_index=number,
            your_hp=view.hp[you],
            opp_hp=view.hp[other],
            sudden_death=bool(view.sudden_death),
            match_id=context.match_id,
            head=context.hand_signed.head or UNSET,
            signature=context.hand_signed.signature or UNSET,
        )

    def snapshot(self, context: Context, view: View, decision: Decision | None, actor: int | None) -> Frame:
        """The match as it stands. It does not reveal whether the other player has laid anything."""
        laid = view.layout if view.confirmed else view.draft
        return messages.Snapshot(
            seat=sides(view)[0],
            round_index=view.round,
            deadline_ts=context.deadline_ms,
            time_ms_remaining=context.time_ms,
            your_layout=[kind(card) for card in laid],
            confirmed=bool(view.confirmed),
            **_standing(context, view),
        )

    def match_end(self, context: Context, view: View, scores: Mapping[int, int]) -> Frame:
        """The match is over. Without an account, `tokens` is what the player has won; spectators are sent none."""
        you, burnt = sides(view)[0], view.winner == NOBODY and view.reason != NORMAL
        frame = messages.MatchEnd(
            match_id=context.match_id,
            winner="YOU"
            if view.winner == you
            else "OPPONENT"
            if view.winner != NOBODY
            else "NONE"
            if burnt
            else "DRAW",
            reason=REASONS[view.reason],
            winner_seat=None if view.winner == NOBODY else view.winner,
            pot_burn=burnt or UNSET,
            both_lose=burnt or UNSET,
            head=context.match_signed.head or UNSET,
            signature=context.match_signed.signature or UNSET,
        )
        if (seat := seat_of(view)) is not None:
            frame.tokens, frame.tokens_delta = context.balances.get(seat, (view.tokens[seat], scores[seat]))
        return frame

    def error(self, code: str, msg: str, retry_after_ms: int | None = None, tokens: int | None = None) -> Frame:
        """A message was refused."""
        return messages.ErrorMsg(
            code=code,
            msg=msg,
            retry_after_ms=UNSET if retry_after_ms is None else retry_after_ms,
            tokens=UNSET if tokens is None else tokens,
        )

    def hear(self, context: Context, frame: Frame, decision: Decision | None) -> Heard:
        """What a seat's layout means. A draft is cleaned; a confirm is valid or refused, and then a sign of life."""
        if not isinstance(frame, messages.LayoutDraft | messages.LayoutConfirm):
            return super().hear(context, frame, decision)
        if decision is None or not _is_current(context, frame):
            return Heard(reply=self.error(ACTION_TOO_LATE, "The round that these cards are for is over."))
        draft, confirm, touch = (decision.named(name) for name in ("DRAFT", "CONFIRM", "TOUCH"))
        if not (draft and confirm and touch):
            return Heard(reply=self.error(ACTION_TOO_LATE, "No cards are laid now."))
        if isinstance(frame, messages.LayoutDraft):
            cards, invalid = sanitise_draft(draft.cards, frame.layout)
            notes = [f"{INVALID_CARD} {entry!r:.{LOGGED}}" for entry in invalid]
            return Heard(Move(draft.kind, 0, cards), notes=tuple(notes))
        try:
            return Heard(Move(confirm.kind, 0, strict_layout(confirm.cards, frame.layout)))
        except BadInput as error:
            return Heard(Move(touch.kind), self.error(INVALID_ACTION, str(error)))


def sides(view: View) -> tuple[int, int]:
    """The seat that is told as "your" side, and the other."""
    you = seat_of(view) or 0
    return you, 1 - you


def hand(view: View) -> list[str]:
    """The viewer's own hand; [] for a spectator."""
    seat = seat_of(view)
    if seat is None:
        return []
    start = view.cards.first[HAND + seat]
    return [card_kind(card) for card in view.cards.row[start : start + view.cards.count[HAND + seat]]]


def kind(card: int) -> str | None:
    """A card by its kind; None for an empty place."""
    return None if card == GAP else card_kind(card)


def _standing(context: Context, view: View) -> dict[str, Any]:
    """The fields that the start of a round and a snapshot share."""
    you, other = sides(view)
    return {
        "your_nickname": context.player(you).name,
        "opp_nickname": context.player(other).name,
        "your_hp": view.hp[you],
        "opp_hp": view.hp[other],
        "pot": view.pot,
        "cards": hand(view),
        "your_hand": hand(view),
        "sudden_death": bool(view.sudden_death),
        "match_id": context.match_id,
    }


def _is_current(context: Context, frame: messages.LayoutDraft | messages.LayoutConfirm) -> bool:
    """Whether a layout is for the present round; a layout that names no round is."""
    return frame.round_index in (None, context.hand_number) and frame.match_id in ("", context.match_id)
