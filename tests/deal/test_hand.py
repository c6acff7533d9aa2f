"""The course of a hand: draw, flip, Decision Points, folding; and who is told what."""

from __future__ import annotations

import pytest

from croupier.games.deal import GAME
from croupier.games.deal.events import (
    Busted,
    CardFlipped,
    CardsDrawn,
    Continued,
    Folded,
    HandAbandoned,
    ProfitBanked,
    Raised,
)
from croupier.games.deal.records import BETTING, BETWEEN, CUSTOMER, DECISION, DOWN, HAND, NARC, OVER, PLAYER
from croupier.kernel.vocabulary.cards import UNKNOWN

from .table import SHORT, Run, only


def bets(**options: object) -> Run:
    return Run("Patrol, Stakeout, Raid", "Weed, Park, Haggling", "Meth, Alibi, Bribe", **options)


def test_everybody_draws_to_three() -> None:
    run = bets()
    assert [len(run.hand(seat)) for seat in ("Narc", "Customer", "Player")] == [3, 3, 3]
    assert [run.left(seat) for seat in ("Narc", "Customer", "Player")] == [22, 22, 17]


def test_next_round_draws_only_what_is_missing() -> None:
    run = bets().play("Narc raise Patrol", "Customer check", "Player check", "Narc check", "Player continue")
    assert run.hand("Narc")[:2] == ["Stakeout", "Raid"]
    assert [run.left(seat) for seat in ("Narc", "Customer", "Player")] == [21, 22, 17]


def test_cards_flip_simultaneously_in_order_of_play() -> None:
    run = bets().play("Narc check", "Customer raise Park", "Player raise Alibi", "Narc raise Raid")
    assert run.face_up == ["Park", "Alibi", "Raid"]
    assert [fact.seat for fact in run.happened(CardFlipped)] == [CUSTOMER, PLAYER, NARC]


def test_order_of_play_goes_on_over_the_rounds() -> None:
    run = bets().play("Narc check", "Customer raise Park", "Player check", "Customer check", "Player continue")
    run.play("Narc raise Patrol", "Customer raise Weed", "Player raise Alibi")
    assert run.face_up == ["Park", "Patrol", "Weed", "Alibi"]


def test_decision_points_after_the_flips_of_rounds_1_and_2() -> None:
    run = bets()
    for number in (1, 2):
        run.checks()
        assert (run.table.phase, run.actor, run.table.round) == (DECISION, "Player", number)
        assert run.legal == ("CONTINUE", "FOLD")
        run.play("Player continue")
    assert [fact.round for fact in run.happened(Continued)] == [1, 2]


def test_after_round_3_comes_resolution_and_nobody_folds_out_of_a_bust() -> None:
    run = bets().checks().play("Player continue").checks().play("Player continue")
    run.play("Narc raise Raid", "Customer check", "Player check", "Narc check")
    assert (run.table.phase, run.actor) == (OVER, "")
    assert only(run.happened(Busted)).seat == PLAYER


@pytest.mark.parametrize("rounds", [2, 3, 4])
def test_a_hand_has_as_many_rounds_as_configured(rounds: int) -> None:
    run = bets(rounds=rounds)
    for _ in range(rounds - 1):
        run.checks().play("Player continue")
    run.checks()
    assert run.table.phase == BETWEEN
    assert len(run.happened(ProfitBanked)) == 1


def test_full_hand_draw_bet_flip_three_times_then_resolution() -> None:
    run = Run("Patrol", "Park, Haggling", "Alibi, Meth")
    run.play("Narc raise Patrol", "Customer raise Park", "Player raise Alibi", "Player continue")
    run.play("Narc check", "Customer check", "Player raise Meth", "Narc check", "Customer check", "Player check")
    assert (run.view().evidence, run.view().cover, run.view().profit) == (25, 55, 100)
    run.play("Player continue", "Narc check", "Customer raise Haggling", "Player check", "Customer check")
    assert only(run.happened(ProfitBanked)).profit == 70
    assert run.table.cash == 70
    assert run.table.heat == 2 - 5 - 5 + 30


def test_narc_folds_and_the_hand_goes_on() -> None:
    run = bets().play("Narc fold")
    assert run.actor == "Customer"
    run.checks("Customer Player").play("Player continue")
    assert run.actor == "Customer"


def test_cards_already_flipped_count_after_a_fold() -> None:
    run = bets().play("Narc raise Raid", "Customer check", "Player check", "Narc check", "Player continue", "Narc fold")
    assert run.view().evidence == 40


def test_face_down_cards_of_a_folded_seat_are_discarded_unseen() -> None:
    run = bets().play("Narc raise Raid", "Customer raise Park", "Player check", "Narc fold")
    assert run.face_up == ["Park"]
    assert "Raid" in run.spent
    assert only(run.happened(Folded)) == Folded(NARC, 1)
    raid = run.deck.names.index("Raid")
    assert run.table.cards.known[raid] == 1 << NARC
    assert all(fact.card != raid for seat in (CUSTOMER, PLAYER) for fact in run.told[seat] if isinstance(fact, Raised))


def test_only_the_folded_seats_face_down_cards_are_discarded() -> None:
    run = bets().play("Narc check", "Customer raise Park", "Player raise Meth", "Narc check", "Customer fold")
    assert only(run.happened(Folded)) == Folded(CUSTOMER, 1)
    assert (run.face_up, run.spent) == (["Meth"], ["Park"])
    assert run.hand("Player") == ["Alibi", "Bribe"]
    assert run.view().live == 1 << NARC | 1 << PLAYER


def test_the_players_own_face_down_cards_go_with_his_fold() -> None:
    run = bets().play("Narc check", "Customer check", "Player raise Meth", "Narc raise Raid", "Customer check")
    run.play("Player fold")
    assert only(run.happened(Folded)) == Folded(PLAYER, 1)
    assert sorted(run.spent) == ["Meth", "Raid"]
    assert [run.left(seat) for seat in ("Narc", "Customer", "Player")] == [24, 25, 19]
    assert only(run.happened(HandAbandoned)).profit == 0, "it was not turned up"


def test_a_raise_that_was_folded_away_still_counts() -> None:
    run = bets().play("Narc raise Raid", "Customer raise Park", "Player check", "Narc fold")
    assert run.table.phase == DECISION
    run = bets().play("Narc raise Raid", "Customer check", "Player raise Meth", "Narc fold", "Customer raise Park")
    assert run.table.phase == DECISION, "the third raise ends betting"
    assert run.face_up == ["Meth", "Park"]


def test_hand_goes_on_when_both_have_folded() -> None:
    run = bets().play("Narc fold", "Customer fold", "Player raise Meth")
    assert run.actor == "Player", "has initiative and nobody answers"
    run.play("Player check", "Player continue")
    assert (run.table.phase, run.actor) == (BETTING, "Player")
    run.play("Player check", "Player continue", "Player check")
    assert run.table.cash == 100


def test_folded_seats_draw_no_more_in_this_hand_and_play_the_next_normally() -> None:
    run = bets().play("Narc raise Patrol", "Customer check", "Player check", "Narc fold", "Player continue")
    assert run.hand("Narc") == ["Stakeout", "Raid"]
    run.checks("Customer Player").play("Player continue").checks("Customer Player").play("Player continue")
    assert len(run.hand("Narc")) == 3
    assert run.actor == "Narc"


def test_player_fold_ends_the_hand_at_once() -> None:
    run = bets().play("Narc raise Raid", "Customer check", "Player fold")
    assert run.table.phase == BETWEEN
    assert run.table.hands == 1


def test_player_fold_keeps_unplayed_cards_and_heat() -> None:
    run = bets().play("Narc raise Raid", "Customer raise Park", "Player raise Meth", "Player fold")
    assert run.table.heat == 20 - 5 + 30
    assert run.left("Player") == 19
    assert run.hand("Player") == []


def test_player_fold_loses_the_profit_of_the_hand_and_its_played_cards() -> None:
    run = bets().play("Narc check", "Customer check", "Player raise Meth", "Narc check", "Customer check")
    run.play("Player check", "Player fold")
    assert only(run.happened(HandAbandoned)).profit == 100
    assert run.table.cash == 0
    assert run.spent == ["Meth"]


def test_player_fold_in_round_2_keeps_cards_and_loses_profit() -> None:
    run = bets().play("Narc check", "Customer raise Weed", "Player check", "Customer check", "Player continue")
    run.play("Narc check", "Customer check", "Player fold")
    assert (run.left("Player"), run.table.cash, run.table.heat) == (20, 0, 5)


def test_cards_face_down_when_the_player_folds_are_spent_unseen_and_make_no_heat() -> None:
    run = bets().play("Narc raise Raid", "Customer raise Park", "Player fold")
    assert sorted(run.spent) == ["Park", "Raid"]
    assert run.table.heat == 0
    assert run.happened(CardFlipped) == []


def test_short_decks_draw_what_they_have() -> None:
    run = Run(decks=SHORT)
    assert run.left("Narc") == 0
    run.play("Narc raise Patrol", "Customer raise Weed", "Player raise Meth", "Player continue")
    assert [len(run.hand(seat)) for seat in ("Narc", "Customer", "Player")] == [2, 3, 3]
    drawn = [fact for fact in run.told[PLAYER] if isinstance(fact, CardsDrawn)]
    assert [(fact.seat, len(fact.cards)) for fact in drawn[3:]] == [(CUSTOMER, 1), (PLAYER, 1)]


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    run = bets()
    for seat, name in enumerate(("Narc", "Customer", "Player")):
        sight = run.view(name).cards
        for other in range(3):
            cards = sight.row[sight.first[HAND + other] : sight.first[HAND + other] + 3]
            assert (UNKNOWN in cards) == (other != seat)
            assert sight.count[HAND + other] == 3


def test_a_face_down_card_is_known_to_its_seat_and_seen_by_all_as_a_card() -> None:
    run = bets().play("Narc raise Raid")
    raid = run.deck.names.index("Raid")
    for seat, name in enumerate(("Narc", "Customer", "Player")):
        sight = run.view(name).cards
        assert sight.count[DOWN + NARC] == 1
        assert sight.row[sight.first[DOWN + NARC]] == (raid if seat == NARC else UNKNOWN)
        assert run.view(name).raised_by[0] == NARC
    told = [only([fact for fact in seen if isinstance(fact, Raised)]).card for seen in run.told]
    assert told == [raid, UNKNOWN, UNKNOWN]
    spectator = GAME.view(run.state, None).cards
    assert spectator.row[spectator.first[DOWN + NARC]] == UNKNOWN


def test_flipped_cards_are_known_to_everybody() -> None:
    run = bets().play("Narc raise Raid", "Customer check", "Player check", "Narc check")
    raid = run.deck.names.index("Raid")
    assert all(CardFlipped(NARC, raid, 0) in seen for seen in run.told)
    view = GAME.view(run.state, None)
    assert raid in view.cards.row


def test_shuffled_back_cards_are_forgotten() -> None:
    run = bets().checks().play("Player fold")
    for name in ("Meth", "Alibi", "Bribe"):
        card = run.deck.names.index(name, run.table.config.first[PLAYER])
        assert run.table.cards.known[card] == 0
