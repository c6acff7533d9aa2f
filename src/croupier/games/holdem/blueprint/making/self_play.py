"""Self-play: external-sampling Monte Carlo CFR over a betting tree and buckets, in whole numbers.

Every iteration deals two hands and a board and plays them twice, each hand once on the button. The tree is walked once
for each player: all actions of that player, one sampled action of the other. What an action would have won beyond the
mean is added to its regret; play is in proportion to positive regrets, and its average over the iterations, in which
later ones count more, is the strategy. (Lanctot et al. 2009, with the linear weighting of Brown and Sandholm 2019.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.evaluate import CARD_BITS, strength
from croupier.kernel.vocabulary.rng import Rng, below

from ...records import FLOP, PRE_FLOP, RIVER, TURN
from ..cards import KINDS, bucket_of, starting_kind
from ..tree import SHOWDOWN, Tree

NODE = 16
STREET, ACTOR, COUNT, BASE, CHILDREN = 0, 1, 2, 3, 4
"""A node in numbers: its street and actor, how many actions it has, where what is learnt of it begins, and then the
child of each action: a node, or an end as -1 - (4 × stake + who folded). It is a line of the processor's cache."""
MOST_ACTIONS = 8
MOST_FRAMES = 64
SHARE = 256
"""A whole action in the sums of the average strategy."""
PRUNED_AT = -100
"""An action whose regret is below this number of stacks is left out of most iterations."""
MOST_REGRET = 1 << 30
"""A bound in either direction, for overflow alone. A tight lower bound would keep bad actions in play: a regret that is
stopped there comes back by luck, the sooner the deeper the stacks are."""
BOTH = 2
"""Beside the regrets of a bucket at a node lie the sums of its strategies."""
REVIEW_ONE_IN = 16
"""One walk in so many leaves nothing out."""


def numbered(tree: Tree, buckets: tuple[int, ...]) -> tuple[Any, int]:
    """The nodes of a tree as numbers, and how many numbers are learnt."""
    nodes, learnt = np.zeros((len(tree.nodes), NODE), np.int32), 0
    codes = [-1 - (4 * end.stake + end.folded) for end in tree.ends]
    for number, node in enumerate(tree.nodes):
        count = len(node.actions)
        nodes[number, :CHILDREN] = node.street, node.actor, count, learnt
        children = [action.child if action.child >= 0 else codes[-1 - action.child] for action in node.actions]
        nodes[number, CHILDREN : CHILDREN + count] = children
        learnt += BOTH * count * buckets[node.street]
    return nodes.reshape(-1), learnt


@rule
def play_iterations(memory: Any, leads: Any, nodes: Any, learnt: Any, rng: Rng, scratch: Any, stack: int,
                    iterations: int) -> int:  # fmt: skip
    """Play some iterations with stacks of `stack` chips; how many nodes were visited."""
    pruned = PRUNED_AT * stack
    visits = 0
    for _ in range(iterations):
        deal(memory, leads, rng, scratch)
        least = -MOST_REGRET if below(rng, REVIEW_ONE_IN) == 0 else pruned
        for _ in range(2):
            for player in range(2):
                visits += walk(nodes, learnt, rng, scratch, player, least)
            change_seats(scratch)
    return visits


@rule
def change_seats(scratch: Any) -> None:
    """Give each player the other's hand."""
    scratch[WINNER] = -scratch[WINNER]
    scratch[LEAD] = -scratch[LEAD]
    for street in range(4):
        own = scratch[street]
        scratch[street] = scratch[4 + street]
        scratch[4 + street] = own


@rule
def draw_number(rng: Rng, used: int) -> int:
    """A card that is not used yet."""
    card = below(rng, DECK)
    while used & int(CARD_BITS[card]):
        card = below(rng, DECK)
    return card


@rule
def deal(memory: Any, leads: Any, rng: Rng, scratch: Any) -> None:
    """Deal a hand: the buckets of both players street by street, then who wins (1, 0 or -1 for the button), and what
    the button wins on average from the other's starting hand."""
    used = 0
    for place in range(9):
        card = draw_number(rng, used)
        used |= int(CARD_BITS[card])
        scratch[HELD + place] = card
    flop = 0
    for place in range(4, 7):
        flop |= int(CARD_BITS[scratch[HELD + place]])
    turn = flop | int(CARD_BITS[scratch[HELD + 7]])
    board = turn | int(CARD_BITS[scratch[HELD + 8]])
    for player in range(2):
        one = scratch[HELD + 2 * player]
        two = scratch[HELD + 2 * player + 1]
        own = int(CARD_BITS[one]) | int(CARD_BITS[two])
        at = 4 * player
        scratch[at + PRE_FLOP] = starting_kind(one, two)
        scratch[at + FLOP] = bucket_of(memory, FLOP, own, flop)
        scratch[at + TURN] = bucket_of(memory, TURN, own, turn)
        scratch[at + RIVER] = bucket_of(memory, RIVER, own, board)
    first = int(CARD_BITS[scratch[HELD]]) | int(CARD_BITS[scratch[HELD + 1]])
    second = int(CARD_BITS[scratch[HELD + 2]]) | int(CARD_BITS[scratch[HELD + 3]])
    mine = strength(board | first)
    theirs = strength(board | second)
    scratch[WINNER] = 1 if mine > theirs else (-1 if mine < theirs else 0)
    scratch[LEAD] = leads[KINDS * scratch[PRE_FLOP] + scratch[4 + PRE_FLOP]]


WINNER, LEAD, HELD, FRAMES, VALUES = 8, 9, 10, 19, 19 + 2 * MOST_FRAMES
SCRATCH = VALUES + MOST_FRAMES * MOST_ACTIONS
"""In scratch: who wins, the mean lead, the cards; for each frame of a walk its node, action and values so far."""
WHOLE_STAKE = 1 << 16
"""A mean lead of a whole stake."""


@rule
def walk(nodes: Any, learnt: Any, rng: Rng, scratch: Any, player: int, least: int) -> int:
    """Walk the tree for a player without actions whose regret is below the least; how many nodes were visited. Frames
    are the player's decisions on the way."""
    visits = 0
    depth = 0
    child = 0
    while True:
        visits += 1
        if child >= 0:
            at = NODE * child
            actor = int(nodes[at + ACTOR])
            if actor == player:
                scratch[FRAMES + 2 * depth] = child
                scratch[FRAMES + 2 * depth + 1] = -1
                depth += 1
                value = 0
            else:
                count = int(nodes[at + COUNT])
                base = int(nodes[at + BASE]) + BOTH * count * scratch[4 * actor + int(nodes[at + STREET])]
                child = int(nodes[at + CHILDREN + sample(learnt, base, count, rng)])
                continue
        else:
            value = worth(-1 - child, scratch[WINNER], scratch[LEAD], player)
        child = NONE
        while depth > 0 and child == NONE:
            frame = FRAMES + 2 * (depth - 1)
            values = VALUES + MOST_ACTIONS * (depth - 1)
            at = NODE * scratch[frame]
            count = int(nodes[at + COUNT])
            base = int(nodes[at + BASE]) + BOTH * count * scratch[4 * player + int(nodes[at + STREET])]
            action = int(scratch[frame + 1])
            if action >= 0:
                scratch[values + action] = value
            action += 1
            while action < count and learnt[base + action] < least:
                action += 1
            if action < count:
                scratch[frame + 1] = action
                child = int(nodes[at + CHILDREN + action])
            else:
                value = learn(learnt, base, count, scratch, values, least)
                depth -= 1
        if child == NONE:
            return visits


NONE = 1 << 40


@rule
def worth(end: int, winner: int, lead: int, player: int) -> int:
    """What an end is worth for a player; all-in before the flop the mean over all boards, which varies less."""
    stake = end >> 2
    folded = end & 3
    if folded < SHOWDOWN:
        return -stake if folded == player else stake
    won = stake * winner if folded == SHOWDOWN else stake * lead // WHOLE_STAKE
    return won if player == 0 else -won


@rule
def sample(learnt: Any, base: int, count: int, rng: Rng) -> int:
    """An action in proportion to positive regrets, all of which go into the average."""
    total = 0
    for action in range(count):
        total += max(0, int(learnt[base + action]))
    if total == 0:
        for action in range(count):
            learnt[base + count + action] += SHARE // count
        return below(rng, count)
    mark = (below(rng, 1 << 30) * total) >> 30
    chosen = -1
    for action in range(count):
        regret = max(0, int(learnt[base + action]))
        if regret > 0:
            learnt[base + count + action] += regret * SHARE // total
            if chosen < 0:
                if mark < regret:
                    chosen = action
                mark -= regret
    return chosen


@rule
def learn(learnt: Any, base: int, count: int, scratch: Any, values: int, least: int) -> int:
    """Add what each action that was tried would have won beyond the mean to its regret; the mean."""
    total = 0
    mean = 0
    for action in range(count):
        regret = int(learnt[base + action])
        if regret > 0:
            total += regret
            mean += regret * scratch[values + action]
    if total > 0:
        mean = mean // total
    else:
        tried = 0
        for action in range(count):
            if learnt[base + action] >= least:
                mean += scratch[values + action]
                tried += 1
        mean = mean // max(1, tried)
    for action in range(count):
        regret = int(learnt[base + action])
        if regret >= least:
            learnt[base + action] = max(-MOST_REGRET, min(regret + scratch[values + action] - mean, MOST_REGRET))
    return mean
