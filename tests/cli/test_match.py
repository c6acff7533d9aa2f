"""`croupier match` and `croupier new-bot`, as a user meets them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.main import main

GALLERY = Path(__file__).parents[1] / "agents/gallery"
STATION = ("house:station", "house:random")


def test_the_result_is_told_with_its_interval_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *STATION, "--hands", "2000", "--duplicate"]) == 0
    out = capsys.readouterr().out
    assert "No-limit hold'em: 2,000 hands" in out
    assert "bb/100" in out and "95 % interval" in out
    assert "beats" in out or "not separable yet: about" in out
    assert "Playing the same cards in every rotation saves a factor of" in out


def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", str(GALLERY / "negative.py"), "house:station", "--hands", "10", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hands"] == 10
    for bot in found["bots"]:
        assert bot["low"] <= bot["mean"] <= bot["high"]
        assert bot["unit"] == "bb/100"
    wrong, right = (bot["errors"] for bot in found["bots"])
    assert right == []
    assert wrong[0]["what"] == "illegal"
    assert wrong[0]["examples"][0]["nearest"] == "RAISE_TO 200"
    assert found["comparisons"][0]["better"] == "house:station"


def test_misdeeds_are_told_with_the_hand_and_the_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", str(GALLERY / "raises.py"), "house:station", "--hands", "3"]) == 0
    out = capsys.readouterr().out
    assert "raises.py: raised 3 times" in out
    assert "deal 0, step 1, seat 0 (nearest legal move: CALL)" in out
    assert "return decision.legal[len(decision.legal)]" in out
    assert "IndexError: tuple index out of range" in out


def test_a_record_is_written_once_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = str(tmp_path / "record.jsonl")
    assert main(["match", *STATION, "--hands", "20", "--out", record]) == 0
    assert f"croupier replay {record}" in capsys.readouterr().out
    assert main(["match", *STATION, "--hands", "20", "--out", record]) == 2
    assert "is there already: go on with it by --resume" in capsys.readouterr().err
    assert main(["match", *STATION, "--hands", "40", "--resume", record, "--json"]) == 0
    resumed = json.loads(capsys.readouterr().out)["bots"]
    assert main(["match", *STATION, "--hands", "40", "--json"]) == 0
    for bot, same in zip(json.loads(capsys.readouterr().out)["bots"], resumed, strict=True):
        assert all(bot[key] == same[key] for key in ("mean", "low", "high", "raw"))


def test_a_number_of_bots_that_does_not_fit_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "house:random", "--game", "battle"]) == 2
    assert "The Battle has 2 seats here: name 2 bots, not 1" in capsys.readouterr().err


def test_a_new_bot_plays_and_passes_its_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-bot", "my_bot"]) == 0
    assert "class MyBot(Bot):" in Path("my_bot.py").read_text()
    assert main(["match", "my_bot.py", "house:station", "--hands", "50", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["bots"][0]["errors"] == []
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", "test_my_bot.py"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert main(["new-bot", "my_bot"]) == 2
    assert main(["new-bot", "1bot"]) == 2
    assert "nothing was written" in capsys.readouterr().err


def test_the_bot_of_the_document_beats_the_station(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs/write-a-bot.md").read_text(encoding="utf-8")
    _, _, after = text.partition("```python\n")
    bot = tmp_path / "mybot.py"
    bot.write_text(after.partition("```")[0], encoding="utf-8")
    assert main(["match", str(bot), "house:station", "--hands", "1000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["bots"][0]["errors"] == []
    assert found["bots"][0]["low"] > 0


def test_every_match_writes_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        assert main(["match", *STATION, "--hands", "20"]) == 0
        assert f"croupier replay records/holdem-{number}.jsonl" in capsys.readouterr().out
    assert main(["match", *STATION, "--hands", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["record"] == "records/holdem-3.jsonl"
    assert main(["match", *STATION, "--hands", "20", "--no-record"]) == 0
    assert "croupier replay" not in capsys.readouterr().out
    assert len(list(Path("records").iterdir())) == 3
