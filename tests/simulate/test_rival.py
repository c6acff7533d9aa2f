"""A trained rival: what it wins is a lower bound, which comes near the exact figure in a small game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.tree import TooLarge
from croupier.cli.main import main
from croupier.kernel.errors import BadInput
from croupier.simulate.exploit.rival import RivalBound, rival_bound
from croupier.simulate.learning import Task
from tests.toys.kuhn import GAME as KUHN

WHERE = "tests.toys.kuhn"
LOST_BY_RANDOM = 11 / 24
"""What a perfect opponent wins from random play in Kuhn poker, on average of both seats."""


def tried(bot: str = "random", **more: Any) -> RivalBound:
    task = Task(WHERE, KUHN.configure().flat(), 1, against=bot)
    return rival_bound(task, **{"matches": 20_001, "iterations": 2_000, **more})


def interrupt(*_: Any) -> None:
    raise KeyboardInterrupt


def test_a_rival_wins_what_a_perfect_opponent_does_and_the_same_from_a_seed() -> None:
    found = tried()
    width = found.gain.high - found.gain.low
    assert abs(found.gain.mean - LOST_BY_RANDOM) < width < 0.06, "within two intervals of either side"
    assert found.matches == 20_002 and found.complete and len(found.seats) == 2
    again = tried()
    assert (again.gain, again.known.walks) == (found.gain, found.known.walks)


def test_an_interrupted_rival_plays_what_it_has_learnt_and_tells_what_it_played() -> None:
    short = tried(learning=interrupt, matches=400)
    assert not short.complete and short.known.rounds == 1 and short.matches == 400
    broken = tried(playing=interrupt)
    assert not broken.complete and 0 < broken.matches < 20_002


def test_only_policies_of_the_house_have_rivals(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def act(view, decision):\n    return 'CHECK'\n")
    for bot in ("search", str(tmp_path / "bot.py")):
        with pytest.raises(BadInput, match="is no policy of the house"):
            tried(bot)


def test_the_verb_trains_a_rival_where_a_game_is_too_large(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def too_large(*_: Any, **__: Any) -> None:
        raise TooLarge("Kuhn poker is too large.")

    monkeypatch.setattr("croupier.cli.verbs.exploit.exploitability", too_large)
    words = ["exploit", "random", "--game", WHERE, "--iterations", "2000", "--hands", "20001", "--seed", "1"]
    assert main(words) == 0
    assert "a lower bound by a trained rival" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["method"] == "lower bound by a trained rival" and found["keys"] == "trace" and found["complete"]
    assert found["mean"] == pytest.approx(tried().gain.mean, abs=1e-6)
    assert main(["exploit", "search", *words[2:]]) == 2
    assert "no policy of the house" in capsys.readouterr().err
