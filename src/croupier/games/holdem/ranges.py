"""Ranges of starting hands, as players write them.

| written | means |
|---|---|
| `AhKh` | these two cards |
| `TT`, `AKs`, `AKo`, `AK` | a pair; two ranks suited, offsuit, or either |
| `TT+` | that pair and higher ones |
| `ATs+` | that hand and those with a higher second card: ATs, AJs, AQs, AKs |
| `TT-77`, `A5s-A2s`, `T9s-65s` | everything from one to the other |
| `top 10%` | the strongest tenth of all hands |

Several are separated by commas. Where hands may be held in part, as in solving, `AKs:0.5` is half of each of them.
`policies/starting_hands.py` has the order of hands before the flop.

>>> from croupier import holdem
>>> len(holdem.range_of("TT+, AKs")), holdem.range_of("QQ")[:2]
(34, ('QdQc', 'QhQc'))
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import combinations, product

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import RANKS, SUITS, format_cards, parse_cards

from .policies.starting_hands import FILE, PAIRS_OF_CARDS, read

Combo = tuple[int, int]
"""Two hole cards, the higher one first."""

BY_STRENGTH = tuple(read(FILE.read_text("utf-8")))
"""The 169 kinds of starting hands, the strongest first, as the house bots order them."""

WRITE = "Write for instance AhKh, TT, AKs, AKo, AK, TT+, A5s-A2s or top 10%."
_KIND = r"([2-9TJQKA])([2-9TJQKA])([SO]?)"
_PART = re.compile(r"\s*(?:TOP\s*([0-9]+(?:\.[0-9]+)?)\s*%|([^\s,]+))\s*,?", re.IGNORECASE)


def range_of(text: str) -> tuple[str, ...]:
    """The hands of a range, such as "TT+, AKs"; BadInput if the text is not one."""
    return tuple(format_cards(combo, "") for combo in combos_of(text))


def combos_of(text: str) -> list[Combo]:
    """The same as pairs of cards, each once, in the order in which they are written."""
    found: dict[Combo, None] = {}
    at = 0
    while part := _PART.match(text, at):
        at = part.end()
        share, word = part.groups()
        hands = _top(float(share)) if share else _hands(word, text)
        found.update(dict.fromkeys(hands))
    if not found or text[at:].strip():
        raise BadInput(f"{text!r} is not a range. Write for instance 'TT+, AKs', 'A5s-A2s' or 'top 10%'.")
    return list(found)


def weights_of(text: str) -> dict[Combo, float]:
    """The hands of a range with their weights, from 0 to 1: "QQ+, AKs:0.5". The last weight of a hand counts."""
    found: dict[Combo, float] = {}
    for part in text.strip().strip(",").split(","):
        hands, colon, share = part.partition(":")
        try:
            weight = float(share) if colon else 1.0
        except ValueError:
            weight = math.nan
        if not 0 <= weight <= 1:
            raise BadInput(f"The weight {share.strip()!r} in {text!r} is no number from 0 to 1, such as AKs:0.5.")
        found.update(dict.fromkeys(combos_of(hands), weight))
    return found


def _hands(word: str, text: str) -> Iterator[Combo]:
    """The hands of one part of a range."""
    part = word.upper().replace("10", "T")
    if kind := re.fullmatch(_KIND, part):
        yield from _kind(*_ranks(kind, 0), kind[3])
    elif kind := re.fullmatch(_KIND + r"\+", part):
        high, low = _ranks(kind, 0)
        for step in range(len(RANKS) - high if high == low else high - low):
            yield from _kind(high + step if high == low else high, low + step, kind[3])
    elif (kind := re.fullmatch(f"{_KIND}-{_KIND}", part)) and kind[3] == kind[6]:
        yield from _between(_ranks(kind, 0), _ranks(kind, 3), kind[3], text)
    elif re.fullmatch(r"([2-9TJQKA][CDHS]){2}", part):
        one, two = sorted(parse_cards(part), reverse=True)
        yield one, two
    else:
        raise BadInput(f"{text!r} is neither cards nor a range: {_flaw(word)}. {WRITE}")


def _flaw(word: str) -> str:
    """What is wrong with a part of a range."""
    part = word.upper().replace("10", "T")
    if part[:-1] and re.fullmatch(r"([2-9TJQKA][CDHS])+[2-9TJQKA]", part):
        return f"the {part[-1]} at the end has no suit"
    if cards := re.fullmatch(r"([2-9TJQKA][CDHS])+", part):
        return f"a hand has two cards, and {word!r} has {len(cards[0]) // 2}"
    if odd := re.match(r"([2-9TJQKA][CDHS])*[2-9TJQKA]([^2-9TJQKACDHSO+-])", part):
        return f"{odd[2]!r} is no suit: those are c, d, h and s"
    if re.match(r"[2-9TJQKA]{2}[^SO+-]", part):
        return f"behind two ranks comes s for suited, o for offsuit, or nothing, not {part[2]!r}"
    if odd := re.search(r"[^2-9TJQKACDHSO+-]", part):
        return f"{odd[0]!r} is no rank: those are 2 to 9, T, J, Q, K and A"
    return f"{word!r} means nothing there"


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
    """All kinds from one to another: with the same high card, or with the same gap, as pairs have."""
    (high, low), (end_high, end_low) = max(one, two), min(one, two)
    slides = high - low == end_high - end_low
    if high != end_high and not slides:
        raise BadInput(f"In the range {text!r} the ends have neither the same high card nor the same gap.")
    for step in range(low - end_low + 1):
        yield from _kind(high - step if slides and high != end_high else high, low - step, suits)


def _top(percent: float) -> Iterator[Combo]:
    """The strongest kinds of hands: the number that comes nearest to the share, but at least one."""
    if not 0 < percent <= 100:
        raise BadInput(f"The top {percent:g}% of all hands is not a range: a share is above 0 and at most 100.")
    wanted, taken = percent / 100 * PAIRS_OF_CARDS, 0
    for name in BY_STRENGTH:
        hands = list(_kind(RANKS.index(name[0]), RANKS.index(name[1]), name[2:].upper()))
        if taken and taken + len(hands) / 2 > wanted:
            return
        taken += len(hands)
        yield from hands
