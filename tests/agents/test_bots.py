"""Bots: found by what the command line calls them, understood in every form of answer, refused with what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier import holdem
from croupier.agents.bot import Bot, FunctionBot, PolicyBot
from croupier.agents.command import CommandBot
from croupier.agents.loading import bot_in, load_bot, load_bots
from croupier.agents.referee import default, least, nearest, penalty, understood
from croupier.agents.terms import Terms
from croupier.games import load
from croupier.games.battle import GAME as BATTLE
from croupier.kernel.contract.game import Decision, Move, Option
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import GAP

FOLD, CHECK, CALL, RAISE = (holdem.GAME.kind(name) for name in ("FOLD", "CHECK", "CALL", "RAISE_TO"))
FACING = Decision(
    0, (Option(FOLD, "FOLD"), Option(CALL, "CALL"), Option(RAISE, "RAISE_TO", 200, 10_000, 1)), 1, 15_000, False
)
CHOICE = Decision(0, (Option(20, "SWAP", zone=2, fewest=1, most=2, cards=(4, 7, 9)),), 0, 0, False)
LAYOUT = Decision(
    0, (Option(16, "CONFIRM", zone=1, fewest=3, most=3, ordered=True, cards=(0, 1), gaps=True),), -1, 0, False
)

UNDERSTOOD = [
    ("CALL", Move(CALL)),
    ("call", Move(CALL)),
    (("RAISE_TO", 300), Move(RAISE, 300)),
    (("RAISE_TO", True), None),
    (("RAISE_TO", 300.0), None),
    (("RAISE_TO", 10**30), None),
    (Move(2**80), None),
    (("RAISE_TO", "300"), None),
    (Move(RAISE, 300), Move(RAISE, 300)),
    (Move("CALL"), None),  # type: ignore[arg-type]
    ("CHECK", None),
    (None, None),
    (300, None),
    (("CALL",), None),
    ((), None),
]


@pytest.mark.parametrize("answer, move", UNDERSTOOD, ids=lambda value: repr(value)[:30])
def test_answers_are_understood_or_refused(answer: Any, move: Move | None) -> None:
    if move is None:
        with pytest.raises(BadInput):
            understood(FACING, answer)
    else:
        assert understood(FACING, answer) == move


def test_a_number_too_long_to_be_written_is_refused() -> None:
    with pytest.raises(BadInput, match="An amount has at most 18 digits"):
        understood(FACING, ("RAISE_TO", 10**5000))


def test_cards_are_understood_as_lists_and_tuples() -> None:
    assert understood(CHOICE, ("SWAP", [4, 9])) == understood(CHOICE, ("SWAP", (4, 9))) == Move(20, 0, (4, 9))
    with pytest.raises(BadInput, match="A card is a whole number, not '4c'"):
        understood(CHOICE, ("SWAP", ["4c"]))
    with pytest.raises(BadInput, match="At most 24 cards"):
        understood(CHOICE, ("SWAP", [4] * 25))


NEAREST = [
    (FACING, ("RAISE_TO", 50), Move(RAISE, 200)),
    (FACING, ("RAISE_TO", 1e9), Move(RAISE, 10_000)),
    (FACING, ("RAISE_TO", 300.4), Move(RAISE, 300)),
    (FACING, ("RAISE_TO", float("inf")), Move(RAISE, 200)),
    (FACING, "CHECK", Move(CALL)),
    (FACING, ("CALL", 100), Move(CALL)),
    (FACING, ..., Move(CALL)),
    (CHOICE, ("SWAP", [9, 9, 5]), Move(20, 0, (9,))),
    (CHOICE, ("SWAP", [4, 7, 9]), Move(20, 0, (4, 7))),
    (CHOICE, ("SWAP", []), Move(20, 0, (4,))),
    (CHOICE, Move(20, 0, (7,)), Move(20, 0, (7,))),
    (LAYOUT, ("CONFIRM", [1, 1]), Move(16, 0, (1, GAP, GAP))),
]


class Shouting(str):
    def upper(self) -> str:
        raise RuntimeError("I do not shout")


class Closed(tuple[Any, ...]):
    def __getitem__(self, at: Any) -> Any:
        raise SystemExit


@pytest.mark.parametrize("answer", [Shouting("x"), Closed(("RAISE_TO", 5))], ids=["text", "tuple"])
def test_an_answer_that_breaks_when_looked_at_has_no_nearest_move(answer: Any) -> None:
    assert nearest(FACING, answer) == default(FACING)


@pytest.mark.parametrize("decision, answer, move", NEAREST, ids=lambda value: repr(value)[:30])
def test_the_nearest_legal_move_is_found(decision: Decision, answer: Any, move: Move) -> None:
    assert nearest(decision, answer) == move


def test_the_penalty_is_to_give_up_or_else_what_the_clock_plays() -> None:
    assert penalty(holdem.GAME, FACING) == Move(FOLD)
    assert penalty(BATTLE, LAYOUT) == Move(16, 0, (GAP, GAP, GAP))
    assert default(FACING) == Move(CALL)
    assert least(FACING.options[2]) == Move(RAISE, 200)


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    return path


TWO = """
from croupier.agents.bot import Bot
class One(Bot):
    def act(self, view, decision): return "ONE"
class Two(Bot):
    def act(self, view, decision): return "TWO"
def three(view, decision): return "THREE"
"""


def answer(bot: Bot) -> Any:
    return bot.act(None, FACING)


def test_bots_are_found_in_files(tmp_path: Path) -> None:
    path = write(tmp_path, TWO)
    assert answer(load_bot(holdem.GAME, f"{path}:Two", Terms(100))) == "TWO"
    assert answer(load_bot(holdem.GAME, f"{path}:three", Terms(100))) == "THREE"
    with pytest.raises(BadInput, match=r"several bots: One, Two. Choose one, as in .*mine\.py:One"):
        bot_in(path)
    with pytest.raises(BadInput, match="has no bot 'Four'; it has One, Two, three"):
        bot_in(path, "Four")
    function = bot_in(write(tmp_path, "def act(view, decision): return 'CALL'"))
    assert isinstance(function, FunctionBot)
    assert answer(function) == "CALL"


def test_a_class_need_not_be_a_bot_to_become_one(tmp_path: Path) -> None:
    text = "class Mine:\n    def act(self, view, decision): return 'CALL'\n    def saw(self, fact): self.fact = fact"
    bot = bot_in(write(tmp_path, text))
    assert isinstance(bot, Bot) and answer(bot) == "CALL"
    assert type(bot).saw is not Bot.saw and bot.random.random() < 1


def test_what_a_file_prints_when_it_is_loaded_stays_out_of_our_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "print('loading')\nclass Mine:\n    def __init__(self): print('making')\n    def act(self, v, d): ..."
    bot_in(write(tmp_path, text))
    assert capsys.readouterr() == ("", "loading\nmaking\n")


def test_a_traceback_of_a_file_has_only_its_own_lines(tmp_path: Path) -> None:
    path = write(tmp_path, "import json\njson.loads('?')")
    with pytest.raises(BadInput) as caught:
        bot_in(path)
    lines = str(caught.value).splitlines()
    assert lines[:2] == [f"{path} cannot be loaded:", f'  File "{path}", line 2, in <module>']
    assert not any("importlib" in line or "loading.py" in line for line in lines)


def test_two_copies_of_a_file_share_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, "count = [0]\ndef act(view, decision):\n    count[0] += 1\n    return count[0]")
    entrants = load_bots(holdem.GAME, [str(path), str(path)], Terms(100))
    assert [entrant.name for entrant in entrants] == ["mine.py #1", "mine.py #2"]
    assert [answer(entrant.made()) for entrant in entrants] == [1, 1]


BAD_FILES = {
    "x = 1": "has no bot: write a class with",
    "def act(view, decision:": "cannot be loaded:\n.*SyntaxError",
    "import sys; sys.exit()": "cannot be loaded:\n.*SystemExit",
    "class M:\n    def __init__(self): raise SystemExit\n    def act(self, v, d): ...": "M.. cannot be made:.*Exit",
    "from croupier.agents.bot import Bot\nclass M(Bot):\n    def __init__(self, x): ...": "M.. cannot be made",
}


@pytest.mark.parametrize("text", BAD_FILES)
def test_a_file_without_a_bot_says_what_is_missing(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"(?s){BAD_FILES[text]}"):
        bot_in(write(tmp_path, text))


BAD_NAMES = {
    "house:nobody": "no house bot 'nobody'; it has shark, oracle, ",
    "nowhere.py": "There is no file nowhere.py. `croupier new-bot nowhere`",
    "cmd:": "needs a command",
    "cmd:'": "is no command line",
    "cmd:/no/such/program": "There is no program '/no/such/program'",
}


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_of_no_bot_says_what_there_is(name: str) -> None:
    with pytest.raises(BadInput, match=BAD_NAMES[name]):
        load_bot(holdem.GAME, name, Terms(100))


def test_house_bots_and_commands_are_made() -> None:
    assert isinstance(load_bot(holdem.GAME, "house:random", Terms(100)), PolicyBot)
    assert isinstance(load_bot(holdem.GAME, "cmd:cat", Terms(100)), CommandBot)


@pytest.mark.parametrize("text", ["house", "house:house", "random", "house:random", "house:search:10"])
def test_a_bot_may_be_called_house_itself(text: str) -> None:
    assert isinstance(load_bot(load("deal"), text, Terms(100)), Bot)


def test_a_view_tells_its_cards_by_name() -> None:
    state = holdem.GAME.start(holdem.configure(seats=3, hands=1)).state
    assert (holdem.hole(holdem.GAME.view(state, 0)), holdem.board(holdem.GAME.view(state, 0))) == ((), ())
    cards = (51, 0, 4, 50, 1, 5)  # dealt from seat 1 on, one card a round
    holdem.GAME.advance(state, 30, Move(4, 0, cards))
    assert [holdem.hole(holdem.GAME.view(state, seat)) for seat in range(3)] == [
        ("3c", "3d"),
        ("As", "Ah"),
        ("2c", "2d"),
    ]
    view = holdem.GAME.view(state, 1)
    assert holdem.share(view) == pytest.approx(0.73, abs=0.06)


def test_a_decision_makes_moves_by_name() -> None:
    assert FACING.legal == ("FOLD", "CALL", "RAISE_TO")
    assert FACING.move("RAISE_TO", 300) == Move(RAISE, 300)
    assert FACING.options[2].nearest(50) == 200
    with pytest.raises(ValueError, match=r"CHECK is not possible now\. Legal: FOLD, CALL, RAISE_TO"):
        FACING.move("CHECK")


def test_randomness_begins_anew_with_the_same_key_too() -> None:
    bot = FunctionBot(lambda view, decision: "CHECK")
    bot.draw_from(7)
    first = bot.random.random()
    bot.draw_from(7)
    assert bot.random.random() == first != bot.random.random()
