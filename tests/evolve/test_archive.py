"""The archive: one game a cell, the best; luck fades."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from croupier.evolve.archive import AXES, CELLS, Archive, Elite, cell_of, pooled
from croupier.evolve.fitness.evaluation import Evaluation
from croupier.games.genome import find
from croupier.kernel.statistics import Estimate

KUHN = find("kuhn")


def measures(length: float = 4.0, **others: float) -> dict[str, Estimate]:
    """What the axes measure."""
    values = {"length": length, "betting_share": 0.5, "thinking": 0.5, "walkovers": 0.2, **others}
    return {name: Estimate(value, value - 0.1, value + 0.1) for name, value in values.items()}


def elite(number: int, quality: float, key: str = "", **others: Any) -> Elite:
    """A game with a quality."""
    return Elite(number, KUHN, key or f"key {number}", quality, measures(**others))


def test_there_are_at_least_a_thousand_kinds_of_games() -> None:
    assert CELLS >= 1000
    assert len({axis.title for axis in AXES}) == 4


@given(st.floats(0, 100), st.floats(0, 1), st.floats(-1, 1), st.floats(0, 1))
def test_every_game_has_a_cell_and_every_part_a_name(length: float, bets: float, thinking: float, folds: float) -> None:
    cell = cell_of(measures(length, betting_share=bets, thinking=thinking, walkovers=folds))
    for part, axis in zip(cell, AXES, strict=True):
        assert 0 <= part < axis.size
        assert axis.label(part)


def test_parts_of_an_axis_are_named_by_their_bounds() -> None:
    length, betting = AXES[0], AXES[1]
    assert [length.label(part) for part in (0, 1, length.size - 1)] == ["under 3", "3 to 5", "50 or more"]
    assert [betting.label(part) for part in range(5)] == ["none", "under 40 %", "40 % to 75 %", "75 % or more", "all"]


def test_the_better_game_holds_the_cell() -> None:
    archive = Archive()
    assert archive.add(elite(1, 0.4))
    assert not archive.add(elite(2, 0.3))
    assert archive.add(elite(3, 0.5))
    assert archive.add(elite(4, 0.1, length=30.0))
    assert not archive.add(elite(5, 0.0, length=60.0)), "what is worth nothing takes no cell"
    assert [one.number for one in archive.in_order()] == [3, 4]
    assert archive.score == 0.6 and archive.coverage == 2 / CELLS
    assert archive.knows("key 3") and not archive.knows("key 1")
    assert [one.number for one in archive.best(5)] == [3, 4]


def test_a_further_measurement_is_averaged_and_its_interval_shrinks() -> None:
    one = elite(1, 0.8)
    again = Evaluation("key 1", 2, "", 0.4, measures(6.0))
    two = pooled(one, again)
    assert (two.quality, two.times) == ((0.8 + 0.4) / 2, 2)
    assert two.measures["length"].mean == 5.0
    assert two.measures["length"].high - two.measures["length"].mean < 0.1
    three = pooled(two, Evaluation("key 1", 1, "ties"))
    assert three.quality == two.quality * 2 / 3 and three.measures == two.measures


def test_luck_fades_and_a_game_may_move_or_lose_its_cell() -> None:
    archive = Archive([elite(1, 0.9), elite(2, 0.5, length=6.0)])
    holder = archive.in_order()[0]
    archive.measure_again(holder, Evaluation("key 1", 2, "", 0.5, measures(8.0)))
    moved = archive.in_order()[0]
    assert moved.cell == cell_of(measures(6.0)) and moved.quality == 0.7
    assert len(archive) == 1, "it has taken the cell of the other"
    archive.measure_again(holder, Evaluation("key 1", 2, "", 0.1, measures()))
    assert archive.in_order() == [moved], "who no longer holds a cell is not asked"
