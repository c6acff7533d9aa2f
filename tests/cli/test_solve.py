"""`croupier solve`: what it prints, what it writes, what it refuses, and what a Ctrl-C leaves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import main
from croupier.cli.verbs import solve
from croupier.games.holdem.endgame import Endgame
from croupier.games.holdem.endgame.solver import JUDGED_EVERY
from croupier.simulate.report.endgame_page import endgame_page

RIVER = ("KhKd:0.5, 5c4c", "AhAd", "--board", "Ks 7d 2c 9h 3s", "--pot", "100", "--stack", "100", "--sizes", "all-in")
"""The best hand or nothing, against a hand in between."""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["solve", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_strategy_at_the_root_is_a_table_with_its_exactness(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *RIVER, "--to", "0.05")
    assert code == 0
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert re.fullmatch(r"hand +held +check +all-in +worth", lines[2])
    assert re.fullmatch(r"KK +33\.3% +.*\d+ % +1[45]\d\.\d", lines[3])
    exact = re.search(r"Exploitability (\S+) % of the pot \(\S+ chips\) after [\d,]+ iterations in", out)
    assert exact is not None and float(exact[1]) <= 0.05
    assert re.search(r"player 1 gets (49\.9|50\.)\S* and player 2 ", out)


def test_json_has_its_keys_and_as_many_iterations_as_asked(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *RIVER, "--iterations", "50", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["iterations"], answer["complete"], answer["board"]) == (50, True, "Ks 7d 2c 9h 3s")
    assert answer["acts"] == ["check", "bet 100, all-in"]
    assert sum(answer["values"]) == pytest.approx(100, abs=1e-3)
    assert [kind["kind"] for kind in answer["kinds"]] == ["KK", "54s"]
    assert [kind["held"] for kind in answer["kinds"]] == pytest.approx([1 / 3, 2 / 3])


def test_it_ends_as_soon_as_it_is_exact_enough(capsys: pytest.CaptureFixture[str]) -> None:
    iterations = [json.loads(run(capsys, *RIVER, "--to", to, "--json")[1])["iterations"] for to in ("5", "0.1")]
    assert iterations[0] < iterations[1] < solve.MOST_ITERATIONS
    assert iterations[0] % JUDGED_EVERY == 0


def test_a_ctrl_c_tells_what_was_found_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, ran = Endgame.run, []

    def interrupted(end: Endgame, iterations: int) -> None:
        ran.append(iterations)
        if len(ran) > 1:
            raise KeyboardInterrupt
        plain(end, iterations)

    monkeypatch.setattr(Endgame, "run", interrupted)
    code, out, _ = run(capsys, *RIVER, "--iterations", "1000")
    assert code == 130
    assert "Interrupted: this is what was found so far." in out
    assert f"after {JUDGED_EVERY} iterations" in out


def written(capsys: pytest.CaptureFixture[str], out: Path, *more: str) -> str:
    assert run(capsys, *RIVER, "--iterations", "30", "--out", str(out), *more)[0] == 0
    return out.read_text("utf-8")


def test_a_file_has_every_decision_hand_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(written(capsys, tmp_path / "river.json"))
    assert data["hands"] == [["5c4c", "KhKd"], ["AhAd"]]
    decisions = [node for node in data["nodes"] if node["kind"] == "decision"]
    assert len(decisions) == 4
    for node in decisions:
        assert len(node["acts"]) == len(node["children"]) == len(node["shares"]) == len(node["worth"])
        for shares in zip(*node["shares"], strict=True):
            assert sum(shares) == pytest.approx(1000, abs=1)


def test_a_page_needs_nothing_else_and_its_data_cannot_end_its_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = written(capsys, tmp_path / "river.html")
    assert page.startswith("<!doctype html>")
    assert not re.search(r"(src|href)\s*=", page)
    assert "The ranges are assumed, not solved." in page
    hostile: dict[str, Any] = {"board": "Ks<b>", "ranges": ["</script><script>alert(1)"]}
    assert "</script><script>alert" not in endgame_page(hostile, ["<i>"])
    assert "<b>" not in endgame_page(hostile, []).partition("endgame-data")[0].replace('<b class="brand">', "")


def test_a_rake_and_unequal_stacks_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(
        capsys, "KhKd", "AhAd", "--board", "Ks7d2c9h3s", "--pot", "100", "--stacks", "0,50",
        "--rake", "5", "--rake-cap", "3", "--iterations", "1",
    )  # fmt: skip
    assert "player 1 gets 97.00 and player 2 0.00" in out
    assert "The house takes 5 % of the pot, at most 3." in out


def test_a_turn_is_solved_with_every_river(capsys: pytest.CaptureFixture[str]) -> None:
    spot = ("--board", "Ks 7d 2c 9h", "--pot", "100", "--stack", "30", "--sizes", "all-in", "--iterations", "5")
    code, out, _ = run(capsys, "KhKd", "AhAd", *spot, "--river-sizes", "50")
    assert code == 0
    assert "Bets and raises: all-in; " in out
    assert "On the river: 50 % of the pot." in out
    assert "Every river is dealt." in out


FLOP = ("QQ+, 76s", "99-22, KQ", "--board", "Ks 7d 2c", "--pot", "100", "--stacks", "2000,3000")


def test_a_flop_is_told_as_the_blueprint_plays_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, *FLOP, "--out", str(tmp_path / "flop.html"))
    assert code == 0 and max(map(len, out.splitlines())) <= 80
    lines = out.splitlines()
    assert lines[2].split() == ["hand", "held", "check", "bet", "33", "bet", "80", "bet", "200", "all-in"]
    assert [line.split()[0] for line in lines[3:8]] == ["KK", "AA", "QQ", "76s", "all"]
    assert "no solution" in out and "The stack of 20.0 pots is taken for 19.5" in out
    page = (tmp_path / "flop.html").read_text()
    assert "The blueprint on Ks 7d 2c" in page and '"turn card"' in page and '"worth"' not in page.split("<script")[1]
    run(capsys, *FLOP, "--out", str(tmp_path / "flop.json"))
    written = json.loads((tmp_path / "flop.json").read_text())
    assert written["nodes"][0]["acts"][0] == "check" and written["stacks"] == [2000, 2000]
    told = json.loads(run(capsys, *FLOP, "--json")[1])
    assert told["blueprint"] and [sum(kind["shares"]) for kind in told["kinds"]] == pytest.approx([1] * 4)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"--board": "Ks 7d 2c"},
            "--sizes is for the turn and the river. For a flop the blueprint's strategy is printed",
        ),
        ({"--board": "Ks"}, "three cards for the flop, four for the turn or five for the river, not 1"),
        ({"--pot": "0"}, "A pot and a least bet have 1 chip or more"),
        ({"--sizes": "0"}, "The size of a bet"),
        ({"--iterations": "0"}, "--iterations takes 1 or more"),
        ({"--to": "0"}, "--to takes a percentage above 0"),
        ({"--rake": "100"}, "A rake is a share"),
        ({"--out": "/nowhere/at/all.html"}, "cannot be written"),
    ],
)
def test_nonsense_is_refused_with_what_to_do(
    changes: dict[str, str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*RIVER]
    for name, value in changes.items():
        if name in arguments:
            arguments[arguments.index(name) + 1] = value
        else:
            arguments += [name, value]
    code, _, err = run(capsys, *arguments)
    assert code == 2
    assert says in err


@pytest.mark.parametrize("wrong", [["--stacks", "5"], ["--stacks", "a,b"]])
def test_stacks_are_two_numbers(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "AA", "KQ", "--board", "Ks 7d 2c 9h 3s", "--pot", "10", *wrong)
    assert code == 2
    assert "--stacks takes two whole numbers such as 400,250" in err
