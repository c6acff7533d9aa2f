"""The book of an event: all that follows from its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from croupier.kernel.errors import BadInput
from croupier.simulate.tournament.lines import Lines as TournamentLines
from croupier.simulate.tournament.lines import Registered, Unregistered
from croupier.simulate.tournament.tournament import Tournament

from . import lines
from .event import ALONE, DEALS, blank_tournament

REPLAYS = 2
"""How often a voided match is played again before it is left out."""
PANEL = ""
"""Stands in a list of teams for a seat without a team: a bot of the panel sits there, or nobody."""


class Team(NamedTuple):
    """An entrant of the event: a team, or a house bot."""

    key: str
    name: str
    policy: str = ""
    """The policy of a house bot; "" for a team."""


class Unit(NamedTuple):
    """A part of the schedule: a range of deals, and the key of the team in each seat."""

    block: int
    keys: tuple[str, ...]
    first: int
    deals: int


class Fixture:
    """A table of the event."""

    def __init__(self, drawn: lines.Drawn) -> None:
        self.number, self.table, self.block = drawn.number, drawn.table, drawn.block
        self.keys, self.first, self.deals = list(drawn.keys), drawn.first, drawn.deals
        self.unit = Unit(drawn.block, tuple(drawn.keys), drawn.first, drawn.deals)
        self.played: dict[int, lines.Played] = {}
        self.measured: dict[int, lines.Measured] = {}
        self.judged: dict[int, float] = {}
        """What seat 0 won in a match by AIVAT, in chips."""
        self.voided: dict[int, str] = {}

    def deal_of(self, match: int) -> int:
        """The number of the deal that a match plays."""
        return self.first + match - 1

    @property
    def begun(self) -> int:
        """The number of its matches that are over: played or voided."""
        return len(self.played.keys() | self.voided.keys())

    @property
    def over(self) -> bool:
        """Whether all matches of the table are over."""
        return self.begun >= self.deals

    def counting(self) -> list[int]:
        """The matches that count, in order."""
        return [match for match in sorted(self.measured) if match not in self.voided]


class Book:
    """The state of an event after its lines so far."""

    def __init__(self, opened: lines.Opened) -> None:
        self.opened, self.event = opened, opened.event
        self.deals = self.event.deals or DEALS[self.event.kind]
        self.teams: dict[str, Team] = {}
        self.withdrawn: set[str] = set()
        self.fixtures: dict[int, Fixture] = {}
        self.begun = self.frozen = False
        self.over: lines.Over | None = None
        self.tournament: Tournament = blank_tournament(self.event)
        """The state of a tournament over many tables; without players in events of other kinds."""
        self.closed = False
        """Whether the host has closed the event, which makes its results final."""
        self.orders: list[lines.Ordered] = []
        self._voids: Counter[tuple[int, tuple[str, ...], int]] = Counter()
        self._done: dict[tuple[int, tuple[str, ...]], set[int]] = {}

    def follow(self, line: lines.AnyLine) -> None:
        """Apply the next line."""
        match line:
            case lines.Opened():
                assert line == self.opened
            case lines.Entered(key, name, policy):
                self.teams[key] = Team(key, name, policy)
            case lines.Ordered(what, _, key):
                self._obey(what, key)
                self.orders.append(line)
            case lines.Drawn(number):
                self.fixtures[number] = Fixture(line)
                self.begun = True
            case lines.Sat(number, seat, key):
                self.fixtures[number].keys[seat] = key
            case lines.Played(number, match):
                self.fixtures[number].played[match] = line
                self._note(self.fixtures[number], match)
            case lines.Measured(number, match):
                self.fixtures[number].measured[match] = line
            case lines.Judged(number, match, won):
                self.fixtures[number].judged[match] = won
            case lines.Voided(number, match, why, _, gone):
                self._void(self.fixtures[number], match, why, gone)
            case lines.Cut(number):
                self.fixtures[number].deals = self.fixtures[number].begun
            case lines.Over():
                self.over, self.frozen = line, True
            case _:
                self._direct(line)

    def _direct(self, line: TournamentLines) -> None:
        """Apply a line of a tournament."""
        match line:
            case Registered(key, name, _, policy):
                self.teams[key] = Team(key, name, policy)
            case Unregistered(key):
                del self.teams[key]
        self.tournament.follow(line)
        self.begun = bool(self.tournament.started)

    def _obey(self, what: str, key: str) -> None:
        if what == "begin":
            self.begun = True
        elif what in ("freeze", "end"):
            self.frozen = True
        elif what == "withdraw":
            self.withdrawn.add(key)
        elif what == "close":
            self.closed = True

    def _note(self, fixture: Fixture, match: int) -> None:
        self._done.setdefault((fixture.block, fixture.unit.keys), set()).add(fixture.deal_of(match))

    def _void(self, fixture: Fixture, match: int, why: str, gone: bool) -> None:
        fixture.voided[match] = why
        if gone:
            fixture.deals = match
        unit, deal = (fixture.block, fixture.unit.keys), fixture.deal_of(match)
        self._voids[*unit, deal] += 1
        again = self.event.kind not in ALONE and self._voids[*unit, deal] <= REPLAYS
        (self._done.setdefault(unit, set()).discard if again else self._done.setdefault(unit, set()).add)(deal)

    # What is left to play

    def active(self) -> list[str]:
        """The keys of the entrants that were not withdrawn, in the order in which they entered."""
        return [key for key in self.teams if key not in self.withdrawn]

    def running(self) -> list[Fixture]:
        """The fixtures that are being played."""
        return [fixture for fixture in self.fixtures.values() if not fixture.over]

    def playing(self) -> Counter[str]:
        """For each team that plays now, at how many tables."""
        return Counter(key for fixture in self.running() for key in fixture.keys if key != PANEL)

    def missing(self, unit: Unit) -> list[int]:
        """The deals of a unit that nobody has played or plays now."""
        done = self._done.get((unit.block, unit.keys), set())
        now = {
            deal
            for fixture in self.running()
            if (fixture.block, fixture.unit.keys) == (unit.block, unit.keys)
            for deal in range(fixture.first + fixture.begun, fixture.first + fixture.deals)
        }
        return [deal for deal in range(unit.first, unit.first + unit.deals) if deal not in done and deal not in now]

    def games(self) -> Counter[str]:
        """For each team, the number of matches that it was given and that were not voided."""
        return Counter(
            key
            for fixture in self.fixtures.values()
            for key in fixture.keys
            for _ in range(fixture.deals - len(fixture.voided))
        )

    def met(self) -> Counter[frozenset[str]]:
        """For each set of teams, the number of tables at which they met."""
        return Counter(frozenset(fixture.keys) for fixture in self.fixtures.values())

    # What may be told

    @property
    def hides(self) -> bool:
        """Whether teams may still have to play deals that others have played."""
        return self.event.kind in ALONE and self.over is None

    def open_deals(self) -> set[int] | None:
        """The deals whose matches may be published: those that all teams have played; None for all deals.

        Without a roster, a team that enters later would know the deals, so none is published until the event is over.
        """
        if not self.hides:
            return None
        if not self.event.roster:
            return set()
        played: dict[str, set[int]] = {key: set() for key in self.active()}
        for fixture in self.fixtures.values():
            for key in fixture.keys:
                if key in played:
                    played[key] |= {fixture.deal_of(match) for match in fixture.played.keys() | fixture.voided.keys()}
        return set.intersection(*played.values()) if played else set()

    def counting(self) -> Iterator[tuple[Fixture, int]]:
        """The matches that count and may be published, in order."""
        open_deals = self.open_deals()
        for fixture in self.fixtures.values():
            for match in fixture.counting():
                if self.tells(fixture, match, open_deals):
                    yield fixture, match

    def tells(self, fixture: Fixture, match: int, open_deals: set[int] | None) -> bool:
        """Whether a match may be published: its deal has to be open, and in an event with aliases its table has to be
        over."""
        parted = fixture.over or not self.event.aliases or self.over is not None
        return parted and (open_deals is None or fixture.deal_of(match) in open_deals)

    def match_named(self, match: str) -> tuple[Fixture, int]:
        """The fixture of a match, and the match's number there; BadInput if there is no such match."""
        table, _, number = match.rpartition("-M")
        for fixture in self.fixtures.values():
            begun = fixture.begun + (0 if fixture.over else 1)
            if fixture.table == table and number in map(str, range(1, begun + 1)):
                return fixture, int(number)
        raise BadInput(f"There is no match {match!r} in this event.")

    def unmeasured(self) -> list[tuple[Fixture, int]]:
        """The matches that were played and not measured yet."""
        return [
            (fixture, match)
            for fixture in self.fixtures.values()
            for match in sorted(fixture.played.keys() - fixture.measured.keys() - fixture.voided.keys())
        ]


def book_of(kept: Iterator[lines.AnyLine]) -> Book:
    """The book of an event, from all its lines."""
    opened = next(kept)
    assert isinstance(opened, lines.Opened)
    book = Book(opened)
    for line in kept:
        book.follow(line)
    return book
