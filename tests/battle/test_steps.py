"""What two cards do to each other, and in which order."""

from __future__ import annotations

import pytest

from croupier.games.battle.events import Healed, StepRevealed, Struck
from croupier.games.battle.records import ATTACK, COUNTER, DEFENSE, HEAL
from croupier.kernel.vocabulary.menu import GAP

from .table import Match

FROM = 5
HITS_BOTH, HITS_IT, NOTHING, COMES_BACK = (-2, -2), (0, -2), (0, 0), (-2, 0)
INTERACTIONS = {
    ("attack", "attack"): HITS_BOTH,
    ("attack", "defense"): NOTHING,
    ("attack", "heal"): (0, -1),
    ("attack", "counter"): COMES_BACK,
    ("attack", "-"): HITS_IT,
    ("defense", "defense"): NOTHING,
    ("defense", "heal"): (0, 1),
    ("defense", "counter"): NOTHING,
    ("defense", "-"): NOTHING,
    ("heal", "heal"): (1, 1),
    ("heal", "counter"): (1, 0),
    ("heal", "-"): (1, 0),
    ("counter", "counter"): NOTHING,
    ("counter", "-"): NOTHING,
    ("-", "-"): NOTHING,
}


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(("first", "second"), INTERACTIONS)
def test_interaction(first: str, second: str, swapped: bool) -> None:
    change = INTERACTIONS[first, second]
    match = Match(start_hp=FROM)
    one, two = f"{first} - -", f"{second} - -"
    match.round(*((two, one) if swapped else (one, two)))
    assert match.hp == tuple(FROM + change[seat ^ swapped] for seat in range(2))


def test_heal_before_attack_ten_hp_heal_hit_gives_eight() -> None:
    match = Match()
    match.round("heal - -", "attack - -")
    assert match.hp == (8, 10)
    assert match.told(Healed) == []


def test_heal_is_capped_at_max_hp() -> None:
    match = Match(start_hp=9)
    match.round("heal - -", "- heal -")
    assert match.hp == (10, 10)
    match.round("heal - -", "- heal -")
    assert match.hp == (10, 10)


def test_heal_after_a_hit_in_an_earlier_step_counts() -> None:
    match = Match()
    match.round("- heal -", "attack - -")
    assert match.hp == (9, 10)


def test_heal_saves_nobody_from_a_hit_of_the_same_step_at_one_hp() -> None:
    match = Match(start_hp=(1, 5))
    match.round("heal - -", "attack - -")
    assert match.hp == (0, 5)
    assert match.told(Healed) == [Healed(0, 2)]
    assert match.told(Struck) == [Struck(0, 0)]


def test_hp_never_falls_below_zero() -> None:
    match = Match(start_hp=(1, 5))
    match.round("- - -", "attack - -")
    assert match.hp == (0, 5)


def test_a_player_who_has_fallen_to_zero_stays_there() -> None:
    match = Match(start_hp=(2, 5))
    match.round("- heal -", "attack - -")
    assert match.hp == (0, 5)
    assert match.told(Healed) == []


def test_all_three_steps_are_played_after_a_fall() -> None:
    match = Match(start_hp=(2, 2))
    match.round("- - attack", "attack - -")
    assert len(match.revealed) == 3
    assert match.hp == (0, 0)


def test_a_struck_seat_at_zero_is_not_struck_again() -> None:
    match = Match(start_hp=(2, 9), hand="attack,attack,heal,counter")
    match.round("- - -", "attack attack -")
    assert match.told(Struck) == [Struck(0, 0)]


def test_both_attacks_of_a_hand_with_two_hit() -> None:
    match = Match(hand="attack,attack,heal,counter")
    match.round("attack attack -", "- - -")
    assert match.hp == (10, 6)


def test_counter_and_defense_of_one_layout_answer_place_by_place() -> None:
    match = Match(hand="attack,attack,defense,counter")
    match.round("attack attack -", "defense counter -")
    assert match.hp == (8, 10)


def test_steps_are_told_in_order_with_what_they_did() -> None:
    match = Match(start_hp=5)
    events = match.round("attack heal -", "counter attack defense")
    told = [fact for fact in events if isinstance(fact, StepRevealed | Healed | Struck)]
    assert told == [
        StepRevealed(0, (ATTACK, COUNTER)),
        Struck(0, 3),
        StepRevealed(1, (HEAL, ATTACK)),
        Healed(0, 4),
        Struck(0, 2),
        StepRevealed(2, (GAP, DEFENSE)),
    ]
