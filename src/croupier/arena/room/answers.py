"""What the JSON API answers to the page for people, key by key.

The answers are plain dicts where they are made. `scripts/golden` writes `web/src/lib/http.ts` from this module. A key
that may be absent is `NotRequired`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, cast

from croupier.kernel.statistics import Estimate

from .memory import Result

OfferKind = Literal["table", "house", "practice", "queue", "private"]
EventKind = Literal["common", "mirrored", "robin", "rolling", "freezeout"]
EventState = Literal["waiting", "playing", "frozen", "over", "closed"]
Chair = Literal["free", "kept", ""]


class Interval(TypedDict):
    """A mean with its 95 % interval, whose ends are null until there is enough to say."""

    mean: float
    low: float | None
    high: float | None


def interval(estimate: Estimate) -> Interval:
    """An estimate from at least one result, so that it has a mean."""
    return cast(Interval, estimate.as_json())


class OfferFacts(TypedDict):
    """Something that can be joined, but for its code."""

    id: str
    game: str
    title: str
    kind: OfferKind
    tables: list[str]
    waiting: NotRequired[int]
    """Of a queue: how many wait."""
    stake: NotRequired[int]
    """Of a queue: what a match costs."""


class Offer(OfferFacts):
    """Something that can be joined."""

    code: NotRequired[str]
    """Only if it is everybody's."""


class CodedOffer(OfferFacts):
    """An offer as the host sees it: with its code, or with those of its teams."""

    code: str
    roster: dict[str, str]


class OpenedTable(OfferFacts):
    """A table for friends, as the visitor who opened it is told."""

    code: str
    seats: int
    token: str


class Sitting(TypedDict):
    """Somebody in a chair."""

    seat: int
    id: str
    name: str
    connected: bool
    house: bool


class ListedTable(TypedDict):
    """A table: what is played, and who sits there."""

    id: str
    offer: str
    game: str
    kind: OfferKind
    title: str
    seats: int
    players: list[Sitting]
    playing: bool
    held: bool
    opens: bool
    """Whether everybody may see every card once a match is over."""
    match_id: str
    hand: int
    watching: int
    god_view: int
    """After how many more hands the host may see every card; 0: never."""
    note: NotRequired[str]


class AwaitedSeat(TypedDict):
    """A seat whose clock runs."""

    seat: int
    name: str
    time_ms: int | None
    bank_ms: int


class HostedTable(ListedTable):
    """A table as its host has to know it."""

    options: dict[str, Any]
    changes: dict[str, Any]
    ending: bool
    waited_for: list[int]
    forfeits: list[str]
    waits_for: list[AwaitedSeat]
    missed: dict[str, int]


class Lobby(TypedDict):
    """Everything that can be joined or watched."""

    offers: list[Offer]
    tables: list[ListedTable]
    notes: list[str]


class Game(TypedDict):
    """A game that is offered."""

    id: str
    title: str
    summary: str
    version: int
    kind: Literal["game", "classic", "genome"]
    generation: int
    """Of how many generations it is the last; 0 if somebody made it up."""
    seats: int
    bots: list[str]
    """Bots of the house that play it, the usual one first."""
    code: str
    """With which one sits down against the house."""
    ratings: int
    rating: float | None


class RuleBook(TypedDict):
    """The rule book of a game, in Markdown."""

    id: str
    title: str
    rules: str


class GameSeats(TypedDict):
    """With how many seats a game can be played."""

    game: str
    seats: list[int]


class Account(TypedDict):
    """How many tokens a team has."""

    team: str
    tokens: int


class PrivateTables(TypedDict):
    """Whether a visitor can open a table for friends, and how many more."""

    open: bool
    left: int


class CodeLeads(TypedDict):
    """Where a code leads."""

    title: str
    kind: OfferKind
    chair: Chair
    """The chair that waits: a free one, one that a bot of the house keeps, or none."""


class GameStanding(Interval):
    """A player in the standings of a game: the mean score of a match."""

    id: str
    name: str
    matches: int


class GameStandings(TypedDict):
    """How players stand in a game, the best first."""

    game: str
    standings: list[GameStanding]


class TableStanding(Interval):
    """A player in the standings of a table: the mean score of a match."""

    id: str
    name: str
    matches: int
    won: int
    score: int
    level: bool
    """Whether it cannot be told apart from the first."""


class TableStandings(TypedDict):
    """How players stand at a table, the best first, and how its matches ended."""

    table: str
    standings: list[TableStanding]
    matches: list[Result]


class OrderKind(TypedDict):
    """What a host can order at a table."""

    order: str
    does: str
    about: Literal["", "seat", "anybody"]
    """Whether it concerns a seat ("seat"), or a seat if one is named ("anybody")."""
    values: str
    """What its values are, if it has any."""


class EventValue(TypedDict):
    """The program that gives hands their values."""

    name: str
    sha256: str


class EventSummary(TypedDict):
    """An event in short."""

    id: str
    title: str
    kind: EventKind
    game: str
    state: EventState
    deals: int
    open_deals: int | None
    freeze: int | None
    finish_by: int | None
    practice: str | None
    """The code of its tables to practise at."""
    present: int
    value: NotRequired[EventValue]
    code: NotRequired[str]
    """Only if it is everybody's, or for the host."""


class EventRating(TypedDict):
    """A rating with its standard deviation."""

    mu: float
    unsure: float
    games: int


class EventTeam(TypedDict):
    """A team of an event in its standings."""

    key: str
    name: str
    house: bool
    """Whether it is a bot of the house."""
    withdrawn: bool
    matches: int
    hands: int
    result: Interval | None
    """Without the luck after the last decision; null while nothing counts yet."""
    plain: Interval | None
    without_clock: Interval | None
    saved_by_adjustment: float | None
    aivat: Interval | None
    """By AIVAT, of matches against the blueprint or the solver; null before the event is over."""
    saved_by_aivat: float | None
    rating: EventRating
    decisions: dict[str, int]
    clock_share: float
    level: bool
    """Whether it cannot be told apart from the first."""


class EventComparison(Interval):
    """Two teams of an event compared: by how much one is better."""

    better: str
    worse: str
    p: float
    separable: bool
    verdict: str


class EventStandings(TypedDict):
    """The standings of an event, the best first."""

    unit: str
    """What its figures are: "bb/100"."""
    teams: list[EventTeam]
    comparisons: list[EventComparison]


class EventTable(TypedDict):
    """A table of an event: who plays there by their keys, how many of its matches are over, and which count for
    nothing."""

    table: str
    teams: list[str]
    deals: int
    over: int
    void: dict[str, str]


class EventOrder(TypedDict):
    """What the host has ordered of an event."""

    order: str
    team: str
    why: str
    at: int
    """Milliseconds since 1970."""


class Event(EventSummary, EventStandings):
    """An event with its standings."""

    tables: list[EventTable]
    orders: list[EventOrder]


class HostedEvent(Event):
    """An event as its host sees it."""

    roster: NotRequired[dict[str, str]]
    """Teams with their codes, where each has its own."""
