"""A program as a bot: which question an answer is to."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from croupier.agents import command
from croupier.agents.command import CommandBot, TooLate
from croupier.agents.player import Player
from croupier.games.battle import GAME as BATTLE
from croupier.kernel.contract.game import Move, State
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.vocabulary.menu import NEXT_HAND, TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

PLAYERS = nameplates(["ann", "bob"])


class Script:
    """In place of a program: keeps what it is sent, and says what it was told to say when it is asked."""

    alive = True

    def __init__(self, words: list[str]) -> None:
        self.sent: list[dict[str, Any]] = []
        self.answers: list[list[dict[str, Any]]] = []
        self.said: list[bytes] = []

    def send(self, frame: Any) -> None:
        self.sent.append(msgspec.json.decode(msgspec.json.encode(frame)))
        if self.sent[-1]["type"] == "act":
            self.said += [json.dumps({"type": "action", **answer}).encode() for answer in self.answers.pop(0)]

    def line(self, seconds: float) -> bytes | None:
        return self.said.pop(0) if self.said else None


class Table:
    """A program in seat 0 of the Battle, match after match."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.script = Script([])
        monkeypatch.setattr(command, "Program", lambda words: self.script)
        self.bot = CommandBot(BATTLE, ["cat"], 1000)
        self.player = Player(BATTLE, self.bot)
        self.state: State = BATTLE.start().state

    def begin(self) -> None:
        self.state = BATTLE.start().state
        self.player.sit_down(1, 0, 0, PLAYERS)
        self.player.start(BATTLE.view(self.state, 0))

    def ask(self, *answers: dict[str, Any]) -> Any:
        self.script.answers.append(list(answers))
        answer = self.bot.act(BATTLE.view(self.state, 0), BATTLE.decision(self.state, 0))
        name, cards = answer
        BATTLE.advance(self.state, 0, BATTLE.decision(self.state, 0).move(name, 0, cards))
        return name

    @property
    def asked(self) -> list[int]:
        return [frame["act_id"] for frame in self.script.sent if frame["type"] == "act"]

    @property
    def errors(self) -> list[str]:
        return [frame["code"] for frame in self.script.sent if frame["type"] == "error"]


EMPTY = {"cards": ["-", "-", "-"]}


def answer(name: str, act_id: int | None = None) -> dict[str, Any]:
    return {"action": name, **EMPTY, **({} if act_id is None else {"act_id": act_id})}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    made = Table(monkeypatch)
    made.begin()
    return made


def test_each_question_has_a_number_of_its_own_and_asides_keep_it(table: Table) -> None:
    table.ask(answer("DRAFT", 1))
    table.ask(answer("DRAFT"))
    table.ask(answer("CONFIRM", 1))
    BATTLE.advance(table.state, CLOCK, Move(TIMEOUT))
    BATTLE.advance(table.state, HOUSE, Move(NEXT_HAND))
    table.ask(answer("CONFIRM", 2))
    table.begin()
    table.ask(answer("CONFIRM", 3))
    assert table.asked == [1, 1, 1, 2, 3] and table.errors == []


def test_a_late_answer_of_a_program_counts_for_nothing(table: Table) -> None:
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


def test_who_sits_where_is_in_each_hand_and_each_question(table: Table) -> None:
    table.ask(answer("CONFIRM"))
    players = [{"seat": 0, "id": "player-1", "name": "ann"}, {"seat": 1, "id": "player-2", "name": "bob"}]
    told = [frame["players"] for frame in table.script.sent if frame["type"] in ("start_hand", "act")]
    assert told == [players] * 2
