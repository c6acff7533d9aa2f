"""`croupier play`, as somebody who has never played here meets it."""

from __future__ import annotations

import io
import sys

import pytest

from croupier.cli.main import main


def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *words: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", *words]) == 0
    return capsys.readouterr().out


def test_the_start_tells_who_sits_where(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(capsys, monkeypatch, "", "holdem", "--seats", "4", "--seat", "1", "--bots", "shark,tight")
    assert out.splitlines()[1] == "seat 0 shark · seat 2 tight · seat 3 shark"


@pytest.mark.parametrize("typed", ["quit", "exit", "q", "Quit"])
def test_leaving_tells_the_result_so_far(
    typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, f"fold\n{typed}\n", "holdem", "--seats", "2", "--seed", "1", "--bots", "station")
    assert out.endswith("You leave the table. So far: you -50, station +50.\nThe cards came from seed 1.\n")


def test_scores_have_separators(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("holdem", "--seats", "2", "--seed", "1", "--bots", "station", "--set", "hands=1")
    out = play(capsys, monkeypatch, "all in\n", *words)
    assert "10,000, station " in out.splitlines()[-2]


@pytest.mark.parametrize("typed", ["?", "help"])
def test_help_tells_how_to_type_and_shows_the_table_again(
    typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, f"{typed}\n", "holdem", "--seed", "1")
    _, help_and_table = out.split("Choose by key")
    assert "`croupier rules holdem` prints the rules" in help_and_table and "A hand" not in help_and_table
    assert out.count("Before the flop") == 2


def test_a_refusal_speaks_to_the_person(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(capsys, monkeypatch, "raise 5\n", "holdem", "--seats", "2", "--seed", "1")
    assert "\n > RAISE_TO 5 is below the minimum of 200." in out and "seat 0" not in out.partition("\n")[2]


def test_hands_stand_apart(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("holdem", "--seats", "2", "--seed", "1", "--bots", "station")
    lines = play(capsys, monkeypatch, "fold\n", *words).splitlines()
    started = [number for number, line in enumerate(lines) if line.startswith("  Hand")]
    assert len(started) == 2 and all(lines[number - 1] == "" for number in started)


def test_more_bots_than_seats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "holdem", "--seats", "2", "--bots", "shark,tight"]) == 2
    assert "Bots have 1 seat here, which is too few for 2 of them." in capsys.readouterr().err
