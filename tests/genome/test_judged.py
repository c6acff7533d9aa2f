"""Every classic judged a second time, hand by hand: what may be played, who takes a trick, who wins."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from croupier.games.genome import GAME, classics, configure
from croupier.games.genome.machine.events import CouldNotPlay, HandWon, PointsScored, PotAwarded, TrickWon
from croupier.games.genome.machine.records import BOARD, CAPTURED, HAND, TOP, TRICK
from croupier.games.genome.machine.wagers import FOLD
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.turns import HOUSE, has

from .judges import FITTING, OR_ELSE, SCORED, STANDING, TRICKS, Seat, total_of_twenty_one

HANDS = 20
FOLDING = 4
"""In every fourth hand seats may fold; in the others they see it through."""


def random_hand(name: str, key: int) -> Iterator[tuple[State, Decision, Move, list[Fact]]]:
    """One hand of random moves. With every move the state before it, what was to be decided, and, once the next one is
    asked for, the facts that it led to. The state is the same object all along."""
    at_random, dealer = random_chooser(GAME, key), RandomDealer(key)
    state = GAME.start(configure(name, hands=1)).state
    while pending := GAME.pending(state):
        decision, facts = pending[0], list[Fact]()
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        else:
            move = at_random(state, decision)
            while move.kind == FOLD and key % FOLDING:
                move = at_random(state, decision)
        yield state, decision, move, facts
        facts += GAME.advance(state, decision.seat, move)


def played_hand(name: str, key: int) -> tuple[State, list[Fact]]:
    """The state after a random hand, and everything that was told."""
    steps = [*random_hand(name, key)]
    return steps[-1][0], [fact for *_, facts in steps for fact in facts]


def cards_in(state: State, zone: int) -> list[int]:
    """The cards of a zone."""
    return [card for card, where in enumerate(state.table.cards.zone) if where == zone]


def row(state: State, zone: int) -> list[int]:
    """The cards of a zone in their order."""
    ledger = state.table.cards
    return ledger.row[ledger.first[zone] : ledger.first[zone] + ledger.count[zone]]


@pytest.mark.parametrize("name", classics())
def test_the_best_hand_wins(name: str) -> None:
    """All stacks are the same at the start, so there is only one pot to win."""
    compared = 0
    for key in range(HANDS):
        state, facts = played_hand(name, key)
        live = [seat for seat in range(state.table.seats) if has(state.table.betting.live, seat)]
        held = {
            seat: Seat(cards_in(state, HAND + seat), cards_in(state, BOARD), cards_in(state, CAPTURED + seat))
            for seat in live
        }
        won = {fact.seat for fact in facts if isinstance(fact, PotAwarded | HandWon)}
        if len(live) == 1:
            assert won == set(live), key
            continue
        standing = {seat: STANDING[name](held[seat]) for seat in live}
        assert won == {seat for seat in live if standing[seat] == max(standing.values())}, key
        if name in SCORED:
            scored = {fact.seat: fact.points for fact in facts if isinstance(fact, PointsScored)}
            assert scored == {seat: points for seat in live if (points := SCORED[name](held[seat]))}, key
        compared += 1
    assert compared > HANDS // 3


def fitting_for(name: str, state: State, seat: int) -> set[int]:
    """The cards of a seat that fit the last one."""
    last = row(state, TOP)
    return {card for card in cards_in(state, HAND + seat) if not last or FITTING[name](card, last[0])}


@pytest.mark.parametrize("name", FITTING)
def test_only_fitting_cards_can_be_played(name: str) -> None:
    seen = Counter[bool]()
    for key in range(1, HANDS // 2):
        last_facts = list[Fact]()
        for state, decision, _, facts in random_hand(name, key):
            for fact in last_facts:
                if isinstance(fact, CouldNotPlay):
                    assert fitting_for(name, state, fact.seat) == set()
                    seen[False] += 1
            last_facts = facts
            if decision.legal and {*decision.legal} <= {"PLAY", "PASS"}:
                play, fitting = decision.named("PLAY"), fitting_for(name, state, decision.seat)
                if name in OR_ELSE and not fitting:
                    fitting = {*filter(OR_ELSE[name], cards_in(state, HAND + decision.seat))}
                assert {*(play.cards if play else ())} == fitting
                seen[bool(fitting)] += 1
    assert min(seen[True], seen[False]) > 6


@pytest.mark.parametrize("name", TRICKS)
def test_suits_are_followed_and_the_best_card_takes_the_trick(name: str) -> None:
    rules, tricks = TRICKS[name], 0
    for key in range(1, HANDS // 2):
        by: dict[int, int] = {}
        told: list[tuple[dict[int, int], list[Fact]]] = []
        for state, decision, move, facts in random_hand(name, key):
            if play := decision.named("PLAY"):
                by = by if row(state, TRICK) else {}
                assert row(state, TRICK) == [*by]
                assert {*play.cards} == rules.legal(cards_in(state, HAND + decision.seat), [*by])
                by[move.cards[0]] = decision.seat
            told.append((by, facts))
        for cards, facts in told:
            for fact in facts:
                if isinstance(fact, TrickWon):
                    assert fact.seat == cards[rules.winner([*cards])]
                    tricks += 1
    assert tricks > 20


# At twenty-one, somebody who plays as a dealer in a casino goes bust as often as one.


DRAWN_AT_MOST = 5
STAND = 17
DEALT = 300


@cache
def bust_rate(counts: tuple[int, ...], total: int = 0, soft: bool = False, cards: int = 0) -> float:
    """How often a player who draws below 17 goes over 21, by the number of aces, twos, …, tens left in the deck."""
    best = total + 10 if soft and total <= 11 else total
    if cards >= 2 and (best >= STAND or cards == 2 + DRAWN_AT_MOST):
        return float(total > 21)
    return sum(
        count
        / sum(counts)
        * bust_rate((*counts[:at], count - 1, *counts[at + 1 :]), total + at + 1, soft or at == 0, cards + 1)
        for at, count in enumerate(counts)
        if count
    )


def plays_as_a_dealer(key: int) -> bool:
    """Whether seat 0 goes bust; the others do as little as they can."""
    state, dealer = GAME.start(configure("twenty_one", hands=1)).state, RandomDealer(key)
    while pending := GAME.pending(state):
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        elif decision.named("DRAW") and decision.seat == 0:
            below = total_of_twenty_one(cards_in(state, HAND)) < STAND
            move = decision.move("DRAW" if below else "PASS")
        else:
            move = decision.move("PASS" if decision.named("PASS") else "CHECK")
        GAME.advance(state, decision.seat, move)
    return total_of_twenty_one(cards_in(state, HAND)) > 21


def test_drawing_to_17_goes_bust_as_often_as_a_dealer() -> None:
    rate = bust_rate((4,) * 9 + (16,))
    assert rate == pytest.approx(0.2836, abs=0.0001)
    busts = sum(plays_as_a_dealer(key) for key in range(DEALT))
    assert abs(busts - rate * DEALT) < 3 * math.sqrt(DEALT * rate * (1 - rate))
