"""`croupier export`."""

from __future__ import annotations

import csv
import json
import os
import zipfile
from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.cli.verbs import export as verb
from croupier.history import find, read_phh
from croupier.kernel.contract.record import Misdeed
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.simulate.export.columns import ACTIONS, HANDS
from tests.history.hands import DEALT, phh, random_match
from tests.simulate.records import write_record
from tests.toys.kuhn import GAME as KUHN

SHOWN = f"{DEALT}, p3 f, p1 cc, p2 cc, d db 2c3c4h, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc, d db 9s, p1 cc, p2 cc"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the record of a series of twelve hands."""
    monkeypatch.chdir(tmp_path)
    write_record(tmp_path / "bots.jsonl", misdeed=Misdeed(2, 1, "illegal", "too much", "RAISE_TO 20"))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(("export", *words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def test_both_tables_are_written_to_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "bots.jsonl", "--format", "csv", "--out", "tables") == (0, "", "")
    assert files(folder) == {"bots.jsonl", "tables", "tables/hands.csv", "tables/actions.csv"}
    hands = [*csv.DictReader((folder / "tables/hands.csv").open(newline=""))]
    assert [*hands[0]] == [column.name for column in HANDS] and len(hands) == 36
    assert [(row["match"], row["deal"]) for row in hands[::3]] == [(str(n + 1), str(n)) for n in range(12)]
    actions = [*csv.DictReader((folder / "tables/actions.csv").open(newline=""))]
    assert [*actions[0]] == [column.name for column in ACTIONS]
    assert [row["misdeed"] for row in actions if row["misdeed"]] == ["illegal: too much"]


def test_one_table_goes_to_a_file_or_to_standard_output(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    def rows(*words: str) -> list[dict[str, object]]:
        assert main(("export", "bots.jsonl", "--format", "jsonl", *words)) == 0
        return [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]

    assert "board" in rows()[0] and "board" in rows("--table", "hands")[0]
    shown = rows("--table", "actions")
    assert shown[0]["action"] == "DRAWN"
    assert rows("--table", "actions", "--out", "a.jsonl") == []
    assert [json.loads(line) for line in (folder / "a.jsonl").read_bytes().splitlines()] == shown


def test_folders_and_archives_are_searched_and_what_is_no_record_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "event/round 2").mkdir(parents=True)
    (folder / "event/round 2/T-2-M1.jsonl").write_bytes(random_match(1, seats=3, hands=2).to_json())
    (folder / "event/standings.json").write_text("{}")
    (folder / "event/page.html").write_text("<p>")
    with zipfile.ZipFile("event.zip", "w") as archive:
        for path in sorted((folder / "event").rglob("*.*")):
            archive.write(path, path.relative_to(folder))
    code, _, err = run(
        capsys, "event", "event.zip", "bots.jsonl", "--format", "csv", "--table", "hands", "--out", "a.csv"
    )
    assert code == 0
    assert err == "2 files left out that are not records: event/standings.json, event.zip/event/standings.json.\n"
    rows = csv.DictReader((folder / "a.csv").open(newline=""))
    inside = "event/round 2/T-2-M1.jsonl"
    assert [*dict.fromkeys(row["record"] for row in rows)] == [inside, f"event.zip/{inside}", "bots.jsonl"]


def test_a_file_that_is_named_must_be_a_record(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "x.json").write_text("{}")
    code, _, err = run(capsys, "x.json", "--format", "csv", "--out", "tables")
    assert code == 2 and err.startswith("croupier: x.json: This is not a match record")
    assert run(capsys, "nowhere", "--format", "csv")[2] == "croupier: There is no file or folder nowhere.\n"
    assert files(folder) == {"bots.jsonl", "x.json"}


def test_nothing_appears_under_its_name_unless_all_could_be_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "tables").mkdir()
    (folder / "tables/hands.csv").write_text("what was there")
    lines = (folder / "bots.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "broken.jsonl").write_bytes(b"".join([*lines[:5], b"{}\n", *lines[5:]]))
    code, _, err = run(capsys, "bots.jsonl", "broken.jsonl", "--format", "csv", "--out", "tables")
    assert code == 2 and err.startswith("croupier: broken.jsonl, line 6, is no match:")
    assert (folder / "tables/hands.csv").read_text() == "what was there"
    assert files(folder) == {"bots.jsonl", "broken.jsonl", "tables", "tables/hands.csv"}


def test_an_interrupted_export_leaves_nothing_behind(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(verb, "hands_of", interrupted)
    code, _, err = run(capsys, "bots.jsonl", "--format", "csv", "--out", "tables")
    assert code == 130 and "interrupted while reading records" in err and files(folder) == {"bots.jsonl"}


def test_a_disk_that_is_full_is_told_by_name(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(verb.os, "fsync", full)
    code, _, err = run(capsys, "bots.jsonl", "--format", "phh", "--out", "x.phhs")
    assert (code, err) == (2, "croupier: x.phhs cannot be written: No space left on device.\n")
    assert files(folder) == {"bots.jsonl"}


def test_a_record_is_never_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / "bots.jsonl").read_bytes()
    for words in (
        ("bots.jsonl", "--table", "hands", "--out", "./bots.jsonl"),
        (".", "--table", "hands", "--out", "bots.jsonl"),
    ):
        code, _, err = run(capsys, "--format", "jsonl", *words)
        assert code == 2 and err.startswith("croupier: bots.jsonl is one of the records")
    assert (folder / "bots.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--format", "csv", "--out", "hands.csv"), "hands.csv would be a folder with both tables"),
        (("--format", "csv", "--table", "hands", "--out", "."), ". is a folder: name a file in it for --table hands"),
        (("--format", "phh", "--table", "hands"), "Hand histories have no tables"),
    ],
)
def test_options_that_make_no_sense_are_refused_before_anything_is_read(
    words: tuple[str, ...], says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, "bots.jsonl", *words)
    assert code == 2 and says in err and files(folder) == {"bots.jsonl"}


def test_a_record_without_a_hand_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "head.jsonl").write_bytes((folder / "bots.jsonl").read_bytes().splitlines(keepends=True)[0])
    code, _, err = run(capsys, "head.jsonl", "--format", "csv", "--out", "tables")
    assert (code, err) == (2, "croupier: There is no hand in head.jsonl; nothing was written.\n")
    assert files(folder) == {"bots.jsonl", "head.jsonl"}


def test_hands_of_bots_become_hand_histories_that_say_which_match_they_are_of(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "match.jsonl").write_bytes(random_match(4, seats=3, hands=2).to_json())
    assert run(capsys, "bots.jsonl", "match.jsonl", "--format", "phh", "--out", "all.phhs") == (0, "", "")
    text = (folder / "all.phhs").read_text()
    hands = read_phh(text)
    assert text.startswith("[1]\n") and len(hands) == 14
    named = [(hand.about["_record"], hand.about["_match"], hand.about["hand"]) for hand in hands]
    assert named[11:] == [("bots.jsonl", 12, 1), ("match.jsonl", 1, 1), ("match.jsonl", 1, 2)]
    assert main(["history", "check", "all.phhs"]) == 0 and "14 of 14 hands equal" in capsys.readouterr().out


def test_matches_become_text_of_pokerstars_with_the_cards_of_one_player(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "match.jsonl").write_text(random_match(1, seats=2, hands=2, stack=1000).to_json().decode())
    words = ("bots.jsonl", "match.jsonl", "--format", "pokerstars", "--out", "all.txt")
    assert run(capsys, *words) == (0, "", "")
    text = (folder / "all.txt").read_text()
    titles = [line.partition(":")[0] for line in text.splitlines() if line.startswith("PokerStars Hand #")]
    assert len(set(titles)) == 14, "every hand has a number of its own, the same at each export"
    assert main(["history", "check", "all.txt"]) == 0 and "14 of 14 hands equal" in capsys.readouterr().out
    name = json.loads((folder / "bots.jsonl").read_text().splitlines()[0])["bots"][0]
    assert run(capsys, *words, "--hero", name) == (0, "", "")
    assert (folder / "all.txt").read_text().count("Dealt to ") == 12
    code, _, err = run(capsys, *words[:-1], "no.txt", "--hero", "Nobody")
    assert code == 2 and "No hand has a player 'Nobody'" in err and "no.txt" not in files(folder)
    assert run(capsys, "bots.jsonl", "--format", "phh", "--hero", name)[0] == 2


def test_a_match_of_one_hand_has_the_same_shape_in_phh(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "one.jsonl").write_bytes(random_match(4, seats=3, hands=1).to_json())
    assert run(capsys, "one.jsonl", "--format", "phh", "--out", ".")[0] == 0
    assert (folder / "hands.phhs").read_text().startswith("[1]\nvariant = ")


def test_a_hand_history_that_became_a_record_is_exported_as_it_was(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "a.phh").write_text(phh(f"{SHOWN}, p2 sm KhKd, p1 sm # ace high", players="['Ann', '', 'Cy']", hand="7"))
    assert main(["history", "convert", "a.phh", "--out", "a.jsonl"]) == 0
    assert run(capsys, "a.jsonl", "--format", "phh", "--out", "b.phhs")[0] == 0
    [[before], [after]] = ([*read_phh(source.read(), "x")] for source in find(["a.phh", "b.phhs"]))
    assert after.as_table() == before.as_table()


def test_phh_of_another_game_is_refused_by_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = play_out(KUHN, KUHN.configure(), random_chooser(KUHN, 1), 1).record()
    (folder / "kuhn.jsonl").write_bytes(record.to_json())
    code, _, err = run(capsys, "kuhn.jsonl", "--format", "phh", "--game", "tests.toys.kuhn")
    assert code == 2 and err.startswith(
        f"croupier: kuhn.jsonl is a record of {KUHN.title}: hand histories are for hold'em. Choose csv"
    )
    assert (
        "kuhn.jsonl: The record is of 'kuhn', not a game of Croupier" in run(capsys, "kuhn.jsonl", "--format", "csv")[2]
    )
    assert run(capsys, "kuhn.jsonl", "--format", "csv", "--game", "tests.toys.kuhn", "--out", "tables")[0] == 0


def test_hands_that_hidden_cards_keep_from_being_played_are_counted(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = verb.hands_of

    def bare(*words: object) -> object:
        for hand in whole(*words):  # type: ignore[arg-type]
            hand.bare = True
            yield hand

    monkeypatch.setattr(verb, "hands_of", bare)
    code, _, err = run(capsys, "bots.jsonl", "--format", "csv", "--out", "tables")
    assert code == 0 and err.startswith("12 hands could not be replayed, as the record hides cards")


def test_a_device_is_written_to_and_not_replaced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in the place of /dev/null would take it from every program."""
    os.mkfifo("pipe")
    reading = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run(capsys, "bots.jsonl", "--format", "csv", "--table", "hands", "--out", "pipe")[0] == 0
        assert os.read(reading, 20) == b"record,match,hand,de"
    finally:
        os.close(reading)
    assert Path("pipe").is_fifo() and files(folder) == {"bots.jsonl", "pipe"}


def test_a_link_leads_to_what_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("latest.csv").symlink_to("today.csv")
    for _ in range(2):
        assert run(capsys, "bots.jsonl", "--format", "csv", "--table", "hands", "--out", "latest.csv")[0] == 0
        assert Path("latest.csv").is_symlink() and Path("today.csv").read_bytes().startswith(b"record,")
