"""Requests that never end, or end before they have: nobody waits for them, and no log is filled with them."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from croupier.arena.server import api

from .loops import in_loop
from .network import arena, holdem, http

HEAD = b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"


@in_loop
async def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "BODY_SECONDS", 0.01)
    async with arena(tmp_path, holdem()) as room:
        reader, writer = await asyncio.open_connection(*room.address)
        writer.write(HEAD + b'{"team":')
        assert b" 408 " in await reader.readline()
        writer.close()
        await writer.wait_closed()


@in_loop
async def test_a_client_that_hangs_up_in_the_middle_of_a_body_leaves_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with arena(tmp_path, holdem()) as room:
        with caplog.at_level(logging.ERROR):
            for _ in range(3):
                _, writer = await asyncio.open_connection(*room.address)
                writer.write(HEAD + b'{"team":')
                await writer.drain()
                writer.close()
                await writer.wait_closed()
            assert (await http(room, "/healthz"))[0] == 200, "who came before is heard before"
            while tasks := set(room.server.server_state.tasks):
                await asyncio.wait(tasks)
        assert not caplog.records
