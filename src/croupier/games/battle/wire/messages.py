"""The messages of the Battle. Cards are named by kind, "attack", even if a hand holds several; an empty place is null.

`your…` is the recipient's side, `opp…` the other. To a spectator, seat 0 is "your" side, and hands are left out.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from croupier.kernel.showing.wire.messages import Frame


class Named(Frame, rename="camel", kw_only=True):
    """A message whose fields are written like `roundIndex`."""


# What a client sends


class QueueJoin(Named, tag="queue_join", kw_only=True):
    """Ask to be matched with a player who waits, or with the next one."""


class QueueLeave(Named, tag="queue_leave", kw_only=True):
    """Stop waiting."""


class LayoutDraft(Named, tag="layout_draft", kw_only=True):
    """The cards in the three places so far; may be sent any number of times. An invalid card counts as null."""

    layout: Any
    round_index: int | None = None
    match_id: str = ""


class LayoutConfirm(Named, tag="layout_confirm", kw_only=True):
    """The three places, each a card of the hand or null. The last one before the deadline counts."""

    layout: Any
    round_index: int | None = None
    match_id: str = ""


# What a table sends


class MatchFound(Named, tag="match_found", kw_only=True):
    """Two players have been matched. The hand is for the whole match."""

    match_id: str
    your_hand: list[str]
    your_nickname: str
    opp_nickname: str
    pot: int
    seat: int
    """The seat that `your…` is."""
    your_id: str
    opp_id: str


class PrepStart(Named, tag="prep_start", kw_only=True):
    """A round begins: cards may be laid until `deadlineTs`, in milliseconds since 1970."""

    round_index: int
    deadline_ts: int
    your_nickname: str
    opp_nickname: str
    your_hp: int
    opp_hp: int
    pot: int
    cards: list[str]
    """The same as `yourHand`."""
    your_hand: list[str]
    sudden_death: bool
    match_id: str


class StepReveal(Named, tag="step_reveal", kw_only=True):
    """What both had in a place, and their HP after it."""

    step_index: int
    your_card: str | None
    opp_card: str | None
    your_hp: int
    opp_hp: int
    match_id: str


class RoundEnd(Named, tag="round_end", kw_only=True):
    """A round is over. With `suddenDeath` rounds go on until HPs differ."""

    round_index: int
    your_hp: int
    opp_hp: int
    sudden_death: bool
    match_id: str
    head: str | UnsetType = UNSET
    """The hash of all that has happened in the match so far: the record of the match has to lead to it."""
    signature: str | UnsetType = UNSET
    """The arena's signature of it, by the `key` of `welcome`."""


class Snapshot(Named, tag="snapshot", kw_only=True):
    """The whole match, for a client that comes back or has just come. `yourLayout` is what counts at present: the
    confirmed layout, else the draft."""

    match_id: str
    seat: int
    round_index: int
    deadline_ts: int
    time_ms_remaining: int
    your_nickname: str
    opp_nickname: str
    your_hp: int
    opp_hp: int
    pot: int
    cards: list[str]
    your_hand: list[str]
    sudden_death: bool
    your_layout: list[str | None]
    confirmed: bool


class MatchEnd(Named, tag="match_end", kw_only=True):
    """The match is over. It ends only with this message."""

    match_id: str
    winner: str
    """"YOU", "OPPONENT", "DRAW", or "NONE" if both lose."""
    reason: str
    """"normal", "timeout" or "disconnect"."""
    winner_seat: int | None
    tokens: int | UnsetType = UNSET
    """The balance of the account now."""
    tokens_delta: int | UnsetType = UNSET
    pot_burn: bool | UnsetType = UNSET
    """Neither player gets the pot."""
    both_lose: bool | UnsetType = UNSET
    """Both players were absent and lose."""
    head: str | UnsetType = UNSET
    """The hash of all that has happened in the match so far: the record of the match has to lead to it."""
    signature: str | UnsetType = UNSET
    """The arena's signature of it, by the `key` of `welcome`."""


class ErrorMsg(Named, tag="error_msg", kw_only=True):
    """A message was refused; `code` says why, `msg` what to do."""

    code: str
    msg: str
    retry_after_ms: int | UnsetType = UNSET
    tokens: int | UnsetType = UNSET
    """The number of tokens, if they are too few."""
