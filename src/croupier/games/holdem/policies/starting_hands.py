"""The 169 kinds of starting hands, from best to worst.

`starting_hands.txt` has a line for each kind: its name, then its share of the pots, in ten-thousandths, against one
random hand and against three, all going to the showdown. Against one, high cards count; against three, cards that make
straights, flushes and sets. Both matter at a table, so hands are ordered by the sum of the two, each as a multiple of a
fair share.

`python -m croupier.games.holdem.policies.starting_hands` computes the file again, in half a minute.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import combinations
from typing import Any

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK, RANKS
from croupier.kernel.vocabulary.evaluate import card_bit

FILE = files(__package__).joinpath("starting_hands.txt")
SAMPLES = 1_000_000
PAIRS_OF_CARDS = 1326
"""In how many ways two cards can be held."""
EVERY_HAND = 1000
"""Places and ranges are in thousandths of all hands."""


def kind_of(one: int, two: int) -> str:
    """The kind of starting hand that two cards are: "AA", "AKs" (of one suit), "AKo"."""
    high, low = max(one, two), min(one, two)
    if high >> 2 == low >> 2:
        return RANKS[high >> 2] * 2
    return RANKS[high >> 2] + RANKS[low >> 2] + ("s" if high & 3 == low & 3 else "o")


def read(text: str) -> dict[str, tuple[int, int]]:
    """The shares of the pots of each kind, from the text of the file."""
    return {name: (int(one), int(three)) for name, one, three in (line.split() for line in text.splitlines())}


def worth(shares: tuple[int, int]) -> int:
    """The sort key of hands: the shares against one and against three, as multiples of fair ones."""
    return 2 * shares[0] + 4 * shares[1]


def _tables() -> tuple[Any, Any, Any]:
    """For every pair of cards its place in thousandths; and all pairs from best to worst, as card numbers."""
    shares = read(FILE.read_text("utf-8"))
    pairs = sorted(combinations(range(DECK), 2), key=lambda pair: -worth(shares[kind_of(*pair)]))
    place, first = np.zeros(DECK * DECK, np.int64), dict[str, int]()
    for number, (one, two) in enumerate(pairs):
        before = first.setdefault(kind_of(one, two), number)
        place[one * DECK + two] = place[two * DECK + one] = before * EVERY_HAND // PAIRS_OF_CARDS
    ones, twos = np.array(pairs, np.int64).T.copy()
    return place, ones, twos


PLACES, FIRST_CARDS, SECOND_CARDS = _tables()


@rule
def place_of(one: int, two: int) -> int:
    """How many hands of a thousand are better than these two cards: 0 for aces, 995 or so for the worst."""
    return int(PLACES[one * DECK + two])


@rule
def pair_at(number: int) -> int:
    """The pair of cards that is number 0 … 1325 from the best, as a hand of the evaluator."""
    return card_bit(int(FIRST_CARDS[number])) | card_bit(int(SECOND_CARDS[number]))


def work_out() -> str:
    """The text of the file, sampled again, best hand first."""
    from ..equity import equity

    shares = {}
    for one, two in combinations(range(DECK), 2):
        kind = kind_of(one, two)
        if kind not in shares:
            name = "".join(f"{RANKS[card >> 2]}{'cdhs'[card & 3]}" for card in (one, two))
            against = [equity(name, *["??"] * others, samples=SAMPLES).equity[0] for others in (1, 3)]
            shares[kind] = (round(10_000 * against[0]), round(10_000 * against[1]))
    order = sorted(shares, key=lambda kind: -worth(shares[kind]))
    return "".join(f"{kind:3} {shares[kind][0]:4} {shares[kind][1]:4}\n" for kind in order)


if __name__ == "__main__":
    from pathlib import Path

    Path(str(FILE)).write_text(work_out(), "utf-8")
