"""The compiled driver counts decisions as the contract does, with asides, late bots and all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.agents.bot import Bot
from croupier.agents.command import TooLate
from croupier.agents.loading import Entrant
from croupier.games.battle import GAME as BATTLE
from croupier.kernel.contract.game import Decision, Game
from croupier.kernel.contract.record import replay
from croupier.kernel.vocabulary.menu import GAP
from croupier.simulate.match.match import Match
from croupier.simulate.record.storage import read
from tests.toys.kuhn import GAME as KUHN
from tests.toys.pennies import GAME as PENNIES
from tests.toys.refill import GAME as REFILL


class Fickle(Bot):
    """Answers anything that is legal, asides too, or comes too late; keeps the questions of each match."""

    def __init__(self) -> None:
        self.asked: list[list[Decision]] = []

    def draw_from(self, key: int) -> None:
        super().draw_from(key)
        self.asked.append([])

    def act(self, view: Any, decision: Decision) -> Any:
        self.asked[-1].append(decision)
        if self.random.random() < 0.2:
            raise TooLate("dreaming")
        option = self.random.choice([option for option in decision.options if option.name != "LEAVE"])
        cards = (GAP,) * option.fewest if option.gaps else option.cards[: option.fewest]
        return decision.move(option.name, option.low, cards)


@pytest.mark.parametrize("game", [KUHN, PENNIES, REFILL, BATTLE], ids=lambda game: game.name)
def test_decisions_have_the_same_numbers_at_both_speeds(game: Game, tmp_path: Path) -> None:
    bots, config = [Fickle(), Fickle()], game.configure(**({"seats": 2} if game is REFILL else game.simulation))
    entrants = [Entrant(f"{at}", lambda bot=bot: bot) for at, bot in enumerate(bots)]
    Match(game, config, entrants, hands=30, seed=6, out=tmp_path / "record").play()
    series, matches = read(tmp_path / "record")
    questions = 0
    for number, played in enumerate(matches):
        steps = [step.state for step in replay(game, series, played)]
        for bot, seat in enumerate(map(played.seating.index, (0, 1))):
            decisions = bots[bot].asked[number]
            owed = [decision for state in steps for decision in game.pending(state) if decision.seat == seat]
            assert {decision.number for decision in decisions} == {decision.number for decision in owed}
            assert all(decision in owed for decision in decisions)
            questions += len(decisions)
    assert questions > 30
