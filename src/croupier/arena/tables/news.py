"""What following a line leads to, step by step, while the table is as each step leaves it.

`follow` hands news to whoever listens: a session makes frames of them (`tell`), a replay takes a match apart by them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.events import Events

from ..shuffle import Commitment
from .lines import HandPlayed, Noted, Snapshot


class Seated(NamedTuple):
    """Somebody has taken a chair, or a chair has become free."""

    seat: int


class Spoken(NamedTuple):
    """Somebody in a chair hears another dialect."""

    seat: int


class SeatsChanged(NamedTuple):
    """Somebody's name, or the bot of the house in a chair, has changed."""


class ChairRemoved(NamedTuple):
    """There is no such chair any more."""

    seat: int


class Replanned(NamedTuple):
    """The table plays by another plan from the next match on."""


class Loaded(NamedTuple):
    """The table is as a snapshot tells, and not as the lines before it do: there were none, or not all of them."""

    snapshot: Snapshot


class HandOpens(NamedTuple):
    """A hand is about to begin, and perhaps a match with it."""

    first: bool


class Committed(NamedTuple):
    """The house has committed itself to the order of a pool."""

    commitment: Commitment


class HandBegan(NamedTuple):
    """A hand has begun: under a new config, in a new leg of its match, or simply as the next."""

    events: Events
    config: Any = None
    leg: bool = False


class Draws(NamedTuple):
    """The house is about to draw."""


class Moved(NamedTuple):
    """Somebody has moved, the house and the clock included."""

    actor: int
    move: Move
    events: Events


class Released(NamedTuple):
    """Hands have become late enough for the god view."""

    hands: list[HandPlayed]


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
    """The host was given every card of something."""

    what: str


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
    | HandEnded
    | MatchEnded
    | OrderNoted
    | OpenedToHost
)
Tell = Callable[[News], None]


def to_nobody(news: News) -> None:
    """Tell nobody."""
