"""What a table appends: from its last snapshot and the lines after it, it can be made again.

The house's draws are no lines: they follow from the secret of the hand. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.kernel.contract.game import Move
from croupier.kernel.showing.wire import OWN
from croupier.kernel.showing.wire.messages import Usage

from .inputs import HOST


class Line(msgspec.Struct, frozen=True, tag_field="line", array_like=True):
    """Any line of a table. It is kept as its values, in order: a new one goes to the end, and has a default."""


class Shuffle(Line, frozen=True, tag="shuffle"):
    """The secret of the next hand, before anything of it is told."""

    secret: bytes


class Sat(Line, frozen=True, tag="sat"):
    """Somebody has taken a chair; with no id, it has become free."""

    seat: int
    id: str = ""
    name: str = ""
    policy: str = ""
    dialect: str = OWN


class Spoke(Line, frozen=True, tag="spoke"):
    """Somebody in a chair is told things in another dialect from now on: its frames have other numbers then."""

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


REFUSED_FIRST, TIMED_OUT, AWAY, OURS, BY_HOST = "refused", "clock", "away", "ours", "host"
"""How a move came about that is not simply a seat's own: its own, after an answer of it was refused; the clock's, while
its player was there; the clock's, while nobody was; the clock's, where that was the arena's fault; the host's."""
CLOCK_PLAYED = frozenset({TIMED_OUT, AWAY, OURS})


class Begun(Line, frozen=True, tag="begun"):
    """The number of the match that has begun, also for who cannot read its config."""

    match: int


class Made(Line, frozen=True, tag="move"):
    """Somebody has moved. `how` is "" for a move of its own, else how it came about: the words above, or who made it
    for it, "host" or "house". Of a move of the clock itself, it is the seat whose time was up, if it was one alone."""

    actor: int
    kind: int
    at: int
    amount: int = 0
    cards: tuple[int, ...] = ()
    how: str = ""
    late: dict[int, str] = {}
    """The seats that a move of the clock stands for, and how that came about."""
    bank_ms: int = 0
    """What it took of the time bank."""


class Thought(Line, frozen=True, tag="thought"):
    """What somebody thought before the move that follows, in its own words, and what that took it."""

    seat: int
    id: str
    hand_id: str
    at: int
    act_id: int | None = None
    """None with an aside."""
    text: str = ""
    usage: Usage | None = None


class Chair(msgspec.Struct, frozen=True, array_like=True):
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


class HandPlayed(msgspec.Struct, frozen=True, array_like=True):
    """A hand that was played, move by move, from how it began."""

    match: int
    id: str
    names: list[tuple[str, str]]
    """Who sat where: ids and names."""
    state: bytes
    """Compressed."""
    moves: list[tuple[int, int, int, tuple[int, ...]]]
    """Actors, kinds, amounts and cards."""


class Snapshot(Line, frozen=True, tag="snapshot"):
    """The whole table between two hands, or before a match: all that went before follows from it."""

    chairs: list[Chair]
    frames: int
    """Sent to those who look on."""
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
    """As the host wants it now; 0 for what the plan says, …"""
    options: dict[str, Any] | None = None
    """… and None."""
    forfeits: list[str] = []
    hindsight: list[HandPlayed] = []
    """Hands that the host may see face up later, …"""
    shown: HandPlayed | None = None
    """… and the last that it may see now."""
    level: int = 0
    began: int = 0
    """When the match did."""
    last: bool = False
    newcomers: list[int] = []
    """Seats of those who wait to be let in."""
    shows_ms: int = 0
    """How long what was said before it is still being shown."""


class Boundary(Line, frozen=True, tag="boundary"):
    """What everybody may know of the last snapshot: where to go on if the key is lost that it is sealed with. It lasts
    as long as the snapshot does."""

    table: Snapshot
    """Without state, secret and hands."""
    config: bytes = b""
    """With which the match can go on in a new leg, compressed; empty if not everybody may know it."""
    playing: bool = False


class Refused(Line, frozen=True, tag="refused"):
    """An answer that did not count: what was said, as far as it fits, and what was answered to it."""

    seat: int
    id: str
    at: int
    said: str
    code: str
    msg: str


class Noted(Line, frozen=True, tag="noted"):
    """What was ordered, by whom, and why."""

    what: str
    at: int
    seat: int | None = None
    values: dict[str, Any] = {}
    why: str = ""
    by: str = HOST


class Opened(Line, frozen=True, tag="opened"):
    """The host was given every card of something: late, and everybody may know."""

    what: str
    at: int


class Resumed(Line, frozen=True, tag="resumed"):
    """The arena was down while somebody was asked for something: for so long, no clock ran."""

    at: int
    down_ms: int


class Woke(Line, frozen=True, tag="woke"):
    """The client of a seat that had missed several deadlines has shown that it is there: its next decision has its
    whole time."""

    seat: int
    at: int


Lines = (
    Shuffle
    | Sat
    | Spoke
    | Began
    | Begun
    | Made
    | Thought
    | Snapshot
    | Boundary
    | Refused
    | Noted
    | Opened
    | Resumed
    | Woke
)


def is_secret(line: Line, secrets_last: bool) -> bool:
    """Whether a line holds cards that somebody was not shown, or may: those of a move are its own business.

    A config holds some where secrets outlive a hand (`Legs.secrets_last`).
    """
    match line:
        case Made(cards=cards):
            return bool(cards)
        case Shuffle() | Snapshot() | Thought() | Refused():
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
