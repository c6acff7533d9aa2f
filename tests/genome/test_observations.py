"""What learners are given in genomes about cards that do not lie open (the stock, the discards, what was captured) and
about the betting."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.agents.tree import Grower
from croupier.games import load
from croupier.games.genome import GAME
from croupier.games.genome.language.genome import BettingPhase
from croupier.games.genome.machine.betting_lines import BETTINGS, MOST_TIMES, PARTS
from croupier.games.genome.machine.records import CAPTURED, DECK, MUCK, PILE, TOP
from croupier.games.genome.observations import OBSERVATIONS
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.observations import observed
from croupier.kernel.contract.record import replay
from croupier.kernel.showing.playthrough import play_out, random_chooser

from .table import GenomeTable, genome

BETTING = BettingPhase(min_bet=10, max_raises=3)


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


@pytest.mark.parametrize(("name", "sets"), [("kuhn", 12), ("leduc", 936)])
def test_observations_tell_all_information_sets_apart(name: str, sets: int) -> None:
    game = load(name)
    config = game.configure()
    seen = [tuple(observed(game, config, game.view(state, decision.seat)))
            for state, decision in Grower(game).situations(config)]  # fmt: skip
    assert len(seen) == len(set(seen)) == sets


def lines(table: GenomeTable, seat: int) -> list[tuple[int, ...]]:
    """What each seat did in each betting round, as a seat is told: three numbers a round, the rounds of a seat in turn,
    the seat's own first."""
    given = parts(GAME, table.table.config, GAME.view(table.state, seat))["lines"]
    return [tuple(given[at : at + PARTS]) for at in range(0, len(given), PARTS)]


def test_lines_tell_how_often_each_seat_checked_called_and_raised_in_each_betting_round() -> None:
    table = GenomeTable(genome(BETTING, BETTING, chips=1000)).do("CHECK", "BET", "RAISE", "CALL", "CHECK")
    assert lines(table, 0)[:2] == [(1, 0, 1), (1, 0, 0)]
    assert lines(table, 0)[BETTINGS : BETTINGS + 2] == [(0, 1, 1), (0, 0, 0)]
    assert lines(table, 1) == lines(table, 0)[BETTINGS:] + lines(table, 0)[:BETTINGS]


def test_an_all_in_is_a_raise_above_the_highest_bet_and_else_a_call() -> None:
    opened = GenomeTable(genome(BETTING, chips=1000), stacks=[5, 1000]).do("ALL_IN")
    assert lines(opened, 1)[BETTINGS] == (0, 0, 1)
    called = GenomeTable(genome(BETTING, players=3, chips=1000), stacks=[1000, 5, 1000]).do("BET", "ALL_IN")
    assert lines(called, 1)[0] == (0, 1, 0)


def test_lines_count_to_three() -> None:
    endless = BettingPhase(min_bet=10, max_raises=20)
    table = GenomeTable(genome(endless, chips=1000)).do("BET", *["RAISE"] * 8)
    assert lines(table, 0)[0] == (0, 0, MOST_TIMES) and lines(table, 0)[BETTINGS] == (0, 0, MOST_TIMES)
    assert not any(map(any, (*lines(table, 0)[1:BETTINGS], *lines(table, 0)[BETTINGS + 1 :])))


def test_the_fifth_betting_round_and_later_ones_share_a_line() -> None:
    table = GenomeTable(genome(*[BETTING] * (BETTINGS + 1), chips=1000)).do(*["CHECK", "CHECK"] * BETTINGS, "BET")
    assert lines(table, 0)[:BETTINGS] == [*[(1, 0, 0)] * (BETTINGS - 1), (1, 0, 1)]


def test_lines_begin_anew_with_each_hand() -> None:
    table = GenomeTable(genome(BETTING, chips=1000, hands=2)).do("BET", "FOLD")
    assert not any(map(any, lines(table, 0)))
    table.do("CHECK")
    assert table.actor is not None and lines(table, table.actor)[BETTINGS] == (1, 0, 0)
