"""Bust, insurance, conviction and what is banked."""

from __future__ import annotations

from croupier.games.deal.events import Busted, Convicted, HeatSet, InsurancePaid, ProfitBanked
from croupier.games.deal.records import BY_BUST, BY_HANDS, CUSTOMER, PLAYER

from .table import Run, only, resolved


def test_evidence_above_cover_is_a_bust() -> None:
    run = resolved("Meth", "Raid", "Alibi", cash=500)
    assert run.table.ending == BY_BUST
    assert only(run.happened(Busted)).cash == 500
    assert run.scores[PLAYER] == 0


def test_tie_of_evidence_and_cover_is_safe() -> None:
    run = resolved("Meth", "Surveillance", "Patrol", "Bribe", cash=500)
    assert (run.table.ending, run.scores[PLAYER]) == (BY_HANDS, 600)


def test_one_point_of_evidence_too_many_is_not_safe() -> None:
    run = resolved("Meth", "Surveillance", "Stakeout", "Bribe")
    assert run.table.ending == BY_BUST


def test_a_hand_that_succeeds_banks_its_profit() -> None:
    run = resolved("Meth", "Bulk Order", "Alibi", cash=500)
    assert only(run.happened(ProfitBanked)).profit == 150
    assert run.scores[PLAYER] == 650


def test_an_empty_table_is_no_bust() -> None:
    assert resolved(cash=500).scores[PLAYER] == 500


def test_insurance_pays_its_cost_takes_its_heat_and_the_hand_survives() -> None:
    run = resolved("Meth", "Raid", "Plea Bargain", cash=1200, heat=5)
    assert only(run.happened(InsurancePaid)).cost == 1000
    assert run.table.ending == BY_HANDS
    assert run.table.cash == 1200 - 1000 + 100
    assert run.table.heat == 5 + 30 + 20 + 20


def test_paid_insurance_is_burnt() -> None:
    run = resolved("Meth", "Raid", "Plea Bargain", cash=1200)
    assert "Plea Bargain" in run.spent


def test_insurance_is_paid_from_the_cash_before_this_hands_profit() -> None:
    assert resolved("Fentanyl", "Raid", "Plea Bargain", cash=999).table.ending == BY_BUST
    assert resolved("Fentanyl", "Raid", "Plea Bargain", cash=1000).table.cash == 200


def test_free_insurance_pays_without_cash() -> None:
    run = resolved("Weed", "Raid", "Fake ID")
    assert (run.table.cash, run.table.heat) == (30, 5 + 20 + 40)


def test_insurance_that_is_not_needed_does_not_pay() -> None:
    run = resolved("Weed", "Plea Bargain", cash=1200)
    assert run.happened(InsurancePaid) == []
    assert (run.table.cash, run.table.heat) == (1230, 5)


def test_only_the_active_insurance_can_pay() -> None:
    assert resolved("Weed", "Raid", "Fake ID", "Plea Bargain").table.ending == BY_BUST


def test_conviction_beats_insurance() -> None:
    run = resolved("Weed", "Raid", "Fake ID", "Warrant", heat=15)
    assert only(run.happened(Convicted)).threshold == 40
    assert run.happened(InsurancePaid) == []
    assert run.table.ending == BY_BUST


def test_conviction_whose_threshold_is_the_projected_heat_is_in_force() -> None:
    assert resolved("Weed", "Raid", "Fake ID", "Warrant", heat=15).table.ending == BY_BUST, "15 + 25 = 40"
    assert resolved("Weed", "Raid", "Fake ID", "Warrant", heat=14).table.ending == BY_HANDS


def test_projected_heat_excludes_insurance() -> None:
    run = resolved("Weed", "Raid", "Fake ID", "DA Approval", heat=30)
    assert run.table.ending == BY_HANDS, "30 + 25 = 55 is below 60, though insurance makes it 95"
    assert run.table.heat == 95


def test_only_the_active_conviction_counts() -> None:
    assert resolved("Weed", "Raid", "Fake ID", "Warrant", "RICO", heat=15).table.ending == BY_HANDS
    assert resolved("Weed", "Raid", "Fake ID", "RICO", "Warrant", heat=15).table.ending == BY_BUST


def test_conviction_does_nothing_to_a_hand_that_is_not_bust() -> None:
    run = resolved("Weed", "Warrant", heat=100)
    assert (run.table.ending, run.table.cash) == (BY_HANDS, 30)
    assert run.happened(Convicted) == []


def test_heat_accrues_when_the_hand_is_won_and_when_it_is_bust() -> None:
    assert resolved("Meth", heat=7).table.heat == 37
    assert resolved("Raid", heat=7).table.heat == 27


def test_run_heat_never_goes_below_zero() -> None:
    run = resolved("Burner Phone", heat=7)
    assert run.table.heat == 0
    assert only(run.happened(HeatSet)).heat == 0


def test_narc_scores_cash_and_profit_at_a_bust() -> None:
    assert resolved("Meth", "Raid", cash=500).scores == (600, 0, 0)


def test_narc_scores_the_hands_profit_when_the_player_folds() -> None:
    run = Run(player="Meth", cash=500, hands=1)
    run.play("Narc check", "Customer check", "Player raise Meth", "Narc check", "Customer check", "Player check")
    run.play("Player fold")
    assert run.scores == (100, 0, 500)


def test_narc_who_has_folded_scores_nothing() -> None:
    run = Run(cash=500, hands=1).show("Meth", "Raid").play("Narc fold").checks("Customer Player")
    assert run.table.ending == BY_BUST
    assert run.scores == (0, 0, 0)


def test_customer_scores_the_product_he_got_below_its_list_price() -> None:
    assert resolved("Meth", "Haggling").scores[CUSTOMER] == 100
    assert resolved("Meth").scores[CUSTOMER] == 0, "list price"
    assert resolved("Meth", "Cash Upfront").scores[CUSTOMER] == 0, "above it"
    assert resolved("Meth", "Haggling", "Raid").scores[CUSTOMER] == 0, "a bust delivers nothing"


def test_customer_who_has_folded_scores_nothing() -> None:
    run = Run(hands=1).show("Meth", "Haggling").play("Narc check", "Customer fold", "Player check")
    assert run.scores == (0, 0, 70)


def test_customer_scores_when_insurance_saves_the_hand() -> None:
    assert resolved("Meth", "Haggling", "Raid", "Fake ID").scores[CUSTOMER] == 100
