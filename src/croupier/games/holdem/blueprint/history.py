"""Maps the betting of a real hand to a place in a tree of the blueprint.

Every action of the real hand is mapped to an action of the tree: a call to a call, a bet or raise to the one whose
size, as a share of the pot after a call, is nearest. The border between two sizes A and B is where the pseudo-harmonic
mapping (Ganzfried and Sandholm 2013) gives both the same probability, (A + B + 2AB) / (A + B + 2). A fixed border
instead of a random choice keeps all decisions of a hand consistent. An all-in is mapped to the largest bet. A bet that
leaves chips behind is mapped to an all-in only for the player who has to answer it at once; later in the hand it is
mapped to the largest of the other sizes, because the hand went on. If the tree has no such bet, the place is LOST.

The player who has to answer a bet between two sizes draws which of them it is, with the chances of the mapping: then a
bet of every size between them is folded to as often as keeps it from profiting, if both are. If a real bet is
smaller than all sizes, a player folds to it less often; if it is larger than all, a player calls it less often. The
factor is the ratio of the frequencies, for the two sizes, at which folding or calling leaves the bettor no profit. Only
hands that both fold and call in the tree's strategy are changed so. Hands that never call there may also call where a
wrong call costs little: any bet before the flop, when every hand may still win, and later one of at most two fifths of
the pot.
"""

from __future__ import annotations

from croupier.kernel.contract.house_bots import Memory
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.turns import after

from ..records import View
from ..sizes import pseudo_harmonic
from .memory import ACTION_CHILD, ACTION_SIZE, CHILD_SHIFT, COUNT_MASK, COUNT_SHIFT, FIRST_MASK, FIRST_SHIFT, ROOTS_AT
from .tree import ALL_IN, CALLS, RAISES

LOST = -1
WHOLE = 1000
"""Sizes of bets and shares are in thousandths."""
CHEAP = 2 * WHOLE // 5
"""After the flop a bet of at most this size may be called with any hand."""
NODE_BITS, PART_BITS = 16, 10
NODE_MASK, PART_MASK = (1 << NODE_BITS) - 1, (1 << PART_BITS) - 1
SECOND_SHIFT = NODE_BITS
CHANCE_SHIFT = 2 * NODE_BITS
FOLDS_SHIFT, CALLS_SHIFT, CHEAP_SHIFT = (CHANCE_SHIFT + part * PART_BITS for part in (1, 2, 3))
"""A place, packed into one number: the node; a second node, to which the last bet may be mapped as well, and the chance
of that; the shares of folds and of calls that are kept; and whether any hand may call the bet to answer. Chances and
shares are in thousandths."""
SHALLOW, MIDDLE, DEEP = 20 * 50, 50 * 100, 100 * 200
"""Products of neighbouring depths. A stack is nearer, by ratio, to the smaller depth if its square is below this."""


@rule
def other_seat(v: View) -> int:
    """The seat without the button, of the two that are dealt in."""
    return after(v.dealt, v.button)


@rule
def effective(v: View) -> int:
    """The chips that each of two seats can lose in this hand: those of the shorter stack."""
    other = other_seat(v)
    return min(v.stack[v.button] + v.total[v.button], v.stack[other] + v.total[other])


@rule
def depth_of(v: View) -> int:
    """The number of the depth that is nearest to the effective stack by ratio."""
    chips = effective(v)
    square = v.blinds[1] * v.blinds[1]
    if chips * chips < SHALLOW * square:
        return 0
    if chips * chips < MIDDLE * square:
        return 1
    return 2 if chips * chips < DEEP * square else 3


@rule
def place_after(v: View, memory: Memory, moves: int) -> int:
    """The place in the tree after the first moves of the hand; LOST if the tree has none."""
    if moves > len(v.moves):
        return LOST
    root = int(memory[ROOTS_AT + depth_of(v)])
    most = effective(v)
    put = min(v.blinds[0], most)
    other = min(v.blinds[1], most)
    base = 0
    acted = 0
    node = 0
    folds = WHOLE
    calls = WHOLE
    cheap = 0
    second = 0
    chance = 0
    for move in range(moves):
        word = int(memory[root + node])
        to = v.moves[move]
        high = max(put, other)
        folds = WHOLE
        calls = WHOLE
        cheap = 0
        chance = 0
        if to == 0:
            chosen = action_that(memory, word, CALLS)
            put = high
        else:
            size = (base + to - high) * WHOLE // (2 * high)
            neighbour = LOST
            if base + to >= most:
                chosen = largest(memory, word)
            else:
                chosen = nearest_size(memory, word, size, move == v.moved - 1)
                neighbour = next_size(memory, word, chosen, size, move == v.moved - 1)
            if chosen == LOST:
                return LOST
            taken = size_at(memory, word, chosen)
            if neighbour == LOST:
                folds = kept_folds(size, taken)
                calls = kept_calls(size, taken)
            else:
                second = child_at(memory, word, neighbour)
                chance = pseudo_harmonic(size, size_at(memory, word, neighbour), taken, WHOLE, WHOLE)
            cheap = 1 if base == 0 or size <= CHEAP else 0
            put = base + to
        node = child_at(memory, word, chosen)
        if node < 0:
            return LOST
        acted += 1
        if to == 0 and acted > 1:
            base = put
            other = put
            acted = 0
        else:
            swapped = put
            put = other
            other = swapped
    mixed = second << SECOND_SHIFT | chance << CHANCE_SHIFT if chance > 0 else 0
    return node | mixed | folds << FOLDS_SHIFT | calls << CALLS_SHIFT | cheap << CHEAP_SHIFT


@rule
def action_word(memory: Memory, word: int, action: int) -> int:
    """An action of a node."""
    return int(memory[((word >> FIRST_SHIFT) & FIRST_MASK) + action])


@rule
def actions_of(word: int) -> int:
    """How many actions a node has."""
    return (word >> COUNT_SHIFT) & COUNT_MASK


@rule
def does_at(memory: Memory, word: int, action: int) -> int:
    """What an action does: FOLDS, CALLS, RAISES or ALL_IN."""
    return action_word(memory, word, action) & 3


@rule
def size_at(memory: Memory, word: int, action: int) -> int:
    """The size of a bet in thousandths of the pot after a call."""
    return (action_word(memory, word, action) >> ACTION_SIZE) & ACTION_CHILD


@rule
def child_at(memory: Memory, word: int, action: int) -> int:
    """The node that an action leads to; below 0 if the betting ends."""
    return (action_word(memory, word, action) >> CHILD_SHIFT) - 1


@rule
def action_that(memory: Memory, word: int, does: int) -> int:
    """The first action of a node that `does` this, such as CALLS; LOST if there is none."""
    for action in range(actions_of(word)):
        if does_at(memory, word, action) == does:
            return action
    return LOST


@rule
def largest(memory: Memory, word: int) -> int:
    """The largest bet of a node, which comes last; LOST if it has none."""
    last = actions_of(word) - 1
    return last if does_at(memory, word, last) >= RAISES else LOST


@rule
def nearest_size(memory: Memory, word: int, size: int, newest: bool) -> int:
    """The bet of a node to which a real bet is mapped; all-in only for the newest bet. LOST if there is none."""
    chosen = LOST
    for action in range(actions_of(word)):
        does = does_at(memory, word, action)
        if does == RAISES or (does == ALL_IN and newest):
            own = size_at(memory, word, action)
            if chosen == LOST or not is_nearer(size, size_at(memory, word, chosen), own):
                chosen = action
    return chosen


@rule
def next_size(memory: Memory, word: int, chosen: int, size: int, newest: bool) -> int:
    """The bet of a node on the other side of a real one than the bet that it is taken for; LOST if there is none."""
    if chosen == LOST or size == size_at(memory, word, chosen):
        return LOST
    action = chosen + 1 if size > size_at(memory, word, chosen) else chosen - 1
    if action >= actions_of(word):
        return LOST
    does = does_at(memory, word, action)
    return action if does == RAISES or (does == ALL_IN and newest) else LOST


@rule
def action_to(memory: Memory, word: int, node: int) -> int:
    """The action of a node that leads to another."""
    for action in range(actions_of(word)):
        if child_at(memory, word, action) == node:
            return action
    return LOST


@rule
def is_nearer(size: int, low: int, high: int) -> bool:
    """Whether a size is mapped to the lower one of two."""
    return size * (low + high + 2 * WHOLE) < WHOLE * (low + high) + 2 * low * high


@rule
def kept_folds(size: int, taken: int) -> int:
    """The thousandths of the folds to a bet that are kept, below 1,000 if it is smaller than the bet of the tree."""
    if size >= taken:
        return WHOLE
    return size * WHOLE // (WHOLE + size) * WHOLE // max(1, taken * WHOLE // (WHOLE + taken))


@rule
def kept_calls(size: int, taken: int) -> int:
    """The thousandths of the calls of a bet that are kept, below 1,000 if it is larger than the bet of the tree."""
    return min(WHOLE, WHOLE * (WHOLE + taken) // (WHOLE + size))
