"""What somebody wants written out keeps nobody from playing."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.room import records
from croupier.arena.server import copyist

from .loops import in_loop
from .network import arena, client, holdem, http


@in_loop
async def test_a_table_plays_on_while_a_record_is_written_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = holdem(options={"hands": 1}, again=True)
    async with arena(tmp_path, offer) as room, client(room) as alpha, client(room) as beta:
        await alpha.hello("Alpha"), await beta.hello("Beta")
        first = await asyncio.gather(*(one.play(lambda frame: frame["type"] == "match_end") for one in (alpha, beta)))
        begun, go_on, told = asyncio.Event(), threading.Event(), records.told
        loop = asyncio.get_running_loop()

        def slowly(*given: Any, **named: Any) -> Any:
            loop.call_soon_threadsafe(begun.set)
            go_on.wait()
            return told(*given, **named)

        monkeypatch.setattr(records, "told", slowly)
        wanted = asyncio.create_task(http(room, f"/api/matches/{first[0]['match_id']}"))
        await begun.wait()
        await asyncio.gather(*(one.play(lambda frame: frame["type"] == "match_end") for one in (alpha, beta)))
        monkeypatch.setattr(copyist, "MOST_WAITING", 1)
        status, busy = await http(room, f"/api/matches/{first[0]['match_id']}")
        assert status == 503 and busy["code"] == "BUSY" and busy["retry_after_ms"]
        go_on.set()
        assert (await wanted)[0] == 200
