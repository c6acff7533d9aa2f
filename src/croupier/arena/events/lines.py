"""The lines of an event, as they are stored; an event is restored from them. Times are milliseconds since 1970.

No line holds a card. Scores of deals that some teams have yet to play are in them, and are not published before.
"""

from __future__ import annotations

import msgspec

from croupier.simulate.tournament import lines as tournament

from .event import Event


class EventLine(msgspec.Struct, frozen=True, tag_field="line", omit_defaults=True):
    """Any line of an event."""


class Opened(EventLine, frozen=True, tag="opened"):
    """The first line: all settings, fixed before a card was dealt, among them the name and hash of the value function.

    Join codes are not in it: they are stored apart, sealed.
    """

    event: Event
    nonce: str
    """Makes the deals of this event different from those of every other event."""
    at: int
    freeze: int = 0
    finish_by: int = 0
    value_hash: str = ""
    starts: int = 0
    """When a tournament begins; 0 if it begins when it is full."""


class Entered(EventLine, frozen=True, tag="entered"):
    """An entrant of the event: a team, or a house bot."""

    key: str
    name: str
    policy: str = ""


class Ordered(EventLine, frozen=True, tag="ordered"):
    """An order of the host: to begin, freeze, end or close the event, or to withdraw a team."""

    what: str
    at: int
    key: str = ""
    why: str = ""


class Drawn(EventLine, frozen=True, tag="drawn"):
    """A table was set up, with its teams by seat, and its deals of a block."""

    number: int
    table: str
    block: int
    keys: list[str]
    """The key of the team in each seat; "" for a bot of the panel, or for nobody."""
    first: int
    """The number of the table's first deal."""
    deals: int
    """The number of deals that the table plays."""
    at: int


class Sat(EventLine, frozen=True, tag="sat"):
    """A late team sits down at a table that is being played."""

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
    """A hand of a match: what each seat won, the same summed over all ENDS, and whether the clock made a move in it."""

    scores: list[int]
    ends: list[int]
    clocked: bool


class Measured(EventLine, frozen=True, tag="measured"):
    """The figures of a match beyond its scores: its hands, the place of each seat, and how its decisions were made."""

    number: int
    match: int
    hands: list[HandMeasured]
    places: list[int]
    counts: list[dict[str, int]]


class Judged(EventLine, frozen=True, tag="judged"):
    """What seat 0 won in a match by AIVAT, in chips: known once the event is over, published only as a mean of many."""

    number: int
    match: int
    won: float


class Voided(EventLine, frozen=True, tag="voided"):
    """A match is void. Unless the event is over, it is played again."""

    number: int
    match: int
    why: str
    at: int
    gone: bool = False
    """Whether its table is removed, too: the deals that are left are played at another table."""


class Cut(EventLine, frozen=True, tag="cut"):
    """A table plays no more matches, because the event ends."""

    number: int


class Over(EventLine, frozen=True, tag="closed"):
    """The event is over: nothing more is played, and everything is public. Matches can still be voided until the host
    closes the event, by an order. (The tag is older than that order; stored events have it, so it stays.)"""

    at: int
    why: str


Lines = Opened | Entered | Ordered | Drawn | Sat | Played | Measured | Judged | Voided | Cut | Over

AnyLine = Lines | tournament.Lines
"""A line of any event; those of tournaments are their own (`croupier.simulate.tournament.lines`)."""

_decoder: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)


def encode(line: AnyLine) -> bytes:
    """The bytes of a line, for the store."""
    return msgspec.json.encode(line)


def decode(body: bytes) -> AnyLine:
    """The line that was encoded as these bytes."""
    return _decoder.decode(body)
