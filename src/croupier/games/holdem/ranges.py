"""Ranges of starting hands, as players write them.

| written | means |
|---|---|
| `AhKh` | these two cards |
| `TT`, `AKs`, `AKo`, `AK` | a pair; two ranks suited, offsuit, or either |
| `TT+` | that pair and higher ones |
| `ATs+` | that hand and those with a higher second card: ATs, AJs, AQs, AKs |
| `TT-77`, `A5s-A2s`, `T9s-65s` | everything from one to the other |
| `top 10%` | the strongest tenth of all hands |

Several are separated by commas. How strong a hand is before the flop is its share of the pot, all-in against any hand.

>>> from croupier import holdem
>>> len(holdem.range_of("TT+, AKs")), holdem.range_of("QQ")[:2]
(34, ('QdQc', 'QhQc'))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import DECK, RANKS, SUITS, format_cards, parse_cards

Combo = tuple[int, int]
"""Two hole cards, the higher one first."""

ALL_HANDS = DECK * (DECK - 1) // 2
STRENGTH_ORDER = """
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55 QJs K9s A5s
A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s JTs K7s A2s QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o
A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o
22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s
76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s
73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
"""
BY_STRENGTH = tuple(STRENGTH_ORDER.split())
"""The 169 kinds of starting hands, the strongest first: each against any hand in 40 million random deals."""

_KIND = r"([2-9TJQKA])([2-9TJQKA])([SO]?)"
_PART = re.compile(r"\s*(?:TOP\s*([0-9]+(?:\.[0-9]+)?)\s*%|([^\s,]+))\s*,?", re.IGNORECASE)


def range_of(text: str) -> tuple[str, ...]:
    """The hands of a range, such as those of "TT+, AKs"; BadInput if it is none."""
    return tuple(format_cards(combo, "") for combo in combos_of(text))


def combos_of(text: str) -> list[Combo]:
    """The same as pairs of cards, each once, in the order in which they are written."""
    found: dict[Combo, None] = {}
    at = 0
    while part := _PART.match(text, at):
        at = part.end()
        share, word = part.groups()
        hands = _top(float(share)) if share else _hands(word.upper().replace("10", "T"), text)
        found.update(dict.fromkeys(hands))
    if not found or text[at:].strip():
        raise BadInput(f"{text!r} is not a range. Write for instance 'TT+, AKs', 'A5s-A2s' or 'top 10%'.")
    return list(found)


def _hands(word: str, text: str) -> Iterator[Combo]:
    """The hands of one part of a range."""
    if kind := re.fullmatch(_KIND, word):
        yield from _kind(*_ranks(kind, 0), kind[3])
    elif kind := re.fullmatch(_KIND + r"\+", word):
        high, low = _ranks(kind, 0)
        for step in range(len(RANKS) - high if high == low else high - low):
            yield from _kind(high + step if high == low else high, low + step, kind[3])
    elif (kind := re.fullmatch(f"{_KIND}-{_KIND}", word)) and kind[3] == kind[6]:
        yield from _between(_ranks(kind, 0), _ranks(kind, 3), kind[3], text)
    elif re.fullmatch(r"([2-9TJQKA][CDHS]){2}", word):
        one, two = sorted(parse_cards(word), reverse=True)
        yield one, two
    else:
        raise BadInput(f"{word!r} in the range {text!r} means nothing: write TT, AKs, AKo, AK, TT+, A5s-A2s or AhKh.")


def _ranks(found: re.Match[str], before: int) -> tuple[int, int]:
    """The two ranks of a kind, the higher one first."""
    one, two = (RANKS.index(found[before + place]) for place in (1, 2))
    return max(one, two), min(one, two)


def _kind(high: int, low: int, suits: str) -> Iterator[Combo]:
    """All hands of two ranks: suited, offsuit, or both."""
    if high == low:
        if suits:
            raise BadInput(f"A pair such as {RANKS[high]}{RANKS[low]} is neither suited nor offsuit.")
        for one, two in combinations(range(len(SUITS)), 2):
            yield 4 * high + two, 4 * low + one
        return
    for one, two in product(range(len(SUITS)), repeat=2):
        if not suits or (one == two) == (suits == "S"):
            yield 4 * high + one, 4 * low + two


def _between(one: tuple[int, int], two: tuple[int, int], suits: str, text: str) -> Iterator[Combo]:
    """Everything from one kind to another: with the same high card, or with the same gap, as pairs have."""
    (high, low), (end_high, end_low) = max(one, two), min(one, two)
    slides = high - low == end_high - end_low
    if high != end_high and not slides:
        raise BadInput(
            f"In the range {text!r} one end is not to be reached from the other: neither card nor gap stays."
        )
    for step in range(low - end_low + 1):
        yield from _kind(high - step if slides and high != end_high else high, low - step, suits)


def _top(percent: float) -> Iterator[Combo]:
    """The strongest kinds of hands: as many as come nearest to the share asked for, but at least one."""
    if not 0 < percent <= 100:
        raise BadInput(f"The top {percent:g}% of all hands is not a range: a share is above 0 and at most 100.")
    wanted, taken = percent / 100 * ALL_HANDS, 0
    for name in BY_STRENGTH:
        hands = list(_kind(RANKS.index(name[0]), RANKS.index(name[1]), name[2:].upper()))
        if taken and taken + len(hands) / 2 > wanted:
            return
        taken += len(hands)
        yield from hands
