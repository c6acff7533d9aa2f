"""A tournament of many house bots, and some bots that connect, over real servers that are killed (`kill -9`).

The arena is one server, or several nodes on PostgreSQL and NATS, of which the one with the room is killed; bots connect
to any node. It is played to its end, and then everything is counted: every player has one place, prizes sum to the
pool, every draw is the one that follows from the secret, and every bot that connected was told its place. Memory and
processor time are those of all servers with all their processes, and of PostgreSQL and NATS apart.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.arena.client import Client
from croupier.arena.client.session import Refused
from croupier.arena.events import lines
from croupier.arena.events.event import blank_tournament
from croupier.arena.room import memory
from croupier.arena.shuffle import common_secret, order_of
from croupier.arena.store import Store
from croupier.arena.store.postgres import PostgresStore
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from croupier.simulate.tournament import directing
from croupier.simulate.tournament.lines import TournamentLine
from croupier.simulate.tournament.prizes import prizes, results

from .nats_server import NatsServer
from .postgres import Postgres
from .process import serve
from .spread_drill import OneNode, Proxy

CONFIG = """\
open = false
[[events]]
id = "many"
kind = "tournament"
code = "MANYBOTS"
seats = {seats}
options = {{stack = 10_000}}
bots = ["tight", "station", "random"]
house = {house}
practice = ""
tournament = {{players = {players}, fee = 1}}
"""
BLINDS = (50, 75, 100, 150, 200, 300, 400, 600, 800, 1_200, 1_600, 2_400, 3_200, 5_000, 8_000, 12_000, 20_000, 30_000,
          50_000, 80_000, 120_000, 200_000, 300_000, 500_000, 800_000, 1_200_000)  # fmt: skip
HANDS = 8
"""The hands of a level."""
TICKS = os.sysconf("SC_CLK_TCK")
LOOK_SECONDS = 2.0
PATIENCE = 240.0
"""The seconds after which nobody can be expected to have the room any more."""
TOLD = re.compile(r"You are out.*: place|The tournament is over: place")


@dataclass
class Report:
    """What a tournament took."""

    seconds: float = 0.0
    processor: float = 0.0
    services: float = 0.0
    """The processor time of PostgreSQL and NATS."""
    actions: int = 0
    hands: int = 0
    most_bytes: int = 0
    kills: int = 0
    longest: float = 0.0
    """The longest time from a kill until a server had the room again."""
    lines: int = 0
    reconnects: int = 0
    flaws: list[str] = field(default_factory=list)


class Alone:
    """One server on SQLite."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._port = folder, 0

    async def start(self) -> None:
        """Start the server."""
        self._server, self.url = await serve(self.folder, self._port)
        self._port = int(self.url.rpartition(":")[2])

    @property
    def servers(self) -> dict[int, str]:
        """The processes of servers, with their addresses."""
        return {self._server.pid: self.url}

    services: tuple[int, ...] = ()
    """The processes of the services."""

    async def kill(self, having: int) -> None:
        """Kill the server, and start it again."""
        os.kill(having, signal.SIGKILL)
        await self._server.wait()
        await self.start()

    async def stop(self) -> Store:
        """Stop the server; its store."""
        self._server.terminate()
        await self._server.wait()
        return await SqliteStore.open(self.folder / "arena.db", HouseKey.load(self.folder / "arena.key"))

    async def close(self) -> None:
        """End everything."""
        with suppress(ProcessLookupError):
            self._server.kill()

    def log(self) -> str:
        """What the servers have logged."""
        return (self.folder / "log.txt").read_text()


class Spread:
    """Several nodes on PostgreSQL and NATS."""

    def __init__(self, folder: Path, nodes: int) -> None:
        self.folder = folder
        HouseKey.load(folder / "arena.key")
        (folder / "nats").mkdir()
        self.nats, self.postgres = NatsServer(folder / "nats"), Postgres.new(os.getpid())
        self.nodes = [OneNode(self, number + 1) for number in range(nodes)]

    async def start(self) -> None:
        """Start services and nodes."""
        self.postgres.start()
        self.nats.start()
        for node in self.nodes:
            node.proxies = [direct(self.postgres.port), direct(int(self.nats.address.rpartition(":")[2]))]
            await node.start()

    @property
    def servers(self) -> dict[int, str]:
        """The processes of nodes, with their addresses."""
        return {node.process.pid: node.url for node in self.nodes if node.process is not None}

    @property
    def services(self) -> tuple[int, ...]:
        """The processes of PostgreSQL and NATS."""
        return self.postgres.pid, self.nats.pid

    async def kill(self, having: int) -> None:
        """Kill the node with the room, and start it again: another one takes the room."""
        node = next(node for node in self.nodes if node.process is not None and node.process.pid == having)
        await node.kill()
        await node.start()

    async def stop(self) -> Store:
        """Stop all nodes; the store."""
        for node in self.nodes:
            assert node.process is not None
            node.process.terminate()
            await node.process.wait()
        return await PostgresStore.open(self.postgres.url, HouseKey.load(self.folder / "arena.key"))

    async def close(self) -> None:
        """End everything."""
        for node in self.nodes:
            if node.process is not None:
                await node.kill()
        self.nats.kill()
        self.postgres.stop()

    def log(self) -> str:
        """What the nodes have logged."""
        return "".join((self.folder / f"{node.name}.txt").read_text() for node in self.nodes)


def direct(port: int) -> Proxy:
    """The door to a service without a proxy."""
    proxy = Proxy(port)
    proxy.port = port
    return proxy


class TournamentDrill:
    """One tournament of `players`, of whom `clients` connect; on one server, or several nodes."""

    def __init__(self, folder: Path, players: int, clients: int, nodes: int = 0, seats: int = 9) -> None:
        self.folder, self.players, self.report = folder, players, Report()
        self.clients = clients
        levels = "".join(
            f"[[events.levels]]\nhands = {HANDS}\nchanges = {{small_blind = {small}, big_blind = {2 * small}}}\n"
            for small in BLINDS
        )
        house = players - clients
        (folder / "arena.toml").write_text(CONFIG.format(players=players, house=house, seats=seats) + levels)
        self.arena: Alone | Spread = Spread(folder, nodes) if nodes else Alone(folder)
        self._seen: dict[int, tuple[float, dict[str, int]]] = {}
        """For each process of a server that there was: its processor time, and its figures."""
        self._event: dict[str, Any] = {}

    async def run(self, kills: int) -> Report:
        """Play to the end; kill the server with the room a number of times, each when another equal part of the players
        is out."""
        began = time.monotonic()
        marks = [round(self.players * (1 - part / (kills + 1))) for part in range(1, kills + 1)]
        try:
            await self.arena.start()
            await self._all_up()
            playing = [asyncio.create_task(self._play(number)) for number in range(self.clients)]
            while self._event.get("state") != "over":
                having = await self._room()
                for one in playing:
                    if one.done():
                        one.result()  # a bot that has failed would be waited for until the end of time
                if marks and self._event["state"] == "playing" and self._event["left"] <= marks[0]:
                    marks.pop(0)
                    killed = time.monotonic()
                    await self.arena.kill(having)
                    self.report.kills += 1
                    await self._room()
                    self.report.longest = max(self.report.longest, time.monotonic() - killed)
                await asyncio.sleep(LOOK_SECONDS)
            self.report.seconds = time.monotonic() - began
            self.report.services = sum(processor_of(one) for pid in self.arena.services for one in tree(pid))
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*playing)
            await self._check(await self.arena.stop())
        finally:
            await self.arena.close()
        self.report.processor = sum(processor for processor, _ in self._seen.values())
        for name in ("actions", "hands"):
            metric = {"actions": "croupier_house_decisions_total", "hands": "croupier_hands_total"}[name]
            setattr(self.report, name, sum(figures.get(metric, 0) for _, figures in self._seen.values()))
        return self.report

    async def _all_up(self) -> None:
        """Wait until every server answers: a bot does not wait for one that was never there."""
        async with asyncio.timeout(PATIENCE):
            for url in self.arena.servers.values():
                while True:
                    with suppress(OSError):
                        await asyncio.to_thread(fetch, f"{url}/readyz")
                        break
                    await asyncio.sleep(0.2)

    async def _room(self) -> int:
        """Look at all servers; the process of the one with the room, when there is one."""
        async with asyncio.timeout(PATIENCE):
            while True:
                having = await self._look()
                if having is not None:
                    return having
                await asyncio.sleep(0.2)

    async def _look(self) -> int | None:
        """Note the figures of all servers, and the event; the process that has the room, None if there is none."""
        having, total = None, 0
        for pid, url in self.arena.servers.items():
            if not (processes := tree(pid)):
                raise RuntimeError(self.arena.log()[-3000:])
            total += sum(map(memory_of, processes))
            with suppress(OSError, ValueError):
                ready = json.loads(await asyncio.to_thread(fetch, f"{url}/readyz"))
                figures = figures_of(await asyncio.to_thread(fetch, f"{url}/metrics"))
                self._seen[pid] = sum(map(processor_of, processes)), figures
                if ready.get("room", True):
                    found = [one for one in json.loads(await asyncio.to_thread(fetch, f"{url}/api/events"))]
                    self._event, having = found[0], pid
        self.report.most_bytes = max(self.report.most_bytes, total)
        return having

    async def _play(self, number: int) -> None:
        """Play as a bot that connects to any node, until the arena says that it is out or has won."""
        urls = [*self.arena.servers.values()]
        client = Client(urls[number % len(urls)], f"Bot {number}", "MANYBOTS", tokens=self.folder, patience=PATIENCE)
        try:
            told = (await client.answer(calls)).farewell
        except Refused as refused:  # it came back after a kill in the moment in which it went out
            told = str(refused)
        if not TOLD.search(told):
            self.report.flaws.append(f"Bot {number} was not told its place, but {told!r}.")
        self.report.reconnects += client.tally.reconnects

    async def _check(self, store: Store) -> None:
        key = HouseKey.load(self.folder / "arena.key")
        kept = [lines.decode(line.body) for line in await store.read(memory.EVENT + "many", 1)]
        await store.close()
        opened = kept[0]
        assert isinstance(opened, lines.Opened)
        secret = common_secret(key.pepper("arena"), f"draws {opened.nonce}", 0, 0)
        self.report.lines = len(kept)
        self.report.flaws += check(opened, [line for line in kept if isinstance(line, TournamentLine)], secret)
        if "Traceback" in (log := self.arena.log()):
            self.report.flaws.append(log[log.index("Traceback") :][:5000])


async def calls(act: dict[str, Any]) -> dict[str, Any]:
    """Check or call, as a bot that plays every hand to its end."""
    word = next(word for word in ("CHECK", "CALL", "FOLD") if word in act["legal"])
    return {"type": "action", "action": word}


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
