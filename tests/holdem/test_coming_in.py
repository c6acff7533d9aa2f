"""What it costs to come in: to sit down, or to come back after sitting out.

Blinds 50/100, 1,000 each, and the button on seat 0 unless said.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.holdem.events import BlindPosted, DeadBlindPosted, StraddlePosted
from croupier.kernel.vocabulary.events import Fact

from .room import GAME, Room


def open_table(seats: int = 5, **options: Any) -> Room:
    return Room(**{"stacks": [1_000] * seats, "button": 0, "seating": "open", **options})


def play(room: Room, hands: int = 1) -> None:
    """Play hands in which everybody folds to the last."""
    for _ in range(hands):
        room.fold_out()


def live(seat: int, chips: int = 100) -> Fact:
    return BlindPosted(seat=seat, chips=chips)


def dead(seat: int, chips: int = 50) -> Fact:
    return DeadBlindPosted(seat=seat, chips=chips)


def back_after(hands: int, seat: int, **options: Any) -> Room:
    """A seat plays the first hand, sits out for some, and is dealt in again."""
    room = open_table(**options)
    room.act("AWAY", seat=seat)
    play(room, hands)
    room.act("BACK", seat=seat)
    room.fold_out()
    assert room.table.dealt >> seat & 1
    return room


# To post: what is owed.


def test_a_seat_that_sits_down_posts_a_big_blind() -> None:
    room = open_table(stacks=[1_000, 0, 1_000, 1_000, 1_000], bank=1_000)
    room.act("SIT", 1_000, seat=1)
    room.fold_out()
    assert room.places == (2, 3, 4)
    assert room.posted(1) == [live(1)]
    assert [option.name for option in room.decision.owed] == ["FOLD", "CALL", "RAISE_TO"]


def test_a_seat_that_comes_back_posts_a_big_blind_though_none_was_missed() -> None:
    """Seat 5 of six sits out one hand in which no blind reaches it."""
    room = back_after(1, 5, seats=6)
    assert (room.places, room.posted(5)) == ((2, 3, 4), [live(5)])


def test_a_seat_that_is_back_before_the_next_hand_has_missed_nothing() -> None:
    room = open_table()
    room.act("AWAY", seat=0)
    room.act("BACK", seat=0)
    room.fold_out()
    assert (room.table.dealt, room.posted(0)) == (0b11111, [])


@pytest.mark.parametrize("rule", ["next_active", "dead"])
def test_a_seat_that_comes_in_as_big_blind_posts_nothing_else(rule: str) -> None:
    room = back_after(4, 3, button_rule=rule)
    assert room.table.big_blind == 3
    assert room.posted(3) == [live(3)]
    assert (room.table.missed, room.table.entering, room.table.betting.dead[3]) == (0, 0, 0)


def test_a_seat_that_missed_the_small_blind_posts_it_dead() -> None:
    """Seat 2, who was big blind, sits out the hand in which it would have been small blind."""
    room = back_after(1, 2, button_rule="dead")
    assert room.places == (2, 3, 4)
    assert room.posted(2) == [dead(2), live(2)]
    assert (room.table.betting.bet[2], room.table.betting.dead[2], room.table.betting.total[2]) == (100, 50, 150)


def test_a_seat_that_missed_both_posts_the_small_blind_dead_and_the_big_blind_live() -> None:
    room = back_after(3, 3)
    assert room.places == (0, 1, 2)
    assert room.posted(3) == [dead(3), live(3)]
    assert (room.table.betting.current_bet, room.table.betting.pot) == (100, 300)


def test_small_blind_that_passes_while_one_comes_in_is_missed() -> None:
    """The big blind passes seat 3, which sits out, and in the next hand the small blind does while it comes back."""
    room = back_after(1, 3, button_rule="dead")
    assert room.places == (3, 4, 0)
    assert room.posted(3) == [dead(3), live(3)]


def test_a_seat_that_comes_in_as_small_blind_posts_it_dead_and_a_big_blind_live() -> None:
    room = open_table(stacks=[1_000, 1_000, 0], bank=1_000)
    room.act("SIT", 1_000, seat=2)
    room.fold_out()
    assert room.places == (1, 2, 0)
    assert room.posted(2) == [dead(2), live(2)]
    assert room.posted(0) == [live(0)]


def test_missed_blinds_are_posted_once() -> None:
    room = back_after(3, 3)
    room.fold_out()
    assert room.posted(3) == [live(3)], "it is big blind"
    room.fold_out()
    assert room.posted(3) == [live(3, 50)]
    room.fold_out()
    assert room.posted(3) == []


def test_a_seat_that_still_sits_out_posts_nothing() -> None:
    room = open_table()
    room.act("AWAY", seat=3)
    play(room, 4)
    assert room.posted(3) == []
    assert (room.table.missed, room.table.entering) == (0b1000, 0b1000)


@pytest.mark.parametrize("away", [0, 4])
def test_small_blind_is_missed_where_the_table_begins_and_ends(away: int) -> None:
    room = open_table(button=1)
    room.act("AWAY", seat=away)
    play(room, 4)
    assert room.table.missed == 1 << away


def test_two_that_sit_out_side_by_side_both_miss_the_small_blind() -> None:
    room = open_table()
    room.act("AWAY", seat=3)
    room.act("AWAY", seat=4)
    missed = []
    for _ in range(4):
        missed.append(room.table.missed)
        room.fold_out()
    assert missed == [0, 0, 0b11000, 0b11000]


def test_empty_seat_that_nobody_has_taken_misses_nothing() -> None:
    room = open_table(stacks=[1_000, 1_000, 1_000, 0, 1_000], bank=1_000)
    play(room, 4)
    assert (room.table.missed, room.table.entering, room.places) == (0, 0, (0, 1, 2))
    room.fold_out()
    room.act("SIT", 1_000, seat=3)
    room.fold_out()
    assert (room.places, room.posted(3)) == ((3, 4, 0), [dead(3), live(3)]), "the small blind passes as it comes in"


def test_a_seat_that_has_left_owes_as_much_after_sitting_down_again() -> None:
    """Seat 3 of six leaves as the big blind comes, and takes its seat again when both blinds have passed it."""
    room = open_table(6, bank=1_000, pauses=True)
    room.fold_out()
    room.act("LEAVE", seat=3)
    for _ in range(3):
        room.next_hand()
        room.fold_out()
    room.act("SIT", 500, seat=3)
    room.next_hand()
    assert (room.table.big_blind, room.posted(3)) == (1, [dead(3), live(3)])


@pytest.mark.parametrize(
    ("stack", "posted"),
    [
        (49, [dead(3, 49)]),
        (50, [dead(3, 50)]),
        (51, [dead(3, 50), live(3, 1)]),
        (149, [dead(3, 50), live(3, 99)]),
        (150, [dead(3, 50), live(3, 100)]),
    ],
)
def test_short_stack_that_comes_back_posts_the_dead_blind_first(stack: int, posted: list[Fact]) -> None:
    room = back_after(3, 3, stacks=[1_000, 1_000, 1_000, stack, 1_000])
    assert room.posted(3) == posted


def test_live_blind_of_a_seat_that_comes_back_needs_no_call_but_may_raise() -> None:
    room = back_after(3, 3)
    assert room.actor == 3
    assert [option.name for option in room.decision.owed] == ["CHECK", "RAISE_TO"]


@pytest.mark.parametrize(("small_blind", "big_blind"), [(50, 100), (0, 1)])
def test_a_seat_that_has_posted_a_missed_blind_does_not_straddle(small_blind: int, big_blind: int) -> None:
    options = {"small_blind": small_blind, "big_blind": big_blind, "straddles": [2 * big_blind, 4 * big_blind]}
    assert [event.seat for event in open_table(**options).kinds(StraddlePosted)] == [3, 4]
    room = back_after(3, 3, **options)
    assert room.places == (0, 1, 2)
    assert room.kinds(StraddlePosted) == []


def test_nobody_owes_a_big_blind_in_the_first_hand() -> None:
    room = Room(stacks=[1_000, 0, 0, 0], button=0, seating="open", bank=9_000, pauses=True)
    for seat in (1, 2, 3):
        room.act("SIT", 1_000, seat=seat)
    room.next_hand()
    assert (room.table.dealt, room.table.entering) == (0b1111, 0)
    assert room.kinds(BlindPosted) == [live(1, 50), live(2)]
    assert room.kinds(DeadBlindPosted) == []


# To post: nobody is passed by.


def test_whom_the_big_blind_passes_posts_it_all_the_same() -> None:
    """Button 0, big blind 2. Seat 1 leaves, so that the button goes to 2 and the big blind past seat 3 to 0."""
    room = open_table(4)
    room.act("LEAVE", seat=1)
    room.fold_out()
    assert room.places == (2, 3, 0)
    assert room.posted(3) == [dead(3), live(3)]


@pytest.mark.parametrize("options", [{"entry": "free"}, {"seating": "closed"}])
def test_where_coming_in_is_free_nobody_posts_for_having_been_passed(options: dict[str, Any]) -> None:
    room = open_table(4, pauses=True, **options)
    room.fold_out()
    room.go_on(stacks=[1_000, 0, 1_000, 1_000])
    assert (room.places, room.posted(3)) == ((2, 3, 0), [live(3, 50)])


def test_two_may_be_passed_at_once() -> None:
    """Seats 1 and 2 of five leave: the button goes to 3 and the big blind past 3 and 4 to 0."""
    room = open_table(5)
    room.act("LEAVE", seat=1)
    room.act("LEAVE", seat=2)
    room.fold_out()
    assert room.places == (3, 4, 0)
    assert (room.posted(3), room.posted(4), room.posted(0)) == ([live(3)], [dead(4), live(4)], [live(0)])


# To post a small blind.


@pytest.mark.parametrize(("entry", "post", "left"), [("dead_small", dead, 100), ("live_small", live, 50)])
def test_a_seat_that_comes_in_for_a_small_blind_posts_it_dead_or_live(entry: str, post: Any, left: int) -> None:
    room = open_table(stacks=[1_000, 0, 1_000, 1_000, 1_000], bank=1_000, entry=entry)
    room.act("SIT", 1_000, seat=1)
    room.fold_out()
    assert (room.places, room.posted(1)) == ((2, 3, 4), [post(1, 50)])
    view = GAME.view(room.state, 1)
    assert (view.to_call, view.pot) == (left, 200)
    room.fold_out()
    assert room.posted(1) == []


@pytest.mark.parametrize("entry", ["dead_small", "live_small"])
def test_a_seat_that_comes_in_as_a_blind_posts_that_alone(entry: str) -> None:
    """Seat 2 leaves as the big blind and sits down again at once; seat 3 does the same before it is the big blind."""
    room = open_table(5, pauses=True, entry=entry)
    room.fold_out()
    for seat in (2, 3):
        room.act("LEAVE", seat=seat)
        room.act("SIT", 1_000, seat=seat)
    room.next_hand()
    assert (room.places, room.posted(2), room.posted(3)) == ((1, 2, 3), [live(2, 50)], [live(3, 100)])


@pytest.mark.parametrize("entry", ["dead_small", "live_small"])
def test_whom_the_big_blind_passes_posts_it_though_coming_in_costs_a_small_one(entry: str) -> None:
    room = open_table(4, entry=entry)
    room.act("LEAVE", seat=1)
    room.fold_out()
    assert (room.places, room.posted(3)) == ((2, 3, 0), [dead(3), live(3)])


@pytest.mark.parametrize("entry", ["dead_small", "live_small"])
def test_a_seat_that_comes_in_for_a_small_blind_owes_no_big_one_that_has_passed(entry: str) -> None:
    """As before, but seat 3 has left and sat down again."""
    room = open_table(4, pauses=True, entry=entry)
    room.fold_out()
    for name, seat in (("LEAVE", 1), ("LEAVE", 3)):
        room.act(name, seat=seat)
    room.act("SIT", 1_000, seat=3)
    room.next_hand()
    assert (room.places, room.posted(3)) == ((2, 3, 0), [live(3, 50)])


# To wait.


def waiting(**options: Any) -> Room:
    """Seat 1 is empty, and is taken during the first hand: the button is on 0, the blinds on 2 and 3."""
    room = open_table(stacks=[1_000, 0, 1_000, 1_000, 1_000], bank=1_000, entry="wait", **options)
    room.act("SIT", 1_000, seat=1)
    return room


@pytest.mark.parametrize("rule", ["next_active", "dead"])
def test_a_seat_that_waits_is_dealt_in_when_the_big_blind_comes(rule: str) -> None:
    room = waiting(button_rule=rule)
    seen = []
    for _ in range(4):
        room.fold_out()
        seen.append((room.table.dealt >> 1 & 1, room.places))
    assert seen == [(0, (2, 3, 4)), (0, (3, 4, 0)), (1, (4, 0, 1)), (1, (0, 1, 2))]
    assert room.kinds(DeadBlindPosted) == []


def test_a_seat_that_comes_back_waits_too() -> None:
    room = open_table(entry="wait")
    room.act("AWAY", seat=0)
    room.fold_out()
    room.act("BACK", seat=0)
    dealt = []
    for _ in range(4):
        room.fold_out()
        dealt.append((room.table.dealt & 1, room.table.big_blind))
    assert dealt == [(0, 4), (1, 0), (1, 1), (1, 2)]


def test_a_seat_that_is_back_at_once_need_not_wait() -> None:
    room = open_table(entry="wait")
    room.act("AWAY", seat=0)
    room.act("BACK", seat=0)
    room.fold_out()
    assert room.table.dealt == 0b11111


def test_only_the_next_of_two_waiting_seats_comes_in() -> None:
    room = open_table(stacks=[1_000, 1_000, 1_000, 0, 0], bank=2_000, entry="wait")
    room.act("SIT", 1_000, seat=3)
    room.act("SIT", 1_000, seat=4)
    seen = []
    for _ in range(2):
        room.fold_out()
        seen.append((room.table.dealt, room.places))
    assert seen == [(0b01111, (1, 2, 3)), (0b11111, (2, 3, 4))]


def test_third_seat_waits_for_its_big_blind() -> None:
    room = open_table(stacks=[1_000, 1_000, 0], bank=1_000, entry="wait", button=1)
    room.act("SIT", 1_000, seat=2)
    seen = []
    for _ in range(3):
        room.fold_out()
        seen.append((room.table.dealt, room.places))
    assert seen == [(0b011, (0, 0, 1)), (0b111, (0, 1, 2)), (0b111, (1, 2, 0))]


def test_nobody_waits_where_too_few_would_play() -> None:
    room = open_table(stacks=[1_000, 1_000, 0, 0], bank=2_000, entry="wait")
    room.act("SIT", 1_000, seat=2)
    room.act("SIT", 1_000, seat=3)
    room.act("LEAVE", seat=1)
    assert (room.table.dealt, room.places) == (0b1101, (3, 0, 2))
    assert room.posted(3) == []


def test_big_blind_goes_to_a_seat_that_has_waited_though_the_button_stays() -> None:
    """Button 0, big blind 2. Seats 1 and 2 leave; seat 3 has waited and is next, before 4 and 0, who stay."""
    room = open_table(stacks=[1_000, 1_000, 1_000, 0, 1_000], bank=1_000, entry="wait")
    room.act("SIT", 1_000, seat=3)
    room.act("LEAVE", seat=1)
    room.act("LEAVE", seat=2)
    room.fold_out()
    assert (room.table.dealt, room.places) == (0b11001, (4, 0, 3))
    assert room.posted(3) == [live(3)]


# For free.


def test_button_goes_to_a_seat_that_comes_in_for_free() -> None:
    """Button 0, big blind 2. Seats 1 and 2 leave, and 3 has sat down: there the button goes, the blinds after it."""
    room = open_table(stacks=[1_000, 1_000, 1_000, 0, 1_000], bank=1_000, entry="free")
    room.act("SIT", 1_000, seat=3)
    room.act("LEAVE", seat=1)
    room.act("LEAVE", seat=2)
    room.fold_out()
    assert (room.table.dealt, room.places) == (0b11001, (3, 4, 0))


def test_a_seat_that_comes_in_for_free_is_dealt_in_at_once_and_posts_nothing() -> None:
    room = open_table(stacks=[1_000, 0, 1_000, 1_000, 1_000], bank=1_000, entry="free")
    room.act("SIT", 1_000, seat=1)
    room.act("AWAY", seat=0)
    room.fold_out()
    room.act("BACK", seat=0)
    assert (room.places, room.posted(1)) == ((2, 3, 4), [])
    room.fold_out()
    assert (room.places, room.posted(0), room.table.dealt) == ((3, 4, 0), [live(0)], 0b11111)
    play(room, 2)
    assert (room.table.missed, room.kinds(DeadBlindPosted)) == (0, [])


def test_closed_table_knows_no_missed_blinds() -> None:
    room = Room(stacks=[1_000] * 3, button=0)
    assert GAME.decision(room.state, 1).options == ()
    play(room, 3)
    assert room.kinds(DeadBlindPosted) == []


# The dodger.


class Dodger:
    """A seat that goes before one hand and comes back before another. `paid` has what each hand has cost it in blinds;
    None where it was not dealt in."""

    def __init__(self, seat: int, ways: tuple[str, str], goes: int = 0, comes: int = 0, **options: Any) -> None:
        room = open_table(stacks=[100_000] * 5, bank=100_000, pauses=True, **options)
        self.paid: list[int | None] = [self._posted(room, seat)]
        self.big_blind = [room.table.big_blind == seat]
        for hand in range(1, 14):
            room.fold_out()
            if hand == goes:
                room.act(ways[0], seat=seat)
            if hand == comes:
                room.act(ways[1], 50_000 if ways[1] == "SIT" else 0, seat=seat)
            room.next_hand()
            self.paid.append(self._posted(room, seat) if room.table.dealt >> seat & 1 else None)
            self.big_blind.append(room.table.big_blind == seat)
        self.back = next(hand for hand in range(comes, 14) if self.paid[hand] is not None)

    def _posted(self, room: Room, seat: int) -> int:
        return sum(event.chips for event in room.posted(seat))  # type: ignore[attr-defined]

    def paid_by(self, hand: int) -> int:
        """What it has paid in all when a hand is over."""
        return sum(chips or 0 for chips in self.paid[: hand + 1])


@pytest.mark.parametrize("rule", ["next_active", "dead"])
@pytest.mark.parametrize("ways", [("AWAY", "BACK"), ("LEAVE", "SIT")])
@pytest.mark.parametrize("seat", [0, 2, 4])
def test_dodging_blinds_never_costs_less_than_staying(seat: int, ways: tuple[str, str], rule: str) -> None:
    """A seat that comes back before the others have played a round has paid no less than if it had stayed, after every
    hand.

    As big blind it pays for the round that begins with it, and has played no hand of the one before.
    """
    stayed = Dodger(seat, ways, button_rule=rule)
    for goes in range(1, 6):
        for comes in range(goes, goes + 4):
            dodger = Dodger(seat, ways, goes, comes, button_rule=rule)
            if dodger.big_blind[dodger.back]:
                assert dodger.paid[dodger.back] == 100
            else:
                for hand in range(dodger.back, dodger.back + 4):
                    assert dodger.paid_by(hand) >= stayed.paid_by(hand), (goes, comes, hand)


@pytest.mark.parametrize("rule", ["next_active", "dead"])
@pytest.mark.parametrize("seat", [0, 2, 4])
def test_a_seat_that_waits_for_the_big_blind_begins_with_it(seat: int, rule: str) -> None:
    for goes in range(1, 6):
        for comes in range(goes + 1, goes + 5):
            dodger = Dodger(seat, ("AWAY", "BACK"), goes, comes, button_rule=rule, entry="wait")
            assert dodger.big_blind[dodger.back] and dodger.paid[dodger.back] == 100
