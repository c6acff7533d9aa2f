"""The bench and the watcher: any players in any seats of any genome, compiled once, paired by deals, and bounded."""

from __future__ import annotations

import random

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.agents.choices import count_choices
from croupier.evolve.play.bench import Bench
from croupier.evolve.play.film import film
from croupier.evolve.play.film_rules import RULES
from croupier.evolve.play.hand import LONGEST
from croupier.evolve.play.players import (
    CALLING,
    CONSTANT,
    FLAT,
    GREEDY,
    HASTY,
    PRESSING,
    RANDOM,
)
from croupier.games.genome import GAME, classics, configure, find
from croupier.games.genome.language.genome import GameGenome, PlayPhase, SetupRules, TurnStructure
from croupier.games.genome.language.random_genome import random_genome
from croupier.kernel.language.jit import compiled
from croupier.kernel.vocabulary.ledger import exchange
from croupier.kernel.vocabulary.menu import Menu, clear
from croupier.kernel.vocabulary.turns import HOUSE
from tests.evolve.asking import ANOTHER, number_asked
from tests.genome.watching import play_calling, watched


@pytest.mark.parametrize("name", ["kuhn", "hearts", "put", "crazy_eights", "holdem_fixed_limit"])
def test_the_bench_deals_and_plays_what_the_loop_does(name: str) -> None:
    genome = find(name)
    played = Bench(genome).play([CALLING], 50, 3)
    tally = watched(genome, play_calling, hands=1).run(3, 0, 50)
    seats = genome.player_count
    scores = np.array(tally.score[:seats])
    leads = (seats * scores - scores.sum()) / (seats - 1)
    assert played.leads.sum(axis=0) == pytest.approx(leads)


@pytest.mark.parametrize("name", classics())
def test_leads_of_a_hand_cancel_out_and_the_same_seed_gives_the_same(name: str) -> None:
    genome = find(name)
    bench = Bench(genome)
    for player in (RANDOM, HASTY, *CONSTANT):
        played = bench.play([player], 20, 5)
        assert played.hands == 20
        assert np.allclose(played.leads.sum(axis=1), 0)
        assert (bench.play([player], 20, 5).leads == played.leads).all()


def test_a_part_of_the_deals_is_a_part_of_the_result() -> None:
    bench = Bench(find("put"))
    whole = bench.play([HASTY], 30, 9).leads
    assert (bench.play([HASTY], 10, 9, start=20).leads == whole[20:]).all()


def test_line_ups_and_genomes_are_data() -> None:
    """One compiled function for every genome, for every order in which players sit, and for films of them."""
    Bench(find("kuhn")).play([RANDOM], 1, 1)
    fast = compiled(RULES["measure_hands"])
    before = len(fast.signatures)
    rng = random.Random(4)
    for number in range(20):
        genome = random_genome(random.Random(number))
        players = [rng.choice([RANDOM, HASTY, GREEDY, FLAT, *CONSTANT]) for _ in range(genome.player_count)]
        bench = Bench(genome)
        assert bench.play(players, 2, number).hands >= 1
        film(bench, number, hands=1)
    assert len(fast.signatures) == before == 1


def test_steps_are_a_budget() -> None:
    bench = Bench(find("hearts"))
    whole = bench.play([HASTY], 40, 2)
    short = bench.play([HASTY], 40, 2, steps=whole.steps // 2)
    assert 0 < short.hands < 40
    assert (short.leads == whole.leads[: short.hands]).all()


def test_a_hand_that_would_not_end_is_counted_not_waited_for() -> None:
    endless = GameGenome(
        setup=SetupRules(20, initial_deck="standard_52"),
        turn_structure=TurnStructure((PlayPhase(mandatory=False),), 0),
        max_turns=1000,
        player_count=2,
    )
    played = Bench(endless).play([CALLING], 5, 1, steps=10 * LONGEST)
    assert played.out_of_turns == 5 or played.endless == 5


def test_a_ladder_is_one_player_in_every_seat_with_the_same_cards() -> None:
    bench = Bench(find("put"))
    ladder = bench.ladder(HASTY, RANDOM, 12, 8)
    for seat in (0, 1):
        players = [HASTY if other == seat else RANDOM for other in (0, 1)]
        assert (bench.play(players, 12, 8).leads[:, seat] == ladder[:, seat]).all()
    assert len(bench.ladder(HASTY, RANDOM, 12, 8, steps=40)) < 12


def test_few_players_come_round() -> None:
    genome = replace(find("kuhn"), setup=replace(find("kuhn").setup, initial_deck="leduc_6"), player_count=4)
    one = Bench(genome).play([PRESSING, CALLING], 10, 1)
    assert (one.leads == Bench(genome).play([PRESSING, CALLING, PRESSING, CALLING], 10, 1).leads).all()


def test_flat_monte_carlo_knows_only_what_its_seat_knows() -> None:
    """Hidden cards are swapped: the answer is the same, whatever they are."""
    for name in ("leduc", "put"):
        state = GAME.start(configure(name, hands=1)).state
        rng = random.Random(3)
        while [decision.seat for decision in GAME.pending(state)] == [HOUSE]:
            decision = GAME.pending(state)[0]
            option = decision.options[0]
            pool = [card for card, zone in enumerate(state.table.cards.zone) if zone == option.zone]
            move = decision.move(option.name, cards=tuple(rng.sample(pool, option.most)))
            state = GAME.apply(state, HOUSE, move).state
        seat = GAME.pending(state)[0].seat
        m = Menu()
        clear(m)
        GAME.core.menu(state.table, seat, m)
        assert count_choices(m) > 1
        hidden = [card for card, known in enumerate(state.table.cards.known) if not known >> seat & 1]
        answers = set()
        for _ in range(3):
            table = state.table.copy()
            for _ in range(40):
                one, other = rng.sample(hidden, 2)
                if table.cards.kin[one] == table.cards.kin[other]:
                    exchange(table.cards, one, other)
            answers.add(number_asked(FLAT, table, seat, 11))
        assert len(answers) == 1 and ANOTHER not in answers, name


def test_thinking_pays() -> None:
    """Flat Monte Carlo beats hasty players where tricks are played."""
    bench = Bench(find("sixty_six"))
    assert bench.ladder(FLAT, HASTY, 40, 6, steps=500_000).mean() > 0


@pytest.mark.parametrize("name", ["kuhn", "hearts", "three_card_brag"])
def test_a_film_is_the_same_again_and_within_its_ranges(name: str) -> None:
    bench = Bench(find(name))
    seen, again = film(bench, 4, hands=8), film(bench, 4, hands=8)
    assert (seen.leads == again.leads).all() and (seen.changed == again.changed).all()
    assert (seen.leads == bench.play([HASTY], 8, 4).leads).all()
    for point in seen.points:
        assert 0 <= point.share < 1
        chances = point.chances[~np.isnan(point.chances)]
        assert ((chances >= 0) & (chances <= 1)).all()
    assert len(seen.values) <= 16
    for table in seen.values:
        assert 2 <= len(table) <= 6


def test_a_film_stops_when_its_steps_run_out() -> None:
    bench = Bench(find("gin_rummy"))
    assert len(film(bench, 1, hands=30, steps=20_000).leads) < 30
