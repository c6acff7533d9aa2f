"""A server that is killed again and again (`kill -9`), and clients that notice if anything is lost.

Every client comes back each time, asks for all frames since its hand began, and compares: what it was told before has
to come again, frame by frame, and play goes on in the same hand, with the same cards. `scripts/kill_drill` runs it at
length.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

from .process import serve

SEATS, STACK = 3, 10_000
CONFIG = """\
open = false
[[tables]]
id = "T-{0}"
game = "holdem"
code = "CODE_{0}"
seats = {1}
again = true
"""


@dataclass
class Report:
    """What a drill saw."""

    kills: int = 0
    resumed: int = 0
    """Times that a client was told its hand again, …"""
    compared: int = 0
    """… and frames that came again, each as it was."""
    actions: int = 0
    hands: int = 0
    flaws: list[str] = field(default_factory=list)


class Drill:
    """One event: some tables, their players, and somebody who pulls the plug."""

    def __init__(self, folder: Path, tables: int, seed: int) -> None:
        self.folder, self.tables, self.rng = folder, tables, random.Random(seed)
        self.report = Report()
        self.up, self.done = asyncio.Event(), asyncio.Event()
        self.heard = asyncio.Condition()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        texts = [CONFIG.format(number, SEATS).split("\n", 1) for number in range(tables)]
        (folder / "arena.toml").write_text(texts[0][0] + "\n" + "".join(text[1] for text in texts))

    async def run(self, kills: int) -> Report:
        """Kill so many times; what was seen."""
        players = [
            asyncio.create_task(Player(self, table, seat).play())
            for table in range(self.tables)
            for seat in range(SEATS)
        ]
        for _ in range(kills):
            server = await self._start()
            await self._heard(self.rng.randint(1, 60))
            self.up.clear()
            os.kill(server.pid, signal.SIGKILL)
            await server.wait()
            self.report.kills += 1
        server = await self._start()
        await self._heard(60)
        self.done.set()
        server.terminate()
        if await server.wait():
            self.report.flaws.append(f"The server ended with {server.returncode}.")
        await asyncio.gather(*players)
        return self.report

    async def _start(self) -> asyncio.subprocess.Process:
        server, _ = await serve(self.folder, self.port)
        self.up.set()
        return server

    async def _heard(self, number: int) -> None:
        """Wait until so many actions have been told."""
        until = self.report.actions + number
        async with self.heard:
            await self.heard.wait_for(lambda: self.report.actions >= until)


class Player:
    """Acts at random, and remembers everything."""

    def __init__(self, drill: Drill, table: int, seat: int) -> None:
        self.drill, self.team, self.rng = drill, f"P{table}-{seat}", random.Random(f"{table} {seat}")
        self.code = f"CODE_{table}-secret{seat}"
        self.boundary = 0
        """The number of the last frame before the hand."""
        self.told: dict[int, dict[str, Any]] = {}
        """What it was told since, by number."""

    async def play(self) -> None:
        """Play, and come back, until the drill is over."""
        while not self.drill.done.is_set():
            up = asyncio.create_task(self.drill.up.wait())
            over = asyncio.create_task(self.drill.done.wait())
            await asyncio.wait((up, over), return_when=asyncio.FIRST_COMPLETED)
            up.cancel()
            over.cancel()
            try:
                async with websockets.connect(f"ws://127.0.0.1:{self.drill.port}/ws", compression=None) as server:
                    await self._play(server)
            except (OSError, EOFError, websockets.WebSocketException):
                await asyncio.sleep(0)

    async def _play(self, server: Any) -> None:
        resume = self.boundary if self.told else None
        await _say(server, "hello", team=self.team, join_code=self.code, resume=resume)
        awaited = set(self.told)
        self.drill.report.resumed += bool(awaited)
        async for data in server:
            frame = json.loads(data)
            if frame["type"] == "error" and frame["code"] not in ("ACTION_TOO_LATE", "OUT_OF_TURN"):
                self._flaw(f"was told {frame}")
            if frame["type"] == "snapshot":
                awaited.clear()  # the hand is over, or another one is played
            if "n" not in frame:
                if frame["type"] == "snapshot" and "legal" in frame:
                    await self._act(server, {**frame, **frame["you"]})
                continue
            if frame["n"] in awaited:
                awaited.discard(frame["n"])
                self.drill.report.compared += 1
                if self.told[frame["n"]] != frame:
                    self._flaw(f"was told {self.told[frame['n']]} and then {frame}")
            elif awaited and frame["n"] > max(awaited):
                self._flaw(f"was not told again: {sorted(awaited)}")
            await self._hear(server, frame, again=bool(awaited))

    async def _hear(self, server: Any, frame: dict[str, Any], again: bool) -> None:
        self.told[frame["n"]] = frame
        if frame["type"] == "act" and not again:
            await self._act(server, frame)
        elif frame["type"] == "event" and frame["ev"] in ("BET", "CALL", "CHECK", "FOLD"):
            async with self.drill.heard:
                self.drill.report.actions += 1
                self.drill.heard.notify_all()
        elif frame["type"] in ("end_hand", "match_end"):
            self.boundary, self.told = frame["n"], {}
            if frame["type"] == "end_hand":
                self.drill.report.hands += 1
                if sum(entry["stack"] for entry in frame["stacks"]) % STACK:
                    self._flaw(f"misses chips in {frame}")

    async def _act(self, server: Any, asked: dict[str, Any]) -> None:
        action = self.rng.choice(asked["legal"])
        amount = asked.get("min_raise_to") if action == "RAISE_TO" else None
        await _say(server, "action", action=action, amount=amount, act_id=asked["act_id"])

    def _flaw(self, what: str) -> None:
        self.drill.report.flaws.append(f"{self.team} {what}")


async def _say(server: Any, type_: str, **fields: Any) -> None:
    given = {name: value for name, value in fields.items() if value is not None}
    await server.send(json.dumps({"type": type_, "v": 1, **given}))
