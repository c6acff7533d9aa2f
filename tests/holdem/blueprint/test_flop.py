"""A flop as the blueprint plays it: the same strategy as at the table, in chips of one's own."""

from __future__ import annotations

import numpy as np
import pytest

from croupier import holdem
from croupier.games.holdem.blueprint.flop import (
    DECISION,
    FOLDED,
    SHOWDOWN,
    TURN_CARD,
    Flop,
    coarseness,
    nearest_start,
    starts,
)
from croupier.games.holdem.blueprint.strategies import strategy_of
from croupier.games.holdem.blueprint.tree import BIG_BLIND, DEPTHS, tree_of
from croupier.games.holdem.endgame.hands import COMBOS
from croupier.games.holdem.game import GAME
from croupier.games.holdem.records import FLOP
from croupier.kernel.errors import BadInput

BOARD = "Ks 7d 2c"
RANGES = ("QQ+, AK, 76s:0.5", "99-22, KQ")


@pytest.fixture(scope="module")
def flop() -> Flop:
    return Flop(BOARD, RANGES, pot=100, stack=2000)


def test_every_way_to_the_flop_has_the_stakes_of_its_tree() -> None:
    """By the tree itself: the amounts of its raises, and the node that a call leads to."""
    tree = tree_of(DEPTHS[0])
    found = {(start.node, start.put_in) for start in starts() if start.depth == DEPTHS[0]}
    wanted, open_nodes = set(), [(0, BIG_BLIND // 2, BIG_BLIND)]
    while open_nodes:
        number, own, other = open_nodes.pop()
        for action in tree.nodes[number].actions:
            put_in = action.amount or max(own, other)
            if action.child >= 0 and tree.nodes[action.child].street == FLOP:
                wanted.add((action.child, put_in))
            elif action.child >= 0:
                open_nodes.append((action.child, other, put_in))
    assert found == wanted


def test_the_nearest_start_is_nearest_by_ratio_and_the_shortest_of_equals() -> None:
    start = nearest_start(pot=5, stack=97)
    assert (start.depth, start.put_in, start.line) == (100, 250, ("raise to 2.5", "call"))
    assert nearest_start(pot=1, stack=1000).depth == 200
    ratios = sorted({start.ratio for start in starts()})
    low, high = ratios[3], ratios[4]
    border = (low * high) ** 0.5
    assert nearest_start(10**6, round(10**6 * border * 0.99)).ratio == low
    assert nearest_start(10**6, round(10**6 * border * 1.01)).ratio == high


def test_the_strategy_is_the_one_of_the_table(flop: Flop) -> None:
    """A real hand with 100 big blinds and the same flop: what the bot would do with every hand."""
    hand = holdem.deal(stacks=(10_000, 10_000), blinds=(50, 100), button=0, deck=f"4c Ah 4d As {BOARD}", seed=1)
    hand.raise_to(250)
    hand.call()
    for player, node in enumerate((flop.root, flop.nodes[flop.root.children[0]])):
        (decision,) = GAME.pending(hand._state)
        told = strategy_of(GAME.view(hand._state, decision.seat), decision)
        possible = flop.weights[player] > 0
        assert told is not None and (node.actor, len(told.moves)) == (player, len(node.acts))
        assert np.array_equal(node.shares[:, possible], told.shares[:, possible])
        hand.check()


def test_shares_add_up_and_hands_come_on_as_often_as_they_act(flop: Flop) -> None:
    for node in flop.nodes:
        if node.kind != DECISION:
            continue
        own = flop.weights[node.actor] > 0
        assert np.allclose(node.shares[:, own].sum(axis=0), 1)
        assert not node.shares[:, ~own].any()
        for act, child in enumerate(node.children):
            assert np.allclose(flop.nodes[child].reach[node.actor], node.reach[node.actor] * node.shares[act])
            assert np.array_equal(flop.nodes[child].reach[1 - node.actor], node.reach[1 - node.actor])


def test_chips_are_those_that_were_asked_for(flop: Flop) -> None:
    root = flop.root
    assert [str(act) for act in root.acts] == ["check", "bet 33", "bet 80", "bet 200", "bet 2,000, all-in"]
    bet = flop.nodes[root.children[2]]
    assert (bet.pot, bet.stacks, bet.actor) == (180, (1920, 2000), 1)
    assert [str(act) for act in bet.acts[:3]] == ["fold", "call 80", "raise to 184"]
    assert {flop.nodes[child].kind for child in bet.children[:2]} == {FOLDED, TURN_CARD}
    shoved = flop.nodes[root.children[-1]]
    assert [flop.nodes[child].kind for child in shoved.children] == [FOLDED, SHOWDOWN]
    assert all(min(node.stacks) >= 0 for node in flop.nodes)


def test_hands_that_share_cards_are_not_held_together(flop: Flop) -> None:
    """Pair by pair, against the sums by card."""
    own, other = flop.weights
    together = np.zeros(len(COMBOS))
    for one in np.flatnonzero(own):
        for two in np.flatnonzero(other):
            if not set(COMBOS[one]) & set(COMBOS[two]):
                together[one] += own[one] * other[two]
    assert flop.held(flop.root) == pytest.approx(together / together.sum())


def test_it_says_how_coarse_it_is(flop: Flop) -> None:
    said = " ".join(coarseness(flop))
    assert "no solution: all hands are of " in said
    assert "20.0 pots is taken for 19.5: a hand with 100 big blinds that began with raise to 2.5, call." in said


@pytest.mark.parametrize(
    ("board", "pot", "stack", "said"),
    [("Ks 7d 2c 9h", 100, 100, "3 known cards"), (BOARD, 0, 100, "1 chip or more"), (BOARD, 100, 0, "1 chip or more")],
)
def test_an_invalid_flop_is_refused(board: str, pot: int, stack: int, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Flop(board, RANGES, pot, stack)
