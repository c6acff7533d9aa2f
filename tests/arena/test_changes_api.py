"""Changes of table over HTTP: who may ask for them, and what is answered."""

from __future__ import annotations

from pathlib import Path

from croupier.arena.room.offers import Offer

from .loops import in_loop
from .network import arena, http

CASH = {"seating": "cash", "small_blind": 5, "big_blind": 10}


@in_loop
async def test_a_player_asks_with_its_token_where_it_can_go_and_goes_there(tmp_path: Path) -> None:
    async with arena(tmp_path) as running:
        offer = Offer(id="two", game="holdem", code="TWOTABLES", seats=2, tables=2, options=CASH)
        running.room.offer(offer)
        running.room.offer(Offer(id="one", game="holdem", code="ONETABLE", seats=2, options=CASH))
        running.room.set_up(offer, running.room.new_id("two"), {})
        _, seat = await http(running, "/api/join", "POST", {"team": "Ann", "code": "TWOTABLES"})
        proof = {"Authorization": f"Bearer {seat['token']}"}
        status, told = await http(running, "/api/tables/two/change", **proof)
        assert (status, told) == (200, {"table": "two", "to": "", "tables": [
            {"table": "two-1", "players": 0, "seats": 2, "why": ""}]})  # fmt: skip
        status, told = await http(running, "/api/tables/two/change", "POST", {"to": "nowhere"}, **proof)
        assert status == 400 and "no table nowhere" in told["msg"]
        assert (await http(running, "/api/tables/two/change"))[0] == 401
        status, told = await http(running, "/api/tables/one/change", **proof)
        assert status == 404 and told["code"] == "NO_SUCH_GAME"
        assert (await http(running, "/api/tables/two/change", "POST", {"to": "two-1"}, **proof))[0] == 200
        assert running.room.tables["two-1"].seat_of("ann") == 0
