"""Mistakes that programs for this very language have made. Each is pinned here; those of betting and of hand ranking
stand with their kind, in test_betting and test_evaluation."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from croupier.agents.search_bot import search_for
from croupier.games.genome import GAME, find, measures, to_json
from croupier.games.genome.language.genome import BestHand, BettingPhase, TrickPhase
from croupier.games.genome.language.random_genome import random_genome
from croupier.games.genome.machine.events import HandStarted
from croupier.games.genome.machine.records import HAND
from croupier.simulate.run import simulate
from tests.simulate.plainly import fork_workers, play_plainly, search_plainly

from .table import GenomeTable, genome
from .watching import watched

BETTING = BettingPhase(10, 3)


@pytest.mark.parametrize("side_pots", [False, True])
def test_folded_players_never_win_whatever_their_cards(side_pots: bool) -> None:
    played = genome(BETTING, BETTING, players=3, chips=100, side_pots=side_pots)
    table = GenomeTable(played, "Ac 3c 2c").do("CHECK", "BET", "CALL", "FOLD", "CHECK", "CHECK")
    assert table.chips == [100, 110, 90]


def test_poker_does_not_always_end_in_a_draw() -> None:
    table = GenomeTable(genome(BETTING, cards=5, chips=100, win=BestHand()), "Kc 2c Kd 3c 2h 4c 3s 5c 4d 7c").do(
        "BET", "CALL"
    )
    assert table.chips == [90, 110], "a flush of clubs beats a pair"


def test_a_pot_is_never_burnt() -> None:
    """With hands of two cards, and of eight, and of none at all after the tricks, somebody gets it."""
    for cards, phases in ((2, (BETTING,)), (8, (BETTING,)), (1, (BETTING, TrickPhase()))):
        table = GenomeTable(genome(*phases, cards=cards, chips=100, win=BestHand())).do("BET", "CALL")
        while table.actor is not None:
            table.do(f"PLAY {table.cards_for('PLAY').split()[0]}")
        assert sum(table.chips) == 200


def test_a_new_hand_is_a_new_deal_and_the_starting_position_rotates() -> None:
    table = GenomeTable(genome(BETTING, cards=5, players=3, chips=100, hands=4))
    hands, starts = set(), []
    for _ in range(4):
        hands.add(table.zone(HAND))
        starts.append(table.actor)
        table.do("CHECK", "CHECK", "CHECK")
    assert len(hands) == 4
    assert starts == [0, 1, 2, 0] == [fact.seat for fact in table.told(HandStarted)]


def test_the_starting_position_skips_seats_that_are_out() -> None:
    """Otherwise the seat behind an empty one would start twice as often."""
    table = GenomeTable(genome(BettingPhase(100), players=3, chips=100, hands=5), "3c 2c Ac").do(
        "CHECK", "BET", "CALL", "FOLD"
    )
    assert table.chips == [100, 0, 200]
    table.do(*["CHECK"] * 6)
    assert [fact.seat for fact in table.told(HandStarted)] == [0, 2, 0, 2, 0]


def test_every_betting_phase_uses_its_own_parameters() -> None:
    table = GenomeTable(genome(BettingPhase(10, 0), BettingPhase(25, 1), chips=100)).do("BET")
    assert table.moves == ["CALL", "FOLD"]
    assert table.do("CALL", "BET").table.betting.current_bet == 25
    assert table.moves == ["CALL", "RAISE", "FOLD"]


def test_a_second_betting_phase_starts_from_zero_and_the_pot_stays() -> None:
    table = GenomeTable(genome(BETTING, BETTING, chips=100)).do("BET", "RAISE", "CALL")
    b = table.table.betting
    assert (b.current_bet, b.raises, b.bet[:2], b.pot) == (0, 0, [0, 0], 40)


def test_a_seat_without_chips_sits_out() -> None:
    table = GenomeTable(genome(BettingPhase(100), players=3, chips=100, hands=3), "Ac 2c 3c").do("BET", "FOLD", "CALL")
    assert table.chips == [200, 100, 0]
    assert table.table.dealt == 0b011
    assert table.table.cards.count[HAND + 2] == 0
    assert table.do("CHECK").actor == 0


def test_search_decides_bets_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facing a bet in Kuhn poker, the king calls and the jack folds."""
    search_plainly(monkeypatch, GAME)
    for card, move in (("Kc", "CALL"), ("Jc", "FOLD")):
        table = GenomeTable(find("kuhn"), f"Qc {card}").do("BET")
        assert GAME.describe(search_for(GAME, 1, 50).think(table.state, 1).move) == move


def test_search_knows_only_what_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    search_plainly(monkeypatch, GAME)
    worlds = [GenomeTable(find("leduc"), f"{other} Qc Kc").do("CHECK", "CHECK", "BET") for other in ("Jc", "Kd")]
    one, other = (search_for(GAME, 1, 30).think(table.state, 1) for table in worlds)
    assert one == other, "the same visits to the same moves, whatever the other seat holds"


def test_same_seed_same_result_whatever_the_number_of_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers begin with what they have been sent: the file and the watcher's name."""
    fork_workers(monkeypatch)
    play_plainly(monkeypatch, GAME)
    monkeypatch.setattr("croupier.simulate.run.CHUNK", 32)
    path = tmp_path / "game.json"
    path.write_text(to_json(find("five_card_draw")))
    reports = [simulate(str(path), matches=72, seed=9, workers=n, watcher=measures.__name__) for n in (1, 2)]
    one, two = ((report[:4], measures.counts(report.notes)) for report in reports)
    assert one == two and one[0][1] == 72


def test_a_match_of_any_genome_is_the_same_whatever_was_played_before() -> None:
    """So it does not matter which worker plays it, nor when."""
    for seed in range(40):
        loop = watched(random_genome(random.Random(seed)))
        whole = loop.run(seed, 0, 30).flat()
        parts = [loop.run(seed, *chunk).flat() for chunk in ((21, 30), (0, 4), (4, 21))]
        assert [sum(values) for values in zip(*parts, strict=True)] == whole, seed
