"""The drill, spread out: several nodes on PostgreSQL and NATS, and everything that can go wrong between them.

Nodes are killed (`kill -9`) and started again, NATS and PostgreSQL are killed and started again, and nodes are cut off
from one or both of them by proxies that forward nothing. Clients connect to any node and notice every loss, as in
`kill_drill`. After each step play has to go on at every table. In the end tokens are counted, and the logs are read: no
epoch of the room was ever had by two nodes.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from croupier.arena.store import Store
from croupier.arena.store.postgres import PostgresStore
from croupier.arena.store.sealing import HouseKey

from .kill_drill import COME_BACK, Drill, Report, Visitor, tell
from .nats_server import NatsServer
from .network import http
from .postgres import Postgres
from .postgres import kill as kill_postgres

TAKEN = re.compile(r"Node \S+ \((\S+)\) takes the room in epoch (\d+)")
LENT = re.compile(r"Node (\S+) plays table (\S+) under lease (\S+) in epoch (\d+)")
EVENT, ENTRANTS = "E", 4
CONFIG = """\
lend_from = 0
log = "info"
{0}
[[events]]
id = "{1}"
kind = "rolling"
game = "holdem"
code = "EVENT"
hands = 2
freeze = "2099-12-31 12:00"
practice = ""
"""
ROOM, NODE, NATS, POSTGRES, CUT = "room", "node", "nats", "postgres", "cut"
AWAY_SECONDS = (0.1, 12.0)
"""How long a service is away, or a node cut off: less or more than the others wait for."""
BOUND_SECONDS = 600.0
"""Until when every table has to play on after each step: that this is soon is measured, not tested."""
MOST_ACTIONS = 300.0
"""How many actions a second all tables play together at most, so that nodes, services and clients have time for the
rest, on one machine."""


@dataclass
class SpreadReport(Report):
    """The counts of a drill over several nodes."""

    steps: Counter[str] = field(default_factory=Counter)
    rooms_killed: int = 0
    takeovers: int = 0
    slowest: float = 0.0
    """The longest time from a step until every table played on."""
    lent: int = 0
    """How often a table began to be played at another node than that with the room."""
    ended: int = 0
    """Matches of the event whose end any client was told."""
    waits: list[float] = field(default_factory=list)
    """For each kill of the node with the room: the longest time in which no client of a table was told an action."""
    untold: int = 0
    """The steps that were left out, since the drill was interrupted."""


class Proxy:
    """Forwards connections to a port, until it is cut: then bytes are kept back, and new connections hang."""

    def __init__(self, service: str, port: int) -> None:
        self.service, self._to, self.port = service, port, 0
        self.open = asyncio.Event()
        self.open.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        server = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.open.wait()
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        for source, sink in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(1 << 16):
                await self.open.wait()
                sink.write(data)
                await sink.drain()
        sink.close()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()


class OneNode:
    """A node as a process, with proxies of its own to both services."""

    def __init__(self, drill: SpreadDrill, number: int) -> None:
        self.drill, self.name = drill, f"n{number}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.proxies: list[Proxy] = []
        self.process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        if not self.proxies:
            services = {"PostgreSQL": self.drill.postgres.url, "NATS": self.drill.nats.address}
            self.proxies = [Proxy(name, urlsplit(url).port or 0) for name, url in services.items()]
            for proxy in self.proxies:
                await proxy.start()
        store, bus = (proxy.port for proxy in self.proxies)
        options = ("--store", f"postgresql://postgres@127.0.0.1:{store}/postgres", "--bus", f"nats://127.0.0.1:{bus}")
        options += ("--node", self.name, "--port", str(self.port), "--config", "arena.toml", "--key", "arena.key")
        with (self.drill.folder / f"{self.name}.txt").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "croupier", "serve", *options),
                cwd=self.drill.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,  # a Ctrl-C is for the drill
            )

    async def kill(self) -> None:
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()


class SpreadDrill(Drill):
    """An arena of several nodes."""

    pause = 0.3

    def __init__(
        self,
        folder: Path,
        nodes: int,
        tables: int,
        seed: int,
        longest_away: float = AWAY_SECONDS[1],
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        """`say` is called with a line for each step."""
        super().__init__(folder, tables, seed)
        self.report: SpreadReport = SpreadReport()
        self.longest_away, self.say, self.think = longest_away, say, tables / MOST_ACTIONS
        self.interrupted = False
        """Whether no further step is wanted."""
        self._last: dict[int, float] = {}
        self._stood: dict[int, float] = {}
        """By table: when an action was last told, and the longest time without one in the present step."""
        self.ended: set[str] = set()
        """The matches of the event whose end was told."""
        config = folder / "arena.toml"
        config.write_text(CONFIG.format(config.read_text(), EVENT))
        HouseKey.load(folder / "arena.key")
        (folder / "nats").mkdir()
        self.nats = NatsServer(folder / "nats")
        self.nodes = [OneNode(self, number + 1) for number in range(nodes)]

    def door(self) -> int:
        return self.rng.choice(self.nodes).port

    def clients(self) -> list[asyncio.Task[None]]:
        entrants = [Entrant(self, number) for number in range(ENTRANTS)]
        return [*super().clients(), *(asyncio.create_task(one.play()) for one in entrants)]

    async def count(self, table: int) -> None:
        """Count an action that a client was told."""
        now = time.monotonic()
        self._stood[table] = max(self._stood.get(table, 0.0), now - self._last.get(table, now))
        self._last[table] = now
        await super().count(table)

    async def spread(self, steps: list[str]) -> SpreadReport:
        """Do all steps in random order, until all are done or the drill is interrupted."""
        with Postgres.started() as self.postgres:
            self.nats.start()
            try:
                await self._spread(steps)
            finally:
                shutil.copy(self.postgres.folder / "data" / "log", self.folder / "postgres.txt")
                self.nats.kill()
                for node in self.nodes:
                    if node.process is not None:
                        await node.kill()
                    for proxy in node.proxies:
                        await proxy.close()
        self._read_logs()
        return self.report

    async def _spread(self, steps: list[str]) -> None:
        self.rng.shuffle(steps)
        for node in self.nodes:
            await node.start()
        self.up.set()
        players = self.clients()
        await self._all_play_on()
        for number, step in enumerate(steps, 1):
            if self.interrupted:
                self.report.untold = len(steps) - number + 1
                break
            await self._step(step, f"{number:>{len(str(len(steps)))}} of {len(steps)}")
        for node in self.nodes:
            await self._until_up(node)
        self.done.set()
        for node in self.nodes:
            assert node.process is not None
            node.process.terminate()
            if await node.process.wait():
                self.report.flaws.append(f"{node.name} ended with {node.process.returncode}.")
        await asyncio.gather(*players)
        await self._count_tokens()
        await self._compare_results()

    async def _step(self, step: str, number: str) -> None:
        await self._heard(self.rng.randint(1, 30))
        await self._grant()
        began = time.monotonic()
        self._last, self._stood = dict.fromkeys(range(self.tables), began), {}
        what = await getattr(self, f"_{step}")()
        done = time.monotonic()
        await self._all_play_on()
        over = time.monotonic()
        self.report.steps[step] += 1
        self.report.slowest = max(self.report.slowest, over - began)
        stood = sorted(self._stood.values())
        longest = max(self._stood, key=lambda table: self._stood[table])
        if step == ROOM:
            self.report.waits.append(stood[-1])
        self._write_down(f"{number}: {what}", longest)
        flaws = f" {len(self.report.flaws)} flaws!" if self.report.flaws else ""
        self.say(
            f"{time.strftime('%H:%M:%S')} {number}: {what}. All tables played on {over - done:.1f} s after it; half of "
            f"them stood still for {median(stood):.1f} s or less, T-{longest} for {stood[-1]:.1f} s.{flaws}"
        )

    def _write_down(self, title: str, table: int) -> None:
        """Keep what happened at a table lately."""
        lately = sorted(line for player in self.players if player.table == table for line in player.lately)
        with (self.folder / "pauses.txt").open("a") as notes:
            notes.writelines(f"{line}\n" for line in [title, *lately, ""])

    async def _compare_results(self) -> None:
        """Check that every match of the event that was told to have ended has its result."""
        store = await self._store()
        kept = await store.values("result/")
        await store.close()
        self.report.ended = len(self.ended)
        for match in self.ended:
            table, _, number = match.rpartition("-M")
            if f"result/{table}/{number}" not in kept:
                self.report.flaws.append(f"{match} was told to have ended, and has no result.")

    async def _all_play_on(self) -> None:
        before = self.told.copy()
        try:
            async with asyncio.timeout(BOUND_SECONDS), self.heard:
                await self.heard.wait_for(lambda: all(self.told[one] > before[one] for one in range(self.tables)))
        except TimeoutError:
            still = [table for table in range(self.tables) if self.told[table] <= before[table]]
            for table in still:
                self._write_down(f"T-{table} does not play on", table)
            raise AssertionError(f"Tables {still} did not play on within {BOUND_SECONDS:g} s.") from None

    async def _until_up(self, node: OneNode) -> None:
        async with asyncio.timeout(BOUND_SECONDS):
            while True:
                with suppress(OSError, ValueError):
                    if (await http(node.url, "/readyz"))[0] == 200:
                        return
                await asyncio.sleep(0.2)

    async def _with_room(self) -> OneNode | None:
        """The node with the room."""
        for node in self.nodes:
            with suppress(OSError, ValueError):
                _, told = await asyncio.wait_for(http(node.url, "/readyz"), 5)
                if told.get("room"):
                    return node
        return None

    async def _node(self) -> str:
        """Kill a node, and start it again."""
        node = self.rng.choice(self.nodes)
        await node.kill()
        await node.start()
        return f"{node.name} killed"

    async def _room(self) -> str:
        """Kill the node with the room, and start it again when another one has it."""
        having = await self._with_room()
        node = having or self.rng.choice(self.nodes)
        await node.kill()
        if having is not None:
            self.report.rooms_killed += 1
            async with asyncio.timeout(BOUND_SECONDS):
                while await self._with_room() is None:
                    await asyncio.sleep(0.1)
        await node.start()
        return f"{node.name} killed, which {'had' if having else 'may have had'} the room"

    def _away(self) -> float:
        return self.rng.uniform(AWAY_SECONDS[0], self.longest_away)

    async def _nats(self) -> str:
        """Kill NATS, and start it again after a while."""
        self.nats.kill()
        await asyncio.sleep(away := self._away())
        await asyncio.to_thread(self.nats.start)
        return f"NATS killed, and away for {away:.1f} s"

    async def _postgres(self) -> str:
        """Kill PostgreSQL, and start it again after a while."""
        kill_postgres(self.postgres)
        await asyncio.sleep(away := self._away())
        await asyncio.to_thread(self.postgres.start)
        return f"PostgreSQL killed, and away for {away:.1f} s"

    async def _cut(self) -> str:
        """Cut a node off from PostgreSQL, NATS, or both, for a while."""
        node = (await self._with_room() if self.rng.random() < 0.5 else None) or self.rng.choice(self.nodes)
        services = self.rng.choice([["PostgreSQL"], ["NATS"], ["PostgreSQL", "NATS"]])
        cut = [proxy for proxy in node.proxies if proxy.service in services]
        for proxy in cut:
            proxy.open.clear()
        await asyncio.sleep(away := self._away())
        for proxy in cut:
            proxy.open.set()
        return f"{node.name} cut off from {' and '.join(services)} for {away:.1f} s"

    async def _grant(self) -> None:
        """Grant a token at any node."""
        token = (self.folder / "croupier.host").read_text().strip()
        self._tried += 1
        grant = {"team": self.rng.choice(("Gamma", "Delta")), "tokens": 1, "why": "drill"}
        with suppress(OSError, TimeoutError):
            url = self.rng.choice(self.nodes).url
            asked = http(url, "/api/accounts", "POST", grant, Authorization=f"Bearer {token}")
            status, told = await asyncio.wait_for(asked, 60)
            self.report.granted += status == 200
            if status not in (200, 503):
                self.report.flaws.append(f"A grant was answered with {status}: {json.dumps(told)[:200]}")

    async def _store(self) -> Store:
        key = HouseKey.load(self.folder / "arena.key")
        return await PostgresStore.open(self.postgres.url, key)

    def _read_logs(self) -> None:
        """Check that every epoch of the room, and of each lease of a table, belonged to one node, and that nothing
        broke."""
        had: dict[str, set[str]] = {}
        lent: Counter[tuple[str, str]] = Counter()
        for node in self.nodes:
            text = (self.folder / f"{node.name}.txt").read_text()
            for name, epoch in TAKEN.findall(text):
                had.setdefault(epoch, set()).add(name)
                self.report.takeovers += 1
            lent.update((lease, epoch) for _, _, lease, epoch in LENT.findall(text))
            if "Traceback" in text:
                start = text.index("Traceback")
                self.report.flaws.append(f"{node.name}: {text[max(0, start - 200) : start + 3000]}")
        if twice := {epoch: names for epoch, names in had.items() if len(names) > 1}:
            self.report.flaws.append(f"Epochs were had by two nodes: {twice}")
        self.report.lent = lent.total()
        if again := [lease for lease, number in lent.items() if number > 1]:
            self.report.flaws.append(f"Leases of tables were had twice: {again}")


class Entrant(Visitor):
    """Plays the event: matches of two hands, one after the other, against whoever is free."""

    drill: SpreadDrill

    def __init__(self, drill: SpreadDrill, number: int) -> None:
        super().__init__(drill, f"Entrant {number}", "EVENT-secret")

    async def _play(self, server: Any) -> None:
        await tell(server, "hello", team=self.team, join_code=self.code)
        async for data in server:
            frame = json.loads(data)
            if frame["type"] == "error" and frame["code"] in COME_BACK:
                return
            if frame["type"] in ("act", "snapshot") and "legal" in {**frame, **frame.get("you", {})}:
                asked = {**frame, **frame["you"]} if frame["type"] == "snapshot" else frame
                action = next(word for word in ("CHECK", "CALL", "FOLD") if word in asked["legal"])
                await tell(server, "action", action=action, act_id=asked["act_id"])
            elif frame["type"] == "match_end":
                self.drill.ended.add(frame["match_id"])
