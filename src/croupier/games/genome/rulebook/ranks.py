"""The order of hands: a table of the kinds that can come up with this deck and so many cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..language.genome import DealPhase, DrawPhase, GameGenome
from ..language.parts import Path
from ..machine.translate import DECKS, rounds_of
from .english import number
from .sentences import Paragraph, Reader, Sentence, say

SUIT_LETTERS = "cdhs"
WHOLE_DECK = 52


class Kind(NamedTuple):
    """A kind of hand: what it is, how many of which rank it takes, and whether they are in order or of a suit."""

    name: str
    what: str
    groups: tuple[int, ...]
    in_order: bool = False
    of_suit: bool = False


POKER = (
    Kind("straight flush", "five cards of a suit in order", (1,) * 5, True, True),
    Kind("four of a kind", "four cards of a rank", (4, 1)),
    Kind("full house", "three of a rank and two of another", (3, 2)),
    Kind("flush", "five cards of a suit", (1,) * 5, of_suit=True),
    Kind("straight", "five cards in order", (1,) * 5, True),
    Kind("three of a kind", "three cards of a rank", (3, 1, 1)),
    Kind("two pair", "two cards of a rank and two of another", (2, 2, 1)),
    Kind("pair", "two cards of a rank", (2, 1, 1, 1)),
    Kind("high card", "nothing of all this", (1,) * 5),
)
THREE_CARD = (
    Kind("prial", "three cards of a rank", (3,)),
    Kind("running flush", "three cards of a suit in order", (1,) * 3, True, True),
    Kind("run", "three cards in order", (1,) * 3, True),
    Kind("flush", "three cards of a suit", (1,) * 3, of_suit=True),
    Kind("pair", "two cards of a rank", (2, 1)),
    Kind("high card", "nothing of all this", (1,) * 3),
)


def ranking(reader: Reader, evaluation: str, tie: str, tells: list[Path]) -> list[Paragraph]:
    """How hands of poker, or of three cards, compare."""
    kinds, size = (POKER, 5) if evaluation == "poker" else (THREE_CARD, 3)
    most = most_cards(reader.genome)
    ranks, suits = DECKS[reader.genome.setup.initial_deck]
    table = ["| hand | is | for example |", "|---|---|---|"]
    for kind in kinds:
        if example := _example(kind, min(most, size), ranks, suits):
            table.append(f"| {kind.name} | {kind.what} | {example} |")
    shared = ", your own and the community's together" if _has_community(reader.genome) else ""
    best = f"{tie}the best {number(size)} cards count" if most > size else f"{tie}all your cards count"
    told = [say(f"{best}{shared}", tells), say("The better hand wins; the best kind of hand comes first in this table")]
    within = [
        say("Of two hands of a kind the higher wins: first what makes it, such as the pair, then the other cards"),
        say("Aces are high" + _low_ace(ranks, most, size)),
    ]
    return [Paragraph(told), Paragraph([Sentence("\n".join(table))]), Paragraph(within)]


def _low_ace(ranks: str, most: int, size: int) -> str:
    if most < size or not ranks.startswith("23"):
        return ""
    return f"; in a {'straight' if size == 5 else 'run'} the ace may be low, below the two"


def most_cards(genome: GameGenome) -> int:
    """How many cards a player can have to choose from at most, as far as it can be told."""
    phases = genome.turn_structure.phases
    if rounds_of(genome) is not None or any(isinstance(phase, DrawPhase) for phase in phases):
        return WHOLE_DECK
    dealt = sum(phase.count for phase in phases if isinstance(phase, DealPhase) and phase.to != "discard")
    return genome.setup.cards_per_player + dealt


def _has_community(genome: GameGenome) -> bool:
    phases = genome.turn_structure.phases
    return any(isinstance(phase, DealPhase) and phase.to == "community" for phase in phases)


def _example(kind: Kind, size: int, ranks: str, suits: int) -> str:
    """A hand of a kind; nothing if there cannot be one with so many cards of this deck."""
    made = sum(group for group in kind.groups if group > 1) or (kind.in_order or kind.of_suit) * len(kind.groups)
    groups = _groups(kind, size)
    if made > size or max(groups) > suits or len(groups) + _has_gap(kind, groups) > len(ranks):
        return ""
    return " ".join(_cards(kind, groups, ranks, suits))


def _has_gap(kind: Kind, groups: list[int]) -> bool:
    """Whether the cards must not be in order, lest they are a better hand."""
    return not kind.in_order and len(groups) == len(kind.groups) and max(groups) == 1


def _groups(kind: Kind, size: int) -> list[int]:
    """The groups of a kind that there are cards for."""
    groups, left = list[int](), size
    for group in kind.groups:
        if left > 0:
            groups.append(min(group, left))
            left -= group
    return groups


def _cards(kind: Kind, groups: list[int], ranks: str, suits: int) -> Iterator[str]:
    highest = list(reversed(ranks))
    if _has_gap(kind, groups):
        highest = [highest[0], *highest[2:]]
    for at, group in enumerate(groups):
        for card in range(group):
            suit = suits - 1 if kind.of_suit else (card + at) % suits
            yield highest[at] + SUIT_LETTERS[suit]
