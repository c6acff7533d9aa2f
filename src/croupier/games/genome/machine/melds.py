"""The most cards that can lie in sets and runs at once.

Trying all ways to make sets takes 6 times as long for every rank that a hand holds in all suits. Instead a hand is read
once, rank by rank, twos first. All that matters of the ranks so far is, for each suit, how many consecutive cards
outside of sets it ends with: none, one, two, or three and more. A **way** to have laid them out is that, with the
number of cards that it has melded; a **state** is the set of the few ways that may still turn out best. There are some
3,000 states, each with its ways relative to the best of them, so that reading a rank is a table lookup: from a state
and the suits that hold the rank to the next state and the number of cards that are melded. `worked_out` computes the
table; that takes too long for every start, so `melds.txt` keeps it.

An ace is read as a low one before the twos, or after the kings.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.evaluate import RANKS, SUIT_BITS

SUITS = 4
HOLDINGS = 1 << SUITS
"""How many sets of suits there are."""
MELD = 3
"""The fewest cards of a set or a run."""
SUIT_ROOM = 2
"""The bits of a way for the consecutive cards of a suit."""
GAIN_BITS = 4
GAIN = (1 << GAIN_BITS) - 1
"""The bits of a table's entry for the number of cards melded; the others are the next state."""
FILE = Path(__file__).with_name("melds.txt")

Ways = tuple[tuple[int, int], ...]
"""The rows of each way, and how many cards fewer than the best way it has melded."""

READING = np.frombuffer(bytes.fromhex(FILE.read_text(encoding="ascii")), dtype=">u2").astype(np.int32)
"""For each state, and for each set of suits that hold the next rank, the next state and the gain. In state 0 nothing
has been read."""


@rule
def melds_value(hand: int) -> int:
    """The most cards of a hand that can lie in sets and runs, no card in two. An ace that could start a run may."""
    lowest = suits_with(hand, RANKS - 1) & suits_with(hand, 0) & suits_with(hand, 1)
    best = 0
    for low in range(HOLDINGS):
        if low & ~lowest == 0:
            best = max(best, read_upwards(hand, low))
    return best


@rule
def suits_with(hand: int, rank: int) -> int:
    """The suits in which a hand holds a rank, as a set."""
    suits = 0
    for suit in range(SUITS):
        suits |= ((hand >> (SUIT_BITS * suit + rank)) & 1) << suit
    return suits


@rule
def read_upwards(hand: int, low: int) -> int:
    """How many cards can be melded if the aces of some suits are read as low."""
    entry = int(READING[low])
    melded = entry & GAIN
    for rank in range(RANKS):
        held = suits_with(hand, rank)
        if rank == RANKS - 1:
            held &= ~low
        entry = int(READING[HOLDINGS * (entry >> GAIN_BITS) + held])
        melded += entry & GAIN
    return melded


def worked_out() -> str:
    """The table as the text of its file: a line for each state."""
    states: list[Ways] = [((0, 0),)]
    numbers, lines = {states[0]: 0}, list[str]()
    for ways in states:
        line = ""
        for held in range(HOLDINGS):
            gain, following = _read(ways, held)
            assert gain <= GAIN
            if following not in numbers:
                numbers[following] = len(states)
                states.append(following)
            line += f"{numbers[following] << GAIN_BITS | gain:04x}"
        lines.append(line + "\n")
    return "".join(lines)


def _read(ways: Ways, held: int) -> tuple[int, Ways]:
    """The result of reading a rank that is held in some suits: how many more cards are melded, and the ways then."""
    made: dict[int, int] = {}
    for rows, behind in ways:
        for laid in _sets(held):
            following, gain = _continued(rows, held & ~laid)
            made[following] = max(made.get(following, -HOLDINGS), gain + laid.bit_count() - behind)
    best = max(made.values())
    kept = [
        (rows, best - melded)
        for rows, melded in made.items()
        if not any(other != rows and more >= melded + _promise(rows, other) for other, more in made.items())
    ]
    return best, tuple(sorted(kept))


def _sets(held: int) -> list[int]:
    """The sets that can be laid from a rank, by their suits, and the empty set."""
    members = _members(held)
    whole = [0, held] if len(members) >= MELD else [0]
    return whole + [held & ~(1 << suit) for suit in members if len(members) > MELD]


@cache
def _continued(rows: int, kept: int) -> tuple[int, int]:
    """The rows with one more card in the suits that keep one, the others broken off; and how many cards that melds."""
    lengths = [length + 1 if kept >> suit & 1 else 0 for suit, length in enumerate(_lengths(rows))]
    melded = sum(length if length == MELD else 1 for length in lengths if length >= MELD)
    return _rows([min(length, MELD) for length in lengths]), melded


@cache
def _promise(rows: int, other: int) -> int:
    """How many more cards a way can ever meld than another, if whatever follows is laid out in the same way."""
    return sum(
        max(_still_to_come(mine, more) - _still_to_come(theirs, more) for more in range(MELD + 1))
        for mine, theirs in zip(_lengths(rows), _lengths(other), strict=True)
    )


def _still_to_come(length: int, more: int) -> int:
    """How many cards are melded by `more` further cards in a row."""
    melded = length if length == MELD else 0
    return length + more - melded if length + more >= MELD else 0


def _lengths(rows: int) -> list[int]:
    return [rows >> SUIT_ROOM * suit & MELD for suit in range(SUITS)]


def _rows(lengths: list[int]) -> int:
    return sum(length << SUIT_ROOM * suit for suit, length in enumerate(lengths))


def _members(suits: int) -> list[int]:
    return [suit for suit in range(SUITS) if suits >> suit & 1]
