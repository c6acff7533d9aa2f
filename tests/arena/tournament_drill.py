"""A tournament of many house bots over the real server, which is killed (`kill -9`) in between.

It is played to its end, and then everything is counted: every player has one place, prizes sum to the pool, every draw
is the one that follows from the secret. Memory and processor time are those of the server with all its processes.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.arena.events import lines
from croupier.arena.events.event import blank_tournament
from croupier.arena.room import memory
from croupier.arena.shuffle import common_secret, order_of
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from croupier.simulate.tournament import directing
from croupier.simulate.tournament.lines import TournamentLine
from croupier.simulate.tournament.prizes import prizes, results

from .process import serve

CONFIG = """\
open = false
[[events]]
id = "many"
kind = "tournament"
seats = {seats}
options = {{stack = 10_000}}
bots = ["tight", "station", "random"]
house = {players}
practice = ""
tournament = {{players = {players}, fee = 1}}
"""
BLINDS = (50, 75, 100, 150, 200, 300, 400, 600, 800, 1_200, 1_600, 2_400, 3_200, 5_000, 8_000, 12_000, 20_000, 30_000,
          50_000, 80_000, 120_000, 200_000, 300_000, 500_000, 800_000, 1_200_000)  # fmt: skip
HANDS = 8
"""The hands of a level."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Report:
    """What a tournament took."""

    seconds: float = 0.0
    processor: float = 0.0
    actions: int = 0
    hands: int = 0
    most_bytes: int = 0
    kills: int = 0
    lines: int = 0
    flaws: list[str] = field(default_factory=list)


class TournamentDrill:
    """One tournament of `players` house bots."""

    def __init__(self, folder: Path, players: int, seats: int = 9) -> None:
        self.folder, self.players, self.report = folder, players, Report()
        levels = "".join(
            f"[[events.levels]]\nhands = {HANDS}\nchanges = {{small_blind = {small}, big_blind = {2 * small}}}\n"
            for small in BLINDS
        )
        (folder / "arena.toml").write_text(CONFIG.format(players=players, seats=seats) + levels)

    async def run(self, kills: int) -> Report:
        """Play to the end; kill the server a number of times, each when another equal part of the players is out."""
        began = time.monotonic()
        marks = [round(self.players * (1 - part / (kills + 1))) for part in range(1, kills + 1)]
        while True:
            server, url = await serve(self.folder)
            over = await self._watch(server, url, marks[0] if marks else 0)
            self.report.processor += sum(map(processor_of, tree(server.pid)))
            self.report.actions += self._figures.get("croupier_house_decisions_total", 0)
            self.report.hands += self._figures.get("croupier_hands_total", 0)
            if over:
                server.terminate()
                await server.wait()
                break
            marks.pop(0)
            self.report.kills += 1
            os.kill(server.pid, signal.SIGKILL)
            await server.wait()
        self.report.seconds = time.monotonic() - began
        await self._check()
        return self.report

    async def _watch(self, server: asyncio.subprocess.Process, url: str, mark: int) -> bool:
        """Look on until the tournament is over (True), or as few players as `mark` are left."""
        self._figures: dict[str, int] = {}
        while True:
            await asyncio.sleep(2.0)
            if server.returncode is not None:
                raise RuntimeError((self.folder / "log.txt").read_text()[-3000:])
            self._figures = figures_of(await asyncio.to_thread(fetch, f"{url}/metrics"))
            self.report.most_bytes = max(self.report.most_bytes, sum(map(memory_of, tree(server.pid))))
            event = json.loads(await asyncio.to_thread(fetch, f"{url}/api/events"))[0]
            if event["state"] == "over":
                return True
            if mark and event["state"] == "playing" and event["left"] <= mark:
                return False

    async def _check(self) -> None:
        key = HouseKey.load(self.folder / "arena.key")
        store = await SqliteStore.open(self.folder / "arena.db", key)
        kept = [lines.decode(line.body) for line in await store.read(memory.EVENT + "many", 1)]
        await store.close()
        opened = kept[0]
        assert isinstance(opened, lines.Opened)
        secret = common_secret(key.pepper("arena"), f"draws {opened.nonce}", 0, 0)
        self.report.lines = len(kept)
        self.report.flaws += check(opened, [line for line in kept if isinstance(line, TournamentLine)], secret)


def check(opened: lines.Opened, said: list[Any], secret: bytes) -> list[str]:
    """What is wrong with the lines of a tournament that is over."""
    t = blank_tournament(opened.event)
    for line in said:
        t.follow(line)
    found, flaws = results(t), []
    if set(found) != set(t.players):
        flaws.append("not every player has one place")
    if sum(one.prize for one in found.values()) != t.pool or sum(prizes(t)) != t.pool:
        flaws.append("the prizes do not sum to the pool")
    if t.left != 1 or t.chips != t.stack * len(t.players):
        flaws.append(f"{t.left} players are left, with {t.chips} chips")
    blank = blank_tournament(opened.event)
    if not directing.same_draws(blank, said, lambda number, count: order_of(secret, 0, number, range(count))):
        flaws.append("a seat was not drawn from the secret")
    return flaws


def fetch(url: str) -> str:
    """The text of an address."""
    with urllib.request.urlopen(url, timeout=60) as answer:
        return str(answer.read().decode())


def figures_of(text: str) -> dict[str, int]:
    """The metrics without labels."""
    rows = (line.split() for line in text.splitlines() if line and line[0] != "#" and "{" not in line)
    return {name: int(float(value)) for name, value in rows}


def tree(pid: int) -> list[int]:
    """A process and all its descendants that live."""
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found


def memory_of(pid: int) -> int:
    """The bytes of a process that are in memory and its own."""
    with suppress(FileNotFoundError, ProcessLookupError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def processor_of(pid: int) -> float:
    """The seconds of processor time of a process so far."""
    with suppress(FileNotFoundError, ProcessLookupError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0
