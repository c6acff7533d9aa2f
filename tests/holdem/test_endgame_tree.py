"""The betting tree of an endgame: the same as a real hand's, with a few sizes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import pytest

from croupier import holdem
from croupier.games.holdem.endgame import tree
from croupier.games.holdem.endgame.tree import ALL_IN, CHANCE, DECISION, FOLDED, SHOWDOWN, Node, Spot, grow, node_after
from croupier.games.holdem.records import FLOP, RIVER, TURN
from croupier.kernel.errors import BadInput

DECK = "Ah Kc Ad Kd 2s 7d 9c 3h Jc"
"""Seat 0 is the button: hole cards go to seat 1 first, so that seat 1 has aces and wins."""


def paths(node: Node, taken: tuple[Node, ...] = ()) -> Iterator[tuple[Node, ...]]:
    """Every way from the root to an end."""
    if not node.children:
        yield (*taken, node)
    for child in node.children:
        yield from paths(child, (*taken, node))


def played_to(street: int, stacks: tuple[int, int]) -> holdem.Hand:
    """A hand that has come to a street with a pot of 20 and these stacks behind. Seat 1 acts first."""
    hand = holdem.deal([stacks[1] + 10, stacks[0] + 10], blinds=(5, 10), deck=DECK)
    hand.call()
    hand.check()
    for _ in range(street - FLOP):
        hand.check()
        hand.check()
    return hand


def follow(hand: holdem.Hand, path: tuple[Node, ...]) -> None:
    """Make the moves of a path in a real hand, and compare what may be done at each of its nodes."""
    for here, after in pairwise(path):
        if here.kind == CHANCE:
            continue
        assert hand.actor == 1 - here.actor
        assert (hand.pot, hand.stacks[::-1], hand.bets[::-1]) == (here.pot, here.stacks, here.bets)
        act = here.acts[here.children.index(after)]
        if act.kind in ("bet", "raise"):
            assert hand.min_raise_to is not None and hand.max_raise_to is not None
            assert hand.min_raise_to <= act.to <= hand.max_raise_to
            hand.raise_to(act.to)
        else:
            getattr(hand, act.kind)()


@pytest.mark.parametrize("street", [TURN, RIVER])
@pytest.mark.parametrize("stacks", [(90, 90), (25, 90), (90, 25), (7, 90), (90, 7)])
def test_every_line_is_one_of_a_real_hand(street: int, stacks: tuple[int, int]) -> None:
    spot = Spot(20, stacks, (0.5, 1.0, ALL_IN), street=street, least_bet=10)
    ends = list(paths(grow(spot)[0]))
    assert len(ends) > 4
    for path in ends:
        hand = played_to(street, stacks)
        follow(hand, path)
        assert hand.over
        won = [stack - began for stack, began in zip(hand.stacks[::-1], stacks, strict=True)]
        end = path[-1]
        if end.kind == FOLDED:
            assert [pays[0] for pays in end.pays] == won
        else:
            assert end.kind == SHOWDOWN
            assert [end.pays[0][0], end.pays[1][2]] == won, "player 0 has the better hand"


def acts_at_root(pot: int, stack: int, *sizes: float, least_bet: int = 1) -> list[str]:
    return [str(act) for act in grow(Spot(pot, (stack, stack), sizes, least_bet=least_bet))[0].acts]


def test_sizes_are_shares_of_the_pot() -> None:
    assert acts_at_root(100, 1000, 0.33, 0.5, 1, 2.5) == ["check", "bet 33", "bet 50", "bet 100", "bet 250"]


def test_a_raise_is_a_share_of_the_pot_after_the_call() -> None:
    root = grow(Spot(100, (1000, 1000), (0.5,)))[0]
    assert [str(act) for act in root.children[1].acts] == ["fold", "call 50", "raise to 150"]


def test_a_size_below_the_least_bet_is_the_least_bet_and_equal_sizes_are_tried_once() -> None:
    assert acts_at_root(100, 200, 0.1, 0.2, 0.5, least_bet=20) == ["check", "bet 20", "bet 50"]


def test_a_bet_of_85_percent_of_all_in_is_no_all_in_and_one_of_more_is() -> None:
    assert acts_at_root(100, 100, 0.85) == ["check", "bet 85"]
    assert acts_at_root(100, 100, 0.86) == ["check", "bet 100, all-in"]


def test_nobody_bets_more_than_the_other_can_call() -> None:
    root = grow(Spot(100, (400, 60), (ALL_IN,)))[0]
    assert [str(act) for act in root.acts] == ["check", "bet 60, all-in"]


def test_the_least_legal_bet_may_be_more_than_the_other_has_and_what_is_uncalled_comes_back() -> None:
    root = grow(Spot(100, (400, 5), (ALL_IN,), least_bet=20))[0]
    assert [str(act) for act in root.acts] == ["check", "bet 20, all-in"]
    called = root.children[1].children[1]
    assert (called.kind, called.pot, called.stacks) == (SHOWDOWN, 110, (395, 0))


def test_the_opener_acts_first_on_both_streets() -> None:
    for opener in (0, 1):
        nodes = grow(Spot(100, (400, 400), (1.0,), street=TURN, opener=opener))
        rivers = [node.children[0] for node in nodes if node.kind == CHANCE and node.children[0].kind == DECISION]
        assert {nodes[0].actor, *(river.actor for river in rivers)} == {opener}


def test_a_seat_that_is_all_in_before_the_river_bets_no_more() -> None:
    nodes = grow(Spot(100, (50, 400), (ALL_IN,), street=TURN))
    called = nodes[0].children[1].children[1]
    assert called.kind == CHANCE
    assert called.children[0].kind == SHOWDOWN
    root = grow(Spot(100, (0, 400), (ALL_IN,), street=TURN))[0]
    assert (root.kind, root.children[0].kind) == (CHANCE, SHOWDOWN)


def test_rivers_may_have_sizes_of_their_own() -> None:
    nodes = grow(Spot(100, (900, 900), (1.0,), street=TURN, river_sizes=(0.5,)))
    river = next(node.children[0] for node in nodes if node.kind == CHANCE)
    assert [str(act) for act in nodes[0].acts] == ["check", "bet 100"]
    assert [str(act) for act in river.acts] == ["check", "bet 50"]


def test_a_rake_is_taken_of_what_was_called_up_to_its_cap() -> None:
    root = grow(Spot(100, (400, 400), (1.0,), rake=0.05, rake_cap=12))[0]
    checked = root.children[0].children[0]
    folded, called = root.children[1].children[:2]
    assert checked.pays == ((95, 47.5, 0),) * 2
    assert folded.pays == ((95, 95, 95), (0, 0, 0)), "the bet was not called and is not raked"
    assert called.pays == ((300 - 12 - 100, 44, -100),) * 2, "the cap is below five percent of 300"


def test_the_order_of_nodes_is_that_of_the_sweep() -> None:
    nodes = grow(Spot(100, (400, 400), (1.0,), street=TURN))
    assert [node.number for node in nodes] == list(range(len(nodes)))
    assert all(child.number > node.number for node in nodes for child in node.children)
    streets = [node.street for node in nodes]
    assert streets == sorted(streets)


@pytest.mark.parametrize(
    "wrong",
    [
        {"pot": 0},
        {"stacks": (-1, 5)},
        {"sizes": (0.0,)},
        {"river_sizes": (-1.0,)},
        {"street": FLOP},
        {"rake": 1.0},
        {"rake": -0.1},
        {"rake_cap": math.nan},
        {"least_bet": 0},
    ],
)
def test_a_spot_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        Spot(**{"pot": 100, "stacks": (5, 5), "sizes": (0.5,), **wrong})  # type: ignore[arg-type]


def test_a_tree_that_is_too_large_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = Spot(20, (100, 100), (0.5,))
    size = len(grow(spot))
    monkeypatch.setattr(tree, "MOST_NODES", size)
    assert len(grow(spot)) == size
    monkeypatch.setattr(tree, "MOST_NODES", size - 1)
    with pytest.raises(BadInput, match="fewer or larger bet sizes"):
        grow(spot)


def test_raises_may_have_sizes_of_their_own() -> None:
    root = grow(Spot(100, (1_000, 1_000), (0.5,), raise_sizes=(1, ALL_IN)))[0]
    assert [str(act) for act in root.acts] == ["check", "bet 50"]
    assert [str(act) for act in root.children[1].acts] == ["fold", "call 50", "raise to 250", "raise to 1,000, all-in"]


def test_the_moves_made_are_in_the_tree_and_lead_to_their_node() -> None:
    root = grow(Spot(100, (1_000, 1_000), (0.5,), line=(0, 77, 900)))[0]
    node = node_after(root, (0, 77, 900))
    assert (node.actor, node.bets, node.pot) == (1, (900, 77), 1_077)
    assert [str(act) for act in node.acts] == ["fold", "call 900", "raise to 1,000, all-in"]
    assert "raise to 900" not in [str(act) for act in node_after(root, (0, 50)).acts]


def test_a_line_that_the_rules_do_not_allow_is_refused() -> None:
    with pytest.raises(BadInput, match="to 60 is not in the tree, which has fold, call 50"):
        grow(Spot(100, (1_000, 1_000), (0.5,), line=(50, 60)))
