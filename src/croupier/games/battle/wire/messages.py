"""The messages of the Battle. Cards are kinds, "attack", also where a hand holds several; an empty place is null.

`your…` is the recipient's side, `opp…` the other. To somebody who only watches, seat 0 is "your" side, and the hands
stay out.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from croupier.kernel.showing.wire.messages import Frame


class Named(Frame, rename="camel", kw_only=True):
    """A message whose fields are written like `roundIndex`."""


# What a client sends


class QueueJoin(Named, tag="queue_join", kw_only=True):
    """To be matched with whoever waits, or comes next."""


class QueueLeave(Named, tag="queue_leave", kw_only=True):
    """Not to wait any longer."""


class LayoutDraft(Named, tag="layout_draft", kw_only=True):
    """What lies in the three places so far; as often as one likes. Whatever is no card of the hand counts as null."""

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
    """Two have been matched. The hand is for the whole match."""

    match_id: str
    your_hand: list[str]
    your_nickname: str
    opp_nickname: str
    pot: int
    seat: int
    """Whose side `your…` is."""
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


class Snapshot(Named, tag="snapshot", kw_only=True):
    """The whole match, for somebody who comes back or has just come. `yourLayout` is what counts as things stand: what
    was confirmed, else the draft."""

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
    """The only end of a match."""

    match_id: str
    winner: str
    """"YOU", "OPPONENT", "DRAW", or "NONE" where both lose."""
    reason: str
    """"normal", "timeout" or "disconnect"."""
    winner_seat: int | None
    tokens: int | UnsetType = UNSET
    """What the account has now."""
    tokens_delta: int | UnsetType = UNSET
    pot_burn: bool | UnsetType = UNSET
    """Nobody gets the pot, …"""
    both_lose: bool | UnsetType = UNSET
    """… since both were absent."""


class ErrorMsg(Named, tag="error_msg", kw_only=True):
    """A message was of no use; `code` says how, `msg` what to do."""

    code: str
    msg: str
    retry_after_ms: int | UnsetType = UNSET
    tokens: int | UnsetType = UNSET
    """Where they are too few: how many there are."""
