"""The rulings of docs/tournaments.md: a test for each, named after it; TDA is the Tournament Directors Association."""

from __future__ import annotations

import msgspec
import pytest

from croupier.kernel.errors import BadInput
from croupier.simulate.tournament import directing, lines
from croupier.simulate.tournament.places import Felt, by_big_blind, next_places, waits, worst_seat
from croupier.simulate.tournament.prizes import results
from croupier.simulate.tournament.terms import Stage, Terms, check_terms

from .tournaments import Club, club_of, lots

# Seats by lot


def test_every_table_begins_with_as_many_players_as_every_other_or_one_more() -> None:
    club = Club()
    club.start(31)
    assert sorted(club.sizes()) == [7, 8, 8, 8]
    assert sorted(club.t.playing) == sorted(club.t.players)


def test_the_order_in_which_tables_break_is_a_draw_of_its_own_after_that_of_the_players() -> None:
    club = Club()
    club.start(31)
    assert club.t.order == [table + 1 for table in lots(1, 4)] != [table + 1 for table in lots(0, 4)]


def test_seats_and_breaking_order_can_be_checked_when_the_draws_are_known() -> None:
    club = Club(seats=3, late_levels=1, stages=[Stage(minutes=1), Stage()])
    club.start(7)
    club.register("late")
    while "late" not in club.t.playing:
        club.say(directing.seat_for(club.t, "late", lots, club.name, club.now))
    play_on(club)
    assert any(isinstance(line, lines.Broken) for line in club.said)
    assert any(isinstance(line, lines.Final) for line in club.said)
    assert directing.same_draws(Club(seats=3, late_levels=1, stages=club.t.stages).t, club.said, lots)
    other = [line for line in club.said if not isinstance(line, lines.Ended)]
    assert not directing.same_draws(Club(seats=3, late_levels=1, stages=club.t.stages).t, other, lambda _, n: range(n))


def test_a_seat_that_is_not_the_drawn_one_is_found() -> None:
    club = Club(seats=3)
    club.start(7)
    play_on(club)
    for kind in (lines.Broken, lines.Final):
        at, line = next((at, line) for at, line in enumerate(club.said) if isinstance(line, kind))
        places = [msgspec.structs.replace(place, seat=(place.seat + 1) % 3) for place in line.places]
        said = [*club.said[:at], msgspec.structs.replace(line, places=places)]
        assert not directing.same_draws(Club(seats=3).t, said, lots)


def play_on(club: Club) -> None:
    """Play to the end: in every hand somebody goes out."""
    while club.t.ended is None:
        club.now += 60_000
        club.direct()
        if ready := club.ready():
            club.deal(ready[0])
            club.bust(ready[0], list(club.tables[ready[0]].stacks)[-1])


def test_a_late_player_draws_a_seat_at_the_table_with_the_fewest_players() -> None:
    club = club_of([9, 7, 8], late_levels=1)
    club.register("late")
    line = directing.seat_for(club.t, "late", lots, club.name, 5)
    assert isinstance(line, lines.Seated) and line.table == 2 and line.seat in (7, 8) and line.chips == 100


def test_of_several_tables_with_the_fewest_players_a_late_player_goes_to_the_one_that_breaks_last() -> None:
    club = club_of([7, 8, 7], late_levels=1)
    club.register("late")
    line = directing.seat_for(club.t, "late", lots, club.name, 5)
    assert isinstance(line, lines.Seated) and line.table == 3


def test_another_table_is_opened_when_all_are_full_and_it_breaks_first() -> None:
    club = club_of([3, 3], seats=3, late_levels=1)
    club.register("late")
    club.say(directing.seat_for(club.t, "late", lots, club.name, 5))
    assert club.t.order == [3, 1, 2]
    club.say(directing.seat_for(club.t, "late", lots, club.name, 5))
    assert club.sizes() == [1, 3, 3]


# Balancing


def test_of_tables_of_9_9_and_7_the_full_one_that_is_earlier_in_the_order_gives_a_player_up() -> None:
    club = club_of([9, 9, 7])
    assert directing.givers(club.t) == [1]
    club.direct()
    assert club.sizes() == [8, 9, 8]


def test_the_later_of_two_full_tables_deals_while_the_earlier_owes_the_move() -> None:
    club = club_of([9, 9, 7])
    club.tables[1].rests = False
    assert club.direct() == 0 and club.ready() == [2, 3]


def test_of_tables_of_9_and_6_the_table_of_6_waits_until_a_player_has_come() -> None:
    club = club_of([9, 6])
    club.tables[1].rests = False
    assert club.direct() == 0 and club.ready() == []
    club.tables[1].rests = True
    club.direct()
    assert club.sizes() == [8, 7] and club.ready() == [1, 2]


def test_the_player_that_would_be_the_next_big_blind_is_moved_tda_10() -> None:
    club = club_of([9, 7])
    keys = list(club.t.tables[1].keys)
    club.direct()
    (moved,) = [line for line in club.said if isinstance(line, lines.Moved)]
    assert moved.key == keys[3], "the big blind was in seat 2"
    assert moved.chips == 100


def test_nobody_is_moved_twice_before_everybody_else_at_that_table_was_moved_once() -> None:
    club = club_of([9, 7])
    keys = list(club.t.tables[1].keys)
    for key in keys[3:6]:
        club.t.players[key].moves = 1
    assert directing.mover(club.t, club.felts(), 1) == keys[6]
    for key in keys:
        club.t.players[key].moves += 1
    assert directing.mover(club.t, club.felts(), 1) == keys[6]


def test_the_mover_gets_the_big_blind_if_one_player_alone_can_have_it_tda_10() -> None:
    felt = Felt(True, 1, 0, 1, 2, {})
    assert worst_seat(felt, [3, 6], [0, 1, 2, 4, 5], 9) == 3
    assert next_places(felt, [0, 1, 2, 3, 4, 5], 9).big_blind == 3


def test_otherwise_the_mover_gets_the_seat_that_is_big_blind_soonest_tda_10() -> None:
    felt = Felt(True, 1, 0, 1, 2, {})
    assert worst_seat(felt, [0, 1, 7], [2, 3, 4, 5, 6, 8], 9) == 7


def test_of_several_tables_with_the_fewest_players_the_mover_goes_to_the_one_that_breaks_last() -> None:
    club = club_of([9, 7, 7])
    club.direct(1)
    assert club.sizes() == [8, 7, 8]


def test_before_the_first_hand_the_big_blind_comes_first_to_the_seat_that_has_it_in_that_hand() -> None:
    felt = Felt(True, 0, 4, -1, -1, {})
    taken = [0, 2, 4, 5]
    assert next_places(felt, taken, 6) == (4, 5, 0)
    assert by_big_blind(felt, taken, taken, 6) == [0, 2, 4, 5]
    assert by_big_blind(felt, [3, 1], taken, 6) == [1, 3]
    felt = Felt(True, 0, 1, -1, -1, {})
    assert next_places(felt, taken, 6) == (2, 4, 5) and by_big_blind(felt, taken, taken, 6) == [5, 0, 2, 4]


def test_nobody_is_big_blind_twice_running_when_a_move_leaves_two_players_tda_34() -> None:
    felt = Felt(True, 1, 0, 1, 2, {})  # seat 2 was big blind
    assert next_places(felt, [1, 2], 6) == (2, 2, 1), "the button was moved away"
    assert next_places(felt, [0, 2], 6) == (2, 2, 0), "the small blind was"
    assert next_places(felt, [0, 1], 6) == (1, 1, 0), "the big blind was"


def test_the_worst_position_is_never_the_small_blind_tda_10() -> None:
    felt = Felt(True, 1, 0, 1, 2, {})  # the big blind went out: its seat is the next, dead, small blind
    assert worst_seat(felt, [2, 1], [0, 3, 4], 5) == 1
    assert waits(felt, 2, [0, 1, 3, 4], 5, balances=True), "if no other is open, it waits until the button has passed"
    assert not waits(felt, 2, [0, 1, 3, 4], 5), "a player of a broken table posts the small blind"


def test_a_new_seat_between_button_and_small_blind_waits_until_the_button_has_passed_tda_11() -> None:
    felt = Felt(True, 1, 0, 1, 3, {})  # the next button is in seat 1, the next small blind in seat 3
    given = [0, 1, 3, 4]
    assert waits(felt, 2, given, 6) and not waits(felt, 5, given, 6)
    places = next_places(felt, given, 6)
    after = Felt(True, 2, *places, {})
    assert not waits(after, 2, given, 6)


@pytest.mark.parametrize("seat", [5, 0])
def test_a_seat_between_button_and_small_blind_waits_also_where_the_numbers_of_seats_begin_again(seat: int) -> None:
    felt = Felt(True, 1, 3, 4, 1, {})  # the next button is in seat 4, the next small blind in seat 1
    assert next_places(felt, [1, 2, 3, 4], 6)[:2] == (4, 1)
    assert waits(felt, seat, [1, 2, 3, 4], 6)


def test_nobody_waits_before_the_first_hand_of_a_table() -> None:
    felt = Felt(True, 0, 0, -1, -1, {})
    assert not any(waits(felt, seat, [0, 2, 4], 6) for seat in (1, 3, 5))


def test_a_new_seat_on_the_button_or_in_a_blind_has_its_rights_and_duties_tda_11() -> None:
    felt = Felt(True, 1, 0, 1, 2, {})
    assert not waits(felt, 1, [0, 2, 4], 6), "the button, whose small blind went out"
    assert not waits(felt, 3, [0, 1, 2, 4], 6), "the big blind"
    assert next_places(felt, [0, 1, 2, 3, 4], 6) == (1, 2, 3)


def test_a_table_of_two_or_fewer_lets_every_newcomer_in_at_once() -> None:
    felt = Felt(True, 1, 0, 0, 2, {})
    assert not any(waits(felt, seat, [0, 2], 6) for seat in (1, 3, 4, 5))
    assert not any(waits(felt, seat, [2], 6) for seat in (0, 1, 3, 4, 5))


# Breaking


def test_the_first_table_of_the_order_breaks_when_its_players_have_room_elsewhere() -> None:
    club = club_of([4, 8, 7, 9])
    assert not directing.breaks(club.t)
    club = club_of([3, 8, 7, 8])
    club.tables[1].rests = False
    club.direct()
    assert club.sizes() == [3, 8, 7, 8], "it ends its hand"
    club.tables[1].rests = True
    club.direct()
    assert club.t.order == [2, 3, 4] and sum(club.sizes()) == 26
    (broken,) = [line for line in club.said if isinstance(line, lines.Broken)]
    assert {(place.table, place.seat) for place in broken.places} <= {(2, 8), (3, 7), (3, 8), (4, 8)}
    assert all(club.t.players[place.key].moves == 1 for place in broken.places)


def test_seats_for_the_final_table_are_drawn_anew() -> None:
    club = club_of([5, 4])
    club.tables[2].rests = False
    club.direct()
    assert club.ready() == [] and len(club.t.order) == 2, "the one table waits for the other"
    club.tables[2].rests = True
    club.direct()
    assert club.t.order == [3] and club.sizes() == [9] and club.ready() == [3]
    assert club.t.tables[3].keys[club.t.tables[3].button]


def test_nobody_is_moved_to_balance_two_tables_that_become_the_final_one() -> None:
    club = club_of([6, 3])
    club.tables[2].rests = False
    assert directing.givers(club.t) == [] and club.direct() == 0


def test_a_table_that_is_about_to_break_is_not_balanced_any_more() -> None:
    club = club_of([3, 8, 6])
    assert directing.breaks(club.t) and directing.staying(club.t) == [2, 3] and directing.givers(club.t) == [2]
    club = club_of([9, 7, 2])
    club.tables[1].rests = False
    assert directing.staying(club.t) == [2, 3] and directing.givers(club.t) == [2], "the table of nine breaks"


def test_while_players_may_still_enter_the_last_table_but_one_breaks_like_any_other() -> None:
    club = club_of([5, 4], late_levels=1)
    club.direct()
    assert club.t.order == [2] and club.sizes() == [9]
    assert not any(isinstance(line, lines.Final) for line in club.said)


def test_without_a_redraw_the_last_table_but_one_is_broken_like_any_other() -> None:
    club = club_of([5, 4], redraw=False)
    club.direct()
    assert club.t.order == [2] and club.sizes() == [9]


# Levels


def test_a_level_lasts_its_minutes_and_the_clock_can_stand_still() -> None:
    club = Club(stages=[Stage(minutes=10), Stage(minutes=10), Stage(minutes=10)])
    club.start(4)
    assert club.t.ends_at() == 601_000
    club.say(lines.Clock(False, 540_000, 541_000))
    club.now = 10_000_000
    assert club.direct() == 0 and club.ready() == [], "no hand begins while the tournament is paused"
    club.say(lines.Clock(True, 540_000, club.now))
    assert club.t.ends_at() == 10_060_000
    club.now = 10_060_000
    assert club.direct() == 1 and club.t.level == 1
    club.now = 10_000_000_000
    assert club.direct() == 1 and club.t.level == 2 and club.direct() == 0, (
        "the last level goes on until somebody has won"
    )


def test_a_level_of_hands_lasts_until_the_first_table_has_played_them() -> None:
    club = Club(seats=3, stages=[Stage(hands=2), Stage(hands=5), Stage()])
    club.start(6)
    for _ in range(2):
        club.direct()
        club.deal(1)
        club.direct()
        assert club.t.level == 0, "a hand that is played does not count yet"
        club.end(1, {})
    club.direct()
    assert club.t.level == 1 and club.t.level_hands == {1: 2, 2: 0}
    assert Felt(False, 3, 0, 1, 2, {}).played == 2 and Felt(True, 3, 0, 1, 2, {}).played == 3
    for played in range(5):
        assert club.t.level == 1, f"{played} hands of this level"
        club.deal(1)
        club.end(1, {})
        club.direct()
    assert club.t.level == 2


def test_no_hand_begins_in_a_break() -> None:
    club = Club(stages=[Stage(minutes=1), Stage(minutes=5, rest=True), Stage()])
    club.start(4)
    club.now += 60_000
    club.direct()
    assert club.t.stage.rest and club.ready() == []
    club.now += 300_000
    club.direct()
    assert club.ready() == [1]


def test_registration_is_open_during_the_late_levels_and_the_break_after_them() -> None:
    stages = [Stage(minutes=1), Stage(minutes=1), Stage(minutes=5, rest=True), Stage()]
    club = Club(stages=stages, late_levels=2)
    club.start(4)
    found = []
    for minutes in (0, 1, 1, 5):
        club.now += minutes * 60_000
        club.direct()
        found.append(club.t.is_open)
    assert found == [True, True, True, False]


# Going out


def test_players_who_go_out_in_the_same_hand_are_placed_by_their_chips_before_it_tda_22() -> None:
    club = club_of([5])
    club.deal(1)
    club.tables[1].stacks = dict(zip(club.t.tables[1].players, [100, 70, 40, 40, 250], strict=True))
    a, b, c, d, e = club.t.tables[1].players
    club.end(1, {a: 0, b: 0, c: 0, d: 0, e: 500})
    club.direct()
    places = {key: found.place for key, found in results(club.t).items()}
    assert places == {e: 1, a: 2, b: 3, c: 4, d: 4}


def hand_for_hand() -> Club:
    """Two tables of three; four prizes, so that two players more than the prizes are left."""
    club = club_of([3, 3], seats=3, fee=10, payouts=[40, 30, 20, 10])
    assert club.ready() == [1, 2]
    club.deal(1)
    club.bust(1, club.t.tables[1].players[0])
    assert club.t.left == 5
    return club


def test_near_the_money_all_tables_finish_a_hand_before_the_next_begins() -> None:
    club = hand_for_hand()
    club.deal(2)
    club.direct()
    assert club.ready() == [], "the other table still plays"
    club.end(2, {})
    club.direct()
    assert club.t.round == 1 and club.ready() == [1, 2]
    club.deal(1)
    club.end(1, {})
    club.direct()
    assert club.ready() == [2], "one hand each"


def test_players_who_go_out_at_different_tables_hand_for_hand_share_place_and_prizes() -> None:
    club = hand_for_hand()
    club.direct()
    for number in club.ready():
        club.deal(number)
    club.tables[2].stacks[club.t.tables[2].players[0]] = 60
    first, second = club.t.tables[1].players[0], club.t.tables[2].players[0]
    club.bust(1, first)
    club.bust(2, second)
    found = results(club.t)
    assert found[first][:2] == found[second][:2] == (4, 3), "the fourth prize of 6 tokens for two"


def test_the_best_of_each_table_share_the_better_place_hand_for_hand_and_the_next_of_each_the_next() -> None:
    club = club_of([4, 3], seats=4, fee=10, payouts=[30, 25, 20, 15, 10])
    club.deal(1)
    club.bust(1, club.t.tables[1].players[0])
    club.direct()
    assert club.ready() == [1, 2] and club.t.round == 1
    for number in club.ready():
        club.deal(number)
    one, two, _ = club.t.tables[1].players
    club.tables[1].stacks[one] = 60
    three = club.t.tables[2].players[0]
    club.bust(1, one, two)
    club.bust(2, three)
    places = {key: results(club.t)[key].place for key in (one, two, three)}
    assert places == {two: 4, three: 4, one: 6}


def test_no_table_goes_on_while_another_still_plays_its_hand_of_the_round() -> None:
    club = hand_for_hand()
    club.direct()
    for number in club.ready():
        club.deal(number)
    club.bust(1, club.t.tables[1].players[0])
    club.direct()
    assert club.t.left == 4 and club.ready() == [], "the others have prizes, but table 2 may lose a player that shares"
    club.end(2, {})
    club.direct()
    assert club.sizes() == [2, 2] and club.ready() == [1, 2]


def test_a_single_table_does_not_play_hand_for_hand() -> None:
    club = club_of([5], fee=10, payouts=[40, 30, 20, 10])
    club.direct()
    assert club.ready() == [1] and club.t.round == 0


def test_a_host_may_do_without_hand_for_hand() -> None:
    club = club_of([3, 3], seats=3, fee=10, payouts=[40, 30, 20, 10], hand_for_hand=False)
    club.deal(1)
    club.bust(1, club.t.tables[1].players[0])
    club.direct()
    assert club.t.left == 5 and club.ready() and club.t.round == 0


def test_who_has_no_chips_after_a_hand_is_out_also_if_its_table_does_not_name_it() -> None:
    club = club_of([3])
    a, b, c = club.t.tables[1].players
    line = directing.out(club.t, 1, 2, {a: 100, b: 100, c: 100}, {b: 200, c: 100}, 5)
    assert line is not None and line.stacks == {a: 100}


def test_a_player_that_goes_out_earlier_is_placed_lower() -> None:
    club = club_of([9, 9])
    order = []
    for number in (1, 2, 1):
        club.deal(number)
        order.append(club.t.tables[number].players[0])
        club.bust(number, order[-1])
    assert [results(club.t)[key].place for key in order] == [18, 17, 16]


def test_a_player_that_enters_again_has_only_its_last_place() -> None:
    club = club_of([5], late_levels=1, stages=[Stage(minutes=1), Stage()])
    gone = club.t.tables[1].players[0]
    club.deal(1)
    club.bust(1, gone)
    club.register(gone)
    club.say(directing.seat_for(club.t, gone, lots, club.name, club.now))
    assert gone not in results(club.t) and club.t.players[gone].entries == 2
    assert club.t.chips == 600 == club.chips()


def test_players_that_are_disqualified_one_after_the_other_share_no_place_even_if_somebody_entered_again() -> None:
    club = club_of([6], late_levels=1, stages=[Stage(minutes=1), Stage()])
    back, first, second, *_ = club.t.tables[1].players
    club.deal(1)
    club.bust(1, back)
    club.say(lines.Out(1, 2, {first: 100}, 5, "collusion"))
    club.register(back)
    club.say(directing.seat_for(club.t, back, lots, club.name, club.now))
    club.say(lines.Out(1, 2, {second: 100}, 6, "collusion"))
    found = results(club.t)
    assert (found[first].place, found[second].place) == (6, 5) and found[first].tied == found[second].tied == 1


def test_chips_of_a_disqualified_player_are_taken_out_of_play_tda_71() -> None:
    club = club_of([5])
    gone = club.t.tables[1].players[0]
    club.say(lines.Out(1, 1, {gone: 100}, 5, "collusion"))
    assert club.t.chips == 400 == club.chips() and results(club.t)[gone].place == 5


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 0}, {"players": 1}, {"fee": -1}, {"payouts": [60, 30]}, {"payouts": [40, 60]}, {"reentries": 1},
        {"rebuys": 1}, {"addon": 10},
    ],
)  # fmt: skip
def test_terms_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        check_terms(Terms(**{"players": 9, **wrong}), 9, 100, [])  # type: ignore[arg-type]


def test_breaks_stand_between_levels_and_last_some_minutes() -> None:
    for stages in ([Stage(minutes=5, rest=True)], [Stage(minutes=1), Stage(rest=True), Stage()]):
        with pytest.raises(BadInput):
            check_terms(Terms(players=9), 9, 100, stages)
