"""A WebSocket proxy on loopback that delays, drops and duplicates frames, adds garbage, and breaks connections."""

from __future__ import annotations

import asyncio
import contextlib
import random
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from types import TracebackType
from typing import NamedTuple

import websockets
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

GARBAGE = ("", "{", "null", "[]", '{"type":"action"}', '{"type":"nonsense","v":1}', '{"type":"hello","v":2}', "💥" * 50)


class Faults(NamedTuple):
    """The faults of a line: the longest delay, and for each other fault its probability for a frame."""

    lag_ms: int = 30
    lose: float = 0.01
    """A frame of the arena is dropped."""
    double: float = 0.02
    """A frame of the arena or of the client arrives twice."""
    garbage: float = 0.02
    """Garbage is sent to the arena after a frame of the client."""
    cut: float = 0.005
    """The connection breaks without a close frame."""


class BadLine:
    """The proxy, while it is open: `async with BadLine(url, Faults(), seed) as line: … line.url`."""

    def __init__(self, url: str, faults: Faults, seed: int, port: int = 0) -> None:
        self._to, self._faults, self._port = url, faults, port
        self._rng = random.Random(seed)
        self.happened: Counter[str] = Counter()
        self.url = ""

    async def __aenter__(self) -> BadLine:
        self._serving = serve(
            self._carry, "127.0.0.1", self._port, process_request=self._pass_on, compression=None, ping_interval=None
        )
        server = await self._serving.__aenter__()
        port = next(iter(server.sockets)).getsockname()[1]
        self.url = f"ws://127.0.0.1:{port}/ws"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._serving.__aexit__(kind, error, trace)

    async def _pass_on(self, connection: ServerConnection, request: Request) -> Response | None:
        """Forward plain HTTP requests to the arena."""
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return None
        http = self._to.replace("ws", "http", 1).removesuffix("/ws") + request.path

        def asked() -> Response:
            try:
                with urllib.request.urlopen(http, timeout=10) as answer:
                    return Response(answer.status, "", Headers(), answer.read())
            except urllib.error.HTTPError as error:
                return Response(error.code, "", Headers(), error.read())
            except OSError:
                return Response(502, "", Headers(), b"")

        return await asyncio.to_thread(asked)

    async def _carry(self, client: ServerConnection) -> None:
        self.happened["connections"] += 1
        with contextlib.suppress(OSError, websockets.WebSocketException):
            async with websockets.connect(self._to, compression=None, ping_interval=None) as server:
                spoken = asyncio.Event()
                ways = [self._to_client(server, client, spoken), self._to_server(client, server, spoken)]
                tasks = [asyncio.create_task(way) for way in ways]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await client.close(server.close_code or 1001, server.close_reason or "")

    async def _to_client(
        self, server: websockets.ClientConnection, client: ServerConnection, spoken: asyncio.Event
    ) -> None:
        async for frame in self._late(server):
            if self._now("lose", self._faults.lose):
                continue
            await client.send(frame)
            if self._now("double", self._faults.double):
                await client.send(frame)
            if spoken.is_set() and self._now("cut", self._faults.cut):
                client.transport.abort()
                return

    async def _to_server(
        self, client: ServerConnection, server: websockets.ClientConnection, spoken: asyncio.Event
    ) -> None:
        """Forward frames to the arena. `spoken` is set with the first frame after `hello`: before it, a client may not
        have its token yet."""
        greeted = False
        async for frame in self._late(client):
            await server.send(frame)
            if greeted and self._now("double", self._faults.double):
                await server.send(frame)
            if greeted and self._now("garbage", self._faults.garbage):
                await server.send(self._rng.choice(GARBAGE))
            if greeted:
                spoken.set()
            greeted = True

    async def _late(self, end: ServerConnection | websockets.ClientConnection) -> AsyncIterator[str | bytes]:
        loop = asyncio.get_running_loop()
        coming: asyncio.Queue[tuple[float, str | bytes] | None] = asyncio.Queue()

        async def listen() -> None:
            with contextlib.suppress(websockets.ConnectionClosed):
                async for frame in end:
                    coming.put_nowait((loop.time() + self._rng.random() * self._faults.lag_ms / 1000, frame))
            coming.put_nowait(None)

        listening = asyncio.create_task(listen())
        try:
            while (come := await coming.get()) is not None:
                due, frame = come
                if due > loop.time():
                    await asyncio.sleep(due - loop.time())
                self.happened["frames"] += 1
                yield frame
        finally:
            listening.cancel()

    def _now(self, what: str, often: float) -> bool:
        happens = self._rng.random() < often
        self.happened[what] += happens
        return happens
