"""The menu: what is offered, and what it allows."""

from __future__ import annotations

import pytest

from croupier.kernel.contract.decision import Move
from croupier.kernel.vocabulary.menu import (
    ABSENT,
    ALLOWED,
    AMOUNT_NOT_TAKEN,
    CANDIDATES,
    CARD_NOT_OFFERED,
    CARD_TWICE,
    CARDS_PER_ACTION,
    DRAWN,
    FAULT_MENU_FULL,
    FIRST_KIND,
    GAP,
    NOT_OFFERED,
    OFF_STEP,
    OPTIONS,
    TOO_FEW_CARDS,
    TOO_HIGH,
    TOO_LOW,
    TOO_MANY_CARDS,
    Action,
    Menu,
    allow_gaps,
    allows,
    candidate,
    clear,
    is_aside,
    is_draw,
    is_listed,
    is_within,
    judge_amount,
    offer,
    offer_amount,
    offer_aside,
    offer_cards,
    offer_draw,
    offer_draw_for,
    offer_unlisted,
    option_of,
    set_aside,
    take,
)
from croupier.kernel.vocabulary.turns import NOBODY

FOLD, CALL, BET, LAY = range(FIRST_KIND, FIRST_KIND + 4)


POOL = 1


def used() -> Menu:
    """A menu that was full of something else, and is cleared."""
    m = Menu()
    for name in ("aside", "low", "high", "step", "zone", "fewest", "most", "ordered", "gaps", "first", "choices"):
        setattr(m, name, [9] * OPTIONS)
    m.kind, m.candidate = [CALL] * OPTIONS, [9] * CANDIDATES
    m.count, m.candidates, m.default, m.limit_ms, m.shared_clock, m.unlisted = 5, 6, 2, 3_000, 1, 0b101
    clear(m)
    return m


def option(m: Menu, at: int, *names: str) -> tuple[int, ...]:
    return tuple(getattr(m, name)[at] for name in names)


# What is offered.


def offers(m: Menu, option: int, card: int) -> bool:
    return is_within(m.candidate, m.first[option], m.choices[option], card)


def test_a_cleared_menu_offers_nothing() -> None:
    m = used()
    assert (m.count, m.candidates, m.default, m.limit_ms, m.shared_clock) == (0, 0, -1, 0, 0)
    assert m.drawer == NOBODY


def test_a_draw_is_for_the_table_or_for_one_seat() -> None:
    table, own = used(), used()
    offer_draw(table, POOL, 3)
    offer_draw_for(own, 2, POOL, 3)
    assert (table.drawer, own.drawer) == (NOBODY, 2)
    for m in (table, own):
        assert m.count == 1 and is_draw(m, 0)
        assert option(m, 0, "kind", "zone", "fewest", "most") == (DRAWN, POOL, 3, 3)


def test_an_option_has_neither_amount_nor_cards_of_one_before() -> None:
    m = used()
    offer(m, FOLD)
    offer(m, CALL)
    assert m.count == 2
    assert [option(m, at, "kind", "aside", "step", "most") for at in (0, 1)] == [(FOLD, 0, 0, 0), (CALL, 0, 0, 0)]


def test_a_full_menu_takes_no_more() -> None:
    m = used()
    for kind in range(FIRST_KIND, FIRST_KIND + OPTIONS):
        offer(m, kind)
    assert (m.fault, m.count) == (0, OPTIONS)
    before = m.copy()
    offer(m, FIRST_KIND + OPTIONS)
    assert m.fault == FAULT_MENU_FULL
    m.fault = 0
    assert m == before


def test_an_aside_is_the_last_option_alone() -> None:
    m = used()
    offer(m, FOLD)
    offer_aside(m, CALL)
    offer(m, BET)
    assert (m.count, m.kind[:3], m.aside[:3]) == (3, [FOLD, CALL, BET], [0, 1, 0])
    set_aside(m)
    assert m.aside[:3] == [0, 1, 1]


def test_an_unlisted_option_is_accepted_but_no_aside_and_not_in_the_list() -> None:
    m = used()
    offer(m, FOLD)
    offer_unlisted(m, CALL)
    offer_aside(m, BET)
    offer(m, BET + 1)
    assert (m.count, m.aside[:4], m.unlisted) == (4, [0, 0, 1, 0], 0b0010)
    assert [is_listed(m, at) for at in range(4)] == [True, False, False, True]
    taken = Action()
    take(taken, CALL)
    assert not is_aside(m, CALL) and allows(m, taken) == ALLOWED
    clear(m)
    offer(m, FOLD)
    offer(m, CALL)
    assert is_listed(m, 0) and is_listed(m, 1), "the next decision begins with none"


def test_an_amount_belongs_to_the_last_option() -> None:
    m = used()
    offer(m, FOLD)
    offer_amount(m, BET, 20, 100, 5)
    assert option(m, 1, "kind", "low", "high", "step", "most") == (BET, 20, 100, 5, 0)
    assert option(m, 0, "step") == (0,)


def test_candidates_belong_to_the_last_choice() -> None:
    m = used()
    offer_cards(m, FOLD, 3, 0, 1, 0)
    candidate(m, 4)
    candidate(m, 5)
    offer_cards(m, LAY, 7, 1, 2, 1)
    candidate(m, 6)
    names = ("kind", "zone", "fewest", "most", "ordered", "gaps", "first", "choices")
    assert option(m, 0, *names) == (FOLD, 3, 0, 1, 0, 0, 0, 2)
    assert option(m, 1, *names) == (LAY, 7, 1, 2, 1, 0, 2, 1)
    assert (m.candidates, m.candidate[:3]) == (3, [4, 5, 6])
    assert [offers(m, 0, card) for card in (4, 5, 6, 9)] == [True, True, False, False]
    assert [offers(m, 1, card) for card in (4, 5, 6, 9)] == [False, False, True, False]


def test_places_may_stay_empty_in_the_last_choice_alone_which_has_an_order() -> None:
    m = used()
    offer_cards(m, FOLD, 0, 0, 1, 0)
    offer_cards(m, LAY, 0, 0, 1, 0)
    allow_gaps(m)
    assert (m.gaps[:2], m.ordered[:2]) == ([0, 1], [0, 1])


def test_an_empty_menu_has_no_places() -> None:
    m = used()
    before = m.copy()
    allow_gaps(m)
    assert m == before


def test_the_number_of_candidates_of_a_menu_is_limited() -> None:
    m = used()
    offer_cards(m, LAY, 0, 0, 1, 0)
    for card in range(CANDIDATES):
        candidate(m, card)
    assert (m.fault, m.candidates, m.choices[0], m.candidate[-1]) == (0, CANDIDATES, CANDIDATES, CANDIDATES - 1)
    before = m.copy()
    candidate(m, CANDIDATES)
    assert m.fault == FAULT_MENU_FULL
    m.fault = 0
    assert m == before


def test_a_candidate_needs_a_choice() -> None:
    m = used()
    before = m.copy()
    candidate(m, 4)
    assert m.fault == FAULT_MENU_FULL
    m.fault = 0
    assert m == before


def test_a_choice_of_more_cards_than_an_action_holds_is_a_fault() -> None:
    m = used()
    offer_cards(m, FIRST_KIND, 0, 0, CARDS_PER_ACTION, 0)
    assert (m.fault, m.count) == (0, 1)
    offer_cards(m, FIRST_KIND + 1, 0, 0, CARDS_PER_ACTION + 1, 0)
    assert (m.fault, m.count) == (FAULT_MENU_FULL, 1)


def draw_of(count: int) -> Menu:
    m = used()
    offer_draw(m, 7, count)
    return m


def test_a_draw_of_more_cards_than_an_action_holds_is_a_fault() -> None:
    assert draw_of(CARDS_PER_ACTION).fault == 0
    assert draw_of(CARDS_PER_ACTION + 1).fault == FAULT_MENU_FULL


def test_a_draw_is_of_all_its_cards_in_order() -> None:
    names = ("kind", "zone", "fewest", "most", "ordered", "choices")
    assert option(draw_of(3), 0, *names) == (DRAWN, 7, 3, 3, 1, 0)


def test_a_draw_names_cards() -> None:
    m = used()
    offer(m, DRAWN)
    offer_draw(m, 7, 1)
    offer_cards(m, LAY, 7, 1, 1, 0)
    assert [is_draw(m, at) for at in range(3)] == [False, True, False]


def test_an_option_is_found_by_its_kind() -> None:
    m = used()
    offer(m, BET)
    offer(m, FOLD)
    assert [option_of(m, kind) for kind in (BET, FOLD, CALL)] == [0, 1, ABSENT]


def test_a_bare_action_has_nothing_of_one_before() -> None:
    a = Action()
    a.kind, a.amount, a.count = FOLD, 7, 3
    take(a, CALL)
    assert (a.kind, a.amount, a.count) == (CALL, 0, 0)


# What is allowed.


@pytest.mark.parametrize(
    ("low", "high", "step", "amount", "code"),
    [
        (0, 0, 0, 0, ALLOWED),
        (0, 0, 0, 1, AMOUNT_NOT_TAKEN),
        (0, 0, 0, -1, AMOUNT_NOT_TAKEN),
        (20, 100, 0, 50, AMOUNT_NOT_TAKEN),
        (20, 100, 1, 19, TOO_LOW),
        (20, 100, 1, 20, ALLOWED),
        (20, 100, 1, 21, ALLOWED),
        (20, 100, 1, 100, ALLOWED),
        (20, 100, 1, 101, TOO_HIGH),
        (20, 100, 5, 19, TOO_LOW),
        (20, 100, 5, 15, TOO_LOW),
        (20, 100, 5, 20, ALLOWED),
        (20, 100, 5, 24, OFF_STEP),
        (20, 100, 5, 25, ALLOWED),
        (20, 100, 5, 105, TOO_HIGH),
        (21, 100, 5, 25, OFF_STEP),
        (21, 100, 5, 26, ALLOWED),
        (20, 100, 2, 21, OFF_STEP),
        (20, 100, 2, 22, ALLOWED),
    ],
)
def test_an_amount_lies_between_its_bounds_in_steps_from_the_lower(
    low: int, high: int, step: int, amount: int, code: int
) -> None:
    assert judge_amount(low, high, step, amount) == code


@pytest.mark.parametrize(
    ("kind", "amount", "cards", "code"),
    [
        (FOLD, 0, (), ALLOWED),
        (FOLD, 1, (), AMOUNT_NOT_TAKEN),
        (FOLD, 0, (4,), TOO_MANY_CARDS),
        (BET, 20, (), ALLOWED),
        (BET, 19, (), TOO_LOW),
        (BET, 101, (), TOO_HIGH),
        (BET, 21, (), OFF_STEP),
        (BET, 20, (4,), TOO_MANY_CARDS),
        (LAY, 0, (), TOO_FEW_CARDS),
        (LAY, 0, (4,), ALLOWED),
        (LAY, 0, (4, 6), ALLOWED),
        (LAY, 0, (4, 5, 6), TOO_MANY_CARDS),
        (LAY, 0, (4, 7), CARD_NOT_OFFERED),
        (LAY, 0, (7, 4), CARD_NOT_OFFERED),
        (LAY, 0, (4, GAP), CARD_NOT_OFFERED),
        (LAY, 0, (4, 4), CARD_TWICE),
        (LAY, 1, (4,), AMOUNT_NOT_TAKEN),
        (LAY + 1, 0, (GAP, GAP), ALLOWED),
        (LAY + 1, 0, (8, GAP), ALLOWED),
        (LAY + 1, 0, (8, 8), CARD_TWICE),
        (LAY + 1, 0, (8, 4), CARD_NOT_OFFERED),
        (DRAWN, 0, (50, 50), ALLOWED),
        (DRAWN, 0, (50,), TOO_FEW_CARDS),
        (DRAWN, 0, (50, 51, 52), TOO_MANY_CARDS),
        (CALL, 0, (), NOT_OFFERED),
        (LAY + 2, 0, (), NOT_OFFERED),
    ],
)
def test_a_menu_allows_what_it_offers(kind: int, amount: int, cards: tuple[int, ...], code: int) -> None:
    """Which cards a draw names is not looked at."""
    m = used()
    offer(m, FOLD)
    offer_amount(m, BET, 20, 100, 5)
    offer_cards(m, LAY, 0, 1, 2, 0)
    for card in (4, 5, 6):
        candidate(m, card)
    offer_cards(m, LAY + 1, 0, 2, 2, 1)
    allow_gaps(m)
    candidate(m, 8)
    offer_draw(m, 0, 2)
    assert allows(m, Move(kind, amount, cards)) == code  # type: ignore[arg-type]


def test_a_card_is_among_the_first_of_an_action_or_not() -> None:
    a = Action()
    a.cards[:3] = [4, 5, 6]
    assert [is_within(a.cards, 0, count, 5) for count in (0, 1, 2, 3)] == [False, False, True, True]
    assert not is_within(a.cards, 0, 3, 7)


def test_an_aside_is_told_from_what_is_owed() -> None:
    m = used()
    offer(m, FOLD)
    offer_aside(m, CALL)
    offer_amount(m, BET, 1, 9, 1)
    set_aside(m)
    assert [is_aside(m, kind) for kind in (FOLD, CALL, BET, LAY)] == [False, True, True, False]
