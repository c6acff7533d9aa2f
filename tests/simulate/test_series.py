"""Records that somebody has edited: refused by name of the line, before anything is played, written or shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.kernel.errors import BadInput
from croupier.simulate.record.record_file import RecordFile
from croupier.simulate.record.storage import RecordExists, Scribe, read
from tests.simulate.records import write_record

EDITS: dict[str, tuple[dict[str, Any], str]] = {
    "a score too few": ({"scores": [1, 2]}, "it has 2 scores for 3 seats"),
    "an adjusted score too many": ({"adjusted": [0.0] * 4}, "it has 4 adjusted scores for 3 seats"),
    "a bot that is not there": ({"seating": [0, 1, 5]}, r"the seating \[0, 1, 5\] does not have each of the 3 bots"),
    "a bot twice": ({"seating": [0, 1, 1]}, "does not have each of the 3 bots once"),
    "a score beyond all chips": ({"scores": [2**62, -(2**62), 0]}, "Expected `int`"),
    "an adjusted score beyond all chips": ({"adjusted": [1e300, 0.0, 0.0]}, "Expected `float`"),
    "a misdeed of no seat": (
        {"misdeeds": [{"step": 1, "seat": 9, "what": "", "detail": "", "nearest": ""}]},
        "misdeeds of a seat that is not from 0 to 2",
    ),
    "a move of no seat": ({"moves": [[7, "FOLD", 0, []]]}, "7 moves; seats are 0 to 2, and there are house and clock"),
    "a move of nobody": ({"moves": [["dealer", "FOLD", 0, []]]}, "'dealer' moves"),
}


def edited(path: Path, change: Callable[[list[Any]], None]) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_match_is_refused_with_its_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    write_record(path, deals=3)
    changes, says = EDITS[name]
    edited(path, lambda lines: lines[2].update(changes))
    with pytest.raises(BadInput, match=f"line 3, is no match.*{says}"):
        list(read(path)[1])
    with pytest.raises(BadInput, match=says):
        RecordFile(path).played(1)


def test_a_record_needs_a_bot_for_each_seat(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    write_record(path, deals=1)
    edited(path, lambda lines: lines[0].update(bots=["a", "b"]))
    with pytest.raises(BadInput, match="has 2 bots for 3 seats"):
        RecordFile(path)


def test_two_matches_cannot_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    series, _ = write_record(path, deals=1)
    before = path.read_bytes()
    with pytest.raises(RecordExists, match="exists already: continue it with --resume"):
        Scribe(path, series)
    assert path.read_bytes() == before


def test_a_file_in_place_of_the_folder_is_no_record_that_is_there(tmp_path: Path) -> None:
    series, _ = write_record(tmp_path / "file", deals=0)
    with pytest.raises(BadInput, match="cannot be written: File exists") as refused:
        Scribe(tmp_path / "file" / "series.jsonl", series)
    assert not isinstance(refused.value, RecordExists)


def test_a_record_has_its_head_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    series, _ = write_record(tmp_path / "other.jsonl", deals=0)
    scribe = Scribe(path, series)
    assert read(path)[0] == series
    scribe.close()
