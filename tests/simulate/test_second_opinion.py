"""Second opinions: a bot in a player's place knows what the player knew, and nothing it says changes the match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.agents.bot import Bot
from croupier.agents.loading import house_bot, load_bots
from croupier.agents.terms import Terms
from croupier.games.holdem.events import HoleDealt, Raised
from croupier.kernel.contract.game import Decision
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Fact
from croupier.simulate.match.match import Match
from croupier.simulate.record.record_file import RecordFile
from croupier.simulate.record.second_opinion import second_opinions
from tests.simulate.plainly import play_plainly
from tests.simulate.records import write_record
from tests.toys.kuhn import GAME as KUHN


class Caller(Bot):
    """Never folds, never raises, and remembers everything."""

    def __init__(self) -> None:
        self.hands: list[int] = []
        self.facts: list[Fact] = []
        self.ends: list[int] = []

    def hand_started(self, view: Any) -> None:
        self.hands.append(view.seat)

    def saw(self, fact: Fact) -> None:
        self.facts.append(fact)

    def hand_over(self, view: Any, score: int) -> None:
        self.ends.append(score)

    def act(self, view: Any, decision: Decision) -> str:
        assert any(isinstance(fact, HoleDealt) for fact in self.facts)
        return "CALL" if view.to_call else "CHECK"


@pytest.fixture
def record(tmp_path: Path) -> RecordFile:
    write_record(tmp_path / "series.jsonl")
    return RecordFile(tmp_path / "series.jsonl")


def test_a_bot_asked_about_its_own_match_answers_as_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_plainly(monkeypatch)
    path = tmp_path / "series.jsonl"
    entrants = load_bots(KUHN, ["house:random", "house:random"], Terms())
    Match(KUHN, KUHN.configure(), entrants, hands=40, seed=3, out=path).play()
    found = list(second_opinions(RecordFile(path, "tests.toys.kuhn"), lambda: house_bot(KUHN, "random")))
    assert len(found) > 80 and all(opinion.same for opinion in found)


def test_every_decision_of_a_player_is_asked_once(record: RecordFile) -> None:
    found = list(second_opinions(record, Caller, players=["house:shark"]))
    decided = sum(
        moment.is_decision and entry.names[moment.actor or 0] == "house:shark"
        for number, entry in enumerate(record.entries)
        for moment in record.timeline(number).moments
    )
    assert len(found) == decided > 0
    for opinion in found:
        passive = record.game.kinds[opinion.played.kind] in ("CALL", "CHECK")
        assert opinion.same == passive == opinion.same_kind


def test_one_bot_sits_in_for_one_player_and_sees_what_it_saw(record: RecordFile) -> None:
    made: list[Caller] = []

    def make() -> Bot:
        made.append(Caller())
        return made[-1]

    list(second_opinions(record, make, players=["house:tight"]))
    [bot] = made
    seats = [entry.names.index("house:tight") for entry in record.entries]
    scores = [entry.scores[seat] for entry, seat in zip(record.entries, seats, strict=True) if entry.scores]
    assert (bot.hands, bot.ends) == (seats, scores)
    known = [fact for fact in bot.facts if isinstance(fact, HoleDealt) and UNKNOWN not in fact.cards]
    assert len(known) == len(record.entries)  # its own cards only
    assert any(isinstance(fact, Raised) for fact in bot.facts)


def test_one_seat_of_one_deal_can_be_asked(record: RecordFile) -> None:
    found = list(second_opinions(record, Caller, seat=1, numbers=[3]))
    assert found and {(opinion.number, opinion.seat) for opinion in found} == {(3, 1)}
    assert found[0].phase == "Before the flop"


class Wrong(Bot):
    def act(self, view: Any, decision: Decision) -> Any:
        if view.street:
            raise ZeroDivisionError("after the flop")
        print("not on the standard output")
        return "RAISE_TO", -1


def test_nonsense_is_told_and_goes_on(record: RecordFile, capsys: pytest.CaptureFixture[str]) -> None:
    found = list(second_opinions(record, Wrong))
    assert all(opinion.advised is None and not opinion.same for opinion in found)
    told = {opinion.wrong.splitlines()[-1].split(".")[0] for opinion in found}
    assert "ZeroDivisionError: after the flop" in told
    assert any("below the minimum" in text or "not possible now" in text for text in told)
    assert capsys.readouterr().out == ""


class Leaving(Caller):
    def act(self, view: Any, decision: Decision) -> Any:
        raise SystemExit("good bye")


def test_a_bot_that_wants_to_leave_is_told_of_and_asked_on(record: RecordFile) -> None:
    found = list(second_opinions(record, Leaving, numbers=[0, 1]))
    assert {opinion.number for opinion in found} == {0, 1}
    assert all(opinion.wrong.endswith("SystemExit: good bye") for opinion in found)


class Deaf(Caller):
    def saw(self, fact: Fact) -> None:
        raise RuntimeError("what?")


def test_a_bot_that_cannot_keep_up_is_not_asked(record: RecordFile) -> None:
    with pytest.raises(BadInput, match=r"The bot raises when it is told what happened:\n(?s:.*)RuntimeError: what"):
        list(second_opinions(record, Deaf))
