"""The betting tree of the rest of a hand between two players, from the turn or the river on.

The tree is built by the house's own betting rules (`kernel/vocabulary/betting.py`): they determine the legal bets, the
next to act and the end of a street. Of all legal amounts only those of a few sizes are tried. Size 0.5 is half the pot;
as a raise it is half the pot after the raiser has called. A size below the least legal raise becomes that raise, one
that nearly reaches all-in becomes all-in, and equal ones are tried once.

Cards do not matter here: on every river the betting is the same, so a tree has one subtree for all rivers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.betting import (
    Betting,
    call,
    fold,
    least_raise_to,
    may_raise,
    open_hand,
    open_street,
    others_reach,
    pass_action,
    raise_limit,
    raise_to,
    to_call,
    uncalled,
)
from croupier.kernel.vocabulary.turns import NOBODY, first, size

from ..records import RIVER, TURN

PLAYERS = 2
ALL_IN = math.inf
"""The size of a bet of the whole stack."""
NEARLY = 0.85
"""A bet of more than this share of all-in is all-in."""
MOST_NODES = 50_000
"""The nodes of the largest tree that is built: on the river an iteration takes about half a second there."""
DECISION, FOLDED, SHOWDOWN, CHANCE = 0, 1, 2, 3
"""Kinds of nodes. CHANCE is the river card."""


@dataclass(frozen=True)
class Spot:
    """The start of the rest of a hand: a street about to be bet on, the pot and the stacks.

    Player 0 acts first unless `opener` says otherwise. `sizes` are shares of the pot, ALL_IN for everything, on the
    first street; `river_sizes` are those on a later river, and `raise_sizes` those of raises on both, if they differ.
    `rake` is the share of the pot that the house takes when a hand ends, and `rake_cap` its maximum in chips. `line`
    are the moves made on the first street already: the street total of a bet or raise, 0 for a check or call. The tree
    contains these amounts, whatever the sizes are; `node_after` finds the node that they lead to. `bets` are the street
    totals that are tried there, if they differ from the sizes.
    """

    pot: int
    stacks: tuple[int, int]
    sizes: tuple[float, ...]
    street: int = RIVER
    opener: int = 0
    river_sizes: tuple[float, ...] | None = None
    raise_sizes: tuple[float, ...] | None = None
    least_bet: int = 1
    rake: float = 0.0
    rake_cap: float = math.inf
    line: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.street not in (TURN, RIVER):
            raise BadInput("Endgames begin on the turn or on the river.")
        if self.pot < 1 or min(self.stacks) < 0 or len(self.stacks) != PLAYERS or self.least_bet < 1:
            raise BadInput(
                f"A pot and a least bet have 1 chip or more, and stacks 0 or more, one for each of {PLAYERS} players; "
                f"not a pot of {self.pot}, stacks of {self.stacks} and a least bet of {self.least_bet}."
            )
        for share in (*self.sizes, *(self.river_sizes or ()), *(self.raise_sizes or ())):
            if not share > 0:
                raise BadInput(f"The size of a bet is a share of the pot above 0, such as 0.5, not {share}.")
        if not 0 <= self.rake < 1 or not self.rake_cap >= 0:
            raise BadInput(f"A rake is a share of the pot from 0 to 1 with a cap of 0 or more, not {self.rake}.")

    def taken(self, pot: int) -> float:
        """The rake of a pot."""
        return min(self.rake * pot, self.rake_cap)


@dataclass(frozen=True)
class Act:
    """A possible act at a node: `kind` is fold, check, call, bet or raise; `to` is the street total after it."""

    kind: str
    to: int = 0
    all_in: bool = False

    def __str__(self) -> str:
        if self.kind in ("fold", "check"):
            return self.kind
        amount = f"{'to ' if self.kind == 'raise' else ''}{self.to:,}"
        return f"{self.kind} {amount}{', all-in' if self.all_in and self.kind != 'call' else ''}"


@dataclass
class Node:
    """A node of the tree. `pays` is what each player ends with, above the stack it began with: (won, split, lost).

    If a player has folded, all three are the same. The winner gets the pot, so that without a rake the two results add
    up to the pot at the start.
    """

    number: int
    kind: int
    street: int
    pot: int
    stacks: tuple[int, int]
    bets: tuple[int, int]
    actor: int = NOBODY
    acts: list[Act] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    pays: tuple[tuple[float, float, float], ...] = ()


def grow(spot: Spot) -> list[Node]:
    """All nodes, the root first, every node before its children, and those of the first street before all rivers."""
    b = Betting()
    b.seats = PLAYERS
    for player, stack in enumerate(spot.stacks):
        b.stack[player] = stack
    dealt = (1 << PLAYERS) - 1
    open_hand(b, dealt)
    for player, stack in enumerate(spot.stacks):
        if not stack:
            b.able &= ~(1 << player)
    b.pot = spot.pot
    growth = _Growth(spot)
    root = growth.begin_street(b, spot.street)
    while growth.waiting:
        node, later = growth.waiting.pop(0)
        node.children.append(growth.begin_street(later, RIVER))
    assert root is growth.nodes[0]
    return growth.nodes


class _Growth:
    """A tree under construction. `waiting` are the nodes whose river is still to be built, with their betting."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.nodes: list[Node] = []
        self.waiting: list[tuple[Node, Betting]] = []
        self.line: tuple[int, ...] | None = spot.line
        """The rest of the line at the present node; None off the line."""

    def begin_street(self, b: Betting, street: int) -> Node:
        """The node at which a street begins: a decision, or what follows if no player can bet."""
        open_street(b, self.spot.least_bet)
        b.owes = b.able
        pass_action(b, 1 - self.spot.opener)
        return self.node(b, street)

    def node(self, b: Betting, street: int) -> Node:
        """The node of a state of the betting, with everything after it on the same street."""
        if b.actor == NOBODY:
            return self.end(b, street)
        node = self.add(b, DECISION, street)
        node.actor = b.actor
        node.acts = self.acts(b, street)
        line = self.line
        done = done_at(node, line[0]) if line else None
        for act in node.acts:
            self.line = line[1:] if line and act is done else None
            node.children.append(self.node(_after(b, act), street))
        return node

    def end(self, b: Betting, street: int) -> Node:
        """The node after a street's betting: a player has folded, the river card comes, or hands are shown."""
        uncalled(b)
        if size(b.live) == 1:
            node = self.add(b, FOLDED, street)
            node.pays = tuple(self.fixed(b, player, player == first(b.live)) for player in range(PLAYERS))
        elif street == RIVER:
            node = self.add(b, SHOWDOWN, street)
            node.pays = tuple(self.shown(b, player) for player in range(PLAYERS))
        else:
            node = self.add(b, CHANCE, street)
            self.waiting.append((node, b))
        return node

    def add(self, b: Betting, kind: int, street: int) -> Node:
        """A new node with the chips as they are."""
        if len(self.nodes) >= MOST_NODES:
            raise BadInput(
                f"The betting tree has more than {MOST_NODES:,} nodes. "
                "Try fewer or larger bet sizes, or smaller stacks."
            )
        stacks, bets = ((seats[0], seats[1]) for seats in (b.stack, b.bet))
        self.nodes.append(Node(len(self.nodes), kind, street, b.pot, stacks, bets))
        return self.nodes[-1]

    def acts(self, b: Betting, street: int) -> list[Act]:
        """The acts that are tried, from passive to aggressive."""
        player = b.actor
        price = to_call(b, player)
        found = [Act("fold"), Act("call", b.bet[player] + price)] if price else [Act("check")]
        kind = "raise" if b.current_bet else "bet"
        return found + [Act(kind, to, to == self.most(b)) for to in self.amounts(b, street)]

    def amounts(self, b: Betting, street: int) -> list[int]:
        """The street totals that are tried as bets or raises, ascending."""
        if not may_raise(b, b.actor):
            return []
        least, most = least_raise_to(b, b.actor), self.most(b)
        called = b.pot + to_call(b, b.actor)
        wanted = self.line[:1] if self.line else self.spot.bets if self.line == () else ()
        totals = {min(most, to) for to in wanted if to >= least}
        if self.line == () and totals:
            return sorted(totals)
        for share in self.sizes(street, raises=b.current_bet > 0):
            to = most if share == ALL_IN else round(b.current_bet + share * called)
            stake = max(least, to) - b.bet[b.actor]
            totals.add(most if stake > NEARLY * (most - b.bet[b.actor]) else max(least, to))
        return sorted(totals)

    def most(self, b: Betting) -> int:
        """The street total of all-in: at most what the other player can call, at least the least legal raise."""
        least = least_raise_to(b, b.actor)
        return max(least, min(raise_limit(b, b.actor), others_reach(b, b.actor)))

    def sizes(self, street: int, *, raises: bool) -> Sequence[float]:
        """The sizes that are tried on a street, as a bet or as a raise."""
        if raises and self.spot.raise_sizes is not None:
            return self.spot.raise_sizes
        later = street != self.spot.street and self.spot.river_sizes is not None
        return self.spot.river_sizes or () if later else self.spot.sizes

    def fixed(self, b: Betting, player: int, wins: bool) -> tuple[float, float, float]:
        """What a player ends with after a fold."""
        pay = float(b.stack[player] - self.spot.stacks[player])
        if wins:
            pay += b.pot - self.spot.taken(b.pot)
        return pay, pay, pay

    def shown(self, b: Betting, player: int) -> tuple[float, float, float]:
        """What a player ends with when hands are shown: won, split or lost."""
        lost = float(b.stack[player] - self.spot.stacks[player])
        pot = b.pot - self.spot.taken(b.pot)
        return lost + pot, lost + pot / 2, lost


def done_at(node: Node, to: int) -> Act:
    """The act at a node for a move: a bet or raise to a street total, at most all-in; 0 checks or calls."""
    if not to:
        return next(act for act in node.acts if act.kind in ("check", "call"))
    for act in node.acts:
        if act.kind in ("bet", "raise") and (act.to == to or (act.all_in and act.to < to)):
            return act
    raise BadInput(f"A bet or raise to {to:,} is not in the tree, which has {', '.join(map(str, node.acts))}.")


def node_after(root: Node, line: Sequence[int]) -> Node:
    """The node that a line leads to from the root."""
    node = root
    for to in line:
        node = node.children[node.acts.index(done_at(node, to))]
    return node


def _after(b: Betting, act: Act) -> Betting:
    """The betting after an act of the player whose turn it is."""
    b = b.copy()
    player = b.actor
    if act.kind == "fold":
        fold(b, player)
    elif act.kind in ("check", "call"):
        call(b, player)
    else:
        raise_to(b, player, act.to)
    pass_action(b, player)
    return b
