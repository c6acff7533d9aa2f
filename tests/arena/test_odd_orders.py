"""A host's slip of the finger: whatever an order or an offer has in it, it is refused or obeyed, and nothing breaks."""

from __future__ import annotations

import json
from importlib.resources import files
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.referee import default
from croupier.arena.room.offers import Offer
from croupier.arena.store import Line
from croupier.arena.tables.inputs import Ordered
from croupier.arena.tables.orders import obeying
from croupier.games import GAMES, load
from croupier.kernel.contract.game import Move
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
def test_options_that_a_game_cannot_be_played_with_are_refused_at_once(game: str) -> None:
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
        hosted = one.room.tables["T-1"]
        before = hosted.session.line, hosted.table.plan
        for order in ORDERS:
            status, told = await http(one, "/api/tables/T-1/orders", "POST", order, **host)
            assert status == 400, (order, told)
        assert (hosted.session.line, hosted.table.plan) == before and not hosted.broken


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


def test_a_restart_brings_nobody_back_into_the_match_who_has_lost_everything() -> None:
    """At a table where anybody may buy in again, somebody who does not want to is not made to by a kill."""

    def stacks(killed: bool) -> list[int]:
        room = Room(seats=3, options={"seats": 3, "seating": "open", "bank": 100_000}, least=3)
        for name in ("Alpha", "Beta", "Gamma"):
            room.join(name)
        while room.table.hand < 4:
            if killed and room.table.hand == 2:
                killed = False
                room.restart()
            question = room.session.clocks.running()[0]
            decision = room.table.decision(question.decision.seat)
            first = ("FOLD",) if decision.seat == 2 else ("RAISE_TO",)
            words = (*(first if room.table.hand == 1 else ()), "CALL", "CHECK")
            option = next(one for one in map(decision.named, words) if one is not None)
            room.table_move(decision.seat, Move(option.kind, option.high))
        assert room.table.state is not None
        return list(room.table.state.table.betting.stack[:3])

    after = stacks(killed=False)
    assert 0 in after and stacks(killed=True) == after


def test_a_client_that_comes_late_to_an_open_table_brings_what_everybody_brought() -> None:
    room = Room(seats=3, options={"seats": 3, "seating": "open", "bank": 100_000})
    for name in ("Alpha", "Beta", "Gamma"):
        room.join(name)
    while room.table.hand < 2:
        question = room.session.clocks.running()[0]
        room.table_move(question.decision.seat, default(room.table.decision(question.decision.seat)))
    assert room.table.state is not None and list(room.table.state.table.brought[:3]) == [10_000] * 3


def _stumble(table: Any, noted: Any, tell: Any) -> None:
    raise RuntimeError("a bug")


@in_loop
async def test_an_order_that_breaks_a_table_is_told_as_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(obeying.OBEYED, "pause", _stumble)
    async with arena(tmp_path, holdem(), holdem(id="T-2", code="OTHER1")) as one:
        host = {"Authorization": f"Bearer {one.host_token}"}
        status, told = await http(one, "/api/tables/T-1/orders", "POST", {"order": "pause"}, **host)
        assert (status, told["code"]) == (500, "OUT_OF_ORDER") and "a bug" in told["msg"]
        status, told = await http(one, "/api/tables/T-1/orders", "POST", {"order": "start"}, **host)
        assert (status, told["code"], told["retry_after_ms"]) == (500, "OUT_OF_ORDER", 60_000)
        assert (await http(one, "/api/tables/T-2/orders", "POST", {"order": "start"}, **host))[0] == 200


@in_loop
async def test_an_order_that_cannot_be_kept_is_refused_for_now(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as one:
        host = {"Authorization": f"Bearer {one.host_token}"}
        await one.room.store.append(Line("T-1", one.room.tables["T-1"].session.line + 1, b"another writer"))
        status, told = await http(one, "/api/tables/T-1/orders", "POST", {"order": "pause"}, **host)
        assert (status, told["code"], told["retry_after_ms"]) == (503, "CANNOT_KEEP", 1_000)


OUTSIDE: tuple[dict[str, Any], ...] = (
    {"game": "deal", "options": {"decks": "FILE"}},
    {"game": "deal", "options": {"decks": ["FILE"]}},
    {"game": "deal", "levels": [{"hands": 1, "changes": {"decks": "FILE"}}, {}]},
    {"game": "genome", "options": {"genome": "FILE"}},
    {"game": "FILE"},
    {"game": "tests.arena.room"},
    {"game": "holdem", "bots": ["learnt:FILE"]},
)


@in_loop
async def test_nothing_that_comes_over_the_network_opens_a_file(tmp_path: Path) -> None:
    """A host's token opens the arena, and not the machine: a deck, a genome, or a module that lies on it."""
    file = tmp_path / "decks.json"
    file.write_text(files("croupier.games.deal").joinpath("decks", "classic.toml").read_text("utf-8"), "utf-8")
    deal = Offer(id="D-1", game="deal", code="DEALDEAL", options={"decks": str(file)})
    async with arena(tmp_path, deal, Offer(id="G-1", game="genome", code="GENOME")) as one:
        host = {"Authorization": f"Bearer {one.host_token}"}
        for asked in OUTSIDE:
            body = json.loads(json.dumps(asked).replace("FILE", str(file)))
            for path, more in (("/api/tables", {}), ("/api/events", {"kind": "robin", "id": "cup"})):
                status, told = await http(one, path, "POST", {**body, **more}, **host)
                assert status == 400 and "not from outside" in told["msg"], (body, told)
        for table, values in (("D-1", {"decks": str(file)}), ("G-1", {"genome": str(file)})):
            order = {"order": "change", "values": values}
            status, told = await http(one, f"/api/tables/{table}/orders", "POST", order, **host)
            assert status == 400 and "not from outside" in told["msg"]
        order = {"order": "change", "values": {"decks": "classic", "hands": 3}}
        assert (await http(one, "/api/tables/D-1/orders", "POST", order, **host))[0] == 200


@pytest.mark.parametrize("name", GAMES)
def test_every_option_that_may_name_a_file_has_its_shipped_names(name: str) -> None:
    game = load(name)
    named = {option for option, one in signature(game.configure).parameters.items() if "Path" in str(one.annotation)}
    assert named == set(game.shipped_names)
    assert all(game.shipped_names[option]() for option in named)
