"""What an append costs in each store: `scripts/bench stores`.

As at tables where everybody acts at once, each of some tables appends a line for each action; a tick's appends are one
commit. One line in thirty is a snapshot of 3 KB, sealed; the others have 150 bytes. Counted is the processor time of
this process and, for PostgreSQL, of all its processes. Stores take turns in a few passes, and the best pass of each
counts. The server is that of the tests, with `fsync` as installed (on).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from croupier.arena.store import Line, Store
from croupier.arena.store.postgres import PostgresStore
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from tests.arena import postgres
from tests.arena.postgres import Postgres

TICKS = os.sysconf("SC_CLK_TCK")
KEY = HouseKey(bytes(32))
PASSES = 3
TABLES = (1, 10, 100)
HAND = 30
"""Actions between two snapshots."""
COMMITS = 1_500
"""The largest number of commits in a pass: a disk may make each wait."""
BODY, SNAPSHOT = os.urandom(150), os.urandom(3000)


def spent_by(server: Postgres) -> float:
    """The processor seconds of a server and everything it has started."""
    spent = 0.0
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if entry.name == str(server.pid):
                spent += sum(map(int, fields[11:15])) / TICKS  # with its children that have ended
            elif fields[1] == str(server.pid):
                spent += sum(map(int, fields[11:13])) / TICKS
    return spent


async def play(store: Store, tables: int, actions: int) -> None:
    """Append a line for each action, at all tables at once."""
    first = (await store.tables()).get(f"T{tables}-0", 0) + 1
    for number in range(first, first + actions):
        snapshot = number % HAND == 0
        body = SNAPSHOT if snapshot else BODY
        await asyncio.gather(
            *(store.append(Line(f"T{tables}-{n}", number, body, snapshot, snapshot)) for n in range(tables))
        )


async def measured(folder: Path, server: Postgres | None, tables: int, actions: int) -> dict[str, float]:
    """Microseconds of an append: of this process's processor, of the server's, and on the clock."""
    store: Store = await (PostgresStore.open(server.url, KEY) if server else SqliteStore.open(folder / "a.db", KEY))
    try:
        await play(store, tables, HAND)
        began, own, other = time.perf_counter(), time.process_time(), spent_by(server) if server else 0.0
        await play(store, tables, actions)
        ended = time.perf_counter(), time.process_time(), spent_by(server) if server else 0.0
    finally:
        await store.close()
    names = ("clock", "own", "server")
    each = 1e6 / (tables * actions)
    return {
        name: (after - before) * each for name, before, after in zip(names, (began, own, other), ended, strict=True)
    }


def run(appends: int) -> list[dict[str, Any]]:
    """The best pass of each store, by the number of tables."""
    found = []
    postgres.SETTINGS["fsync"] = "on"
    with tempfile.TemporaryDirectory() as folder, Postgres.started() as server:
        for tables in TABLES:
            actions = max(HAND, min(COMMITS, appends // tables))
            passes: dict[str, list[dict[str, float]]] = {"SQLite": [], "PostgreSQL": []}
            for number in range(PASSES):
                place = Path(folder) / f"{tables}-{number}"
                place.mkdir()
                passes["SQLite"].append(asyncio.run(measured(place, None, tables, actions)))
                passes["PostgreSQL"].append(asyncio.run(measured(place, server, tables, actions)))
            for name, each in passes.items():
                best = min(each, key=lambda one: one["own"] + one["server"])
                found.append({"store": name, "tables": tables, **best})
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = run(2_000 if options.quick else 20_000)
    if options.json:
        print(json.dumps(rows, indent=1))
        return 0
    print("| store | appends in a commit | µs of an append: the arena | the server | together | commits a second |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        own, server = row["own"], row["server"]
        rate = 1e6 / (row["clock"] * row["tables"])
        print(f"| {row['store']} | {row['tables']} | {own:.0f} | {server:.0f} | {own + server:.0f} | {rate:,.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
