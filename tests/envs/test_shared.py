"""Tables with workers: the arrays are those of tables without, and workers end when they should."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import os
import signal
from typing import Any

import numpy as np
import pytest

from croupier import envs
from croupier.envs.batch_rules import ILLEGAL
from croupier.envs.shared import Crew, PartOfTables, SharedBatch
from croupier.games import load
from croupier.kernel.errors import BadInput, Fault
from tests.simulate.plainly import fork_workers

TOY = "tests.toys.refill"


def any_legal(now: envs.Tables, rng: np.random.Generator) -> Any:
    return (now.masks * rng.random(now.masks.shape)).argmax(1)


def assert_equal(one: envs.Tables, other: envs.Tables) -> None:
    for name, array, twin in zip(one._fields, one, other, strict=True):
        assert np.array_equal(array, twin), name


def shared(**options: Any) -> SharedBatch:
    tables = envs.batch(TOY, workers=2, **{"tables": 5, "seed": 8, **options})
    assert isinstance(tables, SharedBatch)
    return tables


@pytest.mark.parametrize("spawned", [True, False])
def test_workers_change_no_array(spawned: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not spawned:
        fork_workers(monkeypatch)
    history = 0 if spawned else 3
    alone, many = envs.batch(TOY, tables=5, seed=8, history=history), shared(history=history)
    rng = np.random.default_rng(1)
    for seed, first in ((None, 0), (9, 4)):
        one, other = alone.reset(seed, first_deal=first), many.reset(seed, first_deal=first)
        assert_equal(one, other)
        for _ in range(30):
            choices = any_legal(one, rng)
            assert_equal(alone.step(choices), many.step(choices))
        assert [alone.deal(at) for at in range(5)] == [many.deal(at) for at in range(5)]
        assert alone.table(4) == many.table(4)
    many.close()


def test_an_illegal_choice_at_one_table_stops_all_workers_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_workers(monkeypatch)
    tables = shared()
    choices = tables.reset().masks.argmax(1)
    before = [tables.table(at) for at in range(5)]
    choices[4] = 99
    with pytest.raises(BadInput, match="Table 4: choice 99 is not legal"):
        tables.step(choices)
    assert [tables.table(at) for at in range(5)] == before
    tables.close()


def test_a_worker_that_dies_is_an_error_and_a_reset_starts_others(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_workers(monkeypatch)
    tables = shared()
    first = tables.reset().observations.copy()
    os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
    with pytest.raises(Fault, match=r"A worker of the tables has died.*Reset them to go on"):
        tables.step(tables.now.masks.argmax(1))
    assert multiprocessing.active_children() == []
    with pytest.raises(BadInput, match="Reset the tables"):
        tables.step(tables.now.masks.argmax(1))
    assert np.array_equal(tables.reset().observations, first)
    tables.step(tables.now.masks.argmax(1))
    tables.close()


def test_a_fault_is_told_with_the_table_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_workers(monkeypatch)
    tables = shared(tables=2)
    tables.reset()
    monkeypatch.setattr(Crew, "together", lambda crew, seed: [(0, 0), (2, 1)])
    with pytest.raises(Fault, match="at table 1, in deal 1 of seed 8"):
        tables.step(tables.now.masks.argmax(1))
    tables.close()


def test_a_worker_numbers_its_tables_as_all_are_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_workers(monkeypatch)
    tables = shared()
    tables.reset()
    part = PartOfTables(tables._plan, 1)  # tables 2 to 4
    tables._given[0][:] = [99, 99, *tables.now.masks[2:4].argmax(1), 99]
    assert part(8) == (ILLEGAL, 4)
    tables.close()


def test_workers_end_with_close_with_the_tables_and_on_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_workers(monkeypatch)

    def begun() -> SharedBatch:
        tables = shared()
        tables.reset()
        assert len(multiprocessing.active_children()) == 2
        return tables

    tables = begun()
    tables.close()
    tables.close()
    assert multiprocessing.active_children() == []
    tables = begun()
    del tables
    gc.collect()
    assert multiprocessing.active_children() == []
    tables = begun()

    def interrupted(crew: Crew, seed: int) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Crew, "together", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tables.step(tables.now.masks.argmax(1))
    assert multiprocessing.active_children() == []


def test_closing_a_vector_of_gymnasium_closes_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Any] = []
    monkeypatch.setattr(SharedBatch, "close", lambda tables: closed.append(tables))
    many = envs.vector(TOY, num_envs=4, workers=2)
    many.close()
    assert closed == [many.tables]


def test_requests_that_workers_cannot_carry_out_are_refused() -> None:
    with pytest.raises(BadInput, match="by its name"):
        envs.batch(load(TOY), tables=2, workers=2)
    with pytest.raises(BadInput, match="not as plain"):
        envs.batch(TOY, tables=2, workers=2, plain=True)
    with pytest.raises(BadInput, match="workers must be a whole number from 1"):
        envs.batch(TOY, tables=2, workers=0)
    with pytest.raises(BadInput, match="tables must be a whole number from 1"):
        envs.batch(TOY, tables=0, workers=2)
    with pytest.raises(BadInput, match="without workers"):
        shared().play_through(1, 0, 2, 1, lambda *_: [])
    with pytest.raises(BadInput, match="cannot be copied"):
        copy.deepcopy(shared())
    with pytest.raises(BadInput, match="workers is an option"):
        envs.gym(TOY, workers=2)


def test_one_table_needs_no_second_worker() -> None:
    assert not isinstance(envs.batch(TOY, tables=1, workers=2), SharedBatch)
