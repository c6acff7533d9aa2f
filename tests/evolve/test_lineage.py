"""The lineage as a tree: lanes by first parents, and nobody is drawn twice."""

from __future__ import annotations

from croupier.evolve.folder import Ancestor
from croupier.evolve.report.lineage import MOST_LANES, Leaf, lanes, lineage
from croupier.simulate.report.charts import NARROW, WIDE


def ancestor(number: int, *parents: int, name: str = "") -> Ancestor:
    return Ancestor(number, f"{number:04x}", 0.5, number, parents, ("MutateDeck",) if parents else (), name)


FAMILY = {
    one.number: one
    for one in (
        ancestor(0, name="kuhn"),
        ancestor(1, name="put"),
        ancestor(2, 0),
        ancestor(3, 2, 1),
        ancestor(4, 2),
        ancestor(5, 3),
    )
}


def test_a_lane_follows_the_first_parent() -> None:
    placed = lanes([Leaf(5, "Five"), Leaf(4, "Four")], FAMILY)
    assert placed == {5: 0, 3: 0, 2: 0, 0: 0, 1: 1, 4: 2}


def test_unknown_ancestors_are_left_out() -> None:
    assert lanes([Leaf(9, "Nine")], FAMILY) == {}
    assert lineage(WIDE, [Leaf(9, "Nine")], FAMILY) == ""
    assert lanes([Leaf(7, "Seven")], {7: ancestor(7, 6)}) == {7: 0}


def test_there_are_no_more_lanes_than_there_is_room_for() -> None:
    many = {number: ancestor(number) for number in range(2 * MOST_LANES)}
    assert max(lanes([Leaf(number, "x") for number in many], many).values()) == MOST_LANES - 1


def test_the_tree_names_its_ends_and_the_classics_it_starts_from() -> None:
    for size in (WIDE, NARROW):
        drawn = lineage(size, [Leaf(5, "Five & more")], FAMILY)
        assert drawn.count("<circle") == 5 and drawn.count('class="crossed"') == 1
        assert 'data-number="5"' in drawn and "Five &amp; more" in drawn
        assert ">kuhn</text>" in drawn and ">put</text>" in drawn
