"""Solved endgames: against the tree solver, against closed forms, against hands counted one by one."""

from __future__ import annotations

import doctest
import math
from itertools import product
from typing import Any

import numpy as np
import pytest

from croupier.games.holdem.endgame import ALL_IN, COMBOS, Endgame, Spot, account, combo_number, solver
from croupier.games.holdem.endgame.account import kinds_at
from croupier.games.holdem.endgame.hands import Deck, weights
from croupier.games.holdem.endgame.sweep import fold_out, show_down
from croupier.games.holdem.endgame.tree import DECISION
from croupier.games.holdem.records import RIVER, TURN
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.evaluate import best_hand
from tests.holdem.endgame_reference import Reference

BOARD = "Ks 7d 2c 9h 3s"
TURN_BOARD = "Ks 7d 2c 9h"
NUTS, AIR, CATCHER = "KhKd", "5c4c", "AhAd"
"""Hands that share no card: the first beats the last, the second does not."""


def number_of(hand: str) -> int:
    one, two = parse_cards(hand)
    return combo_number(one, two)


# Against the tree solver.

SPOTS = {
    "two sizes": (BOARD, Spot(100, (300, 300), (0.5, ALL_IN))),
    "unequal stacks": (BOARD, Spot(100, (300, 70), (0.5, ALL_IN))),
    "the second opens": (BOARD, Spot(100, (70, 300), (0.5,), opener=1)),
    "a rake": (BOARD, Spot(100, (200, 200), (0.5, 1.0), rake=0.05, rake_cap=8)),
    "no chips behind": (BOARD, Spot(100, (0, 200), (0.5,))),
    "the turn": (TURN_BOARD, Spot(100, (60, 60), (0.5,), street=TURN)),
}
RANGES = "AsKd:0.3, QQ, 9c8c, 6s5s, AKs", "KQs, AhAd:0.25, 7s7c, QdQc, Js8s"
"""With ties, weights, and cards that both need."""
FEW = "AsKd:0.3, QhQd, 6s5s", "KdQd, AhAd:0.25, QhQs"


@pytest.mark.indices
@pytest.mark.parametrize("name", SPOTS)
def test_best_responses_and_values_are_those_of_the_tree_solver(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board, spot = SPOTS[name]
    end = Endgame(board, RANGES if spot.street == RIVER else FEW, spot)
    reference = Reference(end)
    judge = reference.solver(monkeypatch)
    for iterations in (1, 20) if spot.street == RIVER else (5,):
        end.run(iterations)
        ours = end.judge()
        theirs = judge.judge(reference.strategies())
        assert ours.values == pytest.approx(theirs.values, abs=1e-9)
        best = [value + gain for value, gain in zip(theirs.values, theirs.gains, strict=True)]
        assert ours.best == pytest.approx(best, abs=1e-9)
        assert ours.exploitability == pytest.approx(theirs.exploitability, abs=1e-9)


def test_both_solvers_come_to_the_same_value(monkeypatch: pytest.MonkeyPatch) -> None:
    end = Endgame(BOARD, RANGES, SPOTS["two sizes"][1])
    end.run(500)
    judge = Reference(end).solver(monkeypatch)
    judge.run(500)
    theirs = judge.solution()
    ours = end.judge()
    assert ours.exploitability < 0.05
    assert abs(ours.values[0] - theirs.values[0]) <= 2 * (ours.exploitability + theirs.exploitability)


# Closed forms.


def polarised(nuts: float, sizes: tuple[float, ...], stack: int, bettor: int) -> Endgame:
    """One player has the best hand with weight `nuts` and else nothing, the other a hand in between."""
    ranges = [CATCHER, CATCHER]
    ranges[bettor] = f"{NUTS}:{nuts}, {AIR}"
    return Endgame(BOARD, (ranges[0], ranges[1]), Spot(100, (stack, stack), sizes))


@pytest.mark.parametrize("bettor", [0, 1])
@pytest.mark.parametrize("size", [0.25, 0.5, 1.0, 2.0])
def test_a_polarised_range_bluffs_as_the_price_demands(size: float, bettor: int) -> None:
    """Betting b pots, b / (1 + 2b) of the bets are bluffs, and 1 / (1 + b) of them are called."""
    stack = round(100 * size)
    end = polarised(0.5, (ALL_IN,), stack, bettor)
    end.run(1500)
    decision = end.root if bettor == 0 else end.root.children[0]
    bet = end.look(decision).shares[1]
    value, bluffs = 0.5 * bet[number_of(NUTS)], bet[number_of(AIR)]
    assert bluffs / (value + bluffs) == pytest.approx(size / (1 + 2 * size), abs=2e-3)
    called = end.look(decision.children[1]).shares[1][number_of(CATCHER)]
    assert called == pytest.approx(1 / (1 + size), abs=2e-3)
    won = 100 * (1 / 3) * (1 + size / (1 + size))
    found = end.judge()
    assert found.values[bettor] == pytest.approx(won, abs=2 * found.exploitability + 1e-6)
    assert found.percent < 0.05


def test_a_polarised_range_bets_as_much_as_it_can() -> None:
    end = polarised(0.5, (0.5, ALL_IN), 300, 0)
    end.run(1000)
    found = end.judge()
    assert found.values[0] == pytest.approx(100 / 3 * (1 + 3 / 4), abs=0.05)
    shares = end.look(end.root).shares
    assert shares[-1][number_of(NUTS)] > 0.98


@pytest.mark.parametrize(("nuts", "won"), [(0.02, 0.02 / 1.02 * 1.5), (1.0, 0.75)])
def test_a_shove_or_fold_river_with_few_or_enough_bluffs(nuts: float, won: float) -> None:
    """With a pot-sized shove there are enough bluffs in both; a hand of the nuts earns a pot and a half of one."""
    end = polarised(nuts, (ALL_IN,), 100, 0)
    end.run(2000)
    found = end.judge()
    assert found.values[0] == pytest.approx(100 * won, abs=2 * found.exploitability + 1e-6)


def test_too_few_bluffs_are_all_bet_and_never_called() -> None:
    """Two hands of the nuts for a bluff: a bet of two pots is a bluff too rarely to be called, so all is won."""
    end = Endgame(BOARD, (f"{NUTS}, KhKc, {AIR}:0.5", CATCHER), Spot(100, (200, 200), (ALL_IN,)))
    end.run(500)
    assert end.judge().values[0] == pytest.approx(100, abs=0.1)


LEVELS = ("4h4d", "4c4s"), ("5h5d", "5c5s"), ("6h6d", "6c6s"), ("8h8d", "8c8s"), ("ThTd", "TcTs"), ("JhJd", "JcJs")


@pytest.mark.parametrize(
    ("size", "steps", "won"),
    [
        (0.5, (1 / 9, 1 / 6, 1 / 3, 1 / 2, 2 / 3), 17 / 36),
        (1.0, (1 / 12, 1 / 6, 1 / 2, 2 / 3, 5 / 6), 11 / 24),
        (2.0, (2 / 45, 2 / 15, 2 / 3, 4 / 5, 14 / 15), 41 / 90),
    ],
)
def test_two_numbers_from_0_to_1_are_bet_on_as_the_closed_form_says(
    size: float, steps: tuple[float, ...], won: float
) -> None:
    """Each player has a number drawn evenly from 0 to 1 and may bet `size` pots. In the equilibrium both do the same
    with all numbers between two `steps`, so that one hand may stand for them; it ties with its counterpart."""
    widths = np.diff([0, *steps, 1])
    first, second = (", ".join(f"{pair[player]}:{width}" for pair, width in zip(LEVELS, widths, strict=True))
                     for player in range(2))  # fmt: skip
    end = Endgame(BOARD, (first, second), Spot(100, (round(100 * size),) * 2, (ALL_IN,)))
    end.run(1500)
    found = end.judge()
    assert found.percent < 0.01
    assert found.values[0] == pytest.approx(100 * won, abs=2 * found.exploitability + 1e-6)


def test_kuhn_poker_can_be_played_on_a_river() -> None:
    """Three hands, each of which only one player can have; the first loses an eighteenth of an ante."""
    end = Endgame(BOARD, (f"{NUTS}, {CATCHER}, {AIR}",) * 2, Spot(2, (1, 1), (ALL_IN,)))
    end.run(1500)
    found = end.judge()
    assert found.values[0] == pytest.approx(1 - 1 / 18, abs=2 * found.exploitability + 1e-9)
    assert found.percent < 0.01


@pytest.mark.parametrize("spot", [spot for _, spot in SPOTS.values() if spot.rake == 0 and spot.street == RIVER])
def test_without_a_rake_values_add_up_to_the_pot(spot: Spot) -> None:
    end = Endgame(BOARD, ("top 20%", "top 40%"), spot)
    end.run(3)
    assert sum(end.judge().values) == pytest.approx(100, abs=1e-9)


def test_with_a_rake_the_house_has_the_rest() -> None:
    end = Endgame(BOARD, ("top 20%", "top 40%"), Spot(100, (0, 0), (), rake=0.05))
    assert sum(end.judge().values) == pytest.approx(95, abs=1e-9)
    capped = Endgame(BOARD, ("top 20%", "top 40%"), Spot(100, (0, 0), (), rake=0.05, rake_cap=3))
    assert sum(capped.judge().values) == pytest.approx(97, abs=1e-9)


def test_a_turn_all_in_is_worth_its_equity() -> None:
    end = Endgame("Ks 7d 2c 9s", ("AsQs", "KhKd"), Spot(100, (0, 0), (), street=TURN))
    outs = [card for card in range(52) if card not in parse_cards("Ks 7d 2c 9s As Qs Kh Kd")]
    wins = [
        best_hand([*parse_cards("AsQsKs7d2c9s"), card]) > best_hand([*parse_cards("KhKdKs7d2c9s"), card])
        for card in outs
    ]
    assert end.judge().values[0] == pytest.approx(100 * sum(wins) / 44, abs=1e-9)


# Card removal, counted one by one.


@pytest.fixture
def crowd() -> tuple[Deck, Any, Any]:
    """Hands that need each other's cards, each with a weight of its own, and their reach in view 0."""
    chance = np.random.default_rng(1)
    ranges = [np.where(chance.random(len(COMBOS)) < share, chance.random(len(COMBOS)), 0) for share in (0.08, 0.12)]
    deck = Deck(ranges, parse_cards(BOARD))
    hands = deck.arrays(np.zeros((2, 2), np.int64))
    reach = np.zeros((2, hands.one.shape[2]))
    for player, combos in enumerate(deck.order[0]):
        reach[player, : len(combos)] = deck.weights[player][combos]
    return deck, hands, reach


@pytest.mark.parametrize("player", [0, 1])
def test_an_end_is_worth_what_every_pair_of_hands_adds_up_to(crowd: tuple[Deck, Any, Any], player: int) -> None:
    deck, hands, reach = crowd
    pays = np.array([7.0, 2.0, -3.0])
    own, other = deck.order[0][player], deck.order[0][1 - player]
    shown, folded, card = np.zeros(reach.shape[1]), np.zeros(reach.shape[1]), np.zeros(53)
    show_down(hands, 0, player, reach[1 - player], shown, pays, card)
    fold_out(hands, 0, player, reach[1 - player], folded, 7.0, card)
    board = parse_cards(BOARD)
    strength = {combo: best_hand([*COMBOS[combo], *board]) for combo in {*own.tolist(), *other.tolist()}}
    expected = np.zeros((2, len(own)))
    for (i, mine), theirs in product(enumerate(own.tolist()), other.tolist()):
        if not {*COMBOS[mine]} & {*COMBOS[theirs]}:
            weight = deck.weights[1 - player][theirs]
            apart = (strength[mine] < strength[theirs]) - (strength[mine] > strength[theirs])
            expected[:, i] += weight * pays[1 + apart], weight * 7.0
    assert shown[: len(own)] == pytest.approx(expected[0], abs=1e-12)
    assert folded[: len(own)] == pytest.approx(expected[1], abs=1e-12)


@pytest.mark.indices
def test_the_sweep_at_both_speeds(monkeypatch: pytest.MonkeyPatch) -> None:
    def solved() -> Endgame:
        end = Endgame(TURN_BOARD, ("AsKd, 6s5s", "QQ"), Spot(100, (50, 50), (0.5,), street=TURN))
        end.run(3)
        return end

    fast = solved()
    monkeypatch.setattr("croupier.games.holdem.endgame.solver.compiled", lambda function: function)
    plain = solved()
    for one, other in zip((*fast.regret, *fast.total), (*plain.regret, *plain.total), strict=True):
        assert one == pytest.approx(other, rel=1e-5, abs=1e-6)


# What one calls.


def test_the_same_iterations_give_the_same_strategy_bit_for_bit() -> None:
    ends = [Endgame(BOARD, RANGES, SPOTS["two sizes"][1]) for _ in range(2)]
    ends[0].run(12)
    for some in (5, 7):
        ends[1].run(some)
        ends[1].judge()
        ends[1].look(ends[1].root)
    for one, other in zip(ends[0].total, ends[1].total, strict=True):
        assert one.tobytes() == other.tobytes()


def test_looking_shows_shares_that_add_up_and_worth_that_agrees_with_the_judgement() -> None:
    end = Endgame(BOARD, RANGES, SPOTS["two sizes"][1])
    end.run(30)
    here = end.look(end.root)
    held = end.deck.weights[0] > 0
    assert here.shares.sum(axis=0)[held] == pytest.approx(1)
    assert not here.shares[:, ~held].any()
    worth = (here.shares * here.worth).sum(axis=0)
    met = end.deck.weights[0] * end.deck.met[0]
    assert worth @ met / met.sum() == pytest.approx(end.judge().values[0])
    assert here.reach == pytest.approx(end.deck.weights)


def test_hands_that_the_river_makes_impossible_are_not_there() -> None:
    end = Endgame(TURN_BOARD, FEW, SPOTS["the turn"][1])
    river = next(node for node in end.nodes if node.kind == DECISION and node.street == RIVER)
    queen = parse_cards("Qh")[0]
    shares = end.look(river, queen).shares.sum(axis=0)
    assert shares[number_of("QhQd")] == 0
    assert shares[number_of("6s5s")] == pytest.approx(1)
    with pytest.raises(BadInput, match="needs the card of the river"):
        end.look(river)
    with pytest.raises(BadInput, match="needs the card of the river"):
        end.look(river, parse_cards("Ks")[0])


def test_weights_given_as_an_array_are_the_same_as_a_text() -> None:
    text = weights("KQs, AhAd:0.25", parse_cards(BOARD))
    assert weights(3 * text, parse_cards(BOARD)) == pytest.approx(text)
    assert text[number_of("KsQs")] == 0, "the king is on the board"
    assert text[number_of("AhAd")] == pytest.approx(0.25 / 3.25)


@pytest.mark.parametrize(
    ("board", "ranges", "said"),
    [
        ("Ks 7d 2c", ("AA", "KK"), "board of 4 or 5 known cards"),
        (TURN_BOARD, ("AA", "KK"), "not the board of the street"),
        (BOARD, ("KsQs", "AA"), "No hand of the range 'KsQs' is possible"),
        (BOARD, ("AhAd", "AhAd"), "need the same cards"),
        (BOARD, ("AA", [1.0] * 1325), "1,326 weights"),
        (BOARD, ("AA", [math.nan] * 1326), "1,326 weights"),
        (BOARD, ("AA", [-1.0] * 1326), "1,326 weights"),
    ],
)
def test_endgames_that_cannot_be_solved_are_refused(board: str, ranges: tuple[Any, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Endgame(board, ranges, Spot(100, (100, 100), (0.5,)))


def test_kinds_of_hands_add_up_to_the_whole_range() -> None:
    end = Endgame(BOARD, RANGES, SPOTS["two sizes"][1])
    end.run(30)
    found = kinds_at(end.look(end.root))
    assert {kind.name for kind in found} == {"AKo", "QQ", "98s", "65s", "AKs"}
    assert sum(kind.held for kind in found) == pytest.approx(1)
    assert sum(kind.held * kind.worth for kind in found) == pytest.approx(end.judge().values[0])
    assert [kind.worth for kind in found] == sorted((kind.worth for kind in found), reverse=True)


def test_of_a_large_tree_the_decisions_nearest_to_the_root_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    end = Endgame(BOARD, RANGES, SPOTS["two sizes"][1])
    monkeypatch.setattr(account, "MOST_DECISIONS", 4)
    told = {at for at, node in enumerate(account.as_data(end, end.judge())["nodes"]) if "shares" in node}
    assert told == {0, *(child.number for child in end.root.children)}


def test_too_much_memory_is_refused_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    end = Endgame(BOARD, RANGES, SPOTS["two sizes"][1])
    monkeypatch.setattr("croupier.games.holdem.endgame.solver.MOST_BYTES", end.bytes)
    Endgame(BOARD, RANGES, SPOTS["two sizes"][1])
    monkeypatch.setattr("croupier.games.holdem.endgame.solver.MOST_BYTES", end.bytes - 1)
    with pytest.raises(BadInput, match="fewer or larger bet sizes"):
        Endgame(BOARD, RANGES, SPOTS["two sizes"][1])


def test_the_example_of_the_solver_is_true() -> None:
    assert doctest.testmod(solver).failed == 0
