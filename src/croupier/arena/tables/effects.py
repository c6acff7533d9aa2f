"""The effects that a table asks for. The caller performs them in order."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.kernel.contract.game import Decision, State

from .lines import Line

REPLACED, KICKED, EVENT_OVER, SWAPPED = 4001, 4002, 4003, 4004
"""The codes with which a connection is closed: another took its seat, the host ended its part, an event is over (or the
player is out of it) and nothing more follows, or the host gave its seat to another bot."""


class Append(msgspec.Struct, frozen=True, gc=False):
    """Keep a line. Nothing that comes after it may be told before it is kept."""

    number: int
    line: Line


class Send(msgspec.Struct, frozen=True, gc=False):
    """Send frames to a connection. With receipts, say when they have gone out (`inputs.Sent`)."""

    connection: str
    frames: Sequence[bytes]
    receipts: Sequence[tuple[int, int]] = ()


class Timer(msgspec.Struct, frozen=True, gc=False):
    """Ring at a time; None cancels the timer. A key has one timer at most."""

    key: str
    at: int | None


class Ask(msgspec.Struct, frozen=True, gc=False):
    """Let a house bot decide, from a state that holds nothing that its seat does not know."""

    seat: int
    act_id: int
    policy: str
    state: State
    decision: Decision


class Close(msgspec.Struct, frozen=True, gc=False):
    """End a connection, once all before it was sent."""

    connection: str
    code: int
    reason: str


class Finished(msgspec.Struct, frozen=True, gc=False):
    """A match is over: the scores of its seats, and who sat there."""

    match_id: str
    scores: tuple[int, ...]
    ids: tuple[str, ...]
    forfeits: tuple[str, ...] = ()
    """The ids of players that gave up, or for which the host gave up."""
    key: str = ""
    """The public key that the match is signed with; "" if it is not signed."""


class Rested(msgspec.Struct, frozen=True, gc=False):
    """At a table whose hands are called a hand is over, or the rest after it: the desk takes note of it, and calls
    the next hand."""


class Voided(msgspec.Struct, frozen=True, gc=False):
    """A match is void, and why; whether it is to be played again."""

    match_id: str
    why: str
    ids: tuple[str, ...]
    replay: bool


Effect = Append | Send | Timer | Ask | Close | Rested | Finished | Voided
