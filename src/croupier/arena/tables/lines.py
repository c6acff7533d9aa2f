"""What a table appends: from its last snapshot and the lines after it, it can be made again.

The house's draws are no lines: they follow from the secret of the hand. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import Position
from croupier.kernel.showing.wire import OWN
from croupier.kernel.showing.wire.messages import Usage

from ..shuffle import Opening
from .chain import Chain as MatchChain
from .inputs import HOST, USUAL


class Line(msgspec.Struct, frozen=True, tag_field="line", array_like=True):
    """Any line of a table. It is kept as an array of its fields: a new field goes to the end, and has a default."""


class Shuffle(Line, frozen=True, tag="shuffle"):
    """The secret of the next hand, kept before anything of that hand is told."""

    secret: bytes


class Sat(Line, frozen=True, tag="sat"):
    """A player has taken a chair; with no id, the chair has become free."""

    seat: int
    id: str = ""
    name: str = ""
    policy: str = ""
    dialect: str = OWN
    buy_in: int = USUAL
    """The chips that it brings to a cash table."""
    tops_up: bool = False
    bank_ms: int | None = None
    """What is left of the time bank of a player that was moved here; None for all that the plan says."""
    bank_levels: int = 0
    """The number of levels of its tournament with which that bank has grown."""
    took: tuple[int, int] | None = None
    """The chips that it took away last from another table of this cash game, and when."""
    stack: int = 0
    """The chips that it has from another table of this cash game, and brings."""


class Changing(Line, frozen=True, tag="changing"):
    """A player wants to change to another table of its cash game when the hand is over; with no table, to stay."""

    seat: int
    to: str


class Spoke(Line, frozen=True, tag="spoke"):
    """The client of a chair gets frames in another dialect from now on, and they are numbered differently."""

    seat: int
    dialect: str


class Began(Line, frozen=True, tag="began"):
    """A match began, or went on in a new leg: the rules that it is played by, and its config."""

    game: str
    version: int
    fingerprint: str
    config: dict[str, Any]
    at: int
    leg: bool = False
    level: int = 0
    key: str = ""
    """The public key that the match is signed with; "" in a match that is not signed."""


REFUSED_FIRST, TIMED_OUT, AWAY, OURS, BY_HOST = "refused", "clock", "away", "ours", "host"
"""How a move came about: the player's own, after an invalid answer; the clock's, while the player was connected; the
clock's, while it was not; the clock's, by the arena's fault; the host's."""
CLOCK_PLAYED = frozenset({TIMED_OUT, AWAY, OURS})


class Placed(Line, frozen=True, tag="placed"):
    """The position in which the first match begins, in the middle of a hand of another match."""

    position: Position


class Begun(Line, frozen=True, tag="begun"):
    """The number of the match that has begun, readable without the key that its config may be sealed with."""

    match: int


class Made(Line, frozen=True, tag="move"):
    """A move. `how` is "" for a player's own move, otherwise one of the words above, or "host" or "house" for the one
    that made it. In a move of the actor CLOCK, `how` is the seat whose time was up, "" if several share the clock."""

    actor: int
    kind: int
    at: int
    amount: int = 0
    cards: tuple[int, ...] = ()
    how: str = ""
    late: dict[int, str] = {}
    """The seats for which the clock moved, each with one of the words above."""
    bank_ms: int = 0
    """The time that the move took from the bank."""


class Thought(Line, frozen=True, tag="thought"):
    """What a player thought before the move that follows, in its own words, and the usage that it reported."""

    seat: int
    id: str
    hand_id: str
    at: int
    act_id: int | None = None
    """None for an aside."""
    text: str = ""
    usage: Usage | None = None


class KeptChair(msgspec.Struct, frozen=True, array_like=True):
    """A chair in a snapshot."""

    id: str = ""
    name: str = ""
    policy: str = ""
    missed: int = 0
    bank_ms: int = 0
    frames: int = 0
    dialect: str = OWN
    answered: tuple[int, Move] | None = None
    held: bool = False
    stranger: bool = False
    buy_in: int = USUAL
    tops_up: bool = False
    told_to_return: int = 0
    bank_levels: int = 0
    stack: int = 0
    changes_to: str = ""


class HandPlayed(msgspec.Struct, frozen=True, array_like=True):
    """A hand that was played: its first state and its moves."""

    match: int
    id: str
    names: list[tuple[str, str]]
    """The ids and names of the players, by seat."""
    state: bytes
    """Compressed."""
    moves: list[tuple[int, int, int, tuple[int, ...]]]
    """Each with actor, kind, amount and cards."""


class Snapshot(Line, frozen=True, tag="snapshot"):
    """The whole table between two hands, or before a match. No line before it is needed to go on."""

    chairs: list[KeptChair]
    frames: int
    """The number of frames sent to spectators."""
    match: int
    hand: int
    asked_before: int
    secret: bytes
    at: int
    state: bytes = b""
    """Compressed; empty while there is no match."""
    held: bool = False
    changes: dict[str, Any] = {}
    stepping: bool = False
    seats: int = 0
    """As changed by the host; 0 for the plan's value."""
    options: dict[str, Any] | None = None
    """As changed by the host; None for the plan's value."""
    forfeits: list[str] = []
    hindsight: list[HandPlayed] = []
    """Hands that are not late enough for the god view yet."""
    shown: HandPlayed | None = None
    """The last hand that was late enough for it."""
    level: int = 0
    began: int = 0
    """When the match began."""
    last: bool = False
    newcomers: list[int] = []
    """Seats of players that wait to be let into the match."""
    shows_ms: int = 0
    """How long frames from before the snapshot are still being shown."""
    chain: MatchChain | None = None
    """The chain of the match; None in a snapshot of a release that had none."""
    taken_away: dict[str, tuple[int, int]] = {}
    """Of each player that has left a cash table with chips: how many, and when."""


class Boundary(Line, frozen=True, tag="boundary"):
    """The public part of the last snapshot, from which the table goes on if the key of the snapshot is lost. It is kept
    as long as the snapshot."""

    table: Snapshot
    """Without state, secret and hands."""
    config: bytes = b""
    """The config with which the match can go on in a new leg, compressed; empty if it is not public."""
    playing: bool = False


class Refused(Line, frozen=True, tag="refused"):
    """An answer that did not count: its text, cut if it is too long, and the error that was sent back."""

    seat: int
    id: str
    at: int
    said: str
    code: str
    msg: str


class Noted(Line, frozen=True, tag="noted"):
    """An order of the host, with its author and its reason."""

    what: str
    at: int
    seat: int | None = None
    values: dict[str, Any] = {}
    why: str = ""
    by: str = HOST


class Opened(Line, frozen=True, tag="opened"):
    """The host was shown hidden cards of what is over; `what` says of what. This line is public."""

    what: str
    at: int


class Rabbit(Line, frozen=True, tag="rabbit"):
    """A player has asked for the cards that would have come in a hand that is over, and everybody was shown them."""

    seat: int
    at: int
    hand_id: str
    openings: list[Opening]


class Resumed(Line, frozen=True, tag="resumed"):
    """The arena was down for `down_ms` while a question was open: no clock ran during that time."""

    at: int
    down_ms: int


class Woke(Line, frozen=True, tag="woke"):
    """The client of a seat that had missed several deadlines has shown that it is there: its next decision has the full
    time limit."""

    seat: int
    at: int


Lines = (
    Shuffle
    | Sat
    | Changing
    | Spoke
    | Began
    | Begun
    | Placed
    | Made
    | Thought
    | Snapshot
    | Boundary
    | Refused
    | Noted
    | Opened
    | Rabbit
    | Resumed
    | Woke
)


def is_secret(line: Line, secrets_last: bool) -> bool:
    """Whether a line holds, or may hold, cards that some seat was not shown, such as the cards of a move.

    A config holds such cards if secrets outlive a hand (`Legs.secrets_last`).
    """
    match line:
        case Made(cards=cards):
            return bool(cards)
        case Shuffle() | Snapshot() | Thought() | Refused() | Placed():
            return True
        case Began():
            return secrets_last
    return False


_decoder: msgspec.msgpack.Decoder[Lines] = msgspec.msgpack.Decoder(Lines)


def encode(line: Line) -> bytes:
    """A line as it is kept."""
    return msgspec.msgpack.encode(line)


def decode(body: bytes) -> Lines:
    """A line that was kept."""
    return _decoder.decode(body)
