"""The simulator: same seed, same result, whatever the speed, the chunks and the workers."""

from __future__ import annotations

import math
from itertools import islice

import pytest

from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import LOUD
from croupier.kernel.vocabulary.streams import MOST_DEALS
from croupier.simulate.loop import Loop
from croupier.simulate.run import _chunks, _played, simulate
from tests.toys.kuhn import GAME as KUHN
from tests.toys.pennies import GAME as PENNIES
from tests.toys.refill import GAME as REFILL

GAMES = pytest.mark.parametrize("game", [KUHN, REFILL], ids=lambda game: game.name)


@pytest.mark.indices
@GAMES
def test_plain_and_compiled_loops_count_the_same(game) -> None:  # type: ignore[no-untyped-def]
    loop = Loop(game, None)
    assert loop.run(5, 10, 300) == loop.run_plain(5, 10, 300)


@GAMES
def test_chunks_do_not_change_the_result(game) -> None:  # type: ignore[no-untyped-def]
    loop = Loop(game, None)
    whole, parts = loop.run(3, 0, 100).flat(), [loop.run(3, 0, 37).flat(), loop.run(3, 37, 100).flat()]
    assert whole == [a + b for a, b in zip(*parts, strict=True)]


CHUNK = 1 << 10


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of which a test can play many."""
    monkeypatch.setattr("croupier.simulate.run.CHUNK", CHUNK)


@pytest.mark.usefixtures("small_chunks")
def test_workers_do_not_change_the_result() -> None:
    one, two = (simulate("tests.toys.kuhn", matches=3 * CHUNK + 5, seed=9, workers=n) for n in (1, 2))
    assert one[:4] == two[:4]
    assert one.matches == 3 * CHUNK + 5


def test_scores_of_a_zero_sum_game_sum_to_zero() -> None:
    report = simulate("tests.toys.refill", matches=2_000, seed=2)
    assert sum(seat.mean for seat in report.seats) == pytest.approx(0)


@pytest.mark.usefixtures("small_chunks")
def test_interrupted_simulation_reports_what_it_has() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    report = simulate("tests.toys.kuhn", matches=2 * CHUNK, seed=1, progress=stop)
    assert not report.complete
    assert report.matches == CHUNK


def test_policies_sit_where_they_are_named() -> None:
    from croupier.agents.random import play_randomly
    from croupier.kernel.language.jit import rule

    @rule
    def never_bet(v, m, rng, a) -> None:  # type: ignore[no-untyped-def]
        a.kind = m.kind[0]
        a.amount = 0
        a.count = 0

    seats = Loop(KUHN, None, [play_randomly, never_bet])
    swapped = Loop(KUHN, None, [never_bet, play_randomly])
    assert seats.run_plain(1, 0, 500).steps == 1500  # the second seat never bets, so every match has three steps
    assert swapped.run_plain(1, 0, 500).steps > 1500
    assert seats.lineup.policy[:4] == [0, 1, 0, 1]


@pytest.mark.parametrize("matches, workers", [(0, 1), (1, 0)])
def test_nothing_to_do_is_refused(matches: int, workers: int) -> None:
    with pytest.raises(BadInput):
        simulate("tests.toys.kuhn", matches=matches, workers=workers)


@pytest.mark.usefixtures("small_chunks")
def test_more_workers_than_chunks_are_not_started() -> None:
    assert simulate("tests.toys.kuhn", matches=CHUNK, workers=1000).workers == 1


def test_more_policies_than_seats_are_refused() -> None:
    with pytest.raises(BadInput, match="has 2 seats here, which is too few for 3 bots"):
        simulate("tests.toys.kuhn", matches=1, policies=["random"] * 3)


def test_one_match_has_no_interval() -> None:
    seat = simulate("tests.toys.kuhn", matches=1).seats[0]
    assert (seat.low, seat.high) == (-math.inf, math.inf)


def test_unknown_bot_is_refused_naming_those_there_are() -> None:
    with pytest.raises(BadInput, match="no house bot 'shark'; it has random"):
        simulate("tests.toys.kuhn", matches=1, policies=["shark"])


def test_a_match_begins_the_same_whether_or_not_somebody_listens() -> None:
    """Where nobody does, every match is a copy of one that has begun. Loops of genomes, to which somebody listens, are
    compared at both speeds (`tests/genome/test_random_genomes.py`)."""
    for game in (KUHN, PENNIES, REFILL):
        config = game.configure()
        silent, told = Loop(game, config), Loop(game, config, mode=LOUD)
        assert silent.run_plain(5, 0, 40) == told.run_plain(5, 0, 40)


@pytest.mark.parametrize("game", [KUHN, REFILL], ids=lambda game: game.name)
def test_a_run_that_looks_up_after_every_step_counts_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Loop(game, None).run(9, 0, 60)
    monkeypatch.setattr("croupier.simulate.loop.FIRST_SLICE", 1)
    monkeypatch.setattr("croupier.simulate.loop.LONGEST_SLICE", 3)
    assert Loop(game, None).run(9, 0, 60) == whole == Loop(game, None).run_plain(9, 0, 60)


def test_a_match_without_end_meets_a_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second look at the clock is the person's last."""
    looks = iter([0.0, 0.0])

    def look() -> float:
        for now in looks:
            return now
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.simulate.loop.FIRST_SLICE", 1)
    monkeypatch.setattr("croupier.simulate.loop.time.perf_counter", look)
    with pytest.raises(KeyboardInterrupt):
        Loop(KUHN, None).run(9, 0, 60)


@pytest.mark.usefixtures("small_chunks")
def test_a_simulation_without_end_begins_at_once_and_gives_what_it_has() -> None:
    """Chunks are cut as they are played: a list of them all would never be done."""

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    found = simulate("tests.toys.kuhn", matches=10**12, seed=1, progress=stop)
    assert not found.complete and 0 < found.matches <= CHUNK


def test_after_the_deals_of_a_seed_those_of_the_next_are_played() -> None:
    loop = Loop(KUHN, None)
    chunks = list(islice(_chunks(2 * MOST_DEALS, MOST_DEALS - 5), 4))
    assert chunks == [(0, MOST_DEALS - 5), (MOST_DEALS - 5, MOST_DEALS), (MOST_DEALS, 2 * MOST_DEALS - 5),
                      (2 * MOST_DEALS - 5, 2 * MOST_DEALS)]  # fmt: skip
    assert _played(loop, 7, (MOST_DEALS + 3, MOST_DEALS + 40)) == _played(loop, 8, (3, 40))
    assert _played(loop, 7, (3, 40)) != _played(loop, 8, (3, 40))
