"""One point more or less: where a hand is safe, an Insurance can be paid, a Conviction is in force, a total is 0."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.games.deal.events import Convicted, InsurancePaid
from croupier.games.deal.records import BY_BUST, BY_HANDS, NO_CARD

from .table import Run, only, resolved
from .table import totals as totals_of

FINE = str(Path(__file__).with_name("fine.toml"))
"""Cards of one point each."""


def fine(*face_up: str, **options: Any) -> Run:
    """A hand of these cards, resolved."""
    return resolved(*face_up, decks=FINE, **options)


def totals(*face_up: str) -> tuple[int, int, int, int]:
    """Evidence, Cover, Heat and profit of these cards."""
    return totals_of(*face_up, decks=FINE)


@pytest.mark.parametrize(
    ("hints", "stories", "ending"),
    [(0, 0, BY_HANDS), (1, 0, BY_BUST), (1, 1, BY_HANDS), (2, 1, BY_BUST), (3, 3, BY_HANDS), (4, 3, BY_BUST)],
)
def test_evidence_equal_to_cover_is_safe_and_one_more_is_a_bust(hints: int, stories: int, ending: int) -> None:
    assert fine(*["Hint"] * hints, *["Story"] * stories).table.ending == ending


def test_cover_below_zero_counts_as_zero() -> None:
    assert totals("Blunder")[:2] == (0, 0)
    assert totals("Blunder", *["Story"] * 2)[1] == 0
    assert totals("Blunder", *["Story"] * 4)[1] == 1, "only the total is held at 0"
    assert fine("Blunder").table.ending == BY_HANDS, "0 against 0"


def test_evidence_below_zero_counts_as_zero() -> None:
    assert totals("Favour", *["Hint"] * 2)[:2] == (0, 0)
    assert totals("Favour", *["Hint"] * 4)[0] == 1, "only the total is held at 0"
    assert fine("Favour", "Blunder").table.ending == BY_HANDS, "0 against 0"


@pytest.mark.parametrize(("cash", "left"), [(5, 0), (6, 1)])
def test_insurance_is_paid_if_the_cash_is_just_enough(cash: int, left: int) -> None:
    run = fine("Hint", "Bond", cash=cash)
    assert (run.table.ending, run.table.cash) == (BY_HANDS, left)
    paid = only(run.happened(InsurancePaid))
    assert (run.deck.names[paid.card], paid.cost) == ("Bond", 5)


@pytest.mark.parametrize("cash", [0, 4])
def test_insurance_that_would_make_the_cash_negative_does_not_pay(cash: int) -> None:
    run = fine("Hint", "Trinket", "Bond", cash=cash)
    assert run.happened(InsurancePaid) == [], "the 7 of this hand come too late"
    assert (run.table.ending, run.table.cash) == (BY_BUST, 0)


def test_this_hands_profit_is_banked_after_the_insurance_is_paid() -> None:
    assert fine("Hint", "Trinket", "Bond", cash=5).table.cash == 7


@pytest.mark.parametrize(("heat", "after"), [(2, 0), (3, 0), (4, 1)])
def test_an_insurance_that_cools_never_makes_heat_negative(heat: int, after: int) -> None:
    assert fine("Hint", "Great Bond", cash=6, heat=heat).table.heat == after


def test_a_conviction_whose_threshold_is_met_exactly_is_in_force() -> None:
    run = fine("Hint", "Bond", "Case", cash=5, heat=6)
    assert run.table.ending == BY_BUST
    told = only(run.happened(Convicted))
    assert (run.deck.names[told.card], told.threshold) == ("Case", 7)


def test_a_conviction_one_below_its_threshold_is_not_in_force() -> None:
    run = fine("Hint", "Bond", "Case", cash=5, heat=5)
    assert (run.table.ending, run.happened(Convicted)) == (BY_HANDS, [])


def test_a_threshold_of_zero_is_met_by_heat_that_is_held_at_zero() -> None:
    run = fine("Hint", "Calm", "Bond", "Old Case", cash=5)
    assert (run.table.ending, run.table.heat) == (BY_BUST, 0)


def test_without_a_conviction_none_is_in_force() -> None:
    assert fine("Hint", "Bond", cash=5, heat=1_000).happened(Convicted) == []


@pytest.mark.parametrize(("rebates", "profit"), [(0, 7), (1, 6), (2, 5), (3, 5)])
def test_multipliers_are_floored_once_at_the_end(rebates: int, profit: int) -> None:
    """7, 6.3, 5.67, 5.103: floored after each of them, the last would be 4."""
    assert totals("Trinket", *["Rebate"] * rebates)[3] == profit


def test_the_last_in_order_of_play_is_active_whoever_played_it() -> None:
    run = Run("", "Park, Office, Meth", "Safe House, Heroin, Alibi")
    run.play("Narc check", "Customer raise Park", "Player raise Safe House", "Narc check", "Customer raise Office")
    assert run.deck.names[run.view().location] == "Office"
    run.play("Player continue", "Narc check", "Customer raise Meth", "Player raise Heroin", "Narc check")
    run.play("Customer check")
    assert run.deck.names[run.view().product] == "Heroin"


def test_nothing_is_active_on_an_empty_table_nor_in_the_next_hand() -> None:
    run = Run(heat=40, cash=1_000).show("Meth", "Park", "Plea Bargain", "Warrant")
    run.show("Surveillance", "Haggling", "Alibi")
    active = run.view().product, run.view().location, run.view().insurance, run.view().conviction
    assert NO_CARD not in active
    run.checks().play("Player continue")
    for view in (Run().view(), run.view()):
        assert (view.product, view.location, view.insurance, view.conviction) == (NO_CARD,) * 4
        assert (view.evidence, view.cover, view.hand_heat, view.profit) == (0, 0, 0, 0)
    assert run.show("Pills").view().profit == 80, "the last hand's multiplier is gone"
