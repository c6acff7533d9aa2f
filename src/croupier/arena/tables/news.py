"""News: what following a line leads to, step by step. The table is in the state after each step when it is told.

`follow` passes news to a callback: a session makes frames of them (`tell`), a replay splits a match into hands by them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.events import Events

from ..chain import Link
from ..shuffle import Commitment
from .lines import HandPlayed, Noted, Rabbit, Snapshot


class Seated(NamedTuple):
    """A player has taken a chair, or a chair has become free."""

    seat: int


class Spoken(NamedTuple):
    """The client of a chair gets another dialect."""

    seat: int


class SeatsChanged(NamedTuple):
    """The name of a player, or the house bot in a chair, has changed."""


class ChairRemoved(NamedTuple):
    """A chair was removed."""

    seat: int


class Replanned(NamedTuple):
    """The table plays by another plan from the next match on."""


class Loaded(NamedTuple):
    """The table was loaded from a snapshot, because the lines before it are missing or incomplete."""

    snapshot: Snapshot


class HandOpens(NamedTuple):
    """A hand is about to begin, and perhaps a match with it."""

    first: bool


class Committed(NamedTuple):
    """The house has committed to the order of a pool of cards."""

    commitment: Commitment


class HandBegan(NamedTuple):
    """A hand has begun: under a new config, in a new leg of its match, or simply as the next; or, `midway`, a match has
    begun in the middle of a hand."""

    events: Events
    config: Any = None
    leg: bool = False
    midway: bool = False


class Draws(NamedTuple):
    """The house is about to draw."""


class Moved(NamedTuple):
    """A seat, the house or the clock has moved."""

    actor: int
    move: Move
    events: Events


class Released(NamedTuple):
    """Hands have become late enough for the god view."""

    hands: list[HandPlayed]


class Linked(NamedTuple):
    """The chain of the match has another link: a hand is over, or the match. What it tells is told after this."""

    link: Link


class HandEnded(NamedTuple):
    """A hand is over, and the secret of the next is drawn."""


class MatchEnded(NamedTuple):
    """A match is over: by its rules; or, `early`, between two of its hands because the host, a level or the time ended
    it."""

    scores: tuple[int, ...]
    early: bool


class OrderNoted(NamedTuple):
    """An order was noted, and is about to be obeyed."""

    noted: Noted


class OpenedToHost(NamedTuple):
    """The host was shown hidden cards."""

    what: str


class Foreseen(NamedTuple):
    """Everybody is shown the cards that would have come in a hand that is over."""

    line: Rabbit


News = (
    Seated
    | Spoken
    | SeatsChanged
    | ChairRemoved
    | Replanned
    | Loaded
    | HandOpens
    | Committed
    | HandBegan
    | Draws
    | Moved
    | Released
    | Linked
    | HandEnded
    | MatchEnded
    | OrderNoted
    | OpenedToHost
    | Foreseen
)
Tell = Callable[[News], None]


def to_nobody(news: News) -> None:
    """Drop the news."""
