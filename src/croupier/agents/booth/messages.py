"""Messages between a match and a bot in its booth: one JSON array a line, records as their integers.

They are the contract, as in `kernel.showing.wire.contract`, without what only foreign programs need: both sides run
this release of Croupier, so views are lists of integers and facts go by number.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.contract.nameplate import Nameplate


class Said(msgspec.Struct, array_like=True, tag=True):
    """One line."""


class Sit(Said, tag="sit"):
    """A match begins: the key of the bot's randomness, and the player in each seat."""

    key: int
    players: tuple[Nameplate, ...]


class Start(Said, tag="start"):
    """A hand begins."""

    view: list[int]


class Saw(Said, tag="saw"):
    """A fact, by the number of its kind."""

    kind: int
    fields: list[Any]


class Over(Said, tag="over"):
    """A hand is over."""

    view: list[int]
    score: int


class Ask(Said, tag="ask"):
    """A question. A bot that imagines gets a state: its table, the traces and the questions of all seats."""

    number: int
    time_ms: int
    seen: list[int]
    decision: Decision
    traces: list[int] = []
    questions: list[int] = []


class Ready(Said, tag="ready"):
    """The author's file was loaded: the hooks that its bot has, and whether it imagines."""

    hooks: list[str]
    imagines: bool


class Failed(Said, tag="failed"):
    """The author's file could not be loaded."""

    why: str


class Noted(Said, tag="noted"):
    """A note for the author, without consequences."""

    what: str
    detail: str


class Answered(Said, tag="answered"):
    """The answer to the question of a number."""

    number: int
    move: Move


class Misplayed(Said, tag="misplayed"):
    """A wrong answer to a question, and the nearest legal move."""

    number: int
    what: str
    detail: str
    nearest: Move


Inwards = Sit | Start | Saw | Over | Ask
Outwards = Ready | Failed | Noted | Answered | Misplayed
encode = msgspec.json.Encoder().encode
