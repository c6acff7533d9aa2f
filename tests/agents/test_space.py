"""The fixed choices of a game: one number for each, the same at every decision, that leads to legal actions alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from croupier import holdem
from croupier.agents.space import NONE, begin_choice, space_of
from croupier.agents.tree import count_moves
from croupier.games import GAMES, load
from croupier.games.holdem.sizes import size_of
from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.decision import judge
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import CLOCK, SEATS

TOYS = [f"tests.toys.{name}" for name in ("kuhn", "leduc", "pennies", "refill")]


def decisions(game: Game, seed: int, matches: int) -> Iterator[tuple[State, Decision]]:
    """Decisions of seats in matches of random configs, in which any choice is made."""
    rng = random.Random(seed)
    for number in range(matches):
        config = game.any_config(rng) if game.any_config else game.configure()
        state, dealer = game.start(config).state, RandomDealer(seed + number)
        for _ in range(40):
            pending = game.pending(state)
            if not pending:
                break
            decision = rng.choice([one for one in pending if one.seat != CLOCK] or pending)
            if decision.seat < SEATS:
                yield state, decision
                made = [move for move, _ in made_by_numbers(game, state, decision)]
                move = rng.choice(made)
            elif decision.seat == CLOCK:
                move = Move(decision.options[0].kind)
            else:
                move = dealer.deal(state, decision)
            game.advance(state, decision.seat, move)


def made_by_numbers(game: Game, state: State, decision: Decision) -> Iterator[tuple[Move, list[int]]]:
    """Every action that legal numbers lead to, with the numbers."""
    rules = space_of(game).rules
    v, m, a = game.view(state, decision.seat), Menu(), Action()
    fill_menu(m, decision)
    ahead: list[list[int]] = [[]]
    while ahead and len(ahead) < 400:
        numbers = ahead.pop()
        begin_choice(a)
        whole = [rules["take_number"](v, m, number, a) for number in numbers]
        assert not any(whole[:-1]), "a whole action has no further choice"
        if whole and whole[-1]:
            yield Move(a.kind, a.amount, tuple(a.cards[: a.count])), numbers
            continue
        number = rules["next_choice"](v, m, a, NONE)
        assert number != NONE, "what is not whole can go on"
        while number != NONE:
            assert 0 <= number < space_of(game).size
            ahead.append([*numbers, number])
            number = rules["next_choice"](v, m, a, number)


@pytest.mark.parametrize("name", [*GAMES, *TOYS])
def test_every_choice_is_legal_and_no_two_make_the_same_action(name: str) -> None:
    game = load(name)
    for state, decision in decisions(game, 7, 4):
        made = [move for move, _ in made_by_numbers(game, state, decision)]
        assert all(judge(decision.owed, move) == 0 for move in made)
        assert len(set(made)) == len(made)


@pytest.mark.parametrize("name", ["tests.toys.refill", "tests.toys.leduc", "tests.toys.pennies", "deal"])
def test_every_legal_action_can_be_made(name: str) -> None:
    game = load(name)
    for state, decision in decisions(game, 3, 3):
        moves = sum(count_moves(option, state) for option in decision.owed)
        if moves < 200:
            assert len(list(made_by_numbers(game, state, decision))) == moves


def numbers_at(game: Game, state: State) -> list[str]:
    (decision,) = game.pending(state)
    return [space_of(game).describe(numbers[0]) for _, numbers in made_by_numbers(game, state, decision)]


def first_decision(**options: Any) -> State:
    game, dealer = holdem.GAME, RandomDealer(1)
    state = game.start(holdem.configure(**options)).state
    while game.pending(state)[0].seat >= SEATS:
        decision = game.pending(state)[0]
        game.advance(state, decision.seat, dealer.deal(state, decision))
    return state


def test_a_call_keeps_its_number_whether_or_not_a_raise_is_possible() -> None:
    deep, short = first_decision(seats=2, stack=1_000), first_decision(seats=2, stack=10, small_blind=5, big_blind=10)
    assert set(numbers_at(holdem.GAME, short)) < set(numbers_at(holdem.GAME, deep))


def test_raises_in_holdem_are_the_least_parts_of_the_pot_and_all_in() -> None:
    state = first_decision(seats=2, stack=1_000, small_blind=5, big_blind=10)
    (decision,) = holdem.GAME.pending(state)
    amounts = [move.amount for move, _ in made_by_numbers(holdem.GAME, state, decision) if move.amount]
    assert sorted(amounts) == [20, 30, 50, 1_000], "half a pot of 20 is 20 in all, which is the least"


def taken_for(amount: int, draws: int = 400) -> Counter[int]:
    """As which sizes a raise before the flop is taken, with 20 chips in the pot after a call, and how often."""
    state = first_decision(seats=2, stack=1_000, small_blind=5, big_blind=10)
    (decision,) = holdem.GAME.pending(state)
    v, m, rng = holdem.GAME.view(state, decision.seat), Menu(), Rng()
    fill_menu(m, decision)
    seed(rng, 1, 1)
    return Counter(size_of(v, m, m.count - 1, amount, rng) for _ in range(draws))


def test_a_raise_that_is_tried_is_taken_for_itself() -> None:
    assert [set(taken_for(amount)) for amount in (20, 30, 50, 1_000)] == [{0}, {2}, {3}, {4}]


def test_a_raise_between_two_that_are_tried_is_taken_for_either_by_the_pseudo_harmonic_mapping() -> None:
    """40 chips are 1.5 pots, between 1 and 2: (2 - 1.5) (1 + 1) / ((2 - 1) (1 + 1.5)) = 0.4 for the lower one."""
    taken = taken_for(40)
    assert set(taken) == {2, 3}
    assert 0.33 < taken[2] / 400 < 0.47
    assert taken_for(31)[2] > 350 and taken_for(49)[3] > 370, "close to a tried one it is hardly ever another"
