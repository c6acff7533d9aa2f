"""Tournaments over many tables in a virtual hall, and what has to be true of them at any moment."""

from __future__ import annotations

from collections import Counter
from typing import Any

from croupier.arena.events.felts import Felts, in_hand
from croupier.arena.events.tournament import TournamentDesk
from croupier.arena.store import Entry
from croupier.arena.tables.plan import Level
from croupier.simulate.tournament.prizes import prizes, results
from croupier.simulate.tournament.terms import Terms

from .memory_store import MemoryStore
from .virtual import Client, Hall, calls

CODE = "FRIDAY"
"""The code of an evening that players enter by."""
BLINDS = [(50, 100), (100, 200), (300, 600), (1_000, 2_000), (5_000, 10_000), (20_000, 40_000)]
LEVELS = [
    Level(hands=5 if at + 1 < len(BLINDS) else 0, changes={"small_blind": small, "big_blind": big})
    for at, (small, big) in enumerate(BLINDS)
]


def evening(one: Hall, house: int = 0, seats: int = 3, **more: Any) -> TournamentDesk:
    """A tournament with house bots."""
    terms = {"players": house, **more.pop("terms", {})}
    settings = {
        "levels": LEVELS,
        "bots": ["random", "station"] if house else [],
        "house": house,
        "seats": seats,
        **more,
    }
    desk = one.event(kind="tournament", tournament=Terms(**terms), **settings)
    assert isinstance(desk, TournamentDesk)
    return desk


def join(one: Hall, count: int, style: Any = calls) -> dict[str, Client]:
    """Let players enter by the code."""
    return {name: one.join(name, CODE, style) for name in [f"Team {number}" for number in range(count)]}


def check(one: Hall, desk: TournamentDesk) -> None:
    """Every player has one seat or one place, tables have the players that the tournament says, and no chip is lost."""
    t = desk.t
    if not t.started:
        return
    placed = results(t)
    assert t.ended is not None or set(t.playing) | set(placed) == set(t.players)
    assert t.ended is not None or not set(t.playing) & set(placed)
    if t.ended is not None:
        assert set(placed) == set(t.players) or t.ended.cancelled
        assert t.ended.cancelled or sum(found.prize for found in placed.values()) == t.pool == sum(prizes(t))
        return
    chairs = Counter(chair.id for hosted in desk.tables() for chair in hosted.table.chairs if chair.taken)
    assert set(chairs) <= set(t.players), "nobody sits twice, or without being in the tournament"
    chips = 0
    for number in t.tables:
        hosted = desk.hosted(number)
        assert hosted is None or not hosted.broken
        if hosted is None or not in_hand(hosted):
            felt = Felts(desk)[number]
            chips += sum(felt.stacks.get(key) or t.players[key].chips for key in t.tables[number].players)
        else:
            betting = hosted.table.state.table.betting  # type: ignore[union-attr]
            chips += sum(betting.stack) + sum(betting.total)
            waiting = [key for key in t.tables[number].players if key not in desk.before[number]]
            chips += sum(t.players[key].chips for key in waiting)
    assert chips == t.chips


def play(one: Hall, desk: TournamentDesk, steps: int = 50_000) -> None:
    """Play to the end, and check everything after each step."""

    def over() -> bool:
        check(one, desk)
        return desk.book.over is not None

    one.until(over)
    one.pass_time(100)
    assert not desk.tables(), "all tables are gone"


class RecordingStore(MemoryStore):
    """Remembers every append, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.appends: list[tuple[Entry, ...]] = []

    def append(self, *entries: Entry) -> Any:
        self.appends.append(entries)
        return super().append(*entries)

    def cut(self, appends: int) -> MemoryStore:
        """A store with the first appends only."""
        found = MemoryStore()
        for entries in self.appends[:appends]:
            for entry in entries:
                found._write(entry)
        return found
