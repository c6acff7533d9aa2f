"""Eight teams, and helpers for tests of events."""

from __future__ import annotations

from typing import Any

from croupier.arena.tables import lines
from croupier.arena.tables.plan import Level

from .virtual import Client, Hall, calls

NAMES = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"]
LEVELS = [
    Level(hands=2, changes={"small_blind": 50, "big_blind": 100}),
    Level(changes={"small_blind": 100, "big_blind": 200}),
]


def roster(count: int) -> dict[str, str]:
    return {name: f"{name.upper()}_CODE" for name in NAMES[:count]}


def everybody(one: Hall, count: int, styles: dict[str, Any] | None = None) -> dict[str, Client]:
    return {name: one.join(name, code, (styles or {}).get(name, calls)) for name, code in roster(count).items()}


def rows(one: Hall) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in one.told()["teams"]}


def lines_of(one: Hall, table: str) -> list[lines.Lines]:
    kept = one.loop.run_until_complete(one.store.read(table, 1))
    return [lines.decode(line.body) for line in kept]


def at(one: Hall, ms: int) -> str:
    """The time `ms` milliseconds from now, as a host writes it."""
    from datetime import datetime

    return datetime.fromtimestamp((one.room.epoch_ms + one.room.now() + ms) / 1000).isoformat()
