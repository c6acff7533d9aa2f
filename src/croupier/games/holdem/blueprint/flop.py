"""A flop as the blueprint plays it, between two players with given ranges, pot and stacks.

>>> from croupier.games.holdem.blueprint.flop import Flop
>>> flop = Flop("Ks 7d 2c", ("QQ+, AK", "99-22, KQ"), pot=100, stack=2000)
>>> [str(act) for act in flop.root.acts]
['check', 'bet 33', 'bet 80', 'bet 200', 'bet 2,000, all-in']
>>> flop.root.shares.shape                              # by act and combo, in the order of `endgame.hands.COMBOS`
(5, 1326)

A flop with all its turns and rivers is too large to be solved exactly, so this is no solution: it is the strategy that
was learnt by self-play for the nearest situation of the blueprint, the one with the nearest ratio of stacks to pot. The
strategy was learnt against the blueprint's own ranges; the ranges given here only say which hands are shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import DECK, format_cards
from croupier.kernel.vocabulary.evaluate import CARD_BITS

from ..arguments import Cards, cards
from ..endgame.hands import COMBOS, Floats, Range, weights
from ..endgame.tree import PLAYERS, Act
from ..records import FLOP
from .cards import BUCKETS_AT
from .endgames import PAIR_NUMBERS
from .history import WHOLE, actions_of, child_at, does_at, size_at
from .memory import ROOTS_AT, load
from .play import BLUEPRINT
from .ranges import buckets_of, column_of
from .tree import ALL_IN, BIG_BLIND, CALLS, DEPTHS, FOLDS

FLOP_CARDS = 3


class Start(NamedTuple):
    """A node at which a tree of the blueprint reaches the flop: the depth of the tree in big blinds, the place of its
    first node in the memory, the node, the chips that each player has put in, in hundredths of a big blind, and the
    actions before the flop."""

    depth: int
    first: int
    node: int
    put_in: int
    line: tuple[str, ...]

    @property
    def ratio(self) -> float:
        """The stack behind, as a multiple of the pot."""
        return (self.depth * BIG_BLIND - self.put_in) / (PLAYERS * self.put_in)


class Node(NamedTuple):
    """A place on the flop, in the chips of the given pot. An end of the flop has no acts; `kind` says how it ends."""

    number: int
    kind: str
    pot: int
    stacks: tuple[int, int]
    actor: int
    acts: tuple[Act, ...]
    children: tuple[int, ...]
    shares: Floats
    """By act and combo, the probability of the act."""
    reach: Floats
    """By player and combo, the probability that the player's own choices lead here with the hand."""


DECISION, FOLDED, SHOWDOWN, TURN_CARD = "decision", "folded", "showdown", "turn card"


@cache
def starts() -> tuple[Start, ...]:
    """Every place at which a tree of the blueprint reaches the flop."""
    words = load()
    return tuple(
        start
        for number, depth in enumerate(DEPTHS)
        for start in _starts(words, depth, int(words[ROOTS_AT + number]), 0, (BIG_BLIND // 2, BIG_BLIND), ())
    )


def _starts(
    words: Any, depth: int, first: int, node: int, put_in: tuple[int, int], line: tuple[str, ...]
) -> Iterator[Start]:
    """The starts below a node before the flop; `put_in` has the chips of the player who acts first."""
    word = int(words[first + node])
    if word & 3 == FLOP:
        yield Start(depth, first, node, put_in[0], line)
        return
    for action in range(actions_of(word)):
        child, does = child_at(words, word, action), does_at(words, word, action)
        if child < 0 or does == FOLDS:
            continue
        own, other = put_in
        high = max(own, other)
        if does == CALLS:
            done = "call" if own < other else "check"
            yield from _starts(words, depth, first, child, (other, high), (*line, done))
        else:
            to = depth * BIG_BLIND if does == ALL_IN else high + 2 * high * size_at(words, word, action) // WHOLE
            yield from _starts(words, depth, first, child, (other, to), (*line, f"raise to {to / BIG_BLIND:g}"))


def nearest_start(pot: int, stack: int) -> Start:
    """The start whose ratio of stack to pot is nearest to the given one; of several the one with the fewest actions."""
    return min(starts(), key=lambda start: (abs(math.log(start.ratio * pot / stack)), len(start.line)))


class Flop:
    """The decisions of both players on a flop, as the blueprint makes them."""

    def __init__(self, board: Cards, ranges: tuple[Range, Range], pot: int, stack: int) -> None:
        self.board = cards("board", board)
        if len(self.board) != FLOP_CARDS or min(self.board) < 0:
            raise BadInput(f"A flop has {FLOP_CARDS} known cards, not {board!r}.")
        if pot < 1 or stack < 1:
            raise BadInput(f"A flop is played with a pot and a stack of 1 chip or more, not {pot} and {stack}.")
        self.pot, self.stack = pot, stack
        self.weights = np.stack([weights(given, self.board) for given in ranges])
        self.start = nearest_start(pot, stack)
        self.buckets = buckets_of(FLOP, int(CARD_BITS[list(self.board)].sum()), BLUEPRINT)[PAIR_NUMBERS]
        """The bucket of every combo; the strongest hands have the lowest numbers."""
        self.nodes: list[Node] = []
        self._grow(self.start.node, 0, (0, 0), self.weights)

    @property
    def root(self) -> Node:
        """The first decision: that of the player whose range came first."""
        return self.nodes[0]

    def held(self, node: Node) -> Floats:
        """The probability that the player who acts holds each hand at a node, given the hands of the other player."""
        own, other = node.reach[node.actor], node.reach[1 - node.actor]
        by_card = np.bincount(np.array(COMBOS).reshape(-1), np.repeat(other, 2), DECK)
        found: Floats = own * (other.sum() - by_card[np.array(COMBOS)].sum(axis=1) + other)
        return found / found.sum() if found.sum() > 0 else found

    def _grow(self, place: int, actor: int, bets: tuple[int, int], reach: Floats) -> int:
        """Make the node for a place of the blueprint's tree, and all nodes below it on the flop; returns its number."""
        words, number = BLUEPRINT.words, len(self.nodes)
        word = int(words[self.start.first + place])
        high, owed = max(bets), max(bets) - bets[actor]
        called = self.pot + 2 * high
        acts, children, shares = [], [], []
        self.nodes.append(self._node(number, DECISION, bets, reach))
        for action in range(actions_of(word)):
            does = does_at(words, word, action)
            share = column_of(words, word, action)[self.buckets] * (self.weights[actor] > 0)
            if does in (FOLDS, CALLS):
                act = Act("fold") if does == FOLDS else Act("call", high) if owed else Act("check")
                to = bets[actor] if does == FOLDS else high
            else:
                to = min(self.stack, high + max(1, round(called * size_at(words, word, action) / WHOLE)))
                to = self.stack if does == ALL_IN else to
                act = Act("raise" if high else "bet", to, to == self.stack)
            after = (to, bets[1]) if actor == 0 else (bets[0], to)
            there = reach.copy()
            there[actor] *= share
            child = child_at(words, word, action)
            if child >= 0 and int(words[self.start.first + child]) & 3 == FLOP:
                children.append(self._grow(child, 1 - actor, after, there))
            else:
                children.append(len(self.nodes))
                ends = FOLDED if does == FOLDS else SHOWDOWN if child < 0 else TURN_CARD
                self.nodes.append(self._node(len(self.nodes), ends, after, there))
            acts.append(act)
            shares.append(share)
        self.nodes[number] = self.nodes[number]._replace(
            actor=actor, acts=tuple(acts), children=tuple(children), shares=np.stack(shares)
        )
        return number

    def _node(self, number: int, kind: str, bets: tuple[int, int], reach: Floats) -> Node:
        stacks = (self.stack - bets[0], self.stack - bets[1])
        return Node(number, kind, self.pot + sum(bets), stacks, 0, (), (), np.zeros((0, len(COMBOS))), reach)


def as_data(flop: Flop) -> dict[str, Any]:
    """Everything, for a file or a page, in the form of `endgame.account.as_data`, without the worth of hands and the
    exploitability, which are unknown."""
    combos = [np.flatnonzero(own) for own in flop.weights]
    return {
        "board": format_cards(flop.board),
        "pot": flop.pot,
        "stacks": [flop.stack, flop.stack],
        "opener": 0,
        "hands": [[format_cards(COMBOS[combo], "") for combo in own] for own in combos],
        "nodes": [_as_data(flop, node, combos) for node in flop.nodes],
    }


def _as_data(flop: Flop, node: Node, combos: list[Any]) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": node.kind, "pot": node.pot, "stacks": list(node.stacks)}
    if node.kind == DECISION:
        own, reach = combos[node.actor], node.reach / max(node.reach.max(), 1e-12)
        data |= {
            "actor": node.actor,
            "acts": [str(act) for act in node.acts],
            "children": list(node.children),
            "shares": np.rint(1000 * node.shares[:, own]).astype(int).tolist(),
            "held": np.round(flop.held(node)[own], 7).tolist(),
            "reach": [np.rint(1000 * reach[player][of]).astype(int).tolist() for player, of in enumerate(combos)],
        }
    return data


def coarseness(flop: Flop) -> list[str]:
    """What makes the strategy coarser than a solution, in sentences."""
    start = flop.start
    count = int(BLUEPRINT.words[BUCKETS_AT + FLOP])
    own = flop.stack / flop.pot
    return [
        f"This is the blueprint's play and no solution: all hands are of {count} kinds, and those of a kind are played "
        "alike; it knows no other sizes than these, and it answers its own ranges, not yours.",
        f"The stack of {own:.1f} pots is taken for {start.ratio:.1f}: a hand with {start.depth} big blinds that began "
        f"with {', '.join(start.line)}.",
        f"How exploitable it is on {format_cards(flop.board)} is not known. Add a turn card to solve exactly.",
    ]
