"""The one way to ask a bot: what it answers, what it deserves, and what its author is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier import holdem
from croupier.agents.booth.outside import Wrong
from croupier.agents.bot import Answer, Bot, FunctionBot
from croupier.agents.player import ILLEGAL, LATE, NONSENSE, PATIENCE, RAISED, Misplay, Player
from croupier.agents.referee import default
from croupier.agents.remote import Note, Remote, TooLate
from croupier.agents.terms import Terms
from croupier.cli.main import main
from croupier.games.battle import GAME as BATTLE
from croupier.kernel.contract.game import Decision, Move
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import DRAWN, GAP
from croupier.kernel.vocabulary.turns import HOUSE

FOLD, CALL, RAISE = (holdem.GAME.kind(name) for name in ("FOLD", "CALL", "RAISE_TO"))
LAYOUT = (GAP, GAP, GAP)


def facing_the_blind() -> Decision:
    state = holdem.GAME.start(holdem.configure(seats=3, stack=1_000, small_blind=5, big_blind=10)).state
    holdem.GAME.advance(state, HOUSE, Move(DRAWN, 0, (0, 1, 2, 3, 4, 5)))
    return holdem.GAME.pending(state)[0]


def asked(answer: Any) -> Move | Misplay:
    return Player(holdem.GAME, FunctionBot(answer)).ask(None, facing_the_blind(), 0)


def test_a_legal_answer_is_a_move() -> None:
    assert asked(lambda view, decision: ("RAISE_TO", 20)) == Move(RAISE, 20)


def test_an_illegal_answer_costs_the_hand_and_names_the_nearest_move() -> None:
    wrong = asked(lambda view, decision: ("RAISE_TO", 19))
    assert isinstance(wrong, Misplay) and not wrong.late
    assert (wrong.what, wrong.nearest, wrong.instead) == (ILLEGAL, Move(RAISE, 20), Move(FOLD))
    assert wrong.detail == "RAISE_TO 19 is below the minimum of 20. Legal: FOLD, CALL, RAISE_TO 20–1000."


def test_no_answer_in_time_is_left_to_the_clock() -> None:
    def dawdle(view: Any, decision: Decision) -> Answer:
        raise TooLate("no answer within 10 ms")

    wrong = asked(dawdle)
    assert isinstance(wrong, Misplay) and wrong.late
    assert (wrong.what, wrong.instead) == (LATE, default(facing_the_blind()))


@pytest.mark.parametrize("error", [RuntimeError("oh"), SystemExit(3), GeneratorExit()])
def test_whatever_it_raises_is_its_own_affair(error: BaseException) -> None:
    def fail(view: Any, decision: Decision) -> Answer:
        raise error

    wrong = asked(fail)
    assert isinstance(wrong, Misplay)
    assert (wrong.what, wrong.instead) == (RAISED, Move(FOLD)) and type(error).__name__ in wrong.detail


def test_a_ctrl_c_is_ours() -> None:
    def interrupted(view: Any, decision: Decision) -> Answer:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asked(interrupted)


class Talkative(Bot):
    """Says what it is told, and trips over the second fact."""

    def __init__(self) -> None:
        self.heard = 0

    def act(self, view: Any, decision: Decision) -> Answer:
        print("thinking")
        return "CALL"

    def saw(self, fact: Fact) -> None:
        self.heard += 1
        if self.heard == 2:
            raise ValueError("what?")


def test_output_and_errors_of_a_hook_are_noted_and_cost_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    player = Player(holdem.GAME, Talkative())
    for _ in range(3):
        player.hear([Fact()])
    assert player.ask(None, facing_the_blind(), 0) == Move(CALL)
    notes = player.taken_notes()
    assert [note.what for note in notes] == [RAISED, "printed"]
    assert "ValueError: what?" in notes[0].detail and notes[1].detail == "'thinking'"
    assert player.taken_notes() == [] and capsys.readouterr().out == ""


def test_asides_are_answers_until_patience_ends() -> None:
    drafting = Player(BATTLE, FunctionBot(lambda view, decision: ("DRAFT", LAYOUT)))
    decision = BATTLE.pending(BATTLE.start().state)[0]
    answers = [drafting.ask(None, decision, step) for step in range(PATIENCE + 2)]
    assert answers[0] == answers[PATIENCE - 1] == Move(BATTLE.kind("DRAFT"), 0, LAYOUT)
    wrong = answers[PATIENCE]
    assert isinstance(wrong, Misplay)
    assert (wrong.what, wrong.instead.kind) == (ILLEGAL, BATTLE.kind("CONFIRM"))
    assert f"after {PATIENCE} asides to one decision" in wrong.detail
    assert not isinstance(answers[PATIENCE + 1], Misplay), "the next decision has its own asides"


def test_a_person_can_play_against_a_bot_that_never_stops_drafting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.agents.player.PATIENCE", 3)
    bot = tmp_path / "drafter.py"
    bot.write_text(f"def act(view, decision):\n    return 'DRAFT', {LAYOUT}\n")
    monkeypatch.setattr("builtins.input", lambda prompt="": "confirm - - -")
    options = ["--seed", "1", "--set", "rounds=1", "--set", "max_rounds=1"]
    assert main(["play", "battle", "--bots", str(bot), *options]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "seat 1 did wrong (illegal): DRAFT - - -, after 3 asides to one decision: decide." in told
    assert "The match is a draw." in told


CLEARS = "\x1b[2J\x1b[Hmine wins\r\x9b2J"
SPELT = r"\x1b[2J\x1b[Hmine wins\x0d\x9b2J"


class Forges(Remote):
    """A bot in a process of its own that says of itself what no booth of ours says."""

    def __init__(self, error: Exception) -> None:
        super().__init__(["forges"], Terms())
        self.error = error

    def act(self, view: Any, decision: Decision) -> Answer:
        self.notes.append(Note(f"beats all {CLEARS}", CLEARS))
        raise self.error

    def _ensure_started(self) -> None:
        raise NotImplementedError

    def _ask(self, view: Any, decision: Decision) -> Answer:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("error", "what"), [(Wrong(CLEARS, CLEARS, Move(CALL)), NONSENSE), (ValueError(CLEARS), RAISED)]
)
def test_errors_that_a_bot_reports_are_told_in_our_words_and_without_control_codes(error: Exception, what: str) -> None:
    player = Player(holdem.GAME, Forges(error))
    wrong = player.ask(None, facing_the_blind(), 0)
    assert isinstance(wrong, Misplay) and wrong.what == what
    assert wrong.detail.endswith(SPELT)
    assert player.taken_notes() == [Note("printed", SPELT)]
