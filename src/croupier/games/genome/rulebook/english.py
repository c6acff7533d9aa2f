"""Numbers, lists and cards in English."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.kernel.vocabulary.cards import RANKS
from croupier.kernel.vocabulary.evaluate import RANK_NAMES

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
TIMES = {1: "once", 2: "twice"}


FACES = {
    "down": "face down",
    "up": "face up",
    "others": "to be seen by all but the holder",
}


def number(count: int) -> str:
    """A number as one would write it: in words up to twelve."""
    return NUMBERS[count] if 0 < count < len(NUMBERS) else f"{count:,}"


def counted(count: int, thing: str) -> str:
    """ "one card", "no cards", "52 cards"."""
    return f"{NUMBERS[0] if count == 0 else number(count)} {thing if count == 1 else plural(thing)}"


def chips(count: int) -> str:
    """ "1 chip", "500 chips": chips are counted in figures."""
    return f"{count:,} chip{'' if count == 1 else 's'}"


def points(count: int) -> str:
    """ "1 point", "-5 points"."""
    return f"{count:,} point{'' if abs(count) == 1 else 's'}"


def plural(thing: str) -> str:
    """Several of a thing."""
    if thing.endswith("y"):
        return thing[:-1] + "ies"
    return thing + ("es" if thing.endswith("x") else "s")


def times(count: int) -> str:
    """ "once", "twice", "three times"."""
    return TIMES.get(count, f"{number(count)} times")


def listed(things: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def sentence(text: str) -> str:
    """A text as a sentence, with a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ":", "…", "**")) else ".")


def rank_name(rank: str) -> str:
    """ "queen" for "Q"."""
    return RANK_NAMES[RANKS.index(rank)]


def a_rank(rank: str) -> str:
    """ "an eight", "a queen"."""
    name = rank_name(rank)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def cards_named(ranks: Sequence[str], suits: Sequence[str]) -> str:
    """Some cards, by their ranks and suits; all of them where there is no list."""
    in_order = sorted(ranks, key=RANKS.index)
    if len(ranks) == 1 and len(suits) == 1:
        return f"the {rank_name(ranks[0])} of {suits[0]}"
    if not ranks:
        return f"all {listed(suits)}" if suits else "all cards"
    of_suits = f" of {listed(suits)}" if suits else ""
    return listed([plural(rank_name(rank)) for rank in in_order]) + of_suits
