"""What a node that relays and the node with the room say to each other, over a link."""

from __future__ import annotations

import msgspec

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


NO_ROOM = "NO_ROOM"


def no_room() -> Problem:
    """The problem that no node has the room at present: its tables go on as soon as one has."""
    return Problem(503, NO_ROOM, "The tables move to another node; come back in a moment.", COME_BACK_MS)


ToRoom = Said | Opened | Quiet | Silent | Gone | Greeting | Request | Part
FromRoom = Frames | Close | HangUp | Answer | Part
encode = msgspec.msgpack.Encoder().encode
to_room: msgspec.msgpack.Decoder[ToRoom] = msgspec.msgpack.Decoder(ToRoom)
from_room: msgspec.msgpack.Decoder[FromRoom] = msgspec.msgpack.Decoder(FromRoom)
