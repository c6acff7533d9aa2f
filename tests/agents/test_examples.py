"""The example that keeps a book on its opponents: by id, wherever they sit."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier import holdem
from croupier.agents.loading import Entrant, bot_in, house_bot
from croupier.simulate.match.match import Match

READER = Path(__file__).parents[2] / "examples" / "reader.py"


@pytest.mark.parametrize(("name", "pages"), [("Reader", {"player-2", "player-3"}), ("Forgetful", {"all the same"})])
def test_a_reader_has_a_page_for_each_opponent(name: str, pages: set[str]) -> None:
    made: list[Any] = []

    def make() -> Any:
        made.append(bot_in(READER, name))
        return made[-1]

    others = [Entrant(other, partial(house_bot, holdem.GAME, other)) for other in ("station", "shark")]
    config = holdem.configure(seats=3, hands=1)
    results = Match(holdem.GAME, config, [Entrant("reader", make), *others], hands=90, seed=1).play()
    assert results.errors(0) == []
    (bot,) = made
    assert {page for page in bot.faced if page != "player-1"} == pages
    if name == "Reader":
        assert bot.folded["player-2"] == 0 < bot.faced["player-2"], "a station never folds"
        assert bot.folded["player-3"] > 0
