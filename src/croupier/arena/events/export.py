"""The export of an event: everything public about it, as the files of one zip archive.

    standings.csv  cross-table.csv  matches.csv  event.html  records/MATCH.jsonl  phh/MATCH.phhs

    taken = take(events, desk)              a copy of what is public now; call it in the event loop
    archive = Archive(taken)                then in a thread, a piece at a time:
    archive.add_match(played, lines)        the record of a match, and its hand histories; the bytes that are ready
    archive.finish()                        all other files, and the end of the archive

A match whose deal other teams have yet to play, or that is void, has no record here. Nothing depends on a card that was
not shown to everybody, so a host can publish the archive. At most one match is in memory, beside the event's list.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from croupier.kernel.errors import BadInput

from ..fairness import MATCHES_FILE
from ..room import records, statements
from ..room.memory import Result, number_of
from ..signing import Signer
from ..tables import lines
from ..tables.configs import game_of
from ..tables.plan import Plan
from .answers import Event
from .cross_table import CrossTable, cross_table
from .desk import EventDesk
from .events import Events
from .lines import Opened
from .measure import WORDS
from .printed import printed
from .standings import Standings

DECISIONS = dict(
    zip(
        WORDS.values(),
        ("played", "refused_then_played", "timed_out", "disconnected", "fault_of_the_arena", "by_the_host"),
        strict=True,
    )
)
"""The columns that count decisions, by how they ended."""
FIGURES: tuple[Literal["result", "plain", "without_clock", "aivat"], ...] = (
    "result",
    "plain",
    "without_clock",
    "aivat",
)
ENDS: tuple[tuple[str, Literal["mean", "low", "high"]], ...] = (("", "mean"), ("_low", "low"), ("_high", "high"))
STANDINGS: tuple[str, ...] = ("rank", "team", "house", "withdrawn", "matches", "hands", "unit")
STANDINGS += tuple(f"{figure}{end}" for figure in FIGURES for end, _ in ENDS)
STANDINGS += ("saved_by_adjustment", "saved_by_aivat", "rating", "rating_unsure", "rating_games", "clock_share")
STANDINGS += tuple(DECISIONS.values())
CROSS = ("team", "other", "compared", "ahead", "level", "behind", "unit", "result", "low", "high")
MATCHES = ("match", "at", "deal", "seat", "team", "score", "counts", "record", "phh")


class Played(NamedTuple):
    """A match of the event whose result is public."""

    plan: Plan
    deal: int
    result: Result


class Taken(NamedTuple):
    """What was public of an event at the time of the request."""

    at: int
    opened: Opened
    plan: Plan
    told: Event
    standings: Standings
    played: list[Played]
    signer: Signer


def take(events: Events, desk: EventDesk) -> Taken:
    """A copy of what is public of an event now."""
    standings = Standings(desk.book, desk.game.stake(desk.game.configure(**desk.plan.options)))
    at = events.room.epoch_ms + events.room.now()
    told, played = events.told(desk), list(_played(desk))
    return Taken(at, desk.book.opened, desk.plan, told, standings, played, events.room.signer)


def _played(desk: EventDesk) -> Iterator[Played]:
    open_deals = desk.book.open_deals()
    for fixture in desk.book.fixtures.values():
        plan = desk.plan_for(fixture)
        for match in sorted(fixture.played):
            if desk.book.tells(fixture, match, open_deals):
                yield Played(plan, fixture.deal_of(match), desk.result_of(fixture, match))


class _Sink:
    """A file for `zipfile` that cannot seek: what was written is taken out and sent."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes, /) -> int:
        """Keep data until `taken` is called."""
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""

    def close(self) -> None:
        """Do nothing: no file is open."""

    def taken(self) -> bytes:
        """The bytes that were written since the last call."""
        written, self._written = bytes(self._written), bytearray()
        return written


class Archive:
    """The zip archive of an event, written piece by piece."""

    def __init__(self, taken: Taken) -> None:
        self._event, self._sink = taken, _Sink()
        self._zip = zipfile.ZipFile(self._sink, "w", zipfile.ZIP_DEFLATED)
        self._files: dict[str, tuple[str, str]] = {}
        """By match, the names of its record and of its hand histories; "" where there is none."""
        self._missing: dict[str, str] = {}
        """By match, the reason why it has no record."""

    def add_match(self, played: Played, kept: Sequence[lines.Lines]) -> bytes:
        """Add the record of a match, from all lines of its table, and for hold'em its hand histories.

        Returns the bytes that are ready to be sent.
        """
        plan, _, result = played
        try:
            number = number_of(result.match)
            teller = records.told(plan, game_of(plan), number, kept, whole=result.opens)
            record = records.as_text(teller, result, self._event.signer)
        except BadInput as error:  # its lines were pruned, or were written under other rules
            self._missing[result.match] = str(error)
            return b""
        name, phh = f"records/{result.match}.jsonl", ""
        self._add(name, record, result.at)
        if plan.game == "holdem":
            try:
                self._add(phh := f"phh/{result.match}.phhs", records.as_phh(teller, result).encode(), result.at)
            except BadInput:  # nothing was dealt, or PHH cannot express the match
                phh = ""
        self._files[result.match] = name, phh
        return self._sink.taken()

    def finish(self) -> bytes:
        """Add the files about the whole event, and end the archive; the last bytes."""
        taken = self._event
        cross = cross_table(taken.standings, [row["name"] for row in taken.told["teams"]])
        page = printed(taken.opened, taken.plan, taken.told, cross, taken.at, self._missing)
        for name, text in (
            ("standings.csv", statements.as_csv(STANDINGS, _standings(taken.told))),
            ("cross-table.csv", statements.as_csv(CROSS, _cross(cross, taken.told["unit"]))),
            (MATCHES_FILE, statements.as_csv(MATCHES, self._matches())),
            ("event.html", page),
        ):
            self._add(name, text.encode(), taken.at)
        self._zip.close()
        return self._sink.taken()

    def _add(self, name: str, content: bytes, at: int) -> None:
        when = datetime.fromtimestamp(at / 1000, UTC)
        member = zipfile.ZipInfo(name, (when.year, when.month, when.day, when.hour, when.minute, when.second))
        member.external_attr = 0o644 << 16
        self._zip.writestr(member, content, zipfile.ZIP_DEFLATED)

    def _matches(self) -> Iterator[statements.Row]:
        for _, deal, result in self._event.played:
            counts = f"void: {result.void}" if result.void else "yes"
            record, phh = self._files.get(result.match, ("", ""))
            when = datetime.fromtimestamp(result.at / 1000, UTC).isoformat(timespec="seconds")
            for seat, (team, score) in enumerate(zip(result.names, result.scores, strict=True)):
                row = result.match, when, deal + 1, seat, team, score, counts, record, phh
                yield dict(zip(MATCHES, row, strict=True))


def _standings(told: Event) -> Iterator[statements.Row]:
    for rank, team in enumerate(told["teams"], 1):
        row: statements.Row = {
            "rank": rank,
            "team": team["name"],
            "house": "yes" if team["house"] else "no",
            "withdrawn": "yes" if team["withdrawn"] else "no",
            "matches": team["matches"],
            "hands": team["hands"],
            "unit": told["unit"],
            "saved_by_adjustment": _figure(team["saved_by_adjustment"]),
            "saved_by_aivat": _figure(team["saved_by_aivat"]),
            "rating": _figure(team["rating"]["mu"]),
            "rating_unsure": _figure(team["rating"]["unsure"]),
            "rating_games": team["rating"]["games"],
            "clock_share": _figure(team["clock_share"]),
        }
        for figure in FIGURES:
            found = team[figure]
            row |= {f"{figure}{end}": _figure(found[key] if found else None) for end, key in ENDS}
        yield row | {column: team["decisions"].get(word, 0) for word, column in DECISIONS.items()}


def _cross(cross: CrossTable, unit: str) -> Iterator[statements.Row]:
    for cell in cross.cells:
        figures = (_figure(number) for number in cell.result)
        row = cell.team, cell.other, cell.compared, cell.ahead, cell.level, cell.behind, unit, *figures
        yield dict(zip(CROSS, row, strict=True))


def _figure(number: float | None) -> str:
    """A number with four decimals; "" for an unknown one."""
    return "" if number is None or abs(number) == float("inf") else f"{number:.4f}"
