"""What the phases do, one by one, and how a hand and a session end."""

from __future__ import annotations

import pytest

from croupier.games.genome import GAME
from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    CardPoints,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    HigherRank,
    HighScore,
    LowScore,
    MostCaptured,
    MostChips,
    NextRank,
    PlayPhase,
    RankIs,
    SameRank,
    SameSuit,
    ShowdownPhase,
    SuitIs,
    TrickPhase,
)
from croupier.games.genome.machine.events import (
    CardsDealt,
    CouldNotPlay,
    DeckRefilled,
    HandStarted,
    HandWon,
    Passed,
    PointsScored,
    StepsRanOut,
    TrickWon,
    TurnsRanOut,
)
from croupier.games.genome.machine.records import BOARD, HAND, MUCK, STEPS, TOP
from croupier.kernel.vocabulary.cards import UNKNOWN, parse_cards

from .table import HIGH_CARD, GenomeTable, genome

CHECK_ROUND = BettingPhase(10, 1)


# Deal.


def test_cards_are_dealt_around_the_table() -> None:
    table = GenomeTable(genome(CHECK_ROUND, cards=2, chips=100, players=3), "2c 3c 4c 5c 6c 7c")
    assert [table.zone(HAND + seat) for seat in range(3)] == ["2c 5c", "3c 6c", "4c 7c"]


def test_private_cards_are_told_to_their_seat_alone() -> None:
    table = GenomeTable(genome(CHECK_ROUND, chips=100), "2c 3c")
    seen = [fact for fact in table.told(CardsDealt) if UNKNOWN not in fact.cards]
    assert seen == [CardsDealt(0, (0,)), CardsDealt(1, (4,))]


def test_cards_for_the_others_to_see_are_hidden_from_their_own_seat() -> None:
    table = GenomeTable(genome(CHECK_ROUND, chips=100, players=3, face="others"), "2c 3c 4c")
    hands = [
        [GAME.view(table.state, seat).cards.row[table.table.cards.first[HAND + n]] for n in range(3)]
        for seat in range(3)
    ]
    assert hands == [[UNKNOWN, 4, 8], [0, UNKNOWN, 8], [0, 4, UNKNOWN]]
    assert table.do(*["CHECK"] * 3).scores == (0, 0, 0), "they are turned up in the end"


def test_open_cards_and_the_community_are_seen_by_all() -> None:
    phases = DealPhase(1, "hand", "up"), DealPhase(3, "community"), CHECK_ROUND
    table = GenomeTable(genome(*phases, cards=0, chips=100), "2c 3c 4c 5c 6c")
    assert table.zone(BOARD) == "4c 5c 6c"
    assert all(table.table.cards.known[card] >> seat & 1 for card in parse_cards("2c 3c 4c") for seat in range(2))


def test_if_cards_run_out_everybody_gets_the_same() -> None:
    phases = DealPhase(1), CHECK_ROUND
    table = GenomeTable(genome(*phases, cards=7, players=3, initial_deck="euchre_24", chips=100, rounds=3))
    table.do(*["CHECK"] * 6)
    assert [table.table.cards.count[HAND + seat] for seat in range(3)] == [8, 8, 8]
    assert table.do("CHECK", "CHECK", "CHECK").actor is None


# Draw, discard, exchange.


def test_mandatory_draw_is_no_decision() -> None:
    table = GenomeTable(genome(DrawPhase(2), CHECK_ROUND, chips=100), "2c 3c 4c 5c 6c 7c")
    assert [table.zone(HAND + seat) for seat in range(2)] == ["2c 4c 5c", "3c 6c 7c"]
    assert table.moves == ["CHECK", "BET"]


def test_optional_draw_goes_on_until_one_passes() -> None:
    points = BestHand("points", 21, True, True)
    table = GenomeTable(genome(DrawPhase(5, mandatory=False), cards=2, win=points), "Tc 6d 5d Ah 9s")
    assert table.moves == ["DRAW", "PASS"]
    table.do("DRAW", "PASS")
    assert table.zone(HAND) == "Tc 5d 9s"
    assert table.do("PASS").scores == (0, 1), "24 is a bust, and six with an ace makes 17"


def test_soft_ace_counts_eleven_only_if_it_fits() -> None:
    points = BestHand("points", 21, True, True)
    played = genome(DrawPhase(5, mandatory=False), cards=2, win=points)
    assert GenomeTable(played, "Ac Tc Kc Td").do("PASS", "PASS").scores == (1, 0), "ace and king make 21"
    assert GenomeTable(played, "Ac Tc 5c Td 9h").do("DRAW", "PASS", "PASS").scores == (0, 1), "15, not 25"


def test_discard_pile_offers_its_last_card() -> None:
    played = genome(DrawPhase(source="deck_or_discard"), initial_discard_count=1)
    table = GenomeTable(played, "2c 3c Kd")
    assert table.moves == ["DRAW", "TAKE"]
    assert table.do("TAKE").zone(HAND) == "2c Kd"
    assert table.moves == ["DRAW"], "nothing is left of the pile"


def test_exchange_replaces_what_was_discarded() -> None:
    played = genome(DiscardPhase(3, mandatory=False, replace=True), CHECK_ROUND, cards=3, chips=100)
    table = GenomeTable(played, "2c 3c 4c 5c 6c 7c 8c 9c").do("DISCARD 2c 6c")
    assert table.zone(HAND) == "4c 8c 9c"
    assert table.table.cards.count[MUCK] == 2
    assert table.do("PASS").moves == ["CHECK", "BET"]


def test_mandatory_discard_takes_exactly_the_given_number() -> None:
    table = GenomeTable(genome(DiscardPhase(2, face="up"), cards=3), "2c 3c 4c 5c 6c 7c").do("DISCARD 2c 4c")
    assert (table.zone(HAND), table.zone(TOP)) == ("6c", "4c")


def test_discards_are_shuffled_in_when_the_deck_runs_out() -> None:
    played = genome(DiscardPhase(4, replace=True), cards=4, players=2, initial_deck="euchre_24", rounds=5)
    table = GenomeTable(played)
    while table.actor is not None:
        cards = table.cards_for("DISCARD")
        table.do(f"DISCARD {cards}")
    assert [table.table.cards.count[HAND + seat] for seat in range(2)] == [4, 4]


def test_own_discards_do_not_come_back_in_a_refill_of_the_same_exchange() -> None:
    """Two cards are left in the deck, two lie discarded: who throws away four would draw his own from a common heap."""
    played = genome(DiscardPhase(4, mandatory=False, replace=True), cards=10, initial_deck="euchre_24")
    deck = "9c 9d Tc Td Jc Jd Qc Qd Kc Kd Ac Ad 9h 9s Th Ts Jh Js Qh Qs Kh Ks Ah As"
    table = GenomeTable(played, deck).do("DISCARD 9c Tc", "DISCARD 9d Td Jd Qd")
    assert table.told(DeckRefilled) == [DeckRefilled(2)]
    assert {*parse_cards(table.zone(HAND + 1))} & {*parse_cards("9d Td Jd Qd")} == set()


def test_own_discards_come_back_if_there_are_no_other_cards() -> None:
    played = genome(DiscardPhase(4, replace=True), cards=12, initial_deck="euchre_24")
    table = GenomeTable(played)
    table.do(f"DISCARD {' '.join(table.cards_for('DISCARD').split()[:4])}")
    assert table.table.cards.count[HAND] == 12


# Play.


@pytest.mark.parametrize(
    ("phase", "cards"),
    [
        (PlayPhase(), "2c 9h 8d Qs 7h"),
        (PlayPhase(conditions=(SameSuit(), SameRank(), RankIs(("8",)))), "9h 8d Qs 7h"),
        (PlayPhase(conditions=(SameSuit(), HigherRank()), match="all"), ""),
        (PlayPhase(conditions=(HigherRank(),)), ""),
        (PlayPhase(conditions=(NextRank(),)), ""),
        (PlayPhase(conditions=(SuitIs(("clubs", "diamonds")),)), "2c 8d"),
        (PlayPhase(conditions=(RankIs(("8", "7")), SuitIs(("hearts",))), match="all"), "7h"),
        (PlayPhase(conditions=(SuitIs(("hearts",)), SameRank()), match="any"), "9h Qs 7h"),
    ],
)
def test_play_conditions(phase: PlayPhase, cards: str) -> None:
    played = genome(phase, cards=5, initial_discard_count=1, win=EmptyHand())
    table = GenomeTable(played, "2c 3c 9h 3d 8d 3s Qs 4s 7h 4d Qh")
    if cards:
        assert table.cards_for("PLAY") == cards
        assert table.moves == ["PLAY"], "a seat that can play must"
    else:
        assert table.told(CouldNotPlay)[0] == CouldNotPlay(0), "a seat that cannot passes"


def test_higher_lower_and_next_rank() -> None:
    played = genome(PlayPhase(conditions=(NextRank(), HigherRank()), match="all"), cards=3, initial_discard_count=1)
    assert GenomeTable(played, "9c 2c Tc 2d Jc 2s 9h").cards_for("PLAY") == "Tc"
    ace = genome(PlayPhase(conditions=(NextRank(),)), cards=3, initial_discard_count=1)
    assert GenomeTable(ace, "2c 5c Kc 5d Qc 5s Ah").cards_for("PLAY") == "2c Kc"


def test_on_an_empty_pile_only_tests_of_the_card_itself_count() -> None:
    conditions = SameSuit(), RankIs(("8", "9"))
    every = genome(PlayPhase(conditions=conditions, match="all"), cards=3)
    assert GenomeTable(every, "2c 5c 8d 5d 9h 5s").cards_for("PLAY") == "8d 9h"
    some = genome(PlayPhase(conditions=conditions), cards=3)
    assert GenomeTable(some, "2c 5c 8d 5d 9h 5s").cards_for("PLAY") == "2c 8d 9h"


def test_a_seat_that_must_play_and_cannot_passes_by_itself() -> None:
    """Whoever sees it pass knows as much as if it had been asked. It is told once for plays in a row."""
    phases = PlayPhase(conditions=(SameSuit(),)), PlayPhase(conditions=(SameRank(),))
    table = GenomeTable(
        genome(*phases, cards=2, players=3, initial_discard_count=1, win=EmptyHand()), "2c 3h 4c 5c 6h 8c Kh"
    )
    assert table.told(CouldNotPlay) == [CouldNotPlay(0)]
    assert (table.actor, table.moves) == (1, ["PLAY"])
    table.do("PLAY 3h")
    assert table.told(CouldNotPlay) == [CouldNotPlay(seat) for seat in (0, 1, 2, 0)], "then seat 1 has a heart again"
    assert table.actor == 1


def test_a_seat_that_may_pass_is_asked_whatever_it_holds() -> None:
    played = genome(PlayPhase(conditions=(SameSuit(),), mandatory=False), cards=2, initial_discard_count=1)
    table = GenomeTable(played, "2c 3c 4c 5c Kh")
    assert (table.moves, table.told(CouldNotPlay)) == (["PASS"], [])


def test_optional_play_may_be_passed() -> None:
    assert GenomeTable(genome(PlayPhase(mandatory=False), cards=2)).moves == ["PLAY", "PASS"]


def test_draw_only_if_passed() -> None:
    phases = PlayPhase(conditions=(SameSuit(),)), DrawPhase(only_if_passed=True)
    table = GenomeTable(genome(*phases, cards=2, initial_discard_count=1, win=EmptyHand()), "2c 3h 4c 5h 9c 8h")
    assert table.do("PLAY 2c").table.cards.count[HAND] == 1
    assert table.table.cards.count[HAND + 1] == 3, "seat 1 has no club"


def test_play_only_if_passed() -> None:
    """Beat it in its suit, or else with a spade."""
    higher = PlayPhase(conditions=(SameSuit(), HigherRank()), match="all")
    spade = PlayPhase(conditions=(SuitIs(("spades",)),), only_if_passed=True)
    table = GenomeTable(genome(higher, spade, cards=2, initial_discard_count=1), "9h 9c 2s 3s 8h")
    assert table.do("PLAY 9h").actor == 1, "who has beaten it in its suit plays no spade"
    assert table.cards_for("PLAY") == "3s"


def test_a_seat_that_took_the_discard_does_not_draw_if_drawing_is_for_seats_that_passed() -> None:
    """As at gin rummy."""
    phases = DrawPhase(source="discard", mandatory=False), DrawPhase(only_if_passed=True)
    table = GenomeTable(genome(*phases, cards=1, initial_discard_count=1), "2c 3c 4c 5c")
    assert table.do("TAKE").zone(HAND) == "2c 4c"
    assert table.zone(HAND + 1) == "3c 5c", "nothing was left to take"


def test_a_seat_that_draws_may_play_what_it_drew_if_it_has_not_played() -> None:
    match = SameSuit(), SameRank()
    play, draw = PlayPhase(conditions=match), DrawPhase(source="deck_or_discard", only_if_passed=True)
    again = PlayPhase(conditions=match, only_if_passed=True)
    table = GenomeTable(genome(play, draw, again, cards=2, initial_discard_count=1), "2c 3h 4c 5h 8h 9h").do("DRAW")
    assert table.cards_for("PLAY") == "9h", "to draw is not to play"
    assert table.do("PLAY 9h").do("PLAY 3h").actor == 0, "seat 1 played at once: no draw, no second play"


def test_empty_hand_wins_at_once() -> None:
    played = genome(PlayPhase(), cards=2, players=3, win=EmptyHand())
    table = GenomeTable(played, "2c 3c 4c 5c 6c 7c").do("PLAY 2c", "PLAY 3c", "PLAY 4c", "PLAY 5c")
    assert table.scores == (1, 0, 0)


def test_turns_used_up_end_the_hand_and_the_fewest_cards_win() -> None:
    played = genome(PlayPhase(mandatory=False), cards=3, win=EmptyHand(), max_turns=4)
    table = GenomeTable(played, "2c 3c 4c 5c 6c 7c").do("PASS", "PLAY 3c", "PASS", "PASS")
    assert table.scores == (0, 1)


def test_nobody_can_do_anything_ends_the_hand() -> None:
    """A round in which nothing happened would be followed by another like it."""
    played = genome(DrawPhase(source="discard"), PlayPhase(target="captured"), win=MostCaptured())
    table = GenomeTable(played, "2c 3c").do("PLAY 2c", "PLAY 3c")
    assert table.scores == (1, 1)


# Tricks.


def test_suit_must_be_followed_and_the_highest_of_it_wins() -> None:
    table = GenomeTable(genome(TrickPhase(), cards=2, players=3, win=MostCaptured()), "9c Tc 2h Ah As Kc")
    table.do("PLAY 9c")
    assert table.cards_for("PLAY") == "Tc", "seat 1 has a club"
    table.do("PLAY Tc")
    assert table.cards_for("PLAY") == "Kc"
    table.do("PLAY Kc")
    assert table.told(TrickWon) == [TrickWon(2)]
    assert table.actor == 2, "the winner leads"


def test_trump_beats_the_led_suit() -> None:
    played = genome(TrickPhase(), players=3, win=MostCaptured(), trump_suit="spades")
    assert GenomeTable(played, "Ac 2s Kc").do("PLAY Ac", "PLAY 2s", "PLAY Kc").scores == (0, 1, 0)


def test_another_suit_wins_nothing() -> None:
    assert GenomeTable(genome(TrickPhase(), win=MostCaptured()), "2c Ad").do("PLAY 2c", "PLAY Ad").scores == (1, 0)


def test_without_the_duty_to_follow_the_led_suit_still_wins() -> None:
    played = genome(TrickPhase(lead_suit_required=False), players=3, cards=2, win=MostCaptured(), trump_suit="spades")
    table = GenomeTable(played, "2c 3c Ah 4c Kd 2s").do("PLAY 2c")
    assert table.cards_for("PLAY") == "3c Kd"
    assert table.do("PLAY Kd", "PLAY Ah").told(TrickWon) == [TrickWon(0)]
    assert table.do("PLAY 4c", "PLAY 3c", "PLAY 2s").scores == (1, 0, 1), "a trump takes the second"


def test_any_suit_can_win_where_the_genome_says_so() -> None:
    played = genome(TrickPhase(lead_suit_required=False, led_suit_wins=False), win=MostCaptured())
    assert GenomeTable(played, "2c Ad").do("PLAY 2c", "PLAY Ad").scores == (0, 1)
    assert GenomeTable(played, "Ac Ad").do("PLAY Ac", "PLAY Ad").scores == (1, 0), "of equal cards the first"


def test_low_card_wins_where_ranks_are_turned_around() -> None:
    played = genome(TrickPhase(high_card_wins=False), win=MostCaptured())
    assert GenomeTable(played, "Ac 2c").do("PLAY Ac", "PLAY 2c").scores == (0, 1)


def test_points_of_captured_cards_are_counted_against_low_score() -> None:
    hearts = CardPoints(1, suits=("hearts",)), CardPoints(13, ranks=("Q",), suits=("spades",))
    played = genome(TrickPhase(), players=3, win=LowScore(), card_points=hearts)
    table = GenomeTable(played, "9h Qs Kh").do("PLAY 9h", "PLAY Qs", "PLAY Kh")
    assert table.told(PointsScored) == [PointsScored(2, 15)]
    assert table.scores == (0, 0, -15)
    assert [fact.seat for fact in table.told(HandWon)] == [0, 1]


# How hands and sessions end.


LEFT_IN_HAND = LowScore(counted="hand")


def test_points_that_are_the_first_condition_are_all_that_a_hand_pays() -> None:
    played = genome(PlayPhase(), cards=2, win=(LEFT_IN_HAND, EmptyHand()))
    table = GenomeTable(played, "2c 9c 3c Kc").do("PLAY 2c", "PLAY 9c", "PLAY 3c")
    assert table.scores == (0, -10)
    tied = GenomeTable(genome(ShowdownPhase(), win=(LEFT_IN_HAND, HIGH_CARD)), "Tc Kd")
    assert tied.scores == (-10, -10)
    assert [fact.seat for fact in tied.told(HandWon)] == [0, 1], "a tie of points pays nobody, so nobody breaks it"


def test_a_seat_that_meets_a_condition_before_the_points_wins_one_and_the_points_break_ties() -> None:
    played = genome(PlayPhase(), cards=2, win=(EmptyHand(), LEFT_IN_HAND))
    table = GenomeTable(played, "2c 9c 3c Kc").do("PLAY 2c", "PLAY 9c", "PLAY 3c")
    assert table.scores == (1, 0)
    assert GenomeTable(genome(ShowdownPhase(), win=(EmptyHand(), LEFT_IN_HAND)), "9c 2d").scores == (0, 1)
    assert GenomeTable(genome(ShowdownPhase(), win=(EmptyHand(), HighScore(counted="hand"))), "9c 2d").scores == (1, 0)


def test_points_of_cards_are_counted_in_any_place_where_chips_are_won() -> None:
    played = genome(BettingPhase(10), chips=100, win=(HIGH_CARD, HighScore(12, "hand")), hands=5)
    table = GenomeTable(played, "Kc 2d Qs 3h").do("CHECK", "CHECK", "CHECK", "CHECK")
    assert table.told(PointsScored)[:2] == [PointsScored(0, 10), PointsScored(1, 2)]
    assert table.table.hands == 2, "twelve points end the session"


def test_points_of_one_suit() -> None:
    """Thirty-one: the best suit of a hand counts, and no other card with it."""
    played = genome(ShowdownPhase(), cards=3, win=BestHand("points", 31, bust=True, one_suit=True))
    assert GenomeTable(played, "Ac Kh Kc Qh Ad 2s").scores == (0, 1), "eleven of clubs, twenty of hearts"
    most = genome(ShowdownPhase(), cards=2, win=BestHand("points", one_suit=True, soft_aces=True))
    assert GenomeTable(most, "Ac Kh Td 2h").scores == (0, 1), "eleven of clubs, twelve of hearts"
    assert GenomeTable(most, "Ac Kh Tc 2h").scores == (1, 0), "twenty-one of clubs"


def test_showdown_phase_ends_the_hand() -> None:
    table = GenomeTable(genome(ShowdownPhase(), BettingPhase(), chips=100), "Ac 2c")
    assert table.actor is None


def test_further_conditions_break_ties() -> None:
    win = HIGH_CARD, MostCaptured()
    table = GenomeTable(genome(TrickPhase(), DealPhase(), win=win, rounds=1), "2c Ac Kc Kd").do("PLAY 2c", "PLAY Ac")
    assert table.scores == (0, 1)


def test_points_over_hands_end_the_session_at_the_threshold() -> None:
    played = genome(ShowdownPhase(), win=HighScore(12, "hand"), hands=100)
    table = GenomeTable(played, "9c 2c 3c Kc")
    assert table.table.hands == 2
    assert table.scores == (19, 5), "seat 1 starts the second hand, so it is dealt the three"


def test_hand_that_runs_out_of_turns_says_so_and_is_decided_as_it_stands() -> None:
    table = GenomeTable(genome(PlayPhase(), cards=3, max_turns=2), "2c Ac 3d 5d 4h 7h").do("PLAY 2c", "PLAY Ac")
    assert table.told(TurnsRanOut) == [TurnsRanOut(2)]
    assert table.scores == (0, 1)


def test_session_that_runs_out_of_steps_says_so_and_ends_with_the_hand() -> None:
    table = GenomeTable(genome(PlayPhase(), cards=3, hands=9), "2c Ac 3d 5d 4h 7h")
    table.table.steps = STEPS - 1
    table.do("PLAY 2c")
    assert table.actor is None and table.table.hands == 1
    assert table.told(StepsRanOut) == [StepsRanOut(STEPS)]
    assert table.scores == (0, 1), "the ace is still in hand"


def test_session_ends_at_a_target_of_chips() -> None:
    played = genome(BettingPhase(50), chips=100, win=(HIGH_CARD, MostChips(150)), hands=100)
    table = GenomeTable(played, "Ac 2c").do("BET", "CALL")
    assert table.actor is None
    assert table.scores == (50, -50)


def test_session_ends_when_one_seat_has_all_chips() -> None:
    table = GenomeTable(genome(BettingPhase(100), chips=100, hands=100), "Ac 2c").do("BET", "CALL")
    assert table.actor is None
    assert table.table.hands == 1


def test_session_ends_after_its_hands() -> None:
    table = GenomeTable(genome(BettingPhase(10), chips=100, hands=3)).do(*["CHECK"] * 6)
    assert table.actor is None
    assert len(table.told(HandStarted)) == 3


# Time.


def test_clock_checks_else_folds() -> None:
    table = GenomeTable(genome(BettingPhase(10), players=3, chips=100), "Ac 2c 3c").wait().do("BET").wait()
    assert table.table.betting.live == 0b011
    assert table.actor == 0


def test_clock_plays_as_little_as_must_be() -> None:
    played = genome(DiscardPhase(2), PlayPhase(mandatory=False), cards=3, rounds=1)
    table = GenomeTable(played, "2c 3c 4c 5c 6c 7c").wait()
    assert table.zone(HAND) == "6c"
    assert table.wait().told(Passed) == [Passed(0)]
    assert table.actor == 1


def test_pile_is_closed_once_its_last_card_is_taken() -> None:
    """What lay below is out of reach, and on the pile any card will do, as on an empty one."""
    played = genome(
        DrawPhase(source="discard"), PlayPhase(conditions=(SameSuit(),), mandatory=False), initial_discard_count=3
    )
    table = GenomeTable(played, "As Kh 2c 3c 4c")
    assert (table.actor, table.moves) == (0, ["TAKE"])
    table.do("TAKE")
    assert table.cards_for("PLAY") == "As 4c"
    table.do("PASS")
    assert (table.actor, table.moves) == (1, ["PLAY", "PASS"]), "there is nothing to take"
    table.do("PLAY Kh")
    assert (table.actor, table.moves) == (0, ["TAKE"])


def test_too_few_cards_are_all_laid() -> None:
    table = GenomeTable(genome(PlayPhase(20, 20), cards=3), "As 2c Ks 3c Qs 4c")
    option = GAME.pending(table.state)[0].owed[0]
    assert (option.fewest, option.most) == (3, 3)
    table = GenomeTable(genome(DiscardPhase(5), cards=3), "As 2c Ks 3c Qs 4c")
    option = GAME.pending(table.state)[0].owed[0]
    assert (option.fewest, option.most) == (3, 3)
