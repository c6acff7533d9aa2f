"""A tournament of many house bots over the real server, which is killed (`kill -9`) in between.

It is played to its end, and then everything is counted: every player has one place, prizes sum to the pool, every draw
is the one that follows from the secret. Memory and processor time are those of the server with all its processes. With
several nodes it is the node with the room that is killed and started again; its tables are lent to the others.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import time
import urllib.request
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.arena.events import lines
from croupier.arena.events.event import blank_tournament
from croupier.arena.room import memory
from croupier.arena.shuffle import common_secret, order_of
from croupier.arena.store.opening import open_store
from croupier.arena.store.sealing import HouseKey
from croupier.arena.tables import lines as table_lines
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.tournament import directing
from croupier.simulate.tournament.lines import TournamentLine
from croupier.simulate.tournament.prizes import prizes, results

from .nats_server import NatsServer
from .postgres import Postgres
from .process import serve

CONFIG = """\
open = false
lend_from = 0
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
    elsewhere: int = 0
    """Of the decisions, those at nodes without the room."""
    loans_lost: int = 0
    most_bytes: int = 0
    kills: int = 0
    lines: int = 0
    flaws: list[str] = field(default_factory=list)


@dataclass
class Server:
    """One process, and what it has said of itself last."""

    process: asyncio.subprocess.Process
    url: str
    figures: dict[str, int] = field(default_factory=dict)

    @property
    def has_room(self) -> bool:
        """Whether the desks are there; always so for one process alone."""
        return bool(self.figures.get("croupier_node_has_room", 1))


class TournamentDrill:
    """One tournament of `players` house bots, over some nodes or in one process alone (0)."""

    def __init__(self, folder: Path, players: int, seats: int = 9, nodes: int = 0) -> None:
        self.folder, self.players, self.nodes, self.report = folder, players, nodes, Report()
        self.servers: list[Server] = []
        self._store, self._options = "arena.db", list[str]()
        levels = "".join(
            f"[[events.levels]]\nhands = {HANDS}\nchanges = {{small_blind = {small}, big_blind = {2 * small}}}\n"
            for small in BLINDS
        )
        (folder / "arena.toml").write_text(CONFIG.format(players=players, seats=seats) + levels)

    async def run(self, kills: int) -> Report:
        """Play to the end; kill the server a number of times, each when another equal part of the players is out."""
        with ExitStack() as stack:
            if self.nodes:
                self._store = stack.enter_context(Postgres.started()).url
                (self.folder / "nats").mkdir()
                nats = NatsServer(self.folder / "nats")
                nats.start()
                stack.callback(nats.kill)
                HouseKey.load(self.folder / "arena.key")
                self._options = ["--bus", nats.address, "--key", "arena.key"]
            await self._play(kills)
        return self.report

    async def _play(self, kills: int) -> None:
        began = time.monotonic()
        marks = [round(self.players * (1 - part / (kills + 1))) for part in range(1, kills + 1)]
        try:
            for _ in range(max(1, self.nodes)):
                await self._start()
            while not await self._watch(marks[0] if marks else 0):
                marks.pop(0)
                self.report.kills += 1
                server = next(one for one in self.servers if one.has_room)
                self._count(server)
                os.kill(server.process.pid, signal.SIGKILL)
                await server.process.wait()
                self.servers.remove(server)
                await self._start()
        finally:
            for server in self.servers:
                self._count(server)
                server.process.terminate()
            for server in self.servers:
                await server.process.wait()
        self.report.seconds = time.monotonic() - began
        await self._check()

    async def _start(self) -> None:
        process, url = await serve(self.folder, 0, self._store, *self._options)
        self.servers.append(Server(process, url))

    def _count(self, server: Server) -> None:
        """Add what a server has done, which is about to end."""
        self.report.processor += sum(map(processor_of, tree(server.process.pid)))
        elsewhere = server.figures.get("croupier_borrowed_actions", 0)
        self.report.elsewhere += elsewhere
        self.report.actions += server.figures.get("croupier_house_decisions_total", 0) + elsewhere
        self.report.loans_lost += server.figures.get("croupier_loans_lost", 0)

    async def _watch(self, mark: int) -> bool:
        """Look on until the tournament is over (True), or as few players as `mark` are left."""
        while True:
            await asyncio.sleep(2.0)
            for server in self.servers:
                if server.process.returncode is not None:
                    raise RuntimeError((self.folder / "log.txt").read_text()[-3000:])
                server.figures = figures_of(await asyncio.to_thread(fetch, f"{server.url}/metrics"))
            used = [memory_of(pid) for server in self.servers for pid in tree(server.process.pid)]
            self.report.most_bytes = max(self.report.most_bytes, sum(used))
            with suppress(OSError, http.client.HTTPException):  # the room is on its way to another node
                event = json.loads(await asyncio.to_thread(fetch, f"{self.servers[-1].url}/api/events"))[0]
                if event["state"] == "over":
                    return True
                if mark and event["state"] == "playing" and event["left"] <= mark:
                    return False

    async def _check(self) -> None:
        key = HouseKey.load(self.folder / "arena.key")
        address = self._store if self.nodes else str(self.folder / self._store)
        store, _, _ = await open_store(address, str(self.folder / "arena.key"))
        kept = [lines.decode(line.body) for line in await store.read(memory.EVENT + "many", 1)]
        for table in await store.tables():
            if table.startswith("many-"):
                read = [table_lines.decode(line.body) for line in await store.read(table, 1)]
                self.report.hands += sum(map(begins_hand, read))
        await store.close()
        opened = kept[0]
        assert isinstance(opened, lines.Opened)
        secret = common_secret(key.pepper("arena"), f"draws {opened.nonce}", 0, 0)
        self.report.lines = len(kept)
        self.report.flaws += check(opened, [line for line in kept if isinstance(line, TournamentLine)], secret)


def begins_hand(line: table_lines.Line) -> bool:
    """Whether a hand begins with a line."""
    return isinstance(line, table_lines.Began) or (isinstance(line, table_lines.Made) and line.actor == HOUSE)


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
