"""A bot is asked in every information set, and judged by what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from croupier.agents.bot import Answer, Bot, FunctionBot, PolicyBot
from croupier.agents.interview import Interview, exploitability
from croupier.agents.random import play_randomly
from croupier.games.genome import GAME as GENOMES
from croupier.games.genome import configure
from croupier.kernel.contract.game import Decision
from croupier.kernel.errors import BadInput
from tests.toys.kuhn import GAME as KUHN
from tests.toys.kuhn import records as kuhn
from tests.toys.pennies import GAME as PENNIES

GAIN_ON_RANDOM = (3 / 8, 13 / 24)
"""What best responses to random play earn in Kuhn poker, in either seat, beyond what random play earns there."""


class Kuhn(Bot):
    """Kuhn's equilibrium in which the first seat never bets a jack, with its probabilities."""

    def chances(self, view: Any, decision: Decision) -> Mapping[Answer, float]:
        card = view.cards.row[view.seat]
        if decision.named("BET"):
            often = {kuhn.JACK: 0.0 if view.seat == 0 else 1 / 3, kuhn.QUEEN: 0.0, kuhn.KING: float(view.seat)}
            return {"BET": often[card], "CHECK": 1 - often[card]}
        often = {kuhn.JACK: 0.0, kuhn.QUEEN: 1 / 3, kuhn.KING: 1.0}
        return {"CALL": often[card], "FOLD": 1 - often[card]}


def first_option(view: Any, decision: Decision) -> str:
    return decision.owed[0].name


def test_a_bot_that_names_its_probabilities_is_judged_exactly() -> None:
    interview = Interview(Kuhn())
    found = exploitability(KUHN, None, interview)
    assert not interview.estimated
    assert found.values == pytest.approx((-1 / 18, 1 / 18))
    assert found.exploitability == pytest.approx(0, abs=1e-12)


def test_a_bot_that_names_none_is_asked_for_moves_and_the_figure_is_estimated() -> None:
    """Random play of Kuhn poker: the estimate is near what is known, and not below it by more than chance."""
    interview = Interview(PolicyBot(play_randomly), draws=2_000, seed=1)
    found = exploitability(KUHN, None, interview)
    assert interview.estimated
    assert found.gains == pytest.approx(GAIN_ON_RANDOM, abs=0.03)
    again = Interview(PolicyBot(play_randomly), draws=2_000, seed=1)
    assert exploitability(KUHN, None, again).gains == found.gains


@pytest.mark.parametrize(("name", "sets"), [("kuhn", 12), ("leduc", 936)])
def test_a_bot_is_asked_in_every_information_set(name: str, sets: int) -> None:
    """Also where it would never get by its own earlier moves, and where only other hidden cards lead to."""
    interview, seen = Interview(FunctionBot(first_option), draws=1), list[tuple[int, int]]()
    found = exploitability(GENOMES, configure(name, hands=1), interview, progress=lambda *done: seen.append(done))
    assert len(interview.strategies) == sets and seen[-1] == (sets, sets)
    assert found.gains[0] > 0


def test_seats_that_choose_at_once_are_both_asked() -> None:
    interview = Interview(PolicyBot(play_randomly), draws=1)
    assert exploitability(PENNIES, None, interview).exploitability > 0
    assert {seat for seat, _ in interview.strategies} == {0, 1}


def test_a_bot_that_listens_is_refused() -> None:
    class Notes(Bot):
        def saw(self, fact: Any) -> None:
            pass

    with pytest.raises(BadInput, match="has a method saw"):
        Interview(Notes())


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadInput, match="too large"):
        exploitability(KUHN, None, Interview(FunctionBot(first_option), draws=1), limit=20)
