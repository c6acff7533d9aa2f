"""What learners are given in genomes about cards that do not lie open: the stock, the discards, what was captured."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games import load
from croupier.games.genome.machine.records import CAPTURED, DECK, MUCK, PILE, TOP
from croupier.games.genome.observations import OBSERVATIONS
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.observations import observed
from croupier.kernel.contract.record import replay
from croupier.kernel.showing.playthrough import play_out, random_chooser


def parts(game: Game, config: Any, view: Any) -> dict[str, list[int]]:
    """The numbers of every block, by its name."""
    numbers, found = observed(game, config, view), {}
    for block in OBSERVATIONS.blocks:
        size = block.size(config)
        found[block.name], numbers = numbers[:size], numbers[size:]
    return found


@pytest.mark.parametrize("name", ["hearts", "crazy_eights", "triple_draw"])
def test_a_seat_is_given_the_heaps_the_captures_and_the_cards_that_it_has_not_seen(name: str) -> None:
    game = load(name)
    config = game.configure(**game.simulation)
    played, seen = play_out(game, config, random_chooser(game, 4), 4).record(), set()
    for step in replay(game, *played):
        state, table = step.state, step.state.table
        cards, seats = table.cards, range(table.seats)
        for seat in seats:
            given = parts(game, config, game.view(state, seat))
            deck = [card for card in range(52) if config.deck >> card & 1]
            assert given["heaps"] == [cards.count[DECK], cards.count[PILE] + cards.count[TOP], cards.count[MUCK]]
            assert given["unseen"] == [int(card in deck and not cards.known[card] >> seat & 1) for card in range(52)]
            clockwise = [CAPTURED + (seat + ahead) % len(seats) for ahead in seats]
            worth = [sum(config.worth[card] for card in deck if cards.zone[card] == zone) for zone in clockwise]
            assert given["captured_points"] == worth
            seen |= {key for key in ("heaps", "unseen", "captured_points") if any(given[key])}
    assert seen >= ({"unseen", "captured_points"} if name == "hearts" else {"unseen", "heaps"})
