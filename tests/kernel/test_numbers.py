"""Decisions have numbers: an answer to an earlier one is late, and never counts for the next."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games import GAMES, load
from croupier.games.battle import GAME as BATTLE
from croupier.games.battle.rules import CONFIRM
from croupier.kernel.conformance.walk import Match, random_match, random_move
from croupier.kernel.contract.game import Game, Move
from croupier.kernel.errors import IllegalAction, LateAnswer
from croupier.kernel.vocabulary.menu import TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, SEATS, newly_asked
from tests.battle.table import Match as Battle
from tests.toys.pennies import GAME as PENNIES
from tests.toys.pennies.rules import CHOOSE

NAMES = [*GAMES, *(f"tests.toys.{toy}" for toy in ("kuhn", "leduc", "pennies", "refill"))]
seeds = st.integers(0, 2**32)


def any_match(game: Game, seed: int) -> Match:
    rng = random.Random(seed)
    return random_match(game, game.any_config(rng) if game.any_config else game.configure(), rng)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(seed=seeds)
def test_a_number_goes_up_by_one_with_each_question_and_with_nothing_else(name: str, seed: int) -> None:
    game = load(name)
    match = any_match(game, seed)
    waiting, numbers = set[int](), [0] * SEATS
    for moment in match.moments:
        state = moment.before
        owing = {decision.seat: decision.number for decision in game.pending(state) if decision.seat < SEATS}
        for seat in owing.keys() - waiting:
            numbers[seat] += 1
        assert owing == {seat: numbers[seat] for seat in owing}
        assert [game.decision(state, seat).number for seat in range(state.table.seats)] == state.questions[
            : state.table.seats
        ]
        option = game.decision(state, moment.seat).option(moment.move.kind)
        assert option is not None
        answered = owing.keys() if moment.seat == CLOCK else set() if option.aside else {moment.seat}
        waiting = owing.keys() - answered


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(seed=seeds)
def test_a_late_answer_never_counts_for_the_next_decision(name: str, seed: int) -> None:
    game, rng = load(name), random.Random(seed)
    match = any_match(game, seed)
    for moment in rng.sample(match.moments, min(len(match.moments), 12)):
        state = moment.before
        for decision in game.pending(state):
            if decision.seat >= SEATS:
                continue
            move = random_move(game, state, rng.choice(decision.options), rng)
            for number in (decision.number - 1, rng.randint(-9, decision.number - 1), decision.number + 1):
                before = state.to_bytes()
                with pytest.raises(LateAnswer):
                    game.advance(state, decision.seat, move, number)
                assert state.to_bytes() == before
            assert (
                game.apply(state, decision.seat, move, decision.number).state
                == game.apply(state, decision.seat, move).state
            )


def test_a_late_answer_says_which_decision_is_asked_now() -> None:
    state = PENNIES.start(PENNIES.configure(rounds=3)).state
    for seat in (0, 1):
        PENNIES.advance(state, seat, Move(CHOOSE, 1), 1)
    with pytest.raises(LateAnswer, match="seat 0: the answer to decision 1 comes too late; now it is decision 2"):
        PENNIES.advance(state, 0, Move(CHOOSE, 2), 1)
    with pytest.raises(LateAnswer, match="seat 0: nobody has asked for decision 3; the last one was 2"):
        PENNIES.advance(state, 0, Move(CHOOSE, 2), 3)
    assert issubclass(LateAnswer, IllegalAction)


def test_a_second_answer_to_one_decision_is_refused() -> None:
    state = PENNIES.start(PENNIES.configure(rounds=3)).state
    PENNIES.advance(state, 0, Move(CHOOSE, 1), 1)
    with pytest.raises(IllegalAction, match="seat 0: CHOOSE 2 is not possible now"):
        PENNIES.advance(state, 0, Move(CHOOSE, 2), 1)


def test_after_the_clock_a_seat_that_owes_again_is_asked_anew() -> None:
    state = PENNIES.start(PENNIES.configure(rounds=3)).state
    PENNIES.advance(state, 0, Move(CHOOSE, 1))
    PENNIES.advance(state, CLOCK, Move(TIMEOUT))
    assert [decision.number for decision in PENNIES.pending(state)] == [2, 2]


@pytest.mark.parametrize("early", [True, False])
def test_a_round_of_the_battle_keeps_its_number_until_it_is_finalised(early: bool) -> None:
    match = Battle(reveal_when_confirmed=early)

    def numbers() -> list[int]:
        return [BATTLE.decision(match.state, seat).number for seat in (0, 1)]

    match.draft(0, "attack - -")
    match.touch(1)
    match.confirm(0, "attack - -")
    match.confirm(0, "heal - -")
    match.draft(0, "- - -")
    assert numbers() == [1, 1]
    match.confirm(1, "- - -")
    if not early:
        assert numbers() == [1, 1]
        match.deadline()
    assert numbers() == [2, 2]
    with pytest.raises(LateAnswer):
        BATTLE.advance(match.state, 0, Move(CONFIRM, 0, match.layout(0, "- - -")), 1)
    match.deadline()
    assert numbers() == [3, 3]


def test_numbers_go_on_in_a_new_leg() -> None:
    before = PENNIES.start(PENNIES.configure(rounds=3)).state
    PENNIES.advance(before, CLOCK, Move(TIMEOUT))
    after = PENNIES.start(PENNIES.configure(rounds=3), after=before).state
    assert [decision.number for decision in PENNIES.pending(after)] == [3, 3]
    assert after != PENNIES.start(PENNIES.configure(rounds=3)).state
    assert [decision.number for decision in PENNIES.pending(before)] == [2, 2]


@given(before=st.integers(0, 2**SEATS - 1), owed=st.integers(0, 2**SEATS - 1), actor=st.integers(0, SEATS - 1))
def test_every_seat_that_is_asked_owes(before: int, owed: int, actor: int) -> None:
    for aside in (True, False):
        asked = newly_asked(before, owed, actor, aside)
        assert asked & ~owed == 0 and asked >= owed & ~before
        assert bool(asked >> actor & before >> actor & 1) == (bool(owed >> actor & before >> actor & 1) and not aside)
    assert newly_asked(before, owed, CLOCK, True) == owed
