"""What an action costs with several nodes: `bench/nodes.py`.

The bots of `bench/arena.py` play at tables of six: against one process on SQLite, one on PostgreSQL, and several nodes
on PostgreSQL and NATS, to which they connect in turn. Counted is the processor time of everything but the bots: of
all nodes, PostgreSQL and NATS.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.arena import SEATS, WARM_UP, Count, bot
from croupier.arena.store.sealing import HouseKey
from tests.arena.nats_server import NatsServer
from tests.arena.postgres import Postgres

TICKS = os.sysconf("SC_CLK_TCK")
SQLITE, POSTGRES = "one process, SQLite", "one process, PostgreSQL"
TABLE = """\
[[tables]]
id = "bench{0}"
game = "holdem"
code = "BENCH{0}"
seats = 6
least = 6
options = {{stack = 1_000_000, small_blind = 1, big_blind = 2}}
"""


def cpu_of(pids: list[int]) -> dict[int, float]:
    """The processor seconds of processes and their children, by process."""
    spent, parents = {}, {}
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            spent[int(entry.name)] = (int(fields[11]) + int(fields[12])) / TICKS
            parents[int(entry.name)] = int(fields[1])
    total = {pid: spent.get(pid, 0.0) for pid in pids}
    for child, parent in parents.items():
        if parent in total and child not in total:
            total[parent] += spent[child]
    return total


@contextmanager
def served(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`croupier serve` as a process; with its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    words = ["serve", "--port", str(port), "--config", "arena.toml", "--key", "arena.key", *options]
    process = subprocess.Popen([sys.executable, "-m", "croupier", *words], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                break
            time.sleep(0.2)
        yield process, port
    finally:
        process.kill()
        process.wait()


async def measured(ports: list[int], pids: list[int], tables: int, seconds: float) -> dict[str, Any]:
    """Let bots play; returns their actions, and the processor time of each process."""
    count, seated, tasks = Count(), asyncio.Semaphore(0), []
    for table in range(tables):
        for seat in range(SEATS):
            port = ports[(table * SEATS + seat) % len(ports)]
            tasks.append(asyncio.create_task(bot(port, table, seat, count, seated)))
        for _ in range(SEATS):
            await seated.acquire()
    await asyncio.sleep(WARM_UP)
    before, actions = cpu_of(pids), count.actions
    count.delays.clear()
    await asyncio.sleep(seconds)
    played, after, delays = count.actions - actions, cpu_of(pids), sorted(count.delays)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    spent = [after[pid] - before[pid] for pid in pids]
    return {
        "actions": played,
        "us_per_action": round(1e6 * sum(spent) / played),
        "by_process_us": [round(1e6 * one / played) for one in spent],
        "p50_ms": round(1000 * delays[len(delays) // 2], 1),
    }


def run(nodes: int, on_postgres: bool, tables: int, seconds: float) -> dict[str, Any]:
    """Measure one arrangement; `nodes` is 0 for one process alone."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder, store = Path(name), "arena.db"
        (folder / "arena.toml").write_text("open = false\n" + "".join(TABLE.format(one) for one in range(tables)))
        HouseKey.load(folder / "arena.key")
        pids: list[int] = []
        options: list[str] = []
        if on_postgres:
            postgres = stack.enter_context(Postgres.started())
            store = postgres.url
            pids.append(postgres.pid)
        if nodes:
            (folder / "nats").mkdir()
            nats = NatsServer(folder / "nats")
            nats.start()
            stack.callback(nats.kill)
            assert nats._process is not None
            pids.append(nats._process.pid)
            options = ["--bus", nats.address]
        ports = []
        for _ in range(max(1, nodes)):
            process, port = stack.enter_context(served(folder, "--store", store, *options))
            pids.insert(0, process.pid)
            ports.append(port)
        return asyncio.run(measured(ports, pids, tables, seconds))


def main() -> None:
    """Measure all arrangements in turn, and print them."""
    parser = argparse.ArgumentParser(prog="bench/nodes.py", description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--nodes", type=int, nargs="*", default=[1, 2, 4])
    options = parser.parse_args()
    ways = {SQLITE: (0, False), POSTGRES: (0, True)} | {f"{one} nodes": (one, True) for one in options.nodes}
    found: dict[str, dict[str, Any]] = {}
    for _ in range(options.passes):
        for way, (nodes, on_postgres) in ways.items():
            one = run(nodes, on_postgres, options.tables, options.seconds)
            print(way, json.dumps(one), flush=True)
            if way not in found or one["us_per_action"] < found[way]["us_per_action"]:
                found[way] = one
    base = found[SQLITE]["us_per_action"]
    print("\n| arrangement | µs of processor time an action | × SQLite | nodes + PostgreSQL + NATS | p50 ms |")
    print("|--|--:|--:|--|--:|")
    for way, one in found.items():
        parts = " + ".join(map(str, one["by_process_us"]))
        print(f"| {way} | {one['us_per_action']} | {one['us_per_action'] / base:.2f} | {parts} | {one['p50_ms']} |")


if __name__ == "__main__":
    main()
