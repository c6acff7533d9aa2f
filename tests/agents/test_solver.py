"""The solver finds what is known of small games, and refuses what it cannot solve."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest

from croupier.agents.solver import Solution, Solver, solve
from croupier.agents.tree import grow, moves_of
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Core, Game, Move, Option
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import Out, emit, open_to
from croupier.kernel.vocabulary.ledger import card_at
from croupier.kernel.vocabulary.menu import DRAWN, FIRST_KIND, Action, Menu, offer, offer_amount
from croupier.kernel.vocabulary.turns import CLOCK, CLOCK_BIT, HOUSE
from tests.toys.kuhn import GAME as KUHN
from tests.toys.kuhn import records as kuhn
from tests.toys.kuhn import rules as kuhn_rules
from tests.toys.kuhn.rules import act as kuhn_act
from tests.toys.kuhn.rules import menu as kuhn_menu
from tests.toys.kuhn.rules import owing as kuhn_owing
from tests.toys.leduc import GAME as LEDUC
from tests.toys.pennies import GAME as PENNIES
from tests.toys.pennies import rules as pennies_rules
from tests.toys.refill import GAME as REFILL

CHECK, BET, CALL, FOLD = (Move(KUHN.kind(name)) for name in ("CHECK", "BET", "CALL", "FOLD"))
JACK, QUEEN, KING = kuhn.JACK, kuhn.QUEEN, kuhn.KING


def probability(solution: Solution, seat: int, card: int, before: list[Move], move: Move) -> float:
    """How likely a seat of Kuhn poker with a card makes a move after others."""
    cards = [card, (card + 1) % 3] if seat == 0 else [(card + 1) % 3, card]
    state = KUHN.start().state
    KUHN.advance(state, HOUSE, StackedDealer(cards).deal(state, KUHN.pending(state)[0]))
    for earlier in before:
        KUHN.advance(state, KUHN.pending(state)[0].seat, earlier)
    return solution.strategy(seat, state.trace[seat])[move]


@pytest.mark.parametrize(("variant", "iterations"), [("cfr+", 2000), ("cfr", 10000)])
def test_kuhn_is_solved(variant: str, iterations: int) -> None:
    solution = solve(KUHN, iterations=iterations, variant=variant)
    assert (solution.infosets, solution.nodes, solution.iterations) == (12, 55, iterations)
    assert solution.values == pytest.approx((-1 / 18, 1 / 18), abs=0.001)
    assert 0 <= solution.exploitability < 0.001
    assert solution.nash_conv == pytest.approx(2 * solution.exploitability)


@pytest.mark.parametrize(("variant", "iterations"), [("cfr+", 2000), ("cfr", 10000)])
def test_kuhn_is_played_as_kuhn_found(variant: str, iterations: int) -> None:
    """Kuhn (1950): the first seat has one free parameter, how often it bets the jack; the second seat has none."""
    solution = solve(KUHN, iterations=iterations, variant=variant)

    def plays(seat: int, card: int, before: list[Move], move: Move) -> Any:
        return pytest.approx(probability(solution, seat, card, before, move), abs=0.03)

    bluff = probability(solution, 0, JACK, [], BET)
    assert 0 <= bluff <= 1 / 3 + 0.03
    assert plays(0, QUEEN, [], BET) == 0
    assert plays(0, KING, [], BET) == 3 * bluff
    assert plays(0, JACK, [CHECK, BET], CALL) == 0
    assert plays(0, QUEEN, [CHECK, BET], CALL) == bluff + 1 / 3
    assert plays(0, KING, [CHECK, BET], CALL) == 1
    assert plays(1, JACK, [CHECK], BET) == 1 / 3
    assert plays(1, QUEEN, [CHECK], BET) == 0
    assert plays(1, KING, [CHECK], BET) == 1
    assert plays(1, JACK, [BET], CALL) == 0
    assert plays(1, QUEEN, [BET], CALL) == 1 / 3
    assert plays(1, KING, [BET], FOLD) == 0


def test_simultaneous_choices_are_blind() -> None:
    solution = solve(PENNIES, iterations=100)
    assert solution.infosets == 2
    assert solution.values == pytest.approx((0, 0))
    assert solution.exploitability == pytest.approx(0)
    for seat in range(2):
        assert list(solution.strategy(seat, 0).values()) == pytest.approx([0.5, 0.5])


def test_leduc_is_solved() -> None:
    """936 information sets with suits told apart; the value to the first seat is -0.0856."""
    solution = solve(LEDUC, iterations=1000)
    assert solution.infosets == 936
    assert solution.exploitability < 0.001
    assert solution.values == pytest.approx((-0.0856, 0.0856), abs=0.0005)


def test_iterations_go_on_where_they_stopped() -> None:
    solver = Solver(KUHN)
    solver.run(30)
    solver.run(20)
    assert solver.solution() == solve(KUHN, iterations=50)


@pytest.mark.parametrize(("game", "exploitability"), [(KUHN, 11 / 24), (LEDUC, 2.373611), (PENNIES, 0)])
def test_best_response_to_uniform_play(game: Game, exploitability: float) -> None:
    """Without an iteration all play uniformly. OpenSpiel's tests have NashConv 11/12 for Kuhn, 4.747222 for Leduc."""
    assert solve(game, iterations=0).exploitability == pytest.approx(exploitability, abs=1e-6)


def menu_with_a_secret_coin(t: kuhn.Table, seat: int, m: Menu) -> None:
    if t.dealing == 2:
        if seat in (HOUSE, CLOCK):
            offer_amount(m, DRAWN, 0, 2, 1)
    else:
        kuhn_menu(t, seat, m)


def act_with_a_secret_coin(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    if t.dealing == 2:
        t.dealing = 0
    else:
        kuhn_act(t, out, seat, a)
        if seat == HOUSE and a.cards[0] == KING:
            t.dealing = 2


def owing_a_coin_of_the_clock(t: kuhn.Table) -> int:
    return CLOCK_BIT if t.dealing == 2 else kuhn_owing(t)


def altered(game: Game, **rules: Any) -> Game:
    """A copy of a game with some rules of its core replaced."""
    return replace(game, core=game.core._replace(**rules))


@pytest.mark.parametrize("owing", [kuhn_rules.owing, owing_a_coin_of_the_clock], ids=["house", "clock"])
def test_information_sets_may_lie_at_several_depths(owing: Any) -> None:
    """A coin is thrown that nobody sees, but only when the first seat has the king: nothing changes."""
    game = altered(KUHN, menu=menu_with_a_secret_coin, act=act_with_a_secret_coin, owing=owing)
    plain, longer = solve(KUHN, iterations=200), solve(game, iterations=200)
    assert longer.nodes == 1 + 4 * 9 + 2 * (1 + 3 * 9)
    assert longer.values == pytest.approx(plain.values)
    assert longer.gains == pytest.approx(plain.gains)
    assert longer.strategies.keys() == plain.strategies.keys()


class Wish(Record):
    """Nothing to configure, nothing to see."""

    nothing: int


class Wishes(Record):
    """Three seats wish for one or two chips at once; a seat that is alone with its wish gets them."""

    fault: int
    seats: int
    hands: int
    config: Wish
    wish: Annotated[list[int], 3]


def begin_wishing(t: Wishes, out: Out) -> None:
    t.seats = 3
    open_to(out, 3)


def owing_a_wish(t: Wishes) -> int:
    return sum(1 << seat for seat in range(3) if not t.wish[seat])


def menu_of_wishes(t: Wishes, seat: int, m: Menu) -> None:
    offer_amount(m, FIRST_KIND, 1, 2, 1)


def act_on_a_wish(t: Wishes, out: Out, seat: int, a: Action) -> None:
    t.wish[seat] = a.amount
    emit(out, 1, 1 << seat, seat, a.amount)


def score_of_a_wish(t: Wishes, seat: int) -> int:
    return t.wish[seat] if t.wish.count(t.wish[seat]) == 1 else 0


def test_three_seats_and_scores_that_do_not_add_up() -> None:
    core = Core(begin_wishing, owing_a_wish, menu_of_wishes, act_on_a_wish, lambda t, seat, v: None, score_of_a_wish)
    game = Game("wishes", "Wishes", 1, core, Wishes, Wish, Wish, {}, {FIRST_KIND: "WISH"}, Wish)
    solution = solve(game, iterations=0)
    assert (solution.nodes, solution.infosets) == (15, 3)
    assert solution.values == pytest.approx((3 / 8,) * 3)
    assert solution.gains == pytest.approx((1 / 8,) * 3)
    assert (solution.nash_conv, solution.exploitability) == pytest.approx((3 / 8, 1 / 8))


def test_solved_game_can_be_played() -> None:
    config = LEDUC.configure(hands=1, ante=2, bet=1)
    solution = solve(LEDUC, config, iterations=20)
    chance = random.Random(1)
    for match in range(20):
        dealer, state = RandomDealer(7, match), LEDUC.start(config).state
        while pending := LEDUC.pending(state):
            decision = pending[0]
            if decision.seat == HOUSE:
                LEDUC.advance(state, HOUSE, dealer.deal(state, decision))
            else:
                strategy = solution.strategy(decision.seat, state.trace[decision.seat])
                move = chance.choices(list(strategy), list(strategy.values()))[0]
                LEDUC.advance(state, decision.seat, move)


def test_unknown_trace_is_refused() -> None:
    with pytest.raises(BadInput, match="Seat 1 has no decision at trace 0x7b in the solved Kuhn poker"):
        solve(KUHN, iterations=1).strategy(1, 123)


def test_too_large_game_is_refused() -> None:
    with pytest.raises(BadInput, match=r"Refill .* too large to solve: 1 nodes seen, 3,360 more come next.* smaller"):
        solve(REFILL, limit=3360)
    with pytest.raises(BadInput, match=r"3,361 nodes seen, 1,716 more come next, and the limit is 4,000"):
        solve(REFILL, limit=4000)
    assert solve(KUHN, limit=55, iterations=1).nodes == 55
    with pytest.raises(BadInput, match="too large"):
        solve(KUHN, limit=54, iterations=1)


def test_unknown_variant_is_refused() -> None:
    with pytest.raises(BadInput, match=r"no variant 'cfr-'; there are cfr\+, cfr"):
        solve(KUHN, variant="cfr-")


def menu_that_fears_the_king(t: kuhn.Table, seat: int, m: Menu) -> None:
    if seat == 1 and t.bets and card_at(t.cards, kuhn.HAND, 0) == KING:
        offer(m, kuhn_rules.FOLD)
    else:
        kuhn_menu(t, seat, m)


def test_menu_that_tells_more_than_the_events_is_named() -> None:
    game = altered(KUHN, menu=menu_that_fears_the_king)
    with pytest.raises(Fault, match=r"kuhn: seat 1 at trace 0x.* \(CALL \| FOLD or FOLD\): the menu leaks"):
        grow(game)


def menu_without_answers(t: kuhn.Table, seat: int, m: Menu) -> None:
    if not t.bets:
        kuhn_menu(t, seat, m)


def test_seat_that_owes_and_has_no_move_is_named() -> None:
    with pytest.raises(Fault, match="kuhn: seat 0 owes a decision and has no move"):
        grow(altered(KUHN, menu=menu_without_answers))


def act_without_a_word(t: Any, out: Out, seat: int, a: Action) -> None:
    pennies_rules.act(t, Out(), seat, a)  # a new one is silent


def test_seat_that_is_not_told_of_its_own_move_is_named() -> None:
    with pytest.raises(Fault, match=r"pennies: seat 0 at trace 0x0 .* the game forgets"):
        grow(altered(PENNIES, act=act_without_a_word), PENNIES.configure(rounds=2))


def test_moves_of_an_option() -> None:
    state = REFILL.start().state
    amounts = Option(FIRST_KIND, "BET", low=2, high=9, step=3)
    assert [move.amount for move in moves_of(amounts, state)] == [2, 5, 8]
    swap = Option(FIRST_KIND, "SWAP", zone=2, fewest=0, most=2, cards=(4, 7, 9))
    assert [move.cards for move in moves_of(swap, state)] == [(), (4,), (7,), (9,), (4, 7), (4, 9), (7, 9)]
    assert len(list(moves_of(msgspec.structs.replace(swap, ordered=True), state))) == 1 + 3 + 6
    draw = REFILL.pending(state)[0].options[0]
    assert len({move.cards for move in moves_of(draw, state)}) == 16 * 15 * 14


def test_given_strategies_are_judged_like_solved_ones() -> None:
    solver = Solver(KUHN)
    solver.run(200)
    solution = solver.solution()
    judged = solver.judge(solution.strategies)
    assert judged.exploitability == pytest.approx(solution.exploitability)
    assert judged.values == pytest.approx(solution.values)


def uniform(solver: Solver) -> dict[tuple[int, int], dict[Move, float]]:
    """Every move alike, in every information set."""
    return {
        (seat, here.trace): dict.fromkeys(here.moves, 1 / len(here.moves))
        for seat, sets in enumerate(solver.tree.sets)
        for here in sets
    }


def test_a_random_player_of_kuhn_loses_eleven_chips_in_24_hands_to_a_perfect_opponent() -> None:
    solver = Solver(KUHN)
    assert solver.judge(uniform(solver)).exploitability == pytest.approx(11 / 24)


def test_a_strategy_that_leaves_one_information_set_unanswered_is_not_judged() -> None:
    solver = Solver(KUHN)
    whole = uniform(solver)
    seat, trace = missing = max(whole)
    named = rf"answer 11 of 12 information sets\. Without an answer: seat {seat} at trace {trace:#x}\. "
    with pytest.raises(BadInput, match=named):
        solver.judge({where: moves for where, moves in whole.items() if where != missing})
    with pytest.raises(BadInput, match=named):
        solver.judge({**whole, missing: {}})


def test_of_many_unanswered_information_sets_three_are_named() -> None:
    with pytest.raises(BadInput, match=r"answer 0 of 12 .*: (seat 0 at trace 0x\w+(, )?){3} and 9 more\."):
        Solver(KUHN).judge({})


@pytest.mark.parametrize("bet", [0.5 + 1e-6, 0.5 - 1e-6, 0.0])
def test_probabilities_that_do_not_add_up_to_one_are_not_judged(bet: float) -> None:
    solver = Solver(KUHN)
    trace = solver.tree.sets[0][0].trace
    with pytest.raises(BadInput, match=rf"Seat 0 at trace {trace:#x} has probabilities that add up to"):
        solver.judge({**uniform(solver), (0, trace): {CHECK: 0.5, BET: bet}})
    with pytest.raises(BadInput, match=r"add up to 0\.5, not to 1"):
        solver.judge({**uniform(solver), (0, trace): {CHECK: 0.5}})


@pytest.mark.parametrize("check", [-0.5, math.nan])
def test_probabilities_that_are_none_are_not_judged(check: float) -> None:
    solver = Solver(KUHN)
    trace = solver.tree.sets[0][0].trace
    with pytest.raises(BadInput, match="no numbers from 0 to 1"):
        solver.judge({**uniform(solver), (0, trace): {CHECK: check, BET: 1 - check}})


def test_a_move_that_is_not_named_is_never_made() -> None:
    solver = Solver(KUHN)
    trace = solver.tree.sets[0][0].trace
    judged = solver.judge({**uniform(solver), (0, trace): {BET: 1 + 1e-12}})
    assert judged.strategy(0, trace)[CHECK] == 0


def test_strategies_of_another_game_are_not_judged() -> None:
    with pytest.raises(BadInput, match="no decision at trace"):
        Solver(KUHN).judge({(0, 12345): {CHECK: 1.0}})
    solver = Solver(KUHN)
    trace = solver.tree.sets[0][0].trace
    with pytest.raises(BadInput, match="no move"):
        solver.judge({**uniform(solver), (0, trace): {FOLD: 1.0}})
