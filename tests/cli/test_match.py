"""`croupier match` and `croupier new-bot`, as a user meets them."""

from __future__ import annotations

import json
import runpy
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import main
from croupier.games.deal import GAME as DEAL
from croupier.games.holdem import GAME as HOLDEM
from croupier.simulate.match.match import Match
from tests.simulate.plainly import play_plainly
from tests.toys.kuhn import GAME as KUHN

GALLERY = Path(__file__).parents[1] / "agents/gallery"
STATION = ("house:station", "house:random")


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are played plainly here."""
    play_plainly(monkeypatch, HOLDEM, DEAL, KUHN)


def test_the_result_is_told_with_its_interval_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *STATION, "--hands", "200", "--duplicate", "--seed", "4"]) == 0
    out = capsys.readouterr().out
    assert "No-limit hold'em: 200 hands" in out
    assert "bb/100" in out and "95 % interval" in out
    assert "house:random and house:station are not separable yet: about " in out
    assert "Playing the same cards in every rotation saves a factor of" in out


def test_a_bot_that_another_one_plays_for_at_this_table_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    said = "croupier: house:blueprint was not made for this table and plays as house:oracle.\n"
    for bots, options, err in (
        (("blueprint", "station"), (), ""),
        (("house:blueprint", "blueprint", *STATION), (), said + said.replace("house:", "", 1)),
        (("house:blueprint", "house:solver"), ("--set", "ante=10"), said + said.replace("blueprint", "solver", 1)),
        (("house:blueprint", "station"), ("--set", "structure=pot_limit"), said),
    ):
        assert main(["match", *bots, *options, "--hands", "1", "--no-record", "--seed", "1"]) == 0
        assert capsys.readouterr().err == err


def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", str(GALLERY / "negative.py"), "house:station", "--hands", "10", "--json", "--seed", "1"]) == 0
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
    assert main(["match", str(GALLERY / "raises.py"), "house:station", "--hands", "3", "--seed", "1"]) == 0
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
    assert "exists already: continue it with --resume" in capsys.readouterr().err
    assert main(["match", *STATION, "--hands", "40", "--resume", record, "--json"]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert main(["match", *STATION, "--hands", "40", "--seed", str(resumed["seed"]), "--json"]) == 0
    for bot, same in zip(json.loads(capsys.readouterr().out)["bots"], resumed["bots"], strict=True):
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
    assert main(["match", "my_bot.py", "house:station", "--hands", "50", "--json", "--seed", "1"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["bots"][0]["errors"] == []
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_bot", raising=False)
    tests = [test for name, test in runpy.run_path("test_my_bot.py").items() if name.startswith("test_")]
    assert tests
    for test in tests:
        test()
    assert main(["new-bot", "my_bot"]) == 2
    assert main(["new-bot", "1bot"]) == 2
    assert "nothing was written" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["class", "None", "none", "_", "_1", "1bot", "test_me", "croupier", "random"])
def test_a_bot_is_not_given_a_name_that_cannot_work(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-bot", name]) == 2
    assert "my_" in capsys.readouterr().err
    assert list(Path().iterdir()) == []


def test_a_match_that_is_ended_from_outside_tells_what_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    """SIGTERM is a Ctrl-C: results are shown and programs are ended."""
    program = f"cmd:{sys.executable} {GALLERY / 'program.py'} plays"
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        assert main(["match", str(GALLERY / "ends_us.py"), program, "--hands", "9"]) == 130
    finally:
        signal.signal(signal.SIGTERM, before)
    told = capsys.readouterr()
    assert told.err.startswith("croupier: Commands can read all that you can") and told.err.count("\n") == 1
    assert "Interrupted: this is the result so far." in told.out


def test_the_bot_of_the_document_beats_the_station(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs/write-a-bot.md").read_text(encoding="utf-8")
    _, _, after = text.partition("```python\n")
    bot = tmp_path / "mybot.py"
    bot.write_text(after.partition("```")[0], encoding="utf-8")
    assert main(["match", str(bot), "house:station", "--hands", "150", "--json", "--seed", "1"]) == 0
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


def test_a_name_that_another_match_takes_meanwhile_is_left_to_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = Path("records/holdem-1.jsonl")

    def meanwhile(*arguments: Any, out: Path, **options: Any) -> Match:
        if out == theirs:
            theirs.parent.mkdir()
            theirs.write_text("theirs")
        return Match(*arguments, out=out, **options)

    monkeypatch.setattr("croupier.cli.verbs.match.Match", meanwhile)
    assert main(["match", *STATION, "--hands", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["record"] == "records/holdem-2.jsonl"
    assert theirs.read_text() == "theirs"


def test_a_report_that_cannot_be_written_is_refused_before_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *STATION, "--hands", "5", "--report", "nowhere/out.html"]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and "nowhere/out.html cannot be written: No such file" in captured.err
    assert list(Path().iterdir()) == []


def test_results_are_told_before_a_report_that_fails_after_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("croupier.cli.verbs.match.check_writable", lambda path: None)
    assert main(["match", *STATION, "--hands", "5", "--report", "nowhere/out.html"]) == 2
    captured = capsys.readouterr()
    assert "bb/100" in captured.out and "cannot be written" in captured.err


def test_one_hand_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *STATION, "--hands", "1", "--no-record", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "No-limit hold'em: 1 hand in" in out and out.count("unknown") == 2 and "inf" not in out


def test_lines_of_a_traceback_are_not_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "raise ValueError('" + "a long story " * 12 + "ends')"
    (tmp_path / "tells.py").write_text(f"def act(view, decision):\n    {line}\n")
    assert (
        main(["match", str(tmp_path / "tells.py"), "house:station", "--hands", "2", "--no-record", "--seed", "1"]) == 0
    )
    assert line in capsys.readouterr().out


def test_a_house_bot_is_named_with_or_without_the_house(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "station", "house:random", "--hands", "2", "--no-record", "--json"]) == 0
    assert [bot["name"] for bot in json.loads(capsys.readouterr().out)["bots"]] == ["house:station", "house:random"]
    for name in ("random", "house:random"):
        assert main(["simulate", "tests.toys.kuhn", "--bots", name, "--hands", "10"]) == 0


@pytest.mark.parametrize("words", [["--out", "x.jsonl"], ["--resume", "x.jsonl"]])
def test_a_record_that_is_wanted_and_not_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *STATION, "--no-record", *words]) == 2
    assert "leave out one or the other" in capsys.readouterr().err


@pytest.mark.parametrize("limit", ["0", "-5", "soon"])
def test_a_time_limit_is_at_least_a_millisecond(limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["match", *STATION, "--limit-ms", limit])
    assert "it is 1 millisecond or more" in capsys.readouterr().err


def test_a_new_bot_that_cannot_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    monkeypatch.chdir("there")
    (tmp_path / "there").rmdir()
    assert main(["new-bot", "my_bot"]) == 2
    assert "my_bot.py cannot be written" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("bot", "code"), [("negative.py", 3), ("prints.py", 0)])
@pytest.mark.parametrize("contest", [(), ("--round-robin",)], ids=["match", "contest"])
def test_errors_fail_the_program_if_asked(bot: str, code: int, contest: tuple[str, ...]) -> None:
    """What a bot prints is told, and no error."""
    words = ["match", str(GALLERY / bot), "house:station", "--hands", "4", "--no-record", "--json", *contest]
    assert main(words) == 0
    assert main([*words, "--fail-on-errors"]) == code


def test_every_bot_is_told_how_it_stands_against_the_field_and_the_leader(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "station", "random", "random", "--hands", "600", "--seed", "5", "--no-record"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "house:station: leads; beats the field, p = 0.009." in out
    assert "house:random #1: loses to house:station, p = 0.002; " in out
    assert main([*words, "--json"]) == 0
    station, other, _ = json.loads(capsys.readouterr().out)["bots"]
    assert station["leader"]["verdict"] == "leads" and station["field"]["p"] < 0.01
    assert station["field"]["low"] < station["field"]["mean"] == pytest.approx(1.5 * station["mean"])
    assert "house:station" in other["leader"]["verdict"]


def test_where_seats_are_roles_results_are_told_by_role(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "greedy", "random", "random", "--game", "deal", "--hands", "60", "--seed", "2", "--no-record"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Player: house:greedy beats house:random #1, p < 0.001." in out
    assert "Narc: house:random #2" in out and "Customer: house:greedy" in out
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    roles = found["bots"][0]["roles"]
    assert list(roles) == ["Narc", "Customer", "Player"]
    assert roles["Player"]["low"] > roles["Narc"]["high"]
    means = [role["mean"] for role in roles.values()]
    assert sum(means) / 3 == pytest.approx(found["bots"][0]["mean"], rel=1e-6), "each bot is in each role as often"
    assert len(found["role_verdicts"]) == 6


def test_a_number_may_be_written_as_a_power(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *STATION, "--hands", "10**2", "--json", "--no-record"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 100
    for wrong in ("10**99", "10**", "ten"):
        with pytest.raises(SystemExit):
            main(["match", *STATION, "--hands", wrong])
