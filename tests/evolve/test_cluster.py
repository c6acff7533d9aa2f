"""Workers on a Ray cluster of two nodes. Skipped where Ray is not installed; `scripts/test_ray` installs it and runs
these."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.evolve.evaluators import evaluate_here
from croupier.evolve.tasks import Task
from croupier.kernel.errors import BadInput

TASKS = [Task(None, seed=seed) for seed in range(8)]


def test_without_ray_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.evolve.cluster import ray_crew

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match="pip install"), ray_crew("local"):
        pass


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes of one processor each."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    yield nodes
    nodes.shutdown()


def test_a_cluster_gives_the_same_results_in_the_same_order(cluster: Any) -> None:
    from croupier.evolve.cluster import ray_crew

    with ray_crew(cluster.address) as evaluate:
        assert evaluate(TASKS) == evaluate_here(TASKS)


def test_a_worker_killed_in_the_middle_costs_only_its_own_task(cluster: Any) -> None:
    import ray

    from croupier.evolve.cluster import Cluster

    ray.init(address=cluster.address, log_to_driver=False)
    people = Cluster(ray, 2)
    try:
        people.evaluate(TASKS[:2])
        ray.kill(people.workers[0].actor)
        assert people.evaluate(TASKS) == evaluate_here(TASKS)
        assert people.lost == 1
    finally:
        people.close()
        ray.shutdown()


def test_where_there_is_no_cluster_it_is_told() -> None:
    pytest.importorskip("ray")
    from croupier.evolve.cluster import ray_crew

    with pytest.raises(BadInput, match="no Ray cluster"), ray_crew("127.0.0.1:1"):
        pass
