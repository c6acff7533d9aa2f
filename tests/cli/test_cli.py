"""The command line, as a user sees it."""

from __future__ import annotations

import errno
import io
import json
import sys
from pathlib import Path

import pytest

from croupier import envs
from croupier.cli.main import main, parser
from croupier.games import GAMES, classics, load
from croupier.kernel.contract.record import MatchRecord, replay
from croupier.kernel.errors import BadInput
from tests.toys.kuhn import GAME as KUHN


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_help_names_every_verb() -> None:
    text = parser().format_help()
    for verb in ("games", "rules", "play", "simulate", "equity", "history", "bench"):
        assert verb in text


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    for name in GAMES:
        assert name in out
    code, out, _ = run(capsys, "games", "--json")
    assert [game["name"] for game in json.loads(out)] == [*GAMES, *classics()]


def test_observations_of_a_game_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, printed, _ = run(capsys, "games", "holdem", "--observations")
    assert status == 0 and "observations v0: 271 numbers, chips in units of 100" in printed
    assert "52–103  board          0 to 1" in printed
    status, printed, _ = run(capsys, "games", "tests.toys.kuhn", "--observations", "--json")
    blocks = json.loads(printed)["blocks"]
    assert blocks[0] == {"first": 0, "size": 1, "name": "seat", "low": None, "high": None,
                         "meaning": "the field `seat` of the view"}  # fmt: skip
    assert run(capsys, "games", "holdem")[0] == 2


@pytest.mark.parametrize("name", ["holdem", "battle", "leduc"])
def test_observations_are_told_to_the_last_number(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = json.loads(run(capsys, "games", name, "--observations", "--json")[1])["blocks"]
    assert blocks[-1]["first"] + blocks[-1]["size"] == envs.batch(name, plain=True).width
    assert (blocks[-1]["name"] == "places") == (name != "holdem")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_rule_book(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", name)
    assert code == 0
    assert len(out) > 500


def test_unknown_game_is_refused_naming_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "play", "bridge")
    assert code == 2
    assert err.startswith("croupier: There is no game 'bridge'. There are: holdem")


def test_unknown_option_of_a_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "simulate", "tests.toys.kuhn", "--set", "colour=red")
    assert code == 2
    assert "has no option 'colour'; it has hands, ante, bet" in err


def test_simulate_json_has_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", "tests.toys.kuhn", "--hands", "1000", "--seed", "3", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["hands"] == 1000
    assert {"seconds", "hands_per_second", "workers"} <= set(answer)
    assert [seat["seat"] for seat in answer["seats"]] == [0, 1]


def test_equity_json_has_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "equity", "AhKh", "QsQd", "--board", "2h7h9c", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["exact"] is True
    assert answer["equity"] == pytest.approx([0.5414, 0.4586], abs=1e-4)
    assert len(answer["interval"]) == 2


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        (["AhKh"], "2 to 10 hands"),
        (["AhKh", "AhQd"], "Ah is there twice"),
        (["AhK", "QsQd"], "neither cards nor a range"),
    ],
)
def test_equity_refuses_nonsense(hands: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "equity", *hands)
    assert code == 2
    assert says in err


def test_icm_tells_what_chips_are_worth_in_prize_money(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "icm", "5000,3000,2000", "50,30,20", "--json")
    answer = json.loads(out)
    assert code == 0 and answer["exact"] and answer["stacks"] == [5000, 3000, 2000] and answer["prizes"] == [50, 30, 20]
    assert answer["equity"] == pytest.approx([38.3929, 32.75, 28.8571], abs=1e-4)
    code, out, _ = run(capsys, "icm", "5000,3000,2000", "50,30,20")
    assert code == 0 and out.splitlines()[1].split() == ["1", "5,000", "50.00%", "38.39", "38.39%"]
    many = ",".join(["100"] * 21)
    code, out, _ = run(capsys, "icm", many, "2.5,1", "--samples", "1000", "--seed", "3")
    assert code == 0 and out.splitlines()[-1] == "from 1,000 random orders of finish, seed 3"
    assert "leave out players without chips" in run(capsys, "icm", "1,0", "3")[2]
    with pytest.raises(SystemExit):
        run(capsys, "icm", "1,two", "3")
    assert "'1,two': chips are numbers with commas between them" in capsys.readouterr().err


def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *words: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code, out, _ = run(capsys, "play", *words)
    assert code == 0
    return out


def test_play_a_match_to_its_end(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(capsys, monkeypatch, "c\nf\n", "tests.toys.kuhn", "--seed", "4")
    assert "the match." in out


def test_play_explains_what_it_does_not_understand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, "dance\n?\nc\nf\n", "tests.toys.kuhn", "--seed", "4")
    assert "'dance' is none of the options." in out
    assert "Type the letter of an option, its name or the start of it" in out


def test_play_leaves_cleanly_at_the_end_of_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "You leave before the end." in play(capsys, monkeypatch, "", "holdem", "--seed", "4")


def test_played_match_is_recorded_and_replays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    path = f"{tmp_path}/match.json"
    play(capsys, monkeypatch, "c\nf\n", "tests.toys.kuhn", "--seed", "4", "--record", path)
    with open(path, "rb") as file:
        record = MatchRecord.from_json(file.read())
    *_, last = replay(KUHN, *record)
    assert KUHN.over(last.state)


def test_a_record_that_cannot_be_written_is_refused_before_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "play", "tests.toys.kuhn", "--record", "nowhere/match.json")
    assert (code, out) == (2, "") and "nowhere/match.json cannot be written: No such file" in err


LISTENER = """
from croupier.agents.bot import Bot

class Listener(Bot):
    def hand_started(self, view):
        print("I sit in seat", view.seat)

    def saw(self, fact):
        self.last = type(fact).__name__

    def act(self, view, decision):
        return "CHECK" if "CHECK" in decision.legal else "FOLD"

    def hand_over(self, view, score):
        print("I heard", self.last, "and have", score)
"""


def test_a_bot_of_ones_own_sits_at_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "listener.py").write_text(LISTENER)
    bots = ("--bots", str(tmp_path / "listener.py"))
    out = play(capsys, monkeypatch, "bet\n", "tests.toys.kuhn", "--seed", "4", "--seat", "0", *bots)
    assert "I sit in seat 1" in out and "folded." in out
    assert "I heard PotAwarded and have -1" in out and "You win the match." in out


def test_a_bot_that_does_wrong_is_told_of_and_does_not_end_the_match(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for text, says in (
        ("return 'DANCE'", "seat 1 did wrong (unknown word): DANCE is not possible now. Legal: CALL, FOLD."),
        ("raise SystemExit", "SystemExit"),
        ("return decision.move('CHECK')", "seat 1 did wrong"),
    ):
        (tmp_path / "bad.py").write_text(f"def act(view, decision):\n    {text}\n")
        bots = ("--bots", str(tmp_path / "bad.py"))
        out = play(capsys, monkeypatch, "bet\n", "tests.toys.kuhn", "--seed", "4", "--seat", "0", *bots)
        assert says in out and "the match." in out


def test_a_program_sits_at_the_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    program = Path(__file__).parents[1] / "agents/gallery/program.py"
    bots = ("--bots", f"cmd:{sys.executable} {program} plays")
    out = play(capsys, monkeypatch, "bet\n", "tests.toys.kuhn", "--seed", "4", "--seat", "0", *bots)
    assert "did wrong" not in out and "the match." in out


def test_without_a_verb_the_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys)
    assert code == 0 and out == parser().format_help()


@pytest.mark.parametrize("typed", ["1,000", "1e3", "many"])
@pytest.mark.parametrize("verb", [("simulate", "holdem"), ("match", "shark", "tight")])
def test_a_number_of_hands_is_written_in_digits(
    verb: tuple[str, ...], typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*verb, "--hands", typed])
    said = f"--hands: '{typed}' is no whole number; write its digits alone, such as 1000"
    assert ended.value.code == 2 and said in capsys.readouterr().err


@pytest.mark.parametrize("how", [(), ("--round-robin",), ("--tournament",)])
def test_a_match_of_one_bot_is_refused(how: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "match", "shark", *how)
    assert code == 2 and "A match needs two bots or more" in err


def test_the_only_way_the_cards_can_fall_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert "exact: the only way the cards can fall" in run(capsys, "equity", "AhKh", "QsQd", "--board", "2h7h9c3c4c")[1]


def test_a_ctrl_c_while_verbs_are_loading_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.cli.main.parser", interrupted)
    assert run(capsys, "games") == (130, "", "\ncroupier: interrupted.\n")


def test_a_module_with_a_game_can_be_loaded_by_its_name() -> None:
    assert load("tests.toys.kuhn") is KUHN
    with pytest.raises(BadInput, match="has no GAME"):
        load("tests.toys")


@pytest.mark.parametrize("words", ["export {} --format csv", "verify {}", "new-bot {}", "history check {}"])
def test_a_file_that_the_system_refuses_to_look_at_is_told_in_words(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "a" * 5000
    assert main(words.format(name).split()) == 2
    assert capsys.readouterr().err == f"croupier: File name too long: {name}{'.py' * words.startswith('new')}.\n"


def test_an_error_of_the_system_that_names_no_file_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(options: object) -> int:
        raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr("croupier.cli.verbs.games.run", fails)
    with pytest.raises(OSError, match="Bad file descriptor"):
        main(["games"])
