"""How the blueprint is made: self-play finds a known equilibrium, push/fold is exact, a round is the mean of shards."""

from __future__ import annotations

import random
import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from croupier.games.holdem.blueprint.cards import KINDS, PAIR_CARDS, PAIRS, STEPS, starting_kind
from croupier.games.holdem.blueprint.making import __main__ as command
from croupier.games.holdem.blueprint.making.abstraction import NEVER, find_steps
from croupier.games.holdem.blueprint.making.assembly import depth_words
from croupier.games.holdem.blueprint.making.self_play import (
    BOTH,
    LEAD,
    MOST_REGRET,
    SCRATCH,
    WHOLE_STAKE,
    WINNER,
    change_seats,
    numbered,
    walk,
    worth,
)
from croupier.games.holdem.blueprint.making.short_stacks import gap, meet_on, rank_all, solve
from croupier.games.holdem.blueprint.making.training import Training
from croupier.games.holdem.blueprint.memory import (
    PUSH_FOLD_AT,
    ROOTS_AT,
    TABLES_AT,
    WHOLE_ACTION,
    joined,
    nibble,
    probability,
)
from croupier.games.holdem.blueprint.play import BLUEPRINT
from croupier.games.holdem.blueprint.push_fold import CALL_TABLE, PUSH_TABLE, push_fold_number
from croupier.games.holdem.blueprint.tree import (
    ALL_IN,
    CALLS,
    EARLY,
    FOLDS,
    OTHER,
    RAISES,
    SHOWDOWN,
    Action,
    End,
    Node,
    Tree,
    tree_of,
)
from croupier.kernel.vocabulary.cards import RANKS, parse_cards
from croupier.kernel.vocabulary.evaluate import CARD_BITS
from croupier.kernel.vocabulary.rng import Rng, seed

HALF_STREET = Tree(
    depth=1,
    nodes=[
        Node(0, 0, (Action(CALLS, 0, 0, -1), Action(RAISES, 1, 500, 1))),
        Node(0, 1, (Action(FOLDS, 0, 0, -2), Action(CALLS, 0, 0, -3))),
    ],
    ends=[End(SHOWDOWN, 100), End(OTHER, 100), End(SHOWDOWN, 200)],
)
"""One of three cards each and an ante of 100: the button bets 100 or checks, the other calls or folds."""


@pytest.mark.indices
def test_self_play_finds_the_equilibrium_of_a_half_street_game() -> None:
    """With the best card one always bets, with the worst a third of the time; the middle one calls a third."""
    nodes, size = numbered(HALF_STREET, (3,))
    numbers, learnt, rng, scratch = nodes.tolist(), [0] * size, Rng(), [0] * SCRATCH
    seed(rng, 1, 0)
    deals, chance = list(permutations(range(3), 2)), random.Random(1)
    for iteration in range(1, 12_001):
        scratch[0], scratch[4] = chance.choice(deals)
        scratch[WINNER] = 1 if scratch[0] > scratch[4] else -1
        for player in range(2):
            walk(numbers, learnt, rng, scratch, player, -MOST_REGRET)
        if iteration == 1_000:
            learnt = [0 if at // 2 % BOTH else value for at, value in enumerate(learnt)]
    sums = np.array(learnt).reshape(2, 3, BOTH, 2)[:, :, 1]
    (worst, middle, best), (_, calls, best_calls) = sums[:, :, 1] / sums.sum(axis=2)
    assert (worst, calls) == pytest.approx((1 / 3, 1 / 3), abs=0.08)
    assert middle < 0.05 and best > 0.95 and best_calls > 0.95


def test_changing_seats_twice_changes_nothing() -> None:
    scratch = list(range(SCRATCH))
    change_seats(scratch)
    assert scratch[: LEAD + 1] == [4, 5, 6, 7, 0, 1, 2, 3, -8, -9]
    change_seats(scratch)
    assert scratch == list(range(SCRATCH))


def test_an_all_in_before_the_flop_is_worth_its_mean_over_all_boards_and_later_ones_what_was_dealt() -> None:
    lead = -WHOLE_STAKE // 4
    assert [worth(4 * 200 + folded, 1, lead, 0) for folded in range(4)] == [-200, 200, 200, -50]
    assert [worth(4 * 200 + folded, 1, lead, 1) for folded in range(4)] == [200, -200, -200, 50]
    tree = tree_of(20)
    early = {end.stake for end in tree.ends if end.folded == EARLY}
    assert early == {2000} and any(end == End(SHOWDOWN, 2000) for end in tree.ends)


def test_an_action_with_a_regret_below_the_least_is_left_out_and_keeps_its_regret() -> None:
    nodes, size = numbered(HALF_STREET, (3,))
    for least, kept in ((-50, -60), (-60, -160)):
        learnt, scratch, rng = [0] * size, [0] * SCRATCH, Rng()
        seed(rng, 1, 0)
        learnt[:2], scratch[0], scratch[4], scratch[WINNER] = [500, -60], 0, 2, -1
        learnt[size // 2 + 2 * 2 * BOTH : size // 2 + 2 * 2 * BOTH + 2] = [-1, 500]  # the best card calls
        walk(nodes.tolist(), learnt, rng, scratch, 0, least)
        assert learnt[:2] == [500, kept], "a bet loses 100 more than a check"


def test_a_step_is_the_least_strength_whose_equity_reaches_a_sixteenth() -> None:
    steps = [0] * STEPS
    find_steps([10] * 8 + [20] * 8, steps)
    assert steps == [10] * 4 + [20] * 8 + [NEVER] * 3


def test_a_round_is_the_mean_of_its_shards_and_is_kept(tmp_path: Path) -> None:
    training, shards = Training(20, np.zeros(3, np.int32)), []
    for shard, learnt in enumerate(([4, -4, 7], [0, 0, 8])):
        np.save(tmp_path / f"{shard}.npy", np.array(learnt, np.int32))
        shards.append((tmp_path / f"{shard}.npy", 10, 0.25))
    training.add(shards)
    training.write(tmp_path)
    again = Training.read(20, tmp_path)
    assert (again.learnt.tolist(), again.rounds, again.visits, again.seconds) == ([2, -2, 7], 1, 20, 0.5)
    assert [path.name for path in tmp_path.iterdir()] == ["20.npz"]


def test_an_all_in_of_more_than_ten_pots_is_answered_and_never_made() -> None:
    tree, training = tree_of(50), Training.of(50)
    training.learnt[:] = 1
    words = depth_words(training)
    memory = memoryview(joined(np.full(TABLES_AT, 300, np.int64), [words] * 4))
    shares = {
        action.size: probability(memory, memory[memory[ROOTS_AT] + number], 0, place)
        for number, node in enumerate(tree.nodes)
        if node.street == 3
        for place, action in enumerate(node.actions)
        if action.does == ALL_IN
    }
    assert {share > 0 for size, share in shares.items() if size <= 10_000} == {True}
    assert {share for size, share in shares.items() if size > 10_000} == {0}


def test_points_on_a_board_count_every_two_hands_that_share_no_card() -> None:
    board = int(CARD_BITS[parse_cards("Kh 8d 2h 8s 4c")].sum())
    bits = CARD_BITS[PAIR_CARDS].sum(axis=1)
    kinds = [starting_kind(int(one), int(two)) for one, two in PAIR_CARDS]
    strengths, points = [0] * PAIRS, [0] * (KINDS * KINDS)
    rank_all(board, bits.tolist(), strengths)
    order = np.argsort(strengths, kind="stable")[-1081:].tolist()
    meet_on(board, kinds, PAIR_CARDS.reshape(-1).tolist(), order, strengths, [0] * KINDS, points, 1)
    own, there = np.array(strengths), (bits & board) == 0
    met = there[:, None] & there[None] & ((bits[:, None] & bits[None]) == 0)
    won = np.where(met, 1 + np.sign(own[:, None] - own[None]), 0)
    expected = np.zeros((KINDS, KINDS), np.int64)
    np.add.at(expected, (np.array(kinds)[:, None], np.array(kinds)[None]), won)
    assert (expected.reshape(-1) == points).all()


def test_the_answer_to_push_or_fold_is_known_to_be_close() -> None:
    equity, meetings = np.array([[0.5, 0.85], [0.15, 0.5]]), np.array([[2.0, 4.0], [4.0, 2.0]])
    pushed, called, apart = solve(10, equity, meetings)
    assert 0 <= apart < 1e-4
    assert pushed[0] > 0.99 and called[0] > 0.99
    nobody = gap(np.zeros(2), np.zeros(2), meetings * 10 * (2 * equity - 1), meetings)
    assert nobody == pytest.approx(1.5), "who never pushes loses a half, and who never calls another big blind"


def kind(name: str) -> int:
    high, low = RANKS.index(name[0]), RANKS.index(name[1])
    return starting_kind(4 * high, 4 * low + (name[2:] != "s"))


@pytest.mark.parametrize(
    ("table", "name", "yes", "no"),
    [
        (PUSH_TABLE, "T3s", [7.5], [8.0]),
        (PUSH_TABLE, "63s", [2.0, 6.5, 7.0], [2.5, 5.0, 7.5]),
        (PUSH_TABLE, "Q8o", [10, 12], []),
        (PUSH_TABLE, "Q7o", [10], [12]),
        (PUSH_TABLE, "22", [10, 15], []),
        (PUSH_TABLE, "72o", [], [10]),
        (CALL_TABLE, "Q2o", [5.5], [6.0]),
        (CALL_TABLE, "22", [10, 14.5], []),
    ],
)
def test_push_and_fold_are_those_of_published_charts(table: int, name: str, yes: list[float], no: list[float]) -> None:
    """HoldemResources' chart: T3s is pushed up to 7.7 big blinds, 63s up to 2.3 and from 5.1 to 7.1 (smaller gaps are
    left out there, and one is at 5.5), Q2o called up to 5.6."""
    start = 16 * BLUEPRINT.words[PUSH_FOLD_AT]
    for stacks, wanted in ((yes, WHOLE_ACTION), (no, 0)):
        for stack in stacks:
            found = nibble(BLUEPRINT.words, start + push_fold_number(table, round(100 * stack), 100, kind(name)))
            assert abs(found - wanted) <= 1, f"{name} at {stack}: {found} fifteenths"


def test_a_depth_without_a_tree_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["blueprint", "--folder", str(tmp_path / "drafts"), "--depths", "20,30"])
    with pytest.raises(SystemExit):
        command.main()
    assert "depths are of 20, 50, 100, 200, not 20,30" in capsys.readouterr().err
    assert not (tmp_path / "drafts").exists()
