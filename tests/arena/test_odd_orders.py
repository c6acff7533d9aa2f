"""A host's slip of the finger: whatever an order or an offer has in it, it is refused or obeyed, and nothing breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.arena.room.offers import Offer
from croupier.arena.tables.inputs import Ordered
from croupier.kernel.errors import BadInput

from .loops import in_loop
from .network import CODE, arena, holdem, http
from .room import Room

NONSENSE = (2**70, 2**40, -1, 1.5, True, None, "x", "", [1], {"a": 1})
OPTIONS = {"holdem": "big_blind", "battle": "prep_ms", "deal": "rounds", "hearts": "limit_ms"}
SEATS = {"holdem": 2, "battle": 2, "deal": 3, "hearts": 4}


@pytest.mark.parametrize("value", NONSENSE, ids=str)
def test_no_number_of_seats_breaks_a_table(value: Any) -> None:
    room = Room(seats=2)
    for name in ("Alpha", "Beta"):
        room.join(name)
    kept = len(room.log)
    with pytest.raises(BadInput):
        room.put(Ordered("resize", None, {"seats": value}))
    assert len(room.log) == kept


@pytest.mark.parametrize("game", OPTIONS)
def test_what_a_game_cannot_be_played_with_is_refused_and_not_found_out_later(game: str) -> None:
    room = Room(game, seats=SEATS[game])
    for seat in range(SEATS[game]):
        room.join(f"P{seat}")
    kept = len(room.log)
    for value in NONSENSE:
        if not (game == "battle" and value in (2**40, True)):  # times and switches for it
            with pytest.raises(BadInput):
                room.put(Ordered("change", None, {OPTIONS[game]: value}))
    assert len(room.log) == kept


ORDERS = [
    {"order": "swap", "seat": -100},
    {"order": "swap", "seat": 2**70},
    {"order": "resize", "values": {"seats": 2**70}},
    {"order": "resize", "values": {"seats": 2**40}},
    {"order": "admit", "values": {"team": ["x"]}},
    {"order": "admit", "values": {"team": "Late"}, "seat": 0},
    {"order": "admit", "values": {"team": "Late", "more": 2**70}},
    {"order": "act", "seat": 0, "values": {"action": "RAISE_TO", "amount": 2**70}},
    {"order": "time", "seat": 0, "values": {"ms": -1}},
    {"order": "swap", "seat": 0, "values": {"policy": {"a": 1}}},
]


@in_loop
async def test_an_odd_order_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as one:
        host = {"Authorization": f"Bearer {one.host_token}"}
        for team in ("Alpha", "Beta"):
            assert (await http(one, "/api/join", "POST", {"team": team, "code": CODE}))[0] == 201
        table = one.room.tables["T-1"].table
        before = table.line, table.plan
        for order in ORDERS:
            status, told = await http(one, "/api/tables/T-1/orders", "POST", order, **host)
            assert status == 400, (order, told)
        assert (table.line, table.plan) == before and not one.room.tables["T-1"].broken


OFFERS = [
    {"least": 2**70},
    {"least": 0},
    {"bank_ms": 2**70},
    {"bank_ms": -5},
    {"between_ms": -5},
    {"grace_ms": -2},
    {"pace_ms": 2**70},
    {"matches": -1},
    {"levels": [{"hands": 2**70}]},
    {"levels": [{"minutes": 1e308}]},
    {"roster": {"": "CODE"}},
    {"roster": {"Alpha": ""}},
    {"roster": {"Alpha": "AAAA", "alpha": "BBBB"}},
    {"roster": {"Al\u202epha": "AAAA"}},
    {"game": "hearts", "options": {"limit_ms": {}}},
    {"game": "battle", "options": {"rounds": "x"}},
    {"game": "battle", "options": {"prep_ms": 2**70}},
    {"game": "deal", "options": {"order": 5}},
]


@in_loop
async def test_an_odd_offer_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as one:
        host = {"Authorization": f"Bearer {one.host_token}"}
        for offer in OFFERS:
            status, told = await http(one, "/api/tables", "POST", {"game": "holdem", **offer}, **host)
            assert status == 400, (offer, told)
        assert list(one.room.desks) == list(one.room.tables) == ["T-1"]


@in_loop
async def test_a_table_never_gets_the_name_of_another(tmp_path: Path) -> None:
    """A house has tables `h-1`, `h-2`, …: an offer of such a name is in nobody's way."""
    async with arena(tmp_path, Offer(id="h", game="holdem", kind="house", code="HOUSE_H")) as one:
        host = {"Authorization": f"Bearer {one.host_token}"}
        assert (await http(one, "/api/tables", "POST", {"game": "holdem", "id": "h-1"}, **host))[0] == 400
        assert (await http(one, "/api/tables", "POST", {"game": "holdem", "id": "h-2"}, **host))[0] == 201
        seats = {"team": "Alpha", "code": "HOUSE_H", "tables": 3}
        status, told = await http(one, "/api/join", "POST", seats)
        assert status == 201 and "h-2" not in {table["table_id"] for table in told["tables"]}
        assert not any(hosted.broken for hosted in one.room.tables.values())
        assert one.room.tables["h-2"].offer == "h-2"
