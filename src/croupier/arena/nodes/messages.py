"""What nodes say to each other over links: a node that relays and the node with the room, and both to a node that plays
a table for the room (`lending`)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..bus.link import LONGEST_ITEM
from ..server.api import Problem
from ..server.crowd import COME_BACK_MS


class Said(msgspec.Struct, array_like=True, tag="s", gc=False):
    """A client has sent a message."""

    id: int
    data: bytes
    round_trip_ms: int


class Opened(msgspec.Struct, array_like=True, tag="o", gc=False):
    """A client has connected."""

    id: int
    address: str


class Quiet(msgspec.Struct, array_like=True, tag="q", gc=False):
    """A client has become silent, or is silent no longer."""

    id: int
    silent: bool


class Silent(msgspec.Struct, array_like=True, tag="e", gc=False):
    """A client has been silent for too long: its connection may end."""

    id: int


class Gone(msgspec.Struct, array_like=True, tag="g", gc=False):
    """A connection has ended, or the client of a request waits no longer."""

    id: int


class Greeting(msgspec.Struct, array_like=True, tag="h", gc=False):
    """The first item of a link: which node relays."""

    node: str


class Request(msgspec.Struct, array_like=True, tag="r", gc=False):
    """The head of a request; its body follows in parts."""

    id: int
    method: str
    scheme: str
    path: str
    raw_path: bytes
    query: bytes
    headers: list[tuple[bytes, bytes]]
    client: tuple[str, int]
    http: str
    attempt: tuple[str, bool] | None = None
    """The name of the order, and whether it was sent before (`repeating`); None for a request that is not repeated."""


class Part(msgspec.Struct, array_like=True, tag="p", gc=False):
    """A part of the body of a request or of its answer."""

    id: int
    body: bytes
    more: bool


class Frames(msgspec.Struct, array_like=True, tag="f", gc=False):
    """Frames for a client."""

    id: int
    frames: list[bytes]


class Close(msgspec.Struct, array_like=True, tag="c", gc=False):
    """Close a connection, after all that was sent."""

    id: int
    code: int
    reason: str


class HangUp(msgspec.Struct, array_like=True, tag="u", gc=False):
    """End a connection at once."""

    id: int


class Answer(msgspec.Struct, array_like=True, tag="a", gc=False):
    """The head of an answer; its body follows in parts."""

    id: int
    status: int
    headers: list[tuple[bytes, bytes]]


class Moved(msgspec.Struct, array_like=True, tag="m", gc=False):
    """From now on another node takes the messages of a client, and sends its frames: `id` is its number at the node to
    which it came, `connection` its name in the room, `loan` the name of the loan of its table."""

    id: int
    node: str
    loan: str
    connection: str


class Routed(msgspec.Struct, array_like=True, tag="t", gc=False):
    """That is so: what comes from the client goes there."""

    id: int


class Here(msgspec.Struct, array_like=True, tag="i", gc=False):
    """The client with that name in the room has come to this node, where it has a number."""

    id: int
    loan: str
    connection: str


class Left(msgspec.Struct, array_like=True, tag="l", gc=False):
    """What comes from a client goes to the node with the room again."""

    id: int


class Back(msgspec.Struct, array_like=True, tag="b", gc=False):
    """The table of a client goes home: what the client sends goes to the node with the room again, which sends its
    frames."""

    id: int


class Player(msgspec.Struct, array_like=True, gc=False):
    """A client at a table that is lent."""

    connection: str
    team: str
    wants: str
    address: str


Spoken = tuple[str, bytes]
"""A message that came while the table was on its way, with the connection."""


class Lent(msgspec.Struct, array_like=True, tag="n", gc=False):
    """A table to be played. Its session follows in parts."""

    loan: str
    epoch: int
    """The epoch of the lease that has the name of the loan."""
    offer: bytes
    plan: bytes
    rules: str
    """The release, and the fingerprint of the game: the other node has to have the same."""
    epoch_ms: int
    """Added to times of the session to get milliseconds since 1970."""
    frozen_ms: int
    """Since when no clock of it runs, in milliseconds since 1970."""
    players: list[Player]
    spoken: list[Spoken]


class Returned(msgspec.Struct, array_like=True, tag="w", gc=False):
    """A table goes home. Its session follows in parts, with effects that are still to be performed."""

    loan: str
    frozen_ms: int
    heard: bool
    """Whether the effects follow from a message of a client."""
    spoken: list[Spoken]


class Session(msgspec.Struct, array_like=True, tag="y", gc=False):
    """A part of a session."""

    loan: str
    part: bytes
    more: bool


class Wanted(msgspec.Struct, array_like=True, tag="x", gc=False):
    """A table is wanted at home."""

    loan: str


class Dropped(msgspec.Struct, array_like=True, tag="d", gc=False):
    """A loan has ended, and the table is lost where this is told: it goes on from its lines, or it is not wanted any
    more."""

    loan: str
    why: str


NO_ROOM = "NO_ROOM"


def no_room() -> Problem:
    """The problem that no node has the room at present: its tables go on as soon as one has."""
    return Problem(503, NO_ROOM, "The tables move to another node; come back in a moment.", COME_BACK_MS)


def parts_of(loan: str, data: bytes) -> Iterator[Session]:
    """A session in parts."""
    for first in range(0, len(data), LONGEST_ITEM):
        last = first + LONGEST_ITEM >= len(data)
        yield Session(loan, data[first : first + LONGEST_ITEM], not last)


ToRoom = Said | Opened | Quiet | Silent | Gone | Greeting | Request | Part | Routed
FromRoom = Frames | Close | HangUp | Answer | Part | Moved
ToHost = Here | Said | Left | Lent | Session | Wanted | Dropped
FromHost = Frames | Close | HangUp | Back | Returned | Session | Dropped
encode = msgspec.msgpack.Encoder().encode
to_room: msgspec.msgpack.Decoder[ToRoom] = msgspec.msgpack.Decoder(ToRoom)
from_room: msgspec.msgpack.Decoder[FromRoom] = msgspec.msgpack.Decoder(FromRoom)
to_host: msgspec.msgpack.Decoder[ToHost] = msgspec.msgpack.Decoder(ToHost)
from_host: msgspec.msgpack.Decoder[FromHost] = msgspec.msgpack.Decoder(FromHost)
