"""Whose turn it is, in every turn order and for every seat: answers, initiative, the last raise, all-in."""

from __future__ import annotations

import itertools

import pytest

from croupier.games.deal import GAME
from croupier.games.deal.events import Checked, InitiativeTaken, TurnPassed, WentAllIn
from croupier.games.deal.records import CUSTOMER, DECISION, NARC, PLAYER
from croupier.games.deal.rules import owing
from croupier.kernel.vocabulary.turns import NOBODY

from .table import SEATS, Run, only

Order = tuple[str, ...]
ORDERS = pytest.mark.parametrize("order", list(itertools.permutations(SEATS)), ids=" ".join)
PLACES = range(3)


def seated(order: Order, **options: object) -> Run:
    """A run in which the seats act in this order."""
    return Run(order=",".join(order).lower(), **options)


def raises(run: Run, seat: str) -> Run:
    """A seat raises with the first card of its hand."""
    return run.play(f"{seat} raise {run.hand(seat)[0]}")


def answering(order: Order, place: int) -> Order:
    """Who answers a raise from a place: those after it, and after a raise from the last place the others."""
    return order[place + 1 :] or order[:place]


def checks_in_turn(run: Run, seats: Order) -> None:
    for seat in seats:
        assert run.actor == seat
        run.play(f"{seat} check")


@ORDERS
def test_the_seat_whose_turn_it_is_owes_and_nobody_else(order: Order) -> None:
    run = seated(order)
    for seat in order:
        assert owing(run.table) == 1 << SEATS.index(seat)
        assert [decision.seat for decision in GAME.pending(run.state)] == [SEATS.index(seat)]
        run.play(f"{seat} check")


@ORDERS
@pytest.mark.parametrize("place", PLACES)
def test_those_after_the_raiser_answer_and_then_it_is_his_turn(order: Order, place: int) -> None:
    run = seated(order)
    checks_in_turn(run, order[:place])
    raises(run, order[place])
    assert run.table.betting.holder == SEATS.index(order[place])
    checks_in_turn(run, (*answering(order, place), order[place]))
    assert run.table.phase == DECISION


@ORDERS
@pytest.mark.parametrize("place", PLACES)
def test_the_holder_keeps_initiative_through_the_raise_of_another(order: Order, place: int) -> None:
    for other in answering(order, place):
        run = seated(order)
        checks_in_turn(run, order[:place])
        raises(run, order[place])
        before = answering(order, place)
        checks_in_turn(run, before[: before.index(other)])
        raises(run, other)
        assert run.table.betting.holder == SEATS.index(order[place])
        assert only(run.happened(InitiativeTaken)).seat == SEATS.index(order[place])
        answers = answering(order, order.index(other))
        checks_in_turn(run, answers)
        if answers[-1] != order[place]:
            assert run.actor == order[place], "who answered last has had his turn"
            checks_in_turn(run, (order[place],))
        assert run.table.phase == DECISION


@ORDERS
def test_the_third_raise_ends_betting_whoever_makes_it(order: Order) -> None:
    for seats in (order, (order[0], order[1], order[0]), (order[0], order[2], order[0])):
        run = seated(order)
        for number, seat in enumerate(seats):
            while run.actor != seat:
                run.play(f"{run.actor} check")
            assert (run.table.phase == DECISION, run.view().raises_left) == (False, 3 - number)
            raises(run, seat)
        assert run.table.phase == DECISION
        assert len(run.face_up) == 3


@ORDERS
def test_initiative_is_lost_by_folding_and_by_nothing_else(order: Order) -> None:
    """After the third seat has raised as well, one of the first two folds: the holder, or the other."""
    for folding in order[:2]:
        if folding == "Player":
            continue  # then the hand is over
        run = seated(order, max_raises=6)
        raises(run, order[0])
        checks_in_turn(run, order[1:2])
        raises(run, order[2])
        for seat in order[:2]:
            run.play(f"{seat} {'fold' if seat == folding else 'check'}")
        if folding == order[0]:
            assert run.table.phase == DECISION, "nobody has initiative, and all have answered"
        else:
            assert (run.actor, run.table.betting.holder) == (order[0], SEATS.index(order[0]))


@ORDERS
def test_a_seat_that_is_all_in_checks_automatically(order: Order) -> None:
    first, second, third = order
    run = seated(order, max_raises=6)
    for _ in range(2):
        raises(run, first).checks(f"{second} {third}")
        assert run.happened(WentAllIn) == []
    raises(run, first)
    seat = SEATS.index(first)
    assert only(run.happened(WentAllIn)).seat == seat
    assert run.view().all_in == 1 << seat
    raises(run, second).play(f"{third} check")
    assert run.table.phase == DECISION
    assert [fact for fact in run.happened(Checked) if fact.seat == seat] == [Checked(seat, 1)]


@ORDERS
def test_nothing_of_the_betting_is_left_at_a_decision_point(order: Order) -> None:
    run = seated(order)
    for seat in order:
        raises(run, seat)
    view = run.view()
    assert view.phase == DECISION
    assert (view.answering, view.all_in, view.holder, view.raises, view.raises_left) == (0, 0, NOBODY, 0, 3)
    assert set(view.raised_by) == {NOBODY}
    run.play("Player continue")
    assert run.actor == order[0]
    assert run.view().answering == 0b111


def test_a_run_begins_without_bets() -> None:
    view = Run().view()
    assert (view.answering, view.all_in, view.holder, view.raises) == (0b111, 0, NOBODY, 0)
    assert set(view.raised_by) == {NOBODY}


def test_a_hand_that_the_player_folds_leaves_no_bets_to_the_next() -> None:
    run = Run().play("Narc check", "Customer raise Weed", "Player fold")
    view = run.view()
    assert (view.answering, view.all_in, view.holder, view.raises) == (0, 0, NOBODY, 0)
    assert set(view.raised_by) == {NOBODY}
    run.play("Player continue", "Narc raise Donut Break")
    assert (run.view().raises_left, run.view().holder) == (2, 0)


def test_the_turn_is_told_when_it_passes_and_not_otherwise() -> None:
    run = Run("Raid", "Park", "Meth")
    assert run.happened(TurnPassed) == [TurnPassed(NARC)], "nobody is told that it is nobody's turn before the first"
    run.play("Narc raise Raid", "Customer check", "Player check")
    assert [fact.seat for fact in run.happened(TurnPassed)] == [NARC, CUSTOMER, PLAYER, NARC]
    run.play("Narc check")
    assert run.happened(TurnPassed)[-1] == TurnPassed(PLAYER), "the Decision Point"
    run.play("Player continue")
    assert run.happened(TurnPassed)[-2:] == [TurnPassed(NOBODY), TurnPassed(NARC)], "cards are drawn before it"
