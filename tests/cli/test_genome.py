"""`croupier genome`, and genomes wherever a game is named."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.cli.verbs import genome as genome_verb
from croupier.games.genome import GAME, classics, find, to_json
from croupier.games.genome.language.parts import written
from croupier.simulate import idle_parts
from croupier.simulate.idle_parts import parts_to_look_at
from tests.evolve.test_run import interrupting
from tests.simulate.plainly import play_plainly

BAD = '{"setup": {"cards_per_player": 30, "colour": 1}, "turn_structure": {"phases": [{"type": "BetingPhase"}]}}'
POOR = (
    '{"setup": {"cards_per_player": 5, "starting_chips": 5}, "turn_structure": {"phases": [{"type": "BettingPhase"}]}}'
)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files by name: two with flaws, one that is no JSON, one that can be played, one that is not there."""
    texts = {"bad": BAD, "poor": POOR, "nonsense": "{", "leduc": to_json(find("leduc"))}
    for name, text in texts.items():
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.json") for name in [*texts, "missing"]}


def test_check_tells_every_flaw_of_every_file(capsys: pytest.CaptureFixture[str], files: dict[str, str]) -> None:
    names = [files[name] for name in ("bad", "poor", "nonsense", "missing", "leduc")]
    code, out, _ = run(capsys, "genome", "check", "--matches", "0", *names)
    assert code == 1
    assert f"{files['bad']} has 3 flaws:\n  $.setup.colour: there is no such field." in out
    assert '$.turn_structure.phases[0].type: "BetingPhase" is unknown here. Write BettingPhase.' in out
    assert f"{files['poor']} has 1 flaw:\n  $.turn_structure.phases[0].min_bet: a bet of 10 is more than" in out
    assert f"{files['nonsense']} has 1 flaw:\n  $: it is not JSON: " in out
    assert out.count("Mend the text there.") == out.count("Name a file that can be read.") == 1
    assert "cannot be read: No such file" in out
    assert f"{files['leduc']}: Leduc hold'em can be played, and no part of it is certain to have no effect." in out


class Clock:
    """A clock that goes on by a second each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 1
        return self.now


def test_check_looks_for_as_long_as_it_may_and_tells_what_it_did_not_look_at(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_plainly(monkeypatch, GAME)
    monkeypatch.setattr(genome_verb, "time", Clock())
    paths = [written(path) for path in parts_to_look_at(find("kuhn"))]
    code, out, _ = run(capsys, "genome", "check", "kuhn", "--matches", "20", "--seconds", "3", "--json")
    (told,) = json.loads(out)
    assert (code, told["unchecked"]) == (0, paths[3:])
    code, out, _ = run(capsys, "genome", "check", "kuhn", "--matches", "20", "--seconds", "3")
    count = f"{len(paths) - 3} parts, {', '.join(paths[3:8])} …"
    assert f"Not checked for lack of time (--seconds gives more): {count}" in out
    assert "every part of it has its effect" not in out
    code, out, _ = run(capsys, "genome", "check", "kuhn", "--matches", "20", "--seconds", "0", "--json")
    assert json.loads(out)[0]["unchecked"] == []


@pytest.mark.parametrize("calls", [1, 3])
def test_check_that_is_stopped_tells_what_it_has_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, calls: int
) -> None:
    play_plainly(monkeypatch, GAME)
    stopping = interrupting(calls, idle_parts.played)
    monkeypatch.setattr(idle_parts, "played", stopping)
    monkeypatch.setattr(genome_verb, "played", stopping)
    code, out, _ = run(capsys, "genome", "check", "kuhn", "leduc", "--matches", "20")
    assert code == 130
    assert "kuhn: Kuhn poker can be played. No part was found without effect.\n  Not checked because you stopped" in out
    assert "leduc" not in out


def test_check_json_has_its_keys(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, files: dict[str, str]
) -> None:
    play_plainly(monkeypatch, GAME)
    code, out, _ = run(capsys, "genome", "check", "--json", "--matches", "20", files["poor"], "kuhn")
    poor, kuhn = json.loads(out)
    assert code == 1
    assert set(poor) == {"file", "title", "flaws", "notes", "unchecked"}
    assert set(poor["flaws"][0]) == {"path", "wrong", "mend"}
    assert kuhn["notes"] == [
        {
            "path": "$.turn_structure.phases[0].max_raises",
            "says": "it never changed play in 20 random matches",
            "matches": 20,
        }
    ]


def test_show_lists_the_program_by_phases(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "genome", "show", "leduc")
    assert code == 0
    assert "cards   six cards: jack, queen and king of clubs and diamonds" in out
    assert "phases[1] DealPhase\n    6 DEAL    1 to the community, face up\nphases[2] BettingPhase\n" in out
    _, out, _ = run(capsys, "genome", "show", "leduc", "--json")
    shown = json.loads(out)
    assert shown["genome"]["genome_id"] == "leduc"
    assert shown["program"][0] == {
        "number": 0,
        "part": "setup",
        "operation": "OPEN",
        "does": "shuffle, deal in who has chips",
    }


@pytest.mark.parametrize("name", classics())
def test_every_instruction_has_words(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "genome", "show", name, "--json")
    assert all(line["does"] and line["part"] for line in json.loads(out)["program"])


def test_diff_tells_what_differs_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "genome", "diff", "kuhn", "leduc")
    assert code == 0
    assert "$.turn_structure.phases[0].min_bet: 1 becomes 2\n    - A bet is 1 chip.\n    + A bet is 2 chips" in out
    assert "$.turn_structure.phases[1]: nothing becomes DealPhase (count 1, to community, face up)\n    + **Comm" in out
    _, out, _ = run(capsys, "genome", "diff", "leduc", "kuhn", "--json")
    gone = next(found for found in json.loads(out) if found["path"] == "$.turn_structure.phases[1]")
    assert gone["before"]["type"] == "DealPhase"
    assert gone["after"] is None
    _, out, _ = run(capsys, "genome", "diff", "kuhn", "kuhn")
    assert out == "The two are the same.\n"


def test_simulate_is_that_of_any_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, files: dict[str, str]
) -> None:
    play_plainly(monkeypatch, GAME)
    results = []
    for words in (("genome", "simulate", files["leduc"]), ("simulate", files["leduc"]), ("simulate", "leduc")):
        code, out, _ = run(capsys, *words, "--hands", "100", "--seed", "1", "--json")
        assert code == 0
        results.append(json.loads(out))
    assert results[0]["hands"] == 100
    assert results[0]["seats"] == results[1]["seats"] == results[2]["seats"]


def test_simulate_counts_what_happens(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, files: dict[str, str]
) -> None:
    play_plainly(monkeypatch, GAME)
    words = "genome", "simulate", files["leduc"], "--hands", "10", "--sessions", "--set", "hands=4", "--seed", "1"
    code, out, _ = run(capsys, *words, "--json")
    found = json.loads(out)
    assert (code, found["matches"]) == (0, 10)
    assert found["hands"] == found["measures"]["showdowns"] + found["measures"]["walkovers"] > 10
    _, out, _ = run(capsys, *words)
    assert f"decisions {found['measures']['decisions'] / found['hands']:>12.4f}" in out


@pytest.mark.parametrize("verb", [("play",), ("rules",), ("simulate",), ("genome", "show"), ("genome", "diff", "kuhn")])
def test_file_with_flaws_is_refused_with_all_of_them(
    verb: tuple[str, ...], capsys: pytest.CaptureFixture[str], files: dict[str, str]
) -> None:
    for name, says in (("bad", "3 flaws"), ("poor", "one flaw"), ("nonsense", "not JSON"), ("missing", "No such file")):
        code, out, err = run(capsys, *verb, files[name])
        assert (code, out) == (2, "")
        assert err.startswith("croupier: ")
        assert says in err


def test_games_lists_the_classics(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "games")
    for name in classics():
        assert name in out


def test_rules_of_a_file_are_its_rule_book(capsys: pytest.CaptureFixture[str], files: dict[str, str]) -> None:
    code, out, _ = run(capsys, "rules", files["leduc"])
    assert code == 0
    assert "Leduc hold'em" in out
    assert "An example" in out


def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, typed: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code, out, _ = run(capsys, "play", game, "--seed", "3")
    assert code == 0
    return out


def test_person_is_addressed_and_sees_what_the_hand_is_worth(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, "five_card_draw", "check\ne\n9s Th\n")
    assert "You are dealt 4d 4s 9s Th 2h.\n  You ante 5.\n" in out, "what others hold is plain to see"
    assert "pot 20" in out and "Bet 10" in out
    assert "4d 4s 9s Th 2h  pair of fours, antes 5, starter" in out
    assert "You check." in out
    assert "Exchange one to three cards: it takes one to three cards, not 0." in out
    assert "You discard 9s Th face down." in out, "cards alone say which option is meant"


def test_points_are_counted_for_the_person(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(capsys, monkeypatch, "twenty_one", "check\n")
    assert "4d 4s  8 points in hand, antes 2, starter" in out
