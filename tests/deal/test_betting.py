"""Checking, raising, folding, initiative and whose turn it is."""

from __future__ import annotations

import pytest

from croupier.games.deal import GAME
from croupier.games.deal.events import Checked, InitiativeTaken, Raised, WentAllIn
from croupier.games.deal.records import BETTING, CUSTOMER, DECISION, NARC, PLAYER
from croupier.games.deal.rules import RAISE
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import IllegalAction
from croupier.kernel.vocabulary.turns import NOBODY

from .table import SHORT, Run, only


def bets(**options: object) -> Run:
    """Hands in which every card has a name of its own."""
    return Run("Patrol, Stakeout, Raid", "Weed, Park, Haggling", "Meth, Alibi, Bribe", **options)


def test_turn_order_is_narc_customer_player() -> None:
    run = bets()
    assert run.actor == "Narc"
    assert run.play("Narc check").actor == "Customer"
    assert run.play("Customer check").actor == "Player"


def test_another_turn_order_can_be_configured() -> None:
    run = bets(order="player,narc,customer")
    run.play("Player raise Meth", "Narc check", "Customer check")
    assert run.actor == "Player"


def test_everybody_may_check_raise_or_fold() -> None:
    run = bets()
    for seat in ("Narc", "Customer", "Player"):
        assert run.legal == ("CHECK", "RAISE", "FOLD")
        run.play(f"{seat} check")


def test_all_check_ends_betting() -> None:
    run = bets().checks()
    assert run.table.phase == DECISION
    assert run.face_up == []


def test_check_facing_a_raise_is_legal() -> None:
    run = bets().play("Narc raise Raid")
    assert "CHECK" in run.legal
    run.play("Customer check")
    assert run.hand("Customer") == ["Weed", "Park", "Haggling"]


def test_a_chosen_check_is_told_as_no_automatic_one() -> None:
    assert bets().play("Narc check").happened(Checked) == [Checked(NARC, 0)]


def test_check_keeps_cards_for_later_rounds() -> None:
    run = bets().checks().play("Player continue")
    assert run.hand("Narc") == ["Patrol", "Stakeout", "Raid"]
    assert run.legal == ("CHECK", "RAISE", "FOLD")


def test_raise_plays_one_card_face_down() -> None:
    run = bets().play("Narc raise Raid")
    assert run.hand("Narc") == ["Patrol", "Stakeout"]
    assert run.face_down("Narc") == ["Raid"]
    assert run.face_up == []


def test_first_raise_takes_initiative() -> None:
    run = bets().play("Narc check", "Customer raise Park")
    assert run.table.betting.holder == CUSTOMER
    assert only(run.happened(InitiativeTaken)).seat == CUSTOMER


def test_later_raises_do_not_take_initiative() -> None:
    run = bets().play("Narc raise Patrol", "Customer raise Park")
    assert run.table.betting.holder == NARC
    assert len(run.happened(InitiativeTaken)) == 1


def test_initiative_resets_each_round() -> None:
    run = bets().play("Narc raise Patrol", "Customer check", "Player check", "Narc check")
    assert run.table.betting.holder == NOBODY
    run.play("Player continue", "Narc check", "Customer raise Park")
    assert run.table.betting.holder == CUSTOMER


def test_initiative_allows_a_second_raise_after_all_have_answered() -> None:
    run = bets().play("Narc raise Patrol", "Customer check", "Player check")
    assert run.actor == "Narc"
    assert "RAISE" in run.legal
    run.play("Narc raise Raid", "Customer check", "Player check")
    assert run.actor == "Narc"


def test_check_of_the_holder_ends_betting() -> None:
    run = bets().play("Narc raise Patrol", "Customer check", "Player check", "Narc check")
    assert run.table.phase == DECISION


def test_after_a_raise_by_the_customer_the_player_answers_and_not_the_narc() -> None:
    run = bets().play("Narc check", "Customer raise Park", "Player check")
    assert run.actor == "Customer"


def test_after_a_raise_by_the_player_narc_then_customer_answer() -> None:
    run = bets().play("Narc check", "Customer check", "Player raise Meth")
    assert run.actor == "Narc"
    assert run.play("Narc check").actor == "Customer"
    assert run.play("Customer check").actor == "Player"
    run.play("Player check")
    assert run.table.phase == DECISION


def test_a_later_raise_asks_for_answers_and_then_the_holder() -> None:
    run = bets().play("Narc raise Patrol", "Customer raise Park")
    assert run.actor == "Player"
    assert run.play("Player check").actor == "Narc"


def test_holder_who_answers_first_has_the_turn_again_after_the_others() -> None:
    run = bets().play("Narc raise Patrol", "Customer check", "Player raise Meth")
    assert run.actor == "Narc"
    assert run.play("Narc check").actor == "Customer"
    assert run.play("Customer check").actor == "Narc"
    run.play("Narc check")
    assert run.table.phase == DECISION


def test_holder_who_answers_last_is_not_asked_twice() -> None:
    run = bets().play("Narc check", "Customer raise Park", "Player raise Meth", "Narc check")
    assert run.actor == "Customer"
    run.play("Customer check")
    assert run.table.phase == DECISION


def test_third_raise_ends_betting_at_once() -> None:
    run = bets().play("Narc raise Patrol", "Customer raise Park", "Player raise Meth")
    assert run.table.phase == DECISION
    assert run.face_up == ["Patrol", "Park", "Meth"]


def test_one_seat_can_make_all_three_raises() -> None:
    run = bets()
    for card in ("Patrol", "Stakeout"):
        run.play(f"Narc raise {card}", "Customer check", "Player check")
    run.play("Narc raise Raid")
    assert run.face_up == ["Patrol", "Stakeout", "Raid"]


def test_raises_left_are_told() -> None:
    run = bets().play("Narc raise Patrol", "Customer raise Park", "Player raise Meth")
    assert [fact.raises_left for fact in run.told[PLAYER] if isinstance(fact, Raised)] == [2, 1, 0]


def test_raise_count_starts_anew_in_the_next_round() -> None:
    run = bets().play("Narc raise Patrol", "Customer raise Park", "Player raise Meth", "Player continue")
    assert run.view().raises_left == 3
    assert "RAISE" in run.legal


def test_max_raises_can_be_configured() -> None:
    run = bets(max_raises=1).play("Narc raise Patrol")
    assert run.table.phase == DECISION
    run = bets(max_raises=6).play("Narc raise Patrol", "Customer raise Park", "Player raise Meth", "Narc raise Raid")
    assert run.actor == "Customer"


def test_without_initiative_betting_ends_when_nobody_has_an_answer_left() -> None:
    run = bets(initiative="off").play("Narc check", "Customer raise Park", "Player check")
    assert run.table.phase == DECISION
    run = bets(initiative="off").play("Narc check", "Customer check", "Player raise Meth", "Narc check")
    assert run.actor == "Customer"
    run.play("Customer check")
    assert run.table.phase == DECISION
    assert run.happened(InitiativeTaken) == []


def test_initiative_is_lost_on_folding() -> None:
    run = bets().play("Narc raise Patrol", "Customer check", "Player check", "Narc fold")
    assert run.table.phase == DECISION
    assert run.face_up == []


def test_after_the_holder_has_folded_the_other_answers_still_come() -> None:
    run = bets().play("Narc raise Patrol", "Customer check", "Player raise Meth", "Narc fold")
    assert run.table.betting.holder == NOBODY
    assert run.actor == "Customer"
    run.play("Customer check")
    assert run.table.phase == DECISION
    assert run.face_up == ["Meth"]


def test_a_raise_after_the_holder_has_folded_does_not_take_initiative() -> None:
    run = bets(max_raises=6).play("Narc raise Patrol", "Customer check", "Player raise Meth", "Narc fold")
    run.play("Customer raise Park")
    assert run.table.betting.holder == NOBODY
    run.play("Player check")
    assert run.table.phase == DECISION


def test_fold_of_another_seat_passes_the_turn_to_the_holder() -> None:
    run = bets().play("Narc check", "Customer raise Park", "Player raise Meth", "Narc fold")
    assert run.actor == "Customer"


def test_raise_with_the_last_card_is_all_in() -> None:
    run = bets(max_raises=6)
    run.play("Narc raise Patrol", "Customer check", "Player check")
    run.play("Narc raise Stakeout", "Customer check", "Player check")
    assert run.happened(WentAllIn) == []
    run.play("Narc raise Raid")
    assert only(run.happened(WentAllIn)).seat == NARC


def test_all_in_seat_checks_automatically_for_the_rest_of_the_round() -> None:
    run = bets(max_raises=6, order="player,narc,customer")
    run.play("Player raise Meth", "Narc check", "Customer check", "Player raise Alibi", "Narc check", "Customer check")
    run.play("Player raise Bribe", "Narc check", "Customer raise Park")
    assert run.actor == "Narc", "the Player, who would answer first, checks automatically"
    assert [fact.automatic for fact in run.happened(Checked)][-1] == 1
    run.play("Narc check")
    assert run.table.phase == DECISION


def test_automatic_check_of_the_holder_ends_betting() -> None:
    run = bets(max_raises=6)
    for card in ("Patrol", "Stakeout", "Raid"):
        run.play(f"Narc raise {card}", "Customer check", "Player check")
    assert run.table.phase == DECISION
    assert run.happened(Checked)[-1] == Checked(NARC, 1)


def test_all_in_seat_stays_in_and_draws_to_three_next_round() -> None:
    run = bets()
    for card in ("Patrol", "Stakeout"):
        run.play(f"Narc raise {card}", "Customer check", "Player check")
    run.play("Narc raise Raid", "Player continue")
    assert len(run.hand("Narc")) == 3
    assert run.table.betting.all_in == 0
    assert run.actor == "Narc"


def test_raise_with_no_card_is_refused() -> None:
    run = bets()
    with pytest.raises(IllegalAction, match="needs at least 1 card"):
        GAME.advance(run.state, NARC, Move(RAISE))
    with pytest.raises(IllegalAction, match="cannot be chosen"):
        GAME.advance(run.state, NARC, Move(RAISE, 0, (run._held(PLAYER, "Meth"),)))


def test_seat_without_cards_can_only_check_or_fold() -> None:
    run = bets(decks=SHORT, hands=50)
    for card in ("Patrol", "Stakeout"):
        run.play(f"Narc raise {card}", "Customer check", "Player check")
    run.play("Narc raise Raid", "Player continue")
    assert (run.table.phase, run.actor) == (BETTING, "Narc")
    assert run.legal == ("CHECK", "FOLD")
    with pytest.raises(IllegalAction, match="not possible now"):
        GAME.advance(run.state, NARC, Move(RAISE, 0, (0,)))


def test_only_the_seat_in_turn_may_act() -> None:
    run = bets()
    for seat in (CUSTOMER, PLAYER):
        assert GAME.decision(run.state, seat).options == ()
