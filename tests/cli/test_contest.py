"""`croupier match` beyond one table: round robins, tournaments, styles and reports."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cli.main import main
from croupier.cli.styles import show_styles
from croupier.games.holdem import GAME, configure
from croupier.games.holdem.style import HoldemStyles
from tests.simulate.records import a_match

KUHN = ("--game", "tests.toys.kuhn")
THREE = ("house:random",) * 3


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(("match", *words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_round_robin_has_a_matrix_and_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tables"
    code, out, _ = run(capsys, *THREE, *KUHN, "--round-robin", "--hands", "200", "--out", str(folder))
    assert code == 0 and out.count("±") == 1 + 6  # the heading, and each pair from both sides
    assert "600 hands at 3 tables" in out and "house:random #3" in out
    assert sorted(path.name for path in folder.iterdir()) == [f"table-{n}.jsonl" for n in (1, 2, 3)]
    assert "is there already" in run(capsys, *THREE, *KUHN, "--round-robin", "--out", str(folder))[2]


def test_a_contest_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *THREE, *KUHN, "--round-robin", "--hands", "50", "--json")
    answer = json.loads(out)
    assert code == 0 and answer["complete"] and len(answer["tables"]) == 3
    for bot in answer["bots"]:
        assert bot["low"] < bot["mean"] < bot["high"] and bot["unit"] and bot["rating"]["games"] == 2
    assert answer["tables"][0]["verdicts"] and answer["tables"][0]["errors"] == [0, 0]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seats", "2"), "--seats is for --round-robin and --tournament"),
        (("--round-robin", "--report", "x.html"), "has no report"),
        (("--round-robin", "--seats", "7"), "at tables of 2 to 3 seats, not 7"),
        (("--tournament", "--game", "battle"), "cannot be played until one seat has everything"),
    ],
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *THREE, *words)
    assert code == 2 and says in err


def test_a_report_needs_no_record_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "out.html"
    code, out, _ = run(capsys, *THREE[:2], *KUHN, "--hands", "60", "--no-record", "--report", str(page))
    assert code == 0 and out.endswith(f"The report is in {page}.\n") and "Every hand is in" not in out
    assert "Biggest pots" in page.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]


def test_styles_are_told_overall_and_by_place() -> None:
    config = configure(seats=3, hands=1)
    counter = HoldemStyles(GAME, config, 3)
    for key in range(9):
        played = a_match(GAME, config, key)
        counter.count([(seat + key) % 3 for seat in range(3)], played.moves, played.scores)
    console = Console(file=io.StringIO(), width=100)
    show_styles(console, ["a", "b", "c"], counter.styles())
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert lines[1].split() == ["style", "hands", "VPIP", "PFR", "3-bet", "AFq", "AF", "WTSD", "W$SD"]
    assert lines[2].split()[:2] == ["a", "9"]
    assert lines[6].split() == ["VPIP/PFR", "in", "%", "BTN", "SB", "BB"]
    assert all("/" in cell for cell in lines[7].split()[1:])
