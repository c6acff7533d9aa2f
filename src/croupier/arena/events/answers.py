"""What the JSON API answers about events, key by key; about all else in `room/answers.py`."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..room.answers import Interval

EventKind = Literal["common", "mirrored", "robin", "rolling", "freezeout", "tournament", "duplicate"]
EventState = Literal["waiting", "playing", "frozen", "over", "closed"]


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
    """The code of its practice tables."""
    present: int
    starts: NotRequired[int | None]
    """When a tournament begins; null if it begins when it is full, or has begun."""
    registered: NotRequired[int]
    places: NotRequired[int]
    """Of a tournament: the number of its entrants, and the most at its start (0 for no limit)."""
    left: NotRequired[int]
    """The number of players that are left in a tournament."""
    fee: NotRequired[int]
    value: NotRequired[EventValue]
    code: NotRequired[str]
    """Only if the code is public, or for the host."""


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
    """Whether it is a house bot."""
    withdrawn: bool
    matches: int
    hands: int
    result: Interval | None
    """Without the luck after the last decision; null while no match counts."""
    plain: Interval | None
    without_clock: Interval | None
    saved_by_adjustment: float | None
    aivat: Interval | None
    """Adjusted by AIVAT, in matches against the blueprint or the solver; null before the event is over."""
    saved_by_aivat: float | None
    rating: EventRating
    decisions: dict[str, int]
    clock_share: float
    level: bool
    """Whether the difference to the first is not significant."""


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
    """The unit of its figures: "bb/100"."""
    teams: list[EventTeam]
    comparisons: list[EventComparison]


class EventTable(TypedDict):
    """A table of an event: the keys of its teams, the number of finished matches, and the void matches with reasons."""

    table: str
    teams: list[str]
    deals: int
    over: int
    void: dict[str, str]


class EventOrder(TypedDict):
    """An order that the host has given to an event."""

    order: str
    team: str
    why: str
    at: int
    """Milliseconds since 1970."""


class TournamentLevel(TypedDict):
    """A level of a tournament, or a break."""

    number: int
    """From 1, breaks counted."""
    rest: bool
    minutes: float
    hands: int
    """How long it lasts; with neither, it does not end."""
    blinds: dict[str, int]
    """The options that count in it: small_blind, big_blind, ante or big_blind_ante."""


class TournamentClock(TypedDict):
    """What time it is in a tournament."""

    level: int
    """The number of the level."""
    runs: bool
    left_ms: int | None
    """How much of the level is left; null if it does not end by the clock."""
    at: int
    """When that was so, in milliseconds since 1970: while the clock runs, less is left every moment."""


class TournamentPlayer(TypedDict):
    """A player of a tournament."""

    key: str
    name: str
    house: bool
    entries: int
    rebuys: int
    addons: int
    table: str | None
    """Its table; null if it has no seat."""
    seat: int | None
    chips: int | None
    place: int | None
    """Its place; null while it plays."""
    prize: int | None
    out_at: int | None
    """When it went out, in milliseconds since 1970."""
    hand: str | None
    """The hand in which it went out."""
    lost: int | None
    """The chips with which it began that hand."""
    why: str
    """Why it was disqualified; "" if it was not."""
    may: list[Literal["reenter", "rebuy", "addon"]]
    """What it can ask for now: to enter again, or to buy chips."""
    wishes: list[Literal["rebuy", "addon"]]
    """What it has asked for in this hand, and gets after it if that is still possible."""
    declined: str
    """Why it did not get what it asked for last; "" if it did."""


class TournamentTable(TypedDict):
    """A table of a tournament, in the order in which tables break."""

    table: str
    players: int
    hand: int
    playing: bool
    chips: int
    largest: int


class Tournament(TypedDict):
    """A tournament over many tables: registration, clock, players, prizes."""

    starts: int | None
    """When it begins; null if it begins when it is full."""
    started: int | None
    ended: int | None
    cancelled: str | None
    """Why it was cancelled; null if it was not."""
    open: bool
    """Whether players may enter."""
    seats: int
    """The seats of a table."""
    stack: int
    """The chips of a starting stack."""
    places: int
    """The most players at the start; 0 for no limit."""
    fee: int
    late_levels: int
    """The number of levels in which players may enter late, and of those that have begun, breaks not counted."""
    levels_begun: int
    reentries: int
    rebuys: int
    addon: int
    bank_ms: int
    """The time bank that a player begins with; it grows by `bank_grows_ms` with each level."""
    bank_grows_ms: int
    registered: int
    entries: int
    left: int
    chips: int
    average: int
    """The average stack of the players that are left."""
    pool: int
    prizes: list[int]
    """From the first place down; as they are now, while players may enter or buy chips."""
    hand_for_hand: bool
    clock: TournamentClock | None
    """Null before play begins, and after it."""
    levels: list[TournamentLevel]
    tables: list[TournamentTable]
    players: list[TournamentPlayer]
    """Players in their seats by their chips, then by place; before play begins as they have entered."""
    hash: str
    """The hash of the secret from which all seats are drawn; "" before play begins."""
    secret: NotRequired[str]
    """That secret, when the tournament is over."""


class Event(EventSummary, EventStandings):
    """An event with its standings."""

    tables: list[EventTable]
    orders: list[EventOrder]
    tournament: Tournament | None
    """Null for events of other kinds."""


class HostedEvent(Event):
    """An event as its host sees it."""

    roster: NotRequired[dict[str, str]]
    """The teams with their codes, if each team has its own."""
