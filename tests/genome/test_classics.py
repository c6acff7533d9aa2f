"""The first classics: what is known of them holds, and fixed-limit hold'em is PokerKit's."""

from __future__ import annotations

import random

import pytest
from pokerkit import Automation, BettingStructure, Deck, Opening, StandardHighHand, State, Street

from croupier.agents.solver import solve
from croupier.games.genome import GAME, classics, configure, find, from_json, to_json, validate
from croupier.games.genome.game import CLASSICS
from croupier.kernel.conformance import check_game
from croupier.kernel.contract.dealers import StackedDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.cards import format_cards
from croupier.kernel.vocabulary.turns import HOUSE

HANDS = 60
BLINDS = (5, 10)
SMALL_BET, BIG_BET, BETS_A_STREET = 10, 20, 4
DEEP = 10_000
AUTOMATIONS = (
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@pytest.mark.parametrize("name", classics())
def test_classic_is_valid_and_written_as_we_write(name: str) -> None:
    genome = find(name)
    assert validate(genome) == []
    assert genome.genome_id == name
    assert genome.title and genome.note
    assert to_json(genome) == CLASSICS.joinpath(name + ".json").read_text("utf-8")
    assert from_json(to_json(genome)) == genome


@pytest.mark.parametrize("name", classics())
def test_classic_conforms(name: str) -> None:
    check_game(GAME, matches=1, configs=[configure(name, hands=1)], compiled=False)


def test_kuhn_is_solved() -> None:
    """Kuhn (1950): twelve information sets, and the first seat loses one chip in eighteen hands."""
    solution = solve(GAME, configure("kuhn"), iterations=2000)
    assert solution.infosets == 12
    assert solution.values == pytest.approx((-1 / 18, 1 / 18), abs=0.001)
    assert 0 <= solution.exploitability < 0.001


def test_leduc_is_solved() -> None:
    """936 information sets with suits told apart; the value to the first seat is -0.0856."""
    solution = solve(GAME, configure("leduc"), iterations=500)
    assert solution.infosets == 936
    assert solution.values == pytest.approx((-0.0856, 0.0856), abs=0.002)
    assert solution.exploitability < 0.05


def pokerkit_state(seats: int) -> State:
    """Fixed-limit hold'em as PokerKit has it. The big blind counts as the first bet before the flop."""
    streets = [Street(False, (False, False), 0, False, Opening.POSITION, SMALL_BET, BETS_A_STREET - 1)]
    for cards, bet in ((3, SMALL_BET), (1, BIG_BET), (1, BIG_BET)):
        streets.append(Street(False, (), cards, False, Opening.POSITION, bet, BETS_A_STREET))
    structure = BettingStructure.FIXED_LIMIT
    stacks = (DEEP,) * seats
    return State(
        AUTOMATIONS, Deck.STANDARD, (StandardHighHand,), tuple(streets), structure, True, 0, BLINDS, 0, stacks, seats
    )


def deal_board(theirs: State, board: list[int]) -> None:
    """Deal PokerKit as much of the board as it waits for."""
    while any(theirs.board_dealing_counts):
        shown = sum(map(len, theirs.board_cards))
        theirs.deal_board(format_cards(board[shown : shown + theirs.board_dealing_counts[0]], ""))


def play_beside_pokerkit(seed: int) -> tuple[int, ...]:
    """Play one hand at random in both, comparing every decision; the payoffs."""
    chance = random.Random(seed)
    seats = chance.randint(2, 6)
    deck = chance.sample(range(52), 2 * seats + 5)
    hole, board = deck[: 2 * seats], deck[2 * seats :]
    ours, theirs = (
        GAME.start(configure("holdem_fixed_limit", seats=seats, hands=1, chips=DEEP)).state,
        pokerkit_state(seats),
    )
    dealer = StackedDealer(deck)
    for seat in range(seats):
        theirs.deal_hole(format_cards([hole[seat], hole[seat + seats]], ""))
    while pending := GAME.pending(ours):
        decision = pending[0]
        if decision.seat == HOUSE:
            GAME.advance(ours, HOUSE, dealer.deal(ours, decision))
            continue
        deal_board(theirs, board)
        names = [option.name for option in decision.options]
        b = ours.table.betting
        assert decision.seat == theirs.actor_index
        assert b.current_bet - b.bet[decision.seat] == theirs.checking_or_calling_amount
        raise_to = b.current_bet + b.unit if "BET" in names or "RAISE" in names else None
        assert raise_to == theirs.min_completion_betting_or_raising_to_amount
        assert raise_to == theirs.max_completion_betting_or_raising_to_amount
        assert b.stack[:seats] == list(theirs.stacks)
        name = chance.choices(names, [1 if name == "FOLD" else 4 for name in names])[0]
        GAME.advance(ours, decision.seat, Move(GAME.kind(name)))
        if name == "FOLD":
            theirs.fold()
        elif name in ("CHECK", "CALL"):
            theirs.check_or_call()
        else:
            theirs.complete_bet_or_raise_to(raise_to)
    deal_board(theirs, board)
    assert not theirs.status
    outcome = GAME.outcome(ours)
    assert outcome is not None
    assert outcome.scores == tuple(theirs.payoffs)
    return outcome.scores


def test_fixed_limit_holdem_agrees_with_pokerkit() -> None:
    payoffs = [play_beside_pokerkit(seed) for seed in range(HANDS)]
    assert len({len(scores) for scores in payoffs}) == 5, "two to six seats"
