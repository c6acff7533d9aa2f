"""Messages between a table and a program, in JSON: the same on standard input and output and over a network.

A message is an object with a `type` and a version `v`. The table sends `welcome`, `start_hand`, `event`, `act`,
`end_hand`, `match_end` and `error`; the program answers an `act` with an `action`. A game may send its own fields
(`Game.wire`); these here are what a game without any sends, and what all have in common. A program must ignore fields,
types and events that it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ..vocabulary.events import Fact

if TYPE_CHECKING:
    from ..contract.game import Decision
    from ..contract.nameplate import Nameplate

VERSION = 1


class Frame(msgspec.Struct, kw_only=True, tag_field="type"):
    """One message."""

    v: int = VERSION


class Action(Frame, tag="action"):
    """What a program answers: the name of an option, with its amount or its cards, by name.

    `act_id` repeats that of the `act` which it answers: to an earlier one it comes too late, and counts for nothing.
    Without one it answers the last. Amount and cards can be
    anything: whether they make sense is for the referee to say, who then also knows what would have.
    """

    action: str
    amount: Any = None
    cards: Any = None
    hand_id: str = ""
    act_id: int | None = None


class Seated(msgspec.Struct):
    """Who sits in a seat. The id is the same wherever a player sits."""

    seat: int
    id: str
    name: str


class Welcome(Frame, tag="welcome"):
    """Sent once."""

    table_id: str
    game: str


class StartHand(Frame, tag="start_hand"):
    """A match begins, as the seat sees it."""

    hand_id: str
    seat: int
    players: list[Seated]
    view: dict[str, Any]


class Choice(msgspec.Struct, omit_defaults=True):
    """One option of an `act`: amounts from `low` to `high` by `step`, or `fewest` to `most` of `cards`."""

    action: str
    low: int = 0
    high: int = 0
    step: int = 0
    fewest: int = 0
    most: int = 0
    ordered: bool = False
    gaps: bool = False
    cards: list[str] = []


class Act(Frame, tag="act"):
    """The seat has to decide. `act_id` goes up by one with each question, and an aside leaves it as it is."""

    hand_id: str
    act_id: int
    seat: int
    players: list[Seated]
    time_ms: int
    legal: list[str]
    options: list[Choice]
    view: dict[str, Any]


class Event(Frame, tag="event"):
    """Something happened: the name of the fact, and its fields."""

    ev: str
    fields: dict[str, Any]


class EndHand(Frame, tag="end_hand"):
    """The match is over."""

    hand_id: str
    score: int


class MatchEnd(Frame, tag="match_end"):
    """Nothing more will come."""


class Error(Frame, tag="error"):
    """An answer was of no use; `code` says how."""

    code: str
    msg: str


class Context(NamedTuple):
    """What messages tell that no rule knows: the hand, the time for a decision in milliseconds, and who sits where."""

    hand_id: str
    limit_ms: int
    players: Sequence[Nameplate]

    @property
    def seated(self) -> list[Seated]:
        """Who sits where, as it is sent."""
        return [Seated(seat, player.id, player.name) for seat, player in enumerate(self.players)]


class Wire(NamedTuple):
    """A game's own messages, each made from its context and from what the seat sees or is told."""

    welcome: Callable[[Context, Any], Frame]
    """From the first view."""
    start_hand: Callable[[Context, Any], Sequence[Frame]]
    act: Callable[[Context, int, Any, Decision], Frame]
    """From the number of the question, the view and the decision."""
    event: Callable[[Fact, Sequence[Fact]], Frame | None]
    """From a fact and those before it in the match; None if nothing is said of it."""
    end_hand: Callable[[Context, Any, int], Frame]
