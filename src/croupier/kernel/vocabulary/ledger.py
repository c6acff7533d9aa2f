"""The card ledger: where every card is and which seats know it.

A zone is either a **row**, whose slots have an order that the players see (a hand, a board), or a **pool**, which is
unordered (a deck, a muck): the state of a game holds no order that nobody has seen. Every card lies in one zone and has
a mask of the seats that know it there. Views, redaction, reshuffling the cards that a seat does not know, and the check
that no card occurs twice are written here, once, for all games.

An UNKNOWN card may lie in a row, because a hand history need not name every card. It is counted, and no seat knows it.
It may not lie in a pool: nothing would say which card of the pool it is.
"""

from __future__ import annotations

from typing import Annotated

from ..language.jit import rule
from ..language.records import Record
from .cards import UNKNOWN
from .rng import Rng, below

FAULT_ROW_FULL = 101
FAULT_WRONG_ZONE = 102
FAULT_POOL_EMPTY = 103

GUESSES = 16
"""How often `pick` guesses a card of a pool before it counts through the pool."""


class Ledger(Record):
    """Zone z is a row if it was given room: its cards are the `count[z]` cards from `row[first[z]]` on.

    Where several decks are in play, `kin` tells them apart: a hidden card can only be another card of its own deck.
    """

    fault: int
    kin: Annotated[list[int], "cards"]
    zone: Annotated[list[int], "cards"]
    known: Annotated[list[int], "cards"]
    row: Annotated[list[int], "slots"]
    first: Annotated[list[int], "ends"]
    count: Annotated[list[int], "zones"]


class Sight(Record):
    """What one seat sees of a ledger: the same rows, with UNKNOWN for cards that the seat does not know."""

    row: Annotated[list[int], "slots"]
    first: Annotated[list[int], "ends"]
    count: Annotated[list[int], "zones"]


def row_of(x: Ledger | Sight, zone: int) -> list[int]:
    """The cards of a row, in their order; [] for a pool."""
    start = x.first[zone]
    return [*x.row[start : start + x.count[zone]]] if x.first[zone + 1] > start else []


@rule
def room(x: Ledger, zone: int) -> int:
    """How many cards a row can hold; 0 for a pool."""
    return x.first[zone + 1] - x.first[zone]


@rule
def give_room(x: Ledger, zone: int, slots: int) -> None:
    """Lay the ledger out: give each zone its room, in the order of the zones, before any card is placed."""
    x.first[zone + 1] = x.first[zone] + slots
    if x.first[zone + 1] > len(x.row):
        x.first[zone + 1] = len(x.row)
        x.fault = FAULT_ROW_FULL


@rule
def gather(x: Ledger, pool: int) -> None:
    """Put every card into one pool, known to nobody: a new deal."""
    for zone in range(len(x.count)):
        x.count[zone] = 0
    for card in range(len(x.zone)):
        x.zone[card] = pool
        x.known[card] = 0
    x.count[pool] = len(x.zone)


@rule
def card_at(x: Ledger, zone: int, slot: int) -> int:
    """The card in a slot of a row."""
    return x.row[x.first[zone] + slot]


@rule
def draw(x: Ledger, source: int, card: int, zone: int, viewers: int) -> None:
    """Move a card, or an UNKNOWN one, from a pool to the end of a zone, where only `viewers` know it.

    A seat that knew the card lay in the pool does not know that this is the card that was drawn.
    """
    left = x.count[source]
    if left <= 0 or (card != UNKNOWN and x.zone[card] != source):
        x.fault = FAULT_WRONG_ZONE
        return
    x.count[source] = left - 1
    place(x, card, zone, viewers)


@rule
def place(x: Ledger, card: int, zone: int, viewers: int) -> None:
    """Put a card that lies in no zone at the end of a zone; an UNKNOWN one only in a row."""
    count = x.count[zone]
    start = x.first[zone]
    end = x.first[zone + 1]
    if start + count < end:
        x.row[start + count] = card
    elif start < end:
        x.fault = FAULT_ROW_FULL
        return
    elif card == UNKNOWN:
        x.fault = FAULT_WRONG_ZONE
        return
    x.count[zone] = count + 1
    if card != UNKNOWN:
        x.zone[card] = zone
        x.known[card] = viewers


@rule
def move(x: Ledger, card: int, zone: int, viewers: int) -> None:
    """Move a card out of its row, closing the gap, to the end of another zone. Seats that knew it still know it."""
    at = slot_of(x, card)
    if at < 0:
        x.fault = FAULT_WRONG_ZONE
        return
    source = x.zone[card]
    end = x.first[source] + x.count[source]
    while at + 1 < end:
        x.row[at] = x.row[at + 1]
        at += 1
    x.count[source] -= 1
    place(x, card, zone, x.known[card] | viewers)


@rule
def reveal(x: Ledger, zone: int, viewers: int) -> None:
    """Let `viewers` know every card of a row."""
    for slot in range(x.count[zone]):
        card = card_at(x, zone, slot)
        if card != UNKNOWN:
            x.known[card] |= viewers


@rule
def pour(x: Ledger, source: int, pool: int) -> None:
    """Shuffle a whole pool into another: its cards move, and no seat knows them any more."""
    for card in range(len(x.zone)):
        if x.zone[card] == source:
            x.zone[card] = pool
            x.known[card] = 0
    x.count[pool] += x.count[source]
    x.count[source] = 0


@rule
def pick(x: Ledger, pool: int, rng: Rng) -> int:
    """A random card of a pool, each equally likely. The card stays where it is."""
    cards = len(x.zone)
    if x.count[pool] * 4 >= cards:
        for _ in range(GUESSES):  # the pool is large: a guess soon finds a card of it
            card = below(rng, cards)
            if x.zone[card] == pool:
                return card
    members = 0
    for card in range(cards):
        if x.zone[card] == pool:
            members += 1
    if members == 0:
        x.fault = FAULT_POOL_EMPTY
        return UNKNOWN
    skip = below(rng, members)
    for card in range(cards):
        if x.zone[card] == pool:
            if skip == 0:
                return card
            skip -= 1
    return UNKNOWN


@rule
def look(x: Ledger, seat: int, sight: Sight) -> None:
    """Fill in what a seat sees: the cards of rows that it knows, and how many cards every zone has."""
    for zone in range(len(x.count)):
        sight.first[zone] = x.first[zone]
        sight.count[zone] = x.count[zone]
        start = x.first[zone]
        for slot in range(room(x, zone)):
            card = UNKNOWN
            if slot < x.count[zone]:
                card = x.row[start + slot]
                if card != UNKNOWN and not (x.known[card] >> seat) & 1:
                    card = UNKNOWN
            sight.row[start + slot] = card
    used = x.first[len(x.count)]
    sight.first[len(x.count)] = used
    for spare in range(used, len(sight.row)):
        sight.row[spare] = UNKNOWN


@rule
def exchange(x: Ledger, a: int, b: int) -> None:
    """Exchange two cards; knowledge belongs to the place, so it does not move with them."""
    place_a = slot_of(x, a)
    place_b = slot_of(x, b)
    if place_a >= 0:
        x.row[place_a] = b
    if place_b >= 0:
        x.row[place_b] = a
    zone = x.zone[a]
    x.zone[a] = x.zone[b]
    x.zone[b] = zone
    known = x.known[a]
    x.known[a] = x.known[b]
    x.known[b] = known


@rule
def slot_of(x: Ledger, card: int) -> int:
    """The index in `row` at which a card lies; -1 if the card is in a pool, or UNKNOWN."""
    if card == UNKNOWN:
        return -1
    zone = x.zone[card]
    if room(x, zone) > 0:
        for at in range(x.first[zone], x.first[zone] + x.count[zone]):
            if x.row[at] == card:
                return at
    return -1


@rule
def imagine(x: Ledger, seat: int, rng: Rng) -> None:
    """Deal at random all cards that a seat does not know: a state that the seat cannot tell from the real one."""
    for card in range(len(x.zone) - 1, 0, -1):
        if not (x.known[card] >> seat) & 1:
            other = below(rng, card + 1)
            while (x.known[other] >> seat) & 1 or x.kin[other] != x.kin[card]:
                other = below(rng, card + 1)
            if other != card:
                exchange(x, card, other)


@rule
def disorder(x: Ledger) -> int:
    """0 if the ledger is consistent: every card in one place, every count right. Else the fault."""
    if x.fault:
        return x.fault
    for zone in range(len(x.count)):
        if room(x, zone) > 0:
            for slot in range(x.count[zone]):
                card = card_at(x, zone, slot)
                if card != UNKNOWN:
                    if card < 0 or card >= len(x.zone) or x.zone[card] != zone:
                        return FAULT_WRONG_ZONE
                    for earlier in range(slot):
                        if card_at(x, zone, earlier) == card:
                            return FAULT_WRONG_ZONE
    for card in range(len(x.zone)):
        zone = x.zone[card]
        if zone < 0 or zone >= len(x.count):
            return FAULT_WRONG_ZONE
        if room(x, zone) > 0 and slot_of(x, card) < 0:
            return FAULT_WRONG_ZONE
    total = 0
    for zone in range(len(x.count)):
        total += x.count[zone]
        if room(x, zone) == 0:
            members = 0
            for card in range(len(x.zone)):
                if x.zone[card] == zone:
                    members += 1
            if x.count[zone] < 0 or x.count[zone] > members:  # fewer, if UNKNOWN cards were drawn from it
                return FAULT_WRONG_ZONE
    if total != len(x.zone):
        return FAULT_WRONG_ZONE
    return 0
