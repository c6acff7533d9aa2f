"""Events: nothing is written where it does not belong, and a trace tells exactly the histories that a seat can."""

from __future__ import annotations

import dataclasses
import itertools
import random
from typing import Any

import numpy as np
import pytest

from croupier import holdem
from croupier.kernel.contract.game import Game, Move, State, actors
from croupier.kernel.contract.state import BACKLOG
from croupier.kernel.errors import Fault, IllegalAction
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import blank_rows, from_row, row_values, to_row
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import (
    FAULT_NO_EVENT,
    FAULT_TOO_MANY_CARDS,
    FAULT_TOO_MANY_EVENTS,
    KEPT,
    LOUD,
    ROW_CARDS,
    ROWS,
    SILENT,
    TRACED,
    Fact,
    Out,
    Row,
    attach,
    emit,
    emit_card,
    emitted_by,
    facts_in,
    mix,
    rows,
)
from croupier.kernel.vocabulary.menu import DRAWN, Menu, offer_cards
from croupier.kernel.vocabulary.turns import CLOCK, CLOCK_BIT, HOUSE, HOUSE_BIT, PUBLIC

GAME: Game = holdem.GAME
SEEN = 7
"""A kind of row."""


def listening(mode: int = LOUD, seats: int = 3) -> Out:
    out = Out()
    out.mode, out.seats = mode, seats
    return out


# Rows.


def test_rows_are_kept_in_order_with_their_cards() -> None:
    out = listening()
    emit(out, SEEN, 0b001, 2, 500)
    emit_card(out, SEEN + 1, 0b110, 0, 51)
    attach(out, 0b110, UNKNOWN)
    assert rows(emitted_by(out)) == (Row(SEEN, 0b001, 2, 500, ()), Row(SEEN + 1, 0b110, 0, 0, (51, UNKNOWN)))
    assert {type(row) for row in rows(emitted_by(out))} == {Row}


@pytest.mark.parametrize(("mode", "kept", "traced"), [(SILENT, 0, 0), (TRACED, 0, 1), (KEPT, 1, 0), (LOUD, 1, 1)])
def test_the_mode_says_what_becomes_of_a_row(mode: int, kept: int, traced: int) -> None:
    out = listening(mode)
    emit_card(out, SEEN, PUBLIC, 0, 3)
    assert (out.count, out.trace[0] != 0) == (kept, bool(traced))


@rule
def overflow(outs: Any, events: int, cards: int) -> None:
    """Emit and attach as often as asked, whether there is room or not."""
    for _ in range(events):
        emit(outs[1], 1, 1, 0, 7)
    for card in range(cards):
        attach(outs[1], 1, card)


@pytest.mark.parametrize(
    ("events", "cards", "fault"),
    [
        pytest.param(0, 1, FAULT_NO_EVENT, id="a card without an event"),
        pytest.param(ROWS + 1, 1, FAULT_TOO_MANY_EVENTS, id="an event too many"),
        pytest.param(ROWS, ROW_CARDS + 1, FAULT_TOO_MANY_CARDS, id="a card too many"),
    ],
)
def test_an_event_without_room_is_a_fault_and_is_written_nowhere(events: int, cards: int, fault: int) -> None:
    plain, fast = listening(), blank_rows(Out, 3)
    to_row(plain, fast, 1)
    overflow([plain, plain], events, cards)
    compiled(overflow)(fast, events, cards)
    assert plain.fault == fault
    assert from_row(Out, fast, 1) == plain
    assert row_values(fast, 0) == row_values(fast, 2) == [0] * len(plain.flat())
    assert plain.count == min(events, ROWS)
    assert all(row == [0] * ROW_CARDS for row in plain.card[: ROWS - 1])


def test_a_card_is_told_to_the_audience_of_its_event() -> None:
    """Else some would see a card that they are not traced as knowing, or the other way round."""
    out = listening()
    emit(out, SEEN, 0b011, 0, 0)
    attach(out, 0b001, 12)
    assert out.fault == FAULT_NO_EVENT
    assert rows(emitted_by(out)) == (Row(SEEN, 0b011, 0, 0, ()),)


# Traces.


@rule
def mix_all(traces: Any, values: Any, mixed: Any) -> None:
    """Mix every trace with its value."""
    for i in range(len(mixed)):
        mixed[i] = mix(int(traces[i]), int(values[i]))


def test_traces_are_the_same_at_both_speeds() -> None:
    """The product of two large numbers has more bits than the compiled form keeps."""
    rng = random.Random(1)
    edges = [0, 1, -1, 2**62 - 1, 2**62, 2**63 - 1, -(2**63)]
    values = edges + [rng.randrange(-(2**63), 2**63) for _ in range(2000)]
    traces = [rng.randrange(2**62) for _ in values]
    plain, fast = [0] * len(values), np.zeros(len(values), np.int64)
    mix_all(traces, values, plain)
    compiled(mix_all)(np.array(traces), np.array(values), fast)
    assert fast.tolist() == plain
    assert all(0 <= trace < 2**62 for trace in plain)


@rule
def emit_all(outs: Any, kinds: Any, seats: Any, amounts: Any) -> None:
    """Emit rows, each with a card."""
    for i in range(len(kinds)):
        emit_card(outs[0], int(kinds[i]), 1 + i % 3, int(seats[i]), int(amounts[i]))
        emit(outs[0], int(kinds[i]), 3, int(seats[i]), int(amounts[i]))


def test_rows_are_traced_the_same_at_both_speeds() -> None:
    rng = random.Random(2)
    kinds, seats = [rng.randrange(60) for _ in range(70)], [rng.randrange(-1, 16) for _ in range(70)]
    amounts = [rng.choice([0, 1, 2**30, -5, 2**62 + 3, rng.randrange(-(2**63), 2**63)]) for _ in range(70)]
    plain, fast = listening(), blank_rows(Out)
    to_row(plain, fast)
    emit_all([plain], kinds, seats, amounts)
    compiled(emit_all)(fast, np.array(kinds), np.array(seats), np.array(amounts))
    assert from_row(Out, fast) == plain
    assert plain.trace[0] and plain.trace[1] and plain.trace[0] != plain.trace[1]


def trace_after(*told: tuple[int, ...]) -> int:
    """The trace of a seat that saw rows of (kind, seat, amount, *cards)."""
    out = listening(TRACED, seats=1)
    for row in told:
        tell(out, row)
    return out.trace[0]


def tell(out: Out, row: tuple[int, ...]) -> None:
    kind, seat, amount, *cards = row
    emit(out, kind, 1, seat, amount)
    for card in cards:
        attach(out, 1, card)


def test_different_histories_have_different_traces() -> None:
    """All histories of up to three rows out of many that resemble each other: about 180,000."""
    told: list[tuple[int, ...]] = [
        (kind, seat, amount) for kind in (1, 2, 3) for seat in (-1, 0, 1) for amount in (0, 1, 2, 50)
    ]
    told += [(1, 0, 0, card) for card in (UNKNOWN, 0, 1, 2, 51)] + [(1, 0, 0, 1, 2), (1, 0, 0, 2, 1)]
    told += [(2, 1, 2**40 + bit) for bit in (0, 1, 256)] + [(2, 1, 1 << bit) for bit in range(5, 62, 8)]
    out = listening(TRACED, seats=1)

    def then(trace: int, row: tuple[int, ...]) -> int:
        out.count, out.trace[0] = 0, trace
        tell(out, row)
        return out.trace[0]

    traces = shorter = [0]
    for _ in range(3):
        shorter = [then(trace, row) for trace in shorter for row in told]
        traces = traces + shorter
    assert len(set(traces)) == len(traces) > 150_000


def test_an_event_is_not_taken_for_a_card_of_the_one_before() -> None:
    alone = {trace_after((9, 0, 0), row) for row in itertools.product(range(60), range(-1, 4), range(10))}
    attached = {trace_after((9, 0, 0, card)) for card in range(UNKNOWN, 60)}
    assert not alone & attached


def test_only_a_seat_that_is_told_remembers() -> None:
    out = listening()
    emit_card(out, SEEN, 0b101, 1, 12)
    assert out.trace[0] == out.trace[2] != 0
    assert out.trace[1] == 0 == out.trace[3]


# Traces of a match.


def play(state: State, rng: random.Random) -> tuple[int, Move] | None:
    """Make a random move; who made which, or None if the match is over."""
    game = state.game
    for seat in actors(game.core.owing(state.table)):
        option = rng.choice(game.decision(state, seat).owed)
        pool = [card for card, zone in enumerate(state.table.cards.zone) if zone == option.zone]
        cards = tuple(rng.sample(pool, option.most))
        amount = rng.randint(option.low, option.high) if option.step else 0
        move = Move(option.kind, amount, cards)
        game.advance(state, seat, move)
        return seat, move
    return None


def four_seats(hands: int) -> Any:
    return GAME.configure(seats=4, hands=hands, structure="fixed")


def moves_of_a_match(hands: int) -> list[tuple[int, Move]]:
    state, rng = GAME.start(four_seats(hands)).state, random.Random(hands)
    return list(iter(lambda: play(state, rng), None))


def traces_by_the_rules(moves: list[tuple[int, Move]], hands: int) -> list[int]:
    """What the rules themselves trace when they are asked to."""
    table, out = GAME.fresh(four_seats(hands)), listening(TRACED)
    GAME.core.begin(table, out)
    for seat, move in moves:
        GAME.core.act(table, out, seat, move)
    return out.trace


@pytest.mark.parametrize("asked_every", [1, 5, 10**6])
def test_traces_do_not_depend_on_when_they_are_asked_for(asked_every: int) -> None:
    hands = 20
    moves = moves_of_a_match(hands)
    state, events = GAME.start(four_seats(hands))
    told, kept = len(events.told), []
    for number, (seat, move) in enumerate(moves):
        told += len(GAME.advance(state, seat, move).told)
        if number % asked_every == 0:
            kept.append((state.copy(), state.trace[:]))
    assert told > 3 * BACKLOG
    assert state.trace == traces_by_the_rules(moves, hands)
    assert all(copy.trace == trace for copy, trace in kept), "a copy is not touched by what is told later"


def test_matches_played_in_turn_do_not_mix_their_traces() -> None:
    """Of two matches at one desk, the one with more seats goes on telling all of them."""
    alone = moves_of_a_match(1)
    state = GAME.start(four_seats(1)).state
    for seat, move in alone:
        GAME.start(GAME.configure(seats=2, hands=1))
        GAME.advance(state, seat, move)
    assert state.trace == traces_by_the_rules(alone, 1)


# The contract around them.


def test_actors_come_in_order() -> None:
    assert actors(0) == []
    assert actors(HOUSE_BIT | CLOCK_BIT | 0b1000000000000101) == [0, 2, 15, HOUSE, CLOCK]


def test_the_parts_of_a_game_are_worked_out_once() -> None:
    assert GAME.kinds is GAME.kinds
    assert GAME.has_cards


def test_a_refusal_names_cards_that_do_not_exist() -> None:
    state = GAME.start(GAME.configure(seats=2)).state
    with pytest.raises(IllegalAction, match="card 99"):
        GAME.advance(state, HOUSE, Move(4, 0, (99, 1, 2, 3)))


holdem_menu = GAME.core.menu


@rule
def offer_too_much(table: Any, seat: int, m: Menu) -> None:
    holdem_menu(table, seat, m)
    offer_cards(m, DRAWN, 0, 0, 1000, 0)


def test_a_menu_without_room_is_a_fault_before_anything_is_done() -> None:
    broken = dataclasses.replace(GAME, core=GAME.core._replace(menu=offer_too_much))
    state = broken.start(GAME.configure(seats=2)).state
    before = state.hash()
    for attempt in (lambda: broken.advance(state, HOUSE, Move(4, 0, (0, 1, 2, 3))), lambda: broken.pending(state)):
        with pytest.raises(Fault, match="ran out of room"):
            attempt()
    assert state.hash() == before


class HandBegan(Fact, frozen=True):
    """A fact with the name of its kind."""


class Passed(Fact, frozen=True):
    """A fact with a name of its own."""


def test_the_facts_of_a_module_are_found_by_the_names_of_their_kinds() -> None:
    names = {"Fact": Fact, "HandBegan": HandBegan, "HAND_BEGAN": 1, "Passed": Passed, "PASSED_TURN": 2, "Fault": Fault}
    assert facts_in(names, Passed=2) == {1: HandBegan, 2: Passed}
    with pytest.raises(KeyError, match="PASSED"):
        facts_in(names)
