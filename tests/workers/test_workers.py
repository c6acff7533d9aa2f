"""Workers: results in the order of the tasks, and a worker that dies costs what it was at, once."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from croupier.kernel.errors import BadInput, Fault
from croupier.workers import hired, team
from croupier.workers.team import Team, Worker, WorkerSetup

from . import worker_setups

SQUARES = WorkerSetup(worker_setups.prepare_squares)


def given_up(number: int) -> int:
    return -number


def test_results_are_in_the_order_of_the_tasks() -> None:
    with hired(2, SQUARES) as people:
        assert list(people.work(range(1, 12), given_up)) == [n * n for n in range(1, 12)]
        assert list(people.work([], given_up)) == []
        assert list(people.work([3, 2], given_up)) == [9, 4], "and they stay for the next ones"
    assert multiprocessing.active_children() == []


def test_a_task_that_ends_its_workers_is_given_up_and_costs_no_other() -> None:
    with hired(2, SQUARES) as people:
        assert list(people.work([1, 13, 2, 3], given_up)) == [1, -13, 4, 9]
        assert people.lost == team.TRIES


def test_a_worker_that_dies_costs_nothing(tmp_path: Path) -> None:
    with hired(2, WorkerSetup(worker_setups.prepare_to_die, (str(tmp_path / "flag"),))) as people:
        assert list(people.work(range(9), given_up)) == [2 * n for n in range(9)]
        assert people.lost == 1


class Toy(Worker):
    """A worker that squares, or hangs at its first task, or is never ready."""

    def __init__(self, manner: str) -> None:
        super().__init__()
        self.manner, self.said = manner, [] if manner == "absent" else [None]
        self.killed = False

    def send(self, task: int) -> None:
        self.said += [] if self.manner == "hangs" else [task * task]

    def receive(self) -> int | None:
        return self.said.pop()

    def kill(self) -> None:
        self.killed = True


class Toys(Team[int, int]):
    """Workers of given manners, one after the other as they are hired, and a clock that moves when nobody speaks."""

    def __init__(self, workers: int, *manners: str, limit: float = 60.0) -> None:
        self.manners = iter(manners)
        self.now = 0.0
        super().__init__(workers, SQUARES, limit)

    def hire(self) -> Toy:
        return Toy(next(self.manners))

    def listen(self, workers: list[Toy], seconds: float) -> list[Toy]:
        speaking = [worker for worker in workers if worker.said]
        self.now += 0.0 if speaking else seconds
        return speaking


def with_clock(people: Toys, monkeypatch: pytest.MonkeyPatch) -> Toys:
    monkeypatch.setattr(team.time, "monotonic", lambda: people.now)
    return people


def test_a_worker_that_hangs_is_killed_and_its_task_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    people = with_clock(Toys(1, "hangs", "squares"), monkeypatch)
    first = people.workers[0]
    assert list(people.work([4, 5], given_up)) == [16, 25]
    assert first.killed and people.lost == 1
    assert people.now == pytest.approx(60.0 + team.START_SECONDS, abs=2), "the first task may wait for the compiler"


def test_a_worker_that_a_cluster_has_no_room_for_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    people = with_clock(Toys(2, "absent", "squares"), monkeypatch)
    assert list(people.work([4, 5, 6], given_up)) == [16, 25, 36]
    assert people.now == 0.0
    people.make_ready()
    assert people.now == pytest.approx(team.START_SECONDS, abs=2) and people.lost == 0


def test_when_nobody_is_ever_ready_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for ask in (Toys.make_ready, lambda toys: list(toys.work([1], given_up))):
        people = with_clock(Toys(2, "absent", "absent"), monkeypatch)
        with pytest.raises(Fault, match="No worker was ready within 300 s"):
            ask(people)


def test_an_error_of_ours_comes_through_as_it_is() -> None:
    with hired(2, SQUARES) as people, pytest.raises(Fault, match="nothing squared"):
        list(people.work([1, 0], given_up))
    with (
        hired(2, WorkerSetup(worker_setups.fail_to_prepare)) as people,
        pytest.raises(BadInput, match="nothing to learn"),
    ):
        people.make_ready()


def test_when_no_worker_ever_answers_it_is_not_the_tasks() -> None:
    with (
        hired(1, WorkerSetup(worker_setups.die_while_preparing)) as people,
        pytest.raises(Fault, match=r"in a row.*process has ended"),
    ):
        people.make_ready()


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        for number in count(1):
            taken.append(number)
            yield number

    with hired(2, SQUARES) as people:
        assert list(islice(people.work(endless(), given_up), 5)) == [1, 4, 9, 16, 25]
    assert len(taken) <= 5 + 2 * team.AHEAD


def test_without_workers_nobody_works() -> None:
    with pytest.raises(BadInput, match="worker"), hired(0, SQUARES):
        pass
