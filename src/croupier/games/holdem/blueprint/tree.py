"""The betting tree of a stack depth: the bets that the blueprint knows, and the decisions to which they lead.

Amounts are in hundredths of a big blind. The tree is built with the real rules of betting, for two seats of which the
first has the button and the small blind. Every node is a decision. It offers a fold if there is something to call, a
call or check, bets of some sizes, and all-in, whatever its size: the largest possible bet is always in the tree.
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
        ((33, 80, 200), (40, 120), (100,)),
        ((50, 100, 200), (40, 120), (100,)),
        ((40, 100, 250), (100,)),
    ),
    200: (
        BEFORE_THE_FLOP,
        ((33, 75), (100,), (100,)),
        ((50, 110), (100,), (100,)),
        ((40, 80, 160), (100,)),
    ),
}
"""By depth and street, a tuple of sizes for the first bet, for the raise, for the re-raise and so on, in percent of the
pot after a call; after the last tuple only all-in is left. The blinds do not count as a bet, so open raises before the
flop are to 2.5 and 4.5 big blinds. Deep trees have fewer sizes, as each leads to more decisions there."""
NEARLY_ALL_IN = 66
"""A bet of at least this size, in percent of the stack that a call would leave, becomes an all-in."""

FOLDS, CALLS, RAISES, ALL_IN = 0, 1, 2, 3
"""Kinds of actions: a fold, a call or check, a bet or raise, an all-in."""


SHOWDOWN, EARLY = 2, 3
"""Ends at which no player has folded and the cards decide; EARLY if both are all-in before the flop."""


class Action(NamedTuple):
    """An edge: the kind of action (`does`), the street total that it raises to, its size in thousandths of the pot
    after a call, and the number of the node that it leads to; a number below 0 stands for an end."""

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
    """An end of the betting: the player who has folded, or SHOWDOWN or EARLY, and the amount that the loser loses."""

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
    """The state of the betting at the start of a hand."""
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
    """Add the node or the end for a state of the betting, with everything below it; returns its number. `bets` is the
    number of bets made on this street."""
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
    """The actions of a node: kind, street total, and size in thousandths of the pot after a call."""
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
