"""The betting tree of a stack depth: which bets the blueprint thinks in, and where they lead.

Amounts are in hundredths of a big blind. The tree is walked once by the real rules of betting, for two seats of which
the first has the button and the small blind. Every node is a decision: what it offers is a fold where there is
something to call, a call or check, bets of some sizes, and all-in, however much that is: the largest bet that anybody
can make is always in the tree.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.kernel.vocabulary.betting import (
    Betting,
    call,
    fold,
    least_raise_to,
    may_raise,
    open_hand,
    open_street,
    pass_action,
    post_blind,
    put_in,
    raise_limit,
    raise_to,
    to_call,
)
from croupier.kernel.vocabulary.turns import NOBODY, has

from ..records import PRE_FLOP, RIVER

DEPTHS = (20, 50, 100, 200)
"""Effective stacks in big blinds."""
BIG_BLIND = 100
BUTTON, OTHER = 0, 1

BEFORE_THE_FLOP = ((75, 175), (100, 250), (80, 200))
SIZES = {
    20: (
        BEFORE_THE_FLOP,
        ((33, 80, 200), (40, 100), (100,)),
        ((50, 100, 200), (40, 100), (100,)),
        ((40, 80, 160), (40, 100)),
    ),
    50: (
        BEFORE_THE_FLOP,
        ((33, 80, 200), (90,), (100,)),
        ((50, 100, 200), (100,), (100,)),
        ((40, 80, 160), (100,)),
    ),
    100: (
        BEFORE_THE_FLOP,
        ((33, 80, 200), (100, 300), (100,)),
        ((50, 100, 200), (100, 300), (100,)),
        ((40, 80, 160), (100,)),
    ),
    200: (
        BEFORE_THE_FLOP,
        ((33, 75), (100,), (100,)),
        ((50, 110), (100,), (100,)),
        ((40, 80, 160), (100,)),
    ),
}
"""By depth and street, for the first bet, the raise, the re-raise …: bets in percent of the pot as it is after a call.
The blinds are no bet, so open raises before the flop are to 2.5 and 4.5 big blinds. Then there is all-in only. Deep
trees have fewer sizes, as each leads to more decisions there."""
NEARLY_ALL_IN = 66
"""A bet of at least so much, in percent of the stack behind a call, is all-in."""

FOLDS, CALLS, RAISES, ALL_IN = 0, 1, 2, 3
"""What an action does: folds, calls or checks, bets or raises, and all-in."""


SHOWDOWN, EARLY = 2, 3
"""Nobody has folded, and the cards decide; EARLY: all-in before the flop."""


class Action(NamedTuple):
    """An edge: what it does, the street total that it raises to, its size in thousandths of the pot after a call, and
    the node that it leads to, or below 0 the number of an end."""

    does: int
    amount: int
    size: int
    child: int


class Node(NamedTuple):
    """A decision of the button (0) or the other seat (1)."""

    street: int
    actor: int
    actions: tuple[Action, ...]


class End(NamedTuple):
    """Where the betting ends: who has folded, or SHOWDOWN or EARLY, and what the loser loses."""

    folded: int
    stake: int


class Tree(NamedTuple):
    """Nodes and ends of a depth; the root is node 0, end n is child -1 - n. Children come after their parents."""

    depth: int
    nodes: list[Node]
    ends: list[End]


def tree_of(depth: int) -> Tree:
    """The tree of a stack depth in big blinds."""
    tree = Tree(depth, [], [])
    _grow(tree, _opened(depth), 0, 0)
    return tree


def _opened(depth: int) -> Betting:
    """The betting as a hand begins."""
    b = Betting()
    b.seats = 2
    b.stack[BUTTON] = b.stack[OTHER] = depth * BIG_BLIND
    open_hand(b, 3)
    open_street(b, BIG_BLIND)
    put_in(b, BUTTON, BIG_BLIND // 2)
    post_blind(b, OTHER, BIG_BLIND)
    b.owes = b.able
    pass_action(b, OTHER)
    return b


def _grow(tree: Tree, b: Betting, street: int, bets: int) -> int:
    """The node, or the end, at which the betting stands; `bets` were made on this street."""
    if b.actor == NOBODY:
        if b.live != 3 or street == RIVER or b.able != 3:
            if b.live != 3:
                folded = OTHER if has(b.live, BUTTON) else BUTTON
            else:
                folded = EARLY if street == PRE_FLOP else SHOWDOWN
            tree.ends.append(End(folded, min(b.total[BUTTON], b.total[OTHER])))
            return -len(tree.ends)
        open_street(b, BIG_BLIND)
        b.owes = b.able
        pass_action(b, BUTTON)
        return _grow(tree, b, street + 1, 0)
    number = len(tree.nodes)
    tree.nodes.append(Node(street, b.actor, ()))
    actions = tuple(
        Action(does, amount, size, _grow(tree, _after(b, does, amount), street, bets + (does >= RAISES)))
        for does, amount, size in _choices(SIZES[tree.depth][street], b, bets)
    )
    tree.nodes[number] = Node(street, b.actor, actions)
    return number


def _after(b: Betting, does: int, amount: int) -> Betting:
    """The betting after an action."""
    b, seat = b.copy(), b.actor
    if does == FOLDS:
        fold(b, seat)
    elif does == CALLS:
        call(b, seat)
    else:
        raise_to(b, seat, amount)
    pass_action(b, seat)
    return b


def _choices(sizes: tuple[tuple[int, ...], ...], b: Betting, bets: int) -> list[tuple[int, int, int]]:
    """What a node offers: what it does, the street total, and the size in thousandths of the pot after a call."""
    seat = b.actor
    owed = to_call(b, seat)
    found = [(FOLDS, 0, 0)] if owed else []
    found.append((CALLS, 0, 0))
    if not may_raise(b, seat):
        return found
    pot, least, most = b.pot + owed, least_raise_to(b, seat), raise_limit(b, seat)
    behind = most - b.current_bet
    for size in sizes[bets] if bets < len(sizes) else ():
        added = pot * size // 100
        if b.current_bet + added >= least and 100 * added < NEARLY_ALL_IN * behind:
            found.append((RAISES, b.current_bet + added, 10 * size))
    found.append((ALL_IN, most, 1000 * behind // pot))
    return found
