"""A Chromium without Playwright: it gets occasional commands over its debugging socket, and its events are ignored.

Playwright follows every frame of every socket of a page. At a table that plays at full speed, that costs more than the
page itself, and a visitor's browser does not do it.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import websockets
from playwright.async_api import async_playwright

from . import chromium

FLAGS = ("--headless", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-port=0")


class Bare:
    """One page of a browser."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._session = ""

    async def open(self, url: str, script: str, width: int, height: int) -> None:
        """Open a page, with a script that runs before its own."""
        target = await self.browser("Target.createTarget", url="about:blank")
        attached = await self.browser("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self.page("Emulation.setDeviceMetricsOverride", **size)
        await self.page("Page.enable")
        await self.page("Page.addScriptToEvaluateOnNewDocument", source=script)
        await self.page("Page.navigate", url=url)

    async def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page; if it is a promise, the value once it is resolved."""
        told = await self.page("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    async def worked(self) -> float:
        """The processor seconds of all processes of the browser."""
        told = await self.browser("SystemInfo.getProcessInfo")
        return float(sum(one["cpuTime"] for one in told["processInfo"]))

    async def browser(self, method: str, **given: Any) -> dict[str, Any]:
        """Send a command to the browser."""
        return await self._ask({"method": method, "params": given})

    async def page(self, method: str, **given: Any) -> dict[str, Any]:
        """Send a command to the page."""
        return await self._ask({"method": method, "params": given, "sessionId": self._session})

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        await self._socket.send(json.dumps({"id": number, **question}))
        while (heard := json.loads(await self._socket.recv())).get("id") != number:
            pass
        assert "result" in heard, heard
        result: dict[str, Any] = heard["result"]
        return result


@asynccontextmanager
async def bare(cores: set[int] | None = None) -> AsyncIterator[Bare]:
    """A browser without a page, restricted to some cores."""
    program = chromium.found()
    if program is None:
        raise RuntimeError("There is no Chromium (scripts/get_chromium gets one).")
    if not program:
        async with async_playwright() as playwright:
            program = playwright.chromium.executable_path
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        running = await asyncio.create_subprocess_exec(
            *(program, *FLAGS, f"--user-data-dir={folder}"),
            stderr=asyncio.subprocess.PIPE,
            preexec_fn=partial(os.sched_setaffinity, 0, cores) if cores else None,
        )
        assert running.stderr is not None
        try:
            said = b""
            while not (found := re.search(rb"listening on (ws://\S+)", said)):
                if not (line := await running.stderr.readline()):
                    raise RuntimeError(f"Chromium does not start: {said.decode()}")
                said += line
            silence = asyncio.create_task(running.stderr.read())
            async with websockets.connect(found[1].decode(), max_size=None, ping_interval=None) as socket:
                yield Bare(socket)
            silence.cancel()
        finally:
            if running.returncode is None:
                running.terminate()
            await running.wait()
