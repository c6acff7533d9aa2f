"""A gallery of misbehaving bots: whatever they do, the match ends normally and each is named in the report."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from croupier import holdem
from croupier.agents.loading import load_bots
from croupier.agents.terms import Terms
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Played, replay
from croupier.simulate.match.match import Match
from croupier.simulate.match.results import Results, Wrong
from croupier.simulate.record.storage import read
from tests.simulate.plainly import play_plainly
from tests.toys.refill import GAME as REFILL

GALLERY = Path(__file__).parent / "gallery"
HANDS = 6


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only hold'em is compiled here."""
    play_plainly(monkeypatch, REFILL)


def play(bot: str, tmp_path: Path, limit_ms: int = 600_000) -> tuple[Results, list[Wrong], list[Played]]:
    """A short match against the station: its results, what the bot did wrong, and the hands."""
    record = tmp_path / "record.jsonl"
    bots = load_bots(holdem.GAME, [bot, "house:station"], Terms(limit_ms))
    results = Match(holdem.GAME, holdem.configure(seats=2, hands=1), bots, hands=HANDS, seed=1, out=record).play()
    assert results.complete and results.plays == HANDS
    assert results.errors(1) == []
    series, played = read(record)
    hands = list(played)
    for hand in hands:
        assert list(replay(holdem.GAME, series, hand))
    return results, results.errors(0), hands


def program(behaviour: str) -> str:
    return f"cmd:{sys.executable} {GALLERY / 'program.py'} '{behaviour}'"


FOLDED = {
    "raises.py": ("raised", "IndexError", "CALL"),
    "exits.py": ("raised", "SystemExit: good bye", "CALL"),
    "not_a_number.py": ("illegal", "An amount is a whole number, not nan (float)", "RAISE_TO 200"),
    "wrong_type.py": ("nonsense", "not {'action': 'CALL'} (dict)", "CALL"),
    "refused_by_itself.py": ("raised", "BadInput: Legal now: FOLD, CALL, RAISE_TO", "CALL"),
    "negative.py": ("illegal", "RAISE_TO -300 is below the minimum of 200", "RAISE_TO 200"),
    "half_a_letter.py": ("raised", r"ValueError: half a letter: \ud83d", "CALL"),
    "half_an_answer.py": ("unknown word", r"\ud83dFOLD is not possible now", "CALL"),
    "strange_amount.py": ("illegal", "not something whose repr() raises SystemExit (Amount)", "CALL"),
    "out_of_place.py": ("illegal", "CHECK is not possible now. Legal: FOLD, CALL, RAISE_TO", "CALL"),
}


@pytest.mark.parametrize("name", FOLDED)
def test_a_bot_that_does_wrong_is_folded_and_told_why(name: str, tmp_path: Path) -> None:
    what, detail, nearest = FOLDED[name]
    _, wrong, hands = play(str(GALLERY / name), tmp_path)
    assert [one.what for one in wrong] == [what]
    first = next(hand for hand in hands if hand.misdeeds and hand.seating == [0, 1])
    misdeed = first.misdeeds[0]
    assert detail in misdeed.detail
    assert misdeed.nearest == nearest
    assert list(first.moves[misdeed.step]) == [0, "FOLD", 0, []]


def test_exceptions_illegal_moves_and_unknown_words_are_counted_apart_with_an_example_of_each(tmp_path: Path) -> None:
    """In each of six hands another mistake, two of each kind."""
    _, wrong, _ = play(str(GALLERY / "all_wrong.py"), tmp_path)
    assert [(one.what, one.times) for one in wrong] == [("raised", 2), ("illegal", 2), ("unknown word", 2)]
    examples = [one.examples[0][1].detail for one in wrong]
    assert "ZeroDivisionError" in examples[0]
    assert examples[1].startswith("RAISE_TO 1 is below the minimum of 200")
    assert examples[2].startswith("RAIZE is not possible now. Legal: ")


@pytest.mark.parametrize(
    ("game", "other", "says"),
    [(holdem.GAME, "station", "Invalid enum value 'DANCE'"), (REFILL, "random", "Legal: SWAP")],
)
def test_an_unknown_word_of_a_program_is_told_as_one(game: Game, other: str, says: str, tmp_path: Path) -> None:
    bots = load_bots(game, [program("misspells"), f"house:{other}"], Terms(600_000))
    wrong = Match(game, game.configure(seats=2), bots, hands=2, seed=1, out=tmp_path / "record").play().errors(0)
    assert [one.what for one in wrong] == ["unknown word"]
    assert "DANCE" in wrong[0].examples[0][1].detail and says in wrong[0].examples[0][1].detail


def test_what_a_bot_prints_is_kept_from_our_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, wrong, hands = play(str(GALLERY / "prints.py"), tmp_path)
    assert [one.what for one in wrong] == ["printed"]
    assert "to call" in wrong[0].examples[0][1].detail
    assert not any(move[1] == "FOLD" for hand in hands for move in hand.moves)
    assert capsys.readouterr().out == ""


def test_a_hook_that_raises_costs_nothing(tmp_path: Path) -> None:
    _, wrong, hands = play(str(GALLERY / "bad_hooks.py"), tmp_path)
    assert [one.what for one in wrong] == ["raised"]
    assert "I saw too much" in wrong[0].examples[0][1].detail
    assert not any(move[1] == "FOLD" for hand in hands for move in hand.moves)


def test_what_a_hook_prints_is_told_to_the_bot_that_printed_it(tmp_path: Path) -> None:
    """Also what it prints after the last decision of the match."""
    _, wrong, hands = play(str(GALLERY / "talkative.py"), tmp_path)
    assert [one.what for one in wrong] == ["printed"]
    for hand in hands:
        said = [misdeed.detail for misdeed in hand.misdeeds]
        assert said[0] == "'here we go'" and set(said[1:-1]) == {"'I see'"} and "that was" in said[-1]
        assert {misdeed.seat for misdeed in hand.misdeeds} == {hand.seating.index(0)}


def test_a_bot_that_refuses_its_randomness_plays_on(tmp_path: Path) -> None:
    _, wrong, hands = play(str(GALLERY / "bad_luck.py"), tmp_path)
    assert [(one.what, one.times) for one in wrong] == [("raised", HANDS)]
    assert "I make my own luck" in wrong[0].examples[0][1].detail
    assert not any(move[1] == "FOLD" for hand in hands for move in hand.moves)


def test_a_bot_whose_file_has_half_a_letter_in_its_name_has_a_name(tmp_path: Path) -> None:
    bot = tmp_path / "b\udcff.py"
    bot.write_bytes((GALLERY / "wrong_type.py").read_bytes())
    results, wrong, _ = play(str(bot), tmp_path)
    assert results.names[0] == r"b\udcff.py" and wrong


def test_a_program_plays(tmp_path: Path) -> None:
    _, wrong, hands = play(program("plays"), tmp_path)
    assert wrong == []
    assert all(len(hand.moves) == 12 for hand in hands)  # everybody calls or checks to the showdown


def test_a_program_plays_any_game_by_the_names_of_cards(tmp_path: Path) -> None:
    bots = load_bots(REFILL, [program("swaps"), "house:random"], Terms(600_000))
    match = Match(REFILL, REFILL.configure(seats=2), bots, hands=4, seed=1, out=tmp_path / "record")
    assert match.play().errors(0) == []
    for hand in read(tmp_path / "record")[1]:
        swaps = [move for move in hand.moves if move[0] == hand.seating.index(0)]
        assert swaps
        assert all(move[1] == "SWAP" and len(move[3]) == 1 for move in swaps)


def test_a_program_that_loops_plays_what_the_clock_plays(tmp_path: Path) -> None:
    _, wrong, hands = play(program("loops"), tmp_path, limit_ms=20)
    assert wrong[0].what == "too late"
    assert wrong[0].times >= 5
    assert "no answer within 20 ms" in wrong[0].examples[0][1].detail
    assert any(list(move) == ["clock", "TIMEOUT", 0, []] for hand in hands for move in hand.moves)


@pytest.mark.parametrize("behaviour", ["deaf", "floods"])
def test_a_program_that_does_not_answer_stops_nobody(behaviour: str, tmp_path: Path) -> None:
    _, wrong, _ = play(program(behaviour), tmp_path, limit_ms=20)
    assert {one.what for one in wrong} & {"too late", "nonsense"}


def test_a_program_that_dies_is_started_again_and_then_folded(tmp_path: Path) -> None:
    _, wrong, _ = play(program("dies"), tmp_path)
    assert [(one.what, one.times) for one in wrong] == [("gone", HANDS + 2)], (
        "two restarts, and then a fold in every hand"
    )
    assert "exit code 3: out of memory" in wrong[0].examples[0][1].detail


NOTED = {"chatters": "printed", "out of turn": "out of turn", "late": "too late"}


@pytest.mark.parametrize("behaviour", NOTED)
def test_harmless_misdeeds_are_noted_and_cost_nothing(behaviour: str, tmp_path: Path) -> None:
    _, wrong, hands = play(program(behaviour), tmp_path)
    assert [one.what for one in wrong] == [NOTED[behaviour]]
    assert not any(move[1] == "FOLD" for hand in hands for move in hand.moves)


def test_a_program_that_overbets_is_folded(tmp_path: Path) -> None:
    _, wrong, hands = play(program("overbets"), tmp_path)
    assert [one.what for one in wrong] == ["illegal"]
    assert "RAISE_TO 10001 is above the maximum of 10000" in wrong[0].examples[0][1].detail
    assert wrong[0].examples[0][1].nearest == "RAISE_TO 10000"
    assert all(move[1] in ("DRAWN", "FOLD", "CALL") for hand in hands for move in hand.moves)


def test_json_that_is_no_action_costs_nothing(tmp_path: Path) -> None:
    _, wrong, hands = play(program("logs"), tmp_path)
    assert {one.what for one in wrong} == {"printed", "out of turn"}
    assert not any(move[1] == "FOLD" for hand in hands for move in hand.moves)


def test_an_amount_that_is_no_whole_number_is_nonsense(tmp_path: Path) -> None:
    _, wrong, _ = play(program("half"), tmp_path)
    assert [one.what for one in wrong] == ["nonsense"]
    assert "is no answer: Expected `int | null`, got `float` - at `$.amount`" in wrong[0].examples[0][1].detail


def test_an_action_of_the_wrong_shape_is_nonsense(tmp_path: Path) -> None:
    _, wrong, _ = play(program("garbles"), tmp_path)
    assert [one.what for one in wrong] == ["nonsense"]
    assert "is no answer: Expected `str`, got `array` - at `$.action`" in wrong[0].examples[0][1].detail
