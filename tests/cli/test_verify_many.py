"""`croupier verify` of folders and whole events: a line for each record, a total, and an exit code for all of them."""

from __future__ import annotations

import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.dealing import FairDealer
from croupier.arena.fairness import MATCHES_FILE
from croupier.cli.main import main
from croupier.history import files
from tests.arena.fair_match import CONTEXT, SECRET, play
from tests.arena.test_fairness import line_for, record

Told = tuple[int, list[str]]


def one_record(seed: int = 5) -> bytes:
    """A record of one match, with whole decks."""
    match = play("holdem", FairDealer(SECRET, CONTEXT), choices=random.Random(seed), stay=True)
    head, shuffle, played = record(match, line_for(match, "whole decks"), deals=1).splitlines()
    scores = [*match.game.scores(match.end)]
    return b"\n".join([head, shuffle, json.dumps({**json.loads(played), "scores": scores}).encode()])


GOOD = one_record()
BAD = GOOD.replace(b'"announced":"', b'"announced":"0')
LISTED = "match,seat,score,record\n" + "".join(
    f"c-{number}-M1,{seat},{score},records/c-{number}-M1.jsonl\n"
    for number in (2, 10)
    for seat, score in enumerate(json.loads(GOOD.splitlines()[2])["scores"])
)
OTHERS = LISTED.replace(",records", "1,records", 1)


@pytest.fixture
def verify(capsys: Any) -> Callable[..., Told]:
    def run(*words: Path | str) -> Told:
        code = main(["verify", *map(str, words)])
        return code, capsys.readouterr().out.splitlines()

    return run


def event(path: Path, **changes: bytes | None) -> Path:
    """The zip file of an event of two matches; what is changed to None is left out."""
    files: dict[str, bytes | None] = {
        MATCHES_FILE: LISTED.encode(),
        "records/c-10-M1.jsonl": GOOD,
        "records/c-2-M1.jsonl": GOOD,
        "phh/c-2-M1.phhs": b"not a record",
        "event.html": b"<html>",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**files, **changes}.items():
            if content is not None:
                archive.writestr(name, content)
    return path


def test_a_folder_has_a_line_for_each_record_and_a_total(tmp_path: Path, verify: Callable[..., Told]) -> None:
    (tmp_path / "deep").mkdir()
    for name, content in (("M10.jsonl", GOOD), ("M9.json", GOOD), ("deep/M1.jsonl", GOOD), ("notes.txt", b"lunch")):
        (tmp_path / name).write_bytes(content)
    code, told = verify(tmp_path)
    assert code == 0 and [line.partition(": ")[0] for line in told[:4]] == [
        f"{tmp_path}/M9.json",
        f"{tmp_path}/M10.jsonl",
        f"{tmp_path}/deep/M1.jsonl",
        "3 records",
    ]
    assert "1 hand, " in told[0] and "3 hands, " in told[3] and told[-1] == "Nothing is wrong."


def test_the_folder_that_one_stands_in_is_checked_too(
    tmp_path: Path, verify: Callable[..., Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(event(tmp_path / "cup.zip")) as archive:
        archive.extractall(tmp_path / "cup")
    monkeypatch.chdir(tmp_path / "cup")
    code, told = verify(".")
    assert code == 0 and told[0].startswith("records/c-2-M1.jsonl: ") and told[2].startswith("2 records")


def test_one_record_that_is_wrong_or_none_fails_the_whole(tmp_path: Path, verify: Callable[..., Told]) -> None:
    for name, content in (("a.jsonl", GOOD), ("b.jsonl", BAD), ("c.jsonl", b'{"way":"<"}\n')):
        (tmp_path / name).write_bytes(content)
    code, told = verify(tmp_path)
    assert code == 1 and "WRONG: Hand 17: its secret is not the announced one." in told[1]
    assert "WRONG: It is no record of a match" in told[2] and told[-1] == "2 of 3 records wrong."
    assert verify(tmp_path / "a.jsonl", tmp_path / "b.jsonl")[0] == 1
    assert verify(tmp_path / "a.jsonl", tmp_path / "a.jsonl")[0] == 0


def test_a_whole_event_is_checked_from_its_zip_file_or_its_folder(tmp_path: Path, verify: Callable[..., Told]) -> None:
    packed = event(tmp_path / "cup.zip")
    code, told = verify(packed)
    assert code == 0 and [line.partition(": ")[0] for line in told[:3]] == [
        f"{packed}/records/c-2-M1.jsonl",
        f"{packed}/records/c-10-M1.jsonl",
        "2 records",
    ]
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path / "cup")
    assert verify(tmp_path / "cup")[0] == 0
    (tmp_path / "cup" / "records" / "c-2-M1.jsonl").unlink()
    code, told = verify(tmp_path / "cup")
    assert code == 1 and "records/c-2-M1.jsonl: WRONG: It is missing." in told[0]


@pytest.mark.parametrize(
    ("changes", "flaw"),
    [
        ({"records/c-2-M1.jsonl": None}, "WRONG: It is missing."),
        ({"records/c-2-M1.jsonl": BAD}, "is not the announced one"),
        ({MATCHES_FILE: OTHERS.encode()}, "Its scores are not those of the event's list"),
    ],
)
def test_flaws_of_an_event_are_found(
    tmp_path: Path, verify: Callable[..., Told], changes: dict[str, Any], flaw: str
) -> None:
    code, told = verify(event(tmp_path / "cup.zip", **changes))
    assert code == 1 and flaw in told[0]


def test_a_zip_file_that_is_damaged_or_unpacks_to_too_much_is_found(
    tmp_path: Path, verify: Callable[..., Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = event(tmp_path / "cup.zip")
    damaged = packed.read_bytes().replace(b'"seating"', b'"sitting"', 1)
    (tmp_path / "damaged.zip").write_bytes(damaged)
    code, told = verify(tmp_path / "damaged.zip")
    assert (
        code == 1 and any("WRONG: It cannot be read: Bad CRC" in line for line in told) and "1 of 2 records" in told[-1]
    )
    monkeypatch.setattr(files, "MOST_BYTES", len(GOOD) - 1)
    code, told = verify(packed)
    assert code == 1 and "WRONG: It is larger than" in told[0]
    monkeypatch.setattr(files, "MOST_BYTES", len(GOOD))
    assert verify(packed)[0] == 0


def test_a_folder_without_records_is_refused(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "notes.txt").write_text("lunch")
    assert main(["verify", str(tmp_path)]) == 2
    assert f"There is no .jsonl or .json or matches.csv file in {tmp_path}." in capsys.readouterr().err
    (tmp_path / MATCHES_FILE).write_text("record,score\n")
    assert main(["verify", str(tmp_path)]) == 2
    assert "has no record in it" in capsys.readouterr().err
    (tmp_path / MATCHES_FILE).write_text("match\nM1\n")
    assert main(["verify", str(tmp_path)]) == 2
    assert "matches.csv is not the list of an event's matches" in capsys.readouterr().err


def test_programs_get_every_record_and_the_total(tmp_path: Path, capsys: Any) -> None:
    for name, content in (("a.jsonl", GOOD), ("b.jsonl", BAD)):
        (tmp_path / name).write_bytes(content)
    assert main(["verify", str(tmp_path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [one["record"].rpartition("/")[2] for one in told["records"]] == ["a.jsonl", "b.jsonl"]
    assert (told["wrong"], told["hands"], len(told["flaws"]), told["promised"]) == (1, 2, 1, None)


def test_a_log_is_compared_with_all_records_of_a_folder_but_is_none_of_them(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "a.jsonl").write_bytes(GOOD)
    shuffle = json.loads(GOOD.splitlines()[1])
    root = shuffle["commitments"][0]["root"]
    frames = [
        {"type": "start_hand", "hand_id": shuffle["context"], "commitment": root},
        {"type": "end_hand", "next_commitment": shuffle["announced"]},
    ]
    heard = tmp_path / "heard.jsonl"

    def hear() -> int:
        heard.write_text("\n".join(json.dumps({"way": "<", "frame": frame}) for frame in frames))
        return main(["verify", str(tmp_path), "--heard", str(heard), "--json"])

    assert hear() == 0
    told = json.loads(capsys.readouterr().out)
    assert told["promised"] == 2 and len(told["records"]) == 1
    frames[0]["commitment"] = "0" * 64
    assert hear() == 1
    assert "was promised when it began" in capsys.readouterr().out
    frames[0]["commitment"], frames[1]["next_commitment"] = root, "0" * 64
    assert hear() == 1
    assert "None of the hashes" in capsys.readouterr().out
