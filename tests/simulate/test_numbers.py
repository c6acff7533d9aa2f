"""The driver counts decisions as the contract does, with asides, late bots and all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.agents.bot import Bot
from croupier.agents.loading import Entrant
from croupier.agents.remote import TooLate
from croupier.games.battle import GAME as BATTLE
from croupier.kernel.contract.game import Decision
from croupier.kernel.contract.record import replay
from croupier.kernel.vocabulary.menu import GAP
from croupier.simulate.match.match import Match
from croupier.simulate.record.storage import read
from tests.simulate.plainly import play_plainly
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


CASES = {
    "kuhn": (KUHN, KUHN.configure()),
    "pennies": (PENNIES, PENNIES.configure(rounds=4)),
    "refill": (REFILL, REFILL.configure(seats=2)),
    "battle": (BATTLE, BATTLE.configure(max_rounds=9)),
}


@pytest.mark.indices
@pytest.mark.parametrize("case", CASES)
def test_decisions_have_the_same_numbers_for_the_driver(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, config = CASES[case]
    play_plainly(monkeypatch)
    bots = [Fickle(), Fickle()]
    entrants = [Entrant(f"{at}", lambda bot=bot: bot) for at, bot in enumerate(bots)]
    Match(game, config, entrants, hands=30, seed=6, out=tmp_path / "record").play()
    series, matches = read(tmp_path / "record")
    for number, played in enumerate(matches):
        asked = {played.seating.index(at): iter(bot.asked[number]) for at, bot in enumerate(bots)}
        for step, move in zip(replay(game, series, played), played.moves, strict=False):
            owed = [decision for decision in game.pending(step.state) if move[0] in (decision.seat, "clock")]
            for decision in owed:
                assert decision.seat not in asked or next(asked[decision.seat]) == decision
        assert [next(left, None) for left in asked.values()] == [None, None]
    assert any(decision.number > 1 for bot in bots for match in bot.asked for decision in match)
