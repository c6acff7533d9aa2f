"""The compiled part of the solver: one pass over the tree for all hands of a player at once.

A *view* is a board: view 0 is the board as it was given; if that is a turn, views 1 … are its rivers. In each view the
hands that are still possible have numbers of their own, on a full board from the weakest to the strongest, so that a
showdown is one pass along both lists. *Reach* is the probability that a player gets to a node with a hand, given only
that player's choices and range; *worth* is what a hand earns from here on, summed over the other's hands by their
reach. Two hands that share a card never meet: sums leave out the hands that have either card, and add back the hand
that has both.

Tables hold one row for each act of each decision, with a number for each hand: `regret`, and the `total` of the
strategies. Both are updated by Discounted CFR (Brown and Sandholm 2019), of which CFR+ is the case that resets negative
regrets: see `solver.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.kernel.language.jit import numeric

from .tree import CHANCE, DECISION, FOLDED

CARDS = 52
LEARN, BEST, PLAY = 0, 1, 2
"""What a sweep does for its player: learn from regrets, find a best response to averages, or play the average."""


class Shape(NamedTuple):
    """The betting tree as arrays, by node. Children of a decision are `child[first …]`, one for each of its `acts`."""

    kind: Any
    actor: Any
    first: Any
    acts: Any
    child: Any
    row: Any
    """The first row of a decision in the tables of its player, relative to the start of its view."""
    start: Any
    end: Any
    """For a CHANCE node, the nodes of its river."""
    pays: Any
    """By player, node, and result: won, split or lost."""
    opening: int
    """The number of nodes of the first street."""


class Hands(NamedTuple):
    """The hands of both players in every view: arrays by player, view, and number of the hand in that view."""

    count: Any
    one: Any
    two: Any
    rank: Any
    """Strength, if the board is full."""
    same: Any
    """The number that the other player has for the same two cards; -1 if it never holds them."""
    origin: Any
    """The number of the hand in view 0."""
    block: Any
    """By player and view: the first row of the view in the tables of the player."""
    chance: Any
    """The probability of each river, given both hands."""


class Space(NamedTuple):
    """Working memory, for the first street and for a river: rows by node, a number for each hand."""

    reach: Any
    """By depth (first street or river), player, node."""
    at: Any
    """By depth, player, node: the row of `reach` that applies there; a player's reach changes only where it acts."""
    share: Any
    """By depth, node: the probability of the act that leads there."""
    worth: Any
    """By depth, node."""
    scale: Any
    card: Any


class Weights(NamedTuple):
    """The weights of an iteration: factors for old positive and negative regret, and the weight of the new strategy."""

    above: float
    below: float
    now: float


@numeric
def sweep(
    shape: Any, hands: Any, space: Any, regret: Any, total: Any, player: int, mode: int, weights: Any,
    last: int, last_view: int,
) -> None:  # fmt: skip
    """One pass over the whole tree for a player. The worth of its hands at the root is in `space.worth[0, 0]`.

    If `last_view` is not 0, `space` is left with the river of that view after the CHANCE node `last`.
    """
    spread(shape, hands, space, regret, total, 0, 0, 0, shape.opening, mode)
    for node in range(shape.opening - 1, -1, -1):
        if shape.kind[node] == CHANCE:
            clear(space.worth[0, node], hands.count[player, 0])
            for view in range(1, len(hands.chance)):
                sweep_river(shape, hands, space, regret, total, player, mode, weights, node, view)
                leave(hands, space, view, player, space.worth[0, node])
        else:
            gather(shape, hands, space, regret, total, 0, 0, 0, node, player, mode, weights)
    if last_view > 0:
        sweep_river(shape, hands, space, regret, total, player, mode, weights, last, last_view)


@numeric
def sweep_river(
    shape: Any, hands: Any, space: Any, regret: Any, total: Any, player: int, mode: int, weights: Any,
    node: int, view: int,
) -> None:  # fmt: skip
    """The same for one river after a CHANCE node, with the reach of both players on the first street."""
    start = shape.start[node]
    enter(hands, space, view, node)
    spread(shape, hands, space, regret, total, 1, view, start, shape.end[node], mode)
    for later in range(shape.end[node] - 1, start - 1, -1):
        gather(shape, hands, space, regret, total, 1, view, start, later, player, mode, weights)


@numeric
def clear(row: Any, count: int) -> None:
    """Set numbers to zero."""
    for k in range(count):
        row[k] = 0.0


@numeric
def enter(hands: Any, space: Any, view: int, node: int) -> None:
    """Enter a river: fill in the reach of both players' hands, without those that the card makes impossible."""
    for player in range(2):
        space.at[1, player, 0] = 0
        source = space.reach[0, player, space.at[0, player, node]]
        row = space.reach[1, player, 0]
        origin = hands.origin[player, view]
        for k in range(hands.count[player, view]):
            row[k] = source[origin[k]]


@numeric
def leave(hands: Any, space: Any, view: int, player: int, worth: Any) -> None:
    """Add the worth of a river to each hand."""
    found = space.worth[1, 0]
    origin = hands.origin[player, view]
    chance = hands.chance[view]
    for k in range(hands.count[player, view]):
        worth[origin[k]] += chance * found[k]


@numeric
def spread(
    shape: Any, hands: Any, space: Any, regret: Any, total: Any, depth: int, view: int, start: int, end: int, mode: int
) -> None:
    """From the root of a street downwards: compute the strategy of each decision, and both players' reach."""
    for node in range(start, end):
        if shape.kind[node] == DECISION:
            actor = shape.actor[node]
            count = hands.count[actor, view]
            row = hands.block[actor, view] + shape.row[node]
            table = regret[actor] if mode == LEARN else total[actor]
            first = shape.first[node]
            acts = shape.acts[node]
            mix(table, row, acts, space, depth, shape.child, first, start, count)
            own = space.reach[depth, actor, space.at[depth, actor, node - start]]
            for act in range(acts):
                child = shape.child[first + act] - start
                space.at[depth, 1 - actor, child] = space.at[depth, 1 - actor, node - start]
                space.at[depth, actor, child] = child
                reach = space.reach[depth, actor, child]
                share = space.share[depth, child]
                for k in range(count):
                    reach[k] = own[k] * share[k]


@numeric
def mix(
    table: Any, row: int, acts: int, space: Any, depth: int, child: Any, first: int, start: int, count: int
) -> None:
    """The probability of each act with each hand: in proportion to the positive entries of the table, else uniform."""
    scale = space.scale
    clear(scale, count)
    for act in range(acts):
        entries = table[row + act]
        for k in range(count):
            scale[k] += max(entries[k], 0.0)
    alike = 1.0 / acts
    for act in range(acts):
        entries = table[row + act]
        share = space.share[depth, child[first + act] - start]
        for k in range(count):
            share[k] = max(entries[k], 0.0) / scale[k] if scale[k] > 0.0 else alike


@numeric
def gather(
    shape: Any, hands: Any, space: Any, regret: Any, total: Any, depth: int, view: int, start: int, node: int,
    player: int, mode: int, weights: Any,
) -> None:  # fmt: skip
    """From the ends of a street upwards: compute the worth of a node to each hand, and update its tables."""
    worth = space.worth[depth, node - start]
    other = 1 - player
    if shape.kind[node] == DECISION:
        if shape.actor[node] == other:
            add_up(shape, space, depth, start, node, worth, hands.count[player, view])
        elif mode == BEST:
            take_best(shape, space, depth, start, node, worth, hands.count[player, view])
        else:
            weigh(shape, space, depth, start, node, worth, hands.count[player, view])
            if mode == LEARN:
                row = hands.block[player, view] + shape.row[node]
                own = space.reach[depth, player, space.at[depth, player, node - start]]
                learn(shape, space, depth, start, node, regret[player], total[player], row, own, weights,
                      hands.count[player, view])  # fmt: skip
    else:
        reach = space.reach[depth, other, space.at[depth, other, node - start]]
        pays = shape.pays[player, node]
        if shape.kind[node] == FOLDED:
            fold_out(hands, view, player, reach, worth, pays[0], space.card)
        else:
            show_down(hands, view, player, reach, worth, pays, space.card)


@numeric
def add_up(shape: Any, space: Any, depth: int, start: int, node: int, worth: Any, count: int) -> None:
    """The worth where the other player acts: its reach already includes the probability of each act."""
    clear(worth, count)
    for act in range(shape.acts[node]):
        after = space.worth[depth, shape.child[shape.first[node] + act] - start]
        for k in range(count):
            worth[k] += after[k]


@numeric
def take_best(shape: Any, space: Any, depth: int, start: int, node: int, worth: Any, count: int) -> None:
    """The worth where the player itself acts, by a best response."""
    for act in range(shape.acts[node]):
        after = space.worth[depth, shape.child[shape.first[node] + act] - start]
        for k in range(count):
            worth[k] = after[k] if act == 0 else max(worth[k], after[k])


@numeric
def weigh(shape: Any, space: Any, depth: int, start: int, node: int, worth: Any, count: int) -> None:
    """The worth where the player itself acts, by its present strategy."""
    clear(worth, count)
    for act in range(shape.acts[node]):
        child = shape.child[shape.first[node] + act] - start
        after = space.worth[depth, child]
        share = space.share[depth, child]
        for k in range(count):
            worth[k] += share[k] * after[k]


@numeric
def learn(
    shape: Any, space: Any, depth: int, start: int, node: int, regret: Any, total: Any, row: int, own: Any,
    weights: Any, count: int,
) -> None:  # fmt: skip
    """Update regrets, and add the strategy to its total."""
    worth = space.worth[depth, node - start]
    above = weights.above
    below = weights.below
    now = weights.now
    for act in range(shape.acts[node]):
        child = shape.child[shape.first[node] + act] - start
        after = space.worth[depth, child]
        share = space.share[depth, child]
        regrets = regret[row + act]
        played = total[row + act]
        for k in range(count):
            old = regrets[k]
            regrets[k] = old * (above if old > 0.0 else below) + (after[k] - worth[k])
            played[k] += now * own[k] * share[k]


@numeric
def fold_out(hands: Any, view: int, player: int, reach: Any, worth: Any, pay: float, card: Any) -> None:
    """The worth of an end at which cards do not matter: the same against every possible hand."""
    add_cards(hands, view, 1 - player, reach, card)
    one = hands.one[player, view]
    two = hands.two[player, view]
    same = hands.same[player, view]
    for k in range(hands.count[player, view]):
        met = card[CARDS] - card[one[k]] - card[two[k]]
        if same[k] >= 0:
            met += reach[same[k]]
        worth[k] = pay * met


@numeric
def add_cards(hands: Any, view: int, player: int, reach: Any, card: Any) -> None:
    """The sum of the reach of all hands with a card, for each card; the last entry is the sum over all hands."""
    clear(card, CARDS)
    one = hands.one[player, view]
    two = hands.two[player, view]
    everything = 0.0
    for k in range(hands.count[player, view]):
        everything += reach[k]
        card[one[k]] += reach[k]
        card[two[k]] += reach[k]
    card[CARDS] = everything


@numeric
def show_down(hands: Any, view: int, player: int, reach: Any, worth: Any, pays: Any, card: Any) -> None:
    """The worth of a showdown, in one pass from the weakest hand to the strongest.

    With W, E and A the reach of the hands that are weaker, not stronger, and all, a hand earns won · W + split · (E −
    W) + lost · (A − E). W is known before the hands of equal strength are added, E after, and A at the end.
    """
    other = 1 - player
    own_rank = hands.rank[player, view]
    one = hands.one[player, view]
    two = hands.two[player, view]
    same = hands.same[player, view]
    rank = hands.rank[other, view]
    first = hands.one[other, view]
    second = hands.two[other, view]
    count = hands.count[player, view]
    others = hands.count[other, view]
    for_win = pays[0] - pays[1]
    for_split = pays[1] - pays[2]
    lost = pays[2]
    clear(card, CARDS)
    everything = 0.0
    at = 0
    k = 0
    while k < count:
        here = own_rank[k]
        while at < others and rank[at] < here:
            everything += reach[at]
            card[first[at]] += reach[at]
            card[second[at]] += reach[at]
            at += 1
        end = k
        while end < count and own_rank[end] == here:
            worth[end] = for_win * (everything - card[one[end]] - card[two[end]])
            end += 1
        while at < others and rank[at] == here:
            everything += reach[at]
            card[first[at]] += reach[at]
            card[second[at]] += reach[at]
            at += 1
        while k < end:
            met = everything - card[one[k]] - card[two[k]]
            if same[k] >= 0:
                met += reach[same[k]]
            worth[k] += for_split * met
            k += 1
    while at < others:
        everything += reach[at]
        card[first[at]] += reach[at]
        card[second[at]] += reach[at]
        at += 1
    for k in range(count):
        met = everything - card[one[k]] - card[two[k]]
        if same[k] >= 0:
            met += reach[same[k]]
        worth[k] += lost * met
