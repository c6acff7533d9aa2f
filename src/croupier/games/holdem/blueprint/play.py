"""The blueprint as a policy, and the ranges that its play implies.

It plays heads-up no-limit hold'em without antes. In other games, and after a hand has left its trees, it plays
`oracle`.
"""

from __future__ import annotations

from croupier.kernel.contract.decision import Decision
from croupier.kernel.contract.house_bots import Memory, Policy, Strategy
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import ABSENT, Action, Menu, option_of
from croupier.kernel.vocabulary.rng import Rng, below
from croupier.kernel.vocabulary.turns import size

from ..policies.menu import call_or_check, fold_or_check, raise_towards
from ..policies.oracle import play_oracle
from ..policies.reading import board_on, first_cards
from ..records import HOLE, HOLE_CARDS, PRE_FLOP, View
from ..rules import RAISE_TO
from .cards import bucket_of, starting_kind
from .history import (
    CALLS_SHIFT,
    CHANCE_SHIFT,
    CHEAP_SHIFT,
    FOLDS_SHIFT,
    LOST,
    NODE_MASK,
    PART_MASK,
    SECOND_SHIFT,
    WHOLE,
    action_that,
    actions_of,
    depth_of,
    does_at,
    effective,
    other_seat,
    place_after,
    size_at,
)
from .memory import PUSH_FOLD_AT, ROOTS_AT, WHOLE_ACTION, load, nibble, probability
from .push_fold import CALL_TABLE, PUSH_BELOW, PUSH_TABLE, push_fold_number
from .tree import ALL_IN, CALLS, FOLDS


@rule
def play_blueprint(v: View, m: Menu, rng: Rng, a: Action, memory: Memory) -> None:
    """Play the blueprint's strategy where it has one, else `oracle`."""
    if not is_known_game(v, m):
        play_oracle(v, m, rng, a)
    elif is_push_or_fold(v):
        push_or_fold(v, m, rng, a, memory)
    else:
        place = place_after(v, memory, v.moved)
        if place == LOST:
            play_oracle(v, m, rng, a)
        else:
            play_at(v, m, rng, a, memory, place)


@rule
def is_known_game(v: View, m: Menu) -> bool:
    """Whether the blueprint knows this game, and the menu shows no limit on raises."""
    if not is_known_table(v):
        return False
    opponent = other_seat(v) if v.seat == v.button else v.button
    at = option_of(m, RAISE_TO)
    if at == ABSENT:
        return v.stack[v.seat] <= v.to_call or v.stack[opponent] == 0
    return m.high[at] == v.bet[v.seat] + v.stack[v.seat]


@rule
def is_known_table(v: View) -> bool:
    """Whether two seats play, with blinds of about one to two and no antes or dead money."""
    if size(v.dealt) != 2 or v.small_blind != v.button or v.ante > 0:
        return False
    if 5 * v.blinds[0] < 2 * v.blinds[1] or 5 * v.blinds[0] > 3 * v.blinds[1]:
        return False
    return v.dead[v.button] + v.dead[other_seat(v)] == 0


@rule
def is_push_or_fold(v: View) -> bool:
    """Whether a short stack opens before the flop, or answers an all-in there."""
    if v.street > PRE_FLOP or effective(v) >= PUSH_BELOW * v.blinds[1]:
        return False
    return v.moved == 0 or (v.moved == 1 and v.moves[0] >= effective(v))


@rule
def push_or_fold(v: View, m: Menu, rng: Rng, a: Action, memory: Memory) -> None:
    """Open by going all-in or folding, or answer an all-in by calling or folding, by the tables."""
    table = PUSH_TABLE if v.moved == 0 else CALL_TABLE
    at = push_fold_number(table, effective(v), v.blinds[1], own_kind(v))
    if below(rng, WHOLE_ACTION) >= nibble(memory, 16 * int(memory[PUSH_FOLD_AT]) + at):
        fold_or_check(v, a)
    elif v.moved == 0:
        raise_towards(v, m, a, v.bet[v.seat] + v.stack[v.seat])
    else:
        call_or_check(v, a)


@rule
def own_kind(v: View) -> int:
    """The kind of starting hands that a seat holds."""
    at = v.cards.first[HOLE + v.seat]
    return starting_kind(v.cards.row[at], v.cards.row[at + 1])


@rule
def own_bucket(v: View, memory: Memory) -> int:
    """The bucket of a seat's own cards on the present street."""
    if v.street == PRE_FLOP:
        return own_kind(v)
    return bucket_of(memory, v.street, first_cards(v, HOLE + v.seat, HOLE_CARDS), board_on(v, v.street))


@rule
def play_at(v: View, m: Menu, rng: Rng, a: Action, memory: Memory, place: int) -> None:
    """Draw an action from the strategy of a place, and make it with an amount in proportion to the real pot."""
    chance = (place >> CHANCE_SHIFT) & PART_MASK
    node = place
    if chance > 0 and below(rng, WHOLE) < chance:
        node = place >> SECOND_SHIFT
    word = int(memory[int(memory[ROOTS_AT + depth_of(v)]) + (node & NODE_MASK)])
    bucket = own_bucket(v, memory)
    action = reconsidered(memory, word, bucket, drawn_action(memory, word, bucket, rng), place, rng)
    make_move(v, m, a, does_at(memory, word, action), size_at(memory, word, action))


@rule
def make_move(v: View, m: Menu, a: Action, does: int, size: int) -> None:
    """Make an action of the tree with an amount in proportion to the real pot."""
    if does == FOLDS:
        fold_or_check(v, a)
    elif does == CALLS:
        call_or_check(v, a)
    elif does == ALL_IN:
        raise_towards(v, m, a, v.bet[v.seat] + v.stack[v.seat])
    else:
        raise_towards(v, m, a, v.current_bet + (v.pot + v.to_call) * size // WHOLE)


@rule
def drawn_action(memory: Memory, word: int, bucket: int, rng: Rng) -> int:
    """A random action of a node, with the probabilities that its strategy has for a bucket."""
    mark = below(rng, WHOLE_ACTION)
    last = actions_of(word) - 1
    for action in range(last):
        mark -= probability(memory, word, bucket, action)
        if mark < 0:
            return action
    return last


@rule
def reconsidered(memory: Memory, word: int, bucket: int, action: int, place: int, rng: Rng) -> int:
    """The action that was drawn; or, because the real bet has another size, a call in place of a fold or a fold in
    place of a call."""
    does = does_at(memory, word, action)
    fold = action_that(memory, word, FOLDS)
    if does > CALLS or fold == LOST:
        return action
    call = action_that(memory, word, CALLS)
    if does == FOLDS:
        may = (place >> CHEAP_SHIFT) & 1 > 0 or probability(memory, word, bucket, call) > 0
        return call if may and below(rng, WHOLE) >= (place >> FOLDS_SHIFT) & PART_MASK else action
    may = probability(memory, word, bucket, fold) > 0
    return fold if may and below(rng, WHOLE) >= (place >> CALLS_SHIFT) & PART_MASK else action


def tell_strategy(v: View, decision: Decision) -> Strategy | None:
    """The strategy for every hand at a decision; None where `oracle` plays."""
    from .strategies import strategy_of

    return strategy_of(v, decision)


BLUEPRINT = Policy(play_blueprint, load, strategy=tell_strategy, elsewhere="oracle")
