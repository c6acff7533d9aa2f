"""How pots are split, what is scored, and when a session is over."""

from __future__ import annotations

import pytest

from croupier.games.genome.language.genome import BettingPhase, DrawPhase, EmptyHand, HighScore, MostChips, TrickPhase
from croupier.games.genome.machine.events import (
    Eliminated,
    HandShown,
    HandStarted,
    HandWon,
    PointsScored,
    PotAwarded,
)

from .table import HIGH_CARD, GenomeTable, genome, showdown

BETTING = BettingPhase(10, 3)
TRICK = TrickPhase(lead_suit_required=False)


# Pots.


@pytest.mark.parametrize(
    ("deck", "won"),
    [
        ("Ac Ad Ah 2c", (34, 33, 33, 0)),
        ("2c Ac Ad Ah", (0, 34, 33, 33)),
        ("Ac 2c Ad Ah", (34, 0, 33, 33)),
        ("2c Ac 3c Ad", (0, 50, 0, 50)),
        ("2c 3c 4c Ad", (0, 0, 0, 100)),
    ],
)
def test_the_remainder_of_a_split_goes_to_the_first_winner_in_seat_order(deck: str, won: tuple[int, ...]) -> None:
    table = GenomeTable(genome(BettingPhase(25), players=4, chips=100), deck).do("BET", "CALL", "CALL", "CALL")
    assert table.told(PotAwarded) == [PotAwarded(seat, chips) for seat, chips in enumerate(won) if chips]
    assert table.chips == [75 + chips for chips in won]


def test_first_winner_in_seat_order_is_not_who_started() -> None:
    table = GenomeTable(genome(BettingPhase(25), players=4, chips=100, hands=2), "Ac Kc Qc Jc Ad Ah 2c As")
    table.do("CHECK", "CHECK", "CHECK", "CHECK")
    assert table.actor == 1
    table.do("BET", "CALL", "CALL", "CALL")
    assert table.told(PotAwarded) == [PotAwarded(0, 34), PotAwarded(1, 33), PotAwarded(2, 33)]


def test_two_chips_that_are_left_both_go_to_the_first_winner() -> None:
    table = GenomeTable(genome(BettingPhase(5), players=4, chips=100), "Ac 2c Ad Ah").do("BET", "CALL", "CALL", "CALL")
    assert table.told(PotAwarded) == [PotAwarded(0, 8), PotAwarded(2, 6), PotAwarded(3, 6)]


@pytest.mark.parametrize("folded", [0, 1, 2])
@pytest.mark.parametrize("side_pots", [False, True])
def test_a_seat_that_has_folded_wins_nothing_whichever_seat_it_is(folded: int, side_pots: bool) -> None:
    deck = ["3c", "3d", "3h"]
    deck[folded] = "Ac"
    moves = ["CALL", "CALL", "CALL"]
    moves[folded] = "FOLD"
    played = genome(BettingPhase(10, blinds=(10,)), BETTING, players=4, chips=100, side_pots=side_pots)
    table = GenomeTable(played, " ".join(["2c", *deck])).do(*moves, "CHECK", "CHECK", "CHECK", "CHECK")
    winners = [seat for seat in (1, 2, 3) if seat != folded + 1]
    assert table.told(PotAwarded) == [PotAwarded(seat, 15) for seat in winners]


@pytest.mark.parametrize(
    ("side_pots", "chips"),
    [(False, [0, 0, 170, 60]), (True, [90, 60, 20, 60])],
)
def test_three_stacks_make_three_side_pots_or_one(side_pots: bool, chips: list[int]) -> None:
    """Seats 2, 1 and 0 are all-in with 5, 25 and 70 against seat 3, from the best hand to the worst but one."""
    played = genome(BettingPhase(70, ante=0), players=4, chips=130, side_pots=side_pots)
    table = GenomeTable(played, "Qc Kc Ac 2c", stacks=[70, 25, 5, 130]).do("BET", "ALL_IN", "ALL_IN", "CALL")
    assert table.chips == chips


@pytest.mark.parametrize(("side_pots", "chips"), [(False, [80, 33, 90]), (True, [104, 9, 90])])
def test_side_pot_stays_with_the_last_live_seat_of_those_that_made_it(side_pots: bool, chips: list[int]) -> None:
    """Seat 2 folds its share to seat 0, though seat 1, all-in with three, has the best hand."""
    played = genome(BETTING, BETTING, players=3, chips=100, side_pots=side_pots)
    table = GenomeTable(played, "2c Ac Kc", stacks=[100, 3, 100]).do("BET", "ALL_IN", "CALL", "BET", "FOLD")
    assert table.chips == chips


def test_one_pot_is_split_between_unequal_stacks_that_are_tied() -> None:
    table = GenomeTable(genome(BETTING, players=3, chips=100), "Ac 2c Ad", stacks=[100, 100, 4]).do(
        "BET", "CALL", "ALL_IN"
    )
    assert table.chips == [90 + 12, 90, 12]


def test_points_that_decided_a_hand_are_not_paid_out() -> None:
    """Two kings are still tied after the second condition; in the next hand seat 2 gets its own bet back."""
    played = genome(BETTING, players=3, chips=100, win=(HIGH_CARD, EmptyHand()), hands=2)
    table = GenomeTable(played, "Kc Kd 2c").do("BET", "CALL", "CALL")
    assert table.chips == [105, 105, 90]
    assert table.do("CHECK", "BET", "FOLD", "FOLD").chips == [105, 105, 90]
    assert table.told(PotAwarded) == [PotAwarded(0, 15), PotAwarded(1, 15), PotAwarded(2, 10)]


def test_nothing_is_awarded_where_nothing_was_bet() -> None:
    table = GenomeTable(genome(BETTING, chips=100)).do("CHECK", "CHECK")
    assert table.told(PotAwarded) == []


def test_after_the_pot_is_paid_nothing_is_left_of_the_bets() -> None:
    table = GenomeTable(genome(BETTING, players=3, chips=100), "Ac 2c 3c").do("BET", "CALL", "CALL")
    b = table.table.betting
    assert (b.pot, b.total[:3], b.bet[:3], b.stack[:3]) == (0, [0, 0, 0], [0, 0, 0], [120, 90, 90])


def test_a_seat_that_has_lost_the_last_chip_is_out_and_told_so_once() -> None:
    played = genome(BettingPhase(100), players=4, chips=100, hands=3)
    table = GenomeTable(played, "Ac 2c 3c Kc 2d Kd Ad", stacks=[100, 100, 100, 200]).do("BET", "CALL", "FOLD", "CALL")
    assert (table.told(Eliminated), table.chips) == ([Eliminated(1)], [300, 0, 100, 100])
    table.do("BET", "CALL", "CALL")
    assert table.told(Eliminated) == [Eliminated(1), Eliminated(2), Eliminated(3)]


# Points.


def test_winners_of_a_hand_score_a_point_each() -> None:
    table = GenomeTable(showdown(4), "Ac 2c Ad 3c")
    assert table.told(PointsScored) == [PointsScored(0, 1), PointsScored(2, 1)]
    assert (table.told(HandWon), table.scores) == ([HandWon(0), HandWon(2)], (1, 0, 1, 0))


def test_points_add_up_over_hands() -> None:
    table = GenomeTable(showdown(3, hands=3), "Ac 2c 3c Ad 2d 3d Ah 2h 3h")
    assert table.scores == (1, 1, 1), "the ace is dealt to who starts"
    table = GenomeTable(showdown(3, 1, HighScore(0, "hand"), hands=2), "2c 3c 4c 5c 6c 7c")
    assert table.scores == (9, 8, 10)


def test_only_live_seats_score() -> None:
    """Seat 0 has folded with a king in hand, and after it has captured a trick."""
    in_hand = genome(BETTING, players=3, chips=100, win=HighScore(99, "hand"))
    table = GenomeTable(in_hand, "2c Kc 3c").do("BET", "FOLD", "CALL")
    assert table.told(PointsScored) == [PointsScored(0, 2), PointsScored(2, 3)]
    captured = genome(TRICK, BETTING, players=3, cards=2, chips=100, win=HighScore(99))
    table = GenomeTable(captured, "2c Ac 3c 4d 6d 5d").do("PLAY 2c", "PLAY Ac", "PLAY 3c", "BET", "FOLD", "CALL")
    table.do("PLAY 5d", "PLAY 4d", "CHECK", "CHECK")
    assert table.told(PointsScored) == [PointsScored(2, 9)]


def test_a_seat_that_is_left_alone_wins_and_scores_what_it_has() -> None:
    scoring = genome(BETTING, players=3, chips=100, win=HighScore(99, "hand"))
    table = GenomeTable(scoring, "2c Kc 9c").do("BET", "FOLD", "FOLD")
    assert (table.told(HandWon), table.told(PointsScored)) == ([HandWon(0)], [PointsScored(0, 2)])


def test_points_that_decide_only_who_wins_the_chips_are_not_written_down() -> None:
    table = GenomeTable(genome(BETTING, players=2, chips=100, win=HighScore(0, "hand")), "2c Kc").do("CHECK", "CHECK")
    assert table.told(HandShown) and not table.told(PointsScored)
    table = GenomeTable(genome(BETTING, players=2, chips=100, win=HighScore(0, "hand")), "2c Kc").do("BET", "FOLD")
    assert not table.told(HandShown), "nothing in the hand counts"


# Sessions.


@pytest.mark.parametrize(("target", "hands"), [(9, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_target_of_points_is_reached_exactly_or_passed(seat: int, target: int, hands: int) -> None:
    """One seat is dealt a ten in every hand. The cards go round from the starting position, which moves on."""
    small, large = iter(["2c", "2d", "2h", "2s", "3c", "3d"]), iter(["Tc", "Td", "Th"])
    order = [(start + number) % 3 for start in range(3) for number in range(3)]
    deck = " ".join(next(large) if receiver == seat else next(small) for receiver in order)
    table = GenomeTable(showdown(3, 1, HighScore(target, "hand"), hands=100), deck)
    assert table.table.hands == hands
    assert table.scores[seat] == 10 * hands


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize(("target", "over"), [(119, True), (120, True), (121, False)])
def test_target_of_chips_is_reached_exactly_or_passed(seat: int, target: int, over: bool) -> None:
    deck = ["2c", "3c", "4c"]
    deck[seat] = "Ac"
    played = genome(BETTING, players=3, chips=100, win=(HIGH_CARD, MostChips(target)), hands=100)
    table = GenomeTable(played, " ".join(deck)).do("BET", "CALL", "CALL")
    assert table.chips[seat] == 120
    assert (table.actor is None) == over


def test_session_goes_on_while_two_seats_have_chips() -> None:
    played = genome(BettingPhase(100), players=3, chips=100, hands=100)
    table = GenomeTable(played, "Ac 2c 3c Kd 2d 3d Ad").do("BET", "CALL", "FOLD")
    assert (table.chips, table.actor, table.table.hands) == ([200, 0, 100], 2, 1)
    table.do("BET", "CALL")
    assert (table.chips, table.actor, table.table.hands) == ([100, 0, 200], 0, 2)
    table.do("BET", "CALL")
    assert (table.chips, table.actor, table.table.hands) == ([0, 0, 300], None, 3)


def test_one_chip_is_enough_to_go_on_and_to_start() -> None:
    table = GenomeTable(genome(BettingPhase(99), chips=100, hands=3), "Ac 2c").do("BET", "CALL")
    assert (table.chips, table.actor, table.view(0).start) == ([199, 1], 1, 1)


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_session_has_its_number_of_hands_started_by_one_seat_after_the_other(hands: int) -> None:
    table = GenomeTable(genome(BETTING, players=3, chips=100, hands=hands))
    for number in range(hands):
        assert table.actor == table.view(0).start == number % 3
        table.do("CHECK", "CHECK", "CHECK")
    assert table.actor is None
    assert table.told(HandStarted) == [HandStarted(number % 3, number + 1) for number in range(hands)]


def test_in_a_game_for_points_every_seat_starts_in_turn() -> None:
    table = GenomeTable(showdown(3, hands=5))
    assert [fact.seat for fact in table.told(HandStarted)] == [0, 1, 2, 0, 1]


def test_draws_before_the_showdown_count() -> None:
    table = GenomeTable(genome(DrawPhase(1), players=3), "2c 3c 4c 5c Ac 6c")
    assert table.scores == (0, 1, 0)
