"""What the JSON API answers to the page for people, key by key; about events in `events/answers.py`.

The answers are plain dicts where they are made. `scripts/golden` writes `web/src/lib/http.ts` from these modules. A key
that may be absent is `NotRequired`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, cast

from croupier.kernel.statistics import Estimate

from .memory import Result

OfferKind = Literal["table", "house", "practice", "queue", "private"]
ChairState = Literal["free", "kept", ""]


class Interval(TypedDict):
    """A mean with its 95 % interval. The ends are null while there are too few results."""

    mean: float
    low: float | None
    high: float | None


def interval(estimate: Estimate) -> Interval:
    """An estimate from at least one result, so that it has a mean."""
    return cast(Interval, estimate.as_json())


class OfferFacts(TypedDict):
    """An offer that can be joined, without its code."""

    id: str
    game: str
    title: str
    kind: OfferKind
    tables: list[str]
    waiting: NotRequired[int]
    """Of a queue: the number of waiting clients."""
    stake: NotRequired[int]
    """Of a queue: the tokens that a match costs."""


class Offer(OfferFacts):
    """An offer that can be joined."""

    code: NotRequired[str]
    """Only if the code is public."""


class CodedOffer(OfferFacts):
    """An offer as the host sees it: with its code, or with the codes of its teams."""

    code: str
    roster: dict[str, str]


class OpenedTable(OfferFacts):
    """The answer to a visitor that has opened a private table."""

    code: str
    seats: int
    token: str


class Sitting(TypedDict):
    """A player in a chair."""

    seat: int
    id: str
    name: str
    connected: bool
    house: bool
    kept: bool
    """Whether it has proved a kept name, so that it has a profile."""


class TakenFrom(TypedDict):
    """The hand of another match that a table has taken up, after how many moves, and for which seat."""

    match: str
    hand: int
    made: int
    seat: int


class ListedTable(TypedDict):
    """A table: its game and its players."""

    id: str
    offer: str
    game: str
    kind: OfferKind
    title: str
    stakes: str
    """What is played for, in words: "blinds 50/100"; "" if nothing is to be said of it."""
    seats: int
    players: list[Sitting]
    playing: bool
    held: bool
    opens: bool
    """Whether everybody may see every card once a match is over."""
    hints: bool
    """Whether its players may ask for hints."""
    rabbit: bool
    """Whether its players may ask for the cards that would have come."""
    several: bool
    """Whether its players may change to other tables of the same cash game."""
    match_id: str
    hand: int
    watching: int
    watchers: list[str]
    """The names of those spectators who have proved one."""
    worth: int
    """How much it is worth watching; 0 if nothing speaks for it."""
    why: str
    """Why, in a few words."""
    god_view: int
    """The number of hands after which the host may see every card; 0 for never."""
    note: NotRequired[str]
    taken_from: NotRequired[TakenFrom]
    """Where its match began, if that was in the middle of a hand of another."""


class TableChoice(TypedDict):
    """Another table of a cash game."""

    table: str
    players: int
    seats: int
    why: str
    """Why the player cannot change to it now; "" if it can."""


class TableChange(TypedDict):
    """Where a player of a cash game at several tables sits, and where it may go."""

    table: str
    to: str
    """The table to which it changes after this hand; "" if it stays."""
    tables: list[TableChoice]


class KeptName(TypedDict):
    """A name that is kept, and since when (milliseconds since 1970)."""

    name: str
    since: int


class NewSecret(KeptName):
    """The answer to the keeper of a name: the secret that proves it, which nobody else is told."""

    secret: str


class RatingNow(TypedDict):
    """A rating as it is shown, with its 95 % interval: 1,500 at first."""

    value: int
    low: int
    high: int


class RatingPoint(RatingNow):
    """A rating after a match."""

    at: int


class HouseRating(TypedDict):
    """The rating of a house bot."""

    policy: str
    value: int


class ProfileHand(TypedDict):
    """A hand that won or lost much, as everybody saw it at its end."""

    match: str
    hand: int
    net: int
    words: str
    held: list[str]
    """The player's cards, if they were shown."""
    board: list[str]
    title: str
    others: list[str]
    at: int


class ProfileGame(Interval):
    """A game in a profile: the mean score of a match, the rating, and the hands that won and lost most."""

    game: str
    title: str
    matches: int
    hands: int
    """Of the matches whose hands are counted by now."""
    rating: RatingNow | None
    history: list[RatingPoint]
    house: HouseRating | None
    """The strongest house bot in this game, by its rating."""
    best: list[ProfileHand]
    worst: list[ProfileHand]


class ProfileMatch(TypedDict):
    """A match in a profile."""

    match: str
    title: str
    at: int
    score: int
    others: list[str]
    hands: int | None
    """Null while they are not counted."""


class ProfilePlacing(TypedDict):
    """A tournament in a profile."""

    event: str
    title: str
    at: int
    place: int
    tied: int
    """The number of players that share the place."""
    players: int
    entries: int
    """How often the player entered."""
    paid: int
    prize: int
    """The tokens that it paid, and those that it won."""


class WinningsPoint(TypedDict):
    """All that a player had won in tournaments by a time, without what it had paid."""

    at: int
    total: int


class ProfileTournaments(Interval):
    """Tournaments in a profile: the mean of what one of them won, in tokens, without what was paid."""

    played: int
    won: int
    """The number of first places, shared ones included."""
    in_the_money: int
    paid: int
    prizes: int
    history: list[WinningsPoint]
    recent: list[ProfilePlacing]
    """The newest first."""


class Profile(KeptName):
    """What everybody may know of a player that keeps a name: from public matches that are over."""

    matches: int
    hands: int
    last: int | None
    """When the last match ended, in milliseconds since 1970."""
    games: list[ProfileGame]
    """Those with the most matches first."""
    tournaments: ProfileTournaments | None
    """Null before the first tournament over many tables is over."""
    recent: list[ProfileMatch]
    """The newest first."""


class AwaitedSeat(TypedDict):
    """A seat whose clock runs."""

    seat: int
    name: str
    time_ms: int | None
    bank_ms: int


class HostedTable(ListedTable):
    """A table as the host sees it."""

    options: dict[str, Any]
    changes: dict[str, Any]
    ending: bool
    waited_for: list[int]
    forfeits: list[str]
    waits_for: list[AwaitedSeat]
    missed: dict[str, int]


class Lobby(TypedDict):
    """All public offers and tables."""

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
    """The generation of evolution from which it comes; 0 if a person wrote it."""
    seats: int
    bots: list[str]
    """The house bots that play it, the default first."""
    rabbit: bool
    """Whether its tables can have a rabbit hunt."""
    code: str
    """The code of its tables against the house."""
    ratings: int
    rating: float | None
    in_hands: float | None
    """How much of the game was in their hands, as players say: from 1, nothing, to 5, everything."""


class RuleBook(TypedDict):
    """The rule book of a game, in Markdown."""

    id: str
    title: str
    rules: str


class GameSeats(TypedDict):
    """The numbers of seats with which a game can be played."""

    game: str
    seats: list[int]


class NodeState(TypedDict):
    """A node of an arena of several, as its last heartbeat described it."""

    id: str
    """A new one for each start."""
    name: str
    url: str
    machine: str
    release: str
    room: bool
    """Whether it has the room: all desks, and all tables that it has not lent."""
    alive: bool
    draining: bool
    connections: int
    """Sockets of clients at this node."""
    tables: int
    """The tables that it plays."""
    lent: list[str]
    """The tables that the node with the room has lent to it."""
    cpu_seconds: float
    since: int
    """When it was started, in milliseconds since 1970."""


class Account(TypedDict):
    """The tokens of a team."""

    team: str
    tokens: int


class PrivateTables(TypedDict):
    """Whether a visitor can open a private table, and how many more."""

    open: bool
    left: int


class CodeLeads(TypedDict):
    """The offer that a code belongs to."""

    title: str
    kind: OfferKind
    chair: ChairState
    """The chair that the client would get: a free one, one that a house bot keeps, or none."""
    ended: NotRequired[int]
    """Of a private table that was taken down: when, in milliseconds since 1970."""
    match: NotRequired[str]
    """Its last match that was played to its end; "" if there is none."""
    hints: NotRequired[bool]
    """Whether players there may ask for hints."""
    rabbit: NotRequired[bool]
    """Whether players there may ask for the cards that would have come."""
    stakes: NotRequired[str]
    """What is played for at its first table, in words; "" if nothing is to be said of it."""


class HeldSeat(TypedDict):
    """A seat that a token proves."""

    token: int
    """The number of the token among those that were sent, from 0."""
    table: ListedTable
    seat: int
    owes: bool
    """Whether it owes a decision."""


class GameStanding(Interval):
    """A player in the standings of a game: the mean score of a match."""

    id: str
    name: str
    matches: int


class GameStandings(TypedDict):
    """The standings of a game, the best player first."""

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
    """Whether the difference to the first is not significant."""


class TableStandings(TypedDict):
    """The standings of a table, the best player first, and the results of its matches."""

    table: str
    standings: list[TableStanding]
    matches: list[Result]


class OrderKind(TypedDict):
    """An order that a host can give to a table."""

    order: str
    does: str
    about: Literal["", "seat", "anybody"]
    """Whether it concerns a seat ("seat"), or a seat if one is named ("anybody")."""
    values: str
    """A description of its values, if it takes any."""
