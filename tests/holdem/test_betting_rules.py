"""Betting semantics, rule by rule: what a check, a call, a bet and a raise are, and when a round is over."""

from __future__ import annotations

import pytest

from croupier import holdem
from croupier.games.holdem.hand import Hand
from croupier.kernel.errors import GameOver, IllegalAction
from croupier.kernel.showing.text import tell


def three(*stacks: int, **options: object) -> Hand:
    """Blinds 10/20; the button is seat 0 and first to act."""
    given = list(stacks) + [1_000] * (3 - len(stacks))
    return holdem.deal(given, (10, 20), **{"button": 0, "seed": 1, **options})  # type: ignore[arg-type]


def test_blinds_are_left_of_the_button_and_action_starts_left_of_the_big_blind() -> None:
    hand = holdem.deal([1_000] * 5, (10, 20), button=1, seed=1)
    assert hand.bets == (0, 0, 10, 20, 0)
    assert hand.actor == 4


def test_after_the_flop_action_starts_left_of_the_button() -> None:
    hand = three()
    hand.call()
    hand.call()
    hand.check()
    assert hand.actor == 1


def test_heads_up_button_posts_the_small_blind() -> None:
    assert holdem.deal([1_000] * 2, (10, 20), button=0, seed=1).bets == (10, 20)


def test_check_only_when_the_bet_is_matched() -> None:
    hand = three()
    with pytest.raises(IllegalAction, match="CHECK is not possible now"):
        hand.check()
    hand.call()
    hand.call()
    assert hand.actor == 2
    hand.check()
    assert hand.street == "FLOP"


def test_call_puts_in_exactly_what_matches() -> None:
    hand = three()
    hand.raise_to(70)
    hand.call()
    assert hand.bets == (70, 70, 20)
    assert hand.stacks[1] == 930


def test_call_with_too_few_chips_is_all_in() -> None:
    hand = three(1_000, 50)
    hand.raise_to(100)
    hand.call()
    assert (hand.stacks[1], hand.bets[1]) == (0, 50)


def test_bet_only_while_nobody_has_bet() -> None:
    hand = three()
    with pytest.raises(
        IllegalAction, match=r"seat 0: BET 60 .* over a bet of 20\. Legal: FOLD, CALL, RAISE_TO 40–1000"
    ):
        hand.bet(60)
    hand.call()
    hand.call()
    hand.check()
    hand.bet(60)
    assert (hand.to_call, hand.min_raise_to) == (60, 120)


def test_bet_is_at_least_the_big_blind() -> None:
    hand = three()
    hand.call()
    hand.call()
    hand.check()
    with pytest.raises(IllegalAction, match="below the minimum of 20"):
        hand.bet(19)
    hand.bet(20)


def test_raise_by_counts_chips_from_the_stack_the_call_included() -> None:
    """0 in, facing 20: adding 40 makes the bet 40, an increment of 20; the next may raise to 60 or more."""
    hand = three()
    hand.raise_by(40)
    assert hand.bets[0] == 40
    assert hand.min_raise_to == 60


def test_raise_by_counts_on_top_of_what_is_already_in() -> None:
    hand = three()
    hand.call()
    hand.raise_by(50)
    assert hand.bets[1] == 60


def test_raise_to_and_raise_by_are_one_rule() -> None:
    one, two = three(), three()
    one.call()
    two.call()
    one.raise_to(60)
    two.raise_by(50)
    assert one.events == two.events


def test_raise_below_the_minimum_is_refused_and_says_what_is_legal() -> None:
    hand = three()
    with pytest.raises(IllegalAction, match=r"39 is below the minimum of 40\. Legal: FOLD, CALL, RAISE_TO 40–1000"):
        hand.raise_to(39)
    assert hand.actor == 0


def test_raise_above_the_stack_is_refused() -> None:
    with pytest.raises(IllegalAction, match="above the maximum of 1000"):
        three().raise_to(1_001)


def test_increment_must_be_at_least_the_last_increment() -> None:
    hand = three()
    hand.raise_to(100)
    assert hand.min_raise_to == 180


def test_short_all_in_raise_does_not_lower_the_increment() -> None:
    hand = three(1_000, 130)
    hand.raise_to(100)
    hand.raise_to(130)
    assert (hand.actor, hand.to_call, hand.min_raise_to) == (2, 110, 210)


def test_where_the_stack_is_below_the_minimum_raise_only_all_in_is_offered() -> None:
    hand = three(1_000, 130)
    hand.raise_to(100)
    assert (hand.min_raise_to, hand.max_raise_to) == (130, 130)


def test_players_yet_to_act_may_raise_over_a_short_all_in() -> None:
    hand = three(1_000, 130)
    hand.raise_to(100)
    hand.raise_to(130)
    assert "RAISE_TO" in hand.legal


def test_all_in_players_need_not_match() -> None:
    hand = three(1_000, 50, 1_000)
    hand.raise_to(200)
    hand.call()
    hand.call()
    assert hand.street == "FLOP"


def test_round_ends_when_one_is_left() -> None:
    hand = three()
    hand.fold()
    hand.fold()
    assert hand.over
    assert hand.board == ()


def test_round_ends_when_nobody_can_act() -> None:
    hand = three()
    hand.raise_to(1_000)
    hand.call()
    hand.call()
    assert hand.over
    assert len(hand.board) == 5


def test_round_ends_when_all_have_acted_and_matched() -> None:
    hand = three()
    hand.raise_to(60)
    hand.call()
    assert hand.street == "PRE_FLOP"
    hand.call()
    assert hand.street == "FLOP"


def test_fold_with_nothing_to_call_is_accepted_but_not_suggested() -> None:
    hand = three()
    hand.call()
    hand.call()
    assert "FOLD" not in hand.legal
    hand.fold()
    assert hand.street == "FLOP"
    assert hand.actor == 1


def test_nothing_can_be_done_after_the_end() -> None:
    hand = three()
    hand.fold()
    hand.fold()
    with pytest.raises(GameOver):
        hand.fold()


def test_pot_limit_raise_is_call_plus_pot() -> None:
    """Pot 30, 20 to call: the most is 20 + (30 + 20) = 70."""
    hand = three(structure="pot_limit")
    assert (hand.min_raise_to, hand.max_raise_to) == (40, 70)


def test_fixed_limit_has_one_size_and_a_cap() -> None:
    hand = three(structure="fixed")
    for level in (40, 60, 80):
        assert (hand.min_raise_to, hand.max_raise_to) == (level, level)
        hand.raise_to(level)
    assert "RAISE_TO" not in hand.legal
    hand.call()
    hand.call()
    assert (hand.min_raise_to, hand.max_raise_to) == (20, 20)
    hand.check()
    hand.check()
    hand.check()
    assert (hand.street, hand.min_raise_to) == ("TURN", 40)


def test_spread_limit_bounds_the_raise() -> None:
    hand = three(structure="spread", spread=100)
    assert (hand.min_raise_to, hand.max_raise_to) == (40, 120)


def test_copy_is_independent_and_deals_the_same() -> None:
    hand = three()
    twin = hand.copy()
    for one in (hand, twin):
        one.call()
        one.call()
        one.check()
    assert hand.board == twin.board
    hand.bet(100)
    assert twin.to_call == 0


def test_events_tell_the_hand_in_order() -> None:
    hand = three()
    hand.fold()
    hand.fold()
    told = [tell(holdem.GAME, event) for event in hand.events]
    assert [text for text in told if text and "dealt" not in text] == [
        "Hand 1: seat 0 has the button.",
        "Seat 1 posts 10.",
        "Seat 2 posts 20.",
        "Seat 0 folds.",
        "Seat 1 folds.",
        "10 uncalled go back to seat 2.",
        "Seat 2 wins 20.",
    ]


def test_table_prints_readably() -> None:
    hand = three(deck="AhKd7c AsKc2d")
    assert str(hand).splitlines() == [
        "Hand 1 · Before the flop   pot 30",
        " > seat 0  1,000  7c 2d          button",
        "   seat 1    990  Ah As  bet 10  pair of aces, posts 10, small blind",
        "   seat 2    980  Kd Kc  bet 20  pair of kings, posts 20, big blind",
        "   seat 0 to act, 20 to call",
    ]
