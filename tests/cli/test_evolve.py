"""`croupier evolve`: a run from the command line, with real workers, that is the same whatever their number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli.main import main


def evolved(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """What a run says for programs."""
    assert main(["evolve", *arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_run_is_the_same_whatever_the_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    size = ("--generations", "2", "--population", "8", "--seed", "5")
    one = evolved(capsys, "--out", "one", *size, "--workers", "1")
    two = evolved(capsys, "--out", "two", *size, "--workers", "2")
    assert one["cells"] == two["cells"] and one["best"] == two["best"]
    for name in ("archive.json", "archive.csv", "lineage.jsonl", "config.json"):
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes(), name
    on = evolved(capsys, "--out", "one", "--resume", "--generations", "3", "--workers", "2")
    assert on["generations"] == 3 and on["complete"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--out"),
        (("--out", "x", "--previous"), "--resume"),
        (("--out", "x", "--method", "luck"), "method"),
        (("--out", "x", "--population", "0"), "population"),
        (("--out", "x", "--resume"), "not there"),
        (("--out", "x", "--config", "none.toml"), "none.toml"),
        (("--out", "x", "--workers", "0"), "worker"),
    ],
)
def test_what_makes_no_sense_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert main(["evolve", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_run_is_told_of_and_its_champions_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    evolved(capsys, "--out", "run", "--generations", "2", "--population", "10", "--workers", "1")
    assert main(["evolve", "champions", "run", "--count", "2", "--measured", "4", "--workers", "1", "--json"]) == 0
    chosen = json.loads(capsys.readouterr().out)
    for champion in chosen["champions"]:
        assert main(["genome", "check", champion["file"], "--matches", "0"]) == 0
        assert main(["rules", champion["file"]]) == 0
    capsys.readouterr()
    assert main(["evolve", "report", "run", "--out", "page.html"]) == 0
    assert "page.html tells of" in capsys.readouterr().out
    assert Path("page.html").read_text().startswith("<!doctype html>")
    assert main(["evolve", "report"]) == 2 and main(["evolve", "champions", "nowhere"]) == 2
    assert main(["evolve", "champions", "run", "--count", "0"]) == 2
