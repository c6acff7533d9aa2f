"""`croupier join` and `croupier verify`, against a real arena."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import main
from croupier.cli.verbs.serve import allow_files
from croupier.kernel.contract.record import MatchRecord
from croupier.simulate.record.record_file import RecordFile
from croupier.simulate.record.storage import read
from tests.arena.loops import in_loop
from tests.arena.network import CODE, arena, holdem, http

SECRET = "sesame"
"""What keeps a name, behind the code."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the records of a match that two `croupier join` have played, and with what they heard and said."""
    folder = tmp_path_factory.mktemp("played")

    @in_loop
    async def match() -> None:
        async with arena(folder, holdem(options={"hands": 4}, god_view=1)) as room:
            await asyncio.gather(*(_join(room.url, team, folder) for team in ("Alpha", "Beta")))
            (folder / "match.jsonl").write_text((await http(room, "/api/matches/T-1-M1"))[1])
            host = {"Authorization": f"Bearer {room.host_token}"}
            (folder / "whole.jsonl").write_text((await http(room, "/api/matches/T-1-M1?cards=all", **host))[1])

    match()
    return folder


async def _join(url: str, team: str, folder: Path) -> None:
    options = (
        "--team",
        team,
        "--code",
        f"{CODE}-{SECRET}",
        "--bot",
        "house:station",
        "--log",
        str(folder / f"{team}.log"),
    )
    with open(folder / f"{team}.txt", "wb") as out:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "croupier", "join", url, *options),
            stdout=out,
            env={**os.environ, "XDG_STATE_HOME": str(folder)},
        )
        assert await process.wait() == 0


@pytest.fixture
def record(played: Path, tmp_path: Path) -> Path:
    """The record that is for everybody, in a folder where it may be changed."""
    shutil.copytree(played, tmp_path / "played")
    return tmp_path / "played" / "match.jsonl"


def test_the_log_of_join_has_both_ways_and_nothing_that_proves_a_seat(record: Path) -> None:
    log = (record.parent / "Alpha.log").read_text("utf-8")
    frames = [(line["way"], line["frame"]) for line in map(json.loads, log.splitlines())]
    assert [way + frame["type"] for way, frame in frames[:2]] == [">hello", "<welcome"]
    assert frames[0][1]["join_code"] == frames[1][1]["token"] == "(left out)"
    tokens = [json.loads(path.read_text())["token"] for path in record.parent.glob("croupier/seats/*.json")]
    assert len(tokens) == 2
    for secret in (*tokens, CODE, SECRET):
        assert secret not in log


def test_join_tells_what_happened(record: Path) -> None:
    printed = (record.parent / "Alpha.txt").read_text("utf-8")
    for told in (
        "Alpha sits in seat",
        "T-1-M1 is over: ",
        "1 match, 4 hands",
        "thinking    p50",
        "round trip  p50",
        "refused     nothing",
    ):
        assert told in printed


def test_a_record_with_shuffles_is_read_like_any_other(record: Path) -> None:
    assert b'{"croupier":"shuffle"' in record.read_bytes()
    assert len(RecordFile(record).entries) == 1
    assert len(list(read(record)[1])) == 1
    assert MatchRecord.from_json(record.read_bytes()).played.scores


def test_verify_says_what_is_proved_and_what_is_not(record: Path, capsys: Any) -> None:
    assert main(["verify", str(record)]) == 0
    told = capsys.readouterr().out
    assert "4 hands with their shuffles" in told and "Nothing is wrong." in told
    assert "whole decks are not published" in told and "never proved" in told
    assert main(["verify", str(record.parent / "whole.jsonl")]) == 0
    assert "4 hands with the whole deck" in capsys.readouterr().out
    assert main(["verify", str(record), "--heard", str(record.parent / "Alpha.log"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["promised"] == 8 + 5 and report["signed"] == 4 and report["proved"] and not report["flaws"]


def tampered(record: Path, change: Any) -> list[str]:
    """The arguments that verify a record with a line of it changed."""
    lines = record.read_text().splitlines()
    for number, line in enumerate(lines):
        changed = change(json.loads(line))
        if changed is not None:
            lines[number] = json.dumps(changed, separators=(",", ":"))
            break
    path = record.parent / "tampered.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return ["verify", str(path)]


def another_board_card(line: dict[str, Any]) -> dict[str, Any] | None:
    """Let the first card that everybody saw be another."""
    for move in line.get("moves", ()):
        if move[1] == "DRAWN" and -1 not in move[3]:
            move[3][0] = (move[3][0] + 1) % 52
            return line
    return None


def another_root(line: dict[str, Any]) -> dict[str, Any] | None:
    if line.get("croupier") != "shuffle":
        return None
    line["commitments"][0]["root"] = "0" * 64
    return line


def another_secret(line: dict[str, Any]) -> dict[str, Any] | None:
    if line.get("croupier") != "shuffle":
        return None
    line["secret"] = "00" * 32
    return line


def a_draw_that_skips_a_card(line: dict[str, Any]) -> dict[str, Any] | None:
    if line.get("croupier") != "shuffle":
        return None
    line["draws"][-1][2] += 1
    return line


@pytest.mark.parametrize(
    ("change", "whole", "flaw"),
    [
        (another_board_card, False, "where the order has card"),
        (another_root, False, "does not lead to its root"),
        (another_secret, True, "is not the announced one"),
        (a_draw_that_skips_a_card, False, "not the next of a committed order"),
    ],
)
def test_a_tampered_record_is_found_out(record: Path, capsys: Any, change: Any, whole: bool, flaw: str) -> None:
    original = record.parent / "whole.jsonl" if whole else record
    assert main(tampered(original, change)) == 1
    told = capsys.readouterr().out
    assert flaw in told and "Nothing is wrong" not in told


def test_a_record_of_other_shuffles_than_were_promised_is_found_out(record: Path, capsys: Any) -> None:
    log = record.parent / "Alpha.log"
    frames = [json.loads(line) for line in log.read_text().splitlines()]
    for entry in frames:
        if entry["frame"].get("commitment"):
            entry["frame"]["commitment"] = "f" * 64
            break
    log.write_text("\n".join(map(json.dumps, frames)))
    assert main(["verify", str(record), "--heard", str(log)]) == 1
    assert "was promised when it began" in capsys.readouterr().out


def test_a_file_that_is_no_record_of_an_arena_is_refused(tmp_path: Path, capsys: Any) -> None:
    for text, why in (("", "no record"), ("{}\n", "no record"), ("nonsense", "no record")):
        (tmp_path / "x").write_text(text)
        assert main(["verify", str(tmp_path / "x")]) == 2
        assert why in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "none")]) == 2


def test_join_refuses_before_it_connects(capsys: Any) -> None:
    where = ["join", "localhost:1", "--team", "A", "--code", "CODE", "--bot"]
    assert main([*where, "nowhere.py"]) == 2
    assert "There is no file nowhere.py" in capsys.readouterr().err
    assert main([*where, "house:tight", "--matches", "0"]) == 2
    assert main([*where, "house:tight"]) == 2
    assert "is it open?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("has", "gets"),
    [
        ((1_024, 1_048_576), [(20_256, 1_048_576)]),
        ((1_024, 4_096), [(4_096, 4_096)]),
        ((20_256, 1_048_576), []),
        ((20_255, 1_048_576), [(20_256, 1_048_576)]),
        ((1_024, resource.RLIM_INFINITY), []),
    ],
)
def test_serving_allows_as_many_files_as_there_may_be_connections(
    has: tuple[int, int], gets: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = list[tuple[int, int]]()
    monkeypatch.setattr(resource, "getrlimit", lambda what: has)
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: given.append(limits))
    allow_files(10_000)
    assert given == gets
