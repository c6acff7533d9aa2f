"""`croupier play`, as somebody who has never played here meets it."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.simulate.record.storage import read


def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *words: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", *words]) == 0
    return capsys.readouterr().out


def test_the_start_tells_who_sits_where(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(capsys, monkeypatch, "", "holdem", "--seats", "4", "--seat", "1", "--bots", "shark,tight")
    assert out.splitlines()[1] == "You are in seat 1, against shark 0, tight and shark 3."


@pytest.mark.parametrize("typed", ["quit", "exit", "q", "Quit"])
def test_leaving_tells_the_result_so_far(
    typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, f"fold\n{typed}\ny\n", "holdem", "--seats", "2", "--seed", "1", "--bots", "station")
    again = "croupier play holdem --seed 1 --seats 2 --bots station"
    so_far = ["You leave before the end. So far:", "   station        +50", "   you            −50"]
    assert out.splitlines()[-4:] == [*so_far, f"The same cards again: {again}"]


def test_scores_have_separators(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("holdem", "--seats", "2", "--seed", "1", "--bots", "station", "--set", "hands=1")
    out = play(capsys, monkeypatch, "all in\ny\n", *words)
    assert out.splitlines()[-3].endswith("+10,000") and out.splitlines()[-2].endswith("−10,000")


@pytest.mark.parametrize("typed", ["?", "help"])
def test_help_tells_how_to_type_and_the_clause_that_applies(
    typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, f"{typed}\n", "holdem", "--seed", "1")
    _, helped = out.split("Type the letter of an option, its name or the start of it")
    assert "\nBetting\n" in helped and "A hand" not in helped


def test_the_rules_of_this_game_are_a_word_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, "rules\n", "hearts", "--seed", "1")
    assert "The fewest points win" in out and "An example" in out


def test_a_refusal_speaks_to_the_person(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(capsys, monkeypatch, "raise 5\n", "holdem", "--seats", "2", "--seed", "1")
    assert "Raise to 5 is not possible: it takes 200 to 10,000." in out


def test_through_a_pipe_too_a_free_fold_asks_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, "c\nfold\nno\n", "holdem", "--seed", "3", "--seats", "4")
    assert "Checking is free. Fold? y yes, n no" in out and "You fold." not in out


def test_a_record_says_how_to_look_at_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = tmp_path / "match.jsonl"
    out = play(capsys, monkeypatch, "", "battle", "--seed", "1", "--record", str(record))
    assert f"The match is in {record}: croupier replay {record}" in out.replace("\n", " ")


def test_a_record_names_the_person_and_the_bots(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = tmp_path / "match.jsonl"
    words = ["holdem", "--seed", "1", "--seats", "3", "--seat", "1", "--bots", "shark", "--record", str(record)]
    play(capsys, monkeypatch, "", *words)
    assert read(record)[0].bots == ["shark 0", "you", "shark 2"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_full_disk_says_so_after_the_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["play", "battle", "--record", "/dev/full"]) == 2
    told = capsys.readouterr()
    assert "So far:" in told.out and "/dev/full cannot be written: No space left on device." in told.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play", "holdme"), "Did you mean holdem?"),
        (("play", "herts"), "Did you mean hearts?"),
        (("rules", "gin"), "There is no game 'gin'. Did you mean gin_rummy? There are: holdem, "),
        (("rules", "nope"), "There is no game 'nope'. There are: holdem, "),
        (
            ("play", "mine.py"),
            "A game of your own is named as its module, such as my_games.rummy, or as its file, which",
        ),
        (("genome", "show", "duark"), "There is no genome 'duark'. Did you mean durak? There are bango, "),
        (
            ("host", "127.0.0.1:abc", "--token", "x"),
            "'127.0.0.1:abc' is no address of an arena; write one such as http",
        ),
        (("play", "holdem", "--bots", "shrak"), "Did you mean shark? The house of No-limit hold'em has"),
        (("play", "holdem", "--bots", "house:oracel"), "it has shark, oracle, blueprint"),
    ],
)
def test_a_typo_gets_the_nearest_word(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("mach",), "there is no 'mach'. Did you mean match? There are "),
        (("genome", "chek"), "Did you mean check? There are check, show, diff, simulate."),
        (("play", "holdem", "--sede", "3"), "`croupier play` has no option --sede. Did you mean --seed?"),
        (("simulate", "holdem", "--out", "x"), "`croupier simulate` has no option --out. `croupier simulate --help`"),
        (
            ("genome", "check", "kuhn", "--secnds=3"),
            "`croupier genome check` has no option --secnds. Did you mean --sec",
        ),
        (("--nope",), "`croupier` has no option --nope. `croupier --help` has all."),
    ],
)
def test_a_typo_in_a_command_gets_the_nearest_word(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2 and says in capsys.readouterr().err


def test_hands_stand_apart(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("holdem", "--seats", "2", "--seed", "1", "--bots", "station")
    lines = play(capsys, monkeypatch, "fold\n", *words).splitlines()
    started = [number for number, line in enumerate(lines) if line.startswith("  Hand")]
    assert len(started) == 2 and lines[started[1] - 1] == ""


def test_more_bots_than_seats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "holdem", "--seats", "2", "--bots", "shark,tight"]) == 2
    assert "Bots have 1 seat here, which is too few for 2 of them." in capsys.readouterr().err
