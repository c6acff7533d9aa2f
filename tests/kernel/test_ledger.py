"""The card ledger: every card in one place, whatever is done; and what nobody knows stays unknown."""

from __future__ import annotations

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
    disorder,
    draw,
    exchange,
    gather,
    give_room,
    imagine,
    move,
    pour,
    reveal,
    slot_of,
)

from .table import (
    BOARD,
    CARDS,
    DECK,
    EVERYBODY,
    HAND,
    MUCK,
    POOLS,
    ROOM,
    ROWS,
    SEATS,
    SLOTS,
    SMALL,
    ZONES,
    Cards,
    dealt,
    randomness,
    row_of,
    seen,
)


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


@pytest.mark.parametrize("zone", ROWS)
@pytest.mark.parametrize("first", [True, False], ids=["the first card", "the last card"])
def test_a_card_moves_out_of_its_row_and_the_gap_closes(zone: int, first: bool) -> None:
    """All rows are full; the others stay as they are."""
    x = dealt()
    cards = iter(range(CARDS))
    for row in ROWS:
        for _ in range(ROOM[row]):
            draw(x, DECK, next(cards), row, EVERYBODY)
    rows = {row: row_of(x, row) for row in ROWS}
    moved = rows[zone][0] if first else rows[zone][-1]
    move(x, moved, MUCK, 0)
    rows[zone].remove(moved)
    assert disorder(x) == 0
    assert {row: row_of(x, row) for row in ROWS} == rows
    assert (x.zone[moved], x.count[MUCK], x.known[moved]) == (MUCK, 1, EVERYBODY)


def test_a_card_moves_out_of_the_row_with_which_the_ledger_ends() -> None:
    x = sized(Ledger, cards=3, zones=2, ends=3, slots=2)()
    give_room(x, 0, 0)
    give_room(x, 1, 2)
    gather(x, 0)
    draw(x, 0, 1, 1, 0)
    draw(x, 0, 2, 1, 0)
    move(x, 2, 0, 0)
    assert (disorder(x), row_of(x, 1)) == (0, [1])


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


def test_all_the_room_that_there_is_can_be_given() -> None:
    x = Cards()
    give_room(x, 0, SLOTS - 1)
    give_room(x, 1, 1)
    assert (x.fault, x.first[1:3]) == (0, [SLOTS - 1, SLOTS])


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


def test_a_card_of_a_pool_and_an_unknown_one_have_no_slot() -> None:
    """Though the unknown one lies in a row, beside the last card of the deck."""
    x = dealt()
    draw(x, DECK, UNKNOWN, HAND, 1)
    draw(x, DECK, CARDS - 1, HAND, 1)
    assert [slot_of(x, card) for card in (0, UNKNOWN)] == [-1, -1]
    assert slot_of(x, CARDS - 1) == x.first[HAND] + 1


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


@pytest.mark.parametrize(
    "break_it",
    [
        pytest.param(lambda x: x.row.__setitem__(x.first[HAND] + 2, 1), id="a card twice in a row"),
        pytest.param(lambda x: x.row.__setitem__(x.first[HAND] + 2, 9), id="a card of the deck in a row"),
        pytest.param(lambda x: x.row.__setitem__(x.first[SMALL], 9), id="a card of the deck in a row of one"),
        pytest.param(lambda x: x.zone.__setitem__(9, HAND), id="a card that is not in its row"),
        pytest.param(lambda x: x.row.__setitem__(x.first[SMALL], 0), id="a card of another row in a row"),
        pytest.param(lambda x: x.zone.__setitem__(9, SMALL), id="a card that is not in its row of one"),
        pytest.param(lambda x: x.zone.__setitem__(9, -1), id="a card in a zone below all"),
        pytest.param(lambda x: x.count.__setitem__(slice(0, 2), [CARDS - 3, -1]), id="a pool of less than nothing"),
        pytest.param(lambda x: x.count.__setitem__(DECK, CARDS - 5), id="a card too few"),
        pytest.param(lambda x: x.count.__setitem__(DECK, CARDS - 3), id="a card too many"),
    ],
)
def test_disorder_is_noticed_though_every_zone_has_room_for_it(break_it: Any) -> None:
    """Cards that nobody knows were drawn from the deck, so that it has two cards more than it counts."""
    x = dealt()
    for card, zone in ((0, HAND), (1, HAND), (UNKNOWN, HAND), (UNKNOWN, SMALL)):
        draw(x, DECK, card, zone, 1)
    assert disorder(x) == 0
    break_it(x)
    assert disorder(x) == FAULT_WRONG_ZONE


def test_a_pool_has_all_cards_that_it_counts() -> None:
    x = dealt()
    draw(x, DECK, UNKNOWN, HAND, 1)
    draw(x, DECK, 9, MUCK, 0)
    assert disorder(x) == 0
    x.count[DECK] -= 1
    x.count[MUCK] += 1
    assert disorder(x) == FAULT_WRONG_ZONE


def test_a_fault_is_disorder() -> None:
    x = dealt()
    x.fault = FAULT_POOL_EMPTY
    assert disorder(x) == FAULT_POOL_EMPTY


# Cards that change places.


@pytest.mark.parametrize("other", [5, 7], ids=["from the deck", "from another row"])
@pytest.mark.parametrize("zone", ROWS)
def test_two_cards_change_places_and_knowledge_stays(zone: int, other: int) -> None:
    last = BOARD if zone == HAND else HAND
    for swap in ((3, other), (other, 3)):
        x = dealt()
        draw(x, DECK, 3, zone, 0b001)
        draw(x, DECK, 7, last, 0b010)
        before = x.copy()
        exchange(x, *swap)
        assert disorder(x) == 0
        assert row_of(x, zone) == [other]
        assert (x.zone[3], x.zone[other]) == (before.zone[other], before.zone[3])
        assert (x.known[3], x.known[other]) == (before.known[other], 0b001)


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
