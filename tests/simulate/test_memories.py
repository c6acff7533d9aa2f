"""Policies with a memory: a table that a rule plays from, at both speeds, and that no compiled code depends on."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any

import numpy as np
import pytest

from croupier.agents.bot import PolicyBot, house_policy
from croupier.agents.loading import Entrant
from croupier.agents.policies import memories_of
from croupier.agents.search import Search
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import HouseBots, Memory, Policy
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu, take
from croupier.kernel.vocabulary.rng import Rng, below
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.loop import Loop
from croupier.simulate.match.match import Match
from tests.simulate.plainly import play_plainly, search_plainly
from tests.toys.kuhn import GAME as KUHN
from tests.toys.kuhn.records import HAND


@rule
def bet_as_remembered(v: Any, m: Menu, rng: Rng, a: Action, memory: Memory) -> None:
    """Take the second option as often as the memory says of the card held, in hundredths."""
    card = v.cards.row[v.cards.first[HAND + v.seat]]
    take(a, m.kind[1] if below(rng, 100) < memory[card] else m.kind[0])


def remembering(*hundredths: int) -> Policy:
    return Policy(bet_as_remembered, lambda: np.array(hundredths, np.int64))


BOLD, TIMID = remembering(0, 50, 100), remembering(0, 0, 0)


def with_bots(**policies: Policy) -> Game:
    return dataclasses.replace(KUHN, house_bots=HouseBots(policies=policies))


def test_each_seat_plays_by_its_own_memory() -> None:
    """Compiled loops are held to it by `tests/agents/test_learner.py`."""
    loop = Loop(KUHN, None, [BOLD, TIMID])
    found = loop.run_plain(3, 0, 400)
    loop.seat([TIMID, BOLD])
    assert loop.run_plain(3, 0, 400) != found


def test_no_compiled_driver_depends_on_what_is_remembered() -> None:
    assert (
        Loop(KUHN, None, [BOLD, TIMID]).fast is Loop(KUHN, None, [remembering(1, 2, 3), remembering(7, 8, 9, 10)]).fast
    )


def test_a_match_is_the_same_driven_and_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_bots(bold=BOLD, timid=TIMID)
    play_plainly(monkeypatch, game)

    def played() -> list[Any]:
        entrants = [Entrant(name, partial(PolicyBot, house_policy(game, name))) for name in ("bold", "timid")]
        results = Match(game, game.configure(), entrants, hands=80, seed=4, duplicate=False).play()
        return [results.result(bot) for bot in range(2)]

    driven = played()
    monkeypatch.setattr("croupier.simulate.match.sitting.plays_compiled", lambda bot: False)
    assert played() == driven
    assert driven[0].mean != 0


def test_search_plays_a_model_by_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    search_plainly(monkeypatch, KUHN)
    state, dealer = KUHN.start().state, RandomDealer(1)
    KUHN.advance(state, HOUSE, dealer.deal(state, KUHN.pending(state)[0]))

    def tried(answers: int) -> dict[str, float]:
        caller = remembering(answers, answers, answers)  # 0: always calls a bet, 100: always folds to it
        thought = Search(KUHN, iterations=300, models={1: caller}, key=2).think(state, 0)
        return {KUHN.describe(move): mean for move, (_, mean) in thought.tried.items()}

    assert tried(100)["BET"] == 1.0, "who folds to every bet loses its ante"
    assert tried(0)["BET"] != 1.0


def test_a_memory_is_loaded_once_and_on_first_use() -> None:
    loaded: list[int] = []

    def load() -> Any:
        loaded.append(1)
        return np.arange(3, dtype=np.int64)

    policy = Policy(bet_as_remembered, load)
    bot = PolicyBot(policy)
    assert not loaded
    memories = memories_of([policy, bet_as_remembered])
    assert (len(memories[0]), len(memories[1])) == (3, 0)
    assert bot.policy is policy and policy.words[2] == 2 and loaded == [1]


def test_nobody_writes_to_a_memory() -> None:
    with pytest.raises(ValueError, match="read-only"):
        BOLD.memory[0] = 1
    with pytest.raises(TypeError, match="read-only"):
        BOLD.words[0] = 1


@pytest.mark.parametrize("wrong", [np.zeros((2, 2), np.int64), np.zeros(3, np.int32)], ids=["two rows", "short words"])
def test_a_memory_is_one_row_of_int64(wrong: Any) -> None:
    with pytest.raises(TypeError, match="one row of int64"):
        _ = Policy(bet_as_remembered, lambda: wrong).memory
