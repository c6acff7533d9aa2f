"""How much the arena costs: `scripts/bench arena`.

Everything runs on this machine, over loopback, for a bounded time. Bots that check or call at once sit at tables of
six. Measured are frames sent and actions for each processor second of the server's process, and the time from the
action that a bot sends until its event reaches another seat, beside a bare echo of the same server library in the same
run. Echo and arena take turns in a few passes, and the best pass of each counts, so that a busy minute of the machine
does not matter.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import websockets

from croupier.agents.referee import default
from croupier.arena.house import House
from croupier.arena.room.offers import Offer
from croupier.arena.room.room import Room
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from croupier.arena.tables.inputs import Answered, Seated

HERE = Path(__file__).parent
SEATS = 6
PASSES = 3
MOVES = 12
"""Hands at each table before it is left."""
ECHOES = 60
"""Connections to the echo."""
TICKS = os.sysconf("SC_CLK_TCK")
WARM_UP = 2.0
decode, encode = msgspec.json.Decoder().decode, msgspec.json.encode


class Server:
    """The server's process, which is measured."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "arena_server.py"), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        self.began = time.perf_counter()
        self.port = int(self.process.stdout.readline())
        self.ready = time.perf_counter() - self.began

    def cpu(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def end(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


@contextmanager
def server(*words: str) -> Iterator[Server]:
    """A server for the duration of a with block."""
    one = Server(*words)
    try:
        yield one
    finally:
        one.end()


class Count:
    """Counts of the clients."""

    def __init__(self) -> None:
        self.frames = self.actions = self.hands = 0
        self.sent: dict[tuple[int, int], float] = {}
        self.delays: list[float] = []


async def bot(port: int, table: int, seat: int, count: Count, seated: asyncio.Semaphore) -> None:
    """A bot that checks or calls at once, for ever."""
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws", compression=None, ping_interval=None) as socket:
        hello = {"type": "hello", "v": 1, "team": f"t{table}s{seat}", "join_code": f"BENCH{table}"}
        await socket.send(json.dumps(hello))
        seated.release()
        async for text in socket:
            count.frames += 1
            frame = decode(text)
            kind = frame["type"]
            if kind == "act":
                action = "CHECK" if "CHECK" in frame["legal"] else "CALL"
                count.actions += 1
                count.sent[table, seat] = time.perf_counter()
                answer = {"type": "action", "v": 1, "action": action, "act_id": frame["act_id"]}
                await socket.send(encode(answer).decode())
            elif kind == "event" and frame["ev"] in ("CHECK", "CALL") and frame["seat"] != seat:
                if began := count.sent.pop((table, frame["seat"]), None):
                    count.delays.append(time.perf_counter() - began)
            elif kind == "end_hand" and seat == 0:
                count.hands += 1


async def echoing(port: int, count: Count, text: str) -> None:
    """A client of the echo: sends the next frame as soon as the last one has come back."""
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws", compression=None, ping_interval=None) as socket:
        while True:
            await socket.send(text)
            await socket.recv()
            count.frames += 1


async def measured(one: Server, count: Count, tasks: list[asyncio.Task[None]], seconds: float) -> dict[str, Any]:
    """Let the clients run for some seconds; returns their counts, and the server's processor time."""
    await asyncio.sleep(WARM_UP)
    before, cpu, began = (count.frames, count.actions, count.hands), one.cpu(), time.perf_counter()
    count.delays.clear()
    await asyncio.sleep(seconds)
    frames, actions, hands = count.frames - before[0], count.actions - before[1], count.hands - before[2]
    spent, took = one.cpu() - cpu, time.perf_counter() - began
    delays = sorted(count.delays)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    found: dict[str, Any] = {"frames_per_cpu_second": frames / spent, "cpu_share": spent / took}
    if actions:
        found |= {
            "actions_per_cpu_second": actions / spent,
            "actions_per_second": actions / took,
            "hands": hands,
            "p50_ms": 1000 * delays[len(delays) // 2],
            "p99_ms": 1000 * delays[len(delays) * 99 // 100],
        }
    return found


async def echo_run(seconds: float, text: str) -> dict[str, Any]:
    """Measure the bare echo."""
    with server("echo") as one:
        count = Count()
        tasks = [asyncio.create_task(echoing(one.port, count, text)) for _ in range(ECHOES)]
        return await measured(one, count, tasks, seconds)


async def arena_run(tables: int, seconds: float) -> dict[str, Any]:
    """Measure the arena with a number of tables of six."""
    with tempfile.TemporaryDirectory() as folder:
        with server("arena", str(tables), f"{folder}/arena.db") as one:
            count, seated, empty = Count(), asyncio.Semaphore(0), one.memory()
            tasks = []
            for table in range(tables):
                tasks += [asyncio.create_task(bot(one.port, table, seat, count, seated)) for seat in range(SEATS)]
                for _ in range(SEATS):
                    await seated.acquire()
            full = one.memory()
            found = await measured(one, count, tasks, seconds)
        size = Path(folder, "arena.db").stat().st_size  # once it is closed: nothing waits beside it any more
        return found | {
            "tables": tables,
            "ready_seconds": one.ready,
            "memory_per_table": (full - empty) / tables,
            "log_bytes_per_hand": size / max(1, count.hands),
        }


async def idle_run(connections: int) -> dict[str, Any]:
    """Measure the memory of a spectator's connection."""
    with tempfile.TemporaryDirectory() as folder, server("arena", "1", f"{folder}/arena.db") as one:
        before, sockets = one.memory(), []
        for number in range(connections):
            socket = await websockets.connect(f"ws://127.0.0.1:{one.port}/ws", compression=None, ping_interval=None)
            hello = {"type": "hello", "v": 1, "team": f"w{number}", "join_code": "BENCH0", "role": "spectator"}
            await socket.send(json.dumps(hello))
            await socket.recv()
            sockets.append(socket)
        found = (one.memory() - before) / connections
        for socket in sockets:
            await socket.close()
        return {"connections": connections, "memory_per_connection": found}


async def recovery_run(tables: int) -> dict[str, Any]:
    """Measure how long the recovery of tables of six takes that stopped in the middle of a hand."""
    with tempfile.TemporaryDirectory() as folder:
        path, key = Path(folder) / "arena.db", HouseKey.new()
        room = await Room.open(await SqliteStore.open(path, key), bytes(32), House())
        for number in range(tables):
            room.offer(Offer(id=f"T{number}", game="holdem", code=f"CODE{number}", seats=SEATS, least=SEATS))
            hosted = room.tables[f"T{number}"]
            hosted.put(*(Seated(f"p{seat}", f"P{seat}") for seat in range(SEATS)))
            for _ in range(MOVES):
                decision = hosted.session.clocks.running()[0].decision
                hosted.put(Answered(decision.seat, hosted.table.asked_before + decision.number, default(decision)))
        await room.close()
        began = time.perf_counter()
        room = await Room.open(await SqliteStore.open(path, key), bytes(32), House())
        took, stand = time.perf_counter() - began, len(room.tables)
        await room.close()
        return {"tables": stand, "seconds": took}


def best(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The best pass."""
    return max(runs, key=lambda run: float(run["frames_per_cpu_second"]))


def main() -> None:
    """Measure, and print tables or JSON."""
    parser = argparse.ArgumentParser(prog="scripts/bench arena", description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="one pass of short runs")
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 100, 500])
    options = parser.parse_args()
    seconds = 3.0 if options.quick else 10.0
    text = json.dumps({"type": "event", "v": 1, "ev": "BET", "seat": 3, "amount": 1200, "n": 12345})
    echoes: list[dict[str, Any]] = []
    arenas: list[list[dict[str, Any]]] = [[] for _ in options.tables]
    for _ in range(1 if options.quick else PASSES):
        echoes.append(asyncio.run(echo_run(seconds, text)))
        for passes, tables in zip(arenas, options.tables, strict=True):
            passes.append(asyncio.run(arena_run(tables, seconds)))
    echo, runs = best(echoes), [best(passes) for passes in arenas]
    idle = asyncio.run(idle_run(200 if options.quick else 1_000))
    recovered = asyncio.run(recovery_run(100 if options.quick else 1_000))
    base = echo["frames_per_cpu_second"]
    for run in runs:
        run["of_echo"] = run["frames_per_cpu_second"] / base
    if options.json:
        print(json.dumps({"echo": echo, "arena": runs, "idle": idle, "recovery": recovered}, indent=2))
        return
    print(f"bare echo: {base:,.0f} frames for each processor second\n")
    print("| tables | frames/CPU s | of echo | actions/CPU s | actions/s | p50 ms | p99 ms | KiB/table | log B/hand |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for run in runs:
        print(
            f"| {run['tables']} | {run['frames_per_cpu_second']:,.0f} | {run['of_echo']:.2f} | "
            f"{run['actions_per_cpu_second']:,.0f} | {run['actions_per_second']:,.0f} | {run['p50_ms']:.1f} | "
            f"{run['p99_ms']:.1f} | {run['memory_per_table'] / 1024:,.0f} | {run['log_bytes_per_hand']:,.0f} |"
        )
    print(f"\nan idle connection: {idle['memory_per_connection'] / 1024:.1f} KiB")
    print(f"{recovered['tables']:,} tables recovered after {recovered['seconds']:.2f} s")


if __name__ == "__main__":
    main()
