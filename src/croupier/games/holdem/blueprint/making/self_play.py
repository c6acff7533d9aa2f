"""Self-play: Monte Carlo CFR over a betting tree and buckets, for many hands on one board at once.

Every iteration deals a board and some hands, any two of which may meet. The tree is walked once for each player, who
may hold any of these hands, as may the opponent. The worth of a decision to each hand of the player is a sum over the
opponent's hands, weighted by their *reach*: the probability that the opponent's choices lead there. What an action
would have won beyond the mean is added to its regret. Each player plays in proportion to positive regrets; the average
of this play over the iterations, in which later ones count more, is the strategy. (Zinkevich et al. 2007; with sampled
boards Johanson et al. 2012; the linear weighting of Brown and Sandholm 2019.)

Where the opponent's reach adds up to less than LEAST hands, the walk goes on only with the probability reach / LEAST,
and the reach is then scaled up to LEAST. This changes no mean, and rarely visited parts of the tree take little time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from croupier.kernel.language.jit import numeric, rule
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.evaluate import CARD_BITS
from croupier.kernel.vocabulary.rng import Rng, below

from ...records import FLOP, PRE_FLOP, RIVER, TURN
from ..cards import KINDS, PAIRS, bucket_of, bucket_on_river, pair_number, rank_pairs_on, starting_kind
from ..tree import EARLY, SHOWDOWN, Tree

HANDS = 96
"""The hands that are dealt on a board."""
LEAST = 8.0
MOST_ACTIONS = 8
MOST_FRAMES = 40
"""The most decisions from the root to an end."""
BOTH = 2
"""A bucket at a node has two numbers for each action: its regret, and the sum of its strategies."""
FOLDED, SHOWN, MEANT = 0, 1, 2
"""How an end is evaluated: a player has folded; hands are shown on the board; or, all-in before the flop, by the mean
over all boards, which varies less."""
NOTHING, WHOLE = np.float32(0), np.float32(1)
UNIT = 1 / (100 * HANDS)
"""The factor from hundredths of a big blind, summed over the opponent's hands, to big blinds against their mean."""


class Shape(NamedTuple):
    """A tree as arrays. By node: its street, its actor, the number of its actions, the place of its first learnt number
    (`base`), and the child of each action, a node or -1 - an end. By end: how it is evaluated (`kind`), and what it
    pays to each player."""

    street: Any
    actor: Any
    count: Any
    base: Any
    child: Any
    kind: Any
    pays: Any


class Deal(NamedTuple):
    """The hands of an iteration: their buckets by street; and for each kind of end, the share of a stake that a hand
    (column) gets from a hand of the opponent (row). Hands that share a card get nothing."""

    bucket: Any
    gets: Any
    ranked: Any
    """The strength of every pair that the board leaves."""


class Space(NamedTuple):
    """Working memory of a walk. By frame: the node, the next action, and the row of `reach` that applies there. By
    frame and hand: the opponent's reach, and the place of the first learnt number. By frame, action and hand: the
    probability of the action (`share`), and its worth."""

    node: Any
    next: Any
    row: Any
    reach: Any
    place: Any
    share: Any
    worth: Any
    scale: Any
    there: Any


def shape_of(tree: Tree, buckets: tuple[int, ...]) -> tuple[Shape, int]:
    """A tree as arrays, and the number of learnt numbers."""
    child, base = np.zeros((len(tree.nodes), MOST_ACTIONS), np.int64), [0]
    for number, node in enumerate(tree.nodes):
        child[number, : len(node.actions)] = [action.child for action in node.actions]
        base.append(base[-1] + BOTH * len(node.actions) * buckets[node.street])
    kinds = {SHOWDOWN: SHOWN, EARLY: MEANT}
    pays = [
        [stake * (-1 if folded == player else 1) for player in range(2)] if folded < SHOWDOWN else [stake, stake]
        for folded, stake in tree.ends
    ]
    return Shape(
        np.array([node.street for node in tree.nodes]),
        np.array([node.actor for node in tree.nodes]),
        np.array([len(node.actions) for node in tree.nodes]),
        np.array(base[:-1]),
        child,
        np.array([kinds.get(end.folded, FOLDED) for end in tree.ends]),
        np.array(pays, np.float32) * np.float32(UNIT),
    ), base[-1]


def empty_deal(hands: int = HANDS) -> Deal:
    """A deal whose arrays are all zero."""
    return Deal(np.zeros((4, hands), np.int64), np.zeros((3, hands, hands), np.float32), np.zeros(PAIRS, np.int64))


def empty_space(hands: int = HANDS) -> Space:
    """Working memory whose arrays are all zero."""
    node, following, row = np.zeros((3, MOST_FRAMES), np.int64)
    reach, place = np.zeros((MOST_FRAMES, hands), np.float32), np.zeros((MOST_FRAMES, hands), np.int64)
    share, worth = np.zeros((2, MOST_FRAMES, MOST_ACTIONS, hands), np.float32)
    return Space(
        node, following, row, reach, place, share, worth, np.zeros(hands, np.float32), np.zeros(hands, np.int64)
    )


@numeric
def play_iterations(memory: Any, leads: Any, shape: Any, learnt: Any, rng: Any, deal: Any, space: Any, cards: Any,
                    iterations: int) -> int:  # fmt: skip
    """Play some iterations; returns how many nodes were visited. `cards` is working memory for cards and strengths."""
    visits = 0
    for _ in range(iterations):
        deal_hands(memory, leads, rng, deal, cards)
        for player in range(2):
            visits += walk(shape, learnt, deal, space, rng, player)
    return visits


@rule
def draw_card(rng: Rng, used: int) -> int:
    """A card that is not used yet."""
    card = below(rng, DECK)
    while used & int(CARD_BITS[card]):
        card = below(rng, DECK)
    return card


@numeric
def deal_hands(memory: Any, leads: Any, rng: Any, deal: Any, cards: Any) -> None:
    """Deal a board and hands, each without cards of the board, and fill in what each hand gets from each other."""
    flop = 0
    for _ in range(3):
        flop |= CARD_BITS[draw_card(rng, flop)]
    turn = flop | CARD_BITS[draw_card(rng, flop)]
    board = turn | CARD_BITS[draw_card(rng, turn)]
    rank_pairs_on(memory, board, deal.ranked)
    hands = len(cards)
    for hand in range(hands):
        one = draw_card(rng, board)
        two = draw_card(rng, board | CARD_BITS[one])
        own = CARD_BITS[one] | CARD_BITS[two]
        cards[hand, 0] = own
        cards[hand, 1] = deal.ranked[pair_number(one, two)]
        deal.bucket[PRE_FLOP, hand] = starting_kind(one, two)
        deal.bucket[FLOP, hand] = bucket_of(memory, FLOP, own, flop)
        deal.bucket[TURN, hand] = bucket_of(memory, TURN, own, turn)
        deal.bucket[RIVER, hand] = bucket_on_river(memory, own, board, deal.ranked, True)
    for other in range(hands):
        for own in range(hands):
            meet = 0.0 if cards[other, 0] & cards[own, 0] else 1.0
            sign = 1.0 if cards[own, 1] > cards[other, 1] else (-1.0 if cards[own, 1] < cards[other, 1] else 0.0)
            deal.gets[FOLDED, other, own] = meet
            deal.gets[SHOWN, other, own] = meet * sign
            lead = leads[KINDS * deal.bucket[PRE_FLOP, own] + deal.bucket[PRE_FLOP, other]]
            deal.gets[MEANT, other, own] = meet * lead


@numeric
def walk(shape: Any, learnt: Any, deal: Any, space: Any, rng: Any, player: int) -> int:
    """Walk the tree for a player; returns how many nodes were visited. The worth of the root is in
    `space.worth[0, 0]`."""
    hands = space.reach.shape[1]
    for hand in range(hands):
        space.reach[0, hand] = 1.0
    space.node[0] = 0
    space.row[0] = 0
    begin(shape, learnt, deal, space, 0, player)
    visits = 1
    depth = 0
    while True:
        node = space.node[depth]
        act = space.next[depth]
        if act == shape.count[node]:
            worth = space.worth[depth, space.next[depth - 1] - 1] if depth > 0 else space.worth[0, 0]
            finish(shape, learnt, deal, space, depth, player, worth)
            if depth == 0:
                return visits
            depth -= 1
            continue
        space.next[depth] = act + 1
        worth = space.worth[depth + 1, act]
        child = shape.child[node, act]
        row = space.row[depth]
        if shape.actor[node] != player:
            total = follow(space.reach[row], space.share[depth, act], space.reach[depth + 1])
            row = depth + 1
            if 0.0 < total < LEAST and child >= 0:
                total = go_on(space.reach[row], total, rng)
        else:
            total = LEAST
        if total == 0.0:
            clear(worth)
        elif child < 0:
            end = -1 - child
            meet(deal.gets[shape.kind[end]], space.reach[row], shape.pays[end, player], worth, space.there)
        else:
            depth += 1
            visits += 1
            space.node[depth] = child
            space.row[depth] = row
            begin(shape, learnt, deal, space, depth, player)


@numeric
def clear(row: Any) -> None:
    """Set all numbers to zero."""
    for hand in range(len(row)):
        row[hand] = 0.0


@numeric
def follow(reach: Any, share: Any, after: Any) -> float:
    """Fill in the opponent's reach after an action; returns its sum over all hands."""
    total = 0.0
    for hand in range(len(reach)):
        after[hand] = reach[hand] * share[hand]
        total += after[hand]
    return total


@numeric
def go_on(reach: Any, total: float, rng: Any) -> float:
    """Decide at random whether the walk goes on where the opponent's reach is below LEAST; returns the new sum, LEAST
    or 0."""
    if below(rng, 1 << 24) * LEAST >= total * (1 << 24):
        return 0.0
    scale = np.float32(LEAST / total)
    for hand in range(len(reach)):
        reach[hand] *= scale
    return LEAST


@numeric
def meet(gets: Any, reach: Any, pay: float, worth: Any, there: Any) -> None:
    """Fill in the worth of an end to each hand, against all hands of the opponent that come there. Four of these are
    handled at a time, which is faster. `there` is working memory for their numbers."""
    hands = len(worth)
    count = 0
    for other in range(hands):
        if reach[other] > NOTHING:
            there[count] = other
            count += 1
    clear(worth)
    fours = count - count % 4
    for at in range(0, fours, 4):
        one = gets[there[at]]
        two = gets[there[at + 1]]
        three = gets[there[at + 2]]
        four = gets[there[at + 3]]
        by_one = pay * reach[there[at]]
        by_two = pay * reach[there[at + 1]]
        by_three = pay * reach[there[at + 2]]
        by_four = pay * reach[there[at + 3]]
        for hand in range(hands):
            worth[hand] += by_one * one[hand] + by_two * two[hand] + by_three * three[hand] + by_four * four[hand]
    for at in range(fours, count):
        row = gets[there[at]]
        weight = pay * reach[there[at]]
        for hand in range(hands):
            worth[hand] += weight * row[hand]


@numeric
def begin(shape: Any, learnt: Any, deal: Any, space: Any, depth: int, player: int) -> None:
    """Enter a decision: compute the probability of each action with each hand. At a decision of the opponent, add them
    to its average strategy."""
    node = space.node[depth]
    space.next[depth] = 0
    count = shape.count[node]
    start = shape.base[node]
    bucket = deal.bucket[shape.street[node]]
    place = space.place[depth]
    share = space.share[depth]
    scale = space.scale
    hands = len(bucket)
    for hand in range(hands):
        place[hand] = start + BOTH * count * bucket[hand]
        scale[hand] = 0.0
    for act in range(count):
        likely = share[act]
        for hand in range(hands):
            regret = learnt[place[hand] + act]
            likely[hand] = regret if regret > NOTHING else NOTHING
            scale[hand] += likely[hand]
    alike = WHOLE / np.float32(count)
    for act in range(count):
        likely = share[act]
        for hand in range(hands):
            likely[hand] = likely[hand] / scale[hand] if scale[hand] > NOTHING else alike
    if shape.actor[node] != player:
        reach = space.reach[space.row[depth]]
        for act in range(count):
            likely = share[act]
            for hand in range(hands):
                learnt[place[hand] + count + act] += reach[hand] * likely[hand]


@numeric
def finish(shape: Any, learnt: Any, deal: Any, space: Any, depth: int, player: int, worth: Any) -> None:
    """Leave a decision: compute its worth to each hand and, if the player itself acts there, update the regrets."""
    node = space.node[depth]
    count = shape.count[node]
    after = space.worth[depth + 1]
    hands = len(worth)
    if shape.actor[node] != player:
        for hand in range(hands):
            worth[hand] = after[0, hand]
        for act in range(1, count):
            for hand in range(hands):
                worth[hand] += after[act, hand]
        return
    share = space.share[depth]
    for hand in range(hands):
        worth[hand] = share[0, hand] * after[0, hand]
    for act in range(1, count):
        for hand in range(hands):
            worth[hand] += share[act, hand] * after[act, hand]
    place = space.place[depth]
    for act in range(count):
        for hand in range(hands):
            learnt[place[hand] + act] += after[act, hand] - worth[hand]
