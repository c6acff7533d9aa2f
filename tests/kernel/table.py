"""A small ledger for tests: twelve cards, two pools and three rows."""

from __future__ import annotations

from croupier.kernel.language.records import sized
from croupier.kernel.vocabulary.ledger import Ledger, Sight, card_at, gather, give_room, look
from croupier.kernel.vocabulary.rng import Rng, seed

CARDS = 12
DECK, MUCK, SMALL, HAND, BOARD = range(5)
ROOM = {SMALL: 1, HAND: 3, BOARD: 5}
POOLS, ROWS = (DECK, MUCK), tuple(ROOM)
ZONES = len(POOLS) + len(ROWS)
SLOTS = sum(ROOM.values()) + 2
"""Two slots more than are laid out: `look` must fill them as well."""
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


def is_even(counts: list[int]) -> bool:
    """Whether counts differ no more than chance explains (a chi-square, within five deviations)."""
    free, expected = len(counts) - 1, sum(counts) / len(counts)
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    return chi_square < free + 5 * (2 * free) ** 0.5
