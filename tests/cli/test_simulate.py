"""`croupier simulate`: what it tells people and programs."""

from __future__ import annotations

import json
import math

import pytest

from croupier.cli.main import main
from croupier.cli.terminal.numbers import text_table
from croupier.cli.verbs import simulate as verb
from croupier.cli.verbs.simulate import Simulated
from croupier.kernel.language.records import Record
from croupier.kernel.statistics import Estimate
from croupier.simulate.run import Report


def found(*seats: Estimate, hands: int = 1) -> Simulated:
    report = Report(7, hands, hands, 9, seats, 0.5, 1.0, 1, True, Record())
    return Simulated("Poker", ["shark", "tight"][: len(seats)], "bb/100", 1.0, report)


def test_a_table_as_text_has_names_on_the_left_and_figures_on_the_right() -> None:
    rows = [("0", "shark", "+1.5"), ("10", "me", "-1,020.0")]
    assert [*text_table(("seat", "bot", "bb"), rows, names=2, indent="> ")] == [
        "> seat  bot          bb",
        "> 0     shark      +1.5",
        "> 10    me     -1,020.0",
    ]


def test_one_hand_is_one_hand_and_has_no_interval() -> None:
    lines = found(Estimate(-2040.0, -math.inf, math.inf)).as_text().splitlines()
    assert lines[0] == "Poker: 1 hand in 0.50 s, 2 hands/s on 1 worker (made ready in 1.0 s), from seed 7"
    assert lines[2].split() == ["0", "shark", "-2,040.0", "unknown"]


def test_every_seat_has_its_bot_and_the_heading_the_unit() -> None:
    seats = Estimate(1234.5678, 1000.25, 1469.0), Estimate(-0.123456, -0.2, -0.05)
    lines = found(*seats, hands=2_000).as_text().splitlines()
    assert lines[1].split() == ["seat", "bot", "bb/100", "95", "%", "interval"]
    assert lines[2].split() == ["0", "shark", "+1,234.6", "+1,000.2", "…", "+1,469.0"]
    assert lines[3].split() == ["1", "tight", "-0.12", "-0.20", "…", "-0.05"]


def test_bots_that_differ_keep_their_seats_and_that_is_said() -> None:
    seats = Estimate(1.0, 0.0, 2.0), Estimate(-1.0, -2.0, 0.0)
    keep = "Bots keep their seats, and seats may differ in value: `croupier match` rotates them."
    assert found(*seats).as_text().splitlines()[4:] == [keep]
    assert found(*seats)._replace(bots=["tight", "tight"]).as_text().splitlines()[4:] == []


@pytest.mark.parametrize(
    ("bots", "seats", "said"),
    [
        ("random", 3, ["random plays all 3 seats."]),
        ("random,tight", 3, ["2 names for 3 seats: from seat 2 on they come in turn.", "Bots keep their seats"]),
        ("random,tight,tight", 3, ["Bots keep their seats"]),
    ],
)
def test_fewer_names_than_seats_say_who_fills_the_rest(
    bots: str, seats: int, said: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = Report(7, 1, 1, 9, (Estimate(0.0, -1.0, 1.0),) * seats, 0.5, 1.0, 1, True, Record())
    monkeypatch.setattr(verb, "simulate", lambda *_, **__: report)
    assert main(["simulate", "holdem", "--seats", str(seats), "--bots", bots]) == 0
    told = capsys.readouterr().out.splitlines()[2 + seats :]
    assert len(told) == len(said) and all(map(str.startswith, told, said))


def test_json_tells_the_bot_of_each_seat_and_the_unit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "tests.toys.kuhn", "--hands", "1", "--bots", "house:random", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["unit"] == "points a match"
    assert [(seat["bot"], seat["low"], seat["high"]) for seat in answer["seats"]] == [("random", None, None)] * 2
    assert answer["seats"][0]["result"]["mean"] == answer["seats"][0]["mean"]


def test_more_bots_than_seats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "holdem", "--seats", "2", "--bots", "shark,tight,random"]) == 2
    assert "No-limit hold'em has 2 seats here, which is too few for 3 bots." in capsys.readouterr().err


def test_a_ctrl_c_while_rules_are_compiled_is_told_as_that(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(verb, "simulate", interrupted)
    assert main(["simulate", "tests.toys.kuhn"]) == 130
    assert capsys.readouterr().err == "\ncroupier: interrupted while compiling.\n"
