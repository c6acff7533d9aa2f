"""Appends to a store until it is killed, and prints what was acknowledged: `appender.py FOLDER`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from croupier.arena.store import Line, Value
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore

TABLES = ("T-1", "T-2", "T-3")


async def keep_appending(folder: Path) -> None:
    store = await SqliteStore.open(folder / "arena.db", HouseKey.load(folder / "arena.key"))
    last = await store.tables()

    async def table(name: str) -> None:
        number = last.get(name, 0)
        while True:
            number += 1
            snapshot = number % 7 == 0
            line = Line(name, number, f"{name} line {number}".encode(), secret=number % 2 == 0, snapshot=snapshot)
            await store.append(line, Value(f"last/{name}", str(number).encode()))
            print(name, number, flush=True)

    await asyncio.gather(*(table(name) for name in TABLES))


if __name__ == "__main__":
    asyncio.run(keep_appending(Path(sys.argv[1])))
