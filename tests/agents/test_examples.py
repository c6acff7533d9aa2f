"""The example that keeps a book on its opponents: by id, wherever they sit."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier import holdem
from croupier.agents.loading import Entrant, bot_in, house_bot
from croupier.simulate.match.match import Match

EXAMPLES = Path(__file__).parents[2] / "examples"
READER, AHEAD = EXAMPLES / "reader.py", EXAMPLES / "ahead.py"


@pytest.mark.parametrize(("name", "pages"), [("Reader", {"player-2", "player-3"}), ("Forgetful", {"all the same"})])
def test_a_reader_has_a_page_for_each_opponent(name: str, pages: set[str]) -> None:
    made: list[Any] = []

    def make() -> Any:
        made.append(bot_in(READER, name))
        return made[-1]

    others = [Entrant(other, partial(house_bot, holdem.GAME, other)) for other in ("station", "random")]
    config = holdem.configure(seats=3, hands=1)
    results = Match(holdem.GAME, config, [Entrant("reader", make), *others], hands=90, seed=1).play()
    assert results.errors(0) == []
    (bot,) = made
    assert {page for page in bot.faced if page != "player-1"} == pages
    if name == "Reader":
        assert bot.folded["player-2"] == 0 < bot.faced["player-2"], "a station never folds"
        assert bot.folded["player-3"] > 0


def test_a_bot_that_looks_ahead_dreams_of_the_hand_as_it_stands() -> None:
    """Its dreams have its cards, the board, the pot and the price; and other cards for the others each time."""
    seen: list[bool] = []

    class Checked(bot_in(AHEAD).__class__):  # type: ignore[misc]
        def act(self, view: Any, decision: Any) -> Any:
            hands = [self.dream(view, number) for number in range(3)]
            for hand in hands:
                assert (hand.actor, hand.pot, hand.to_call) == (view.seat, view.pot, view.to_call)
                assert (hand.board, hand.stacks) == (holdem.board(view), tuple(view.stack[: view.seats]))
                assert hand.hole(view.seat) == holdem.hole(view)
            seen.append(len({hand.hole((view.seat + 1) % view.seats) for hand in hands}) > 1)
            return super().act(view, decision)

    others = [Entrant(other, partial(house_bot, holdem.GAME, other)) for other in ("station", "random")]
    config = holdem.configure(seats=3, hands=1)
    results = Match(holdem.GAME, config, [Entrant("ahead", Checked), *others], hands=6, seed=2).play()
    assert results.errors(0) == [] and seen and all(seen)
