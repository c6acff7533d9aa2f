"""A tournament over real sockets and plain HTTP, opened and run by its host from the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from croupier.arena.client import Client as Player
from croupier.arena.server.serving import Arena

from .loops import in_loop
from .network import arena, http
from .test_events_online import calls, host

FILE = """\
kind = "tournament"
id = "friday"
code = "FRIDAY"
seats = 2
bots = ["tight", "station"]
house = 2
move_time_ms = 60_000
practice = ""

[tournament]
players = 4
fee = 2

[[levels]]
hands = 2
changes = {small_blind = 1000, big_blind = 2000}
[[levels]]
changes = {small_blind = 5000, big_blind = 10000}
"""


@in_loop
async def test_a_socket_and_a_polling_client_are_moved_and_the_host_sees_their_places(
    tmp_path: Path, capsys: Any
) -> None:
    async with arena(tmp_path) as room:
        file = tmp_path / "friday.toml"
        file.write_text(FILE)
        await host(room, "event", "open", str(file))
        assert "everybody: --code FRIDAY" in capsys.readouterr().out
        player = Player(room.url, "Alpha", "FRIDAY", tokens=tmp_path)
        _, seat = await http(room, "/api/join", "POST", {"team": "Beta", "code": "FRIDAY"})
        _, tables = await asyncio.gather(player.answer(calls), polls(room, seat["token"]))
        told = (await http(room, "/api/events/friday"))[1]["tournament"]
        assert sorted(one["place"] for one in told["players"]) == [1, 2, 3, 4]
        assert sum(one["prize"] for one in told["players"]) == told["pool"] == 8
        assert all(table.startswith("friday-") for table in tables)
        await host(room, "event", "show", "friday")
        printed = capsys.readouterr().out
        assert "Alpha" in printed and "place" in printed and "8 tokens for 1 place" in printed
        await host(room, "event", "close", "friday", "--why", "well played")
        assert (await http(room, "/api/events/friday"))[1]["state"] == "closed"


async def polls(room: Arena, token: str) -> set[str]:
    """Play to the end over HTTP; the tables at which there was something to decide."""
    proof = {"Authorization": f"Bearer {token}"}
    tables, after = set[str](), 0
    while (await http(room, "/api/events/friday"))[1]["state"] != "over":
        status, told = await http(room, f"/api/wait?after={after}&hold_s=1", **proof)
        if status != 200 or not told.get("act_id"):
            await asyncio.sleep(0.05)
            continue
        tables.add(told["table_id"])
        action = next(word for word in ("CHECK", "CALL", "FOLD") if word in told["act"]["legal"])
        body = {"act_id": told["act_id"], "table": told["table_id"], "action": action}
        await http(room, "/api/act", "POST", body, **proof)
    return tables
