"""The schedule of an event. Teams do not wait for a round to end: two play as soon as both are free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from .book import PANEL, Book, Unit

BLOCK = 25
"""The largest number of deals at one table, before seats change."""
AT_ONCE = 8
"""The largest number of tables of a mirrored event at the same time."""


def units(book: Book, seats: int) -> Iterator[Unit]:
    """All units of an event, in order. Rolling events and freezeouts have none: their tables depend on who is free."""
    keys = book.active()
    match book.event.kind:
        case "common" | "duplicate":
            for block, (first, deals) in enumerate(_blocks(book.deals, seats)):
                for key in keys:
                    yield Unit(block, _alone(key, block % seats, seats), first, deals)
        case "mirrored":
            for block, (first, deals) in enumerate(_blocks(book.deals, 1)):
                for some in combinations(keys, seats):
                    for turn in range(seats):
                        yield Unit(block, tuple(some[(seat - turn) % seats] for seat in range(seats)), first, deals)
        case "robin":
            for block, (first, deals) in enumerate(_blocks(book.deals, 2 if book.deals > 1 else 1)):
                for one, other in _pairs(keys):
                    yield Unit(block, (one, other) if block % 2 == 0 else (other, one), first, deals)


def _blocks(deals: int, turns: int) -> Iterator[tuple[int, int]]:
    """The deals in blocks of about the same size, as (first deal, number of deals). The number of blocks is a multiple
    of `turns`, unless there are fewer deals."""
    rounds = -(-deals // (BLOCK * turns))
    blocks = min(deals, rounds * turns)
    ends = [number * deals // blocks for number in range(blocks + 1)]
    for first, end in pairwise(ends):
        yield first, end - first


def of_panel(panel: Sequence[str], keys: Sequence[str], seat: int) -> str:
    """The bot of the panel that sits in a seat."""
    return panel[sum(other == PANEL for other in keys[:seat]) % len(panel)]


def _alone(key: str, own: int, seats: int) -> tuple[str, ...]:
    return tuple(key if seat == own else PANEL for seat in range(seats))


def _pairs(keys: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All pairs of teams, by the circle method: in each round every team plays once, but one rests if they are odd."""
    ring = [*keys] if len(keys) % 2 == 0 else [*keys, PANEL]
    for _ in range(len(ring) - 1):
        for at in range(len(ring) // 2):
            one, other = ring[at], ring[-1 - at]
            if PANEL not in (one, other):
                yield one, other
        ring = [ring[0], ring[-1], *ring[1:-1]]


def next_units(book: Book, free: Iterable[str], seats: int) -> list[Unit]:
    """The units that can begin now between free teams, each with the first run of its missing deals."""
    ready = set(free) & set(book.active())
    if book.event.kind == "rolling":
        return _rolling(book, ready)
    if book.event.kind == "freezeout":
        return _freezeout(book, ready, seats)
    found: list[Unit] = []
    crowd = AT_ONCE - len(book.running())
    for unit in units(book, seats):
        wanted = {key for key in unit.keys if key != PANEL}
        mirrored = book.event.kind == "mirrored"
        if not (wanted <= ready) or (mirrored and len(found) >= crowd) or not (missing := book.missing(unit)):
            continue
        found.append(unit._replace(first=missing[0], deals=_run(missing)))
        if not mirrored:
            ready -= wanted
    return found


def _run(deals: Sequence[int]) -> int:
    """The number of consecutive deals at the start of a list."""
    return next((at for at, deal in enumerate(deals) if deal != deals[0] + at), len(deals))


def _rolling(book: Book, ready: set[str]) -> list[Unit]:
    """Pair the teams with the fewest matches first: each with the one that has played, and then met it, least."""
    games, met = book.games(), book.met()
    found: list[Unit] = []
    number = len(book.fixtures)
    waiting = sorted(ready, key=lambda key: (games[key], key))
    while len(waiting) >= 2:
        one = waiting.pop(0)
        other = min(waiting, key=lambda key: (games[key] - games[one], met[frozenset((one, key))], key))
        waiting.remove(other)
        pair = (one, other) if met[frozenset((one, other))] % 2 == 0 else (other, one)
        found.append(Unit(number, pair, 0, book.deals))
        number += 1
    return found


def _freezeout(book: Book, ready: set[str], seats: int) -> list[Unit]:
    """One table for all teams that are present. A team that comes later takes a free chair (`EventDesk`)."""
    played = _freezeouts(book)
    if book.running() or played >= book.deals or len(ready) < 2:
        return []
    here = [key for key in book.active() if key in ready][:seats]
    return [Unit(len(book.fixtures), tuple([*here, *[PANEL] * (seats - len(here))]), played, 1)]


def _freezeouts(book: Book) -> int:
    """The number of freezeouts that were played and not voided, whether they are measured yet or not."""
    return sum(len(fixture.played.keys() - fixture.voided.keys()) for fixture in book.fixtures.values())


def all_played(book: Book, seats: int) -> bool:
    """Whether nothing is left to play. A rolling event always has more to play."""
    if book.event.kind == "rolling" or book.running():
        return False
    if book.event.kind == "freezeout":
        return _freezeouts(book) >= book.deals
    return bool(book.fixtures) and not any(book.missing(unit) for unit in units(book, seats))
