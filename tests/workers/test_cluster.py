"""Workers on a Ray cluster of two nodes. Skipped where Ray is not installed; `scripts/test_ray` installs it and runs
these."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.evolve.tasks import Task, crew, evaluate_here
from croupier.games.genome import find, to_json
from croupier.kernel.errors import BadInput, Fault
from croupier.simulate.run import simulate
from croupier.workers import hired
from croupier.workers.team import UNLIMITED, WorkerSetup

from . import worker_setups
from .test_workers import SQUARES, given_up

TASKS = [Task(None, seed=seed) for seed in range(8)]


def test_without_ray_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match="pip install"), hired(1, SQUARES, ray="local"):
        pass


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Two nodes of one processor each."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    yield cluster
    cluster.shutdown()


def test_a_cluster_measures_games_as_this_process_does(nodes: Any) -> None:
    with crew(1, ray=nodes.address) as evaluate:
        assert evaluate(TASKS) == evaluate_here(TASKS)


def test_a_cluster_plays_matches_as_this_process_does(nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.simulate.run.CHUNK", 1 << 10)
    here = simulate("tests.toys.kuhn", matches=5_003, seed=9)
    there = simulate("tests.toys.kuhn", matches=5_003, seed=9, ray=nodes.address)
    assert there[:5] == here[:5] and there.workers == 2


def test_a_game_that_is_a_file_travels(nodes: Any, tmp_path: Path) -> None:
    file = tmp_path / "brag.json"
    file.write_text(to_json(find("three_card_brag")))
    here = simulate(str(file), matches=2_000, seed=9)
    assert simulate(str(file), matches=2_000, seed=9, ray=nodes.address)[:5] == here[:5]


def test_a_worker_that_dies_in_the_middle_costs_only_its_own_task(nodes: Any, tmp_path: Path) -> None:
    with hired(1, WorkerSetup(worker_setups.prepare_to_die, (str(tmp_path / "flag"),)), ray=nodes.address) as people:
        assert list(people.work(range(40), given_up)) == [2 * n for n in range(40)]
        assert people.lost == 1
    with hired(1, SQUARES, ray=nodes.address) as people:
        assert list(people.work([1, 13, 2, 3], given_up)) == [1, -13, 4, 9]


def test_an_error_of_ours_comes_through_as_it_is(nodes: Any) -> None:
    with hired(1, SQUARES, ray=nodes.address) as people, pytest.raises(Fault, match="nothing squared"):
        list(people.work([1, 0], given_up))
    with (
        hired(1, WorkerSetup(worker_setups.fail_to_prepare), ray=nodes.address) as people,
        pytest.raises(BadInput, match="nothing to learn"),
    ):
        people.make_ready()


def test_a_node_that_is_lost_costs_only_what_was_done_there(nodes: Any) -> None:
    """Its workers are hired anew, find no room, and hold nobody up."""
    import ray

    from croupier.workers.cluster import Cluster

    third = nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    people: Cluster[int, int] = Cluster(ray, 3, SQUARES, UNLIMITED)
    try:
        people.make_ready()
        results = people.work(range(20, 420), given_up)
        first = [next(results) for _ in range(3)]
        nodes.remove_node(third, allow_graceful=False)
        assert [*first, *results] == [n * n for n in range(20, 420)]
        assert people.lost <= 1
    finally:
        people.close()
        ray.shutdown()


def test_where_there_is_no_cluster_it_is_told() -> None:
    pytest.importorskip("ray")
    with pytest.raises(BadInput, match="no Ray cluster"), hired(1, SQUARES, ray="127.0.0.1:1"):
        pass
