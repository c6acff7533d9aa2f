"""An event over real sockets and plain HTTP, opened and run by its host from the command line."""

from __future__ import annotations

import asyncio
import zipfile
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.client import Client as Player
from croupier.arena.events.event import Event
from croupier.arena.events.export import Archive
from croupier.arena.server.serving import Arena
from croupier.cli.main import main, parser
from croupier.kernel.errors import BadInput

from .loops import in_loop
from .network import arena, client, http

ROSTER = {"Alpha": "ALPHA_CODE", "Beta": "BETA_CODE", "Gamma": "GAMMA_CODE"}


def cup(**more: Any) -> Event:
    return Event(**{"id": "cup", "kind": "robin", "roster": ROSTER, "deals": 4, "move_time_ms": 60_000, **more})


def calls(frame: dict[str, Any]) -> dict[str, Any]:
    """Check, else call."""
    return {"type": "action", "action": next(word for word in ("CHECK", "CALL", "FOLD") if word in frame["legal"])}


async def plays(room: Arena, folder: Path, team: str) -> Player:
    """A team that plays to the end of the event, by our own client."""
    player = Player(room.url, team, ROSTER[team], tokens=folder)
    await player.answer(calls)
    return player


async def polls(room: Arena, team: str) -> list[dict[str, Any]]:
    """The same by plain HTTP; every answer that it got."""
    _, seat = await http(room, "/api/join", "POST", {"team": team, "code": ROSTER[team]})
    proof = {"Authorization": f"Bearer {seat['token']}"}
    seen: list[dict[str, Any]] = []
    after = 0
    while (await http(room, "/api/events/cup"))[1]["state"] != "over":
        status, told = await http(room, f"/api/wait?after={after}&hold_s=1", **proof)
        if status == 200 and told.get("act_id"):
            seen.append(told)
            action = next(word for word in ("CHECK", "CALL", "FOLD") if word in told["act"]["legal"])
            body = {"act_id": told["act_id"], "table": told["table_id"], "action": action}
            await http(room, "/api/act", "POST", body, **proof)
    return seen


async def host(room: Arena, *words: str) -> None:
    """Run `croupier host` beside the arena."""
    options = parser().parse_args(["host", room.url, *words, "--token", room.host_token])
    await asyncio.to_thread(options.run, options)


@in_loop
async def test_a_small_event_over_sockets_and_http(tmp_path: Path, capsys: Any) -> None:
    async with arena(tmp_path, events=[cup()]) as room:
        slow = asyncio.create_task(polls(room, "Gamma"))
        players = await asyncio.gather(plays(room, tmp_path, "Alpha"), plays(room, tmp_path, "Beta"))
        assert await slow
        assert [len(player.tally.results) for player in players] == [8, 8]
        status, told = await http(room, "/api/events/cup")
        assert status == 200 and told["state"] == "over"
        assert all(row["matches"] == 8 and row["decisions"].keys() == {"played"} for row in told["teams"])
        assert (await http(room, f"/api/matches/{told['tables'][0]['table']}-M1"))[0] == 200
        await host(room, "event", "show", "cup")
        assert "cup  No-limit hold'em: robin: over, 12 matches over" in capsys.readouterr().out
        await host(room, "event", "export", "cup", str(tmp_path / "cup.zip"))
        assert main(["verify", str(tmp_path / "cup.zip")]) == 0
        assert "12 records: 12 hands" in capsys.readouterr().out
        await host(room, "event", "close", "cup", "--why", "no dispute")
        assert "robin: closed, 12 matches over" in capsys.readouterr().out
        status, told = await http(room, "/api/events/cup")
        assert (told["state"], told["orders"][-1]["order"], told["orders"][-1]["why"]) == (
            "closed",
            "close",
            "no dispute",
        )


@in_loop
async def test_a_host_opens_an_event_with_one_command_and_is_told_its_codes(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "cup.toml").write_text('id = "cup"\nkind = "robin"\nbots = ["tight"]\n[roster]\nAlpha = ""\n')
    async with arena(tmp_path) as room:
        words = ["host", room.url, "event", "open", str(tmp_path / "cup.toml"), "--token", room.host_token]
        options = parser().parse_args(words)
        await asyncio.to_thread(options.run, options)
        printed = capsys.readouterr().out
        code = printed.split("Alpha")[1].split()[1]
        assert "to practise: --code PRACTICE" in printed
        async with client(room) as alpha:
            welcome = await alpha.hello("Alpha", code)
            assert welcome["event"] == "cup" and welcome["seat"] is None
            assert (await alpha.until("welcome"))["seat"] == 0
        events = (await http(room, "/api/events"))[1]
        assert [one["id"] for one in events] == ["cup"] and code not in str(events)
        assert code not in str((await http(room, "/api/events/cup"))[1])


@in_loop
async def test_only_the_host_opens_and_orders_events(tmp_path: Path) -> None:
    async with arena(tmp_path, events=[cup()]) as room:
        assert (await http(room, "/api/events", "POST", {"kind": "robin"}))[0] == 401
        assert (await http(room, "/api/events/cup/orders", "POST", {"order": "end"}))[0] == 401
        proof = {"Authorization": f"Bearer {room.host_token}"}
        assert (await http(room, "/api/events", "POST", {"kind": "bingo"}, **proof))[0] == 400
        assert (await http(room, "/api/events", "POST", {"id": "cup", "kind": "robin"}, **proof))[0] == 409
        assert (await http(room, "/api/events/none"))[0] == 404
        status, told = await http(room, "/api/events/cup/orders", "POST", {"order": "end", "why": "rain"}, **proof)
        assert status == 200 and told["roster"] == ROSTER and told["orders"][0]["why"] == "rain"


@in_loop
async def test_nobody_downloads_a_deal_that_others_have_yet_to_play(tmp_path: Path) -> None:
    event = cup(kind="common", bots=["tight"], roster={team: ROSTER[team] for team in ("Alpha", "Beta")}, deals=2)
    async with arena(tmp_path, events=[event]) as room, client(room) as alpha, client(room) as beta:
        await alpha.hello("Alpha", ROSTER["Alpha"])
        ended = await alpha.play(lambda frame: frame["type"] == "match_end")
        await beta.hello("Beta", ROSTER["Beta"])
        act = await beta.until("act")
        proof = {"Authorization": f"Bearer {room.host_token}"}
        for path in (f"/api/matches/{ended['match_id']}", f"/api/replays/{ended['match_id']}"):
            assert (await http(room, path))[0] == 404 and (await http(room, path, **proof))[0] == 404
        lobby = str([(await http(room, path))[1] for path in ("/api/lobby", "/api/matches", "/api/events/cup")])
        assert ended["match_id"] not in lobby
        await beta.answer(act)
        await beta.play(lambda frame: frame["type"] == "match_end")
        assert (await http(room, f"/api/matches/{ended['match_id']}"))[0] == 200


@in_loop
async def test_an_export_that_breaks_off_leaves_no_file_and_the_one_before_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    async with arena(tmp_path, events=[cup()]) as room:
        await host(room, "event", "end", "cup")
        file, folder = tmp_path / "out" / "cup.zip", tmp_path / "out"
        with pytest.raises(BadInput, match=r"cup\.zip cannot be written"):
            await host(room, "event", "export", "cup", str(file))
        folder.mkdir()
        assert (await http(room, "/api/events/cup/export"))[0] == 401
        with pytest.raises(BadInput, match="There is no event none"):
            await host(room, "event", "export", "none", str(file))
        assert not [*folder.iterdir()]
        await host(room, "event", "export", "cup", str(file))
        whole = file.read_bytes()
        assert zipfile.is_zipfile(file) and f"cup.zip: {len(whole):,} bytes" in capsys.readouterr().out

        def breaks(archive: Archive) -> bytes:
            raise RuntimeError("the disk is on fire")

        monkeypatch.setattr(Archive, "finish", breaks)
        with pytest.raises(BadInput, match="broke the connection in the middle"):
            await host(room, "event", "export", "cup", str(file))
        assert [*folder.iterdir()] == [file] and file.read_bytes() == whole
        monkeypatch.setattr(Archive, "finish", lambda archive: b"PK")
        with pytest.raises(BadInput, match="ended too soon"):
            await host(room, "event", "export", "cup", str(file))
        assert [*folder.iterdir()] == [file] and file.read_bytes() == whole
