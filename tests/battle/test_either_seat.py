"""The rules at their edges, for either seat: what holds for one holds for the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from croupier.games.battle import GAME
from croupier.games.battle.events import (
    Healed,
    MatchDrawn,
    MatchWon,
    PlayerLeft,
    PotAwarded,
    Struck,
    SuddenDeathStarted,
)
from croupier.games.battle.records import ATTACK, COUNTER, DISCONNECT, HAND_SIZE, HEAL, KINDS, NORMAL, TIMEOUT_REASON
from croupier.games.battle.rules import CONFIRM, DRAFT
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import IllegalAction
from croupier.kernel.vocabulary.menu import GAP
from croupier.kernel.vocabulary.turns import CLOCK

from .table import Match, in_order

NOTHING = "- - -"
ATTACKS = "attack - -"

SIGNS: dict[str, Callable[[Match, int], object]] = {
    "draft": lambda match, seat: match.draft(seat, "- heal -"),
    "empty draft": lambda match, seat: match.draft(seat, NOTHING),
    "confirm": lambda match, seat: match.confirm(seat, "- heal -"),
    "empty confirm": lambda match, seat: match.confirm(seat, NOTHING),
    "touch": lambda match, seat: match.touch(seat),
}
"""Whatever a seat can send that says that it is there."""

pytestmark = pytest.mark.parametrize("seat", [0, 1])


def canonical(**options: object) -> Match:
    """A match whose rounds last until the deadline, as the specification has it."""
    return Match(reveal_when_confirmed=False, **options)


# Absence.


def test_absent_twice_in_a_row_loses(seat: int) -> None:
    match = canonical(stake=3)
    for _ in range(2):
        assert match.scores is None
        match.touch(1 - seat)
        match.deadline()
    assert match.told(MatchWon) == [MatchWon(1 - seat, TIMEOUT_REASON)]
    assert match.told(PotAwarded) == [PotAwarded(1 - seat, 6)]
    assert match.scores == in_order(seat, -3, 3)


@pytest.mark.parametrize("sign", SIGNS)
def test_any_sign_of_life_ends_an_absence(sign: str, seat: int) -> None:
    match = canonical()
    for present in (False, True, False):
        if present:
            SIGNS[sign](match, seat)
        match.touch(1 - seat)
        match.deadline()
        assert match.table.absent == list(in_order(seat, 0 if present else 1, 0))
    assert match.scores is None


@pytest.mark.parametrize("sign", SIGNS)
def test_a_player_who_is_back_alone_wins_against_one_who_is_absent_for_the_second_time(sign: str, seat: int) -> None:
    match = canonical()
    match.deadline()
    SIGNS[sign](match, seat)
    match.deadline()
    assert match.table.both_absent == 0
    assert match.told(MatchWon) == [MatchWon(seat, TIMEOUT_REASON)]


def test_absent_for_the_second_time_when_both_are_for_the_first_loses_alone(seat: int) -> None:
    match = canonical()
    match.touch(1 - seat)
    match.deadline()
    match.deadline()
    assert match.table.both_absent == 1
    assert match.told(MatchWon) == [MatchWon(1 - seat, TIMEOUT_REASON)]


def test_absences_of_the_two_do_not_add_up(seat: int) -> None:
    match = canonical()
    for present in (seat, 1 - seat, seat):
        match.touch(present)
        match.deadline()
    assert match.scores is None
    assert match.table.absent == list(in_order(seat, 0, 1))
    assert match.table.both_absent == 0


def test_an_absent_seat_plays_three_empty_places(seat: int) -> None:
    match = canonical()
    match.confirm(1 - seat, "attack heal counter")
    match.deadline()
    assert match.revealed == [in_order(seat, GAP, face) for face in (ATTACK, HEAL, COUNTER)]
    assert match.hp == in_order(seat, 8, 10)


def test_an_absent_seat_does_not_play_what_it_laid_in_the_round_before(seat: int) -> None:
    match = canonical()
    match.confirm(seat, ATTACKS)
    match.draft(seat, "- attack -")
    match.touch(1 - seat)
    match.deadline()
    match.touch(1 - seat)
    match.deadline()
    assert match.revealed[3:] == [(GAP, GAP)] * 3


# Drafts, confirms and the deadline.


def test_a_confirm_counts_and_not_the_draft_before_or_after_it(seat: int) -> None:
    match = canonical()
    match.draft(seat, "heal defense -")
    match.confirm(seat, "- - attack")
    match.draft(seat, "counter - -")
    match.deadline()
    assert match.revealed == [(GAP, GAP), (GAP, GAP), in_order(seat, ATTACK, GAP)]


def test_without_a_confirm_the_last_draft_counts(seat: int) -> None:
    match = canonical()
    match.draft(seat, "attack heal counter")
    match.draft(seat, "- - heal")
    match.deadline()
    assert match.revealed == [(GAP, GAP), (GAP, GAP), in_order(seat, HEAL, GAP)]


def test_a_later_confirm_replaces_every_place(seat: int) -> None:
    match = canonical()
    match.confirm(seat, "attack defense heal")
    match.confirm(seat, "- - attack")
    match.deadline()
    assert match.revealed == [(GAP, GAP), (GAP, GAP), in_order(seat, ATTACK, GAP)]


@pytest.mark.parametrize("kind", [CONFIRM, DRAFT])
@pytest.mark.parametrize("excess", [2, 3])
def test_no_card_is_laid_more_often_than_the_hand_holds_it(excess: int, kind: int, seat: int) -> None:
    match = canonical(hand="attack,attack,heal,counter")
    hand = match.layout(seat, "attack attack heal")
    match.make(seat, Move(kind, 0, (hand[0], hand[1], GAP)))
    with pytest.raises(IllegalAction, match="names a card twice"):
        match.make(seat, Move(kind, 0, (hand[1],) * excess + (GAP,) * (3 - excess)))


@pytest.mark.parametrize("kind", [CONFIRM, DRAFT])
def test_a_card_of_the_other_hand_cannot_be_laid(kind: int, seat: int) -> None:
    match = canonical()
    with pytest.raises(IllegalAction, match="cannot be chosen"):
        match.make(seat, Move(kind, 0, match.layout(1 - seat, ATTACKS)))


def test_a_hand_has_the_cards_of_its_config_each_a_copy_of_its_own(seat: int) -> None:
    hands = {"hand": "heal,attack,heal,heal", "opponent_hand": "heal,attack,heal,heal"}
    option = GAME.decision(canonical(**hands).state, seat).owed[0]
    first = KINDS * HAND_SIZE * seat
    assert option.cards == (first + 2, first + 0, first + 6, first + 10)


def test_with_early_reveals_the_second_confirm_reveals_whoever_it_is_from(seat: int) -> None:
    match = Match()
    match.confirm(seat, ATTACKS)
    assert match.revealed == []
    match.confirm(seat, "- attack -")
    assert match.revealed == [], "a second confirm of the same seat does not"
    match.draft(1 - seat, "heal - -")
    match.touch(1 - seat)
    assert match.revealed == [], "nor anything but a confirm"
    match.confirm(1 - seat, NOTHING)
    assert match.revealed[1] == in_order(seat, ATTACK, GAP)
    assert match.table.round == 2


def test_without_early_reveals_only_the_deadline_reveals(seat: int) -> None:
    match = canonical()
    match.confirm(seat, ATTACKS)
    match.confirm(1 - seat, NOTHING)
    match.confirm(seat, "- attack -")
    assert match.revealed == []
    assert [decision.seat for decision in GAME.pending(match.state)] == [CLOCK]
    match.deadline()
    assert match.revealed[1] == in_order(seat, ATTACK, GAP)


@pytest.mark.parametrize("early", [True, False])
def test_the_deadline_comes_even_if_one_has_not_confirmed(early: bool, seat: int) -> None:
    match = Match(reveal_when_confirmed=early)
    match.confirm(seat, ATTACKS)
    assert [decision.seat for decision in GAME.pending(match.state)] == [1 - seat]
    assert GAME.decision(match.state, CLOCK).options[0].aside
    match.deadline()
    assert match.hp == in_order(seat, 10, 8)


# What a step does.


@pytest.mark.parametrize(("hp", "after"), [(10, 8), (9, 8), (8, 7), (2, 1), (1, 0)])
def test_a_heal_is_capped_before_the_hit_of_the_same_step(hp: int, after: int, seat: int) -> None:
    match = Match(start_hp=in_order(seat, hp, 10))
    match.lay(seat, "heal - -", ATTACKS)
    assert match.hp == in_order(seat, after, 10)
    assert match.told(Healed) == ([Healed(seat, hp + 1)] if hp < 10 else [])
    assert match.told(Struck) == [Struck(seat, after)]


@pytest.mark.parametrize(("hp", "after"), [(3, 1), (2, 0), (1, 0)])
def test_hp_is_clamped_at_zero(hp: int, after: int, seat: int) -> None:
    match = Match(start_hp=in_order(seat, hp, 10))
    match.lay(seat, NOTHING, ATTACKS)
    assert match.hp == in_order(seat, after, 10)
    assert match.told(Struck) == [Struck(seat, after)]


@pytest.mark.parametrize(("hp", "after"), [(3, 1), (2, 0), (1, 0)])
def test_an_attack_that_comes_back_is_clamped_as_well(hp: int, after: int, seat: int) -> None:
    match = Match(start_hp=in_order(seat, hp, 10))
    match.lay(seat, ATTACKS, "counter - -")
    assert match.hp == in_order(seat, after, 10)


def test_a_player_who_has_fallen_does_not_rise_in_a_later_step_but_still_strikes(seat: int) -> None:
    match = Match(start_hp=in_order(seat, 2, 10))
    match.lay(seat, "- heal attack", ATTACKS)
    assert match.hp == in_order(seat, 0, 8)
    assert match.told(Healed) == []


def test_a_step_counts_from_where_the_step_before_left_off(seat: int) -> None:
    match = Match(start_hp=in_order(seat, 9, 10), hand="attack,attack,heal,heal")
    match.lay(seat, "heal - heal", "- attack -")
    assert match.hp == in_order(seat, 9, 10)
    assert match.told(Healed) == [Healed(seat, 10), Healed(seat, 9)]


# The end.


def test_at_zero_before_the_last_round_has_lost(seat: int) -> None:
    match = Match(start_hp=in_order(seat, 2, 10))
    match.lay(seat, NOTHING, ATTACKS)
    assert match.told(MatchWon) == [MatchWon(1 - seat, NORMAL)]
    assert (match.table.winner, match.table.reason) == (1 - seat, NORMAL)
    assert match.scores == in_order(seat, -1, 1)


def test_one_hp_is_enough_to_go_on(seat: int) -> None:
    match = Match(start_hp=in_order(seat, 3, 10))
    match.lay(seat, NOTHING, ATTACKS)
    assert match.hp == in_order(seat, 1, 10)
    assert match.scores is None


def test_both_may_fall_in_different_steps_of_a_round(seat: int) -> None:
    match = Match(start_hp=2)
    match.lay(seat, "- - attack", ATTACKS)
    assert match.hp == (0, 0)
    assert match.told(MatchDrawn) == [MatchDrawn(NORMAL)]
    assert match.scores == (0, 0)


def test_one_hp_more_after_the_third_round_wins(seat: int) -> None:
    match = Match(start_hp=in_order(seat, 6, 5))
    for number in range(3):
        assert match.scores is None, number
        match.lay(seat, NOTHING, NOTHING)
    assert match.told(SuddenDeathStarted) == []
    assert match.told(MatchWon) == [MatchWon(seat, NORMAL)]


def test_equal_hps_after_the_third_round_are_decided_by_the_next_difference(seat: int) -> None:
    match = Match(start_hp=5)
    for _ in range(3):
        assert match.table.sudden_death == 0
        match.lay(seat, NOTHING, NOTHING)
    assert (match.table.sudden_death, match.scores) == (1, None)
    match.lay(seat, "heal - -", NOTHING)
    assert match.told(SuddenDeathStarted) == [SuddenDeathStarted()]
    assert match.told(MatchWon) == [MatchWon(seat, NORMAL)]


@pytest.mark.parametrize("most", [3, 4])
def test_max_rounds_is_the_last_round_and_its_difference_still_decides(most: int, seat: int) -> None:
    for last, ended in ((NOTHING, MatchDrawn(NORMAL)), (ATTACKS, MatchWon(seat, NORMAL))):
        match = Match(max_rounds=most)
        for _ in range(most - 1):
            match.lay(seat, NOTHING, NOTHING)
        assert match.scores is None
        match.lay(seat, last, NOTHING)
        assert match.told((MatchDrawn, MatchWon)) == [ended]
        assert match.table.hands == most
        assert len(match.told(SuddenDeathStarted)) == most - 3, "none where there is no round after it"


def test_a_player_who_leaves_loses_whatever_was_laid(seat: int) -> None:
    match = Match(start_hp=in_order(seat, 10, 2), stake=4)
    match.confirm(seat, ATTACKS)
    assert list(match.leave(seat)) == [PlayerLeft(seat), PotAwarded(1 - seat, 8), MatchWon(1 - seat, DISCONNECT)]
    assert match.scores == in_order(seat, -4, 4)
    assert (match.table.winner, match.table.reason) == (1 - seat, DISCONNECT)
