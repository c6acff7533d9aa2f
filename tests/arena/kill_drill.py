"""A server that is killed repeatedly (`kill -9`) and whose disk is repeatedly full, and clients that notice every loss.

After each kill every client reconnects, asks for all frames since its hand began, and compares: all frames that it was
sent before must come again, and play goes on in the same hand with the same cards. After a full disk play goes on in
the same process. Two more clients fight Battles for tokens, a host grants some, and in the end all tokens are counted.
`scripts/kill_drill` runs it at length.

The full disk is simulated: a limit on the size of files (`RLIMIT_FSIZE`), set from outside while the server runs, which
Linux allows. With a store in PostgreSQL, the database is restarted instead.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import socket
from abc import ABC, abstractmethod
from collections import Counter, deque
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import websockets

from croupier.arena import accounts
from croupier.arena.accounts import BURNT, Accounts
from croupier.arena.room.memory import ACCOUNTS
from croupier.arena.store import Store
from croupier.arena.store.address import key_file_of, token_file_of
from croupier.arena.store.opening import open_store

from .network import http
from .postgres import Postgres
from .process import serve

SEATS, STACK = 3, 10_000
FIGHTERS = ("Gamma", "Delta")
KILL, FAIL, FILL = "kill", "fail", "fill"
"""What happens to a server: it is killed; no write succeeds from now on; no write succeeds after a little more."""
LITTLE = 16 * 1024
LATELY = 60
TOLD = ("type", "n", "ev", "code", "act_id", "seat", "why", "match_id")
"""The fields of a frame that are noted."""
COME_BACK = ("CANNOT_KEEP", "OUT_OF_ORDER")
"""The error codes while nothing can be stored."""
HEAD = """\
open = false
[[tables]]
id = "Q"
game = "battle"
kind = "queue"
code = "QUEUE"
"""
CONFIG = """\
[[tables]]
id = "T-{0}"
game = "holdem"
code = "CODE_{0}"
seats = {1}
again = true
"""


@dataclass
class Report:
    """The counts of a drill."""

    kills: int = 0
    failures: int = 0
    """How often the disk was full and then free again, without a restart."""
    battles: int = 0
    granted: int = 0
    """Grants that were acknowledged."""
    resumed: int = 0
    """How often a client was sent its hand again, …"""
    compared: int = 0
    """… and how many frames came again unchanged."""
    actions: int = 0
    hands: int = 0
    flaws: list[str] = field(default_factory=list)


class Drill:
    """One arena: some tables, their players, and the kills and full disks."""

    def __init__(self, folder: Path, tables: int, seed: int, postgres: Postgres | None = None) -> None:
        self.folder, self.tables, self.rng, self.postgres = folder, tables, random.Random(seed), postgres
        self.store = postgres.url if postgres else str(folder / "arena.db")
        self.report = Report()
        self.up, self.done = asyncio.Event(), asyncio.Event()
        self.heard = asyncio.Condition()
        self.told: Counter[int] = Counter()
        """Actions that clients were told, by table."""
        self._tried = 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        (folder / "arena.toml").write_text(HEAD + "".join(CONFIG.format(number, SEATS) for number in range(tables)))

    pause = think = 0.0
    """Seconds before a client connects again, and before a player acts."""

    def door(self) -> int:
        """The port at which a client connects."""
        return self.port

    async def run(self, kills: int, failures: int = 0) -> Report:
        """Kill the server `kills` times and fill its disk `failures` times, in random order; returns the counts."""
        players = self.clients()
        steps = [KILL] * kills + [FAIL] * (failures - failures // 2) + [FILL] * (failures // 2)
        self.rng.shuffle(steps)
        server = await self._start()
        for step in steps:
            await self._heard(self.rng.randint(1, 60))
            await self._grant()
            if step == KILL:
                self.up.clear()
                os.kill(server.pid, signal.SIGKILL)
                await server.wait()
                self.report.kills += 1
                server = await self._start()
            elif self.postgres is not None:
                await self._restart(self.postgres, "fast" if step == FAIL else "immediate")
            else:
                await self._fail(server.pid, step)
        await self._heard(60)
        self.done.set()
        server.terminate()
        if await server.wait():
            self.report.flaws.append(f"The server ended with {server.returncode}.")
        await asyncio.gather(*players)
        await self._count_tokens()
        return self.report

    def clients(self) -> list[asyncio.Task[None]]:
        """All clients, which play from now on."""
        self.players = [Player(self, table, seat) for table in range(self.tables) for seat in range(SEATS)]
        fighters = [Fighter(self, team) for team in FIGHTERS]
        return [asyncio.create_task(one.play()) for one in (*self.players, *fighters)]

    async def _start(self) -> asyncio.subprocess.Process:
        server, self.url = await serve(self.folder, self.port, self.store)
        self.up.set()
        return server

    async def count(self, table: int) -> None:
        """Count an action that a client was told."""
        async with self.heard:
            self.report.actions += 1
            self.told[table] += 1
            self.heard.notify_all()

    async def _heard(self, number: int) -> None:
        """Wait until clients have been told a number of actions."""
        until = self.report.actions + number
        async with self.heard:
            await self.heard.wait_for(lambda: self.report.actions >= until)

    async def _fail(self, pid: int, step: str) -> None:
        """Fill the disk until the server reports it, then free it until every table has played on."""
        sizes = [path.stat().st_size for path in self.folder.glob("arena.db*")]
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0 if step == FAIL else max(sizes) + LITTLE, hard))
        await self._until_ready(503)
        self.up.clear()
        await self._grant()
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
        await self._until_ready(200)
        self.up.set()
        await self._all_play_on()

    async def _restart(self, postgres: Postgres, how: str) -> None:
        """Restart the database in the middle of play: nothing is refused, and every table plays on."""
        await asyncio.to_thread(postgres.stop, how)
        granting = asyncio.create_task(self._grant())
        await asyncio.to_thread(postgres.start)
        await granting
        await self._all_play_on()

    async def _all_play_on(self) -> None:
        before = self.told.copy()
        async with self.heard:
            await self.heard.wait_for(lambda: all(self.told[table] > before[table] for table in range(self.tables)))
        self.report.failures += 1

    async def _until_ready(self, status: int) -> None:
        while (await http(self.url, "/readyz"))[0] != status:
            await asyncio.sleep(0)

    async def _grant(self) -> None:
        """Grant a token. A grant that was not acknowledged may have been stored or not."""
        token = (self.folder / token_file_of(self.store)).read_text().strip()
        self._tried += 1
        grant = {"team": self.rng.choice(FIGHTERS), "tokens": 1, "why": "drill"}
        status, _ = await http(self.url, "/api/accounts", "POST", grant, Authorization=f"Bearer {token}")
        self.report.granted += status == 200
        if status not in (200, 503):
            self.report.flaws.append(f"A grant was answered with {status}.")

    async def _store(self) -> Store:
        """The store, once no server uses it."""
        store, _, _ = await open_store(self.store, str(self.folder / key_file_of(self.store)))
        return store

    async def _count_tokens(self) -> None:
        """Check that no token is lost: those that accounts begin with, and every grant that was acknowledged."""
        store = await self._store()
        kept = Accounts.of(accounts.decode(line.body) for line in await store.read(ACCOUNTS))
        await store.close()
        granted = kept.total - kept.opening * len(kept.summary().balances.keys() - {BURNT})
        if not self.report.granted <= granted <= self._tried:
            self.report.flaws.append(
                f"{self.report.granted} of {self._tried} tokens were granted, {granted} are there."
            )


class Visitor(ABC):
    """A client that reconnects until the drill is over."""

    def __init__(self, drill: Drill, team: str, code: str) -> None:
        self.drill, self.team, self.code = drill, team, code
        self.lately: deque[str] = deque(maxlen=LATELY)
        """What happened to it last, for whoever looks for the cause of a long pause."""

    def note(self, what: str) -> None:
        """Note what happens."""
        now = datetime.now().isoformat(" ", "milliseconds")
        self.lately.append(f"{now} {self.team} {what}")

    async def play(self) -> None:
        """Play and reconnect until the drill is over."""
        while not self.drill.done.is_set():
            up = asyncio.create_task(self.drill.up.wait())
            over = asyncio.create_task(self.drill.done.wait())
            await asyncio.wait((up, over), return_when=asyncio.FIRST_COMPLETED)
            up.cancel()
            over.cancel()
            try:
                door = self.drill.door()
                async with websockets.connect(f"ws://127.0.0.1:{door}/ws", compression=None) as server:
                    self.note(f"has come to port {door}")
                    await self._play(server)
                self.note(f"is disconnected: {server.close_code} {server.close_reason}")
            except (OSError, EOFError, websockets.WebSocketException) as error:
                self.note(f"is disconnected: {type(error).__name__} {error}")
                await asyncio.sleep(self.drill.pause)

    @abstractmethod
    async def _play(self, server: Any) -> None:
        """Say hello, and play until the connection ends."""

    def _flaw(self, what: str) -> None:
        self.drill.report.flaws.append(f"{self.team} {what}")


class Fighter(Visitor):
    """Fights one Battle after the other, for a token each."""

    def __init__(self, drill: Drill, team: str) -> None:
        super().__init__(drill, team, "QUEUE-secret")
        self.layout = ["attack", "defense", None] if team == FIGHTERS[0] else ["heal", None, None]

    async def _play(self, server: Any) -> None:
        await tell(server, "hello", team=self.team, join_code=self.code)
        async for data in server:
            frame = json.loads(data)
            if frame["type"] == "error_msg" and frame["code"] in COME_BACK:
                return
            if frame["type"] == "welcome" and frame["table_id"] == "Q":
                await tell(server, "queue_join")
            elif frame["type"] in ("prep_start", "snapshot") and "roundIndex" in frame:
                await tell(server, "layout_confirm", layout=self.layout, roundIndex=frame["roundIndex"])
            elif frame["type"] == "match_end":
                self.drill.report.battles += 1
                await tell(server, "queue_join")


class Player(Visitor):
    """Acts at random, and keeps all frames."""

    def __init__(self, drill: Drill, table: int, seat: int) -> None:
        super().__init__(drill, f"P{table}-{seat}", f"CODE_{table}-secret{seat}")
        self.table, self.rng = table, random.Random(f"{table} {seat}")
        self.boundary, self.match = 0, ""
        """The number of the last frame before the hand, and the match that is played."""
        self.told: dict[int, dict[str, Any]] = {}
        """The frames since then, by number."""
        self.asked: dict[str, Any] | None = None
        """The question that waits for its answer."""

    async def _play(self, server: Any) -> None:
        table = f"T-{self.table}"
        where = {"resume": self.boundary, "resume_table": table, "resume_match": self.match} if self.told else {}
        await tell(server, "hello", team=self.team, join_code=self.code, **where)
        awaited = set(self.told)
        self.drill.report.resumed += bool(awaited)
        async for data in server:
            frame = json.loads(data)
            self.note(f"is told {' '.join(str(frame.get(key, '')) for key in TOLD)}")
            if frame["type"] == "error" and frame["code"] in COME_BACK:
                return
            if frame["type"] == "error" and frame["code"] not in ("ACTION_TOO_LATE", "OUT_OF_TURN"):
                self._flaw(f"was told {frame}")
            if frame["type"] == "snapshot":
                awaited.clear()  # the hand is over, or another one is played
                self.match = frame["match_id"]
            if "n" not in frame:
                if frame["type"] == "snapshot" and "legal" in frame:
                    await self._act(server, {**frame, **frame["you"]})
                continue
            if frame["n"] in awaited:
                awaited.discard(frame["n"])
                self.drill.report.compared += 1
                if _without_time(self.told[frame["n"]]) != _without_time(frame):
                    self._flaw(f"was told {self.told[frame['n']]} and then {frame}")
            elif awaited and frame["n"] > max(awaited):
                self._flaw(f"was not told again: {sorted(awaited)}")
            await self._hear(server, frame, again=bool(awaited))

    async def _hear(self, server: Any, frame: dict[str, Any], again: bool) -> None:
        self.told[frame["n"]] = frame
        self.match = frame.get("match_id", self.match)
        if frame["type"] == "act":
            self.asked = frame
        elif frame["type"] == "event" and frame["ev"] in ("BET", "CALL", "CHECK", "FOLD"):
            self.asked = None
            await self.drill.count(self.table)
        elif frame["type"] in ("end_hand", "match_end"):
            self.boundary, self.told, self.asked = frame["n"], {}, None
            if frame["type"] == "end_hand":
                self.drill.report.hands += 1
                if sum(entry["stack"] for entry in frame["stacks"]) % STACK:
                    self._flaw(f"misses chips in {frame}")
        if self.asked is not None and not again:  # somebody may have sat down since the question
            asked, self.asked = self.asked, None
            await self._act(server, asked)

    async def _act(self, server: Any, asked: dict[str, Any]) -> None:
        if self.drill.think:
            await asyncio.sleep(self.drill.think)
        action = self.rng.choice(asked["legal"])
        amount = asked.get("min_raise_to") if action == "RAISE_TO" else None
        self.note(f"says {action} {asked['act_id']}")
        await tell(server, "action", action=action, amount=amount, act_id=asked["act_id"])


def _without_time(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame without the time that is left, as a question that is repeated has less of it."""
    return {**frame, "you": {**frame["you"], "time_ms": 0}} if frame["type"] == "act" else frame


async def tell(server: Any, type_: str, **fields: Any) -> None:
    """Send a message."""
    given = {name: value for name, value in fields.items() if value is not None}
    await server.send(json.dumps({"type": type_, "v": 1, **given}))
