"""Where a real hand stands in the tree: sizes at their borders, all-ins, hands that the tree has lost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from croupier import holdem
from croupier.games.holdem.blueprint import memory as memories
from croupier.games.holdem.blueprint.history import (
    CALLS_SHIFT,
    CHANCE_SHIFT,
    CHEAP_SHIFT,
    FOLDS_SHIFT,
    LOST,
    NODE_MASK,
    PART_MASK,
    SECOND_SHIFT,
    action_to,
    depth_of,
    does_at,
    effective,
    is_nearer,
    kept_calls,
    kept_folds,
    place_after,
    size_at,
)
from croupier.games.holdem.blueprint.memory import BUCKETS_AT, ROOTS_AT, TABLES_AT, joined, tree_words
from croupier.games.holdem.blueprint.play import reconsidered
from croupier.games.holdem.blueprint.tree import ALL_IN, CALLS, DEPTHS, FOLDS, RAISES, tree_of
from croupier.games.holdem.game import GAME
from croupier.games.holdem.hand import Hand
from croupier.games.holdem.records import View
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.rng import Rng

SHALLOW = tree_of(20)


@pytest.fixture(scope="module")
def words() -> Any:
    """A memory with the tree of 20 big blinds for every depth, and strategies that always take the last action."""
    nothing = [np.zeros((200, len(node.actions)), np.int64) for node in SHALLOW.nodes]
    tree = np.concatenate([[len(SHALLOW.nodes)], tree_words(SHALLOW, nothing, 0)])
    return memoryview(joined(np.zeros(TABLES_AT, np.int64), [tree] * 4))


def dealt(stack: int = 2000) -> Hand:
    return holdem.deal(stacks=[stack, stack], blinds=(50, 100), button=0, seed=1)


def seen(hand: Hand) -> View:
    view: View = GAME.view(hand._state, 0)
    return view


def taken_for(hand: Hand, words: Any) -> tuple[int, int]:
    """What the last move of a hand was taken for: what it does, and its size."""
    view = seen(hand)
    return taken(view, words, place_after(view, words, view.moved))


def taken(view: View, words: Any, node: int) -> tuple[int, int]:
    """What the last move of a hand was, if it has led to a node."""
    before = place_after(view, words, view.moved - 1)
    word = words[words[ROOTS_AT + depth_of(view)] + (before & NODE_MASK)]
    action = action_to(words, word, node & NODE_MASK)
    return does_at(words, word, action), size_at(words, word, action)


def mixed(hand: Hand, words: Any) -> tuple[tuple[int, int], int]:
    """What else the last move of a hand may be taken for, and the chance of that in thousandths."""
    view = seen(hand)
    place = place_after(view, words, view.moved)
    return taken(view, words, place >> SECOND_SHIFT), place >> CHANCE_SHIFT & PART_MASK


def test_moves_are_kept_in_order_with_their_amounts() -> None:
    hand = dealt()
    hand.raise_to(250)
    hand.call()
    hand.check()
    hand.bet(300)
    view = seen(hand)
    assert (view.moved, view.moves[:5]) == (4, [250, 0, 0, 300, 0])
    hand = holdem.deal(stacks=[2000] * 2, blinds=(50, 100), button=0, seed=1)
    assert (seen(hand).moved, set(seen(hand).moves)) == (0, {0})


def test_more_moves_than_are_kept_are_counted_and_lost_to_the_tree(words: Any) -> None:
    hand = dealt(10_000)
    for _ in range(26):
        hand.raise_to(hand.min_raise_to or 0)
    view = seen(hand)
    assert (view.moved, view.moves[23], place_after(view, words, view.moved)) == (26, 2500, LOST)


def test_the_border_between_two_sizes_gives_both_the_same_chance() -> None:
    """Half and twice the pot: (0.5 + 2 + 2) / (0.5 + 2 + 2) = 1 pot."""
    assert is_nearer(999, 500, 2000)
    assert not is_nearer(1000, 500, 2000)


@pytest.mark.parametrize(
    ("to", "does", "size"),
    [
        (200, RAISES, 750),
        (327, RAISES, 750),
        (328, RAISES, 1750),
        (450, RAISES, 1750),
        (1999, ALL_IN, 9500),
        (2000, ALL_IN, 9500),
    ],
)
def test_a_raise_is_taken_for_the_nearest_size(words: Any, to: int, does: int, size: int) -> None:
    """Between 0.75 and 1.75 pots the border is 5.125 / 4.5 = 1.139 pots of 200, so that 227 more are the lower one."""
    hand = dealt()
    hand.raise_to(to)
    assert taken_for(hand, words) == (does, size)


@pytest.mark.parametrize(
    ("to", "other", "chance"), [(327, 1750, 495), (328, 750, 498), (400, 750, 175), (300, 1750, 343), (1000, 1750, 322)]
)
def test_a_bet_between_two_sizes_may_be_taken_for_the_other_one(words: Any, to: int, other: int, chance: int) -> None:
    """A raise to 300 is one pot more: three quarters with a chance of 0.75 × 1.75 / 2 = 0.656, else 1.75 pots."""
    hand = dealt()
    hand.raise_to(to)
    assert mixed(hand, words) == ((RAISES, other), chance)


@pytest.mark.parametrize("to", [200, 250, 450, 2000])
def test_a_bet_of_a_size_of_the_tree_or_beyond_all_is_taken_for_one(words: Any, to: int) -> None:
    hand = dealt()
    hand.raise_to(to)
    place = place_after(seen(hand), words, 1)
    assert (place >> SECOND_SHIFT & NODE_MASK, place >> CHANCE_SHIFT & PART_MASK) == (0, 0)


def test_only_the_newest_bet_is_drawn(words: Any) -> None:
    hand = dealt()
    hand.raise_to(400)
    hand.call()
    assert place_after(seen(hand), words, 2) >> CHANCE_SHIFT & PART_MASK == 0


def test_a_check_is_a_check_and_a_call_a_call(words: Any) -> None:
    hand = dealt()
    hand.call()
    assert taken_for(hand, words) == (CALLS, 0)
    hand.check()
    assert taken_for(hand, words) == (CALLS, 0)


def test_a_large_bet_is_an_all_in_for_its_answer_and_the_largest_other_size_afterwards(words: Any) -> None:
    hand = dealt()
    hand.raise_to(1500)
    assert taken_for(hand, words) == (ALL_IN, 9500)
    hand.call()
    place = place_after(seen(hand), words, 1)
    root = words[words[ROOTS_AT]]
    assert size_at(words, root, action_to(words, root, place & NODE_MASK)) == 1750
    assert place >> CHANCE_SHIFT & PART_MASK == 0, "no all-in with chips behind"


def test_a_bet_with_chips_behind_where_the_tree_has_only_all_in_is_lost_once_the_hand_goes_on(words: Any) -> None:
    hand = dealt()
    hand.raise_to(300)
    hand.raise_to(900)
    hand.raise_to(1500)
    assert taken_for(hand, words) == (ALL_IN, 833)
    hand.call()
    assert place_after(seen(hand), words, 4) == LOST


def test_a_real_all_in_is_an_all_in_even_where_it_is_small(words: Any) -> None:
    hand = holdem.deal(stacks=[2000, 400], blinds=(50, 100), button=0, seed=1)
    hand.raise_to(400)
    assert taken_for(hand, words) == (ALL_IN, 9500)


def test_folds_to_a_bet_below_the_smallest_size_are_kept_in_part(words: Any) -> None:
    """A tenth of the pot must work once in 11 to break even, a third once in 4: 4 / 11 of the folds are kept."""
    assert kept_folds(330, 330) == kept_folds(800, 330) == 1000
    assert kept_folds(100, 333) == 90 * 1000 // 249
    hand = dealt()
    hand.call()
    hand.check()
    assert place_after(seen(hand), words, 2) >> FOLDS_SHIFT & PART_MASK == 1000
    hand.bet(100)
    assert taken_for(hand, words) == (RAISES, 800), "a third of a pot of two big blinds is no legal bet"
    assert place_after(seen(hand), words, 3) >> FOLDS_SHIFT & PART_MASK == kept_folds(500, 800) == 750


def test_calls_of_a_bet_above_the_largest_size_are_kept_in_part(words: Any) -> None:
    """All-in for 12 pots must be called once in 13, for the tree's 9.5 pots once in 10.5: 10.5 / 13 are kept."""
    assert kept_calls(800, 800) == kept_calls(799, 800) == 1000
    hand = dealt(2500)
    hand.raise_to(2500)
    assert taken_for(hand, words) == (ALL_IN, 9500)
    assert place_after(seen(hand), words, 1) >> CALLS_SHIFT & PART_MASK == kept_calls(12_000, 9500) == 807


@pytest.mark.parametrize(("chips", "cheap"), [(200, 1), (201, 0)])
def test_a_bet_of_two_fifths_of_the_pot_is_cheap(words: Any, chips: int, cheap: int) -> None:
    hand = dealt()
    hand.raise_to(250)
    hand.call()
    hand.bet(chips)
    assert place_after(seen(hand), words, 3) >> CHEAP_SHIFT & 1 == cheap


def test_before_the_flop_every_raise_may_be_called_with_any_hand(words: Any) -> None:
    hand = dealt()
    hand.raise_to(250)
    assert place_after(seen(hand), words, 1) >> CHEAP_SHIFT & 1
    hand.raise_to(700)
    assert place_after(seen(hand), words, 2) >> CHEAP_SHIFT & 1


NEVER_CALLS, DOES_BOTH, NEVER_FOLDS = range(3)


@pytest.mark.parametrize(
    ("folds", "calls", "cheap", "found"),
    [
        (1000, 1000, 0, {NEVER_CALLS: FOLDS, DOES_BOTH: None, NEVER_FOLDS: CALLS}),
        (0, 1000, 0, {NEVER_CALLS: FOLDS, DOES_BOTH: CALLS, NEVER_FOLDS: CALLS}),
        (0, 1000, 1, {NEVER_CALLS: CALLS, DOES_BOTH: CALLS, NEVER_FOLDS: CALLS}),
        (1000, 0, 0, {NEVER_CALLS: FOLDS, DOES_BOTH: FOLDS, NEVER_FOLDS: CALLS}),
    ],
)
def test_after_a_bet_beyond_all_sizes_hands_that_fold_and_call_reconsider(
    folds: int, calls: int, cheap: int, found: dict[int, int | None]
) -> None:
    """Of three buckets at the answer to an open raise, one never calls, one does both and one never folds."""
    cards = np.zeros(TABLES_AT, np.int64)
    cards[BUCKETS_AT : BUCKETS_AT + 4] = 3
    rows = [np.zeros((3, len(node.actions)), np.int64) for node in SHALLOW.nodes]
    answer = SHALLOW.nodes[0].actions[2].child
    rows[answer][:, :2] = [[15, 0], [7, 8], [0, 15]]
    memory = memoryview(joined(cards, [np.concatenate([[len(rows)], tree_words(SHALLOW, rows, 0)])] * 4))
    word, rng = memory[memory[ROOTS_AT] + answer], Rng()
    place = answer | folds << FOLDS_SHIFT | calls << CALLS_SHIFT | cheap << CHEAP_SHIFT
    for bucket, wanted in found.items():
        for drawn in (FOLDS, CALLS) if bucket == DOES_BOTH else (FOLDS if bucket == NEVER_CALLS else CALLS,):
            does = does_at(memory, word, reconsidered(memory, word, bucket, drawn, place, rng))
            assert does == (drawn if wanted is None else wanted)


@pytest.mark.parametrize(
    ("stack", "depth"), [(3162, 0), (3163, 1), (7071, 1), (7072, 2), (14142, 2), (14143, 3), (90_000, 3), (300, 0)]
)
def test_the_depth_is_the_nearest_by_ratio(stack: int, depth: int) -> None:
    assert depth_of(seen(dealt(stack))) == depth


def test_the_shorter_stack_counts_with_what_it_has_put_in() -> None:
    hand = holdem.deal(stacks=[5000, 1700], blinds=(50, 100), button=0, seed=1)
    hand.raise_to(300)
    hand.call()
    assert effective(seen(hand)) == 1700


def test_a_place_has_room_for_the_nodes_of_every_tree() -> None:
    assert max(len(tree_of(depth).nodes) for depth in DEPTHS) <= NODE_MASK + 1


def test_a_tree_may_lie_anywhere_in_a_memory(words: Any) -> None:
    hand = dealt()
    hand.raise_to(300)
    places = {place_after(seen(hand), words, 1)}
    for depth in range(4):
        moved = words.tolist()
        moved[ROOTS_AT] = moved[ROOTS_AT + depth]
        places.add(place_after(seen(hand), moved, 1))
    assert len(places) == 1


def test_a_file_that_was_changed_is_refused() -> None:
    words = np.arange(1000)
    data = memories.packed_file(words)
    assert (memories.unpacked_file("20.bin", data) == words).all()
    for at in (0, 20, len(data) - 1):
        damaged = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(BadInput, match=r"20\.bin is damaged.*scripts/blueprint"):
            memories.unpacked_file("20.bin", damaged)


def test_a_file_that_is_missing_is_named() -> None:
    with pytest.raises(BadInput, match=r"30\.bin is missing.*scripts/blueprint"):
        memories._file("30.bin")
