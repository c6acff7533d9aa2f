"""`croupier verify` of signed records: by which key, as somebody heard it, and from an arena's own address."""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.room.transcripts import transcript
from croupier.arena.signing import Signer
from croupier.cli.main import main
from tests.arena.loops import in_loop
from tests.arena.network import arena, client, holdem, http
from tests.arena.signed import SIGNER, played, record, values_of

OTHER = Signer(bytes(31) + b"1")
Told = tuple[int, str]


@pytest.fixture
def verify(tmp_path: Path, capsys: Any) -> Callable[..., Told]:
    (tmp_path / "match.jsonl").write_bytes(record(played("holdem")))
    (tmp_path / "unsigned.jsonl").write_bytes(record(played("holdem"), signer=None))

    def run(*words: str) -> Told:
        code = main(["verify", *(str(tmp_path / word) if "." in word else word for word in words)])
        return code, capsys.readouterr().out

    return run


def test_a_key_that_nobody_has_confirmed_is_called_so(verify: Callable[..., Told]) -> None:
    code, told = verify("match.jsonl")
    assert code == 0 and "every move follows the rules, and leads to the scores" in told
    assert "10 hands signed: names, settings, moves, shuffles, orders and scores are as" in told
    assert f"they were signed by {SIGNER.key}, which you have not confirmed" in told


def test_a_key_can_be_given(verify: Callable[..., Told]) -> None:
    code, told = verify("match.jsonl", "--key", SIGNER.key.upper())
    assert code == 0 and f"signed by {SIGNER.key}, the key that you gave" in told
    code, told = verify("match.jsonl", "--key", OTHER.key)
    assert code == 1 and f"WRONG: It is signed by {SIGNER.key}, which is not the key that you gave." in told
    assert verify("match.jsonl", "--key", "abc")[0] == 2


def test_an_unsigned_record_is_called_so_and_is_wrong_where_a_key_is_given(verify: Callable[..., Told]) -> None:
    code, told = verify("unsigned.jsonl")
    assert code == 0 and "orders and scores are those of the match: it is unsigned" in told
    code, told = verify("unsigned.jsonl", "--key", SIGNER.key)
    assert code == 1 and "WRONG: It is unsigned, and should be signed" in told


def write_log(path: Path, frames: list[Any]) -> None:
    path.write_text("\n".join(json.dumps({"way": "<", "frame": frame}) for frame in frames))


def test_the_log_of_a_client_confirms_the_key_and_every_head(verify: Callable[..., Told], tmp_path: Path) -> None:
    frames = json.loads(json.dumps(played("holdem").inboxes["p0"]))
    write_log(tmp_path / "heard.log", frames)
    code, told = verify("match.jsonl", "--heard", "heard.log")
    assert code == 0 and f"signed by {SIGNER.key}, the key that you were told in `welcome`" in told
    assert "31 promises of your own log found in it" in told, "10 roots, 10 hashes and 11 heads"
    code, told = verify("unsigned.jsonl", "--heard", "heard.log")
    assert code == 1 and "when it ended, and the record is unsigned." in told
    end = [frame for frame in frames if frame["type"] == "end_hand"][3]
    was = end["head"]
    end["head"] = 64 * "0"
    write_log(tmp_path / "heard.log", frames)
    code, told = verify("match.jsonl", "--heard", "heard.log")
    assert (
        code == 1
        and "WRONG: T-1-M1-H4: you were told the head 0000000000000000… when it ended, and the record leads" in told
    )
    end["head"], end["signature"] = was, end["signature"][::-1]
    write_log(tmp_path / "heard.log", frames)
    code, told = verify("match.jsonl", "--heard", "heard.log")
    assert code == 1 and "T-1-M1-H4: what you were told when it ended is not signed by the key of `welcome`" in told


@pytest.mark.parametrize("name", ["battle", "leduc"])
def test_heads_are_heard_in_every_dialect(name: str, tmp_path: Path, capsys: Any) -> None:
    room = played(name)
    (tmp_path / "match.jsonl").write_bytes(record(room))
    write_log(tmp_path / "heard.log", room.inboxes["p1"])
    assert main(["verify", str(tmp_path / "match.jsonl"), "--heard", str(tmp_path / "heard.log"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["promised"] >= len(told["heads"]) > 3


def test_a_transcript_can_be_compared_as_well(verify: Callable[..., Told], tmp_path: Path) -> None:
    room = played("holdem")
    told = transcript(room.plan, room.game, 1, room.log, "p0", SIGNER)
    (tmp_path / "transcript.log").write_bytes(told)
    code, said = verify("match.jsonl", "--heard", "transcript.log")
    assert code == 0 and "30 promises" in said and "which you have not confirmed" in said


def test_a_folder_says_how_many_records_are_signed_and_by_which_keys(tmp_path: Path, capsys: Any) -> None:
    with zipfile.ZipFile(tmp_path / "cup.zip", "w") as archive:
        archive.writestr("records/T-1-M1.jsonl", record(played("holdem")))
        archive.writestr("records/T-2-M1.jsonl", record(played("leduc"), signer=None))
    assert main(["verify", str(tmp_path / "cup.zip")]) == 0
    told = capsys.readouterr().out
    assert "T-1-M1.jsonl: 10 hands, 10 signed, " in told and "T-2-M1.jsonl: 6 hands, unsigned, " in told
    assert f"  signed by {SIGNER.key}, which you have not confirmed" in told
    assert "  1 unsigned: nothing shows that they are as they were played" in told
    assert main(["verify", str(tmp_path / "cup.zip"), "--key", SIGNER.key]) == 1


def test_differences_are_named(verify: Callable[..., Told], tmp_path: Path) -> None:
    values = values_of(record(played("holdem")))
    values[0]["bots"][0] = "somebody"
    (tmp_path / "match.jsonl").write_text("\n".join(map(json.dumps, values)))
    code, told = verify("match.jsonl")
    assert code == 1 and "WRONG: The end of T-1-M1: the names of the players at the end, or another field" in told


@in_loop
async def test_an_arena_tells_its_key_and_gives_each_team_its_own_record(tmp_path: Path, capsys: Any) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as one, client(room) as two:
        welcome = await one.hello("Alpha")
        await two.hello("Beta")
        await asyncio.gather(*(each.play(lambda frame: frame["type"] == "match_end") for each in (one, two)))
        status, told = await http(room, "/api/key")
        assert (status, told) == (200, {"kind": "Ed25519", "key": welcome["key"]})
        own = {"Authorization": f"Bearer {welcome['token']}"}
        status, text = await http(room, "/api/matches/T-1-M1?cards=own", **own)
        assert status == 200
        (tmp_path / "own.jsonl").write_text(text)
        assert (await http(room, "/api/matches/T-1-M1?cards=own"))[1]["code"] == "NOT_YOURS"

        async def verified(*words: str) -> str:
            assert await asyncio.to_thread(main, ["verify", *words]) == 0
            return str(capsys.readouterr().out)

        assert f"the key of {room.url}" in await verified(str(tmp_path / "own.jsonl"), room.url)
        assert "T-1-M1: 1 hand with" in await verified(f"{room.url}/api/matches/T-1-M1")
        assert await asyncio.to_thread(main, ["verify", room.url]) == 2
