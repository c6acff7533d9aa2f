"""The betting tree: what it offers is legal in a real hand, and ends as a real hand does."""

from __future__ import annotations

import random

import pytest

from croupier import holdem
from croupier.games.holdem.blueprint.tree import ALL_IN, CALLS, FOLDS, RAISES, SHOWDOWN, Node, Tree, tree_of
from croupier.games.holdem.hand import Hand
from croupier.games.holdem.review import STREETS

PATHS = 40


@pytest.fixture(scope="module")
def shallow() -> Tree:
    return tree_of(20)


@pytest.fixture(scope="module")
def middling() -> Tree:
    return tree_of(50)


def make(hand: Hand, node: Node, action: int) -> None:
    """Make an action of a node in a real hand; IllegalAction if the rules do not allow it."""
    chosen = node.actions[action]
    if chosen.does == FOLDS:
        hand.fold()
    elif chosen.does == CALLS:
        (hand.call if hand.to_call else hand.check)()
    else:
        hand.raise_to(chosen.amount)


@pytest.mark.parametrize("depth", ["shallow", "middling"])
def test_every_path_is_legal_in_a_real_hand(depth: str, request: pytest.FixtureRequest) -> None:
    tree, rng = request.getfixturevalue(depth), random.Random(3)
    for _ in range(PATHS):
        hand, child = holdem.deal(stacks=[100 * tree.depth] * 2, blinds=(50, 100), button=0, seed=1), 0
        while child >= 0:
            node = tree.nodes[child]
            assert (STREETS[node.street], node.actor) == (hand.street, hand.actor)
            assert {action.does for action in node.actions} >= ({FOLDS, CALLS} if hand.to_call else {CALLS})
            action = rng.randrange(len(node.actions))
            make(hand, node, action)
            child = node.actions[action].child
        end = tree.ends[-1 - child]
        assert hand.over
        if end.folded >= SHOWDOWN:
            assert hand.payoffs[0] in (end.stake, 0, -end.stake) and len(hand.board) == 5
        else:
            assert hand.payoffs[end.folded] == -end.stake


def test_sizes_are_in_parts_of_the_pot_after_a_call(shallow: Tree) -> None:
    first = shallow.nodes[0]
    assert [(action.does, action.amount) for action in first.actions] == [
        (FOLDS, 0),
        (CALLS, 0),
        (RAISES, 250),
        (RAISES, 450),
        (ALL_IN, 2000),
    ]
    assert [action.size for action in first.actions[2:]] == [750, 1750, 9500]


def test_a_seat_that_may_raise_may_go_all_in_however_much_that_is(middling: Tree) -> None:
    for node in middling.nodes:
        raises = [action for action in node.actions if action.does >= RAISES]
        assert not raises or raises[-1].does == ALL_IN
    flop = next(node for node in middling.nodes if node.street == 1)
    assert flop.actions[-1].size == 24_500, "49 big blinds into two"


def test_a_bet_of_two_thirds_of_the_stack_is_all_in(shallow: Tree) -> None:
    for node in shallow.nodes:
        sizes = [action.size for action in node.actions if action.does >= RAISES]
        assert sizes == sorted(set(sizes))
        if node.actions[-1].does == ALL_IN:
            assert all(100 * size < 66 * sizes[-1] + 100 for size in sizes[:-1])
