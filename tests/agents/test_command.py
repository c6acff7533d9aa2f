"""A program as a bot: which question an answer is to, and what it is told hand by hand."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import holdem
from croupier.agents import remote
from croupier.agents.command import CommandBot
from croupier.agents.loading import load_bots
from croupier.agents.player import Player
from croupier.agents.remote import TooLate
from croupier.agents.terms import Terms
from croupier.games.battle import GAME as DUEL
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.vocabulary.menu import NEXT_HAND, TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE
from croupier.simulate.match.match import Match
from tests.simulate.plainly import play_plainly

PLAYERS = nameplates(["ann", "bob"])
BATTLE = replace(DUEL, wire=None)
"""The Battle in the words of every game."""


class Script:
    """In place of a program: keeps what it is sent, and says what it was told to say when it is asked."""

    alive = talks = True

    def __init__(self, words: list[str]) -> None:
        self.sent: list[dict[str, Any]] = []
        self.answers: list[list[dict[str, Any]]] = []
        self.said: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(msgspec.json.decode(message))
        if self.sent[-1]["type"] == "act":
            self.said += [json.dumps(answer).encode() for answer in self.answers.pop(0)]

    def flush(self) -> None:
        """What was sent is there at once."""

    def line(self, seconds: float) -> bytes | None:
        return self.said.pop(0) if self.said else None


class ScriptedTable:
    """A program in seat 0 of the Battle, match after match."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.script = Script([])
        monkeypatch.setattr(remote, "Program", lambda words, log, environment: self.script)
        self.bot = CommandBot(BATTLE, ["cat"], Terms(1000))
        self.player = Player(BATTLE, self.bot)
        self.state: State = BATTLE.start().state

    def begin(self) -> None:
        self.state = BATTLE.start().state
        self.player.sit_down(1, 0, 0, PLAYERS)
        self.player.start(BATTLE.view(self.state, 0))

    def ask(self, *answers: dict[str, Any]) -> Any:
        self.script.answers.append(list(answers))
        move = self.bot.act(BATTLE.view(self.state, 0), BATTLE.decision(self.state, 0))
        assert isinstance(move, Move)
        BATTLE.advance(self.state, 0, move)
        return BATTLE.kinds[move.kind]

    @property
    def asked(self) -> list[int]:
        return [frame["act_id"] for frame in self.script.sent if frame["type"] == "act"]

    @property
    def errors(self) -> list[str]:
        return [frame["code"] for frame in self.script.sent if frame["type"] == "error"]


EMPTY = {"cards": ["-", "-", "-"]}


def answer(name: str, act_id: int | None = None) -> dict[str, Any]:
    kind = "aside" if name == "DRAFT" else "action"
    return {"type": kind, "action": name, **EMPTY, **({} if act_id is None else {"act_id": act_id})}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> ScriptedTable:
    made = ScriptedTable(monkeypatch)
    made.begin()
    return made


def test_each_question_has_a_number_of_its_own_and_asides_keep_it(table: ScriptedTable) -> None:
    table.ask(answer("DRAFT", 1))
    table.ask(answer("DRAFT"))
    table.ask(answer("CONFIRM", 1))
    BATTLE.advance(table.state, CLOCK, Move(TIMEOUT))
    BATTLE.advance(table.state, HOUSE, Move(NEXT_HAND))
    table.ask(answer("CONFIRM", 2))
    table.begin()
    table.ask(answer("CONFIRM", 3))
    assert table.asked == [1, 1, 1, 2, 3] and table.errors == []


def test_a_late_answer_of_a_program_counts_for_nothing(table: ScriptedTable) -> None:
    """Also if it is to the last question of the match before."""
    table.ask(answer("CONFIRM", 1))
    table.begin()
    assert table.ask(answer("DRAFT", 1), answer("CONFIRM", 2)) == "CONFIRM"
    table.begin()
    with pytest.raises(TooLate):
        table.ask(answer("CONFIRM", 2))
    assert table.errors == ["ACTION_TOO_LATE"] * 2 and BATTLE.decision(table.state, 0).owed
    with pytest.raises(TooLate):
        table.ask(answer("CONFIRM", 4))
    assert table.errors[2:] == ["OUT_OF_TURN"]


def test_the_names_of_the_seats_are_in_each_hand_and_each_question(table: ScriptedTable) -> None:
    table.ask(answer("CONFIRM"))
    players = [{"seat": 0, "id": "player-1", "name": "ann"}, {"seat": 1, "id": "player-2", "name": "bob"}]
    told = [frame["players"] for frame in table.script.sent if frame["type"] in ("start_hand", "act")]
    assert told == [players] * 2


def test_every_hand_of_a_match_begins_and_ends_for_a_program(tmp_path: Path) -> None:
    """A tournament over several hands, heard by a program that keeps what it is told."""
    heard = heard_by_a_program(tmp_path, holdem.GAME, holdem.configure(2, hands=3), "house:station")
    kinds = [one["type"] for one in heard]
    assert kinds[0] == "welcome" and kinds.count("welcome") == 1
    assert kinds.count("start_hand") == kinds.count("end_hand") == 6
    assert kinds[-1] == "match_end" and kinds.count("match_end") == 1, "a series is one match to it"
    hands = [one["hand_id"] for one in heard if one["type"] in ("start_hand", "end_hand")]
    assert hands == [f"H-{number}" for number in range(1, 7) for _ in range(2)]
    for at, one in enumerate(heard):
        if one["type"] == "start_hand":
            assert len(one["hole"]) == 2 and heard[at + 1]["ev"] == "POST_BLINDS"
    asked = [one["act_id"] for one in heard if one["type"] == "act"]
    assert asked == list(range(1, len(asked) + 1))
    ends = [one for one in heard if one["type"] == "end_hand"]
    starts = [one for one in heard if one["type"] == "start_hand"]
    assert starts[1]["stacks"] == ends[0]["stacks"], "the second hand begins with what the first left"


def test_a_program_plays_the_battle_in_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_plainly(monkeypatch, DUEL)
    heard = heard_by_a_program(tmp_path, DUEL, DUEL.configure(rounds=2, max_rounds=2), "house:random")
    course = ["match_found", *2 * ["prep_start", *3 * ["step_reveal"], "round_end"], "match_end"]
    assert [one["type"] for one in heard] == ["welcome", *2 * course]
    found = [one for one in heard if one["type"] == "match_found"]
    assert [(one["matchId"], one["oppNickname"]) for one in found] == [("M-1", "house:random"), ("M-2", "house:random")]
    steps = [one for one in heard if one["type"] == "step_reveal"]
    assert [one["yourCard"] for one in steps[:3]] == ["attack", None, "heal"]


def heard_by_a_program(tmp_path: Path, game: Game, config: Any, other: str) -> list[dict[str, Any]]:
    """What a program is sent in two matches against the house."""
    log = tmp_path / "heard"
    listening = f"cmd:{sys.executable} {Path(__file__).parent / 'gallery' / 'program.py'} 'listens {log}'"
    results = Match(game, config, load_bots(game, [listening, other], Terms(600_000)), hands=2, seed=1).play()
    assert results.errors(0) == []
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_each_question_has_the_history_of_its_hand(tmp_path: Path) -> None:
    heard = heard_by_a_program(tmp_path, holdem.GAME, holdem.configure(2, hands=3), "house:station")
    told: list[Any] = []
    asked = 0
    for one in heard:
        if one["type"] == "start_hand":
            told = []
        elif one["type"] == "event":
            told.append(one)
        elif one["type"] == "act":
            asked += 1
            assert one["history"] == told
    assert asked > 6


def test_a_program_that_dies_in_a_hand_is_told_that_hand_and_asked_again(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    dying = f"cmd:{sys.executable} {Path(__file__).parent / 'gallery' / 'program.py'} 'listens {log} and dies'"
    entrants = load_bots(holdem.GAME, [dying, "house:station"], Terms(600_000))
    results = Match(holdem.GAME, holdem.configure(seats=2, hands=1), entrants, hands=1, seed=1).play()
    assert [(wrong.what, wrong.times) for wrong in results.errors(0)] == [("gone", 1)]
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    kinds = [one["type"] for one in heard]
    again = len(kinds) - 1 - kinds[::-1].index("welcome")
    before, after = heard[:again], heard[again:]
    assert before[-1]["type"] == "act" and before[-1]["phase"] == "FLOP"
    retold = [one for one in before if one["type"] in ("start_hand", "event")]
    assert after[1 : 1 + len(retold)] == retold, "what it missed, in order"
    question = after[1 + len(retold)]
    assert question["type"] == "act" and question["history"] == retold[1:] == before[-1]["history"]
