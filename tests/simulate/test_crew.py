"""Workers: the same results and the same record as in one process, and nothing is left running."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from croupier import holdem
from croupier.agents.loading import load_bots
from croupier.agents.terms import Terms
from croupier.kernel.errors import BadInput, Fault, Tampered
from croupier.simulate.match.crew import Recipe
from croupier.simulate.match.match import Match
from croupier.simulate.match.results import Results
from tests.simulate.plainly import fork_workers

GALLERY = Path(__file__).parents[1] / "agents" / "gallery"
VICTIM = f"{GALLERY / 'cheats.py'}:Victim"
TERMS = Terms(limit_ms=600_000)


def match_of(*texts: str, workers: int, **options: Any) -> Match:
    config = holdem.configure(seats=len(texts), hands=1)
    recipe = Recipe("holdem", [*texts], TERMS)
    entrants = load_bots(holdem.GAME, texts, TERMS)
    return Match(holdem.GAME, config, entrants, seed=4, workers=workers, recipe=recipe, **options)


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that have everything imported: the first test has such as ship, which start from nothing."""
    fork_workers(monkeypatch)


def numbers(results: Results) -> list[Any]:
    return [(results.result(bot), results.raw(bot), results.errors(bot)) for bot in range(len(results.names))]


def test_workers_change_neither_results_nor_record(tmp_path: Path) -> None:
    found = []
    for workers in (1, 2):
        record = tmp_path / str(workers)
        texts = VICTIM, str(GALLERY / "prints.py"), "house:station"
        results = match_of(*texts, workers=workers, hands=40, duplicate=True, out=record, log=tmp_path / "log").play()
        assert results.complete and results.thinking[0].decisions == results.thinking[0].decisions > 0
        found.append((numbers(results), record.read_bytes(), results.thinking[0].decisions))
    assert found[0] == found[1]
    logs = {path.name for path in (tmp_path / "log").iterdir()}
    assert {"2-prints.py.log", "2-prints.py.2.log", "2-prints.py.3.log"} <= logs, "each copy has its own"
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("forked")
def test_workers_play_house_bots_without_anybody_asking() -> None:
    alone, shared = (match_of("house:random", "house:station", workers=w, hands=5000).play() for w in (1, 2))
    assert numbers(alone) == numbers(shared) and shared.plays == 5000


@pytest.mark.usefixtures("forked")
def test_a_record_of_workers_can_be_gone_on_with(tmp_path: Path) -> None:
    whole = match_of(VICTIM, "house:station", workers=1, hands=30, out=tmp_path / "whole").play()
    match_of(VICTIM, "house:station", workers=2, hands=10, out=tmp_path / "cut").play()
    rest = match_of(VICTIM, "house:station", workers=2, hands=30, resume=tmp_path / "cut").play()
    assert numbers(rest) == numbers(whole) and rest.played == 20
    first, *lines = (tmp_path / "whole").read_bytes().splitlines()
    assert first and lines == (tmp_path / "cut").read_bytes().splitlines()[1:]


@pytest.mark.usefixtures("forked")
def test_a_ctrl_c_ends_workers_and_leaves_what_was_played() -> None:
    match = match_of(VICTIM, "house:station", workers=2, hands=10**9)

    def stop(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    results = match.play(stop)
    assert not results.complete and 0 < results.plays < 10**9
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    ("bot", "error", "says"),
    [
        ("cheats.py:Quits", Fault, "A worker process has died"),
        ("cheats.py:TakesChips", Tampered, "has changed the table"),
        ("nobody.py", BadInput, "There is no file"),
    ],
)
def test_errors_in_a_worker_are_told(bot: str, error: type[Exception], says: str) -> None:
    match = match_of(str(GALLERY / bot), "house:station", workers=2, hands=50)
    with pytest.raises(error, match=says):
        match.play()
    assert multiprocessing.active_children() == []


def test_workers_without_a_recipe_are_refused() -> None:
    entrants = load_bots(holdem.GAME, ["house:random", "house:station"], TERMS)
    with pytest.raises(BadInput, match="need a recipe"):
        Match(holdem.GAME, holdem.configure(seats=2, hands=1), entrants, hands=1, workers=2)
