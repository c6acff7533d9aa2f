"""What is kept of an event: from its lines it can be made again. Times are milliseconds since 1970.

None of them holds a card. Scores of deals that some have yet to play are in them, and told to nobody before that.
"""

from __future__ import annotations

import msgspec

from .event import Event


class EventLine(msgspec.Struct, frozen=True, tag_field="line", omit_defaults=True):
    """Any line of an event."""


class Opened(EventLine, frozen=True, tag="opened"):
    """The first line: all that was settled before a card was dealt, the value function by name and hash among it.

    Codes are no part of it: they lie apart, sealed.
    """

    event: Event
    nonce: str
    """What sets the deals of this event apart from those of all others."""
    at: int
    freeze: int = 0
    finish_by: int = 0
    value_hash: str = ""


class Entered(EventLine, frozen=True, tag="entered"):
    """Somebody takes part: a team, or a bot of the house."""

    key: str
    name: str
    policy: str = ""


class Ordered(EventLine, frozen=True, tag="ordered"):
    """What the host ordered: to begin, to freeze, to end it, to let a team go, to close it."""

    what: str
    at: int
    key: str = ""
    why: str = ""


class Drawn(EventLine, frozen=True, tag="drawn"):
    """A table was set up: who sits where, and which deals of which block it plays."""

    number: int
    table: str
    block: int
    keys: list[str]
    """Who sits in each seat; "" for a bot of the panel, or for nobody."""
    first: int
    """The number of its first deal, …"""
    deals: int
    """… and how many it plays."""
    at: int


class Sat(EventLine, frozen=True, tag="sat"):
    """Somebody who came late sits down at a table that is being played."""

    number: int
    seat: int
    key: str


class Played(EventLine, frozen=True, tag="played"):
    """A match was played to its end."""

    number: int
    match: int
    names: list[str]
    scores: list[int]
    at: int


class HandMeasured(msgspec.Struct, frozen=True, array_like=True):
    """A hand of a match: what each seat won, the same summed over all ends, and whether the clock played in it."""

    scores: list[int]
    ends: list[int]
    clocked: bool


class Measured(EventLine, frozen=True, tag="measured"):
    """What a match says beyond its scores: hand by hand, the place of each seat, and how its decisions ended."""

    number: int
    match: int
    hands: list[HandMeasured]
    places: list[int]
    counts: list[dict[str, int]]


class Judged(EventLine, frozen=True, tag="judged"):
    """What seat 0 won in a match by AIVAT, in chips: known once the event is over, and told only as a mean of many."""

    number: int
    match: int
    won: float


class Voided(EventLine, frozen=True, tag="voided"):
    """A match counts for nothing. Unless the event is over, it is played again."""

    number: int
    match: int
    why: str
    at: int
    gone: bool = False
    """Whether its table is, too: what it would have played is left to another."""


class Cut(EventLine, frozen=True, tag="cut"):
    """No more is played at a table: the event has ended before."""

    number: int


class Over(EventLine, frozen=True, tag="closed"):
    """The event is over: nothing more is played, and everything may be looked at. Until the host closes it, which is an
    order, its matches can still be voided. (The tag is older than that order, and stays what arenas have written.)"""

    at: int
    why: str


Lines = Opened | Entered | Ordered | Drawn | Sat | Played | Measured | Judged | Voided | Cut | Over

_decoder: msgspec.json.Decoder[Lines] = msgspec.json.Decoder(Lines)


def encode(line: EventLine) -> bytes:
    """A line as it is kept."""
    return msgspec.json.encode(line)


def decode(body: bytes) -> Lines:
    """A line that was kept."""
    return _decoder.decode(body)
