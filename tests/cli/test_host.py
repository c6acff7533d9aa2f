"""`croupier host`, against a real arena."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import parser
from croupier.cli.terminal.remote import TOKEN, Remote, token_of
from croupier.cli.verbs.host import values_of
from croupier.cli.verbs.host_event import standings
from croupier.kernel.errors import BadInput
from tests.arena.loops import in_loop
from tests.arena.network import CODE, arena, client, holdem


async def host(*words: str) -> None:
    """Run `croupier host` beside the arena."""
    options = parser().parse_args(["host", *words])
    await asyncio.to_thread(options.run, options)


@in_loop
async def test_host_sees_who_is_there_and_whose_clock_runs(tmp_path: Path, capsys: Any) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as alpha, client(room) as beta:
        await alpha.hello("Alpha")
        await beta.hello("Beta")
        await alpha.until("act")
        await host(room.url, "--db", str(tmp_path / "arena.db"))
        printed = capsys.readouterr().out
        assert "T-1  No-limit hold'em: T-1-M1, hand 1" in printed
        assert "  0  Alpha                    here   to act, " in printed and "  1  Beta" in printed


@in_loop
async def test_host_orders_by_the_name_of_a_team(tmp_path: Path, capsys: Any) -> None:
    async with arena(tmp_path, holdem(seats=3, least=3)) as room, client(room) as alpha:
        await alpha.hello("Alpha", CODE)
        await host(room.url, "pause", "T-1", "--why", "lunch", "--token", room.host_token)
        assert "T-1  No-limit hold'em: no match, held" in capsys.readouterr().out
        await host(room.url, "kick", "T-1", "alpha", "--token", room.host_token)
        assert "Alpha" not in capsys.readouterr().out
        with pytest.raises(BadInput, match="Nobody does not sit at T-1"):
            await host(room.url, "kick", "T-1", "Nobody", "--token", room.host_token)


@in_loop
async def test_host_is_told_the_new_token_of_a_seat_and_takes_its_books_home(tmp_path: Path, capsys: Any) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as alpha, client(room) as beta:
        access = ("--token", room.host_token)
        await alpha.hello("Alpha")
        await beta.hello("Beta")
        await alpha.until("act")
        await host(room.url, "hold", "T-1", "Alpha", *access)
        assert "held: the clock stands" in capsys.readouterr().out
        await host(room.url, "act", "T-1", "Alpha", "action=FOLD", "--why", "asked for it", *access)
        await beta.until("match_end")
        await host(room.url, "download", "T-1", "--out", str(tmp_path / "ledger.csv"), *access)
        assert (tmp_path / "ledger.csv").read_text().startswith("match,hand,seat")
        await host(room.url, "download", "T-1-M1", "--phh", *access)
        assert "finishing_stacks = [10050, 9950]" in capsys.readouterr().out
        await host(room.url, "swap", "T-1", "Alpha", *access)
        assert "secret, tell only this team: team Alpha, token " in capsys.readouterr().out
        await host(room.url, "void", "T-1-M1", "--why", "a cable", *access)
        assert "T-1-M1 is void: a cable" in capsys.readouterr().out


@in_loop
async def test_host_without_the_token_is_refused(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        with pytest.raises(BadInput) as refused:
            await host(room.url, "--token", "guessed")
        told = str(refused.value)
        assert told.startswith(f"This is not the token of the host of {room.url}. `croupier serve` prints it when")
        for way in ("croupier.host", "--store FILE", "--token TOKEN", TOKEN):
            assert way in told
        assert "Bearer" not in told


def test_token_comes_from_the_command_the_environment_or_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(TOKEN, raising=False)
    (tmp_path / "event.host").write_text("from-file\n")
    assert token_of(None, str(tmp_path / "event.db")) == "from-file"
    monkeypatch.setenv(TOKEN, "from-environment")
    assert token_of(None, None) == "from-environment"
    assert token_of("given", None) == "given"
    monkeypatch.delenv(TOKEN)
    with pytest.raises(BadInput, match=r"elsewhere\.host cannot be read: No such file .*--store FILE .*--token TOKEN"):
        token_of(None, str(tmp_path / "elsewhere.db"))
    (tmp_path / "event.host").write_text("\n")
    with pytest.raises(BadInput, match=r"The host's token is needed, and .*event\.host is empty"):
        token_of(None, str(tmp_path / "event.db"))
    (tmp_path / "event.host").write_bytes(b"\xff")
    with pytest.raises(BadInput, match=r"event\.host cannot be read: it holds no token"):
        token_of("", str(tmp_path / "event.db"))


def test_address_of_a_bot_is_also_the_host_s() -> None:
    assert Remote("ws://127.0.0.1:8000/ws", "").url == "http://127.0.0.1:8000"
    assert Remote("wss://cards.example/ws", "").url == "https://cards.example"
    assert Remote("127.0.0.1:8000", "").url == "http://127.0.0.1:8000"
    with pytest.raises(BadInput, match="no address of an arena"):
        Remote("file:///etc/hosts", "")


def test_an_empty_name_asks_for_nothing_else() -> None:
    with pytest.raises(BadInput, match="A name is empty: say which"):
        Remote("127.0.0.1:1", "").get("events", "")


def test_values_are_numbers_lists_switches_or_words() -> None:
    given = values_of(["big_blind=200", "straddles=400,800", "blind_before_ante=on", "seating=open"])
    assert given == {"big_blind": 200, "straddles": [400, 800], "blind_before_ante": True, "seating": "open"}
    with pytest.raises(BadInput, match="NAME=VALUE"):
        values_of(["big_blind"])


def _pair(better: str, worse: str, p: float, verdict: str) -> dict[str, Any]:
    return {"better": better, "worse": worse, "p": p, "separable": p < 0.05, "verdict": verdict}


def test_event_show_says_in_one_line_what_cannot_be_told_yet() -> None:
    told = {
        "id": "cup",
        "title": "Cup",
        "kind": "robin",
        "state": "over",
        "open_deals": None,
        "tournament": None,
        "unit": "bb/100",
        "teams": [],
        "tables": [],
    }
    near = _pair("B", "C", 0.06, "B and C are not separable yet: about 9 more hands")
    far = [_pair("A", f"D{number}", 0.5, f"A and D{number} are not separable yet") for number in range(25)]
    found = _pair("A", "B", 0.049, "A beats B, p = 0.049")

    def below(*pairs: dict[str, Any]) -> list[str]:
        return [*standings({**told, "comparisons": pairs})][2:]

    assert below(*far, near, found) == [
        "  A beats B, p = 0.049.",
        "  B and C are not separable yet: about 9 more hands. Of 27 pairs, 25 others are not separable either.",
    ]
    assert below(near, far[0])[-1].endswith("about 9 more hands. Of 2 pairs, 1 other is not separable either.")
    assert below(near) == ["  B and C are not separable yet: about 9 more hands."]
    assert below(found) == ["  A beats B, p = 0.049."] and below() == []


def test_a_tournament_tells_what_it_waits_for_its_level_with_antes_and_why_it_was_cancelled() -> None:
    clock = {"level": 1, "left_ms": 61_000, "runs": True}
    blinds = {"small_blind": 100, "big_blind": 200, "big_blind_ante": 200}
    t: dict[str, Any] = {
        "cancelled": None, "started": None, "starts": None, "registered": 5, "left": 3, "pool": 0, "prizes": [],
        "clock": None, "levels": [{"rest": False, "blinds": blinds}], "hand_for_hand": False, "players": [],
    }  # fmt: skip
    starts = int(datetime(2026, 11, 20, 20, 0).timestamp() * 1000)

    def first(**changes: Any) -> str:
        told = {"id": "cup", "title": "Cup", "state": changes.pop("state"), "tournament": {**t, **changes}}
        return next(iter(standings(told)))

    assert first(state="waiting") == "cup  Cup: waiting, 5 players registered"
    assert first(state="waiting", starts=starts).endswith("registered, begins 2026-11-20 20:00")
    playing = first(state="playing", started=1, clock=clock)
    assert playing == "cup  Cup: playing, 3 of 5 players left, level 1, 100/200 with an ante of 200, 1:01 left"
    assert first(state="over", started=1) == "cup  Cup: over"
    assert first(state="over", started=1, cancelled="a fire") == "cup  Cup: cancelled: a fire"
