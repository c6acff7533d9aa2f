"""The card ledger: every card in one place, whatever is done; and what nobody knows stays unknown."""

from __future__ import annotations

from collections import Counter
from typing import Any

import hypothesis.stateful as stateful
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import blank_rows, from_row, row_values, sized, to_row
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.ledger import (
    FAULT_POOL_EMPTY,
    FAULT_ROW_FULL,
    FAULT_WRONG_ZONE,
    Ledger,
    Sight,
    card_at,
    disorder,
    draw,
    exchange,
    gather,
    give_room,
    imagine,
    look,
    move,
    pick,
    pour,
    reveal,
    slot_of,
)
from croupier.kernel.vocabulary.rng import Rng, seed

CARDS = 12
DECK, MUCK, SMALL, HAND, BOARD = range(5)
ROOM = {SMALL: 1, HAND: 3, BOARD: 5}
POOLS, ROWS = (DECK, MUCK), tuple(ROOM)
ZONES = len(POOLS) + len(ROWS)
SLOTS = sum(ROOM.values()) + 2
"""Two slots more than are laid out: a look must not leave them to chance."""
SEATS = range(3)
EVERYBODY = 0b111

Cards = sized(Ledger, cards=CARDS, zones=ZONES, ends=ZONES + 1, slots=SLOTS)
Look = sized(Sight, zones=ZONES, ends=ZONES + 1, slots=SLOTS)


def dealt() -> Ledger:
    """A ledger with all cards in the deck."""
    x = Cards()
    for zone in range(ZONES):
        give_room(x, zone, ROOM.get(zone, 0))
    gather(x, DECK)
    return x


def randomness(stream: int) -> Rng:
    rng = Rng()
    seed(rng, 20260105, stream)
    return rng


def row_of(x: Ledger, zone: int) -> list[int]:
    return [card_at(x, zone, slot) for slot in range(x.count[zone])]


def seen(x: Ledger, seat: int) -> Sight:
    sight = Look()
    sight.row[:] = [77] * SLOTS  # whatever was there before
    look(x, seat, sight)
    return sight


class LedgerMachine(stateful.RuleBasedStateMachine):
    """Does anything lawful in any order, beside a model of plain lists and sets."""

    def __init__(self) -> None:
        super().__init__()
        self.x = dealt()
        self.rows: dict[int, list[int]] = {zone: [] for zone in ROWS}
        self.pools: dict[int, set[int]] = {DECK: set(range(CARDS)), MUCK: set()}
        self.known: dict[int, set[int]] = {card: set() for card in range(CARDS)}

    def has_space(self, zone: int) -> bool:
        return zone in POOLS or len(self.rows[zone]) < ROOM[zone]

    def put(self, card: int, zone: int, viewers: int) -> None:
        if zone in POOLS:
            self.pools[zone].add(card)
        else:
            self.rows[zone].append(card)
        self.known[card] |= {seat for seat in SEATS if viewers >> seat & 1}

    @stateful.rule(data=st.data(), source=st.sampled_from(POOLS), viewers=st.integers(0, EVERYBODY))
    def draw(self, data: st.DataObject, source: int, viewers: int) -> None:
        zones = [zone for zone in range(ZONES) if self.has_space(zone)]
        if self.pools[source]:
            card = data.draw(st.sampled_from(sorted(self.pools[source])))
            zone = data.draw(st.sampled_from(zones))
            self.pools[source].remove(card)
            self.known[card] = set()
            self.put(card, zone, viewers)
            draw(self.x, source, card, zone, viewers)

    @stateful.rule(data=st.data(), viewers=st.integers(0, EVERYBODY))
    def move(self, data: st.DataObject, viewers: int) -> None:
        lying = [(zone, card) for zone in ROWS for card in self.rows[zone]]
        if lying:
            source, card = data.draw(st.sampled_from(lying))
            self.rows[source].remove(card)
            zone = data.draw(st.sampled_from([zone for zone in range(ZONES) if self.has_space(zone)]))
            self.put(card, zone, viewers)
            move(self.x, card, zone, viewers)

    @stateful.rule(zone=st.sampled_from(ROWS), viewers=st.integers(0, EVERYBODY))
    def reveal(self, zone: int, viewers: int) -> None:
        for card in self.rows[zone]:
            self.known[card] |= {seat for seat in SEATS if viewers >> seat & 1}
        reveal(self.x, zone, viewers)

    @stateful.rule(source=st.sampled_from(POOLS))
    def pour(self, source: int) -> None:
        pool = MUCK if source == DECK else DECK
        for card in self.pools[source]:
            self.known[card] = set()
        self.pools[pool] |= self.pools[source]
        self.pools[source] = set()
        pour(self.x, source, pool)

    @stateful.rule(a=st.integers(0, CARDS - 1), b=st.integers(0, CARDS - 1))
    def exchange(self, a: int, b: int) -> None:
        other = {a: b, b: a}
        self.rows = {zone: [other.get(card, card) for card in row] for zone, row in self.rows.items()}
        self.pools = {zone: {other.get(card, card) for card in pool} for zone, pool in self.pools.items()}
        self.known[a], self.known[b] = self.known[b], self.known[a]
        exchange(self.x, a, b)

    @stateful.rule(seat=st.sampled_from(SEATS), stream=st.integers(0, 2**32))
    def imagine(self, seat: int, stream: int) -> None:
        before = seen(self.x, seat)
        places = {card: self.x.zone[card] for card in range(CARDS) if seat in self.known[card]}
        counts = self.x.count[:]
        imagine(self.x, seat, randomness(stream))
        assert seen(self.x, seat) == before, "the seat can tell the difference"
        assert all(self.x.zone[card] == zone for card, zone in places.items())
        assert self.x.count == counts
        # The world is another one now: the model takes it over.
        self.rows = {zone: row_of(self.x, zone) for zone in ROWS}
        self.pools = {pool: {card for card in range(CARDS) if self.x.zone[card] == pool} for pool in POOLS}
        for card in range(CARDS):
            self.known[card] = {other for other in SEATS if self.x.known[card] >> other & 1}

    @stateful.rule()
    def gather(self) -> None:
        self.rows = {zone: [] for zone in ROWS}
        self.pools = {DECK: set(range(CARDS)), MUCK: set()}
        self.known = {card: set() for card in range(CARDS)}
        gather(self.x, DECK)

    @stateful.invariant()
    def the_ledger_is_in_order(self) -> None:
        assert disorder(self.x) == 0

    @stateful.invariant()
    def every_card_is_where_the_model_has_it(self) -> None:
        assert {zone: row_of(self.x, zone) for zone in ROWS} == self.rows
        for pool, cards in self.pools.items():
            assert self.x.count[pool] == len(cards)
            assert {card for card in range(CARDS) if self.x.zone[card] == pool} == cards
        for zone, row in self.rows.items():
            for place, card in enumerate(row):
                assert slot_of(self.x, card) == self.x.first[zone] + place

    @stateful.invariant()
    def everybody_knows_what_the_model_says(self) -> None:
        assert self.x.known == [sum(1 << seat for seat in self.known[card]) for card in range(CARDS)]

    @stateful.invariant()
    def every_seat_sees_what_it_knows(self) -> None:
        for seat in SEATS:
            sight = seen(self.x, seat)
            assert (sight.count, sight.first) == (self.x.count, self.x.first)
            expected = []
            for zone, row in self.rows.items():
                shown = [card if seat in self.known[card] else UNKNOWN for card in row]
                expected += shown + [UNKNOWN] * (ROOM[zone] - len(row))
            assert sight.row == expected + [UNKNOWN] * (SLOTS - len(expected))


TestLedger = LedgerMachine.TestCase
TestLedger.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


# Faults: what cannot be done is not done, and is noted.


def fill(x: Ledger, zone: int) -> None:
    for card in range(ROOM[zone]):
        draw(x, DECK, card, zone, EVERYBODY)


@pytest.mark.parametrize("zone", ROWS)
def test_a_full_row_takes_no_more(zone: int) -> None:
    x = dealt()
    fill(x, zone)
    assert disorder(x) == 0
    before = x.copy()
    draw(x, DECK, CARDS - 1, zone, EVERYBODY)
    assert x.fault == disorder(x) == FAULT_ROW_FULL
    assert x.row == before.row and x.first == before.first
    assert x.zone == before.zone and x.known == before.known
    assert x.count[zone] == ROOM[zone]


def test_a_move_to_a_full_row_is_a_fault() -> None:
    x = dealt()
    fill(x, SMALL)
    draw(x, DECK, 7, HAND, 1)
    before = x.copy()
    move(x, 7, SMALL, 1)
    assert x.fault == FAULT_ROW_FULL
    assert row_of(x, SMALL) == row_of(before, SMALL)


@rule
def overfill(xs: Any, zone: int, cards: int) -> None:
    """Draw one card after the other to one zone, whether there is room or not."""
    for card in range(cards):
        draw(xs[1], 0, card, zone, 1)


@pytest.mark.parametrize("zone", ROWS)
def test_a_full_row_does_not_run_over_when_compiled(zone: int) -> None:
    """The neighbours in memory, within the record and beyond it, stay as they were."""
    plain = dealt()
    rows = blank_rows(Cards, 3)
    to_row(plain, rows, 1)
    overfill([plain, plain], zone, CARDS)
    compiled(overfill)(rows, zone, CARDS)
    assert row_values(rows, 0) == row_values(rows, 2) == [0] * len(plain.flat())
    assert from_row(Cards, rows, 1) == plain
    assert plain.fault == FAULT_ROW_FULL
    assert plain.first == dealt().first


def test_more_room_than_there_is_cannot_be_given() -> None:
    x = Cards()
    give_room(x, 0, SLOTS - 1)
    assert x.fault == 0
    give_room(x, 1, 2)
    assert x.fault == FAULT_ROW_FULL
    assert x.first[2] == SLOTS


def test_a_card_is_only_drawn_from_where_it_lies() -> None:
    x = dealt()
    draw(x, DECK, 3, HAND, 1)
    before = x.copy()
    draw(x, DECK, 3, BOARD, 1)
    assert x.fault == FAULT_WRONG_ZONE
    x.fault = 0
    assert x == before


def test_nothing_is_drawn_from_an_empty_pool() -> None:
    x = dealt()
    before = x.copy()
    for card in (5, UNKNOWN):
        draw(x, MUCK, card, HAND, 1)
        assert x.fault == FAULT_WRONG_ZONE
        x.fault = 0
        assert x == before


def test_a_card_of_a_pool_is_not_moved_like_one_of_a_row() -> None:
    x = dealt()
    before = x.copy()
    move(x, 3, HAND, 1)
    assert x.fault == FAULT_WRONG_ZONE
    x.fault = 0
    assert x == before


def test_an_unknown_card_cannot_be_moved_by_name() -> None:
    x = dealt()
    draw(x, DECK, UNKNOWN, HAND, 1)
    before = x.copy()
    move(x, UNKNOWN, BOARD, 1)
    assert x.fault == FAULT_WRONG_ZONE
    x.fault = 0
    assert x == before


def test_an_unknown_card_cannot_lie_in_a_pool() -> None:
    """The pool would count a card that it has not, and a draw of all that it counts would look for it for ever."""
    x = dealt()
    draw(x, DECK, UNKNOWN, MUCK, 0)
    assert x.fault == FAULT_WRONG_ZONE
    assert x.count[MUCK] == 0


@pytest.mark.parametrize(
    "break_it",
    [
        pytest.param(lambda x: x.row.__setitem__(x.first[HAND], 9), id="a card in a row that lies elsewhere"),
        pytest.param(lambda x: x.row.__setitem__(x.first[HAND] + 1, 0), id="a card twice in a row"),
        pytest.param(lambda x: x.row.__setitem__(x.first[HAND], CARDS), id="a card that does not exist"),
        pytest.param(lambda x: x.row.__setitem__(x.first[HAND], -2), id="a card below all"),
        pytest.param(lambda x: x.zone.__setitem__(9, HAND), id="a card that is not in its row"),
        pytest.param(lambda x: x.zone.__setitem__(9, ZONES), id="a zone that does not exist"),
        pytest.param(lambda x: x.zone.__setitem__(9, -1), id="a zone below all"),
        pytest.param(lambda x: x.count.__setitem__(DECK, x.count[DECK] + 1), id="a card too many"),
        pytest.param(lambda x: x.count.__setitem__(HAND, 1), id="a row cut short"),
        pytest.param(lambda x: x.count.__setitem__(slice(0, 2), [CARDS - 3, 1]), id="a card counted in another pool"),
    ],
)
def test_disorder_is_noticed(break_it: Any) -> None:
    x = dealt()
    draw(x, DECK, 0, HAND, 1)
    draw(x, DECK, 1, HAND, 1)
    assert disorder(x) == 0
    break_it(x)
    assert disorder(x) == FAULT_WRONG_ZONE


# Who knows what.


def test_a_card_drawn_from_a_pool_is_known_to_its_viewers_only() -> None:
    """Who threw a card away knows that it lies in the heap, but not who draws it from there, unseen."""
    x = dealt()
    draw(x, DECK, 4, HAND, 0b001)
    draw(x, DECK, 5, HAND, 0b010)
    move(x, 4, MUCK, 0)
    move(x, 5, MUCK, 0)
    draw(x, MUCK, 4, BOARD, 0b100)
    assert [seen(x, seat).row[x.first[BOARD]] for seat in SEATS] == [UNKNOWN, UNKNOWN, 4]


def test_an_unknown_card_is_counted_and_known_to_nobody() -> None:
    x = dealt()
    draw(x, DECK, UNKNOWN, HAND, EVERYBODY)
    draw(x, DECK, 3, HAND, EVERYBODY)
    reveal(x, HAND, EVERYBODY)
    assert disorder(x) == 0
    assert x.count[DECK] == CARDS - 2
    assert seen(x, 0).row[x.first[HAND] :][:3] == [UNKNOWN, 3, UNKNOWN]
    imagine(x, 0, randomness(0))
    assert disorder(x) == 0
    assert seen(x, 0).row[x.first[HAND] :][:3] == [UNKNOWN, 3, UNKNOWN]


def is_even(counts: list[int]) -> bool:
    """Whether counts differ no more than chance explains (a chi-square, within five deviations)."""
    free, expected = len(counts) - 1, sum(counts) / len(counts)
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    return chi_square < free + 5 * (2 * free) ** 0.5


@pytest.mark.parametrize("members", [1, 2, 3, 6, 12], ids="{} in the pool".format)
def test_every_card_of_a_pool_is_picked_equally_often(members: int) -> None:
    """Small pools are counted through, large ones are guessed at: both must be fair."""
    x, rng = dealt(), randomness(members)
    for card in range(0, CARDS, CARDS // members):
        draw(x, DECK, card, MUCK, 0)
    before = x.copy()
    picked = Counter(pick(x, MUCK, rng) for _ in range(500 * members))
    assert x == before, "the card stays where it is"
    assert set(picked) == {card for card in range(CARDS) if x.zone[card] == MUCK}
    assert members == 1 or is_even(list(picked.values()))


def test_nothing_can_be_picked_from_an_empty_pool() -> None:
    x = dealt()
    assert pick(x, MUCK, randomness(0)) == UNKNOWN
    assert x.fault == FAULT_POOL_EMPTY


@pytest.mark.parametrize("pool", POOLS)
def test_a_pick_ends_even_if_the_pool_counts_cards_that_it_has_not(pool: int) -> None:
    """What is broken may give a fault, but must not hang."""
    x = dealt()
    x.zone = [HAND] * CARDS
    x.count[pool] = CARDS
    assert pick(x, pool, randomness(0)) == UNKNOWN
    assert x.fault == FAULT_POOL_EMPTY


def test_every_world_is_imagined_equally_often() -> None:
    """Seat 0 knows its own card and the board; of four more cards, any may lie in any of the other places."""
    worlds: Counter[tuple[int, ...]] = Counter()
    small = sized(Ledger, cards=6, zones=4, ends=5, slots=4)
    rng = randomness(1)
    for _ in range(12 * 300):
        x = small()
        for zone, slots in enumerate((0, 1, 1, 2)):
            give_room(x, zone, slots)
        gather(x, 0)
        draw(x, 0, 2, 1, 0b01)
        draw(x, 0, 4, 2, 0b10)
        draw(x, 0, 5, 3, 0b11)
        draw(x, 0, 0, 3, 0b00)
        imagine(x, 0, rng)
        assert (row_of(x, 1), row_of(x, 3)[0]) == ([2], 5)
        worlds[(*row_of(x, 2), row_of(x, 3)[1])] += 1
    assert set(worlds) == {(a, b) for a in (0, 1, 3, 4) for b in (0, 1, 3, 4) if a != b}
    assert is_even(list(worlds.values()))
