"""What can be put into a table. Times are whole milliseconds of a clock that never goes back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from croupier.kernel.contract.game import Move
from croupier.kernel.showing.wire import OWN, Frame
from croupier.kernel.showing.wire.messages import Rider

WATCHING = -1
"""In place of a seat: somebody who only looks on."""
HOST, DESK = "host", "desk"
"""Who gives orders: a person; or the room itself, which lets tables rest that everybody has left."""
FOLLOWS = "follows"
"""The value of a `void` by which a desk tells what follows, in words, where that happens at another table."""
SHOWN = 1_000
"""What is added to a seat, or to WATCHING, for the recipient of its Scenes."""


class Seated(msgspec.Struct, frozen=True, gc=False):
    """Somebody takes a chair, the first that is free unless one is named; a bot of the house if it has a policy."""

    id: str
    name: str
    policy: str = ""
    seat: int | None = None
    dialect: str = OWN


class Attached(msgspec.Struct, frozen=True, gc=False):
    """A connection belongs to a seat from now on, in place of the one before, or looks on (WATCHING).

    `token` is told in its welcome. `after` is the number of the last frame that it has, if it comes back, and
    `match_id` the match that this frame was of: "" for one that is not known or of no match, None where it can only be
    of this table. `dialect` is what a player wants to hear; who looks on hears the game's own. With `god`, the host
    looks on with every card face up, late.
    """

    connection: str
    seat: int = WATCHING
    token: str = ""
    after: int | None = None
    scenes: bool = False
    dialect: str = OWN
    god: bool = False
    match_id: str | None = None


class Detached(msgspec.Struct, frozen=True, gc=False):
    """A connection has ended."""

    connection: str


class Silent(msgspec.Struct, frozen=True, gc=False):
    """Nothing comes from a connection any more, or something does again. That is no end of it."""

    connection: str
    silent: bool


class Said(msgspec.Struct, frozen=True, gc=False):
    """A connection has sent a message, with what rides on it. `round_trip_ms` is the shortest that its line has shown,
    0 if that is not known."""

    connection: str
    frame: Frame
    rider: Rider | None = None
    round_trip_ms: int = 0


class Garbled(msgspec.Struct, frozen=True, gc=False):
    """A connection has sent something that is no message, and was told so."""

    connection: str
    said: str
    code: str
    msg: str


class Answered(msgspec.Struct, frozen=True, gc=False):
    """A bot of the house has decided."""

    seat: int
    act_id: int
    move: Move


class Rang(msgspec.Struct, frozen=True, gc=False):
    """The time of a timer has come."""

    key: str


class Sent(msgspec.Struct, frozen=True, gc=False):
    """A frame with a receipt has gone out: from here on a decision takes time, and an answer to it counts."""

    receipt: tuple[int, int]


class Ordered(msgspec.Struct, frozen=True, gc=False):
    """Somebody wants something of the table: `what` is one of `orders.ORDERS`."""

    what: str
    seat: int | None = None
    values: Mapping[str, Any] = MappingProxyType({})
    why: str = ""
    by: str = HOST


class Closing(msgspec.Struct, frozen=True, gc=False):
    """The arena is about to close: no hand begins any more. A restart knows nothing of it."""


class Opened(msgspec.Struct, frozen=True, gc=False):
    """The host has been given every card of something: everybody is told of what."""

    what: str


Input = Seated | Attached | Detached | Silent | Said | Garbled | Answered | Rang | Sent | Ordered | Opened | Closing
