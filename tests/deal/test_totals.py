"""What the cards add up to (RULES.md, totals and Heat). Each is Evidence, Cover, Heat, profit."""

from __future__ import annotations

import pytest

from croupier.games.deal.decks import load_deck
from croupier.games.deal.events import CardFlipped, CoverSet, DecisionReached, EvidenceSet, HandHeatSet, HeatProjected
from croupier.games.deal.records import CUSTOMER, NARC, PLAYER
from croupier.games.deal.traits import CONVICTION, INSURANCE, MODIFIER, PRODUCT, kind_of, value_of

from .table import Run, totals


def test_nothing_on_the_table_is_nothing() -> None:
    assert totals() == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("Fentanyl", (0, 0, 50, 200)),
        ("School Zone", (40, 5, 20, 0)),
        ("Alibi", (0, 30, -5, 0)),
        ("Wiretap", (35, 0, 15, 0)),
        ("On Credit", (15, 0, -5, 0)),
        ("Donut Break", (0, 0, 0, 0)),
        ("Warrant", (0, 0, 0, 0)),
    ],
)
def test_one_card_of_each_kind(card: str, expected: tuple[int, int, int, int]) -> None:
    assert totals(card) == expected


def test_last_location_in_order_of_play_is_the_active_one() -> None:
    assert totals("School Zone", "Apartment") == (10, 30, 10, 0)
    assert totals("Apartment", "School Zone") == (40, 5, 10, 0)


def test_last_product_in_order_of_play_is_the_active_one() -> None:
    assert totals("Heroin", "Pills")[3] == 80
    assert totals("Pills", "Heroin")[3] == 150


def test_last_insurance_in_order_of_play_is_the_active_one() -> None:
    assert totals("Plea Bargain", "Fake ID")[1] == 15
    assert totals("Fake ID", "Plea Bargain")[1] == 20


def test_last_conviction_in_order_of_play_is_the_active_one() -> None:
    run = Run().show("Warrant", "RICO")
    assert run.deck.names[run.view().conviction] == "RICO"


def test_evidence_is_the_location_and_all_evidence_and_modifier_cards() -> None:
    assert totals("Back Alley", "Raid", "Patrol", "Bulk Order", "Haggling")[0] == 25 + 40 + 5 + 20 - 5


def test_cover_is_the_location_all_cover_and_modifier_cards_and_the_insurance() -> None:
    assert totals("Back Alley", "Alibi", "Bribe", "Disguise", "Fake ID")[1] == 20 + 30 + 25 + 20 + 15


def test_evidence_and_cover_never_go_below_zero() -> None:
    assert totals("Quick Sale", "Haggling", "False Trail")[0] == 0
    assert totals("Quick Sale", "Haggling", "False Trail", "Raid")[0] == 40 - 25, "only the total is held at 0"


def test_no_product_no_profit() -> None:
    assert totals("Bulk Order", "Cash Upfront")[3] == 0


def test_profit_is_the_price_times_all_multipliers() -> None:
    assert totals("Meth", "Bulk Order", "Cash Upfront")[3] == 180
    assert totals("Bulk Order", "Meth", "Cash Upfront")[3] == 180, "also those played before the product"


def test_profit_is_floored_once_at_the_end() -> None:
    # 30 × 0.7 × 0.9 × 1.5 = 28.35; floored after each step it would be 21, 18, 27
    assert totals("Weed", "Haggling", "Clean Money", "Bulk Order")[3] == 28


def test_plain_modifiers_leave_the_price_alone() -> None:
    assert totals("Meth", "Fair Deal", "Trusted Regular")[3] == 100


def test_heat_is_the_sum_over_all_flipped_cards_active_or_not() -> None:
    assert totals("Meth", "Heroin", "School Zone", "Park")[2] == 30 + 45 + 20 - 5


def test_insurance_heat_does_not_count_on_the_table() -> None:
    assert totals("Fake ID", "Plea Bargain")[2] == 0


def test_projected_heat_includes_this_hand_and_is_never_below_zero() -> None:
    assert Run(heat=10).show("Meth").view().projected == 40
    assert Run(heat=10).show("Burner Phone", "Clean Money").view().projected == 0


def test_classic_decks_have_25_25_and_20_cards() -> None:
    deck = load_deck("classic")
    assert deck.first == (0, 25, 50, 70)
    assert len(set(deck.names[50:])) == 20


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("Fentanyl", PRODUCT, 200),
        ("Bulk Order", MODIFIER, 15),
        ("Trusted Regular", MODIFIER, 10),
        ("Plea Bargain", INSURANCE, 1000),
        ("RICO", CONVICTION, 80),
    ],
)
def test_a_card_has_one_value_of_its_kind(name: str, kind: int, value: int) -> None:
    deck = load_deck("classic")
    trait = deck.traits[deck.names.index(name)]
    assert (kind_of(trait), value_of(trait)) == (kind, value)


@pytest.mark.parametrize(
    ("name", "copies"),
    [("Donut Break", 8), ("Patrol", 2), ("Warrant", 4), ("DA Approval", 3), ("Haggling", 2), ("Fair Deal", 3)],
)
def test_copies(name: str, copies: int) -> None:
    assert load_deck("classic").names.count(name) == copies


def test_every_flip_tells_the_totals_that_it_changes() -> None:
    run = Run("Raid", "Park", "Alibi", heat=3).play("Narc raise Raid", "Customer raise Park", "Player raise Alibi")
    first = next(number for number, fact in enumerate(run.told[PLAYER]) if isinstance(fact, CardFlipped))
    card = {name: run.deck.names.index(name) for name in ("Raid", "Park", "Alibi")}
    assert run.told[PLAYER][first : first + 13] == [
        CardFlipped(NARC, card["Raid"], 0),
        EvidenceSet(40),
        HandHeatSet(20),
        HeatProjected(23),
        CardFlipped(CUSTOMER, card["Park"], 1),
        EvidenceSet(60),
        CoverSet(25),
        HandHeatSet(15),
        HeatProjected(18),
        CardFlipped(PLAYER, card["Alibi"], 0),
        CoverSet(55),
        HandHeatSet(10),
        HeatProjected(13),
    ]


def test_a_flip_that_changes_no_total_tells_none() -> None:
    run = Run("Donut Break").play("Narc raise Donut Break", "Customer check", "Player check", "Narc check")
    card = run.deck.names.index("Donut Break")
    after = run.told[PLAYER].index(CardFlipped(NARC, card, 0)) + 1
    assert isinstance(run.told[PLAYER][after], DecisionReached)
