"""Search: settled by its seed, the same whoever works it out, and from where it stopped."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest

from croupier.evolve.archive import Archive, Elite
from croupier.evolve.canonical import canonical, key_of
from croupier.evolve.fitness.evaluation import Evaluation
from croupier.evolve.fitness.tiers import LAST
from croupier.evolve.operators import CROSSOVERS
from croupier.evolve.search import SURE, Saved, Search, entered, restored, saved, seeds
from croupier.evolve.settings import METHODS, Settings, read_settings, settings_of
from croupier.evolve.tasks import LOST, Result, Task, crew, evaluate_here, given_up, made, perform
from croupier.games.genome import classics, find
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.statistics import Estimate


def pretended(tasks: Sequence[Task]) -> list[Result]:
    """Measurements made up from the game alone: quick, and the same every time."""
    return [_pretended(task) for task in tasks]


@cache
def _pretended(task: Task) -> Result:
    genome, operators = made(task)
    form = canonical(genome)
    key = key_of(form)
    luck = random.Random(f"{key} {task.again}")
    kind = hashlib.sha256(key.encode()).digest()
    if kind[0] < 30:
        return Result(form, Evaluation("", 1, "stakes") if task.makes else Evaluation(key, 1, "stakes"), operators)
    if task.makes:
        return Result(form, Evaluation(key, 1), operators)
    if kind[0] < 60:
        return Result(form, Evaluation(key, 1, "ties"))
    figures = {
        "length": 2.0 + kind[1] / 5,
        "betting_share": kind[2] / 255,
        "thinking": kind[3] / 255,
        "walkovers": kind[4] / 255,
    }
    measures = {name: Estimate(value, value, value) for name, value in figures.items()}
    return Result(form, Evaluation(key, 2, "", luck.random(), measures))


def archive_of(search: Search) -> bytes:
    """All that a search has come to."""
    return msgspec.json.encode(saved(search))


@pytest.mark.parametrize("method", METHODS)
def test_the_same_settings_give_the_same_archive(method: str) -> None:
    searches = [Search(Settings(seed=4, population=20, method=method)) for _ in range(2)]  # type: ignore[arg-type]
    for search in searches:
        for _ in range(4):
            search.step(pretended)
    assert archive_of(searches[0]) == archive_of(searches[1])
    assert len(searches[0].archive) > 0


def test_another_seed_gives_another_archive() -> None:
    one, other = (Search(Settings(seed=seed, population=20)) for seed in (1, 2))
    for search in (one, other):
        for _ in range(3):
            search.step(pretended)
    assert archive_of(one) != archive_of(other)


@pytest.mark.parametrize("method", METHODS)
def test_a_search_goes_on_from_what_was_kept_as_if_nothing_had_happened(method: str) -> None:
    settings = Settings(seed=9, population=15, method=method)  # type: ignore[arg-type]
    whole, first = Search(settings), Search(settings)
    for _ in range(5):
        whole.step(pretended)
    for _ in range(2):
        first.step(pretended)
    second = restored(msgspec.json.decode(archive_of(first), type=Saved))
    for _ in range(3):
        second.step(pretended)
    assert archive_of(second) == archive_of(whole)


def test_the_classics_come_first() -> None:
    search = Search(Settings(population=5))
    found = search.step(pretended)
    assert found.tried == len(classics()) == len(seeds())
    assert {elite.name for elite in search.archive.in_order()} <= set(classics())


def test_a_random_search_has_no_parents() -> None:
    search = Search(Settings(method="random", population=30))
    search.step(pretended)
    assert all(elite.parents == () and elite.operators == ("random",) for elite in search.archive.in_order())


def test_children_know_their_parents_and_how_they_were_made() -> None:
    search = Search(Settings(population=40))
    for _ in range(3):
        search.step(pretended)
    children = [elite for elite in search.archive.in_order() if elite.parents]
    assert children
    for child in children:
        assert all(parent < child.number for parent in child.parents)
        assert child.operators and (len(child.parents) == 2) == (child.operators[0] in CROSSOVERS)


def test_a_child_that_would_take_a_cell_is_measured_by_what_judges_in_the_end() -> None:
    asked: list[Task] = []

    def watching(tasks: Sequence[Task]) -> list[Result]:
        asked.extend(tasks)
        return pretended(tasks)

    search = Search(Settings(population=60))
    found = [search.step(watching) for _ in range(4)]
    rivals = [task for task in asked if task.again]
    assert any(task.again == 1 for task in rivals)
    assert all(task.quick and task.tier == LAST and not task.makes for task in rivals)
    assert len(rivals) == sum(one.again for one in found)
    assert search.evaluations == sum(one.tried + one.again for one in found)
    assert [one.tried + one.known for one in found[1:]] == [60] * 3


def test_no_game_is_measured_twice_as_a_child() -> None:
    first: list[str] = []

    def watching(tasks: Sequence[Task]) -> list[Result]:
        results = pretended(tasks)
        first.extend(
            result.evaluation.key
            for task, result in zip(tasks, results, strict=True)
            if not task.makes and not task.again
        )
        return results

    search = Search(Settings(population=80))
    found = [search.step(watching) for _ in range(5)]
    assert len(first) == len(set(first)) == len(search.measured), "neither in one generation nor later"
    assert sum(one.known for one in found) > 0


def contest(holder: Elite, rival: Elite, *again: float) -> tuple[Search, list[Elite]]:
    """A search in which a rival comes to a cell, with the qualities that further measurements find."""
    search, asked, qualities = Search(Settings()), list[Elite](), iter(again)
    search.archive.add(holder)

    def measured(tasks: Sequence[Task]) -> list[Result]:
        asked.extend(one for task in tasks for one in (holder, rival) if one.form == task.form)
        return [
            Result(task.form or rival.form, Evaluation("", 4, "", next(qualities), rival.measures)) for task in tasks
        ]

    search._insert([rival], measured)
    return search, asked


def test_where_a_cell_is_contested_whoever_is_ahead_is_measured_once_more() -> None:
    figures = {name: Estimate(0.5, 0.4, 0.6) for name in ("length", "betting_share", "thinking", "walkovers")}
    holder = Elite(1, canonical(find("kuhn")), "holder", 0.6, figures, glance=0.6)
    rival = Elite(2, canonical(find("leduc")), "rival", 0.9, figures, glance=0.9)
    search, asked = contest(holder, rival, 0.5)
    assert asked == [rival] and search.archive.knows("holder"), "far behind: not contested"
    search, asked = contest(holder, rival, 0.8, 0.2)
    assert asked == [rival, rival] and search.archive.knows("holder"), "ahead by luck: 0.5 in the mean"
    search, asked = contest(holder, rival, 0.8, 0.6)
    assert asked == [rival, rival] and search.archive.in_order()[0].quality == pytest.approx(0.7)
    assert search.archive.in_order()[0].times == 2 and search.evaluations == 2
    search, asked = contest(holder, rival, 0.58, 0.7)
    assert asked == [rival, holder] and search.archive.in_order()[0].quality == pytest.approx(0.65)
    search, asked = contest(holder, rival, 0.58, 0.5)
    assert asked == [rival, holder] and search.archive.knows("rival"), "it was the holder that had been lucky"
    sure = msgspec.structs.replace(holder, times=SURE)
    search, asked = contest(sure, rival, 0.58)
    assert [one.number for one in asked] == [2] and search.archive.knows("holder"), "measured often enough"
    low = msgspec.structs.replace(rival, glance=0.5)
    search, asked = contest(holder, low)
    assert asked == [] and search.archive.knows("holder"), "what looks much worse is not measured"


def test_a_game_enters_its_cell_with_the_quality_of_its_second_measurement() -> None:
    figures = {name: Estimate(0.5, 0.4, 0.6) for name in ("length", "betting_share", "thinking", "walkovers")}
    elite = Elite(1, canonical(find("kuhn")), "key", 0.9, figures, glance=0.9)
    found = Evaluation(
        "key", 4, "", 0.3, figures | {"thinking": Estimate(1.0, 1.0, 1.0), "depth": Estimate(0.2, 0.1, 0.3)}
    )
    entering = entered(elite, found)
    assert entering is not None and (entering.quality, entering.cell) == (0.3, elite.cell)
    assert entering.measures["depth"].mean == 0.2 and entering.glance == 0.9
    assert entered(elite, Evaluation("key", 3, "alike")) is None
    archive = Archive([entering])
    for glance, may in ((0.8, False), (0.81, True)):
        assert archive.may_be_improved_by(msgspec.structs.replace(elite, glance=glance)) == may


def test_a_child_is_made_the_same_whoever_makes_it() -> None:
    task = Task(canonical(find("hearts")), canonical(find("kuhn")), seed=5, mutations=2)
    assert made(task) == made(task)
    assert len(made(task)[1]) == 3 and made(task)[1][0] in CROSSOVERS
    assert made(Task(None, seed=5)) == made(Task(None, seed=5)) != made(Task(None, seed=6))


def test_settings_are_read_and_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    file.write_text('seed = 7\npopulation = 30\nmethod = "genetic"\n')
    assert read_settings(file, population=5) == Settings(seed=7, population=5, method="genetic")
    for text, named in (("sede = 1", "sede"), ('method = "luck"', "method"), ("population = 0", "population")):
        file.write_text(text)
        with pytest.raises(BadInput, match=named):
            read_settings(file)
    with pytest.raises(BadInput, match="cannot be read"):
        read_settings(tmp_path / "nowhere.toml")
    file.write_text("seed = [")
    with pytest.raises(BadInput, match="not TOML"):
        read_settings(file)
    assert settings_of({}) == Settings()


# With real workers: they play, compiled.

TASKS = [Task(form) for _, form in seeds()[:3]] + [Task(None, seed=seed) for seed in range(5)]


def test_workers_give_the_same_results_in_the_same_order() -> None:
    here = evaluate_here(TASKS)
    with crew(2) as evaluate:
        assert evaluate(TASKS) == here
        assert evaluate([]) == []


def test_a_game_that_nobody_could_measure_is_a_failed_one() -> None:
    for task in (TASKS[0], TASKS[-1]):
        assert given_up(task) == Result(made(task)[0], Evaluation("", 0, LOST), made(task)[1])


def test_a_task_that_runs_into_a_fault_is_a_failed_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.evolve import tasks

    def broken(*_: object, **__: object) -> None:
        raise Fault("broken")

    monkeypatch.setattr(tasks, "evaluate", broken)
    monkeypatch.setattr(tasks, "glanced", broken)
    assert perform(TASKS[0]).evaluation.failed.startswith("fault")
    assert perform(TASKS[-1]).evaluation.failed.startswith("fault")
