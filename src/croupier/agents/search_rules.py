"""The rules of search: nodes and their statistics, imagined worlds, the walk down the tree.

All arithmetic is in integers, as everywhere in rules: means are in 1/1024 of the range of scores seen, and the
exploration term is an integer square root.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import Out, mix
from croupier.kernel.vocabulary.ledger import Ledger, exchange, imagine, slot_of
from croupier.kernel.vocabulary.menu import Action, Menu, choose_randomly, clear
from croupier.kernel.vocabulary.rng import Rng, below
from croupier.kernel.vocabulary.turns import SEATS

from .choices import count_choices, take_choice

PATH = 256
"""The deepest walk down the tree; below it, play is random."""
STEPS = 5_000
"""The most steps of an imagined play."""
FULL_MARKS = 1024
EXPLORE = 900
"""The weight of exploration, in 1/1024 of the range of scores: tuned on hold'em, the Deal and the Battle."""
NO_NODE = -1
WIDE = 12
"""A decision below the root with more choices than this is not learnt, if a policy can choose there."""
WORLDS = 12
"""How many worlds are imagined until one is believed; the last one is taken in any case."""

# Names of a core, declared here and given their values by `bind`.
# ruff: noqa: F821
owing: Callable[..., int]
act: Callable[..., None]
observe: Callable[..., None]
score: Callable[..., int]
hide: Callable[..., None]
deal_anew: Callable[..., None]
believes: Callable[..., bool]
next_to_act: Callable[..., int]
fault_of: Callable[..., int]
menu: Callable[..., None]
ask: Callable[..., None]


class Tree(Record):
    """Nodes in a hash table by key; each has a block of statistics, one for each choice."""

    root: int
    nodes: int
    used: int
    lowest: Annotated[list[int], SEATS]
    highest: Annotated[list[int], SEATS]
    key: Annotated[list[int], "slots"]
    width: Annotated[list[int], "slots"]
    block: Annotated[list[int], "slots"]
    total: Annotated[list[int], "slots"]
    visits: Annotated[list[int], "stats"]
    points: Annotated[list[int], "stats"]
    squares: Annotated[list[int], "stats"]


class Walk(Record):
    """One path down the tree: the nodes passed, the choices made there, and the seats that made them."""

    length: int
    node: Annotated[list[int], PATH]
    choice: Annotated[list[int], PATH]
    seat: Annotated[list[int], PATH]
    modelled: Annotated[list[int], SEATS]
    """The policy that plays a seat instead of the tree, numbered from 1; 0 for none."""
    below: Annotated[list[int], SEATS]
    """The policy that plays a seat below the tree, numbered from 1; 0 for random play."""
    default: int
    """The policy whose choice is played unless another is clearly better, numbered from 1; 0 for none."""


@rule
def find_node(tree: Tree, key: int, width: int) -> int:
    """The node of a key, added if it is new; NO_NODE if there is no room. A new node has no visits."""
    slots = len(tree.key)
    at = (key ^ (key >> 29)) % slots
    for _ in range(64):
        if tree.width[at] == 0:
            if tree.used + width > len(tree.visits) or 4 * tree.nodes > 3 * slots:
                return NO_NODE
            tree.nodes += 1
            tree.key[at] = key
            tree.width[at] = width
            tree.block[at] = tree.used
            tree.used += width
            return at
        if tree.key[at] == key and tree.width[at] == width:
            return at
        at = at + 1 if at + 1 < slots else 0
    return NO_NODE


@rule
def square_root(n: int) -> int:
    """The integer square root, by Newton's method."""
    if n < 2:
        return max(n, 0)
    guess = 1
    while guess * guess <= n:
        guess *= 2
    while True:
        better = (guess + n // guess) // 2
        if better >= guess:
            return guess
        guess = better


@rule
def select_choice(tree: Tree, node: int, seat: int, rng: Rng) -> int:
    """The choice to try next: an untried one at random, else the best of mean plus exploration (UCB1)."""
    width = tree.width[node]
    block = tree.block[node]
    untried = 0
    for i in range(width):
        if tree.visits[block + i] == 0:
            untried += 1
    if untried > 0:
        skip = below(rng, untried)
        for i in range(width):
            if tree.visits[block + i] == 0:
                if skip == 0:
                    return i
                skip -= 1
    reach = max(1, tree.highest[seat] - tree.lowest[seat])
    doublings = 1
    while (tree.total[node] >> doublings) > 0:
        doublings += 1
    best = 0
    best_value = -1
    for i in range(width):
        visits = tree.visits[block + i]
        mean = (tree.points[block + i] - visits * tree.lowest[seat]) * FULL_MARKS // (visits * reach)
        value = mean + EXPLORE * square_root((doublings << 20) // visits) // FULL_MARKS
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def blindfold(x: Ledger, seat: int) -> None:
    """Put the cards that a seat does not know into a fixed order, so that the ledger holds only what the seat knows."""
    for card in range(len(x.zone)):
        if not (x.known[card] >> seat) & 1:
            first_card = card
            for other in range(card + 1, len(x.zone)):
                alike = not (x.known[other] >> seat) & 1 and x.kin[other] == x.kin[card]
                if alike and place_of(x, other) < place_of(x, first_card):
                    first_card = other
            if first_card != card:
                exchange(x, card, first_card)


@rule
def place_of(x: Ledger, card: int) -> int:
    """A number for the place of a card: by zone, then by slot; the same for all cards of a pool."""
    return x.zone[card] * len(x.row) + max(0, slot_of(x, card))


@rule
def what_it_knows(x: Ledger, seat: int) -> int:
    """A key of the cards that a seat knows in an imagined world; it stands for the seat's history there."""
    key = seat + 1
    for card in range(len(x.zone)):
        if (x.known[card] >> seat) & 1:
            key = mix(key, 64 * card + x.zone[card])
    return key


@rule
def deal_any(t: Any, v: Any, seat: int, rng: Rng) -> None:
    """Deal the unknown cards anew: every world is equally likely."""
    imagine(t.cards, seat, rng)


@rule
def deal_believed(t: Any, v: Any, seat: int, rng: Rng) -> None:
    """Deal them anew until every other seat, from its view of that world, may plausibly have played as it did."""
    for _ in range(WORLDS):
        imagine(t.cards, seat, rng)
        believed = True
        for other in range(t.seats):
            if believed and other != seat:
                observe(t, other, v)
                believed = believes(v, rng)
        if believed:
            return


@rule
def hide_cards(t: Any, out: Out, v: Any, seat: int, rng: Rng) -> None:
    """Imagine a world, and give the other seats the histories that they would then have."""
    deal_anew(t, v, seat, rng)
    for other in range(t.seats):
        if other != seat:
            out.trace[other] = what_it_knows(t.cards, other)


@rule
def hide_nothing(t: Any, out: Out, v: Any, seat: int, rng: Rng) -> None:
    """Without cards only choices are secret, and `conceal` has taken those back."""
    for other in range(t.seats):
        if other != seat:
            out.trace[other] = other + 1


@rule
def walk_down(t: Any, out: Out, m: Menu, v: Any, a: Action, rng: Rng, tree: Tree, walk: Walk, hands: int,
              memories: Any) -> None:  # fmt: skip
    """Play one imagined world to its end, or until `hands` more hands are over; in the tree, then below it."""
    stop = t.hands + hands
    walk.length = 0
    in_tree = True
    for _ in range(STEPS):
        owed = owing(t)
        if owed == 0 or (hands > 0 and t.hands >= stop) or fault_of(t, out, m):
            return
        seat = next_to_act(t, owed, m, rng, a)
        if seat < SEATS:
            m.told = out.trace[seat]
            if walk.modelled[seat]:
                observe(t, seat, v)
                ask(walk.modelled[seat] - 1, v, m, rng, a, memories)
            elif in_tree and walk.length < PATH and not left_to_policy(m, walk, seat):
                in_tree = step_in_tree(out, m, a, rng, tree, walk, seat)
            elif walk.below[seat]:
                observe(t, seat, v)
                ask(walk.below[seat] - 1, v, m, rng, a, memories)
            else:
                choose_randomly(m, rng, a)
        act(t, out, seat, a)


@rule
def left_to_policy(m: Menu, walk: Walk, seat: int) -> bool:
    """Whether a later decision has too many choices to be learnt, and there is a policy for it.

    Trying each of them once would amount to expecting random play there.
    """
    return walk.length > 0 and walk.below[seat] > 0 and count_choices(m) > WIDE


@rule
def step_in_tree(out: Out, m: Menu, a: Action, rng: Rng, tree: Tree, walk: Walk, seat: int) -> bool:
    """Choose by the statistics of the seat's node; returns whether the walk is still in the tree after it."""
    width = count_choices(m)
    if width == 1:
        take_choice(m, 0, a)
        return True
    node = find_node(tree, mix(out.trace[seat], seat + 1), width)
    if node == NO_NODE:
        choose_randomly(m, rng, a)
        return False
    choice = select_choice(tree, node, seat, rng)
    walk.node[walk.length] = node
    walk.choice[walk.length] = choice
    walk.seat[walk.length] = seat
    walk.length += 1
    take_choice(m, choice, a)
    return tree.total[node] > 0


@rule
def learn(t: Any, tree: Tree, walk: Walk) -> None:
    """Credit every choice on the path with the score of its seat."""
    for seat in range(t.seats):
        points = score(t, seat)
        if tree.root == 0 or points < tree.lowest[seat]:
            tree.lowest[seat] = points
        if tree.root == 0 or points > tree.highest[seat]:
            tree.highest[seat] = points
    tree.root = 1
    for i in range(walk.length):
        node = walk.node[i]
        at = tree.block[node] + walk.choice[i]
        tree.visits[at] += 1
        tree.total[node] += 1
        points = score(t, walk.seat[i])
        tree.points[at] += points
        tree.squares[at] += points * points


@rule
def search_compiled(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, trees: Any, walks: Any,
                    memories: Any, seat: int, hands: int, iterations: int) -> None:  # fmt: skip
    """Run some iterations from the world in ts[1] and the traces in outs[1]; with 0 iterations, put into acts[0] what
    the default policy would do there, from the seat's view. The only rule of search that Python calls."""
    if iterations == 0:
        clear(ms[0])
        menu(ts[1], seat, ms[0])
        observe(ts[1], seat, vs[0])
        ask(walks[0].default - 1, vs[0], ms[0], rngs[0], acts[0], memories)
    for _ in range(iterations):
        ts[0] = ts[1]
        for other in range(SEATS):
            outs[0].trace[other] = outs[1].trace[other]
        hide(ts[0], outs[0], vs[0], seat, rngs[0])
        walk_down(ts[0], outs[0], ms[0], vs[0], acts[0], rngs[0], trees[0], walks[0], hands, memories)
        if fault_of(ts[0], outs[0], ms[0]):
            return
        learn(ts[0], trees[0], walks[0])
