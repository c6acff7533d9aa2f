"""What can be put into a table. Times are whole milliseconds of a clock that never goes back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import Position
from croupier.kernel.showing.wire import OWN, Frame
from croupier.kernel.showing.wire.messages import Rider, What

WATCHING = -1
"""In place of a seat: a spectator."""
HOST, DESK = "host", "desk"
"""The givers of orders: a person; or the room itself, which pauses tables that everybody has left."""
FOLLOWS = "follows"
"""The key of the value of a `void` in which a desk says, in words, what follows at another table."""
SHOWN = 1_000
"""Added to a seat, or to WATCHING, to number the recipient of its Scenes."""


USUAL, CHOOSES = 0, -1
"""In place of the chips that a player brings to a cash table: as many as is usual; or the player will say."""


class Seated(msgspec.Struct, frozen=True, gc=False):
    """A player takes a chair, the first free one unless one is named. With a policy, the player is a house bot.

    At a cash table it brings `buy_in` chips, or as many as are allowed there; with `tops_up` it is topped up before
    every hand. In a tournament it brings its time bank, which has grown with `bank_levels` levels; None is a full one.
    """

    id: str
    name: str
    policy: str = ""
    seat: int | None = None
    dialect: str = OWN
    buy_in: int = USUAL
    tops_up: bool = False
    bank_ms: int | None = None
    bank_levels: int = 0
    took: tuple[int, int] | None = None
    """What the player took away last from another table of this cash game, and when; None if that was from here."""
    stack: int = 0
    """The chips of a player that changes to this table from another of this cash game: it brings all of them."""


class Changes(msgspec.Struct, frozen=True, gc=False):
    """The desk notes that a player wants to change to another table of its cash game, or ("") to stay."""

    seat: int
    to: str


class Departs(msgspec.Struct, frozen=True, gc=False):
    """The desk lets a player leave for another table, between two hands."""

    seat: int


class Freed(msgspec.Struct, frozen=True, gc=False):
    """The desk takes a chair from its player, between two hands."""

    seat: int


class Called(msgspec.Struct, frozen=True, gc=False):
    """The desk calls the next hand, at a table that waits for it. It is not kept: a restart needs a new one.

    By then the time banks of all players have to have grown with `bank_levels` levels, by `bank_grows_ms` with each.
    """

    bank_levels: int = 0
    bank_grows_ms: int = 0


class Begins(msgspec.Struct, frozen=True, gc=False):
    """The first match of the table is to begin in a position."""

    position: Position


class Attached(msgspec.Struct, frozen=True, gc=False):
    """A connection gets a seat, in place of the seat's previous connection, or becomes a spectator (WATCHING).

    `token` is sent in its welcome. For a client that comes back, `after` is the number of the last frame that it has,
    and `match_id` the match of that frame: "" if the match is not known or there was none, None if the frame can only
    be from this table. `dialect` is for players; spectators get the game's own. With `god`, the host gets the god view.
    `pace` is that of a player who draws Scenes, `name` that of a spectator who has proved it.
    """

    connection: str
    seat: int = WATCHING
    token: str = ""
    after: int | None = None
    scenes: bool = False
    dialect: str = OWN
    god: bool = False
    match_id: str | None = None
    pace: str = "usual"
    name: str = ""


class Detached(msgspec.Struct, frozen=True, gc=False):
    """A connection has ended."""

    connection: str


class Silent(msgspec.Struct, frozen=True, gc=False):
    """A connection has become silent, or is no longer silent. It has not ended."""

    connection: str
    silent: bool


class Said(msgspec.Struct, frozen=True, gc=False):
    """A connection has sent a message, perhaps with a rider. `round_trip_ms` is the shortest round trip measured so
    far, 0 if it is not known."""

    connection: str
    frame: Frame
    rider: Rider | None = None
    round_trip_ms: int = 0


class Garbled(msgspec.Struct, frozen=True, gc=False):
    """A connection has sent something that is not a message, and was sent an error."""

    connection: str
    said: str
    code: str
    msg: str


class Reacted(msgspec.Struct, frozen=True, gc=False):
    """A player reacts: `what` is for all who draw Scenes, and is not kept."""

    connection: str
    what: What


class Hunted(msgspec.Struct, frozen=True, gc=False):
    """A player asks for the cards that would have come in a hand that is over."""

    connection: str
    hand_id: str


class Answered(msgspec.Struct, frozen=True, gc=False):
    """A house bot has decided."""

    seat: int
    act_id: int
    move: Move


class Rang(msgspec.Struct, frozen=True, gc=False):
    """A timer rings."""

    key: str


class Sent(msgspec.Struct, frozen=True, gc=False):
    """A frame with a receipt has gone out: from now on its clock runs, and an answer to it counts."""

    receipt: tuple[int, int]


class Ordered(msgspec.Struct, frozen=True, gc=False):
    """The table is given an order: `what` is one of `orders.ORDERS`."""

    what: str
    seat: int | None = None
    values: Mapping[str, Any] = MappingProxyType({})
    why: str = ""
    by: str = HOST


class Closing(msgspec.Struct, frozen=True, gc=False):
    """The arena is about to close: no further hand begins. This is not kept, so a restart does not know of it."""


class Opened(msgspec.Struct, frozen=True, gc=False):
    """The host has been shown hidden cards: everybody is told of what."""

    what: str


Input = (
    Seated
    | Changes
    | Departs
    | Freed
    | Called
    | Begins
    | Attached
    | Detached
    | Silent
    | Said
    | Garbled
    | Reacted
    | Hunted
    | Answered
    | Rang
    | Sent
    | Ordered
    | Opened
    | Closing
)
