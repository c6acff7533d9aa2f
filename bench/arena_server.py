"""The server of the arena's benchmark, in a process of its own: an arena of many tables, or a bare echo.

    arena_server.py arena TABLES DB      hold'em tables of six with codes BENCH0, BENCH1, …, logging to a database
    arena_server.py echo                 the same server library, sending back what it gets

It prints its port, and runs until its standard input ends.
"""

from __future__ import annotations

import asyncio
import socket
import sys

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.arena.room.offers import Offer
from croupier.arena.server.serving import running, settle_down
from croupier.arena.server.settings import Limits, Settings

SEATS = 6


def offers(tables: int) -> list[Offer]:
    """Tables of six that play one match after the other."""
    options = {"stack": 1_000_000, "small_blind": 1, "big_blind": 2}
    return [
        Offer(id=f"bench{number}", game="holdem", code=f"BENCH{number}", seats=SEATS, least=SEATS, options=options)
        for number in range(tables)
    ]


async def until_told() -> None:
    """Wait for the end of standard input."""
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, sys.stdin.buffer.read)


async def arena(tables: int, db: str) -> None:
    """An arena as `croupier serve` runs it."""
    limits = Limits(connections=20_000, per_address=20_000)
    settings = Settings(port=0, store=db, open=False, tables=offers(tables), limits=limits)
    async with running(settings) as served:
        settle_down()
        print(served.address[1], flush=True)
        await until_told()


async def echo() -> None:
    """A bare echo: the cost of a frame in and a frame out in Starlette on Uvicorn."""

    async def answer(websocket: WebSocket) -> None:
        await websocket.accept()
        try:
            while True:
                await websocket.send_text(await websocket.receive_text())
        except WebSocketDisconnect:
            pass

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/ws", answer)]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
    )
    serving = asyncio.create_task(uvicorn.Server(config).serve([listening]))
    print(listening.getsockname()[1], flush=True)
    await until_told()
    serving.cancel()


if __name__ == "__main__":
    import uvloop

    uvloop.run(echo() if sys.argv[1] == "echo" else arena(int(sys.argv[2]), sys.argv[3]))
